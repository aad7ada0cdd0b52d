"""The table as it was after any line of the live game, as a spectator saw it; nothing can be
answered there.
"""

from companion.table.live_game import LiveGame, state_hash
from companion.table.snapshots import LOG_SHOWN, TableSnapshot
from companion.table.table import Table


def snapshot_at(table: Table, seq: int) -> TableSnapshot:
    snapshot: TableSnapshot = table.reading(
        lambda live: _snapshot(live, table.journals.held.number, seq)
    )
    return snapshot


def _snapshot(live: LiveGame, number: int, seq: int) -> TableSnapshot:
    state = live.state_at(sum(line.seq <= seq for line in live.lines))
    log = tuple(line for line in live.log() if line.seq <= seq)
    return TableSnapshot(
        seq=seq,
        number=number,
        game=live.game.id,
        title=live.game.title,
        seats=state.seats,
        asks=(),
        view=live.game.view(state, None),
        log=log[-LOG_SHOWN:],
        moves=(),
        outcome=live.game.outcome(state),
        hash=state_hash(state),
    )
