"""Markers on printed tracks: what the tracker has, put as something the eye can look at. Pure.

Nobody answers these: the tracker is right, and where a marker surely lies on another number people
get a quiet hint. A track is looked at when a mat has a zone with its tracker's name: a row for each
seat, a column for each number.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.kit.asks import Cell, PieceWanted, Place
from companion.kit.pieces import Piece
from companion.kit.say import Say, Value, name_of, say
from companion.kit.seats import Seat
from companion.kit.trackers import Abacus, Track, Tracker
from companion.service.places import TablePlaces
from companion.service.status import Hint
from vision.mats.layout import Area
from vision.reading import Reading

TRACK = "track "  # before a zone's name: no ask has such an id, theirs begin with a round
TEN = 10
MARKER = "marker"  # of nobody: one for all


@dataclass(frozen=True, slots=True)
class TrackMarkers:
    """One track as the tracker has it. `ask` is what the eye looks for; `at`: the number of each
    row's marker.
    """

    ask: Place
    at: dict[int, int]
    whose: dict[int, str]
    is_abacus: bool = False


def standing(
    trackers: tuple[Tracker, ...], seats: tuple[Seat, ...], ground: TablePlaces
) -> tuple[TrackMarkers, ...]:
    places = ground.areas()
    found: list[TrackMarkers] = []
    for tracker in trackers:
        zones = {
            zone: places[ground.place(zone)]
            for zone in _zones(tracker)
            if ground.place(zone) in places
        }
        found += [
            one
            for zone, area in zones.items()
            if (one := _of(tracker, zone, area, seats)) is not None
        ]
    return tuple(found)


def _zones(tracker: Tracker) -> list[str]:
    """A track by its name; where its markers are of two colours, a track of its own for each
    colour.
    """
    if isinstance(tracker, Abacus):
        return [tracker.id]
    if not isinstance(tracker, Track):
        return []
    return list(
        dict.fromkeys(
            (tracker.id, *(f"{tracker.id}_{one.colour}" for one in tracker.markers if one.colour))
        )
    )


def _of(tracker: Tracker, zone: str, area: Area, seats: tuple[Seat, ...]) -> TrackMarkers | None:
    if area.rows * area.cols == 0:
        return None
    rows = {seat.id: row for row, seat in enumerate(seats, 1)}
    if isinstance(tracker, Abacus):
        tens, ones = divmod(tracker.value, TEN)
        at, whose = {1: tens, 2: ones}, dict.fromkeys((1, 2), tracker.seat or "")
    elif isinstance(tracker, Track):
        mine = [
            one for one in tracker.markers if zone in (tracker.id, f"{tracker.id}_{one.colour}")
        ]
        at = {
            rows.get(one.seat or "", 1): _lap(one.at - tracker.least, area.cols - 1) for one in mine
        }
        whose = {rows.get(one.seat or "", 1): one.seat or "" for one in mine}
    else:
        return None
    if max(at, default=0) > area.rows or max(at.values(), default=0) >= area.cols:
        return None
    return TrackMarkers(
        _ask(tracker.say, zone, area, at, whose, seats), at, whose, isinstance(tracker, Abacus)
    )


def _lap(at: int, last: int) -> int:
    """Beyond the printed end a marker runs another time."""
    return at if at <= last else (at - 1) % last + 1


def _ask(
    words: Say,
    zone: str,
    area: Area,
    at: dict[int, int],
    whose: dict[int, str],
    seats: tuple[Seat, ...],
) -> Place:
    colours = {seat.id: seat.colour or seat.id for seat in seats}
    owners = dict.fromkeys(owner or MARKER for owner in whose.values())
    return Place(
        id=TRACK + zone,
        say=words,
        zone=zone,
        sheet=zone,
        optional=True,
        as_it_lies=True,
        cells=tuple(Cell(name) for name in area.cells_mm),
        pieces=tuple(PieceWanted(owner, colour=colours.get(owner)) for owner in owners),
        per_cell=1,
        now={f"{row},{col + 1}": (Piece(whose[row] or MARKER),) for row, col in at.items()},
    )


# Table against tracker


def misplaced(track: TrackMarkers, reading: Reading, place: str) -> tuple[Hint, ...]:
    """Where the camera is sure of a row and the tracker has another number there."""
    seen = dict(_seen(track, reading))
    if track.is_abacus:
        if set(seen) != set(track.at) or seen == track.at:
            return ()
        return (_hint(track, place, 1, TEN * seen[1] + seen[2], TEN * track.at[1] + track.at[2]),)
    return tuple(
        _hint(track, place, row, seen[row], at)
        for row, at in track.at.items()
        if seen.get(row, at) != at
    )


def _seen(track: TrackMarkers, reading: Reading) -> Iterator[tuple[int, int]]:
    """The number of each row with just one marker that is surely there, in its owner's colour."""
    colours = {piece.id: piece.colour for piece in track.ask.pieces}
    for row in track.at:
        here = [
            one
            for one in reading.findings
            if one.cell is not None and one.cell.startswith(f"{row},")
        ]
        if len(here) == 1 and here[0].sure and here[0].cell is not None:
            own = colours.get(track.whose[row])
            if len(set(colours.values())) == 1 or own in (None, here[0].colour):
                yield row, int(here[0].cell.partition(",")[2]) - 1


def _hint(track: TrackMarkers, place: str, row: int, seen: int, tracked: int) -> Hint:
    values: dict[str, Value] = {"what": track.ask.say, "seen": seen, "tracked": tracked}
    if track.whose[row] and not track.is_abacus:
        return Hint(place, say("sight.hint.marker_of", who=name_of(track.whose[row]), **values))
    return Hint(place, say("sight.hint.marker", **values))
