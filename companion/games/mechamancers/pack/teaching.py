"""What people type in when the companion meets a card for the first time."""

from typing import Annotated, Any

from msgspec import Meta

from companion.games.mechamancers.pack.cards import (
    DRAWN,
    MOST_HEALTH,
    EventCard,
    MechCard,
    RoleCard,
    Small,
)
from companion.games.mechamancers.pack.checks import mech_problems
from companion.kit.forms import Prose
from companion.kit.packs import learned
from companion.kit.say import Say, say
from companion.kit.story import refuse

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
