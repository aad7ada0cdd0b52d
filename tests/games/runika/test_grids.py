"""The grid vectors, run as they stand in `examples/grids.rkvec`: pushes, shifts, discards, claims,
matches.
"""

from dataclasses import dataclass
from importlib import resources

import pytest

from companion.games.runika.pack import Rune
from companion.games.runika.rules.grid import CELL_NAMES, CELL_OF, Grid, cleared, push, shift, sides
from companion.games.runika.rules.patterns import cells_of, masks_of, matches, placements
from companion.games.runika.state import EMPTY
from companion.packs import checked, shipped
from tests.games.runika.table import GAME, Board, mine

FOLDER = resources.files("companion.games") / "runika" / "examples"
PACK = checked(GAME, shipped(GAME, "demo"), "demo")
RUNES: dict[str, Rune] = {rune.name: rune for rune in PACK.runes}


@dataclass(frozen=True)
class Vector:
    id: str
    turns: int | None
    actions: list[str]
    before: Grid
    after: Grid | None
    outcome: str


def _vectors() -> list[Vector]:
    blocks = (FOLDER / "grids.rkvec").read_text("utf-8").strip().split("\n\n")
    return [_vector(block.strip().splitlines()) for block in blocks]


def _vector(lines: list[str]) -> Vector:
    head, _, actions = lines[0].partition("|")
    name, *turns = head.split()
    rows = [line.split("|") for line in lines[1:5]]
    before = tuple(die for halves in rows for die in halves[0].split())
    after = tuple(die for halves in rows for die in halves[1].split()) if len(rows[0]) > 1 else None
    k = int(turns[0].removeprefix("k=")) if turns else None
    return Vector(
        name, k, [action.strip() for action in actions.split(";")], before, after, lines[5]
    )


def _claimed(grid: Grid, words: list[str]) -> tuple[Grid, int]:
    cells = [word for word in words if "," in word]
    name = " ".join(words[: len(words) - len(cells)])
    used = tuple(CELL_OF[cell] for cell in cells)
    rune = RUNES[name]
    assert used in [match.cells for match in matches(rune.frame, rune.element, masks_of(grid))]
    return cleared(grid, used), sum(grid[cell][1] == "p" for cell in used)


def _act(grid: Grid, action: str, turns: int | None) -> tuple[Grid, str]:
    """The grid after the action, and what the vector's last line says about it."""
    verb, *words = action.split()
    if verb == "push":
        die, lane = words
        if turns is not None:
            assert sides(("A", "F", "E", "W"), "E", turns)[die[0]] == lane[0], (
                "the lane is not on the die's side"
            )
        grid, off = push(grid, die, lane)
        return grid, f"off: {off or '-'}"
    if verb == "shift":
        grid, off = shift(grid, CELL_OF[words[0]], words[1])
        return grid, f"off: {off or '-'}"
    if verb == "discard":
        cell = CELL_OF[words[0]]
        return cleared(grid, (cell,)), f"tokens: {int(grid[cell][1] == 'p')}"
    grid, tokens = _claimed(grid, words)
    return grid, f"tokens: {tokens}"


def _found(grid: Grid, name: str) -> set[str]:
    rune = RUNES[name]
    found = matches(rune.frame, rune.element, masks_of(grid))
    return {
        f"{match.element} {' '.join(CELL_NAMES[cell] for cell in match.cells)}" for match in found
    } or {"none"}


@pytest.mark.rule(
    "RK-X02",
    "RK-X05",
    "RK-X05a",
    "RK-X05b",
    "RK-X06",
    "RK-X07",
    "RK-X11",
    "RK-X12",
    "RK-X13",
    "RK-X13a",
    "RK-X13b",
    "RK-X13c",
    "RK-X13d",
    "RK-X13e",
    "RK-X13f",
    "RK-X14",
    "RK-V01",
    "RK-V01a",
    "RK-V01b",
    "RK-V01c",
    "RK-V01d",
    "RK-V04",
    "RK-V05",
    "RK-V06",
    "RK-V07",
    "RK-V08",
    "RK-V09",
    "RK-V10",
    "RK-V11",
    "RK-V12",
    "RK-V13",
    "RK-V14",
    "RK-V15",
    "RK-V17",
    "RK-V18",
    "RK-V19",
    "RK-V19b",
    "RK-V26",
    "RK-V27",
    "RK-V28",
    "RK-V29",
    "RK-V30",
    "RK-V31",
    "RK-V32",
    "RK-V33",
    "RK-V34",
    "RK-V36",
    "RK-V37",
    "RK-V38",
    "RK-V39",
    "RK-V39b",
    "RK-V40",
    "RK-V41",
    "RK-V42",
    "RK-V43",
    "RK-V44",
    "RK-V45",
    "RK-V46",
    "RK-V47",
    "RK-V48a",
    "RK-V48b",
    "RK-V48c",
    "RK-V49a",
    "RK-V49b",
    "RK-044",
    "RK-045",
    "RK-046",
    "RK-047",
    "RK-048",
    "RK-050",
    "RK-051",
    "RK-062",
    "RK-063",
    "RK-081",
    "RK-082",
    "RK-083",
    "RK-084",
    "RK-085",
    "RK-086",
    "RK-087",
    "RK-088",
    "G-10",
    "G-17",
    "G-18",
)
@pytest.mark.parametrize("vector", _vectors(), ids=lambda vector: vector.id)
def test_the_grid_vector_holds(vector: Vector) -> None:
    if vector.actions[0].startswith("match "):
        found = vector.outcome.removeprefix("found: ").split(" ; ")
        assert _found(vector.before, vector.actions[0].removeprefix("match ")) == set(found)
        return
    grid, outcome = vector.before, ""
    for action in vector.actions:
        grid, outcome = _act(grid, action, vector.turns)
    assert grid == vector.after
    assert outcome == vector.outcome


def test_no_grid_vector_is_left_out() -> None:
    assert len(_vectors()) == 61


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
