"""What makes a board pack unplayable, and what is odd about it."""

import random

import pytest

from companion import games
from companion.games.world_adventure.pack.check import check_pack
from companion.kit.packs import read_pack
from companion.kit.position import arranged
from companion.packs import Shelf, checked, findings, in_english, shipped, warnings
from companion.simulate import Player, Tally, play, seats_for
from tests.games.world_adventure.table import NATIONS

GAME = games.find("world_adventure")
SEATS = seats_for(GAME, 2)


def test_both_shipped_packs_pass_the_boards_checks() -> None:
    for name in GAME.packs:
        assert check_pack(Shelf().pack(GAME, name)) == ()


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ({"edges": [["java.1", "java.2"]]}, "the same nation"),
        ({"edges": [["java.1", "nowhere.2"]]}, "not on the board"),
        ({"edges": [["java.1", "china.2"], ["china.2", "java.1"]]}, "said twice"),
        ({"nations": [{"id": "java", "name": "J"}, {"id": "java", "name": "J"}]}, "is there twice"),
        ({"nations": [{"id": "java", "name": "J"}]}, "at least two"),
        ({"territories": [{"id": "java.7"}]}, "each nation of the board has"),
        ({"territories": [{"id": "java.1"}, {"id": "java.1"}]}, "is there twice"),
        ({"territories": [{"id": "java.0", "merchant": True}]}, "no symbol is printed"),
        (
            {
                "territories": [
                    {"id": "java.1", "legendary": "red"},
                    {"id": "java.2", "legendary": "red"},
                ]
            },
            "two territories",
        ),
        (
            {
                "territories": [
                    {"id": "java.1", "polygon": [[0, 0], [4, 0], [4, 4]]},
                    {"id": "java.2", "polygon": [[1, 0], [5, 0], [3, 4]]},
                ]
            },
            "overlap",
        ),
        (
            {
                "territories": [
                    {"id": "java.1", "polygon": [[0, 0], [9, 0], [9, 9], [0, 9]]},
                    {"id": "java.2", "polygon": [[4, 4], [5, 4], [5, 5]]},
                ]
            },
            "overlap",
        ),
    ],
)
def test_a_board_that_cannot_be_is_found(change: dict[str, object], finding: str) -> None:
    pack = read_pack(GAME.pack, {**shipped(GAME, "printed"), **change})
    assert any(finding in in_english(problem) for problem in check_pack(pack))


@pytest.mark.parametrize(
    ("edges", "odd"),
    [
        ([["java.0", "china.1"]], [("city_outside", "java.0"), ("in_pieces", None)]),
        ([["java.1", "china.0"]], [("city_outside", "china.0"), ("in_pieces", None)]),
        ([["java.1", f"china.{n}"] for n in (1, 2, 3)], [("in_pieces", None)]),
        (
            [["java.1", f"china.{n}"] for n in (1, 2, 3, 4)],
            [("many_outside", "java.1"), ("in_pieces", None)],
        ),
        (
            [[f"{name}.1", "java.2"] for name in NATIONS if name != "java"],
            [("many_outside", "java.2")],
        ),
        ([], []),
    ],
)
def test_an_odd_board_is_pointed_out_and_played(
    edges: list[list[str]], odd: list[tuple[str, str | None]]
) -> None:
    raw = {**shipped(GAME, "printed"), "edges": edges}
    assert findings(GAME, raw) == []
    told = [
        (one.key.removeprefix("wa.warn."), one.values.get("spot")) for one in warnings(GAME, raw)
    ]
    assert told == odd
    checklist = GAME.asks(arranged(GAME, {}, SEATS, read_pack(GAME.pack, raw), None))[0]
    assert [line.key for line in checklist.lines if ".warn." in line.key] == [
        f"wa.warn.{key}" for key, _ in odd
    ]


def test_hunters_and_players_cope_with_a_map_in_two_pieces() -> None:
    raw = shipped(GAME, "demo")
    apart = [edge for edge in raw["edges"] if not any(spot.startswith("java.") for spot in edge)]
    assert len(apart) < len(raw["edges"])
    pack = checked(GAME, {**raw, "edges": apart}, "in pieces")
    start = arranged(GAME, {}, SEATS, pack, None)
    tally = Tally()
    end = play(GAME, start, Player(GAME, random.Random(3)), tally)
    assert (GAME.outcome(end) is not None, tally.violations) == (True, 0)


@pytest.mark.parametrize(
    "other",
    [
        [[2, 0], [4, 0], [4, 2], [2, 2]],  # along a side
        [[2, 1], [4, 0], [4, 2]],  # a corner on a side
        [[2, 2], [4, 2], [4, 4]],  # corner on corner
        [[1, 2], [3, 4], [-1, 4]],
    ],
)
def test_territories_that_only_touch_do_not_overlap(other: list[list[int]]) -> None:
    square = [[0, 0], [2, 0], [2, 2], [0, 2]]
    for one, two in ((square, other), (other, square)):
        spots = [{"id": "java.1", "polygon": one}, {"id": "java.2", "polygon": two}]
        assert (
            check_pack(read_pack(GAME.pack, {**shipped(GAME, "printed"), "territories": spots}))
            == ()
        )
