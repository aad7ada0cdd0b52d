"""The table as it was after any line of the live game, as its viewer may know it; nothing can
be answered there. And a kept game line by line, as it went.
"""

from collections.abc import Iterator

from companion.table.live_game import LiveGame, public_hash
from companion.table.open_game import GameRows, enter_row, opened_from
from companion.table.snapshots import LOG_SHOWN, TableSnapshot
from companion.table.table import Table


def snapshot_at(table: Table, seq: int, seat: str | None = None) -> TableSnapshot:
    snapshot: TableSnapshot = table.reading(
        lambda live: snapshot_of(live, table.journals.held.number, seq, seat)
    )
    return snapshot


def snapshot_of(live: LiveGame, number: int, seq: int, seat: str | None = None) -> TableSnapshot:
    state = live.state_at(sum(line.seq <= seq for line in live.lines))
    known = live.game.known_to(state, seat)
    log = tuple(line for line in live.log(seat=seat) if line.seq <= seq)
    return TableSnapshot(
        seq=seq,
        number=number,
        game=live.game.id,
        title=live.game.title,
        seats=state.seats,
        asks=(),
        view=live.game.view(known, seat),
        log=log[-LOG_SHOWN:],
        moves=(),
        outcome=live.game.outcome(state),
        hash=public_hash(live.game, state),
    )


def replayed_since(rows: GameRows, since: int) -> Iterator[tuple[LiveGame, float]]:
    """The game at its last line up to `since`, then after each later one, also those that were
    taken back, with the time it was written. The same game each time: look before going on.
    """
    known = tuple(line for line in rows.lines if line.seq <= since)
    live = opened_from(rows._replace(lines=known))
    yield live, known[-1].at if known else rows.game.started
    for line in rows.lines[len(known) :]:
        enter_row(live, line, rows.snapshots.get(line.seq))
        yield live, line.at
