"""A game already under way: the pledge of a round, with goods, hands and what stands where."""

from companion.games.mechamancers.pack import EMPTY, TYPES, title
from companion.games.mechamancers.rules.goods import type_name
from companion.games.mechamancers.state import (
    EVENTS,
    HAND_LIMIT,
    SLOTS,
    START_MANA,
    START_VP,
    State,
)
from companion.kit.forms import Group, Number, Parts
from companion.kit.say import Value, say
from companion.kit.under_way import (
    WHOLE,
    UnderWay,
    always,
    for_each,
    names_of,
    number,
    one_of,
    some_of,
)


def under_way(start: State) -> UnderWay:
    seats = tuple(start.players)
    parts: Parts = {
        WHOLE: (
            *always(
                number("round", None, 1),
                one_of("first_picker", seats),
                number("event_pile", 99),
                for_each("players", seats, Group("player")),
            ),
            some_of("events_used", start.event_at),
        ),
        "player": (
            *always(number("vp"), number("mana")),
            for_each("hand", TYPES, Number(0, HAND_LIMIT)),
            for_each("field", SLOTS, Group("mech")),
        ),
        "mech": (*always(one_of("card", (EMPTY, *start.mech_at))), number("d", 9)),
    }
    begun = {
        "round": 2,
        "first_picker": start.first_picker,
        "event_pile": EVENTS - 1,
        "players": {seat: {"vp": START_VP, "mana": START_MANA} for seat in seats},
    }
    return UnderWay(parts, begun, {"step": "P2"}, called(start))


def called(start: State) -> dict[str, Value]:
    """What cards, places, pieces and people are called."""
    mechs: dict[str, Value] = {mech.id: title(mech) for mech in start.pack.mechs}
    roles: dict[str, Value] = {role.id: title(role) for role in start.pack.roles}
    events: dict[str, Value] = {event.id: title(event) for event in start.pack.events}
    types: dict[str, Value] = {kind: type_name(kind) for kind in TYPES}
    return {
        EMPTY: say("mm.word.nothing"),
        **mechs,
        **roles,
        **events,
        **types,
        **names_of(start.seats),
    }
