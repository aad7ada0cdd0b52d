"""The grid vectors, run as they stand in `examples/grids.rkvec`: pushes, shifts, discards, claims,
matches.
"""

from dataclasses import dataclass
from functools import partial
from importlib import resources

from companion.games.runika.pack import Rune
from companion.games.runika.rules.grid import CELL_NAMES, CELL_OF, Grid, cleared, push, shift, sides
from companion.games.runika.rules.patterns import masks_of, matches
from companion.packs import checked, shipped
from tests.games.runika.table import GAME
from tests.games.tables import OwnExample

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


def vectors() -> list[Vector]:
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


def holds(vector: Vector) -> None:
    if vector.actions[0].startswith("match "):
        found = vector.outcome.removeprefix("found: ").split(" ; ")
        assert _found(vector.before, vector.actions[0].removeprefix("match ")) == set(found)
        return
    grid, outcome = vector.before, ""
    for action in vector.actions:
        grid, outcome = _act(grid, action, vector.turns)
    assert grid == vector.after
    assert outcome == vector.outcome


RULES = (
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
WHOLE = ("RK-X05", "RK-X13", "RK-V01")  # examples in several parts: RK-X05a, RK-X05b


def named(vector: Vector) -> tuple[str, ...]:
    return (vector.id, *(one for one in WHOLE if vector.id.startswith(one)), *RULES)


OWN = [OwnExample(one.id, named(one), partial(holds, one)) for one in vectors()]
