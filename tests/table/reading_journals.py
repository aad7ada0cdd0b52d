"""What a table reads in a journal, short enough to be kept beside it."""

import hashlib
from typing import Any

import msgspec

from companion.table.live_game import state_hash
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
        "state": state_hash(live.state),
        "asks": [(ask.id, ask.say.key, ask.seats, ask.optional) for ask in asks],
        "log": hashlib.sha256(msgspec.json.encode(log)).hexdigest()[:16],
        "corrected": sum(line.corrected for line in live.log()),
        "undone": sum(line.undone for line in live.log()),
        "result": outcome.result if outcome else None,
    }
