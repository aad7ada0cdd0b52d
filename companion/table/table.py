"""The table: any number of devices submit intents, one owner decides them, and everybody sees the
same snapshots of what came of it.
"""

import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from companion.journal import Journal
from companion.kit.asks import Ready
from companion.kit.intents import Answer, Intent, Readied
from companion.kit.seats import Seat
from companion.packs import Shelf
from companion.table.changes import Changes
from companion.table.lending import Lending, TableJournals
from companion.table.live_game import LiveGame
from companion.table.open_journal import OpenJournal, playing
from companion.table.owner import TableOwner
from companion.table.replies import Accepted, Duplicate, Refused, Reply
from companion.table.snapshots import LOG_SHOWN, Snapshots, TableSnapshot

T = TypeVar("T")
__all__ = ["LOG_SHOWN", "Accepted", "Duplicate", "Refused", "Reply", "Table", "TableSnapshot"]


class Table:
    """Make it, `start` it, `stop` it. Reading is safe from any thread; writing goes through the
    owner.
    """

    def __init__(self, journal: Journal, shelf: Shelf) -> None:
        self.shelf = shelf
        self.changes = Changes()
        self.journals = TableJournals(journal, shelf)
        self._deciding = threading.RLock()
        self.owner = TableOwner(lambda: self.journals.held, self.changes, self._deciding)
        self.lending = Lending(self.journals, self.owner.ask)
        self._snapshots = Snapshots(lambda: self.journals.held, self.changes, self._deciding)

    def start(self) -> None:
        self.journals.held.open_last()
        self.owner.start()
        for intent in withdrawn(self.journals.held):
            self.submit(intent)

    def stop(self) -> None:
        if self.owner.is_running:
            self.lending.take_back()
        self.owner.stop()
        self.changes.announce()
        self.journals.held.journal.close()

    # Entering

    def submit(self, intent: Intent) -> Reply:
        """Returns when the intent is durable, refused, or known as a repeat."""
        reply: Reply = self.owner.ask(intent)
        return reply

    def begin(
        self,
        game_id: str,
        seats: tuple[Seat, ...],
        options: dict[str, int | str] | None = None,
        pack: str | dict[str, Any] | None = None,
        position: dict[str, Any] | None = None,
    ) -> int:
        """A new game becomes the live one; the one before is kept and can be resumed."""
        self.lending.take_back()
        number: int = self.owner.ask(
            lambda: self.journals.held.begin(game_id, seats, options or {}, pack, position)
        )
        return number

    def resume(self, number: int) -> None:
        self.lending.take_back()
        self.owner.ask(lambda: self.journals.held.resume(number))

    def leave(self) -> None:
        """No game is live, everything is kept; leaving a demo goes back to the own game."""
        if self.lending.is_lent:
            self.lending.take_back()
        else:
            self.owner.ask(lambda: self.journals.held.leave())

    # Looking

    @property
    def live(self) -> LiveGame | None:
        return self.journals.held.live

    def snapshot(self, seat: str | None = None) -> TableSnapshot | None:
        """What that seat (or a spectator) sees; None while no game is live. The same object until
        something changes.
        """
        return self._snapshots.of(seat)

    @property
    def last_seq(self) -> int:
        """The newest journal number of the live game, or of the journal while none is live."""
        with self._deciding:
            live = self.live
            return live.seq if live is not None else self.journals.held.journal.last_seq()

    def reading(self, look: Callable[[LiveGame], Any]) -> Any:
        """Anything else that is to be read from the live game, undisturbed by the owner."""
        with self._deciding:
            return look(playing(self.live))

    def reading_own(self, look: Callable[[OpenJournal], T]) -> T:
        """Whatever is to be read from the own journal, also while the table is lent."""
        with self._deciding:
            return look(self.journals.own)


def withdrawn(held: OpenJournal) -> Iterator[Answer]:
    """Nobody knows what happened behind the screens during a power cut: whoever was ready there
    says so again.
    """
    live = held.live
    if live is None:
        return
    asks = live.game.asks(live.state)
    for ask in (ask for ask in asks if isinstance(ask, Ready) and ask.withdraw):
        for seat in ask.done:
            name = f"restart-{held.number}-{live.seq}-{seat}"
            yield Answer(id=name, device="table", ask=ask.id, answer=Readied(False), seat=seat)
