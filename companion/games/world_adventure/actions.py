"""The action chosen from the menu, begun. Each subject goes on with its own frames."""

from collections.abc import Callable

from companion.games.world_adventure import cards as shelf
from companion.games.world_adventure.effects import apply_to
from companion.games.world_adventure.guild import cancel_quest, complete_quest, take_quest
from companion.games.world_adventure.powers import use_up
from companion.games.world_adventure.scout import begin_engage, begin_scout
from companion.games.world_adventure.stall import build_stall
from companion.games.world_adventure.state import Frame
from companion.games.world_adventure.tale import Tale, choice, log, push, put
from companion.games.world_adventure.travel import toll_for_service, travel
from companion.kit.intents import Answer


def _act(tale: Tale, frame: Frame, part: str, answer: Answer) -> None:
    if part == "P2":
        travel(tale, frame.seat, choice(answer))
        return
    action, _, what = choice(answer).partition(":")
    _BEGIN[action](tale, frame.seat, what)


def _end(tale: Tale, _seat: str, _what: str) -> None:
    put(tale, step="P7b")


def _engage(tale: Tale, seat: str, _what: str) -> None:
    begin_engage(tale, seat)


def _shop(tale: Tale, seat: str, _what: str) -> None:
    toll_for_service(tale, seat)
    push(tale, Frame("P5s", seat))


def _stall(tale: Tale, seat: str, _what: str) -> None:
    toll_for_service(tale, seat)
    build_stall(tale, seat)


def _workshop(tale: Tale, seat: str, _what: str) -> None:
    toll_for_service(tale, seat)
    push(tale, Frame("P5c", seat))


def _recruiter(tale: Tale, seat: str, _what: str) -> None:
    toll_for_service(tale, seat)
    push(tale, Frame("P5r", seat))


def _quest(tale: Tale, seat: str, what: str) -> None:
    if what == "take":
        toll_for_service(tale, seat)
        take_quest(tale, seat)
    elif what == "cancel":
        cancel_quest(tale, seat)
    else:
        complete_quest(tale, seat)


def _power(tale: Tale, seat: str, card: str) -> None:
    log(tale, "power_used", seat, card=shelf.title(tale.state, "powers", card))
    use_up(tale, seat, card)
    apply_to(tale, seat, f"powers:{card}")


def _gift(tale: Tale, seat: str, to: str) -> None:
    push(tale, Frame("P9", seat, to))


_BEGIN: dict[str, Callable[[Tale, str, str], None]] = {
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

ANSWERS = {"P1": _act}
