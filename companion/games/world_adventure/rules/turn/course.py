"""A player's turn: its points, its penalty, whose turn is next, and which NPC strikes who moves or
stays.
"""

from companion.games.world_adventure.rules.asking import choose_ask, dice_ask, option, territory_say
from companion.games.world_adventure.rules.changes import (
    log,
    player,
    push,
    put,
    put_player,
)
from companion.games.world_adventure.rules.constants import (
    GOLD_BY_PIPS,
    PENALTY_DICE,
    RECOVER_PRICE,
)
from companion.games.world_adventure.rules.npcs.strikers import next_striker
from companion.games.world_adventure.rules.possessions import (
    fainted_soldiers,
    gain_gold,
    in_force,
    pay,
    put_soldier,
)
from companion.games.world_adventure.state import HUNTERS, Frame, GameStory, State, Turn
from companion.kit.say import say
from companion.kit.steps import Asks, Reply, Step


def moves_per_turn(state: State, seat: str) -> int:
    explorer = state.players[seat].explorer
    return 2 + (explorer >= 4) + (explorer >= 5) + in_force(state, seat, "move")


def _next_turn(story: GameStory, _frame: Frame) -> None:
    """P8: the next in order begins; after the last one the NPCs act."""
    state = story.state
    if state.active and state.players[state.active].effects:
        put_player(story, state.active, effects=())
    order = state.turn_order
    at = order.index(state.active) + 1 if state.active else 0
    if at == len(order):
        put(story, step="N1", phase="npc", active="", turn=Turn(), occasion=0, npcs_done=())
        log(story, "npc_phase")
        return
    _begin(story, order[at])


def _begin(story: GameStory, seat: str) -> None:
    """P0. Points do not carry over."""
    state = story.state
    moves, actions = moves_per_turn(state, seat), 1 + in_force(state, seat, "action")
    if state.players[seat].penalty:
        put(story, active=seat, turn=Turn(), occasion=0, step="P0p")
        log(story, "penalty_turn", seat)
        return
    put(story, active=seat, turn=Turn(moves=moves, actions=actions), occasion=0, step="P1")
    log(story, "turn", seat, moves=moves, actions=actions, sound="soft")
    if state.options["stay_check"] == "start_of_turn":
        push(story, Frame("P7", seat))


def _ask_penalty(state: State, frame: Frame) -> Asks:
    return (dice_ask(state, "P0p", PENALTY_DICE, frame.seat),)


def _take_penalty(story: GameStory, frame: Frame, reply: Reply) -> None:
    seat = frame.seat
    put_player(story, seat, penalty=False)
    gain_gold(story, seat, sum(GOLD_BY_PIPS[die] for die in reply.pips), "penalty_gold")
    put(story, step="P0c")


def _ask_penalty_end(state: State, frame: Frame) -> Asks:
    """Where the table plays it, fainted soldiers may be recovered; then the turn is over."""
    options = [option("end", "end")]
    if state.options["penalty_recover"] == "yes":
        short = state.players[frame.seat].gold < RECOVER_PRICE
        why = (
            say("wa.refused.no_gold", price=RECOVER_PRICE, have=state.players[frame.seat].gold)
            if short
            else None
        )
        options += [
            option(f"recover:{soldier.slot}", "recover", why, n=soldier.slot, price=RECOVER_PRICE)
            for soldier in fainted_soldiers(state, frame.seat)
        ]
    return (choose_ask(state, "P0c", tuple(options), frame.seat),)


def _end_penalty(story: GameStory, frame: Frame, reply: Reply) -> None:
    action, _, slot = reply.choice.partition(":")
    if action == "end":
        put(story, step="P8")
        return
    pay(story, frame.seat, RECOVER_PRICE, "recover", slot=int(slot))
    put_soldier(story, frame.seat, int(slot), condition="active")


def strike(story: GameStory, seat: str, again: tuple[Frame, ...]) -> bool:
    """One automatic attack, after which `again` looks for the next; False if nobody attacks."""
    found = next_striker(story.state, seat)
    if not found:
        return False
    if isinstance(found, Frame):
        push(story, found, *again)
        return True
    spot = territory_say(story.state, player(story, seat).territory)
    log(
        story,
        "auto_attack",
        seat,
        what=say(f"wa.npc.{found.partition(':')[0]}"),
        spot=spot,
        sound="medium",
    )
    battle = Frame("KU", found, seat) if found in HUNTERS else Frame("KX", seat, found)
    push(story, battle, *again)
    return True


def _arrived(story: GameStory, frame: Frame) -> None:
    """P7a: on arrival, and at the turn's start where the table plays that. Death ends the turn, and
    this with it.
    """
    if story.state.step == "P1" and story.state.active == frame.seat:
        strike(story, frame.seat, (frame,))


def _stays(story: GameStory, frame: Frame) -> None:
    """P7b: at "End turn"; this step runs again until nobody attacks any more."""
    at_start = story.state.options["stay_check"] == "start_of_turn"
    if at_start or not strike(story, frame.seat, ()):
        put(story, step="P8")


STEPS = {
    "P8": Step(run=_next_turn),
    "P7": Step(run=_arrived),
    "P7b": Step(run=_stays),
    "P0p": Step(_ask_penalty, _take_penalty),
    "P0c": Step(_ask_penalty_end, _end_penalty),
}
