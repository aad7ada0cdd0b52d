"""Travel: one move point to a neighbouring territory, the toll of a city, and who waits there."""

from companion.games.world_adventure.atlas import atlas, is_city, nation_of
from companion.games.world_adventure.board import are_enemies, question, stall_owner, touches
from companion.games.world_adventure.draws import choose_ask, option, spot_options, territory_say
from companion.games.world_adventure.purse import gain_gold, lose_gold
from companion.games.world_adventure.state import Frame, State
from companion.games.world_adventure.tale import (
    Tale,
    choice,
    log,
    player,
    pop,
    push,
    put_player,
    put_turn,
)
from companion.games.world_adventure.words import TOLL
from companion.kit.asks import Ask
from companion.kit.intents import Answer


def travel(tale: Tale, seat: str, to: str) -> None:
    """P2, from the menu: straight to a lit territory, or elsewhere after a question."""
    if to == "elsewhere":
        push(tale, Frame("P2x", seat))
        return
    put_player(tale, seat, territory=to)
    put_turn(tale, moves=tale.state.turn.moves - 1)
    log(tale, "travels", seat, spot=territory_say(tale.state, to), n=tale.state.turn.moves)
    if tale.state.options["toll_when"] == "enter":
        pay_toll(tale, seat)
    push(tale, Frame("P7", seat))


def pay_toll(tale: Tale, seat: str) -> None:
    """Whoever visits a city with the stall of an enemy at Charisma 4 pays him 2 gold, or what he
    has.
    """
    here = player(tale, seat).territory
    owner = stall_owner(tale.state, nation_of(here)) if is_city(here) else ""
    if not owner or not are_enemies(tale.state, seat, owner) or player(tale, owner).charisma < 4:
        return
    due = min(TOLL, player(tale, seat).gold)
    if due:
        lose_gold(tale, seat, due, "toll_paid")
        gain_gold(tale, owner, due, "toll")


def toll_for_service(tale: Tale, seat: str) -> None:
    """Where the table plays it, the toll falls due with the first service of a turn in that city."""
    here = player(tale, seat).territory
    if tale.state.options["toll_when"] == "first_service" and here not in tale.state.turn.tolled:
        put_turn(tale, tolled=(*tale.state.turn.tolled, here))
        pay_toll(tale, seat)


def _ask_elsewhere(state: State, frame: Frame) -> tuple[Ask, ...]:
    """Territories of other nations of which nobody has said yet whether they touch this one."""
    here = state.players[frame.seat].territory
    spots = tuple(spot for spot in atlas(state.pack).outer if touches(state, here, spot) is None)
    return (
        choose_ask(state, "P2x", (*spot_options(state, spots), option("back", "back")), frame.seat),
    )


def _chosen_elsewhere(tale: Tale, frame: Frame, _part: str, answer: Answer) -> None:
    pop(tale)
    if choice(answer) != "back":
        here = player(tale, frame.seat).territory
        push(
            tale, question("touch", here, choice(answer)), Frame("P2y", frame.seat, choice(answer))
        )


def _if_it_touches(tale: Tale, frame: Frame) -> None:
    if touches(tale.state, player(tale, frame.seat).territory, frame.what):
        travel(tale, frame.seat, frame.what)


AUTO = {"P2y": _if_it_touches}
ASKS = {"P2x": _ask_elsewhere}
ANSWERS = {"P2x": _chosen_elsewhere}
