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
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from companion import games
from companion.errors import CompanionError
from companion.kit.asks import Ask, Choose, Count, Place, Ready, Roll, Show
from companion.kit.game import Game
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
from companion.kit.play import answered
from companion.kit.players import Chance
from companion.kit.position import arranged, position_of
from companion.kit.seats import Seat
from companion.kit.story import RuleError, Story
from companion.kit.trackers import View
from companion.packs import Shelf
from companion.table.live_game import LiveGame
from companion.texts import sentence

TRIES = 40  # samples looked at before one is given that may be refused
VALUES = (Rolled, Placed, Shown, Chosen, Counted, Readied)


class IllegalAnswerError(CompanionError):
    """Refused, and nothing changed. `code` is the rule's own; `hint` says what would do."""

    def __init__(self, error: RuleError, names: Mapping[str, str]) -> None:
        self.code = error.code
        self.sentence = sentence(error.say, "en", names)
        self.hint = sentence(error.hint, "en", names) if error.hint else ""
        super().__init__(f"{self.sentence} ({self.code})")


class GameFace(ABC):
    """What can be seen of a game as it stands."""

    def __init__(self, game: Game[Any], seed: int = 0) -> None:
        self.game, self._chance = game, random.Random(seed)

    @property
    @abstractmethod
    def state(self) -> Any: ...

    @property
    def asks(self) -> tuple[Ask, ...]:
        return self.game.asks(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """Who won, and why; None while the game goes on."""
        return self.game.outcome(self.state)

    @property
    def scores(self) -> dict[str, int]:
        return dict(self.game.scores(self.state))

    @property
    def position(self) -> dict[str, Any]:
        """As `open_game` and the API take it."""
        return position_of(self.game, self.state)

    def view(self, seat: str | None = None) -> View:
        """What that seat, or a spectator, may see."""
        return self.game.view(self.state, seat)

    def sample(self, ask: Ask) -> AnswerValue:
        """An answer by chance that ought to be legal."""
        return self.game.answer_like_a_player(self.state, ask, self._chance)

    def legal_sample(self, ask: Ask, chance: Chance) -> AnswerValue:
        """One the rules would take; the last one tried where none is found."""
        value = self.game.answer_like_a_player(self.state, ask, chance)
        for _ in range(TRIES):
            try:
                answer = Answer(id="", ask=ask.id, answer=value, seat=whose_turn(ask))
                answered(self.game, self.state, answer)
            except RuleError:
                value = self.game.answer_like_a_player(self.state, ask, chance)
            else:
                break
        return value


class BareGame(GameFace):
    """A game without a memory: it takes answers and undoes nothing."""

    def __init__(self, game: Game[Any], state: Any, seed: int = 0) -> None:
        super().__init__(game, seed)
        self._state = state

    @property
    def state(self) -> Any:
        return self._state

    def take(self, answer: Answer, asks: tuple[Ask, ...] | None = None) -> Story[Any]:
        """Goes on with what follows from it; RuleError: refused. `asks`: the open ones, where they
        are known already.
        """
        story = answered(self.game, self.state, answer, asks)
        self._state = story.state
        return story


class OpenedGame(GameFace):
    """One game in memory, with its lines. Nothing is kept on disk; devices and pages know nothing
    of it.
    """

    def __init__(self, live: LiveGame, seed: int = 0) -> None:
        super().__init__(live.game, seed)
        self.live = live

    @property
    def state(self) -> Any:
        return self.live.state

    def answer(self, ask: Ask | str, value: Any = None, seat: str | None = None) -> "OpenedGame":
        """Answers an open ask; IllegalAnswerError: refused. The seat may be left out where the ask
        names whose it is.
        """
        asked = found_ask(self.asks, ask)
        whose = seat if seat is not None else whose_turn(asked)
        own = self._next_id()
        return self.submit(Answer(id=own, ask=asked.id, answer=plainly(asked, value), seat=whose))

    def submit(self, intent: Intent) -> "OpenedGame":
        """Any intent, as a device would send it; IllegalAnswerError: refused."""
        try:
            submit(self.live, intent)
        except RuleError as error:
            names = {seat.id: seat.name for seat in self.state.seats if seat.name}
            raise IllegalAnswerError(error, names) from None
        return self

    def after(self, ask: Ask | str, value: Any = None, seat: str | None = None) -> "OpenedGame":
        """The game as it would be; this one stays as it is, and the other knows no undo."""
        other = OpenedGame(LiveGame(self.game, self.state))
        other._chance = self._chance
        return other.answer(ask, value, seat)

    def undo(self) -> "OpenedGame":
        return self.submit(Undo(id=self._next_id()))

    def redo(self) -> "OpenedGame":
        return self.submit(Redo(id=self._next_id()))

    def _next_id(self) -> str:
        return f"line{self.live.seq + 1}"


def submit(live: LiveGame, intent: Intent) -> int:
    """Enters an intent and says its line; RuleError: refused, and nothing changed."""
    body, state = live.consider(intent)
    live.enter(live.seq + 1, body, state=state)
    return live.seq


def found_ask(asks: Sequence[Ask], wanted: Ask | str) -> Ask:
    own = wanted if isinstance(wanted, str) else wanted.id
    found = next((one for one in asks if one.id == own), None)
    if found is None:
        open_ones = ", ".join(one.id for one in asks)
        raise CompanionError(f"Nobody asks {own!r} now; open are: {open_ones or 'none'}.")
    return found


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
    people = people_of(game, seats)
    try:
        start = begun(game, people, suggested(game, people, options), pack, position)
    except RuleError as error:
        raise IllegalAnswerError(error, {}) from None
    return OpenedGame(LiveGame(game, start), seed)


def people_of(game: Game[Any], seats: Sequence[str | Seat]) -> tuple[Seat, ...]:
    """By their colours; nobody named: as few as the game takes."""
    wanted = seats or game.colours[: game.seats[0]]
    return tuple(one if isinstance(one, Seat) else Seat(one, colour=one) for one in wanted)


def begun(
    game: Game[Any],
    people: tuple[Seat, ...],
    options: Mapping[str, int | str] | None = None,
    pack: str | dict[str, Any] | None = None,
    position: dict[str, Any] | None = None,
) -> Any:
    """The first state. RuleError: refused. A pack may be named, given as data, or be a file."""
    held = Shelf(files=True).pack(game, pack)
    return arranged(game, options or {}, people, held, position)


def suggested(
    game: Game[Any], people: tuple[Seat, ...], options: Mapping[str, int | str] | None
) -> dict[str, int | str]:
    """The options given, and those that suit so many where none are."""
    return {**game.suggested(len(people)), **(options or {})}


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
