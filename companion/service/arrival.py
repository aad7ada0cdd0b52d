"""What of a reading counts for a question: what came to its place after it was asked, or, where the
rules mean it so, what lies there as it lies. Pure.

What lay there before is context. A card that somebody laid after tapping its name is the tapped
one, not the next.
"""

from dataclasses import replace

import msgspec

from companion.kit.asks import Ask, Count, Place, Roll, Show
from companion.kit.intents import AnswerValue, Placed, Shown
from companion.kit.pieces import Piece
from companion.service.place_memory import Lying, PlaceMemory
from companion.service.reading_answers import is_untaught, proposal
from vision.reading import Decision, Finding, Reading

NEAR = 0.5  # of a piece's width: a piece that was moved less lies where it lay


class Counting(msgspec.Struct, frozen=True):
    """`reading` holds only what counts. Not `is_told`: nobody can tell what lay there before, so
    that people are asked.
    """

    reading: Reading
    is_told: bool = True
    is_news: bool = True


def begun(place: PlaceMemory, ask: Ask, reading: Reading) -> PlaceMemory:
    """What lay there when this question began, as it was told first; a camera that was started
    anew knows less. What has gone since may come back as an answer.
    """
    if is_untaught(reading):
        return place  # who knows no card sees none
    if place.began != ask.id:
        return replace(place, began=ask.id, lay_before=reading.before)
    if place.lay_before is None or reading.decision is not Decision.ACCEPT:
        return place
    return replace(place, lay_before=_still_there(place.lay_before, reading.findings))


def counting(ask: Ask, reading: Reading, place: PlaceMemory) -> Counting:
    """What counts of a reading, with what is remembered of its place."""
    if isinstance(ask, Roll):
        return Counting(reading)  # the camera says a roll once, when it has seen it thrown
    if ask.as_it_lies:
        return _as_it_lies(ask, reading, place)
    if place.lay_before is None:
        return Counting(reading, is_told=False)
    if isinstance(ask, Place | Count):
        changed = as_lying(reading.findings) != as_lying(place.lay_before)
        return Counting(reading, is_news=changed)
    new = without_owed(arrived(reading.findings, place.lay_before), place.owed)
    maybe = (
        () if new else without_owed(better_known(reading.findings, place.lay_before), place.owed)
    )
    counts = msgspec.structs.replace(reading, findings=new or maybe)
    return Counting(counts, is_told=not maybe, is_news=bool(new or maybe))


def _as_it_lies(ask: Ask, reading: Reading, place: PlaceMemory) -> Counting:
    """Nobody has touched what lies as it lay when the place was told of last, by the camera or by a
    tap: where somebody must answer, people are asked; where nobody must, it says nothing.
    """
    lies = lying(ask, reading)
    if ask.optional:
        # A bare place takes nothing back that people have told by touch: who lays nothing there
        # has taken nothing away.
        was_cleared = bool(reading.findings or place.lay_before)
        return Counting(reading, is_news=was_cleared and lies not in place.told)
    unmoved = place.lay_before is None or lies == _lay(ask, reading, place.lay_before)
    return Counting(reading, is_told=not unmoved or lies not in place.told)


def lying(ask: Ask, reading: Reading) -> Lying:
    """What a reading says of its place, in the words of an answer."""
    value = proposal(ask, reading)
    return () if value is None else told_of(value)


def _lay(ask: Ask, reading: Reading, before: tuple[Finding, ...]) -> Lying:
    return lying(ask, msgspec.structs.replace(reading, findings=before))


def told_of(value: AnswerValue) -> Lying:
    """What an answer says of its place, whoever gave it."""
    match value:
        case Placed(cells=cells):
            each = ((cell, one) for cell, pieces in cells.items() for one in pieces)
            return tuple(sorted(f"{cell} {_words(one)}" for cell, one in each))
        case Shown(cards=cards):
            return tuple(sorted(f"{card.id} {card.turn}" for card in cards))
        case _:
            return ()


def _words(piece: Piece) -> str:
    return f"{piece.id} {piece.face} {piece.turn} x{piece.count}"


def arrived(now: tuple[Finding, ...], before: tuple[Finding, ...]) -> tuple[Finding, ...]:
    left = list(before)
    new: list[Finding] = []
    for finding in now:
        same = _same(finding, left)
        if same is None:
            new.append(finding)
        else:
            left.remove(same)
    return tuple(new)


def better_known(now: tuple[Finding, ...], before: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """What is known now where something unknown lay: the same seen better, or another upon it."""
    unknown = [one for one in before if not one.sure]
    return tuple(
        finding
        for finding in now
        if finding.sure
        and finding.value is not None
        and all(one.value != finding.value for one in before)
        and any(_gap(one, finding) < NEAR for one in unknown)
    )


def _still_there(before: tuple[Finding, ...], now: tuple[Finding, ...]) -> tuple[Finding, ...]:
    left = list(before)
    there: list[Finding] = []
    for finding in now:
        same = _same(finding, left)
        if same is not None:
            left.remove(same)
            there.append(same)
    return tuple(there)


def _same(finding: Finding, others: list[Finding]) -> Finding | None:
    """The same piece in another reading: by its name, or where one of them was not sure of that,
    by where it lies.
    """
    named = [one for one in others if one.value == finding.value and one.value is not None]
    if named:
        return min(named, key=lambda one: _gap(one, finding))
    unsure = [one for one in others if not (one.sure and finding.sure and _is_named(one, finding))]
    near = [one for one in unsure if _gap(one, finding) < NEAR]
    return near[0] if near else None


def _is_named(one: Finding, other: Finding) -> bool:
    return one.value is not None and other.value is not None


def _gap(one: Finding, other: Finding) -> float:
    """How far apart their middles are, in widths."""
    x0, y0, x1, y1 = one.box
    a0, b0, a1, b1 = other.box
    across, down = (x0 + x1 - a0 - a1) / 2, (y0 + y1 - b0 - b1) / 2
    return float((across**2 + down**2) ** 0.5 / max(x1 - x0, y1 - y0, 1e-6))


def as_lying(findings: tuple[Finding, ...]) -> tuple[str, ...]:
    """Which pieces lie in which cells, wherever exactly."""
    each = (f"{one.cell} {one.value} {one.colour} {one.turn} x{one.count}" for one in findings)
    return tuple(sorted(each))


# Tapped first, laid after


def owed(value: AnswerValue, place: PlaceMemory) -> tuple[str, ...]:
    """Cards that were named by hand and do not lie there yet."""
    if not isinstance(value, Shown):
        return ()
    there = [str(one.value) for one in place.reading.findings] if place.reading else []
    named: list[str] = []
    for card in value.cards:
        if card.id in there:
            there.remove(card.id)
        else:
            named.append(card.id)
    return tuple(named)


def without_owed(findings: tuple[Finding, ...], names: tuple[str, ...]) -> tuple[Finding, ...]:
    left = list(names)
    kept: list[Finding] = []
    for finding in findings:
        if str(finding.value) in left:
            left.remove(str(finding.value))
        else:
            kept.append(finding)
    return tuple(kept)


def is_whole(ask: Ask, value: AnswerValue) -> bool:
    """Cards come one after another: where their number is open, only people know the last. No card
    at all is an answer that only people give.
    """
    if not isinstance(ask, Show) or not isinstance(value, Shown):
        return True
    return bool(value.cards) and (ask.least == ask.most or len(value.cards) == ask.most)
