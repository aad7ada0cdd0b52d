"""The live game: one owner, one queue of intents, snapshots out. The web enters by this door alone,
so what it may use is named here.
"""

from companion.table.history import replayed_since, snapshot_at, snapshot_of
from companion.table.lines import LogLine
from companion.table.live_game import LiveGame
from companion.table.number_history import number_told, value_told
from companion.table.open_game import GameRows, position_now, rows_of
from companion.table.replies import Accepted, Duplicate, Refused, Reply
from companion.table.snapshots import TableSnapshot, snapshot_now
from companion.table.statistics import curves
from companion.table.table import Table

__all__ = [
    "Accepted",
    "Duplicate",
    "GameRows",
    "LiveGame",
    "LogLine",
    "Refused",
    "Reply",
    "Table",
    "TableSnapshot",
    "curves",
    "number_told",
    "position_now",
    "replayed_since",
    "rows_of",
    "snapshot_at",
    "snapshot_now",
    "snapshot_of",
    "value_told",
]
