"""What lay in a zone when a question began: the first picture of it, kept until it is needed.

A picture can be read later, also when the cards in it are only being learned now; so nobody has to
wait with laying something down until the camera has looked.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from vision.arrays import Pixels
from vision.motion import Motion, ZoneSample, differing
from vision.reading import Finding

STILL_PICTURES = 2  # the first has none before it
UNCHANGED = 0.001  # of the zone may look different: noise


@dataclass(slots=True)
class Beginning:
    """`lying`: what the zone held at its last rest, where it was watched without a break.

    `picture`: the first in which nothing moved. Where a hand moved there from the first moment on,
    what lies in it may have come before the question or after: nobody can tell.
    """

    lying: tuple[Finding, ...] | None = None
    picture: Pixels | None = None
    _motion: Motion = field(default_factory=Motion)
    _pictures: int = 0
    _sample: ZoneSample | None = None
    _read: tuple[Finding, ...] | None = None

    @property
    def is_known(self) -> bool:
        return self.picture is not None

    @property
    def _was_still(self) -> bool:
        return self._pictures == STILL_PICTURES

    def see(self, pixels: Pixels) -> None:
        if self.is_known:
            return
        self._pictures += 1
        sample = ZoneSample.of(pixels)
        if not self._motion.moved(sample.essence):
            self.picture, self._sample = pixels.copy(), sample

    def read_again(self) -> None:
        """Something was taught: what lay there may be known now."""
        self._read = None

    def findings(
        self, now: Pixels, seen: tuple[Finding, ...], read: Callable[[Pixels], tuple[Finding, ...]]
    ) -> tuple[Finding, ...] | None:
        """What lay there then; `seen` is what lies there `now`. None where nobody can tell."""
        if self._read is None:
            self._read = self._told(now, seen, read)
        return self._read

    def _told(
        self, now: Pixels, seen: tuple[Finding, ...], read: Callable[[Pixels], tuple[Finding, ...]]
    ) -> tuple[Finding, ...] | None:
        if self.picture is None or self._sample is None:
            return self.lying
        if not self._was_still and self.lying is not None:
            return self.lying
        if differing(ZoneSample.of(now), self._sample) >= UNCHANGED:
            return read(self.picture)
        return seen if self._was_still or not seen else None
