"""Mats followed from frame to frame: a bumped camera or mat is noticed and healed, a hand over a
mark is no bump.

Call `MatTracker.see(frame)` with every frame, after closed zones were blacked out; it returns each
mat's sight. Take
`place(...)` for the corners of a zone or of one of its cells.
"""

import enum
from dataclasses import dataclass, field

import numpy as np

from vision.arrays import Pixels, Quad
from vision.mats.layout import Mat, box
from vision.zones.locate import LocatedMat, locate
from vision.zones.marks import MarkFinder

STILL_PX = 1.5
AGREEING_FRAMES = 3
# frames: marks too small for the quick look are found by a close one now and then
CLOSE_LOOK_EVERY = 15


class MatSight(enum.Enum):
    """Where a mat is: as before, healed just now, with marks hidden, too hidden to know, or never
    seen.
    """

    LOCATED = "located"
    MOVED = "moved"
    PARTLY = "partly hidden"
    HIDDEN = "hidden"
    LOST = "lost"


@dataclass(slots=True)
class TrackedMat:
    """One mat's memory: the place believed now, and a newer one waiting for other frames to
    agree.
    """

    mat: Mat
    now: LocatedMat | None = None
    sight: MatSight = MatSight.LOST
    waiting: LocatedMat | None = None
    agreed: int = 0
    glimpsed: bool = False  # at least one of its marks was in the last frame


@dataclass(slots=True)
class MatTracker:
    """All mats of a table. Pure but for its memory: no camera, no clock."""

    mats: tuple[Mat, ...]
    finder: MarkFinder = field(default_factory=MarkFinder)
    frames: int = 0
    followed: dict[str, TrackedMat] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.followed = {mat.name: TrackedMat(mat) for mat in self.mats}

    def see(self, frame: Pixels) -> dict[str, MatSight]:
        marks = self.finder.find(frame, closely=self._closely())
        self.frames += 1
        before = {name: mat.now for name, mat in self.followed.items()}
        sights = {name: _update(mat, marks) for name, mat in self.followed.items()}
        self._bumped(before, sights)
        return {name: mat.sight for name, mat in self.followed.items()}

    def _bumped(self, before: dict[str, LocatedMat | None], sights: dict[str, MatSight]) -> None:
        """When every mat in sight left its place, the camera moved: those out of sight have no
        place either.
        """
        seen = [
            name
            for name, sight in sights.items()
            if self.followed[name].glimpsed and before[name] is not None
        ]
        if seen and all(self.followed[name].now is None for name in seen):
            for name, sight in sights.items():
                if sight is MatSight.HIDDEN:
                    self.followed[name].now = None

    def _closely(self) -> bool:
        looked_for = [
            mat
            for mat in self.followed.values()
            if not (mat.mat.extra and mat.sight is MatSight.LOST)
        ]
        missing = any(mat.now is None or mat.sight is MatSight.HIDDEN for mat in looked_for)
        return missing and self.frames % CLOSE_LOOK_EVERY == 0

    def place(self, mat: str, zone: str | None = None, cell: str | None = None) -> Quad | None:
        """Corners in the picture of a mat, a zone of it or a cell of that zone; None while nobody
        knows.
        """
        at = self.followed[mat].now
        if at is None or zone is None:
            return None if at is None else at.corners()
        found = at.mat.zone(zone)
        return at.corners(box(*found.box_mm) if cell is None else found.cells()[cell])


def _update(mat: TrackedMat, marks: dict[int, Quad]) -> MatSight:
    found = locate(mat.mat, marks)
    mat.glimpsed = any(number in marks for number in mat.mat.marks())
    if found is None:
        mat.agreed = 0
        if mat.now is not None and _contradicted(mat.now, marks):
            mat.now = None  # one mark is seen, and not where it should be: better hidden than wrong
        mat.sight = MatSight.LOST if mat.sight is MatSight.LOST else MatSight.HIDDEN
    elif mat.now is not None and _same(mat.now, found):
        mat.agreed = 0
        mat.sight = MatSight.PARTLY if found.hidden else MatSight.LOCATED
    else:
        _moving(mat, found)
    return mat.sight


def _moving(mat: TrackedMat, found: LocatedMat) -> None:
    """A new place is believed when several frames agree on it; meanwhile the old one no longer
    counts.
    """
    mat.agreed = mat.agreed + 1 if mat.waiting is not None and _same(mat.waiting, found) else 1
    mat.waiting = found
    if mat.agreed >= AGREEING_FRAMES:
        mat.sight = MatSight.LOCATED if mat.sight is MatSight.LOST else MatSight.MOVED
        mat.now, mat.agreed = found, 0
    elif mat.sight is not MatSight.LOST:
        mat.now, mat.sight = None, MatSight.HIDDEN


def _contradicted(now: LocatedMat, marks: dict[int, Quad]) -> bool:
    wanted = now.mat.marks()
    seen = [number for number in wanted if number in marks]
    return any(
        np.abs(now.corners(wanted[number]) - marks[number]).max() > 3 * STILL_PX for number in seen
    )


def _same(one: LocatedMat, other: LocatedMat) -> bool:
    """The marks seen now lie where the older place has them: hidden marks cannot shift a mat."""
    wanted = one.mat.marks()
    seen = [number for number in wanted if number not in other.hidden]
    return all(
        np.abs(one.corners(wanted[n]) - other.corners(wanted[n])).max() < STILL_PX for n in seen
    )
