"""The roll as it happens in one zone: empty, rolling, at rest, cocked, nudged, turned by hand,
hidden.

A reading is offered once per roll, when the zone has been still over several frames and the
readings agree over them. What is laid down (tokens, cards, dice on a grid) is offered when it
differs from what lay there before. Nothing here waits: stillness is measured, time comes with the
frames. No camera, no process, no game.
"""

import enum
from collections.abc import Callable
from dataclasses import dataclass, replace

import msgspec
import numpy as np

from vision.arrays import Pixels
from vision.camera import Frame
from vision.motion import Motion, ZoneSample, differing, reaches_in
from vision.reading import Decision, Finding, Reading, Why

Read = Callable[[Pixels], Reading]
Alike = Callable[[tuple[Reading, ...]], bool]

STILL_FRAMES = 3
GLANCE_FRAMES = 2
STILL_S = 0.1
LAID_STILL_S = 0.4  # people lay pieces down one by one; a hand that lingers has not finished
HAND_SHARE = 0.04
# something that has lain over the edge for so long is no hand; but nobody trusts it unasked
HIDDEN_S = 4.0
AGREEING_READS = 2
PATIENCE_READS = 8  # readings that keep disagreeing are offered as a question after so many
# readings of what some frame doubts, before people are asked; and how many of them must be sure to
# trust it after all
VOTES, MAJORITY = 5, 3
SAME_PLACE = 0.35  # of a die's width
# dice that slid less than their width, values unchanged, were pushed; a roll lands so in 1 of 200
NUDGE = 1.0
HIDDEN_SHARE = 0.3


class TrayState(enum.Enum):
    EMPTY = "empty"
    ROLLING = "rolling"
    AT_REST = "at rest"
    COCKED = "cocked"
    NUDGED = "nudged"
    TURNED = "turned by hand"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class RollMemory:
    """What is known between frames."""

    state: TrayState = TrayState.EMPTY
    last: tuple[Finding, ...] = ()  # dice at the last rest, for telling a roll from a nudge
    scene: ZoneSample | None = None  # how the zone looked then
    still_since_s: float | None = None
    still_frames: int = 0
    reads: tuple[Reading, ...] = ()
    settled: bool = False  # nothing more to read until something moves
    doubted: bool = False  # the last reading offered was a question
    primed: bool = True  # whether dice lying here may be a roll; not so when nobody saw them come
    is_over: bool = False  # what rolls was thrown for a question that is answered already
    unwatched: bool = False  # nobody looked for a while: what is new may have come at any time
    early: bool = False  # the dice lay still already when the question came


class Settle:
    """Feed it every frame of a zone with `see`; it returns a reading at most once per roll.

    `laid`: pieces laid down by hand instead of rolled. Not `primed`: what lies there at the first
    look was there before, as after a restart, and is no roll.
    """

    def __init__(self, read: Read, *, laid: bool = False, primed: bool = True) -> None:
        self._read, self._laid = read, laid
        self._still_s = LAID_STILL_S if laid else STILL_S
        self._motion = Motion()
        self._memory = RollMemory(primed=primed)

    @property
    def state(self) -> TrayState:
        return self._memory.state

    @property
    def dice(self) -> tuple[Finding, ...] | None:
        """What lay here at the last rest; None where nothing ever rested before the camera."""
        return self._memory.last if self._memory.scene is not None else None

    def again(self, *, was_watched: bool = True) -> None:
        """A new ask: whatever lies still may be read again, but only what is new will be
        offered. Where nobody looked for a while, dice that lie otherwise now were thrown, but
        perhaps not for what is asked: that is for people to say.
        """
        self._memory = replace(self._memory, settled=False, reads=())
        if not was_watched:
            self._motion = Motion()
            self._memory = replace(self._memory, unwatched=not self._laid)

    def give_up(self) -> None:
        """What still rolls was thrown for a question that somebody has answered meanwhile."""
        is_rolling = self._memory.state is TrayState.ROLLING
        self._memory = replace(self._memory, is_over=is_rolling and not self._laid)

    def begin_late(self) -> None:
        """A question after a while without one: dice that have come to lie but were not read yet
        were thrown before it. People say whether they count; those that still tumble do.
        """
        memory = self._memory
        is_early = memory.state is TrayState.ROLLING and memory.still_frames > 0
        self._memory = replace(memory, early=is_early and not self._laid)

    def see(self, frame: Frame) -> Reading | None:
        scene = ZoneSample.of(frame.pixels)
        is_first = not self._motion.has_seen
        if self._motion.moved(scene.essence):
            primed = self._memory.primed or not is_first
            moving = replace(
                self._memory,
                state=TrayState.ROLLING,
                still_since_s=None,
                still_frames=0,
                primed=primed,
                early=False,
            )
            self._memory = replace(moving, reads=(), settled=False)
            return None
        self._memory = _stiller(self._memory, frame.taken_at_s)
        since = self._memory.still_since_s
        if self._memory.settled or since is None:
            return None
        if (
            self._memory.still_frames < STILL_FRAMES
            or frame.taken_at_s - since < self._still_s - 1e-6
        ):
            self._glance(frame)
            return None
        return self._look(frame, scene)

    def _glance(self, frame: Frame) -> None:
        """The first reading of rolled dice is made while their stillness is still being measured:
        that saves its time.

        Only a sure one counts, and only together with one made after it, when the dice have been
        still long enough.
        """
        if (
            self._laid
            or self._memory.reads
            or self._memory.still_frames != GLANCE_FRAMES
            or not self._memory.primed
        ):
            return
        reading = msgspec.structs.replace(self._read(frame.pixels), seen_at_s=frame.taken_at_s)
        if reading.decision is Decision.ACCEPT:
            self._memory = replace(self._memory, reads=(reading,))

    def _is_covered(self, scene: ZoneSample) -> bool:
        """A hand or an arm lies over what was laid down: nothing is read through it."""
        before = self._memory.scene
        return self._laid and before is not None and reaches_in(scene, before, HAND_SHARE)

    def _look(self, frame: Frame, scene: ZoneSample) -> Reading | None:
        before = self._memory
        if (
            before.scene is not None
            and (before.last or self._laid)
            and differing(scene, before.scene) < 0.001
        ):
            # Exactly as at the last rest: a hand or a shadow passed.
            state = TrayState.AT_REST if before.last else TrayState.EMPTY
            self._memory = replace(before, state=state, settled=True, unwatched=False)
            return None
        covered = self._is_covered(scene)
        if covered and frame.taken_at_s - (before.still_since_s or 0.0) < HIDDEN_S:
            self._memory = replace(before, state=TrayState.HIDDEN)
            return None
        reading = msgspec.structs.replace(self._read(frame.pixels), seen_at_s=frame.taken_at_s)
        if covered and reading.decision is Decision.ACCEPT:
            reading = _asked(reading, "sight.covered")
        reads = (*before.reads, reading)[-PATIENCE_READS:]
        self._memory = replace(before, reads=reads)
        alike = lying_alike if self._laid else agreeing
        if alike(reads[-AGREEING_READS:]) and len(reads) >= AGREEING_READS:
            agreed = best(reads[-AGREEING_READS:])
            if not agreed.findings or agreed.decision is Decision.ACCEPT:
                return self._settled(agreed, scene)
            if len(reads) >= VOTES:
                return self._settled(voted(reads[-VOTES:], alike), scene)
        if len(reads) >= PATIENCE_READS:
            why = reading.why if reading.decision is Decision.ASK else Why("sight.moving")
            return self._settled(
                msgspec.structs.replace(reading, decision=Decision.ASK, why=why), scene
            )
        return None

    def _settled(self, reading: Reading, scene: ZoneSample) -> Reading | None:
        if self._laid:
            return self._laid_down(reading, scene)
        before = self._memory
        state = what_happened(before, reading, scene)
        keep = (
            before
            if state is TrayState.HIDDEN
            else replace(before, last=reading.findings, scene=scene)
        )
        self._memory = replace(
            replace(keep, early=False, unwatched=False),
            state=state,
            settled=True,
            reads=(),
            primed=True,
            is_over=False,
        )
        if not before.primed or before.is_over:
            return None  # nobody saw these dice come, or they were thrown for something else
        match state:
            case TrayState.AT_REST | TrayState.COCKED if not same(before.last, reading.findings):
                return _as_thrown(before, reading)
            case TrayState.TURNED:
                return _asked(reading, "sight.turned")
            case _:
                return None

    def _laid_down(self, reading: Reading, scene: ZoneSample) -> Reading | None:
        before = self._memory
        state = TrayState.AT_REST if reading.findings else TrayState.EMPTY
        is_doubted = reading.decision is Decision.ASK
        self._memory = replace(
            before, state=state, last=reading.findings, scene=scene, settled=True, reads=()
        )
        self._memory = replace(self._memory, doubted=is_doubted)
        is_news = before.scene is None or _lying(before.last) != _lying(reading.findings)
        return reading if is_news or (before.doubted and not is_doubted) else None


def _as_thrown(memory: RollMemory, reading: Reading) -> Reading:
    """A roll, or dice of which people say whether they were thrown for the question."""
    if memory.unwatched:
        return _asked(reading, "sight.unwatched")
    return _asked(reading, "sight.early") if memory.early else reading


def _asked(reading: Reading, why: str) -> Reading:
    return msgspec.structs.replace(reading, decision=Decision.ASK, why=Why(why))


def lying_alike(reads: tuple[Reading, ...]) -> bool:
    """The same pieces in the same cells, turned the same way."""
    return all(_lying(reads[0].findings) == _lying(other.findings) for other in reads[1:])


def _lying(findings: tuple[Finding, ...]) -> list[tuple[str, ...]]:
    return sorted(
        tuple(str(part) for part in (f.cell, f.value, f.colour, f.turn, f.count)) for f in findings
    )


def _stiller(memory: RollMemory, now_s: float) -> RollMemory:
    since = now_s if memory.still_since_s is None else memory.still_since_s
    return replace(memory, still_since_s=since, still_frames=memory.still_frames + 1)


def agreeing(reads: tuple[Reading, ...]) -> bool:
    """The same dice in the same places with the same values."""
    return all(same(reads[0].findings, other.findings) for other in reads[1:])


def best(reads: tuple[Reading, ...]) -> Reading:
    """Of agreeing readings the most doubtful: every frame must be trusted for the roll to be."""
    asking = [reading for reading in reads if reading.decision is Decision.ASK]
    return asking[-1] if asking else reads[-1]


def voted(reads: tuple[Reading, ...], alike: Alike) -> Reading:
    """One frame's grain may make a roll or a card doubtful that the others are sure of. It is
    trusted when most are, and when every one of them, sure or not, has the same pieces with the
    same values.
    """
    sure = [reading for reading in reads if reading.decision is Decision.ACCEPT]
    return sure[-1] if len(sure) >= MAJORITY and alike(reads) else best(reads)


def what_happened(memory: RollMemory, reading: Reading, scene: ZoneSample) -> TrayState:
    """Between the last rest and now."""
    now, last = reading.findings, memory.last
    if not now:
        covered = (
            memory.scene is not None
            and bool(last)
            and differing(scene, memory.scene) > HIDDEN_SHARE
        )
        return TrayState.HIDDEN if covered else TrayState.EMPTY
    if reading.why.key == "sight.cocked":
        return TrayState.COCKED
    if same(last, now):
        return TrayState.AT_REST
    if len(last) == len(now) and last:
        if same_values(last, now) and max(slides(last, now)) < NUDGE:
            return TrayState.NUDGED
        places = [d < SAME_PLACE for d in slides(last, now)]
        if (
            all(places)
            and sum(a.value != b.value for a, b in matched(last, now)) == 1
            and len(now) > 1
        ):
            return TrayState.TURNED
    return TrayState.AT_REST


def same(a: tuple[Finding, ...], b: tuple[Finding, ...]) -> bool:
    if len(a) != len(b):
        return False
    if not a:
        return True
    return all(slide < SAME_PLACE for slide in slides(a, b)) and all(
        x.value == y.value for x, y in matched(a, b)
    )


def same_values(a: tuple[Finding, ...], b: tuple[Finding, ...]) -> bool:
    return all(x.value == y.value for x, y in matched(a, b))


def matched(a: tuple[Finding, ...], b: tuple[Finding, ...]) -> list[tuple[Finding, Finding]]:
    """Pairs of nearest dice, nearest first."""
    gaps = sorted((_gap(x, y), i, j) for i, x in enumerate(a) for j, y in enumerate(b))
    pairs: list[tuple[Finding, Finding]] = []
    used_a: set[int] = set()
    used_b: set[int] = set()
    for _, i, j in gaps:
        if i not in used_a and j not in used_b:
            pairs.append((a[i], b[j]))
            used_a.add(i)
            used_b.add(j)
    return pairs


def slides(a: tuple[Finding, ...], b: tuple[Finding, ...]) -> list[float]:
    """How far each die slid, in its own widths."""
    return [_gap(x, y) for x, y in matched(a, b)]


def _gap(a: Finding, b: Finding) -> float:
    ax0, ay0, ax1, ay1 = a.box
    bx0, by0, bx1, by1 = b.box
    away = np.hypot((ax0 + ax1 - bx0 - bx1) / 2, (ay0 + ay1 - by0 - by1) / 2)
    return float(away / max(ax1 - ax0, ay1 - ay0, 1e-6))
