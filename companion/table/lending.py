"""A table that is lent: a demo plays in a journal of its own, and the table's own games are out of
its reach.

Whoever begins, resumes or leaves a game while the table is lent takes it back first. A power cut
does the same: the own journal never heard of the demo.
"""

from collections.abc import Callable
from typing import Any

from companion.journal import Journal
from companion.kit.intents import Intent
from companion.kit.seats import Seat
from companion.packs import Shelf
from companion.table.open_journal import OpenJournal


class TableJournals:
    """What lies on the table: its own journal with its game, or another one in its place. Called by
    the owner alone; reading `held` is safe from any thread.
    """

    def __init__(self, journal: Journal, shelf: Shelf) -> None:
        self._shelf = shelf
        self.own = self.held = OpenJournal(journal, shelf)

    @property
    def is_lent(self) -> bool:
        return self.held is not self.own

    def lend(self, journal: Journal) -> None:
        self.take_back()
        self.held = OpenJournal(journal, self._shelf, is_lent=True)

    def take_back(self) -> None:
        if self.is_lent:
            self.held.journal.close()
            self.held = self.own


class Lending:
    """How a demo uses the table, from any thread."""

    def __init__(self, journals: TableJournals, ask: Callable[[Callable[[], Any]], Any]) -> None:
        self._journals, self._ask = journals, ask

    @property
    def is_lent(self) -> bool:
        return self._journals.is_lent

    def lend(self, journal: Journal) -> None:
        """No game is live afterwards; those begun here go to this journal."""
        self._ask(lambda: self._journals.lend(journal))

    def begin(self, game_id: str, seats: tuple[Seat, ...], options: dict[str, int | str]) -> bool:
        """Whether it was begun: not when somebody has taken the table back meanwhile."""
        return bool(self._ask(lambda: self._begun(game_id, seats, options)))

    def _begun(self, game_id: str, seats: tuple[Seat, ...], options: dict[str, int | str]) -> int:
        return self.is_lent and self._journals.held.begin(game_id, seats, options, None, None)

    def submit(self, intent: Intent) -> bool:
        """Whether the lent game heard it: an own game, back on the table a moment ago, may be
        asking just the same.
        """
        return bool(self._ask(lambda: self.is_lent and self._journals.held.write([intent])))

    def take_back(self) -> None:
        """The own game is on the table again; the lent journal is closed."""
        if self.is_lent:
            self._ask(self._journals.take_back)
