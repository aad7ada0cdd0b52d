"""The end of a round: slots are cleared, the end of the game is looked at, initiative passes."""

from msgspec.structs import replace

from companion.games.runika.ending import outcome, reasons_to_end
from companion.games.runika.rules.bag import to_bag
from companion.games.runika.state import OVER, GameStory, Player, State, ask_id
from companion.kit.asks import Ready
from companion.kit.say import name_of, say
from companion.kit.seats import after, order_of
from companion.kit.steps import Asks, PlainStep, Reply, Step


def slots_asks(state: State, _frame: PlainStep) -> Asks:
    full = tuple(state.pack.master(element).name for element, die in state.slots.items() if die)
    lines = (say("rk.ask.slots", names=full),)
    return (Ready(id=ask_id("E1", state.round), say=say("rk.ask.clear_slots"), lines=lines),)


def clear_slots(story: GameStory, _frame: PlainStep, _reply: Reply) -> None:
    state = story.state
    dice = tuple(die for die in state.slots.values() if die)
    state = replace(to_bag(state, *dice), slots=dict.fromkeys(state.slots, ""))
    story.tell(state, "rk.log.slots_cleared", n=len(dice))
    story.keep(replace(state, step="E2"))


def check_end(story: GameStory, _frame: PlainStep) -> None:
    state = story.state
    if not reasons_to_end(state):
        story.keep(replace(state, step="E3"))
        return
    state = replace(state, step=OVER)
    won = outcome(state)
    assert won is not None
    story.tell(state, "rk.log.over", sound="end", why=won.why)


def pass_asks(state: State, _frame: PlainStep) -> Asks:
    following = after(order_of(state), state.initiative)
    what = say("rk.ask.pass", seat=name_of(following))
    return (Ready(id=ask_id("E3", state.round), say=what, seats=(state.initiative,)),)


def pass_initiative(story: GameStory, _frame: PlainStep, _reply: Reply) -> None:
    state = story.state
    seat = after(order_of(state), state.initiative)
    players = {one: _in_a_new_round(player) for one, player in state.players.items()}
    state = replace(state, players=players, initiative=seat, had_turn=())
    state = replace(state, round=state.round + 1, step="R1")
    story.tell(state, "rk.log.passed", about=(seat,), seat=name_of(seat), n=state.round)


def _in_a_new_round(player: Player) -> Player:
    runes = tuple(replace(card, used=False) if card.used else card for card in player.runes)
    return replace(player, rolled=False, resolving=False, rerolls=0, runes=runes)


STEPS: dict[str, Step[State, PlainStep]] = {
    "E1": Step(slots_asks, clear_slots),
    "E2": Step(run=check_end),
    "E3": Step(pass_asks, pass_initiative),
}
