"""What a game need not say because its typed state says it: set-up, handles, trackers, scores,
where pieces belong, what must hold, whose turn it is. Any of it can be said otherwise.

A usual game goes round the table and asks one thing at a time. Its state is a `TurnState` with its
own facts added; whole numbers of a player, and of the table, are named as they are called in the
code: `score` of red is the handle `score:red`, spoken by the text `<prefix>.tracker.score`. The
first number of a player is the one that counts.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from companion.kit.asks import BoardShape
from companion.kit.boards import lying_at
from companion.kit.game import Game, Handle, Name, Options, Seats
from companion.kit.outcome import Outcome, ranked
from companion.kit.say import Say, name_of, say
from companion.kit.scoreboard import progress, score, turn_order
from companion.kit.seats import Seat, after, order_of
from companion.kit.steps import AskId, Machine, PlainStep, Step
from companion.kit.story import Story, refuse
from companion.kit.trackers import Board, Counter, Tracker, View

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")


class TurnState(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays, whose turn it is, what is asked. `asked`: how many answers this turn has had, so
    that no two questions have the same id.
    """

    seats: tuple[Seat, ...]
    players: dict[str, Any]
    turn: str
    step: str
    round: int = 1
    asked: int = 0
    options: dict[str, int | str] = {}
    pack: Any = None


S = TypeVar("S", bound=TurnState)
Steps = Mapping[str, Step[S, PlainStep]]


def ask_id(state: TurnState) -> str:
    """`3.red.2:roll`: in round 3, red's turn, after two answers."""
    return str(AskId(f"{state.round}.{state.turn}.{state.asked}", state.step))


def next_turn(state: S, step: str) -> S:
    """The next seat begins at that step; after the last one a round is over."""
    order = order_of(state)
    seat = after(order, state.turn)
    passed = 1 if seat == order[0] else 0
    return replace(state, turn=seat, step=step, asked=0, round=state.round + passed)


def usual_game(
    *,
    state: type[S],
    steps: Steps[S],
    is_over: Callable[[S], bool],
    prefix: str,
    seats: tuple[int, int],
    boards: Mapping[str, BoardShape] | None = None,
    **said: Any,
) -> Game[S]:
    """A game from its state, its steps and when it is over. `boards`: fields of the state that say
    what lies on a board, and its shape. `said` is whatever `Game` takes, in place of the usual.
    """
    machine = Machine(steps=steps, top=_pending, is_over=is_over, begin=_count_answer)
    outcome = said.get("outcome") or _outcome_when(is_over, state)
    usual: dict[str, Any] = {
        "colours": COLOURS,
        "rules": 1,
        "setup": _set_up(state, next(iter(steps)), seats),
        "asks": machine.asks,
        "decide": machine.decide,
        "view": _view(prefix, state, outcome, boards or {}),
        "outcome": outcome,
        "broken": _broken(state),
        "handles": _handles(prefix, state),
        "where": _where(prefix, state, boards or {}),
        "scores": _scores(state),
        "steps": frozenset(steps),
        "names": _names,
    }
    return Game(state=state, prefix=prefix, seats=seats, **(usual | said))


def _pending(state: TurnState) -> PlainStep:
    return PlainStep(state.step)


def _count_answer(story: Story[S]) -> None:
    story.keep(replace(story.state, asked=story.state.asked + 1))


def _names(state: TurnState) -> Iterator[Name]:
    yield "turn", state.turn, order_of(state)


def _set_up(kind: type[S], first: str, room: tuple[int, int]) -> Callable[[Options, Seats, Any], S]:
    player = player_type(kind)

    def setup(options: Options, seats: Seats, pack: Any) -> S:
        least, most = room
        if not least <= len(seats) <= most:
            raise refuse(
                "wrong_seats", "kit.refused.seats", have=len(seats), least=least, most=most
            )
        players = {seat.id: player() for seat in seats}
        turn = seats[0].id
        return kind(
            seats=seats, players=players, turn=turn, step=first, options=dict(options), pack=pack
        )

    return setup


# Numbers, by the types of the state


class NumberField(msgspec.Struct, frozen=True):
    name: str
    least: int
    most: int | None


@cache
def player_type(state: type[TurnState]) -> type[msgspec.Struct]:
    """What is known of one player, as `players: dict[str, Player]` says it."""
    kind = next(one.type for one in _fields(state) if one.name == "players")
    held = kind.value_type if isinstance(kind, inspect.DictType) else None
    if not isinstance(held, inspect.StructType):
        raise TypeError(f"{state.__name__} must say players: dict[str, Player], Player a Struct")
    return held.cls


@cache
def numbers_of(kind: type[msgspec.Struct]) -> tuple[NumberField, ...]:
    """The whole numbers of a struct with their bounds (`Meta(ge=, le=)`; from 0 where none are
    said). What every state has of itself is no number of the table.
    """
    own = [one for one in _fields(kind) if one.name not in TurnState.__struct_fields__]
    return tuple(
        NumberField(one.name, one.type.ge if one.type.ge is not None else 0, one.type.le)
        for one in own
        if isinstance(one.type, inspect.IntType)
    )


def _fields(kind: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    told = inspect.type_info(kind)
    assert isinstance(told, inspect.StructType)
    return told.fields


def _handles(prefix: str, kind: type[S]) -> Callable[[S], tuple[Handle, ...]]:
    of_table, of_player = numbers_of(kind), numbers_of(player_type(kind))

    def handles(state: S) -> tuple[Handle, ...]:
        common = tuple(
            Handle(one.name, (one.name,), _called(prefix, one), one.least, one.most)
            for one in of_table
        )
        each = tuple(
            Handle(
                f"{one.name}:{seat}",
                ("players", seat, one.name),
                _called(prefix, one),
                one.least,
                one.most,
                seat=seat,
            )
            for seat in order_of(state)
            for one in of_player
        )
        return (*common, *each)

    return handles


def _called(prefix: str, number: NumberField) -> Say:
    return say(f"{prefix}.tracker.{number.name}")


def _broken(kind: type[S]) -> Callable[[S], tuple[str, ...]]:
    """The numbers that are out of their bounds, as `number.score:red`."""
    of_table, of_player = numbers_of(kind), numbers_of(player_type(kind))

    def broken(state: S) -> tuple[str, ...]:
        found = [f"number.{one.name}" for one in of_table if _is_out(state, one)]
        for seat, player in state.players.items():
            found += [f"number.{one.name}:{seat}" for one in of_player if _is_out(player, one)]
        return tuple(found)

    return broken


def _is_out(holder: msgspec.Struct, number: NumberField) -> bool:
    value = getattr(holder, number.name)
    return bool(value < number.least or (number.most is not None and value > number.most))


def _scores(kind: type[S]) -> Callable[[S], dict[str, int]]:
    counting = numbers_of(player_type(kind))[:1]

    def scores(state: S) -> dict[str, int]:
        return {
            seat: getattr(player, one.name)
            for seat, player in state.players.items()
            for one in counting
        }

    return scores


# What people see


def _view(
    prefix: str,
    kind: type[S],
    outcome: Callable[[S], Outcome | None],
    boards: Mapping[str, BoardShape],
) -> Callable[[S, str | None], View]:
    of_table, of_player = numbers_of(kind), numbers_of(player_type(kind))

    def view(state: S, _seat: str | None) -> View:
        ended = outcome(state)
        headline = say("kit.headline.turn", round=state.round, name=name_of(state.turn))
        order = order_of(state)
        state_of = progress(order, state.turn)
        turns = turn_order(say("kit.tracker.order"), order, state_of, quiet=True)
        trackers: list[Tracker] = [
            _board(prefix, name, shape, state) for name, shape in boards.items()
        ]
        trackers += [
            Counter(
                id=one.name,
                say=_called(prefix, one),
                value=getattr(state, one.name),
                handle=one.name,
            )
            for one in of_table
        ]
        for seat in order:
            trackers += _of_player(prefix, seat, state.players[seat], of_player)
        return View(ended.why if ended else headline, (*trackers, turns))

    return view


def _of_player(
    prefix: str, seat: str, player: Any, numbers: tuple[NumberField, ...]
) -> Iterator[Tracker]:
    """The first number large, to be read from across the room."""
    for at, one in enumerate(numbers):
        value, size = getattr(player, one.name), 2 if at == 0 else 1
        yield score(seat, one.name, _called(prefix, one), value, size=size)


def _board(prefix: str, name: str, shape: BoardShape, state: TurnState) -> Board:
    cells = getattr(state, name)
    return Board(id=name, say=say(f"{prefix}.tracker.{name}"), shape=shape, cells=cells)


def _where(
    prefix: str, kind: type[S], boards: Mapping[str, BoardShape]
) -> Callable[[S], Mapping[str, Say]]:
    """Every number and every piece on a board: what to set right after an undo."""
    handles = _handles(prefix, kind)

    def where(state: S) -> dict[str, Say]:
        found = {one.id: _stands(state, one) for one in handles(state)}
        for name, shape in boards.items():
            found |= lying_at(name, shape, getattr(state, name))
        return found

    return where


def _stands(state: TurnState, handle: Handle) -> Say:
    holder: Any = state.players[handle.seat] if handle.seat else state
    number = getattr(holder, str(handle.path[-1]))
    if handle.seat is None:
        return say("kit.where.number", what=handle.say, number=number)
    return say("kit.where.number_of", name=name_of(handle.seat), what=handle.say, number=number)


def _outcome_when(is_over: Callable[[S], bool], kind: type[S]) -> Callable[[S], Outcome | None]:
    """Most of the number that counts wins; who has as much shares it."""
    scores = _scores(kind)

    def outcome(state: S) -> Outcome | None:
        if not is_over(state):
            return None
        standings = ranked(scores(state))
        winners = tuple(one.seat for one in standings if one.place == 1)
        best = standings[0].score or 0
        key = "kit.end.winner" if len(winners) == 1 else "kit.end.shared"
        why = say(key, names=tuple(name_of(seat) for seat in winners), score=best)
        return Outcome("won" if len(winners) == 1 else "shared", winners, why, standings)

    return outcome
