"""Rolling and rerolling: also in other players' turns, until one's own first die is resolved."""

from msgspec.structs import replace

from companion.games.runika.rules.bag import to_bag
from companion.games.runika.rules.dice import dice_say, die_say
from companion.games.runika.rules.stored_dice import (
    dice_at,
    dice_wanted,
    die_options,
    places_chosen,
    thrown,
    unrolled,
    without,
)
from companion.games.runika.state import (
    NO_DIE,
    GameStory,
    Player,
    State,
    ask_id,
    seat_of,
    with_turn,
)
from companion.kit.asks import Ask, Choose, Roll
from companion.kit.say import name_of, say
from companion.kit.seats import with_player
from companion.kit.steps import Asks, PlainStep, Reply, Step


def window_asks(state: State) -> Asks:
    """What each player may or must do with stored dice now, whoever's turn it is."""
    found: list[Ask] = []
    for seat, player in state.players.items():
        if not player.stored:
            continue
        if not player.rolled:
            found.append(_roll_ask(state, seat, player))
        elif player.reroll == "which":
            found.append(_which_ask(state, seat, player))
        elif player.reroll:
            found.append(_throw_ask(state, seat, player))
        elif may_reroll(state, seat):
            found.append(_reroll_ask(state, seat, player))
    return tuple(found)


# The roll


def _roll_ask(state: State, seat: str, player: Player) -> Ask:
    waiting = dice_at(player, unrolled(player))
    is_due = seat == state.active
    key = "rk.ask.roll" if is_due else "rk.ask.roll_early"
    return Roll(
        id=ask_id("roll", state.round, seat, len(waiting)),
        say=say(key, seat=name_of(seat), n=len(waiting)),
        seats=(seat,),
        zone="tray",
        dice=dice_wanted(state, waiting),
        least=1 if state.on("roll_piecemeal") else None,
        optional=not is_due,
    )


def roll(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    seat = seat_of(reply.id)
    state, player = story.state, story.state.players[seat]
    stored = thrown(state, player.stored, unrolled(player), reply)
    is_done = all(die[1] != "?" for die in stored)
    state = with_player(state, seat, stored=stored, rolled=is_done)
    if is_done and seat == state.active and state.step == "T1":
        state = replace(state, step="T2")
    story.tell(state, "rk.log.rolled", about=(seat,), seat=name_of(seat), dice=dice_say(stored))


# Rerolls: one die is given up, any others are thrown again


def may_reroll(state: State, seat: str) -> bool:
    player, is_active = state.players[seat], seat == state.active
    if not player.rolled or player.reroll or len(player.stored) < 2:
        return False
    if is_active and state.turn.pending:
        return False
    return not player.resolving or (state.on("reroll_during_resolve") and is_active)


def _reroll_ask(state: State, seat: str, player: Player) -> Ask:
    return Choose(
        id=ask_id("reroll", state.round, seat, player.rerolls),
        say=say("rk.ask.reroll", seat=name_of(seat)),
        seats=(seat,),
        options=die_options(state, player),
        optional=True,
    )


def _which_ask(state: State, seat: str, player: Player) -> Ask:
    return Choose(
        id=ask_id("reroll.which", state.round, seat, player.rerolls),
        say=say("rk.ask.reroll_which", seat=name_of(seat)),
        seats=(seat,),
        options=die_options(state, player),
        least=0 if state.on("reroll_zero") else 1,
        most=len(player.stored),
    )


def _throw_ask(state: State, seat: str, player: Player) -> Ask:
    again = dice_at(player, player.thrown)
    return Roll(
        id=ask_id("reroll.throw", state.round, seat, player.rerolls),
        say=say("rk.ask.reroll_throw", seat=name_of(seat), n=len(again)),
        seats=(seat,),
        zone="tray",
        dice=dice_wanted(state, again),
    )


def pay_reroll(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    seat, at = seat_of(reply.id), int(reply.choice) - 1
    player = story.state.players[seat]
    die, left = player.stored[at], without(player.stored, at)
    state = with_player(story.state, seat, stored=left, rerolls=player.rerolls + 1, reroll="which")
    state = to_bag(state, die)
    if seat == state.active:
        state = with_turn(state, aim=NO_DIE, acts=state.turn.acts + 1)
    story.tell(state, "rk.log.paid", about=(seat,), seat=name_of(seat), die=die_say(die))


def choose_rerolled(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    seat, places = seat_of(reply.id), places_chosen(reply)
    if places:
        story.keep(with_player(story.state, seat, thrown=places, reroll="throw"))
        return
    state = with_player(story.state, seat, thrown=(), reroll="")
    story.tell(state, "rk.log.reroll_none", about=(seat,), seat=name_of(seat))


def throw_again(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    seat = seat_of(reply.id)
    state, player = story.state, story.state.players[seat]
    stored = thrown(state, player.stored, player.thrown, reply)
    again = tuple(stored[at] for at in player.thrown)
    state = with_player(state, seat, stored=stored, thrown=(), reroll="")
    story.tell(state, "rk.log.rerolled", about=(seat,), seat=name_of(seat), dice=dice_say(again))


STEPS: dict[str, Step[State, PlainStep]] = {
    "roll": Step(take=roll),
    "reroll": Step(take=pay_reroll),
    "reroll.which": Step(take=choose_rerolled),
    "reroll.throw": Step(take=throw_again),
}
