"""Games for scripts, bots and studies: open one by name, look at what it asks, answer with plain
values.

    from companion import play

    game = play.open_game("runika", seats=("red", "blue"))
    while game.outcome is None:
        ask = game.asks[0]
        game.answer(ask, game.sample(ask))
    print(game.outcome.result, game.scores)
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from companion import games
from companion.errors import CompanionError
from companion.kit.asks import Ask, Choose, Count, Place, Ready, Roll, Show
from companion.kit.intents import (
    Answer,
    AnswerValue,
    Chosen,
    Counted,
    Intent,
    Placed,
    Readied,
    Redo,
    Rolled,
    Shown,
    Undo,
)
from companion.kit.outcome import Outcome
from companion.kit.pieces import CardSeen, Die, Piece
from companion.kit.position import arranged
from companion.kit.seats import Seat
from companion.kit.story import RuleError
from companion.kit.trackers import View
from companion.packs import Shelf
from companion.table.live_game import LiveGame
from companion.table.open_game import position_now
from companion.texts import sentence

VALUES = (Rolled, Placed, Shown, Chosen, Counted, Readied)


class IllegalAnswerError(CompanionError):
    """Refused, and nothing changed. `code` is the rule's own; `hint` says what would do."""

    def __init__(self, error: RuleError, names: Mapping[str, str]) -> None:
        self.code = error.code
        self.sentence = sentence(error.say, "en", names)
        self.hint = sentence(error.hint, "en", names) if error.hint else ""
        super().__init__(f"{self.sentence} ({self.code})")


class OpenedGame:
    """One game in memory. Nothing is kept on disk; devices and pages know nothing of it."""

    def __init__(self, live: LiveGame, seed: int = 0) -> None:
        self._live, self._chance = live, random.Random(seed)

    @property
    def state(self) -> Any:
        return self._live.state

    @property
    def asks(self) -> tuple[Ask, ...]:
        return self._live.game.asks(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """Who won, and why; None while the game goes on."""
        return self._live.game.outcome(self.state)

    @property
    def scores(self) -> dict[str, int]:
        return dict(self._live.game.scores(self.state))

    @property
    def position(self) -> dict[str, Any]:
        """As `open_game` and the API take it."""
        return position_now(self._live)

    def view(self, seat: str | None = None) -> View:
        """What that seat, or a spectator, may see."""
        return self._live.game.view(self.state, seat)

    def sample(self, ask: Ask) -> AnswerValue:
        """An answer by chance that ought to be legal."""
        return self._live.game.answer_like_a_player(self.state, ask, self._chance)

    def answer(self, ask: Ask | str, value: Any = None, seat: str | None = None) -> "OpenedGame":
        """Answers an open ask; IllegalAnswerError: refused. The seat may be left out where the ask
        names whose it is.
        """
        asked = found_ask(self.asks, ask)
        whose = seat if seat is not None else whose_turn(asked)
        own = f"line{self._live.seq + 1}"
        answer = Answer(id=own, ask=asked.id, answer=plainly(asked, value), seat=whose)
        enter(self._live, answer)
        return self

    def after(self, ask: Ask | str, value: Any = None, seat: str | None = None) -> "OpenedGame":
        """The game as it would be; this one stays as it is, and the other knows no undo."""
        other = OpenedGame(LiveGame(self._live.game, self.state))
        other._chance = self._chance
        return other.answer(ask, value, seat)

    def undo(self) -> "OpenedGame":
        enter(self._live, Undo(id=f"line{self._live.seq + 1}"))
        return self

    def redo(self) -> "OpenedGame":
        enter(self._live, Redo(id=f"line{self._live.seq + 1}"))
        return self


def found_ask(asks: Sequence[Ask], wanted: Ask | str) -> Ask:
    own = wanted if isinstance(wanted, str) else wanted.id
    found = next((one for one in asks if one.id == own), None)
    if found is None:
        open_ones = ", ".join(one.id for one in asks)
        raise CompanionError(f"Nobody asks {own!r} now; open are: {open_ones or 'none'}.")
    return found


def enter(live: LiveGame, intent: Intent) -> None:
    try:
        body, state = live.consider(intent)
    except RuleError as error:
        names = {seat.id: seat.name for seat in live.state.seats if seat.name}
        raise IllegalAnswerError(error, names) from None
    live.enter(live.seq + 1, body, state=state)


def open_game(
    name: str,
    seats: Sequence[str | Seat] = (),
    options: Mapping[str, int | str] | None = None,
    pack: str | dict[str, Any] | None = None,
    position: dict[str, Any] | None = None,
    seed: int = 0,
) -> OpenedGame:
    """`seats` are colours, in order; left out, as few as the game takes. `seed` is that of
    `sample`.
    """
    game = games.find(name)
    people = tuple(one if isinstance(one, Seat) else Seat(one, colour=one) for one in seats)
    if not people:
        people = tuple(Seat(one, colour=one) for one in game.colours[: game.seats[0]])
    chosen = {**game.suggested(len(people)), **(options or {})}
    held = Shelf(files=True).pack(game, pack)
    try:
        start = arranged(game, chosen, people, held, position)
    except RuleError as error:
        raise IllegalAnswerError(error, {}) from None
    return OpenedGame(LiveGame(game, start), seed)


def whose_turn(ask: Ask) -> str | None:
    """Who answers where nobody is named: of those who wait for each other, one who is not ready."""
    done = ask.done if isinstance(ask, Ready) else ()
    return next((seat for seat in ask.seats if seat not in done), None)


def plainly(ask: Ask, value: Any) -> AnswerValue:
    """An answer from plain values: faces for a roll, an option or several, a number, cards by id,
    pieces by cell. What is an answer already stays as it is.
    """
    if isinstance(value, VALUES):
        return value
    match ask:
        case Roll():
            return Rolled(tuple(_dice(ask, _several(value))))
        case Choose():
            return Chosen(tuple(_several(value)))
        case Show():
            return Shown(tuple(CardSeen(one) for one in _several(value)))
        case Count():
            return Counted(int(value))
        case Place():
            return Placed({cell: _pieces(one) for cell, one in dict(value).items()})
        case Ready():
            return Readied(value is not False)


def _several(value: Any) -> tuple[Any, ...]:
    return (value,) if isinstance(value, str | int) else tuple(value or ())


def _dice(ask: Roll, faces: Iterable[Any]) -> Iterable[Die]:
    """Faces in the order in which the ask names its dice."""
    wanted = [die for die in ask.dice for _ in range(die.count)]
    for at, face in enumerate(faces):
        die = wanted[min(at, len(wanted) - 1)]
        yield face if isinstance(face, Die) else Die(face, die.kind, die.colour)


def _pieces(value: Any) -> tuple[Piece, ...]:
    if isinstance(value, Mapping):
        return tuple(Piece(name, count) for name, count in value.items())
    return tuple(msgspec.convert(one, Piece) if isinstance(one, dict) else one for one in value)
