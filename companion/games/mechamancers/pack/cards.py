"""What is printed on the cards: mechs, roles, events and the closed vocabulary of their effects. No
rules here.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from companion.kit.forms import ByLanguage, Prose
from companion.kit.memo import by_identity
from companion.languages import SOURCE

Source = Literal["printed", "demo", "owner"]
MechType = Literal["attack", "defense", "unique", "bulwark"]
Who = Literal["me", "chosen_foe", "each_foe", "each", "leader", "last"]
Small = Annotated[int, Meta(ge=0, le=99)]

EMPTY = "empty"  # how a field slot without a mech is written
TYPES: tuple[MechType, ...] = ("attack", "defense", "unique", "bulwark")
DRAWN: tuple[MechType, ...] = ("attack", "defense", "unique")  # Bulwarks have no pile
MOST_HEALTH = 4  # a card has four corners
FEWEST_EVENTS = 6
STANDING = (  # what a mech can do by merely standing there
    "add_attacks",
    "add_damage",
    "add_base_shield",
    "pierce",
    "prevent_damage",
    "change_cost",
    "skip_phase",
    "manual",
)
PRIVILEGES = ("event_peek", "heal", "first_pick", "transmute", "add_attacks")

Primitive = Literal[
    "gain_mana",
    "lose_mana",
    "gain_vp",
    "lose_vp",
    "steal_vp",
    "damage",
    "damage_base",
    "destroy",
    "heal",
    "add_attacks",
    "add_damage",
    "add_base_shield",
    "pierce",
    "prevent_damage",
    "draw",
    "discard_hand",
    "return_to_hand",
    "change_cost",
    "event_peek",
    "event_discard",
    "first_pick",
    "transmute",
    "skip_phase",
    "manual",
]

_MECHS = ("mechs", "who", "count", "type", "damaged", "blocker")
_GOES_WITH: dict[Primitive, tuple[str, ...]] = {
    "gain_mana": ("n", "who"),
    "lose_mana": ("n", "who"),
    "gain_vp": ("n", "who"),
    "lose_vp": ("n", "who"),
    "steal_vp": ("n", "who", "to"),
    "damage": ("n", *_MECHS),
    "damage_base": ("n", "who", "kind"),
    "destroy": _MECHS,
    "heal": ("n", *_MECHS),
    "add_attacks": ("n", *_MECHS, "lasts"),
    "add_damage": ("n", *_MECHS, "lasts"),
    "add_base_shield": ("n", "who", "lasts"),
    "pierce": ("what", "lasts"),
    "prevent_damage": ("n", *_MECHS, "lasts"),
    "draw": ("n", "who", "type"),
    "discard_hand": ("n", "who", "hand_from"),
    "return_to_hand": _MECHS,
    "change_cost": ("n", "who", "type", "lasts"),
    "event_peek": ("n", "bury_max"),
    "event_discard": ("n",),
    "first_pick": ("who",),
    "transmute": ("n",),
    "skip_phase": ("who", "phase", "lasts"),
    "manual": ("text",),
}
Doing = Annotated[
    Primitive, Meta(extra={"parts": {do: dict.fromkeys(facts) for do, facts in _GOES_WITH.items()}})
]


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One effect. `who` are the players concerned, or from whose side of the table `mechs` are
    looked for.
    """

    do: Doing
    n: Annotated[int, Meta(ge=-99, le=99)] = 1
    who: Who = "me"
    to: Who = "me"
    mechs: Literal["self", "own_mech", "foe_mech", "any_mech", "attacking_mech"] = "self"
    type: Literal["", "attack", "defense", "unique", "bulwark"] = ""
    damaged: bool = False
    blocker: bool = False
    count: Annotated[int, Meta(ge=1)] | Literal["all"] = 1
    kind: Literal["physical", "magic"] = "physical"
    what: Literal["base_shield", "blockers", "both"] = "base_shield"
    lasts: Literal["instant", "turn", "round", "next_round", "while_on_field", "next_attack"] = (
        "instant"
    )
    phase: Literal["resource", "activation", "combat"] = "combat"
    bury_max: Small = 0
    hand_from: Small = 0  # only players who hold at least so many cards
    text: Prose = ""


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    trigger: Annotated[
        Literal["on_activate", "turn", "passive", "on_damaged", "on_destroyed", "turn_start"],
        Meta(extra={"parts": {"on_damaged": {"per": None}}}),
    ]
    effects: tuple[Effect, ...]
    cost_mana: Small = 0
    per: Literal["hit", "point"] = "hit"
    text: Prose = ""


class Stats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One corner of a mech card."""

    health: Annotated[int, Meta(ge=1, le=MOST_HEALTH)]
    attacks: Small = 0
    damage: Small = 0


class MechCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`stats` begins with the undamaged corner. `death_corner` none: no death mark is printed."""

    id: str
    name: ByLanguage
    type: MechType
    cost: Small
    max_health: Annotated[int, Meta(ge=1, le=MOST_HEALTH)]
    stats: tuple[Stats, ...]
    copies: Annotated[int, Meta(ge=1)] | None = None
    blocks: bool | None = None
    death_corner: Literal["auto", "none"] = "auto"
    abilities: tuple[Ability, ...] = ()
    image_ref: str = ""
    tag: int | None = None
    source: Source = "demo"
    verified: bool = False


class Allowance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many cards from any of these piles."""

    types: tuple[Literal["attack", "defense", "unique"], ...]
    count: Small


class RoleCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A number the book does not print is left out until its owner types it in."""

    id: str
    name: ByLanguage
    privilege: Effect
    aliases: tuple[str, ...] = ()
    order: Small | None = None
    mana: Small | None = None
    draw: tuple[Allowance, ...] | None = None
    base_shield: Small | None = None
    source: Source = "demo"
    verified: bool = False


class EventCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    id: str
    name: ByLanguage
    text: Prose = ""
    effects: tuple[Effect, ...] = ()
    lasts: Literal["now", "next_round"] = "now"
    copies: Annotated[int, Meta(ge=1)] = 1
    source: Source = "demo"
    verified: bool = False


class MechamancersPack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Token numbers left out mean: as many as are needed."""

    source: Source
    verified: bool
    roles: tuple[RoleCard, ...]
    mechs: tuple[MechCard, ...] = ()
    events: tuple[EventCard, ...] = ()
    victory_tokens: Annotated[int, Meta(ge=28)] | None = None
    mana_tokens: Annotated[int, Meta(ge=8)] | None = None
    note: str = ""


@by_identity
def title(card: MechCard | RoleCard | EventCard) -> str:
    """The printed name; other names of the same card follow in brackets."""
    name = card.name.get(SOURCE) or next(iter(card.name.values()), card.id)
    also = card.aliases if isinstance(card, RoleCard) else ()
    return f"{name} ({', '.join(also)})" if also else name


def is_taught(role: RoleCard) -> bool:
    """Whether all four numbers of the role are known."""
    return None not in (role.order, role.mana, role.draw, role.base_shield)
