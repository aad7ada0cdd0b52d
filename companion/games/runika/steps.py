"""The course of a game as a table of steps, put together from the chapters of the rules."""

from companion.games.runika.rules import (
    claims,
    draft,
    effects,
    merits,
    points,
    powers,
    preparation,
    resolving,
    rolling,
    round_end,
    rune_row,
    sight,
    turns,
)
from companion.games.runika.rules.pending import step_of
from companion.games.runika.state import NO_DIE, OVER, State
from companion.kit.asks import Ask
from companion.kit.steps import Asks, Machine, PlainStep, Step

STEPS: dict[str, Step[State, PlainStep]] = {
    **preparation.STEPS,
    **draft.STEPS,
    **rolling.STEPS,
    **turns.STEPS,
    **resolving.STEPS,
    **effects.STEPS,
    **powers.STEPS,
    **claims.STEPS,
    **merits.STEPS,
    **rune_row.STEPS,
    **round_end.STEPS,
    **points.STEPS,
    **sight.STEPS,
}


def top(state: State) -> PlainStep:
    """An ability or power under way comes before the turn it interrupts."""
    if state.turn.pending:
        return PlainStep(step_of(state.turn.pending[0]))
    return PlainStep(state.step)


def beside(state: State, asks: Asks) -> Asks:
    """Powers, everybody's rolls, what is still to be tidied up, and the camera's look at the grid
    are open beside the step itself.
    """
    if state.step.startswith("S"):
        return asks
    found: list[Ask] = [*asks]
    if state.step.startswith("T"):
        found += powers.power_asks(state)
        found += rolling.window_asks(state)
    for seat, player in state.players.items():
        if player.owed:
            found.append(points.owed_ask(state, seat))
        if player.kept_set == "late":
            found.append(merits.late_merit_ask(state, seat))
    if state.step in sight.SHOWS:
        found += sight.grid_asks(state)
    return tuple(found)


MACHINE: Machine[State, PlainStep] = Machine(
    steps=STEPS,
    top=top,
    is_over=lambda state: state.step == OVER,
    beside=beside,
    follows=points.announce_target,
)
asks = MACHINE.asks
decide = MACHINE.decide
NAMES = frozenset(STEPS) | {OVER}  # where a position may stand


def halfway(state: State) -> bool:
    """A die is picked up, a rune named, a die chosen to be moved: where or how is still asked."""
    turn = state.turn
    moving = bool(turn.pending) and turn.pending[0].cell != NO_DIE
    return turn.aim != NO_DIE or bool(turn.claiming) or moving
