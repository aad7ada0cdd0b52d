"""A game already under way: the beginning of a day, with everybody's points and the Village."""

from companion.games.spell_from_the_future.rules.morning import first_step
from companion.games.spell_from_the_future.state import COLOURS, DAYS, State
from companion.kit.forms import Group, Parts
from companion.kit.say import Value
from companion.kit.under_way import (
    WHOLE,
    UnderWay,
    always,
    for_each,
    names_of,
    number,
    one_of,
    part_of,
    some_of,
)


def under_way(start: State) -> UnderWay:
    seats = tuple(start.players)
    table = (
        *always(
            number("round", DAYS, 1),
            one_of("first_player", seats),
            number("village_damage", start.pack.damage_limit - 1),
            for_each("players", seats, Group("player")),
        ),
        number("word_deck_count", start.pack.word_cards),
        number("color_discard", COLOURS),
    )
    player = (
        *always(number("white_vp"), number("black_vp")),
        some_of("minds_used", (mind.id for mind in start.pack.minds)),
    )
    parts: Parts = {WHOLE: table, "player": player}
    if start.campaign is not None:
        parts[WHOLE] = (*table, part_of("campaign", "campaign"))
        parts["campaign"] = always(number("chapter", 4, 1), number("lives", 9, 1))
    points = {"white_vp": 0, "black_vp": 0}
    begun = {
        "round": 2,
        "first_player": seats[0],
        "village_damage": 0,
        "players": {seat: dict(points) for seat in seats},
    }
    return UnderWay(parts, begun, {"step": first_step(start)}, called(start))


def called(start: State) -> dict[str, Value]:
    """What cards, places, pieces and people are called."""
    return {mind.id: mind.title for mind in start.pack.minds} | names_of(start.seats)
