"""How a game ended."""

from companion.games.spell_saga.state import (
    State,
    story_count,
)
from companion.kit.outcome import Figure, Outcome
from companion.kit.say import say


def outcome(state: State) -> Outcome | None:
    if state.result == "WON":
        return Outcome(
            "won",
            (state.seats[0].id,),
            say("ss.outcome.won", n=state.turn, story=story_count(state)),
        )
    if state.result == "LOST":
        return Outcome("lost", (), say("ss.outcome.lost", n=state.turn, story=story_count(state)))
    if state.result == "GIVEN_UP":
        return Outcome(
            "given_up", (), say("ss.outcome.given_up", n=state.turn, story=story_count(state))
        )
    return None


def scores(state: State) -> dict[str, int]:
    return {state.seats[0].id: story_count(state)}


def figures(state: State) -> tuple[Figure, ...]:
    return (
        Figure("story", say("ss.figure.story"), story_count(state)),
        Figure("turns", say("ss.figure.turns"), state.turn),
    )
