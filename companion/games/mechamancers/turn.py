"""One player's turn: its start, the phases one after the other, its end. What is done inside them
lies elsewhere.
"""

from msgspec.structs import replace

from companion.games.mechamancers.damage import fire
from companion.games.mechamancers.effects import end_of
from companion.games.mechamancers.figures import draws_left, in_pile, over_limit, skips
from companion.games.mechamancers.goods import draw_words, gain_mana
from companion.games.mechamancers.pack import DRAWN, title
from companion.games.mechamancers.state import (
    HAND_LIMIT,
    Player,
    State,
    Told,
    forbid,
    hand_size,
    mech_card,
    role_card,
    standing,
    with_player,
)
from companion.kit.memo import by_identity
from companion.kit.say import Say, name_of

PHASES = {"T2": "resource", "T3": "activation", "T4": "combat"}


def begin_turn(story: Told, seat: str) -> None:
    """T1: counters of the turn are cleared; abilities that work at the start of a turn do."""
    state = story.state
    player = state.players[seat]
    field = {
        slot: replace(mech, attacks_made=0, ability_used=False, fresh=False)
        if mech.attacks_made or mech.ability_used or mech.fresh
        else mech
        for slot, mech in player.field.items()
    }
    state = with_player(state, seat, privilege_used=False, drawn_this_turn={}, field=field)
    state = replace(state, step="T1", current=seat, attacker="", room="", unnamed_attacks=0)
    story.tell(state, "mm.log.turn", about=(seat,), sound="turn", seat=name_of(seat))
    started = [
        (seat, slot, mech.card, "turn_start", 1) for slot, mech in standing(state.players[seat])
    ]
    fire(story, started, "")


def enter_phase(story: Told, step: str) -> None:
    """The phase begins, unless an effect makes its player pass over it."""
    seat = story.state.current
    story.keep(replace(story.state, step=step, attacker="", room=""))
    if skips(story.state, seat, PHASES[step]):
        story.tell(story.state, f"mm.log.skipped_{PHASES[step]}", about=(seat,), seat=name_of(seat))
        leave_phase(story)
    elif step == "T2":
        role = role_card(story.state, story.state.players[seat].role)
        gain_mana(story, seat, role.mana or 0, "mm.log.role_mana", role=title(role))


def leave_phase(story: Told) -> None:
    """To the next phase, the next player, or the event."""
    match story.state.step:
        case "T2":
            enter_phase(story, "T3")
        case "T3":
            enter_phase(story, "T4")
        case _:
            end_turn(story)


def end_turn(story: Told) -> None:
    """T5: what holds for the turn is over."""
    end_of(story, "turn", "next_attack")
    state = story.state
    acted = (*state.acted, state.current)
    waiting = [
        seat
        for seat in state.turn_order
        if seat not in acted and state.players[seat].status == "playing"
    ]
    story.keep(replace(state, acted=acted, attacker="", room="", unnamed_attacks=0))
    if waiting:
        begin_turn(story, waiting[0])
    else:
        story.keep(replace(story.state, step="E1", current=""))


def check_phase_may_end(story: Told) -> None:
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


def check_confirmed(story: Told) -> None:
    """No card may still lie in the wrong way or in a slot it has left."""
    turned = to_turn(story.state)
    if turned:
        seat, slot = turned[0]
        mech = story.state.players[seat].field[slot]
        words = {
            "seat": name_of(seat),
            "mech": title(mech_card(story.state, mech.card)),
            "slot": slot,
        }
        forbid(story, True, "E_ROT_PENDING", quarter=mech.d % 4, **words)
    if story.state.gone:
        gone = story.state.gone[0]
        words = {
            "seat": name_of(gone.seat),
            "mech": title(mech_card(story.state, gone.card)),
            "slot": gone.slot,
        }
        forbid(story, True, "E_DEAD_ON_FIELD", **words)


@by_identity
def slots_to_turn(player: Player) -> tuple[str, ...]:
    return tuple(slot for slot, mech in standing(player) if mech.turning)


def to_turn(state: State) -> list[tuple[str, str]]:
    """The living mechs whose cards the table has still to turn."""
    return [
        (seat, slot) for seat, player in state.players.items() for slot in slots_to_turn(player)
    ]


def unconfirmed(state: State) -> bool:
    return bool(state.gone) or bool(to_turn(state))


def confirm_all(state: State) -> State:
    """One OK for everything that was to be turned or taken away."""
    for seat, slot in to_turn(state):
        player = state.players[seat]
        field = {**player.field, slot: replace(player.field[slot], turning=0)}
        state = with_player(state, seat, field=field)
    return replace(state, gone=())
