"""The combat phase: who attacks whom, what stands in the way, and where the damage goes."""

from msgspec.structs import replace

from companion.games.mechamancers.pack import EMPTY, title
from companion.games.mechamancers.rules import choices
from companion.games.mechamancers.rules.abilities import (
    ability_of,
    ability_option,
    use_ability,
    waits,
)
from companion.games.mechamancers.rules.asking import ask_id, asks_of
from companion.games.mechamancers.rules.bases import hit_base
from companion.games.mechamancers.rules.damage import damage
from companion.games.mechamancers.rules.effects import ask_mechs
from companion.games.mechamancers.rules.figures import (
    attacks_left,
    attacks_of,
    blockers,
    blocks,
    damage_now,
    pierces,
)
from companion.games.mechamancers.rules.naming import named
from companion.games.mechamancers.rules.privileges import armed, name_attacker
from companion.games.mechamancers.rules.questions import answered, ask_now
from companion.games.mechamancers.rules.refusals import forbid, no
from companion.games.mechamancers.rules.turn import end_phase
from companion.games.mechamancers.state import (
    GameStep,
    GameStory,
    Question,
    State,
    mech_card,
    mech_in,
    standing,
    with_mech,
)
from companion.kit.asks import Choose, Option
from companion.kit.say import name_of, say
from companion.kit.seats import with_player
from companion.kit.steps import PlainStep, Reply, Step

# What is asked


def _ask(state: State, _frame: PlainStep) -> tuple[Choose, ...]:
    seat = state.current
    options: list[Option] = []
    any_left = False
    for slot, mech in standing(state.players[seat]):
        card = mech_card(state, mech.card)
        if card.type == "attack":
            of = attacks_of(state, seat, slot)
            left = max(0, of - mech.attacks_made)
            any_left = any_left or left > 0
            ref = f"{seat}:{slot}"
            options.append(choices.mech(state, f"attack:{slot}", "mm.do.attack", ref, left, of))
        if ability_of(card):
            options.append(ability_option(state, slot))
    options += [*_unnamed_attack(state), choices.done("combat")]
    # The phase never ends by itself; when nobody can attack any more, that is only said.
    words = asks_of(seat, "mm.ask.combat" if any_left else "mm.ask.nothing_left")
    main = Choose(id=ask_id(state, "T4"), say=words, seats=(seat,), options=tuple(options))
    return (_ask_target(state), main) if state.attacker else (main,)


def _unnamed_attack(state: State) -> list[Option]:
    """The Warlock's extra attack, announced and not yet given to a mech."""
    if not state.unnamed_attacks:
        return []
    key = "mm.do.add_attacks"
    return [choices.mech(state, f"name:{ref[-1]}", key, ref) for ref in armed(state)]


def _ask_target(state: State) -> Choose:
    """Everything that may be attacked; what is guarded is listed too, for the table may know
    better.
    """
    seat = state.current
    options: list[Option] = []
    for foe, player in state.players.items():
        for slot, _mech in standing(player):
            if (foe, slot) != (seat, state.attacker):
                ref = f"{foe}:{slot}"
                options.append(choices.mech(state, ref, "mm.do.target", ref))
        if foe != seat:
            options.append(choices.base(foe, player.shield_left.get(seat, 0)))
    name = title(mech_card(state, state.players[seat].field[state.attacker].card))
    words = say("mm.ask.target", mech=name, n=damage_now(state, seat, state.attacker))
    return Choose(id=ask_id(state, "T4.target"), say=words, seats=(seat,), options=tuple(options))


def _take(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """One of attack:3, ability:4, name:3, done."""
    verb, _, slot = reply.choice.partition(":")
    match verb:
        case "attack":
            choose_attacker(story, slot)
        case "ability":
            use_ability(story, slot)
        case "name":
            name_attacker(story, slot)
        case _:
            end_phase(story)


def _take_target(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    attack(story, story.state.attacker, reply.choice)


# Who may attack, and what


def choose_attacker(story: GameStory, slot: str) -> None:
    """The mech that is about to attack; another may be chosen instead until a target is named."""
    check_attacker(story, slot)
    state = story.state
    words = named(state, f"{state.current}:{slot}")
    story.tell(replace(state, attacker=slot), "mm.log.attacker", about=(state.current,), **words)


def check_attacker(story: GameStory, slot: str) -> None:
    state = story.state
    seat = state.current
    mech = state.players[seat].field.get(slot)
    if mech is None or mech.card == EMPTY:
        raise no("E_TARGET")
    card = mech_card(state, mech.card)
    if card.type != "attack":
        raise no("E_NO_SWORDS", mech=title(card))
    spent = attacks_left(state, seat, slot) < 1
    made = {"n": mech.attacks_made, "of": attacks_of(state, seat, slot)}
    forbid(story, spent, "E_NO_ATTACKS_LEFT", mech=title(card), **made)
    forbid(story, waits(state, mech), "E_FRESH", mech=title(card))


def check_target(story: GameStory, slot: str, target: str) -> None:
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
    if is_sheltered(state, target):
        guards = blocker_names(state, seat)
        forbid(story, True, "E_BLOCKED", seat=name_of(seat), blockers=guards)


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


# The attack


def attack(story: GameStory, slot: str, target: str) -> None:
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


def _announce(story: GameStory, state: State, slot: str, target: str, n: int) -> None:
    foe, _, at = target.partition(":")
    seat = state.current
    about = (seat, foe)
    words = {"seat": name_of(seat), "attacker": named(state, f"{seat}:{slot}")["mech"]}
    if at == "base":
        words |= {"foe": name_of(foe), "n": n}
        story.tell(state, "mm.log.attacks_base", about=about, **words)
    else:
        hit = {"foe": name_of(foe), "mech": named(state, target)["mech"], "slot": at}
        story.tell(state, "mm.log.attacks_mech", about=about, **words, n=n, **hit)


def _hit_mech(story: GameStory, attacker: str, target: str, n: int) -> None:
    mech = mech_in(story.state, target)
    foe = target.partition(":")[0]
    was_blocker = mech is not None and blocks(story.state, mech_card(story.state, mech.card))
    left_over = damage(story, [(target, n)], attacker).get(target, 0)
    spills = story.state.options["overkill"] == "spills" and foe != story.state.current
    if spills and was_blocker and left_over:
        _spill(story, attacker, foe, left_over)


def _spill(story: GameStory, attacker: str, foe: str, n: int) -> None:
    """Damage beyond a blocker's health goes to another blocker, after the last one to the base."""
    guards = blockers(story.state, foe)
    if not guards:
        hit_base(story, attacker.partition(":")[0], foe, n, pierced=False)
    elif len(guards) == 1:
        _hit_mech(story, attacker, f"{foe}:{guards[0]}", n)
    else:
        refs = tuple(f"{foe}:{slot}" for slot in guards)
        ask_now(story, Question("spill", attacker.partition(":")[0], n, refs, foe, text=attacker))


def _take_spill(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    question = answered(story)
    _hit_mech(story, question.text, reply.choice, question.n)


STEPS: dict[str, GameStep] = {
    "T4": Step(_ask, _take),
    "T4.target": Step(take=_take_target),
    "choice.spill": Step(ask_mechs, _take_spill),
}
