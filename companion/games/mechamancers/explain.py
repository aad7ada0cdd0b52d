"""Refusals of form in the words of the rules: what was meant, and which rule stands against it."""

from collections.abc import Callable

from companion.games.mechamancers.pack import title
from companion.games.mechamancers.rules.activation import activate
from companion.games.mechamancers.rules.asking import numbers_laid
from companion.games.mechamancers.rules.combat import check_target
from companion.games.mechamancers.rules.pledge import role_is_taken
from companion.games.mechamancers.rules.privileges import use_transmute
from companion.games.mechamancers.rules.questions import question_words
from companion.games.mechamancers.rules.refusals import no
from companion.games.mechamancers.rules.turn import PHASES
from companion.games.mechamancers.state import (
    SLOTS,
    GameStory,
    State,
    event_card,
    mech_card,
    mech_in,
)
from companion.games.mechamancers.steps import STEPS, id_of
from companion.kit.intents import Answer, Chosen, Placed, Shown
from companion.kit.say import name_of, say
from companion.kit.steps import PlainStep, Reply
from companion.kit.story import RuleError, Story

PHASE_OF = {
    "draw": "T2",
    "discard": "T2",
    "privilege": "T2",
    "replace": "T3",
    "attack": "T4",
    "name": "T4",
}
TURN_STEPS = ("T2", "T3", "T4")


def explain(state: State, answer: Answer, error: RuleError) -> RuleError:
    if error.code.startswith("MM-"):
        return error
    if state.step == "G1":
        return no("E_OVER")
    reply = Reply(id_of(answer.ask), answer)
    return (
        _event(state, reply) or _pending(state, reply) or _by_subject(state, reply, error) or error
    )


def _event(state: State, reply: Reply) -> RuleError | None:
    """An event told at the wrong time is always one of the event refusals."""
    if not isinstance(reply.value, Shown) or state.step.startswith("SU") or state.step == "E1":
        return None
    if reply.id.step != "E1" and not any(card.id in state.event_at for card in reply.cards):
        return None
    if state.step == "E2":
        return no("E_EVENT_TWICE", event=title(event_card(state, state.event_now)))
    if state.event_pile == 0:
        return no("E_EVENT_NONE")
    to_go = len(state.turn_order) - len(state.acted) if state.turn_order else len(state.players)
    return no("E_EVENT_EARLY", n=to_go)


def _pending(state: State, reply: Reply) -> RuleError | None:
    """A question comes before everything but what the camera sees."""
    if not state.questions or reply.id.step in ("field", "ok"):
        return None
    question = state.questions[0]
    if question.kind == "discard" and _discards_too_many(state, reply.options):
        return no("E_DISCARD_NEEDLESS", n=question.n)
    if reply.id.step.startswith("choice."):
        return _bad_choice(state, reply)
    return no("E_PENDING", what=question_words(state, question))


def _discards_too_many(state: State, options: tuple[str, ...]) -> bool:
    for option in options:
        verb, _, rest = option.partition(":")
        n = rest.partition(":")[2]
        if verb == "discard" and n.isdigit() and int(n) > state.questions[0].n:
            return True
    return False


def _bad_choice(state: State, reply: Reply) -> RuleError | None:
    """A mech the effect cannot be used on."""
    is_target = state.questions[0].kind in ("mechs", "foe", "spill")
    if not isinstance(reply.value, Chosen) or not is_target:
        return None
    if state.queue and state.queue[0].effect.do == "heal":
        mechs = [mech_in(state, option) for option in reply.options]
        whole = next((mech for mech in mechs if mech is not None and mech.d == 0), None)
        if whole is not None:
            return no("E_HEAL_FULL", mech=title(mech_card(state, whole.card)))
        if any(f"{gone.seat}:{gone.slot}" in reply.options for gone in state.gone):
            return no("E_HEAL_DEAD")
    return no("E_TARGET")


def _by_subject(state: State, reply: Reply, error: RuleError) -> RuleError | None:
    step, value = reply.id.step, reply.value
    if step == "SU1":
        return no("E_YOUNGEST")
    if step == "P2" or any(card.id in state.role_at for card in reply.cards):
        return _pick(state, reply)
    if step == "field" and isinstance(value, Placed):
        return _field(state, value, error)
    if step == "T2.transmute" and isinstance(value, Placed):
        return _in_turn(state, reply, "T2") or _transmute(state, reply)
    if step == "T3.activate" and len(reply.cards) == 1:
        return _in_turn(state, reply, "T3") or _tried(
            state, lambda story: activate(story, reply.cards[0])
        )
    if step.startswith("T") and len(reply.options) == 1:
        return _action(state, reply)
    return None


def _transmute(state: State, reply: Reply) -> RuleError:
    refused = _tried(state, lambda story: use_transmute(story, numbers_laid(reply)))
    return refused or no("E_TRANSMUTE", n=0, type="?")


def _pick(state: State, reply: Reply) -> RuleError | None:
    if state.step != "P2":
        return no("E_PHASE", phase=say("mm.phase.pledge"))
    if reply.seat is not None and reply.seat != state.picker:
        return no("E_NOT_YOUR_PICK", seat=name_of(state.picker))
    if len(reply.cards) > 1:
        return no("E_ROLE_TWO")
    for seat, player in state.players.items():
        if player.role and any(card.id == player.role for card in reply.cards):
            return role_is_taken(state, seat)
    return no("E_FOREIGN")


def _field(state: State, value: Placed, error: RuleError) -> RuleError | None:
    if error.code == "no_such_cell":
        return no("E_SLOT", slot=next(cell for cell in value.cells if cell not in SLOTS))
    ids: list[str] = []
    for pieces in value.cells.values():
        ids += [piece.id for piece in pieces]
    strange = next((card for card in ids if card not in state.mech_at), None)
    if strange in state.role_at or strange in state.event_at:
        return no("E_CARD_TYPE")
    return no("E_FOREIGN") if strange is not None else None


def _in_turn(state: State, reply: Reply, *steps: str) -> RuleError | None:
    """Whose turn it is, and which phase."""
    if state.step in TURN_STEPS and reply.seat is not None and reply.seat != state.current:
        return no("E_NOT_YOUR_TURN", seat=name_of(state.current))
    if state.step not in steps:
        return no("E_PHASE", phase=say(f"mm.phase.{PHASES[steps[0]]}"))
    return None


def _action(state: State, reply: Reply) -> RuleError | None:
    verb, _, rest = reply.choice.partition(":")
    if reply.id.step == "T4.target":
        return _in_turn(state, reply, "T4") or _target(state, reply.choice)
    steps = ("T3", "T4") if verb == "ability" else (PHASE_OF.get(verb, reply.id.step),)
    if steps[0] not in TURN_STEPS:
        return None
    refused = _in_turn(state, reply, *steps)
    if refused or not _is_well_formed(verb, rest):
        return refused
    return _tried(state, lambda story: _take(story, reply))


def _take(story: GameStory, reply: Reply) -> None:
    """As the phase itself would take it."""
    step = story.state.step
    take = STEPS[step].take
    if take is not None:
        take(story, PlainStep(step), reply)


def _is_well_formed(verb: str, rest: str) -> bool:
    if verb in ("draw", "discard"):
        kind, _, n = rest.partition(":")
        return bool(kind) and n.isdigit()
    if verb in ("replace", "ability"):
        return rest in SLOTS
    return verb in ("privilege", "attack", "name")


def _target(state: State, target: str) -> RuleError | None:
    if not state.attacker:
        return no("E_TARGET")
    return _tried(state, lambda story: check_target(story, state.attacker, target))


def _tried(state: State, action: Callable[[GameStory], None]) -> RuleError | None:
    """The refusal this would meet, if it were asked for."""
    try:
        action(Story(state))
    except RuleError as refused:
        return refused
    return None
