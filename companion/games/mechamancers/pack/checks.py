"""Whether a pack can be played, and what is odd about it."""

from collections import Counter
from collections.abc import Iterator

from companion.games.mechamancers.pack.cards import (
    EMPTY,
    FEWEST_EVENTS,
    PRIVILEGES,
    STANDING,
    MechamancersPack,
    MechCard,
    RoleCard,
    title,
)
from companion.kit.packs import Problem
from companion.kit.say import Say, say


def check_pack(pack: MechamancersPack) -> tuple[Problem, ...]:
    """Everything that makes the pack unplayable, naming card and field."""
    found = [*_role_problems(pack.roles)]
    for mech in pack.mechs:
        found += mech_problems(mech)
    if sum(mech.type == "bulwark" for mech in pack.mechs) != 1:
        found.append(Problem("", "mechs", say("mm.wrong.bulwark")))
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
    events = sum(event.copies for event in pack.events)
    if 0 < events < FEWEST_EVENTS:  # those met in play are typed in, as with no event at all
        found.append(say("mm.warn.few_events", n=events, least=FEWEST_EVENTS))
    return tuple(found)
