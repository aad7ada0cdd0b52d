"""A player who leaves the table, or comes back to it. The mechs stay and may be attacked."""

from msgspec.structs import replace

from companion.games.mechamancers.rules.pledge import next_to_pick, set_order, without_role
from companion.games.mechamancers.rules.refusals import no
from companion.games.mechamancers.rules.turn import end_turn
from companion.games.mechamancers.state import GameStory, State, playing
from companion.kit.say import name_of


def leave(story: GameStory, seat: str) -> None:
    """No role, turn, shield or rank. Whoever comes back takes a role in the next pledge."""
    state = story.state
    if state.players[seat].status == "playing":
        story.tell(state, "mm.log.came_back", about=(seat,), seat=name_of(seat))
        return
    if not playing(state):
        raise no("E_PLAYERS", n=0)
    state = without_role(state, seat)
    order = tuple(one for one in state.turn_order if one != seat or one in state.acted)
    ruler = "" if state.ruler_holder == seat else state.ruler_holder
    state = replace(state, turn_order=order, ruler_holder=ruler)
    state = _without_questions(state, seat)
    story.tell(state, "mm.log.left", about=(seat,), seat=name_of(seat))
    _pass_on(story, seat)


def _without_questions(state: State, seat: str) -> State:
    """Nobody answers for whoever left; an effect that waited for the answer comes to nothing."""
    kept = tuple(question for question in state.questions if question.seat != seat)
    if len(kept) == len(state.questions):
        return state
    asked = state.questions[0]
    in_vain = asked.seat == seat and asked.kind in ("foe", "mechs")
    return replace(state, questions=kept, queue=state.queue[1:] if in_vain else state.queue)


def _pass_on(story: GameStory, seat: str) -> None:
    """Whatever was waiting for this player goes to the next one."""
    state = story.state
    if state.step == "P2" and state.picker == seat:
        following = next_to_pick(state, seat)
        story.keep(replace(state, picker=following))
        if not following:
            set_order(story)
    elif state.current == seat:
        end_turn(story)
