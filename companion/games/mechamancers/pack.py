"""What is printed on the cards: mechs, roles, events and the closed vocabulary of their effects. No
rules here.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from companion.kit.forms import ByLanguage, Prose
from companion.kit.memo import by_identity
from companion.kit.packs import Problem, learned
from companion.kit.say import Say, say
from companion.kit.story import refuse

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
    """`stats` begins with the undamaged corner. `death_corner` none: the card prints no death mark."""

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
    name = card.name.get("en") or next(iter(card.name.values()), card.id)
    also = card.aliases if isinstance(card, RoleCard) else ()
    return f"{name} ({', '.join(also)})" if also else name


def is_taught(role: RoleCard) -> bool:
    """Whether all four numbers of the role are known."""
    return None not in (role.order, role.mana, role.draw, role.base_shield)


def check_pack(pack: MechamancersPack) -> tuple[Problem, ...]:
    """Everything that makes the pack unplayable, naming card and field."""
    found = [
        *_role_problems(pack.roles),
        *(problem for mech in pack.mechs for problem in mech_problems(mech)),
    ]
    if sum(mech.type == "bulwark" for mech in pack.mechs) != 1:
        found.append(Problem("", "mechs", say("mm.wrong.bulwark")))
    copies = sum(event.copies for event in pack.events)
    if 0 < copies < FEWEST_EVENTS:
        found.append(Problem("", "events", say("mm.wrong.events", n=copies, least=FEWEST_EVENTS)))
    return tuple(found)


def _role_problems(roles: tuple[RoleCard, ...]) -> Iterator[Problem]:
    if sorted(role.privilege.do for role in roles) != sorted(PRIVILEGES):
        yield Problem("", "roles", say("mm.wrong.privileges", needed=len(PRIVILEGES)))
    orders = Counter(role.order for role in roles if role.order is not None)
    for role in roles:
        if role.order is not None and orders[role.order] > 1:
            yield Problem(role.id, "order", say("mm.wrong.order_twice", order=role.order))


def mech_problems(mech: MechCard) -> Iterator[Problem]:
    if mech.id == EMPTY:
        yield Problem(mech.id, "id", say("mm.wrong.empty", word=EMPTY))
    if len(mech.stats) != mech.max_health:
        yield Problem(
            mech.id, "stats", say("mm.wrong.corners", n=len(mech.stats), health=mech.max_health)
        )
    for d, corner in enumerate(mech.stats):
        if corner.health != mech.max_health - d:
            wrong = say("mm.wrong.corner_health", health=corner.health, right=mech.max_health - d)
            yield Problem(mech.id, f"stats[{d}].health", wrong)
    armed = any(corner.attacks or corner.damage for corner in mech.stats)
    if mech.type != "attack" and armed:
        yield Problem(mech.id, "stats", say("mm.wrong.armed"))
    if (
        mech.type == "attack"
        and mech.stats
        and not (mech.stats[0].attacks and mech.stats[0].damage)
    ):
        yield Problem(mech.id, "stats[0]", say("mm.wrong.unarmed"))
    yield from _ability_problems(mech)


def _ability_problems(mech: MechCard) -> Iterator[Problem]:
    for a, ability in enumerate(mech.abilities):
        for e, effect in enumerate(ability.effects):
            place = f"abilities[{a}].effects[{e}]"
            if ability.trigger == "passive" and effect.do not in STANDING:
                yield Problem(mech.id, f"{place}.do", say("mm.wrong.not_standing"))
            if ability.trigger != "passive" and effect.lasts == "while_on_field":
                yield Problem(mech.id, f"{place}.lasts", say("mm.wrong.lasts"))


def pack_warnings(pack: MechamancersPack) -> tuple[Say, ...]:
    """What is odd but playable."""
    found = []
    known = [role for role in pack.roles if role.order is not None]
    first = min(known, key=lambda role: role.order or 0, default=None)
    if first is not None and first.privilege.do != "event_peek":
        found.append(say("mm.warn.quirk_order", card=title(first)))
    found += [
        say("mm.warn.bulwark_numbers", card=title(mech))
        for mech in pack.mechs
        if mech.type == "bulwark" and (mech.cost, mech.max_health) != (3, 2)
    ]
    return tuple(found)


# Teaching: what people type in when the companion meets a card for the first time

MECH_FACTS = ("name", "type", "cost", "max_health", "attacks", "damage", "text")
EVENT_FACTS = ("name", "text")
ROLE_FACTS = ("order", "mana", "draw", "base_shield")


ByCorner = Annotated[tuple[Small, ...], Meta(max_length=MOST_HEALTH)]
SHORT_FACTS: dict[str, Any] = {"name": str, "attacks": ByCorner, "damage": ByCorner, "text": Prose}


def mech_from(card_id: str, facts: dict[str, Any]) -> MechCard:
    """The whole card, or the least of it: swords and damage are given once, or corner by corner: "2
    1".
    """
    card = learned(
        MechCard, card_id, facts if "stats" in facts else _corner_by_corner(card_id, facts)
    )
    for problem in mech_problems(card):
        raise _bad(problem.message)
    return card


def _corner_by_corner(card_id: str, facts: dict[str, Any]) -> dict[str, Any]:
    """A corner left out is like the one before."""
    health = _whole("max_health", facts.get("max_health", 1))
    if not 1 <= health <= MOST_HEALTH:
        raise _bad(say("mm.refused.card_health", most=MOST_HEALTH))
    swords, damage = (_corners(name, facts.get(name, 0), health) for name in ("attacks", "damage"))
    stats = [
        {"health": health - d, "attacks": swords[d], "damage": damage[d]} for d in range(health)
    ]
    text = str(facts.get("text", ""))
    return {
        "name": {"en": str(facts.get("name") or card_id)},
        "type": facts.get("type", "unique"),
        "cost": facts.get("cost", 0),
        "max_health": health,
        "stats": stats,
        "abilities": [
            {"trigger": "turn", "effects": [{"do": "manual", "text": text}], "text": text}
        ]
        if text
        else [],
    }


def _corners(name: str, told: Any, health: int) -> list[int]:
    parts = (
        told
        if isinstance(told, list | tuple)
        else str(told).replace("/", " ").replace(",", " ").split()
    )
    numbers = [_whole(name, part or 0) for part in parts] or [0]
    return [numbers[min(d, len(numbers) - 1)] for d in range(health)]


def _whole(name: str, told: Any) -> int:
    try:
        return int(told)
    except (TypeError, ValueError):
        raise _bad(say("mm.refused.card_number", fact=fact_word(name), told=str(told))) from None


def _bad(what: str | Say) -> Exception:
    return refuse("MM-E_PACK", "mm.refused.pack", what=what)


def fact_word(name: str) -> Say:
    return say(f"mm.fact.{name}")


def facts_missing(names: tuple[str, ...]) -> Say:
    return say("mm.refused.card_facts", facts=tuple(map(fact_word, names)))


def event_from(card_id: str, facts: dict[str, Any]) -> EventCard:
    """The whole card; or only its text, which is read out and carried out by the table."""
    text, name = str(facts.get("text", "")), facts.get("name") or card_id
    told = {
        "name": name if isinstance(name, dict) else {"en": str(name)},
        "effects": [{"do": "manual", "text": text}],
    }
    return learned(
        EventCard,
        card_id,
        {**facts, **told, **({"effects": facts["effects"]} if "effects" in facts else {})},
    )


def role_from(role: RoleCard, facts: dict[str, Any]) -> RoleCard:
    """The numbers of a role. `draw` is a number of cards of any type, or "2 attack" or "1 attack
    unique".
    """
    if "privilege" in facts:
        return learned(RoleCard, role.id, facts)
    told = {name: facts[name] for name in ("order", "mana", "base_shield") if name in facts}
    whole: dict[str, Any] = {name: _whole(name, value) for name, value in told.items()}
    if "draw" in facts:
        told = facts["draw"]
        whole["draw"] = (
            told
            if isinstance(told, list | tuple)
            else [_allowance(part) for part in str(told).split("+")]
        )
    kept = {name: getattr(role, name) for name in ROLE_FACTS if getattr(role, name) is not None}
    plain = {"name": role.name, "privilege": role.privilege, "aliases": role.aliases}
    return learned(RoleCard, role.id, {**plain, **kept, **whole})


def _allowance(told: str) -> dict[str, Any]:
    count, *types = told.replace(",", " ").split() or ["0"]
    known = [word for word in types if word in DRAWN]
    return {"types": known or list(DRAWN), "count": _whole("draw", count)}
