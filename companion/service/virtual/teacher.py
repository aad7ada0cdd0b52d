"""Teaches the eye what comes to the virtual table for the first time, in the words of the game that
is played.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from companion.kit.asks import Ask
from companion.kit.say import Say
from companion.service.virtual.foresight import asks_ahead
from companion.service.virtual.taught import knows, teach, titles_of
from companion.table.live_game import LiveGame
from companion.table.table import TableSnapshot
from companion.texts import sentence


class Teacher:
    """`folder` holds everything the eye was taught, one folder per game in it; `look_again` when
    there is more.
    """

    def __init__(self, folder: Path, look_again: Callable[[], None]) -> None:
        self._folder, self._look_again = folder, look_again
        self.face: TableSnapshot | None = None
        self._ahead: Iterator[tuple[Ask, ...]] = iter(())

    def foresee(self, live: LiveGame | None) -> None:
        """Another game: what it may ask for later is taught bit by bit, before it is needed."""
        self._ahead = asks_ahead(live.game, live.state) if live is not None else iter(())

    def teach_ahead(self) -> bool:
        """A little of it; False when there is no more."""
        asks = next(self._ahead, None)
        if asks is None or self.face is None:
            return False
        for zone in {ask.zone for ask in asks if ask.zone is not None}:
            there = tuple(ask for ask in asks if ask.zone == zone)
            teach(self._folder / self.face.game, there, titles_of(there, self.speak))
        return True

    def teach(self, look: str) -> None:
        """When a kind of card or die comes to the table for the first time: learning costs the eye
        a while.
        """
        if self.face is None:
            return
        zones = {ask.zone for ask in self.face.asks if knows(ask, look)}
        asks = tuple(ask for ask in self.face.asks if ask.zone in zones)
        if zones and teach(self._folder / self.face.game, asks, titles_of(asks, self.speak)):
            self._look_again()

    def speak(self, words: Say) -> str:
        names = {seat.id: seat.name for seat in self.face.seats if seat.name} if self.face else {}
        return sentence(words, "en", names)
