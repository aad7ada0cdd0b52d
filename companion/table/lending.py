"""A table that can be lent: a demo plays in a journal of its own, and the table's own games are out
of its reach.

Whoever begins, resumes or leaves a game while the table is lent takes it back first. A power cut
does the same: the own journal never heard of the demo.
"""

from typing import Any

from companion.journal import Journal
from companion.kit.intents import Intent
from companion.kit.seats import Seat
from companion.packs import Shelf
from companion.table.live_game import LiveGame
from companion.table.open_game import kept_games
from companion.table.table import Table


class LendableTable(Table):
    def __init__(self, journal: Journal, shelf: Shelf) -> None:
        super().__init__(journal, shelf)
        self._home: tuple[Journal, int] | None = (
            None  # the own journal and game, while the table is lent
        )

    @property
    def is_lent(self) -> bool:
        return self._home is not None

    def lend(self, journal: Journal) -> None:
        """No game is live afterwards; those begun with `begin_lent` go to this journal."""
        self.take_back()
        self._ask_owner(lambda: self._lend(journal))

    def begin_lent(
        self, game_id: str, seats: tuple[Seat, ...], options: dict[str, int | str]
    ) -> bool:
        """Whether it was begun: not when somebody has taken the table back meanwhile."""
        return bool(
            self._ask_owner(
                lambda: self.is_lent and self._begin(game_id, seats, options, None, None)
            )
        )

    def submit_lent(self, intent: Intent) -> bool:
        """Whether the lent game heard it: an own game, back on the table a moment ago, may be
        asking just the same.
        """
        return bool(self._ask_owner(lambda: self.is_lent and self._written([intent])))

    def take_back(self) -> None:
        """The own game is live again; the lent journal is closed."""
        if self.is_lent:
            self._ask_owner(self._take_back)

    def _lend(self, journal: Journal) -> None:
        self._home = self.journal, self.number
        self.journal, self.live, self.number = journal, None, 0

    def _take_back(self) -> None:
        if self._home is None:
            return
        lent, (self.journal, number), self._home = self.journal, self._home, None
        lent.close()
        self.live, self.number = None, 0
        if number:
            self._open(number)

    def leave(self) -> None:
        """Leaving a demo goes back to the own game; leaving that, to none."""
        if self.is_lent:
            self.take_back()
        else:
            super().leave()

    def kept(self) -> list[dict[str, Any]]:
        with self._changed:
            return kept_games(*(self._home or (self.journal, self.number)))

    def _remember_cards(self, live: LiveGame) -> None:
        if not self.is_lent:
            super()._remember_cards(live)

    def stop(self) -> None:
        if self.is_running:
            self.take_back()
        super().stop()
