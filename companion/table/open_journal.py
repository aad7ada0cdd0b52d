"""A journal and the game that is live in it: begun, opened, written, read back. Knows no thread and
no queue.

Intents decided together share one commit. If it fails, memory goes back to what the disk has.
"""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from companion import games
from companion.journal import Entry, Journal
from companion.kit.events import to_plain
from companion.kit.intents import Intent
from companion.kit.position import arranged, complete
from companion.kit.say import say
from companion.kit.seats import Seat
from companion.kit.story import RuleError, refuse
from companion.packs import Shelf, checked, first_pack, taught
from companion.table.lines import Header
from companion.table.live_game import LiveGame
from companion.table.open_game import kept_games, opened
from companion.table.replies import Accepted, Duplicate, Refused, Reply

SNAPSHOT_EVERY = 20  # lines; a game whose journal was damaged goes on from one of these


class OpenJournal:
    """One caller at a time: `companion.table.owner` sees to that. `is_lent`: a demo's,
    whose new cards are not kept for the next game.
    """

    def __init__(self, journal: Journal, shelf: Shelf, *, is_lent: bool = False) -> None:
        self.journal = journal
        self.live: LiveGame | None = None
        self.number = 0
        self.unopened = ""  # which game could not be opened at the start, and why
        self.trouble = ""  # why the journal could not be written, the last time it was tried
        self._shelf, self.is_lent = shelf, is_lent
        self._ended = False
        self._snapshot_at = 0
        # Memory may be ahead of the disk: it is read back before anything else.
        self._is_stale = False

    # Opening games

    def open_last(self) -> None:
        """One game that cannot be opened must not keep the others from being played."""
        number = self.journal.live()
        if number is not None:
            try:
                self._open(number)
            except Exception as error:
                self.unopened = f"{number}: {error}"

    def begin(
        self,
        game_id: str,
        seats: tuple[Seat, ...],
        options: dict[str, int | str],
        pack: str | dict[str, Any] | None,
        position: dict[str, Any] | None,
    ) -> int:
        game = games.find(game_id)
        raw = self._shelf.raw(game, pack)
        start = arranged(game, options, seats, checked(game, raw, game_id), position)
        header = Header(
            tuple(msgspec.to_builtins(seat) for seat in seats),
            complete(game, options),
            pack if isinstance(pack, str) else first_pack(game),
            to_plain(start),
        )
        number = self.journal.begin(game_id, game.rules, msgspec.json.encode(header))
        self._take(number, LiveGame(game, start))
        return number

    def resume(self, number: int) -> None:
        self.journal.game(number)
        self.journal.make_live(number)
        self._open(number)

    def leave(self) -> None:
        self.journal.make_live(None)
        self.live, self.number = None, 0

    def _open(self, number: int) -> None:
        self._take(number, opened(self.journal, self.journal.game(number)))

    def _take(self, number: int, live: LiveGame) -> None:
        self.live, self.number = live, number
        self._snapshot_at = live.seq
        self._ended = live.game.outcome(live.state) is not None

    def kept(self, newest: int | None = None) -> list[dict[str, Any]]:
        return kept_games(self.journal, self.number, newest)

    # Writing

    def reload_if_stale(self) -> None:
        """After a failed write: memory goes back to what the disk has, as soon as the disk can be
        read.
        """
        if self._is_stale:
            with suppress(sqlite3.Error):
                if self.number:
                    self._open(self.number)
                self._is_stale = False

    def write(self, intents: list[Intent]) -> list[Reply | Exception]:
        """Decides them in their order and writes them in one commit."""
        try:
            if self._is_stale:
                raise sqlite3.OperationalError(self.trouble)
            with self.journal.writing() as write:
                replies = [self._decide(intent, write) for intent in intents]
        except sqlite3.Error as error:
            self.trouble, self._is_stale = str(error), True
            self.reload_if_stale()
            refusal = no_disk(error)
            return [Refused(refusal.code, refusal.say, refusal.hint) for _ in intents]
        try:
            self._after_commit()
            if any(isinstance(reply, Accepted) for reply in replies):
                self.trouble = ""
        except sqlite3.Error as error:
            # The lines are safe; the ending and the snapshot are tried again with the next.
            self.trouble = str(error)
        return replies

    def _decide(self, intent: Intent, write: Callable[[Entry], int]) -> Reply | Exception:
        try:
            live = playing(self.live)
            if intent.id in live.ids:
                return Duplicate(live.ids[intent.id])
            body, state = live.consider(intent)
        except RuleError as error:
            return Refused(error.code, error.say, error.hint, error.may_force, error.line)
        except sqlite3.Error:
            raise
        except Exception as error:  # a fault in a game's rules must not take the table down with it
            return error
        seq = write(Entry(self.number, intent.id, msgspec.json.encode(body)))
        live.enter(seq, body, self.journal.clock(), state)
        return Accepted(seq)

    def _after_commit(self) -> None:
        live = self.live
        if live is None:
            return
        outcome = live.game.outcome(live.state)
        if (outcome is not None) != self._ended:
            self.journal.end(self.number, msgspec.json.encode(outcome) if outcome else None)
            self._ended = outcome is not None
            if outcome is not None and not self.is_lent and live.game.pack is not None:
                with suppress(OSError):  # a full disk must not spoil the end of this game
                    self._shelf.remember(live.game, taught(live.state.pack))
        if live.seq - self._snapshot_at >= SNAPSHOT_EVERY:
            self.journal.snapshots.keep(self.number, live.seq, msgspec.json.encode(live.state))
            self._snapshot_at = live.seq


def playing(live: LiveGame | None) -> LiveGame:
    if live is None:
        raise refuse("no_game", "kit.refused.no_game")
    return live


def no_disk(error: Exception) -> RuleError:
    return refuse("disk", "kit.refused.disk", hint=say("kit.hint.disk"), what=str(error))
