"""What a seat sees of the table: one immutable value, made once per change and shared by everybody
who looks: every web client, the camera service, the panel and the virtual table.
"""

import threading
from collections.abc import Callable

import msgspec

from companion.kit.asks import Ask
from companion.kit.outcome import Outcome
from companion.kit.say import Say
from companion.kit.seats import Seat
from companion.kit.trackers import View
from companion.table.changes import Changes
from companion.table.lines import LogLine
from companion.table.live_game import LiveGame, public_hash
from companion.table.open_journal import OpenJournal

LOG_SHOWN = 120


class TableSnapshot(msgspec.Struct, frozen=True):
    """What one seat (or a spectator) sees of the table at one line of the journal."""

    seq: int
    number: int
    game: str
    title: str
    seats: tuple[Seat, ...]
    asks: tuple[Ask, ...]
    view: View
    log: tuple[LogLine, ...]
    moves: tuple[Say, ...]
    outcome: Outcome | None
    hash: str
    version: int = 0  # of the game, as `Changes` counts them
    is_whole: bool = True  # nothing is hidden from this viewer
    is_lent: bool = False  # a demo's: its number is one of another journal

    @property
    def playing(self) -> int:
        """The game's number, below 0 in a lent journal: no own game has that one."""
        return -self.number if self.is_lent else self.number


class Snapshots:
    """Where nothing is hidden, asks, outcome and hash are the same for all seats. Nothing is made
    before somebody looks, and a look at what was made waits for no lock.
    """

    def __init__(
        self, held: Callable[[], OpenJournal], changes: Changes, deciding: threading.RLock
    ) -> None:
        self._held, self._changes, self._deciding = held, changes, deciding
        self._made: tuple[int, dict[str | None, TableSnapshot | None]] = (-1, {})

    def of(self, seat: str | None) -> TableSnapshot | None:
        """None while no game is live."""
        version, made = self._made
        if version == self._changes.game_version and seat in made:
            return made[seat]
        with self._deciding:
            version, made = self._made
            if version != self._changes.game_version:
                version, made = self._changes.game_version, {}
                self._made = version, made
            if seat not in made:
                others = next(iter(made.values()), None)
                made[seat] = self._fresh(seat, version, others)
            return made[seat]

    def _fresh(
        self, seat: str | None, version: int, others: TableSnapshot | None
    ) -> TableSnapshot | None:
        held = self._held()
        live = held.live
        if live is None:
            return None
        made = snapshot_now(live, held.number, seat, others)
        return msgspec.structs.replace(made, version=version, is_lent=held.is_lent)


def snapshot_now(
    live: LiveGame, number: int, seat: str | None = None, others: TableSnapshot | None = None
) -> TableSnapshot:
    """`others`: what another seat sees at the same line, to share what is the same."""
    state, known = live.state, live.known(seat)
    view = live.game.view(known, seat)
    log, moves = live.log(LOG_SHOWN, seat), live.moves_of(seat)
    if others is not None and known is state and others.is_whole:
        return msgspec.structs.replace(others, view=view, log=log, moves=moves)
    return TableSnapshot(
        seq=live.seq,
        number=number,
        game=live.game.id,
        title=live.game.title,
        seats=state.seats,
        asks=live.game.asks(known),
        view=view,
        log=log,
        moves=moves,
        outcome=live.game.outcome(state),
        hash=others.hash if others is not None else public_hash(live.game, state),
        is_whole=known is state,
    )
