"""The action chosen from the menu, begun. Each subject goes on with its own frames."""

from collections.abc import Callable

from companion.games.world_adventure.rules import cards as shelf
from companion.games.world_adventure.rules.changes import log, push, put
from companion.games.world_adventure.rules.city.guild import (
    cancel_quest,
    complete_quest,
    take_quest,
)
from companion.games.world_adventure.rules.city.stall import build_stall
from companion.games.world_adventure.rules.effects import apply_to
from companion.games.world_adventure.rules.rune_powers import use_up
from companion.games.world_adventure.rules.turn.menu import menu
from companion.games.world_adventure.rules.turn.scout import begin_engage, begin_scout
from companion.games.world_adventure.rules.turn.travel import toll_for_service
from companion.games.world_adventure.state import Frame, GameStory, State
from companion.kit.steps import Asks, Reply, Step


def _ask_turn(state: State, frame: Frame) -> Asks:
    return menu(state, frame.seat)


def _act(story: GameStory, frame: Frame, reply: Reply) -> None:
    action, _, what = reply.choice.partition(":")
    _BEGIN[action](story, frame.seat, what)


def _end(story: GameStory, _seat: str, _what: str) -> None:
    put(story, step="P7b")


def _engage(story: GameStory, seat: str, _what: str) -> None:
    begin_engage(story, seat)


def _shop(story: GameStory, seat: str, _what: str) -> None:
    toll_for_service(story, seat)
    push(story, Frame("P5s", seat))


def _stall(story: GameStory, seat: str, _what: str) -> None:
    toll_for_service(story, seat)
    build_stall(story, seat)


def _workshop(story: GameStory, seat: str, _what: str) -> None:
    toll_for_service(story, seat)
    push(story, Frame("P5c", seat))


def _recruiter(story: GameStory, seat: str, _what: str) -> None:
    toll_for_service(story, seat)
    push(story, Frame("P5r", seat))


def _quest(story: GameStory, seat: str, what: str) -> None:
    if what == "take":
        toll_for_service(story, seat)
        take_quest(story, seat)
    elif what == "cancel":
        cancel_quest(story, seat)
    else:
        complete_quest(story, seat)


def _power(story: GameStory, seat: str, card: str) -> None:
    log(story, "power_used", seat, card=shelf.title(story.state, "powers", card))
    use_up(story, seat, card)
    apply_to(story, seat, f"powers:{card}")


def _gift(story: GameStory, seat: str, to: str) -> None:
    push(story, Frame("P9", seat, to))


_BEGIN: dict[str, Callable[[GameStory, str, str], None]] = {
    "end": _end,
    "scout": begin_scout,
    "engage": _engage,
    "shop": _shop,
    "stall": _stall,
    "workshop": _workshop,
    "recruiter": _recruiter,
    "quest": _quest,
    "power": _power,
    "gift": _gift,
}


STEPS = {
    "P1": Step(_ask_turn, _act),
}
