"""The pipeline: frames in, reports out. No process, no pipe and no clock of its own, so that tests
can drive it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import cv2
import msgspec
import numpy as np

from vision.arrays import Pixels
from vision.began import Beginning
from vision.camera import Frame
from vision.light import LightMeter
from vision.protocol import CameraPicture, Report, Watch, WatchOrder, ZoneReading
from vision.reading import Light, Point, Reading
from vision.settle import Settle, TrayState
from vision.zones.white_balance import balanced
from vision.zones.zone_map import ZoneMap

SHOWN_WIDTH = 640
EVIDENCE_WIDTH = 640
GROWN = 0.08  # of a zone's sides: room around what is laid down, to notice a hand that reaches in
AHEAD_EVERY_S = 0.25
HIDDEN, LEARNING = "hidden", "learning"
NO_FRAME = Frame(np.zeros((0, 0, 3), np.uint8), 0.0, 0)


class Recogniser(Protocol):
    """What each kind brings as `vision.<kind>.recogniser.recogniser()`: one zone's pixels in, one
    reading out.
    """

    def __call__(self, pixels: Pixels, order: WatchOrder) -> Reading: ...


@runtime_checkable
class Learner(Protocol):
    """A recogniser that takes its time to learn what was taught."""

    def is_ready(self, order: WatchOrder) -> bool:
        """False while there is more to learn; each time it is asked it learns a little."""
        ...

    def learned(self) -> tuple[int, int]:
        """How many taught pictures it knows, and of how many, while it learns."""
        ...


@dataclass(slots=True)
class WatchedZone:
    """One order being watched. Kept for its zone and kind, so that dice left from before are no new
    roll.
    """

    order: WatchOrder
    settle: Settle
    whole: bool | None = None  # whether it looked at the whole picture last
    hidden: bool = False
    ready: bool | None = None  # whether what was taught has been learned; None: not asked yet
    began: Beginning = field(default_factory=Beginning)
    has_read: bool = False  # for this order

    def begin(self, *, was_watched: bool) -> None:
        """Another question about the same zone."""
        self.settle.again(was_watched=was_watched)
        if self.order.is_asked and not self.has_read:
            self.settle.give_up()
        elif not self.order.is_asked:
            self.settle.begin_late()
        self.has_read = False
        lying = self.settle.dice if was_watched else None
        self.began = Beginning(lying)

    def shown(self, pixels: Pixels, frame: Frame) -> Pixels:
        """What is read of it: without the rim around it, and white as the frame's white is."""
        own = without_rim(pixels) if is_laid(self.order) and not self.whole else pixels
        return balanced(own, frame.whites.get(self.order.zone))

    def look_away(self) -> None:
        """The camera saw nothing for a while: what lay there last may lie there no longer."""
        self.settle.again(was_watched=False)
        self.began.lying = None

    def is_for(self, order: WatchOrder) -> bool:
        return (self.order.ask, self.order.occasion) == (order.ask, order.occasion)

    @property
    def is_busy(self) -> bool:
        return self.ready is False or self.settle.state is TrayState.ROLLING

    @property
    def state(self) -> str:
        return (
            HIDDEN if self.hidden else LEARNING if self.ready is False else self.settle.state.value
        )


@dataclass(slots=True)
class VisionPipeline:
    recognisers: Callable[[str], Recogniser]
    zone_map: ZoneMap = field(default_factory=ZoneMap)
    watched: dict[tuple[str, str], WatchedZone] = field(default_factory=dict)
    # asked for earlier; what lay there is remembered
    idle: dict[tuple[str, str], WatchedZone] = field(default_factory=dict)
    known: dict[str, Recogniser] = field(default_factory=dict)
    meter: LightMeter = field(default_factory=LightMeter)
    pictures_per_s: float = 0.0
    shown_s: float = 0.0
    frame: Frame = NO_FRAME  # the newest, with closed zones black
    prepare: str = ""  # taught cards to be learned when there is time
    prepared_s: float = 0.0  # when that was done last

    def watch(self, orders: Watch) -> None:
        known = {**self.idle, **self.watched}
        kept: dict[tuple[str, str], WatchedZone] = {}
        for order in orders.orders:
            key = (order.zone, order.kind)
            post = known.get(key)
            if post is None:
                post = WatchedZone(order, self._settle(order))
            elif key not in self.watched or not post.is_for(order):
                post.begin(was_watched=key in self.watched)
            post.order, post.ready = order, None
            kept[key] = post
        self.idle = {key: post for key, post in known.items() if key not in kept}
        self.watched, self.pictures_per_s = kept, orders.pictures_per_s
        self.prepare = orders.prepare
        self.zone_map.lay(orders)
        if not kept:
            # the pieces it was measured on are put away: the next ones may be another game's
            self.meter.contrast = None

    def look(self, *, laid_only: bool = False) -> None:
        """Forgets what was seen before, so that dice left lying are offered too."""
        for post in self.watched.values():
            if is_laid(post.order) or not laid_only:
                post.settle, post.ready = self._settle(post.order, primed=True), None
                post.began.read_again()

    def recogniser(self, order: WatchOrder) -> Recogniser:
        """One for all places: what was taught is in memory once."""
        if order.kind not in self.known:
            self.known[order.kind] = self.recognisers(order.kind)
        return self.known[order.kind]

    def _settle(self, order: WatchOrder, *, primed: bool = False) -> Settle:
        key = (order.zone, order.kind)
        return Settle(
            lambda pixels: self._read(self.watched[key], pixels),
            laid=is_laid(order),
            primed=primed,
        )

    def _read(self, post: WatchedZone, pixels: Pixels) -> Reading:
        shown = post.shown(pixels, self.frame)
        reading = self.recogniser(post.order)(shown, post.order)
        self.meter.pieces(shown, reading.findings)
        evidence = shrunk(shown, EVIDENCE_WIDTH, 80)
        return msgspec.structs.replace(
            reading, evidence=evidence, size_px=(shown.shape[1], shown.shape[0])
        )

    def see(self, frame: Frame) -> list[Report]:
        """A frame from the capture step; one that did not come that way is covered here, before
        anything looks.
        """
        if frame.number <= self.frame.number:  # the camera was opened anew
            for post in self.watched.values():
                post.look_away()
        self.frame = (
            self.zone_map.seen(frame) if frame.places is None else self.zone_map.covered(frame)
        )
        pixels = self.frame.pixels
        if not pixels.any():
            return []  # closed, all of it
        self.meter.see(pixels)
        seen: list[Report] = []
        for post in self.watched.values():
            reading = self._watched(post)
            if reading is not None:
                order = post.order
                named = msgspec.structs.replace(reading, zone=order.zone, ask=order.ask)
                seen.append(ZoneReading(order.ask, named, order.occasion))
        if self.pictures_per_s and frame.taken_at_s - self.shown_s >= 1 / self.pictures_per_s:
            self.shown_s = frame.taken_at_s
            seen.append(CameraPicture(shrunk(pixels, SHOWN_WIDTH, 70)))
        return seen

    def _watched(self, post: WatchedZone) -> Reading | None:
        order, frame = post.order, self.frame
        corners = order.corners or (frame.places or {}).get(order.zone)
        whole = corners is None
        if (
            whole
            and self.zone_map.has_places
            and not (order.anywhere and not self.zone_map.knows(order.zone))
        ):
            post.hidden = True
            return None
        if post.whole is not None and post.whole != whole:
            post.settle = self._settle(order)
        post.whole, post.hidden = whole, False
        flat = zone_of(frame.pixels, corners, GROWN if is_laid(order) else 0.0)
        post.began.see(flat)
        recognise = self.recogniser(order)
        post.ready = post.ready or not isinstance(recognise, Learner) or recognise.is_ready(order)
        if not post.ready:
            return None
        reading = post.settle.see(Frame(flat, frame.taken_at_s, frame.number))
        if reading is None:
            return None
        post.has_read = True
        return self._with_beginning(post, reading, flat)

    def _with_beginning(self, post: WatchedZone, reading: Reading, now: Pixels) -> Reading:
        """Says beside what lies there what lay there when the question began."""
        if not is_laid(post.order):
            return reading
        began = post.began
        lay = began.findings(now, reading.findings, lambda old: self._read(post, old).findings)
        picture = began.picture
        evidence = None if picture is None else post.shown(picture, self.frame)
        return msgspec.structs.replace(
            reading,
            before=lay,
            before_evidence=None if evidence is None else shrunk(evidence, EVIDENCE_WIDTH, 80),
        )

    def zone(self, name: str, grown: float = 0.0) -> Pixels | None:
        """What lies in a zone now, flat; the whole picture for no name. None while nobody knows
        where it is.
        """
        if not self.frame.pixels.size:
            return None
        if not name:
            return self.frame.pixels
        corners = (self.frame.places or {}).get(name)
        white = self.frame.whites.get(name)
        return (
            None if corners is None else balanced(zone_of(self.frame.pixels, corners, grown), white)
        )

    def states(self) -> dict[str, str]:
        return {post.order.zone: post.state for post in self.watched.values()}

    def begun(self) -> tuple[str, ...]:
        """The asks of which it is known what lay there when they were asked."""
        posts = self.watched.values()
        return tuple(post.order.ask for post in posts if post.began.is_known)

    def light(self) -> Light | None:
        return self.meter.light(self.frame.pixels) if self.frame.pixels.any() else None


def learn_ahead(pipeline: VisionPipeline) -> None:
    """A picture now and then of what will be asked for later, while nothing moves."""
    now_s = pipeline.frame.taken_at_s
    is_busy = any(post.is_busy for post in pipeline.watched.values())
    if not pipeline.prepare or is_busy or now_s - pipeline.prepared_s < AHEAD_EVERY_S:
        return
    pipeline.prepared_s = now_s
    order = WatchOrder("", "", "cards", taught=pipeline.prepare, is_asked=False)
    learner = pipeline.recogniser(order)
    if isinstance(learner, Learner):
        learner.is_ready(order)


def learned(pipeline: VisionPipeline) -> tuple[int, int]:
    """Taught pictures, and of how many, while they are being learned."""
    learners = (one for one in pipeline.known.values() if isinstance(one, Learner))
    return next((part for one in learners if (part := one.learned())[1]), (0, 0))


def is_laid(order: WatchOrder) -> bool:
    """Everything but thrown dice is laid down by hand."""
    return order.kind != "dice"


def shrunk(pixels: Pixels, width: int, quality: int) -> bytes:
    """For people to look at; never for reading."""
    if pixels.shape[1] > width:
        size = (width, max(1, pixels.shape[0] * width // pixels.shape[1]))
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def zone_of(pixels: Pixels, corners: tuple[Point, ...] | None, grown: float = 0.0) -> Pixels:
    """The zone seen flat, at about the camera's own resolution; `grown` by a rim of that share of
    its sides.
    """
    if corners is None:
        return pixels
    quad = np.array(corners, np.float32) * np.array([pixels.shape[1], pixels.shape[0]], np.float32)
    wide = max(
        float(np.linalg.norm(quad[1] - quad[0])), float(np.linalg.norm(quad[2] - quad[3])), 16
    )
    high = max(
        float(np.linalg.norm(quad[3] - quad[0])), float(np.linalg.norm(quad[2] - quad[1])), 16
    )
    wide, high = min(wide, 4096), min(high, 4096)
    rim_x, rim_y = wide * grown, high * grown
    start = np.array([rim_x, rim_y], np.float32)
    flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) + start
    size = (int(wide + 2 * rim_x), int(high + 2 * rim_y))
    return np.asarray(
        cv2.warpPerspective(pixels, cv2.getPerspectiveTransform(quad, flat), size), np.uint8
    )


def without_rim(grown: Pixels) -> Pixels:
    """The zone itself, out of a picture that was grown around it."""
    height, width = grown.shape[:2]
    x, y = (round(side * GROWN / (1 + 2 * GROWN)) for side in (width, height))
    return np.ascontiguousarray(grown[y : height - y, x : width - x])
