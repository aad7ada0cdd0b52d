"""A game already under way: the beginning of a month, with every mat and what stands where."""

from companion.games.world_adventure.pack.atlas import atlas
from companion.games.world_adventure.rules.asking import nation_name, territory_say
from companion.games.world_adventure.rules.constants import (
    EXP_MOST,
    GOLD_MOST,
    STALLS_MOST,
    STATUS_MOST,
)
from companion.games.world_adventure.state import (
    GOODS,
    OBJECTIVES,
    STATUSES,
    TOKENS,
    UPGRADES,
    State,
)
from companion.kit.forms import Choice, Fact, Group, Keyed, Number, Parts
from companion.kit.say import Value, say
from companion.kit.under_way import (
    WHOLE,
    UnderWay,
    always,
    for_each,
    names_of,
    number,
    one_of,
    part_of,
    parts_of,
    some_of,
    yes_no,
)


def under_way(start: State) -> UnderWay:
    seats, nations = tuple(start.players), tuple(atlas(start.pack).names)
    outer = atlas(start.pack).outer
    parts: Parts = {
        WHOLE: (
            *always(
                number("month", None, 1),
                for_each("players", seats, Group("player")),
                for_each("need", nations, Choice(GOODS, is_optional=True)),
            ),
            number("stage_lv", 3, 1),
            number("needs_fulfilled"),
            some_of("merchant_x", outer, TOKENS),
            some_of("monster_x", outer, TOKENS),
            part_of("brigand", "hunterpiece"),
            part_of("government", "hunterpiece"),
            part_of("raid", "monsterpiece"),
            parts_of("legendaries", "monsterpiece"),
            one_of("event_running", atlas(start.pack).events),
            one_of("event_next", atlas(start.pack).events),
        ),
        "player": _player(start),
        **_pieces(start),
    }
    begun = {
        "month": 2,
        "players": {seat: _as_begun(start) for seat in seats},
        "need": dict.fromkeys(nations, ""),
    }
    return UnderWay(parts, begun, {"step": "B1", "phase": "beginning"}, called(start))


def _as_begun(start: State) -> dict[str, object]:
    known = atlas(start.pack)
    return {
        "hero": next(iter(known.heroes), ""),
        "caravan": next(iter(known.caravans), ""),
        "territory": known.cities[0],
        "gold": 20,
        **dict.fromkeys(STATUSES, 0),
    }


def _player(start: State) -> tuple[Fact, ...]:
    known = atlas(start.pack)
    return (
        *always(
            one_of("hero", known.heroes),
            one_of("caravan", known.caravans),
            one_of("territory", known.cities + known.outer),
            number("gold", GOLD_MOST),
            *(number(status, STATUS_MOST) for status in STATUSES),
        ),
        for_each("goods", GOODS, Number(0, len(start.seats))),
        parts_of("soldiers", "soldier"),
        Fact("runes", Keyed(OBJECTIVES, Number(1, 1))),
        some_of("stalls", known.names, STALLS_MOST),
        number("wanted", start.pack.wanted_max),
        number("hero_level", 2, 1),
        number("hero_exp", EXP_MOST),
        *(number(kind, most) for kind, most in UPGRADES.items()),
        part_of("quest", "heldquest"),
        parts_of("powers", "heldpower"),
        yes_no("penalty"),
    )


def _pieces(start: State) -> Parts:
    known = atlas(start.pack)
    return {
        "soldier": (
            *always(number("slot", STATUS_MOST, 1)),
            number("level", 2, 1),
            number("exp", EXP_MOST),
            one_of("condition", ("active", "fainted")),
        ),
        "heldquest": (
            *always(one_of("card", known.quests), one_of("city", known.cities)),
            some_of("places", known.outer),
        ),
        "heldpower": always(one_of("card", known.powers), number("uses", 9)),
        "hunterpiece": always(one_of("territory", known.cities + known.outer)),
        "monsterpiece": always(one_of("territory", known.outer), one_of("card", known.monsters)),
    }


def called(start: State) -> dict[str, Value]:
    """What cards, places, pieces and people are called."""
    known = atlas(start.pack)
    decks = (known.heroes, known.caravans, known.monsters, known.powers, known.events, known.quests)
    cards: dict[str, Value] = {
        card.id: card.name or card.id for deck in decks for card in deck.values()
    }
    spots: dict[str, Value] = {
        spot: territory_say(start, spot) for spot in known.cities + known.outer
    }
    goods: dict[str, Value] = {good: say(f"wa.good.{good}") for good in GOODS}
    nations: dict[str, Value] = {nation: nation_name(start, nation) for nation in known.names}
    gems: dict[str, Value] = {gem: say(f"wa.rune.{gem}") for gem in OBJECTIVES}
    return {**gems, **cards, **spots, **goods, **nations, **names_of(start.seats)}
