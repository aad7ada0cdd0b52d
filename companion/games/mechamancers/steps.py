"""The game as a table of steps. Pending is the oldest question, else the oldest effect in the
queue, else the step of the round.
"""

from msgspec.structs import replace

from companion.games.mechamancers.rules import (
    activation,
    camera,
    combat,
    confirming,
    effects,
    events,
    opening,
    pledge,
    privileges,
    proposals,
    resource,
    rounds,
    tokens,
    turn,
)
from companion.games.mechamancers.rules.confirming import ok_asks
from companion.games.mechamancers.rules.field_asks import field_asks
from companion.games.mechamancers.rules.proposals import proposal_asks
from companion.games.mechamancers.rules.questions import question_step
from companion.games.mechamancers.state import GameStep, GameStory, State
from companion.kit.steps import AskId, Asks, Machine, PlainStep

STEPS: dict[str, GameStep] = {
    **opening.STEPS,
    **pledge.STEPS,
    **turn.STEPS,
    **resource.STEPS,
    **privileges.STEPS,
    **activation.STEPS,
    **combat.STEPS,
    **effects.STEPS,
    **events.STEPS,
    **rounds.STEPS,
    **confirming.STEPS,
    **camera.STEPS,
    **proposals.STEPS,
    **tokens.STEPS,
}


PENDING = {step: PlainStep(step) for step in STEPS}


def _top(state: State) -> PlainStep:
    if state.questions:
        return PENDING[question_step(state.questions[0])]
    return PENDING["effect" if state.queue else state.step]


def _is_over(state: State) -> bool:
    return state.step == "G1"


def _beside(state: State, asks: Asks) -> Asks:
    """From the first round on, what the camera saw is explained, cards are confirmed, and any field
    may be looked at.
    """
    if state.step.startswith("SU"):
        return asks
    if state.proposals and not state.questions:
        asks = (*asks, *proposal_asks(state))
    return (*asks, *ok_asks(state), *field_asks(state, state.players))


def _count_answer(story: GameStory) -> None:
    story.keep(replace(story.state, asked=story.state.asked + 1))


def id_of(ask: str) -> AskId:
    """An ask's id, taken apart; an occasion may be left out."""
    return AskId.parse(ask if ":" in ask else f":{ask}", STEPS)


MACHINE = Machine(
    STEPS, _top, _is_over, beside=_beside, comes_up=rounds.round_ends, begin=_count_answer
)
asks = MACHINE.asks
decide = MACHINE.decide
NAMES = frozenset(STEPS) | {"G1"}  # where a position may stand


def halfway(state: State) -> bool:
    """Who attacks or which mech makes room is said, whom or for which is not yet."""
    return bool(state.attacker or state.room)
