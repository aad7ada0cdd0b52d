"""The combat phase: who attacks whom, what stands in the way, and where the damage goes."""

from msgspec.structs import replace

from companion.games.mechamancers.base import hit_base
from companion.games.mechamancers.damage import damage, named
from companion.games.mechamancers.figures import (
    attacks_left,
    attacks_of,
    blockers,
    blocks,
    damage_now,
    pierces,
)
from companion.games.mechamancers.pack import EMPTY, title
from companion.games.mechamancers.state import (
    Question,
    State,
    Told,
    forbid,
    mech_card,
    mech_in,
    no,
    with_mech,
    with_player,
)
from companion.kit.say import name_of


def choose_attacker(story: Told, slot: str) -> None:
    """The mech that is about to attack; another may be chosen instead until a target is named."""
    check_attacker(story, slot)
    state = story.state
    words = named(state, f"{state.current}:{slot}")
    story.tell(replace(state, attacker=slot), "mm.log.attacker", about=(state.current,), **words)


def check_attacker(story: Told, slot: str) -> None:
    state = story.state
    seat = state.current
    mech = state.players[seat].field.get(slot)
    if mech is None or mech.card == EMPTY:
        raise no("E_TARGET")
    card = mech_card(state, mech.card)
    if card.type != "attack":
        raise no("E_NO_SWORDS", mech=title(card))
    total = attacks_of(state, seat, slot)
    forbid(
        story,
        attacks_left(state, seat, slot) < 1,
        "E_NO_ATTACKS_LEFT",
        mech=title(card),
        n=mech.attacks_made,
        of=total,
    )
    forbid(
        story, mech.fresh and state.options["summoning_delay"] == "on", "E_FRESH", mech=title(card)
    )


def check_target(story: Told, slot: str, target: str) -> None:
    """`target` is "ben:3" or "ben:base"."""
    state = story.state
    seat, _, at = target.partition(":")
    if at == "base":
        if seat not in state.players:
            raise no("E_TARGET")
        if seat == state.current:
            raise no("E_OWN_BASE")
    elif mech_in(state, target) is None:
        raise no("E_TARGET")
    elif target == f"{state.current}:{slot}":
        raise no("E_SELF_TARGET")
    forbid(
        story,
        is_sheltered(state, target),
        "E_BLOCKED",
        seat=name_of(seat),
        blockers=blocker_names(state, seat),
    )


def is_sheltered(state: State, target: str) -> bool:
    """Whether blockers keep this attack off: from a base always, from other mechs if the table
    plays it so.
    """
    seat, _, at = target.partition(":")
    if seat == state.current or pierces(state, state.current, "blockers"):
        return False
    guards = blockers(state, seat)
    if at == "base":
        return bool(guards)
    return state.options["blockers_guard"] == "base_and_mechs" and bool(guards) and at not in guards


def blocker_names(state: State, seat: str) -> tuple[str, ...]:
    field = state.players[seat].field
    return tuple(title(mech_card(state, field[slot].card)) for slot in blockers(state, seat))


def attack(story: Told, slot: str, target: str) -> None:
    """One attack on one target. It is spent whatever it does."""
    check_attacker(story, slot)
    check_target(story, slot, target)
    state = story.state
    seat = state.current
    n = damage_now(state, seat, slot)
    pierced = pierces(state, seat, "base_shield")
    mech = state.players[seat].field[slot]
    state = with_mech(state, seat, slot, replace(mech, attacks_made=mech.attacks_made + 1))
    lasting = tuple(last for last in state.players[seat].lasting if last.until != "next_attack")
    state = replace(with_player(state, seat, lasting=lasting), attacker="")
    _announce(story, state, slot, target, n)
    foe, _, at = target.partition(":")
    if at == "base":
        hit_base(story, seat, foe, n, pierced=pierced)
    else:
        _hit_mech(story, f"{seat}:{slot}", target, n)


def _announce(story: Told, state: State, slot: str, target: str, n: int) -> None:
    foe, _, at = target.partition(":")
    seat = state.current
    attacker = named(state, f"{seat}:{slot}")["mech"]
    about = (seat, foe)
    if at == "base":
        story.tell(
            state,
            "mm.log.attacks_base",
            about=about,
            seat=name_of(seat),
            attacker=attacker,
            foe=name_of(foe),
            n=n,
        )
        return
    words = {"foe": name_of(foe), "mech": named(state, target)["mech"], "slot": at}
    story.tell(
        state,
        "mm.log.attacks_mech",
        about=about,
        seat=name_of(seat),
        attacker=attacker,
        n=n,
        **words,
    )


def _hit_mech(story: Told, attacker: str, target: str, n: int) -> None:
    mech = mech_in(story.state, target)
    foe = target.partition(":")[0]
    was_blocker = mech is not None and blocks(story.state, mech_card(story.state, mech.card))
    left_over = damage(story, [(target, n)], attacker).get(target, 0)
    spills = (
        story.state.options["overkill"] == "spills" and was_blocker and foe != story.state.current
    )
    if spills and left_over:
        spill(story, attacker, foe, left_over)


def spill(story: Told, attacker: str, foe: str, n: int) -> None:
    """Damage beyond a blocker's health goes to another blocker, after the last one to the base."""
    guards = blockers(story.state, foe)
    if not guards:
        hit_base(story, attacker.partition(":")[0], foe, n, pierced=False)
    elif len(guards) == 1:
        _hit_mech(story, attacker, f"{foe}:{guards[0]}", n)
    else:
        choices = tuple(f"{foe}:{slot}" for slot in guards)
        question = Question("spill", attacker.partition(":")[0], n, choices, foe, text=attacker)
        story.keep(replace(story.state, questions=(question, *story.state.questions)))


def spill_into(story: Told, question: Question, target: str) -> None:
    _hit_mech(story, question.text, target, question.n)
