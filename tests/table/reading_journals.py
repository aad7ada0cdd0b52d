"""What a table reads in a journal, short enough to be kept beside it."""

import hashlib
from typing import Any

import msgspec

from companion.table.table import Table


def told(table: Table) -> dict[str, Any]:
    """The live game: its state, what it asks, and its log. The log by its hash: it is long."""
    live = table.live
    assert live is not None
    log = [
        (line.seq, line.kind, line.undone, line.corrected, line.says, line.bent)
        for line in live.log()
    ]
    asks = live.game.asks(live.state)
    outcome = live.game.outcome(live.state)
    return {
        "seq": live.seq,
        "lines": len(live.lines),
        "state": _hash(msgspec.json.encode(live.state, order="deterministic")),
        "asks": [(ask.id, ask.say.key, ask.seats, ask.optional) for ask in asks],
        "log": _hash(msgspec.json.encode(log)),
        "corrected": sum(line.corrected for line in live.log()),
        "undone": sum(line.undone for line in live.log()),
        "result": outcome.result if outcome else None,
    }


def _hash(written: bytes) -> str:
    """Of everything, byte for byte. The table's own hash may change with its version; this cannot,
    because what it gave for journals of that time is kept.
    """
    return hashlib.sha256(written).hexdigest()[:16]
