"""The pack: what is printed on the cards, whether it can be played, and how a card is typed in."""

from companion.games.mechamancers.pack.cards import (
    DRAWN,
    EMPTY,
    FEWEST_EVENTS,
    TYPES,
    Ability,
    Allowance,
    Effect,
    EventCard,
    MechamancersPack,
    MechCard,
    RoleCard,
    Stats,
    is_taught,
    title,
)
from companion.games.mechamancers.pack.checks import (
    check_pack,
    pack_warnings,
)
from companion.games.mechamancers.pack.teaching import (
    EVENT_FACTS,
    MECH_FACTS,
    ROLE_FACTS,
    SHORT_FACTS,
    event_from,
    facts_missing,
    mech_from,
    role_from,
)

__all__ = [
    "DRAWN",
    "EMPTY",
    "EVENT_FACTS",
    "FEWEST_EVENTS",
    "MECH_FACTS",
    "ROLE_FACTS",
    "SHORT_FACTS",
    "TYPES",
    "Ability",
    "Allowance",
    "Effect",
    "EventCard",
    "MechCard",
    "MechamancersPack",
    "RoleCard",
    "Stats",
    "check_pack",
    "event_from",
    "facts_missing",
    "is_taught",
    "mech_from",
    "pack_warnings",
    "role_from",
    "title",
]
