"""Markers on printed tracks before the virtual lens: one on the wrong number is a quiet hint, never
a change.
"""

from pathlib import Path

import pytest

from companion.kit.say import say
from companion.kit.trackers import Abacus, Marker, Track, Tracker
from companion.service.track_markers import TrackMarkers, misplaced, standing
from tests.service.test_seeing import SEATS, Table
from vision.reading import Reading

VP = {"red": (3, 0), "blue": (5, 19), "green": (12, 7)}  # white and black
TRACK = Track(
    id="vp",
    say=say("vp"),
    most=20,
    markers=tuple(
        Marker(at, seat, colour=colour)
        for seat, both in VP.items()
        for colour, at in zip(("white", "black"), both, strict=True)
    ),
)
GOLD = Abacus(id="gold:blue", say=say("gold"), seat="blue", value=47)


def watched(table: Table, *trackers: Tracker) -> dict[str, TrackMarkers]:
    found = {one.ask.id: one for one in standing(trackers, SEATS, table.ground)}
    table.ask(*(one.ask for one in found.values()))
    return found


def newest(table: Table) -> dict[str, Reading]:
    return {reading.ask or "": reading for reading, _ in table.look()}


def lay(table: Table, track: TrackMarkers, place: str, moved: dict[str, str] | None = None) -> None:
    """Every marker where the tracker has it, but for those moved to another cell."""
    colours = {piece.id: piece.colour or "red" for piece in track.ask.pieces}
    for cell, (marker,) in track.ask.now.items():
        table.put(
            "token", colours[marker.id], place, (moved or {}).get(cell, cell), at=f"{place} {cell}"
        )


@pytest.fixture(scope="module")
def mages(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table("spell_from_the_future", ["score"], tmp_path_factory.mktemp("taught"))


def test_markers_where_they_belong_are_no_news_and_one_on_another_number_is_a_hint(
    mages: Table,
) -> None:
    tracks = watched(mages, TRACK)
    white, black = tracks["track vp_white"], tracks["track vp_black"]
    assert set(black.ask.now) == {"1,1", "2,3", "3,8"}, "beyond the end a marker runs a second lap"
    lay(mages, white, "vp_white")
    lay(mages, black, "vp_black", {"3,8": "3,10"})
    seen = newest(mages)
    assert misplaced(white, seen[white.ask.id], "vp_white") == ()
    (hint,) = misplaced(black, seen[black.ask.id], "vp_black")
    assert hint.say.key == "sight.hint.marker_of"
    assert (hint.say.values["seen"], hint.say.values["tracked"]) == (9, 7)
    mages.put("token", "green", "vp_black", "3,8", at="vp_black 3,8")
    assert misplaced(black, newest(mages)[black.ask.id], "vp_black") == ()


def test_a_row_without_its_marker_or_with_two_says_nothing(mages: Table) -> None:
    white = watched(mages, TRACK)["track vp_white"]
    lay(mages, white, "vp_white", {"1,4": "2,9"})
    assert misplaced(white, newest(mages)[white.ask.id], "vp_white") == ()


def test_gold_is_read_from_two_rods_as_one_number(tmp_path: Path) -> None:
    table = Table("world_adventure", ["abacus:2"], tmp_path)
    (gold,) = watched(table, GOLD).values()
    lay(table, gold, "gold:2", {"2,8": "2,6"})
    (hint,) = misplaced(gold, newest(table)[gold.ask.id], "gold:2")
    assert (hint.say.values["seen"], hint.say.values["tracked"]) == (45, 47)


def test_a_table_without_the_track_is_not_looked_at() -> None:
    from companion.service.places import TablePlaces

    assert standing((TRACK, GOLD), SEATS, TablePlaces.of("runika", SEATS)) == ()
