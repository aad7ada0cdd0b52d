"""The live game: one owner, one queue of intents, snapshots out. The web enters by this door alone,
so what it may use is named here.
"""

from companion.table.history import snapshot_at, snapshot_of
from companion.table.lines import LogLine
from companion.table.live_game import LiveGame
from companion.table.number_history import number_told, value_told
from companion.table.open_game import position_now
from companion.table.replies import Accepted, Duplicate, Refused, Reply
from companion.table.snapshots import TableSnapshot
from companion.table.statistics import curves
from companion.table.table import Table

__all__ = [
    "Accepted",
    "Duplicate",
    "LiveGame",
    "LogLine",
    "Refused",
    "Reply",
    "Table",
    "TableSnapshot",
    "curves",
    "number_told",
    "position_now",
    "snapshot_at",
    "snapshot_of",
    "value_told",
]
