"""A table in the middle of a day, and clauses to read like one: `do`, `refused`, `said`."""

from typing import Any

from companion.exam.vectors import _ask, answer_value, start
from companion.kit.asks import Ask
from companion.kit.events import Event
from companion.kit.intents import Adjust, Answer, Correct, Set, Undo
from companion.kit.say import Say
from companion.kit.story import RuleError
from companion.table.live_game import LiveGame

THREE = ("red", "blue", "green")
FIVE = (*THREE, "yellow", "purple")
D13 = {"id": "D13", "health": 7, "attack": 5, "damage": 1}


def table(seats: Any = THREE, options: Any = None, pack: Any = None, **position: Any) -> LiveGame:
    return start("spell_from_the_future", seats, options, pack, position or None)


def day(
    step: str, seats: Any = THREE, options: Any = None, pack: Any = None, **position: Any
) -> LiveGame:
    """Day 1 with the example Beast open and a 2 rolled, Red being 1st Mage, unless the position
    says otherwise.
    """
    number = position.get("round", 1)
    usual = {
        "first_player": "red",
        "current_beast": D13,
        "beasts_met": [(position.get("current_beast") or D13)["id"]],
        "beast_deck_count": 7 - number,
        "initiative_roll": 2,
        "initiative": "mages",
        "letters": ["A", "B", "C", "D"],
    }
    return table(seats, options, pack, **{**usual, "step": step, **position})


def do(live: LiveGame, ask: str, seat: str | None = None, **value: Any) -> tuple[Event, ...]:
    """Answers, and returns what was told."""
    return _enter(live, _answer(live, ask, seat, value))


def refused(live: LiveGame, ask: str, seat: str | None = None, **value: Any) -> RuleError:
    """Answers what must be refused; nothing may change."""
    return _refused(live, _answer(live, ask, seat, value))


def _answer(live: LiveGame, ask: str, seat: str | None, value: dict[str, Any]) -> Answer:
    ask_id = _ask(live.game.asks(live.state), ask, seat)
    return Answer(
        id=str(live.seq),
        ask=ask_id,
        answer=answer_value(value),
        seat=seat,
        force=value.get("force"),
    )


def adjust(
    live: LiveGame, handle: str, to: int | str, *, confirmed: bool = False
) -> tuple[Event, ...]:
    return _enter(
        live, Adjust(id=str(live.seq), handle=handle, to=to, reason="bumped", confirmed=confirmed)
    )


def adjust_refused(live: LiveGame, handle: str, to: int | str) -> RuleError:
    return _refused(live, Adjust(id=str(live.seq), handle=handle, to=to, reason="bumped"))


def choose_option(live: LiveGame, option: str, to: int | str) -> tuple[Event, ...]:
    return _enter(live, Set(id=str(live.seq), option=option, to=to))


def option_refused(live: LiveGame, option: str, to: int | str) -> RuleError:
    return _refused(live, Set(id=str(live.seq), option=option, to=to))


def correct(live: LiveGame, line: int, **value: Any) -> tuple[Event, ...]:
    return _enter(
        live, Correct(id=f"c{live.seq}", line=line, answer=answer_value(value), confirmed=True)
    )


def undo(live: LiveGame, line: int | None = None) -> None:
    _enter(live, Undo(id=f"u{live.seq}", line=line))


def _enter(live: LiveGame, intent: Any) -> tuple[Event, ...]:
    body, state = live.consider(intent)
    live.enter(live.seq + 1, body, state=state)
    return tuple(body.events)


def _refused(live: LiveGame, intent: Any) -> RuleError:
    before = live.state
    try:
        live.consider(intent)
    except RuleError as error:
        assert live.state is before
        return error
    raise AssertionError(f"{intent} was accepted")


def asked(live: LiveGame, ask: str) -> Ask:
    """The open ask of that name."""
    ask_id = _ask(live.game.asks(live.state), ask, None)
    return next(one for one in live.game.asks(live.state) if one.id == ask_id)


def open_asks(live: LiveGame) -> list[str]:
    return [ask.id for ask in live.game.asks(live.state)]


def keys(words: Any) -> list[str]:
    """The text keys of sentences or events."""
    found = [word.why if isinstance(word, Event) else word for word in words]
    return [word.key for word in found if isinstance(word, Say)]


def told(events: tuple[Event, ...], key: str) -> Event:
    return next(event for event in events if event.why is not None and event.why.key == key)


def tracker(live: LiveGame, name: str) -> Any:
    """The tracker of that id as everyone sees it; None if it is not drawn."""
    return next((one for one in live.game.view(live.state, None).trackers if one.id == name), None)


def play_minds(live: LiveGame, **minds: str) -> None:
    for seat, mind in minds.items():
        do(live, f"P5.2.mind:{seat}", seat, show=[mind])


def place(live: LiveGame, **placed: Any) -> None:
    for seat, cells in placed.items():
        do(live, f"P5.2:{seat}", seat, place=cells)


def resolve(
    live: LiveGame, placed: dict[str, Any], mind: str = "twofold", **minds: str
) -> tuple[Event, ...]:
    """Readings of all seats, confirmed, and all words called at once; returns what the calling
    told.
    """
    if not live.state.mystic_round:
        play_minds(live, **{seat: minds.get(seat, mind) for seat in live.state.players})
    place(live, **{seat: placed.get(seat, {}) for seat in live.state.players})
    do(live, "P5.2.confirm", live.state.first_player)
    return do(live, "P5.3:all", live.state.first_player)


def vp(live: LiveGame) -> dict[str, tuple[int, int]]:
    return {seat: (player.white_vp, player.black_vp) for seat, player in live.state.players.items()}
