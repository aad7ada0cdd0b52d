"""What `rpicam-hello --list-cameras` prints, understood: which Pi cameras there are, and in which
of its modes a sensor shows all it can see. Pure.

Left to itself the program takes the smallest mode that is large enough, and on most sensors that
one is cut out of the middle: a Camera Module 3 would see two thirds of the table.
"""

import re
from dataclasses import dataclass

_CAMERA = re.compile(r"^\s*(\d+)\s*:\s*(\S+)\s*\[(\d+)x(\d+)")
_MODE = re.compile(r"(\d+)x(\d+) \[([\d.]+) fps - \((\d+), (\d+)\)/(\d+)x(\d+) crop\]")
WHOLE = 0.99  # of the sensor's width and height: some modes leave out a few lines
PRODUCTS = {
    "ov5647": "Camera Module 1",
    "imx219": "Camera Module 2",
    "imx708": "Camera Module 3",
    "imx708_wide": "Camera Module 3 Wide",
    "imx477": "HQ Camera",
    "imx296": "Global Shutter Camera",
}


@dataclass(frozen=True, slots=True)
class SensorMode:
    width: int
    height: int
    frames_per_s: float
    crop: tuple[int, int]  # how many of the sensor's own pixels it uses

    def __str__(self) -> str:
        return f"{self.width}:{self.height}"


@dataclass(frozen=True, slots=True)
class PiCameraFound:
    number: int
    model: str
    size: tuple[int, int]
    modes: tuple[SensorMode, ...]

    @property
    def title(self) -> str:
        """The name on its box, where we know it."""
        return PRODUCTS.get(self.model.removesuffix("_noir"), self.model)

    def whole_view(self, width: int, fps: int) -> SensorMode | None:
        """The smallest mode that shows everything, large and quick enough; the quickest whole one
        when none is; None when the list does not say.
        """
        whole = [mode for mode in self.modes if self._is_whole(mode)]
        enough = [mode for mode in whole if mode.width >= width and mode.frames_per_s >= fps]
        if enough:
            return min(enough, key=lambda mode: mode.width)
        return max(whole, key=lambda mode: mode.frames_per_s, default=None)

    def _is_whole(self, mode: SensorMode) -> bool:
        return all(
            WHOLE * full <= used <= full for used, full in zip(mode.crop, self.size, strict=True)
        )


def cameras_listed(text: str) -> tuple[PiCameraFound, ...]:
    found: list[PiCameraFound] = []
    for line in text.splitlines():
        if camera := _CAMERA.match(line):
            number, model, width, height = camera.groups()
            found.append(PiCameraFound(int(number), model, (int(width), int(height)), ()))
        if found and (mode := _MODE.search(line)):
            numbers = mode.groups()
            one = SensorMode(
                int(numbers[0]),
                int(numbers[1]),
                float(numbers[2]),
                (int(numbers[5]), int(numbers[6])),
            )
            last = found[-1]
            found[-1] = PiCameraFound(last.number, last.model, last.size, (*last.modes, one))
    return tuple(found)
