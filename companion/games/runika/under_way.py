"""A game already under way: the beginning of a round, with points, runes and grids."""

from companion.games.runika.options import has_masteries, has_masters
from companion.games.runika.pack import BASIC_RUNES, ELEMENTS
from companion.games.runika.rules.dice import GRID_DICE, ROLLED_DICE, UNROLLED_DICE, die_say
from companion.games.runika.rules.merits import MERIT_VALUES
from companion.games.runika.rules.rune_row import basic_runes
from companion.games.runika.state import EMPTY, SIZE, State
from companion.kit.forms import Cells, Fact, Group, Number, Parts, Several
from companion.kit.say import Value
from companion.kit.under_way import (
    WHOLE,
    UnderWay,
    always,
    for_each,
    names_of,
    number,
    one_of,
    parts_of,
    yes_no,
)


def under_way(start: State) -> UnderWay:
    seats, runes = tuple(start.players), tuple(rune.id for rune in start.pack.runes)
    table = (
        *always(
            number("round", None, 1),
            one_of("initiative", seats),
            for_each("players", seats, Group("player")),
        ),
        parts_of("row", "space", len(start.row)),
    )
    parts: Parts = {
        WHOLE: table,
        "player": _player(start),
        "claimed": (*always(one_of("rune", runes), number("value", 20)), yes_no("flipped")),
        "space": always(
            one_of("rune", (rune.id for rune in basic_runes(start))),
            number("height", BASIC_RUNES),
        ),
    }
    if has_masteries(start) and start.masteries:
        parts[WHOLE] = (*table, for_each("masteries", start.masteries, Group("mastery")))
        parts["mastery"] = always(one_of("owner", seats))
    characters = [one.id for one in start.pack.characters]
    players = {
        seat: {"character": characters[at % len(characters)], "tokens": 0}
        for at, seat in enumerate(seats)
    }
    begun = {"round": 2, "initiative": seats[0], "players": players}
    return UnderWay(parts, begun, {"step": "R1"}, called(start))


def _player(start: State) -> tuple[Fact, ...]:
    facts = (
        *always(
            one_of("character", (one.id for one in start.pack.characters)),
            number("tokens"),
        ),
        parts_of("runes", "claimed"),
        Fact("grid", Cells((EMPTY, *GRID_DICE), SIZE * SIZE, SIZE)),
        number("disk", 3),
    )
    if not has_masters(start):
        return facts
    merits = Fact("merits", Several(Number(MERIT_VALUES[0], MERIT_VALUES[-1])))
    return (*facts, for_each("influence", ELEMENTS, Number(0, 1)), merits)


def called(start: State) -> dict[str, Value]:
    """What cards, places, pieces and people are called."""
    dice: dict[str, Value] = {die: die_say(die) for die in (*ROLLED_DICE, *UNROLLED_DICE)}
    runes: dict[str, Value] = {rune.id: rune.name for rune in start.pack.runes}
    people: dict[str, Value] = {one.id: one.name for one in start.pack.characters}
    masters: dict[str, Value] = {element: start.pack.master(element).name for element in ELEMENTS}
    return {EMPTY: "–", **dice, **runes, **people, **masters, **names_of(start.seats)}
