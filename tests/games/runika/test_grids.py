"""What the grids of Runika are made of: placements, the disk and its sides, the demo's runes."""

import pytest

from companion.games.runika.rules.grid import sides
from companion.games.runika.rules.patterns import cells_of, placements
from companion.games.runika.state import EMPTY
from tests.games.runika.examples import FOLDER, PACK, RUNES, vectors
from tests.games.runika.table import Board, mine


def test_no_grid_vector_is_left_out() -> None:
    assert len(vectors()) == 61


@pytest.mark.rule("RK-V35", "RK-083", "RK-089")
def test_the_number_of_placements_of_every_demo_rune() -> None:
    counts = {
        name: len({need for need, _ in placements(rune.frame)}) for name, rune in RUNES.items()
    }
    assert counts == {
        "Spark": 36, "Charm": 16, "Lantern": 9, "Compass": 4, "Gust": 16, "Kite": 12, "Ember": 8,
        "Forge": 24, "Pebble": 24, "Rampart": 8, "Ripple": 24, "Wave Whip": 12, "Thunderbolt": 4,
        "Tempest": 1, "Bastion": 4, "Maelstrom": 1,
    }  # fmt: skip


@pytest.mark.rule("RK-038", "RK-040", "RK-041", "G-03", "G-04")
def test_the_sides_of_the_disk_in_all_four_rotations() -> None:
    table = {0: "EWAF", 1: "FEWA", 2: "AFEW", 3: "WAFE"}
    for turns, clockwise in table.items():
        owners = sides(("A", "F", "E", "W"), "E", turns)
        assert "".join(next(e for e in "AFEW" if owners[e] == side) for side in "TRBL") == clockwise
    assert sides(("W", "A", "E", "F"), "A", 1) == {"W": "T", "A": "R", "E": "B", "F": "L"}


@pytest.mark.rule("RK-036", "RK-040")
def test_four_turns_of_the_disk_come_back_to_the_start() -> None:
    board = Board(players={"red": mine("1,1 Ep", "Ar Ar Ar Ar")})
    seen = []
    for _ in range(3):
        board.choose("T2", "1")
        seen.append(board.player().disk)
    board.choose("T2", "1")
    assert [*seen, board.player().disk] == [1, 2, 3, 0]


def test_the_demo_pack_is_the_one_of_the_rules_file() -> None:
    lines = (FOLDER / "demo.rkpack").read_text("utf-8").strip().splitlines()
    printed = [[word.strip() for word in line.split("|")] for line in lines]
    ours = [
        [rune.id, rune.name, rune.kind, rune.element or "-", str(rune.value), rune.frame]
        for rune in PACK.runes
    ]
    assert ours == printed
    assert all(
        cells_of(placement.need) for rune in PACK.runes for placement in placements(rune.frame)
    )
    assert EMPTY == ".."
