"""Travel: one move point to a neighbouring territory, the toll of a city, and who waits there."""

from companion.games.world_adventure.pack.atlas import atlas, is_city, nation_of
from companion.games.world_adventure.rules.asking import (
    choose_ask,
    option,
    spot_options,
    territory_say,
)
from companion.games.world_adventure.rules.board import are_enemies, question, stall_owner, touches
from companion.games.world_adventure.rules.changes import (
    log,
    player,
    pop,
    push,
    put_player,
    put_turn,
)
from companion.games.world_adventure.rules.constants import TOLL
from companion.games.world_adventure.rules.possessions import gain_gold, lose_gold
from companion.games.world_adventure.state import Frame, GameStory, State
from companion.kit.steps import Asks, Reply, Step


def travel(story: GameStory, seat: str, to: str) -> None:
    """P2, from the menu: straight to a lit territory, or elsewhere after a question."""
    if to == "elsewhere":
        push(story, Frame("P2x", seat))
        return
    put_player(story, seat, territory=to)
    put_turn(story, moves=story.state.turn.moves - 1)
    log(story, "travels", seat, spot=territory_say(story.state, to), n=story.state.turn.moves)
    if story.state.options["toll_when"] == "enter":
        pay_toll(story, seat)
    push(story, Frame("P7", seat))


def _travel(story: GameStory, frame: Frame, reply: Reply) -> None:
    travel(story, frame.seat, reply.choice)


def pay_toll(story: GameStory, seat: str) -> None:
    """Whoever visits a city with the stall of an enemy at Charisma 4 pays him 2 gold, or what he
    has.
    """
    here = player(story, seat).territory
    owner = stall_owner(story.state, nation_of(here)) if is_city(here) else ""
    if not owner or not are_enemies(story.state, seat, owner) or player(story, owner).charisma < 4:
        return
    due = min(TOLL, player(story, seat).gold)
    if due:
        lose_gold(story, seat, due, "toll_paid")
        gain_gold(story, owner, due, "toll")


def toll_for_service(story: GameStory, seat: str) -> None:
    """Where the table plays it, the toll is due with a turn's first service in that city."""
    here = player(story, seat).territory
    if story.state.options["toll_when"] == "first_service" and here not in story.state.turn.tolled:
        put_turn(story, tolled=(*story.state.turn.tolled, here))
        pay_toll(story, seat)


def _ask_elsewhere(state: State, frame: Frame) -> Asks:
    """Territories of other nations of which nobody has said yet whether they touch this one."""
    here = state.players[frame.seat].territory
    spots = tuple(spot for spot in atlas(state.pack).outer if touches(state, here, spot) is None)
    return (
        choose_ask(state, "P2x", (*spot_options(state, spots), option("back", "back")), frame.seat),
    )


def _chosen_elsewhere(story: GameStory, frame: Frame, reply: Reply) -> None:
    pop(story)
    if reply.choice != "back":
        here = player(story, frame.seat).territory
        push(story, question("touch", here, reply.choice), Frame("P2y", frame.seat, reply.choice))


def _if_it_touches(story: GameStory, frame: Frame) -> None:
    if touches(story.state, player(story, frame.seat).territory, frame.what):
        travel(story, frame.seat, frame.what)


STEPS = {
    "P2": Step(take=_travel),
    "P2y": Step(run=_if_it_touches),
    "P2x": Step(_ask_elsewhere, _chosen_elsewhere),
}
