"""What needs nobody: what has lost its meaning is forgotten, and a round that is over ends; the
last one leads to the end of the game.
"""

from msgspec.structs import replace

from companion.games.mechamancers.rules.confirming import unconfirmed
from companion.games.mechamancers.rules.lasting import end_of
from companion.games.mechamancers.rules.pledge import begin_pledge
from companion.games.mechamancers.state import (
    GameStep,
    GameStory,
    Proposal,
    State,
    event_card,
    mech_in,
)
from companion.kit.say import name_of
from companion.kit.steps import Step


def round_ends(story: GameStory) -> bool:
    """R1, as soon as nothing waits to be carried out or answered. Whether the round has ended."""
    if story.state.queue and not story.state.questions:
        return False
    _forget(story)
    state = story.state
    if state.questions or not _is_done(state):
        return False
    end_round(story)
    return True


def _is_done(state: State) -> bool:
    """No event is left to be turned up; or it is carried out, down to the last card."""
    if state.step == "E1":
        return state.event_pile == 0
    return state.step == "E2" and not unconfirmed(state)


def _forget(story: GameStory) -> None:
    """A chain of triggers that has run out; a proposal about a mech that is gone; a mech about to
    attack that fell.
    """
    if story.state.chain and not story.state.questions:
        story.keep(replace(story.state, chain=0))
    state = story.state
    if state.proposals:
        kept = tuple(one for one in state.proposals if _has_meaning(state, one))
        story.keep(replace(state, proposals=kept))
    if state.attacker and mech_in(state, f"{state.current}:{state.attacker}") is None:
        story.keep(replace(story.state, attacker=""))


def _has_meaning(state: State, proposal: Proposal) -> bool:
    return proposal.kind == "tokens" or bool(mech_in(state, f"{proposal.seat}:{proposal.slot}"))


def end_round(story: GameStory) -> None:
    end_of(story, "turn", "round", "next_attack")
    state = story.state
    course = (*state.course, tuple(player.vp for player in state.players.values()))
    stays = state.event_now if _stays(state) else ""
    state = replace(state, course=course, event_stays=stays, event_now="", current="", checked=())
    if _is_last(state):
        state = replace(state, step="G1", proposals=())
        story.tell(state, "mm.log.game_over", sound="winner", round=state.round)
    else:
        story.keep(replace(state, final_round=state.event_pile == 0))
        _next_round(story)


def _is_last(state: State) -> bool:
    at_once = state.options["end_timing"] == "at_once"
    return state.final_round or (state.event_pile == 0 and at_once)


def _stays(state: State) -> bool:
    """Whether the event of this round holds in the next one too."""
    return bool(state.event_now) and event_card(state, state.event_now).lasts == "next_round"


def _next_round(story: GameStory) -> None:
    state = story.state
    first, key = next_first_picker(state)
    state = replace(state, first_picker=first, first_next="", round=state.round + 1)
    sound = "ruler" if key == "mm.log.first_ruler" else None
    story.tell(state, key, about=(first,), sound=sound, seat=name_of(first), round=state.round)
    if state.final_round:
        story.tell(state, "mm.log.last_round", sound="last_round")
    begin_pledge(story)


def next_first_picker(state: State) -> tuple[str, str]:
    """Who chooses first in the next round, and the key of the reason."""
    if state.first_next:
        return state.first_next, "mm.log.first_by_effect"
    if state.ruler_holder and state.options["ruler_privilege"] != "acts_first":
        return state.ruler_holder, "mm.log.first_ruler"
    if state.options["fallback_first_picker"] == "first_to_pick":
        return state.first_picker, "mm.log.first_picked"
    return state.first_actor, "mm.log.first_acted"


# The game is over: nothing is asked any more.
STEPS: dict[str, GameStep] = {"G1": Step()}
