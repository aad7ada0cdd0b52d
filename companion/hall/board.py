"""What the hall knows of its tables, folded from messages. Pure: a message in, a new board out."""

import msgspec

from companion.mqtt.messages import GameEnded, GamePlayed, Results, TableEvent, TableState
from companion.mqtt.topics import EVENT, ONLINE, STATE, sender

MOST_TABLES = 1_000  # somebody who invents tables must not fill the hall's memory
MOST_BYTES = 64_000
MOST_PLAYED = 200  # per table: more than a weekend
MOST_LINES = 60


class HallTable(msgspec.Struct, frozen=True):
    """One table as it was last heard of. `order` is when its newest state came, so that pages are
    sent only what is new.
    """

    id: str
    state: TableState | None = None
    online: bool = False
    order: int = 0
    played: tuple[GamePlayed, ...] = ()


class HallLine(msgspec.Struct, frozen=True):
    """Something worth a line in the history of the evening."""

    id: str
    table: str
    at: str
    words: str


class HallBoard(msgspec.Struct, frozen=True):
    tables: dict[str, HallTable] = {}
    lines: tuple[HallLine, ...] = ()
    order: int = 0
    refused: int = 0  # messages that were not what they claim to be


def heard(board: HallBoard, topic: str, payload: bytes, base: str = "tableside") -> HallBoard:
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
                return _state(board, table, payload)
            case "online":
                return _changed(board, table, online=payload == b"online")
            case "event":
                return _event(board, table, payload)
    except (msgspec.DecodeError, msgspec.ValidationError):
        pass
    return _refused(board)


def answered(board: HallBoard, table: str, payload: bytes) -> HallBoard:
    """A table's own finished games, as it answered; it speaks only for itself."""
    try:
        results = msgspec.json.decode(payload, type=Results)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return _refused(board)
    if results.table != table or table not in board.tables:
        return _refused(board)
    return _changed(board, table, played=results.games[-MOST_PLAYED:])


def _state(board: HallBoard, table: str, payload: bytes) -> HallBoard:
    if not payload:  # its owner took the table away
        left = {name: one for name, one in board.tables.items() if name != table}
        return msgspec.structs.replace(board, tables=left, order=board.order + 1)
    state = msgspec.json.decode(payload, type=TableState)
    if state.table != table:
        return _refused(board)
    return _changed(board, table, state=state)


def _event(board: HallBoard, table: str, payload: bytes) -> HallBoard:
    event = msgspec.json.decode(payload, type=TableEvent)
    if event.table != table:
        return _refused(board)
    if not isinstance(event, GameEnded) or any(line.id == event.id for line in board.lines):
        return board
    line = HallLine(event.id, table, event.at, f"{event.title}: {event.why}")
    return msgspec.structs.replace(
        board, lines=(*board.lines, line)[-MOST_LINES:], order=board.order + 1
    )


def _changed(board: HallBoard, table: str, **facts: object) -> HallBoard:
    before = board.tables.get(table, HallTable(table))
    order = board.order + 1
    after = msgspec.structs.replace(before, order=order, **facts)
    return msgspec.structs.replace(board, tables={**board.tables, table: after}, order=order)


def _refused(board: HallBoard) -> HallBoard:
    return msgspec.structs.replace(board, refused=board.refused + 1)


FILTERS = (STATE, ONLINE, EVENT)
