"""One player's turn: its start, the phases one after the other, its end. What is done inside them
lies elsewhere.
"""

from msgspec.structs import replace

from companion.games.mechamancers.pack import DRAWN, title
from companion.games.mechamancers.rules.confirming import check_confirmed
from companion.games.mechamancers.rules.figures import draws_left, in_pile, over_limit, skips
from companion.games.mechamancers.rules.goods import draw_words, due_discard, gain_mana
from companion.games.mechamancers.rules.lasting import end_of
from companion.games.mechamancers.rules.refusals import forbid
from companion.games.mechamancers.rules.triggers import Fired, fire
from companion.games.mechamancers.state import (
    HAND_LIMIT,
    GameStep,
    GameStory,
    Mech,
    State,
    hand_size,
    role_card,
    standing,
)
from companion.kit.say import Say, name_of
from companion.kit.seats import with_player
from companion.kit.steps import PlainStep, Step

PHASES = {"T2": "resource", "T3": "activation", "T4": "combat"}
NEXT_PHASE = {"T2": "T3", "T3": "T4"}


def begin_turn(story: GameStory, seat: str) -> None:
    """T1: counters of the turn are cleared; abilities that work at the start of a turn do."""
    state = story.state
    field = {slot: _rested(mech) for slot, mech in state.players[seat].field.items()}
    state = with_player(state, seat, privilege_used=False, drawn_this_turn={}, field=field)
    state = replace(state, step="T1", current=seat, attacker="", room="", unnamed_attacks=0)
    story.tell(state, "mm.log.turn", about=(seat,), sound="turn", seat=name_of(seat))
    mechs = standing(state.players[seat])
    fire(story, [Fired(seat, slot, mech.card, "turn_start") for slot, mech in mechs])


def _rested(mech: Mech) -> Mech:
    if not (mech.attacks_made or mech.ability_used or mech.fresh):
        return mech
    return replace(mech, attacks_made=0, ability_used=False, fresh=False)


def _start(story: GameStory, _frame: PlainStep) -> None:
    """Without a role, in a position that names none, there are no resources to take."""
    enter_phase(story, "T2" if story.state.players[story.state.current].role else "T3")


def enter_phase(story: GameStory, step: str) -> None:
    """The phase begins, unless an effect makes its player pass over it."""
    seat = story.state.current
    story.keep(replace(story.state, step=step, attacker="", room=""))
    if skips(story.state, seat, PHASES[step]):
        story.tell(story.state, f"mm.log.skipped_{PHASES[step]}", about=(seat,), seat=name_of(seat))
        leave_phase(story)
    elif step == "T2":
        role = role_card(story.state, story.state.players[seat].role)
        gain_mana(story, seat, role.mana or 0, "mm.log.role_mana", role=title(role))


def end_phase(story: GameStory) -> None:
    """Done, says the player whose turn it is."""
    _check_phase_may_end(story)
    seat = story.state.current
    if story.state.step == "T2":
        surplus = over_limit(story.state.players[seat])
        due_discard(story, seat, surplus)  # only if the limit was bent
    leave_phase(story)


def leave_phase(story: GameStory) -> None:
    """To the next phase, the next player, or the event."""
    following = NEXT_PHASE.get(story.state.step)
    if following is not None:
        enter_phase(story, following)
    else:
        end_turn(story)


def end_turn(story: GameStory) -> None:
    """T5: what holds for the turn is over."""
    end_of(story, "turn", "next_attack")
    state = story.state
    acted = (*state.acted, state.current)
    story.keep(replace(state, acted=acted, attacker="", room="", unnamed_attacks=0))
    for seat in state.turn_order:
        if seat not in acted and state.players[seat].status == "playing":
            begin_turn(story, seat)
            return
    story.keep(replace(story.state, step="E1", current=""))


def _check_phase_may_end(story: GameStory) -> None:
    """Draws, hand limit and cards still to be turned or taken away."""
    state = story.state
    player = state.players[state.current]
    if state.step == "T2":
        forbid(story, still_to_draw(state), "E_DRAW_COUNT", allowed=allowed(state))
        forbid(story, over_limit(player) > 0, "E_HAND_LIMIT", n=over_limit(player), most=HAND_LIMIT)
    check_confirmed(story)


def still_to_draw(state: State) -> bool:
    """With exact drawing: a card is due and can be had."""
    if state.options["draw_mode"] != "exact":
        return False
    player = state.players[state.current]
    if state.options["hand_limit"] == "stop_drawing" and hand_size(player) >= HAND_LIMIT:
        return False
    role = role_card(state, player.role)
    return any(draws_left(player, role, kind) > 0 and in_pile(state, kind) != 0 for kind in DRAWN)


def allowed(state: State) -> tuple[Say, ...]:
    """What the current player's role allows to draw."""
    return draw_words(role_card(state, state.players[state.current].role))


STEPS: dict[str, GameStep] = {"T1": Step(run=_start)}
