"""Refusals of form in the words of the rules: what was meant, and which rule stands against it."""

from collections.abc import Callable

from companion.games.mechamancers.activation import activate
from companion.games.mechamancers.combat import check_target
from companion.games.mechamancers.flow import act, topic_of
from companion.games.mechamancers.pack import title
from companion.games.mechamancers.questions import card_numbers
from companion.games.mechamancers.resource import use_transmute
from companion.games.mechamancers.state import SLOTS, State, Told, mech_card, mech_in, no, role_card
from companion.games.mechamancers.turn import PHASES
from companion.games.mechamancers.words import question_words
from companion.kit.intents import Answer, Chosen, Placed, Shown
from companion.kit.say import name_of, say
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
    return (
        _event(state, answer)
        or _pending(state, answer)
        or _by_subject(state, answer, error)
        or error
    )


def _event(state: State, answer: Answer) -> RuleError | None:
    """An event told at the wrong time is always one of the event refusals."""
    value = answer.answer
    if not isinstance(value, Shown) or state.step.startswith("SU") or state.step == "E1":
        return None
    meant = topic_of(answer.ask) == "E1" or any(card.id in state.event_at for card in value.cards)
    if not meant:
        return None
    if state.step == "E2":
        return no("E_EVENT_TWICE", event=title(state.pack.events[state.event_at[state.event_now]]))
    if state.event_pile == 0:
        return no("E_EVENT_NONE")
    to_go = len(state.turn_order) - len(state.acted) if state.turn_order else len(state.players)
    return no("E_EVENT_EARLY", n=to_go)


def _pending(state: State, answer: Answer) -> RuleError | None:
    topic = topic_of(answer.ask)
    if not state.questions or topic.startswith(("field.", "ok")):
        return None
    question = state.questions[0]
    value = answer.answer
    if (
        isinstance(value, Chosen)
        and question.kind == "discard"
        and _discards_too_many(state, value)
    ):
        return no("E_DISCARD_NEEDLESS", n=question.n)
    if topic.startswith("choice."):
        return _bad_choice(state, value)
    return no("E_PENDING", what=question_words(state, question))


def _discards_too_many(state: State, value: Chosen) -> bool:
    parts = [option.split(":") for option in value.options]
    return any(
        len(p) == 3 and p[0] == "discard" and p[2].isdigit() and int(p[2]) > state.questions[0].n
        for p in parts
    )


def _bad_choice(state: State, value: object) -> RuleError | None:
    """A mech the effect cannot be used on."""
    if not isinstance(value, Chosen) or state.questions[0].kind not in ("mechs", "foe", "spill"):
        return None
    mechs = [mech_in(state, option) for option in value.options]
    if state.queue and state.queue[0].effect.do == "heal":
        whole = next((mech for mech in mechs if mech is not None and mech.d == 0), None)
        if whole is not None:
            return no("E_HEAL_FULL", mech=title(mech_card(state, whole.card)))
        if any(f"{gone.seat}:{gone.slot}" in value.options for gone in state.gone):
            return no("E_HEAL_DEAD")
    return no("E_TARGET")


def _by_subject(state: State, answer: Answer, error: RuleError) -> RuleError | None:
    value, topic = answer.answer, topic_of(answer.ask)
    if topic == "SU1":
        return no("E_YOUNGEST")
    if topic == "P2" or (
        isinstance(value, Shown) and any(card.id in state.role_at for card in value.cards)
    ):
        return _pick(state, answer)
    if topic.startswith("field.") and isinstance(value, Placed):
        return _field(state, value, error)
    if topic == "T2.transmute" and isinstance(value, Placed):
        return _in_turn(state, answer, "T2") or _transmute(state, value)
    if topic == "T3.activate" and isinstance(value, Shown) and len(value.cards) == 1:
        return _in_turn(state, answer, "T3") or _tried(
            state, lambda story: activate(story, value.cards[0])
        )
    if topic.startswith("T") and isinstance(value, Chosen) and len(value.options) == 1:
        return _action(state, answer, topic, value.options[0])
    return None


def _transmute(state: State, value: Placed) -> RuleError:
    refused = _tried(state, lambda story: use_transmute(story, card_numbers(value)))
    return refused or no("E_TRANSMUTE", n=0, type="?")


def _pick(state: State, answer: Answer) -> RuleError | None:
    if state.step != "P2":
        return no("E_PHASE", phase=say("mm.phase.pledge"))
    if answer.seat is not None and answer.seat != state.picker:
        return no("E_NOT_YOUR_PICK", seat=name_of(state.picker))
    cards = answer.answer.cards if isinstance(answer.answer, Shown) else ()
    if len(cards) > 1:
        return no("E_ROLE_TWO")
    for seat, player in state.players.items():
        if cards and cards[0].id and player.role == cards[0].id:
            return no("E_ROLE_TAKEN", role=title(role_card(state, player.role)), seat=name_of(seat))
    return no("E_FOREIGN")


def _field(state: State, value: Placed, error: RuleError) -> RuleError | None:
    if error.code == "no_such_cell":
        return no("E_SLOT", slot=next(cell for cell in value.cells if cell not in SLOTS))
    ids = [piece.id for pieces in value.cells.values() for piece in pieces]
    strange = next((card for card in ids if card not in state.mech_at), None)
    if strange in state.role_at or strange in state.event_at:
        return no("E_CARD_TYPE")
    return no("E_FOREIGN") if strange is not None else None


def _in_turn(state: State, answer: Answer, *steps: str) -> RuleError | None:
    """Whose turn it is, and which phase."""
    if state.step in TURN_STEPS and answer.seat is not None and answer.seat != state.current:
        return no("E_NOT_YOUR_TURN", seat=name_of(state.current))
    if state.step not in steps:
        return no("E_PHASE", phase=say(f"mm.phase.{PHASES[steps[0]]}"))
    return None


def _action(state: State, answer: Answer, topic: str, option: str) -> RuleError | None:
    verb, _, rest = option.partition(":")
    if topic == "T4.target":
        return _in_turn(state, answer, "T4") or _target(state, option)
    steps = ("T3", "T4") if verb == "ability" else (PHASE_OF.get(verb, topic),)
    if steps[0] not in TURN_STEPS:
        return None
    if not _is_well_formed(verb, rest):
        return _in_turn(state, answer, *steps)
    return _in_turn(state, answer, *steps) or _tried(state, lambda story: act(story, option))


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


def _tried(state: State, action: Callable[[Told], None]) -> RuleError | None:
    """The refusal this would meet, if it were asked for."""
    try:
        action(Story(state))
    except RuleError as refused:
        return refused
    return None
