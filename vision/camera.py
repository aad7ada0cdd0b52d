"""What a camera is: it gives frames and can be closed. Everything after the lens is the same code,
whatever the source; the sources themselves are in `vision.cameras`.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from vision.arrays import Pixels
from vision.errors import CameraError
from vision.reading import Point


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the table. `taken_at_s` is the camera's own clock: only differences mean
    anything.

    `places`: where the zones lie in just this picture, as fractions of its width and height; None:
    not looked for yet.
    `whites`: what white is at the places whose mat shows it: blue, green and red.
    """

    pixels: Pixels
    taken_at_s: float
    number: int
    places: Mapping[str, tuple[Point, ...]] | None = None
    whites: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)


class Camera(Protocol):
    """What every source can do."""

    def frame(self) -> Frame | None:
        """The next frame, waiting for it; None when the source has ended. CameraError when it is
        broken.
        """

    def lock(self) -> None:
        """Holds exposure and white balance as they are; sources that have none do nothing."""

    def close(self) -> None:
        """Gives the device back; harmless when done twice."""


def whole_number(options: dict[str, str], name: str, default: int) -> int:
    text = options.get(name, str(default))
    if not text.isdecimal():
        raise CameraError(
            f"camera option {name}={text!r}: give a whole number, such as {name}={default}"
        )
    return int(text)


def decimal_number(options: dict[str, str], name: str) -> str:
    """A number as it was written; empty when it was not."""
    text = options.get(name, "")
    if text and not re.fullmatch(r"\d+(\.\d+)?", text):
        raise CameraError(f"camera option {name}={text!r}: give a number, such as {name}=1.5")
    return text


def known_options(scheme: str, options: dict[str, str], known: Collection[str]) -> None:
    """A word nobody knows is said, not passed over: it is mostly a slip of the pen."""
    for name in options:
        if name not in known:
            raise CameraError(f"{scheme}: has no option {name!r}; there are {', '.join(known)}")
