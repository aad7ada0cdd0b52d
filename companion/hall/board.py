"""What the hall knows of its tables, folded from messages. Pure: a message in, a new board out.

No table's clock is held against another's: what is told carries how old it was when it came, and
from that the hall knows by how much a table's clock differs from its own.
"""

from datetime import UTC, datetime, timedelta

import msgspec

from companion.broadcast.messages import GameEnded, GamePlayed, Results, TableEvent, TableState
from companion.mqtt.topics import EVENT, ONLINE, STATE, sender

MOST_TABLES = 1_000  # somebody who invents tables must not fill the hall's memory
MOST_BYTES = 64_000
MOST_PLAYED = 200  # per table: more than a weekend
MOST_LINES = 60


class Arrival(msgspec.Struct, frozen=True):
    """When a message came by the hall's clock, and how long the broker had kept it."""

    at_s: float = 0.0
    age_s: float = 0.0

    @property
    def told_s(self) -> float:
        return self.at_s - self.age_s


class HallTable(msgspec.Struct, frozen=True):
    """One table as it was last heard of. `order` is when it last changed, so that pages are sent
    only what is new; `told_s` when its state was told, by the hall's clock; `behind_s` by how much
    its clock is behind.
    """

    id: str
    state: TableState | None = None
    online: bool = False
    order: int = 0
    played: tuple[GamePlayed, ...] = ()
    told_s: float = 0.0
    behind_s: float = 0.0

    def lasted_s(self, now_s: float) -> float:
        """How long its game has been going on, whatever its clock says."""
        if self.state is None or self.state.game is None:
            return 0.0
        since = _moment(self.state.at) - _moment(self.state.game.began)
        return max(0.0, since.total_seconds() + now_s - self.told_s)


class HallLine(msgspec.Struct, frozen=True):
    """A finished game, as a line in the history of the evening; `at` by the hall's clock."""

    id: str
    table: str
    at: str
    words: str


class HallBoard(msgspec.Struct, frozen=True):
    """`named` and `counted` are when a table last came or went, and when a finished game did."""

    tables: dict[str, HallTable] = {}
    lines: tuple[HallLine, ...] = ()
    order: int = 0
    named: int = 0
    counted: int = 0
    refused: int = 0  # messages that were not what they claim to be


def heard(
    board: HallBoard,
    topic: str,
    payload: bytes,
    base: str = "tableside",
    arrival: Arrival = Arrival(),  # noqa: B008 - frozen
) -> HallBoard:
    """The board after that message. What is no message of ours, or speaks for another table,
    changes nothing but the count of such.
    """
    table = sender(topic, base)
    kind = topic.rpartition("/")[2]
    if not table or len(payload) > MOST_BYTES:
        return _refused(board)
    if table not in board.tables and len(board.tables) >= MOST_TABLES:
        return _refused(board)
    try:
        match kind:
            case "state":
                return _state(board, table, payload, arrival)
            case "online":
                return _changed(board, table, online=payload == b"online")
            case "event":
                return board if _is_own(table, payload) else _refused(board)
    except (msgspec.DecodeError, msgspec.ValidationError, ValueError, OverflowError):
        pass
    return _refused(board)


def has_ended(payload: bytes) -> bool:
    """Whether that event is a game's end: then its table has one more to tell of."""
    try:
        return isinstance(msgspec.json.decode(payload, type=TableEvent), GameEnded)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return False


def answered(board: HallBoard, table: str, payload: bytes) -> HallBoard:
    """A table's own finished games, as it answered; it speaks only for itself."""
    try:
        results = msgspec.json.decode(payload, type=Results)
        if results.table != table or table not in board.tables:
            return _refused(board)
        games = results.games[-MOST_PLAYED:]
        lines = [_line(table, one, board.tables[table].behind_s) for one in games[-MOST_LINES:]]
    except (msgspec.DecodeError, msgspec.ValidationError, ValueError, OverflowError):
        return _refused(board)
    others = [line for line in board.lines if line.table != table]
    newest = sorted((*others, *lines), key=lambda line: line.at)[-MOST_LINES:]
    changed = _changed(board, table, played=games)
    return msgspec.structs.replace(changed, lines=tuple(newest), counted=changed.order)


def _line(table: str, game: GamePlayed, behind_s: float) -> HallLine:
    at = _moment(game.ended) + timedelta(seconds=behind_s)
    words = f"{game.title}: {game.outcome.why}"
    return HallLine(f"{table}.{game.number}", table, at.isoformat(timespec="seconds"), words)


def _state(board: HallBoard, table: str, payload: bytes, arrival: Arrival) -> HallBoard:
    if not payload:  # its owner took the table away
        left = {name: one for name, one in board.tables.items() if name != table}
        order = board.order + 1
        return msgspec.structs.replace(board, tables=left, order=order, named=order)
    state = msgspec.json.decode(payload, type=TableState)
    if state.table != table:
        return _refused(board)
    behind_s = arrival.told_s - _moment(state.at).timestamp()
    if state.game is not None:
        _moment(state.game.began)
    return _changed(board, table, state=state, told_s=arrival.told_s, behind_s=behind_s)


def _is_own(table: str, payload: bytes) -> bool:
    event: TableEvent = msgspec.json.decode(payload, type=TableEvent)
    return event.table == table


def _changed(board: HallBoard, table: str, **facts: object) -> HallBoard:
    before = board.tables.get(table)
    order = board.order + 1
    after = msgspec.structs.replace(before or HallTable(table), order=order, **facts)
    named = board.named if before is not None else order
    tables = {**board.tables, table: after}
    return msgspec.structs.replace(board, tables=tables, order=order, named=named)


def _refused(board: HallBoard) -> HallBoard:
    return msgspec.structs.replace(board, refused=board.refused + 1)


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


FILTERS = (STATE, ONLINE, EVENT)
