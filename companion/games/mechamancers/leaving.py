"""A player who leaves the table, or comes back to it. The mechs stay and may be attacked."""

from msgspec.structs import replace

from companion.games.mechamancers.pledge import next_to_pick, set_order
from companion.games.mechamancers.state import Told, no, playing, with_player
from companion.games.mechamancers.turn import end_turn
from companion.kit.say import name_of


def leave(story: Told, seat: str) -> None:
    """No role, no turn, no shield; not ranked. Whoever comes back takes a role in the next pledge."""
    state = story.state
    if state.players[seat].status == "playing":
        story.tell(state, "mm.log.came_back", about=(seat,), seat=name_of(seat))
        return
    if not playing(state):
        raise no("E_PLAYERS", n=0)
    state = with_player(state, seat, role="", base_shield_now=0, shield_left={}, hits={})
    order = tuple(one for one in state.turn_order if one != seat or one in state.acted)
    state = replace(
        state,
        turn_order=order,
        ruler_holder="" if state.ruler_holder == seat else state.ruler_holder,
    )
    if state.questions and any(question.seat == seat for question in state.questions):
        asked = state.questions[0]
        queue = (
            state.queue[1:]
            if asked.seat == seat and asked.kind in ("foe", "mechs")
            else state.queue
        )
        state = replace(
            state, questions=tuple(q for q in state.questions if q.seat != seat), queue=queue
        )
    story.tell(state, "mm.log.left", about=(seat,), seat=name_of(seat))
    _pass_on(story, seat)


def _pass_on(story: Told, seat: str) -> None:
    """Whatever was waiting for this player goes to the next one."""
    state = story.state
    if state.step == "P2" and state.picker == seat:
        following = next_to_pick(state, seat)
        story.keep(replace(state, picker=following))
        if not following:
            set_order(story)
    elif state.current == seat:
        end_turn(story)
