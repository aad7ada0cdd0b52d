"""Does it add up? Which camera, hung how high, sees a game's mats with enough pixels to read them.
Pure computation; the least figures come from `vision.lab.trials.scale_trials`.
"""

import math
from dataclasses import dataclass

ASPECT = 16 / 9
# Camera and lens are never quite in the middle nor quite straight, and people push mats about.
SPARE = 1.06


@dataclass(frozen=True, slots=True)
class Lens:
    """`across_deg`: what it sees from left to right in a 16:9 picture of its whole width, by its
    maker's word.
    """

    name: str
    title: str
    across_deg: float

    def height_mm(self, width_mm: float) -> float:
        """How high above the table it sees this width, looking straight down."""
        return width_mm / (2 * math.tan(math.radians(self.across_deg) / 2))

    def width_mm(self, height_mm: float) -> float:
        return height_mm * 2 * math.tan(math.radians(self.across_deg) / 2)


def across(diagonal_deg: float) -> float:
    """Webcams are sold by the angle of their diagonal."""
    half = math.tan(math.radians(diagonal_deg) / 2) * ASPECT / math.hypot(ASPECT, 1)
    return math.degrees(2 * math.atan(half))


# A sensor of 6.287 mm and a lens of 6 mm.
HQ_ACROSS_DEG = math.degrees(2 * math.atan(6.287 / 12))
LENSES = {
    lens.name: lens
    for lens in (
        Lens("module3", "Camera Module 3", 66.0),
        Lens("module3-wide", "Camera Module 3 Wide", 102.0),
        Lens("hq-6mm", "HQ Camera, 6 mm lens", HQ_ACROSS_DEG),
        Lens("webcam-78", "webcam, 78 degrees", across(78.0)),
        Lens("webcam-90", "webcam, 90 degrees", across(90.0)),
    )
}
WIDTHS_PX = (1280, 1920)

# The least pixels to a millimetre at which each thing is read nearly as often as close up (95 % of
# it), by trial: `python -m vision.lab.trials.scale_trials --scenes 24`. Of tokens strewn in those
# pictures only a quarter is accepted at any scale, so their figure is the roughest; the table is in
# `hardware/BUILD.md`.
LEAST_PX_PER_MM = {"marks": 1.0, "cards": 1.0, "dice": 1.0, "tokens": 1.7, "stickers": 2.0}


@dataclass(frozen=True, slots=True)
class CameraFit:
    """One lens above a field, at a picture's width."""

    lens: Lens
    field_mm: tuple[float, float]
    width_px: int

    @classmethod
    def over(cls, lens: Lens, mats_mm: tuple[float, float], width_px: int) -> "CameraFit":
        """Hung so that the mats lie in the picture with a little room around them."""
        wide = max(mats_mm[0], mats_mm[1] * ASPECT) * SPARE
        return cls(lens, (wide, wide / ASPECT), width_px)

    @property
    def height_mm(self) -> float:
        return self.lens.height_mm(self.field_mm[0])

    @property
    def px_per_mm(self) -> float:
        return self.width_px / self.field_mm[0]

    @property
    def focus(self) -> float:
        """In dioptres, as `rpicam:` takes it."""
        return 1000 / self.height_mm

    def reads(self) -> dict[str, bool]:
        return {what: self.px_per_mm >= least for what, least in LEAST_PX_PER_MM.items()}


def lamp_aside_mm(fit: CameraFit, lamp_height_mm: float) -> float:
    """How far from the middle a lamp must be so that the camera does not see it mirrored in a card
    that lies anywhere in its field: as far as the light of a mirror under the table would be.
    """
    return fit.field_mm[0] / 2 * (fit.height_mm + lamp_height_mm) / fit.height_mm
