"""Where everything lies in the picture at this moment, and what of it is closed. Part of the
capture step.

This is the one place that looks at an uncovered picture: it looks for corner marks and nothing
else, because a curtain that hangs on mats must move with them. Only numbers and corners are kept of
that look. While a closed mat's place is not known for certain the whole picture is black.
"""

import threading
from dataclasses import replace

import numpy as np

from vision.arrays import Pixels
from vision.camera import Frame
from vision.mats.layout import MARK_MM, QUIET_MM, Area, Mat, areas, box
from vision.privacy import Curtain
from vision.protocol import Watch, ZonePlace
from vision.reading import Point
from vision.zones.mat_tracking import MatSight, MatTracker
from vision.zones.white_balance import White, white_of

Outline = tuple[Point, ...]
LOOK_EVERY = 3  # frames, while nothing is closed; with something closed every frame is looked at
# frames in which a closed mat may still be found before the picture is shown without it
FIRST_LOOKS = 6
MARK_AND_BORDER_MM = MARK_MM + 2 * QUIET_MM


class ZoneMap:
    """Told what there is by one thread (`lay`) and used by the capture thread (`seen`); `covered`
    by both.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._curtain = Curtain()
        self._tracker = MatTracker(())
        self._areas: dict[str, tuple[Mat, Area]] = {}
        self._drawn: dict[str, Outline] = {}
        self._closed: tuple[str, ...] = ()
        self._fixed: tuple[Outline, ...] = ()
        self._laid = False
        self._looks = 0
        self._count = 0
        self._known: set[str] = set()  # mats that were located once
        self._places: dict[str, Outline] = {}

    def lay(self, watch: Watch) -> None:
        """The mats, drawn zones and closed places from now on. Mats that stay keep their place."""
        with self._lock:
            if watch.mats != self._tracker.mats:
                self._tracker, self._looks, self._known, self._places = (
                    MatTracker(watch.mats),
                    0,
                    set(),
                    {},
                )
                self._areas = {
                    name: (mat, area) for mat in watch.mats for name, area in areas(mat).items()
                }
            if not set(watch.closed_places) <= set(self._closed):
                self._looks = 0
            self._drawn, self._closed, self._fixed = (
                dict(watch.drawn),
                watch.closed_places,
                watch.closed,
            )
            self._laid = True

    def seen(self, frame: Frame) -> Frame:
        """A frame as the camera took it, with its places known and its closed parts black."""
        with self._lock:
            self._count += 1
            if self._tracker.mats and (
                self._closed or self._count % LOOK_EVERY == 0 or self._looks < FIRST_LOOKS
            ):
                self._tracker.see(frame.pixels)
                self._looks += 1
                self._known |= {
                    name for name, mat in self._tracker.followed.items() if mat.now is not None
                }
                self._places = _found(self._areas, self._tracker, frame.pixels)
            places = {**self._drawn, **self._places}
            covered = self._behind_curtain(replace(frame, places=places))
            return replace(covered, whites=self._whites(covered.pixels))

    def covered(self, frame: Frame) -> Frame:
        """Once more when a frame is given out: a zone may have closed since it was taken."""
        with self._lock:
            return self._behind_curtain(frame)

    def placed(self) -> dict[str, ZonePlace]:
        """Every place by name, for people: where it is now, and how well that is known."""
        with self._lock:
            found = {name: ZonePlace("drawn", outline) for name, outline in self._drawn.items()}
            for name, (mat, _) in self._areas.items():
                sight = self._tracker.followed[mat.name].sight
                if name in self._places or name not in found:
                    found[name] = ZonePlace(sight.value, self._places.get(name))
            return found

    @property
    def has_places(self) -> bool:
        """Whether there are mats or drawings at all; a table without any is one zone, the whole
        picture.
        """
        return bool(self._areas or self._drawn)

    def knows(self, place: str) -> bool:
        """Whether this place was located once, by its mat or by hand."""
        with self._lock:
            return place in self._drawn or (
                place in self._areas and self._areas[place][0].name in self._known
            )

    @property
    def is_settled(self) -> bool:
        """Everything that has a place is where it was: the moment to hold exposure and white
        balance.
        """
        with self._lock:
            sights = [
                mat.sight for name, mat in self._tracker.followed.items() if name in self._known
            ]
            return bool(sights or self._drawn) and all(
                sight in (MatSight.LOCATED, MatSight.PARTLY) for sight in sights
            )

    def _whites(self, covered: Pixels) -> dict[str, White]:
        """By place, what white is on its mat; a mat that is closed shows none."""
        nows = {name: mat.now for name, mat in self._tracker.followed.items()}
        whites = {name: white_of(covered, now) for name, now in nows.items() if now is not None}
        by_place = {name: whites.get(mat.name) for name, (mat, _) in self._areas.items()}
        return {name: white for name, white in by_place.items() if white is not None}

    def _behind_curtain(self, frame: Frame) -> Frame:
        outlines = self._closed_outlines((frame.pixels.shape[1], frame.pixels.shape[0]))
        if outlines is None or not self._laid:
            return replace(frame, pixels=np.zeros_like(frame.pixels))
        self._curtain.close(outlines)
        return replace(frame, pixels=self._curtain.drawn(frame.pixels))

    def _closed_outlines(self, size: tuple[int, int]) -> tuple[Outline, ...] | None:
        """What to cover in this frame; None: nobody can tell where a closed mat lies, so
        everything.
        """
        outlines = [*self._fixed]
        for name in self._closed:
            mat = next((mat for mat in self._tracker.mats if mat.name == name), None)
            mat = mat or (self._areas[name][0] if name in self._areas else None)
            if mat is not None:
                if self._is_uncertain(mat.name):
                    return None
                now = self._tracker.followed[mat.name].now
                if now is not None:
                    shape = (
                        _without_marks(mat) if name == mat.name else _corners(self._areas[name][1])
                    )
                    outlines.append(_fractions(now.corners(shape), size))
            if name in self._drawn:
                outlines.append(self._drawn[name])
        return tuple(outlines)

    def _is_uncertain(self, name: str) -> bool:
        """Located once and not now, or seen in part just now, or not looked for long enough."""
        mat = self._tracker.followed[name]
        if mat.now is not None:
            return False
        return name in self._known or mat.glimpsed or self._looks < FIRST_LOOKS


def _found(
    areas: dict[str, tuple[Mat, Area]], tracker: MatTracker, pixels: Pixels
) -> dict[str, Outline]:
    size = pixels.shape[1], pixels.shape[0]
    found = {}
    for name, (mat, area) in areas.items():
        at = tracker.followed[mat.name].now
        if at is not None:
            found[name] = _fractions(at.corners(box(*area.box_mm)), size)
    return found


def _corners(area: Area) -> tuple[Point, ...]:
    return box(*area.box_mm)


def _without_marks(mat: Mat) -> tuple[Point, ...]:
    """The whole mat but its four marks, clockwise: covered marks could not be followed."""
    width, height = mat.size_mm
    m = MARK_AND_BORDER_MM
    right, bottom = width - m, height - m
    return (
        *((m, 0.0), (right, 0.0), (right, m), (width, m)),
        *((width, bottom), (right, bottom), (right, height), (m, height)),
        *((m, bottom), (0.0, bottom), (0.0, m), (m, m)),
    )


def _fractions(
    corners: "np.ndarray[tuple[int, ...], np.dtype[np.float32]]", size: tuple[int, int]
) -> Outline:
    return tuple((float(x) / size[0], float(y) / size[1]) for x, y in corners)
