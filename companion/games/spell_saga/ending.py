"""How a game ended."""

from companion.games.spell_saga.state import (
    State,
    story_count,
)
from companion.kit.outcome import Outcome
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
