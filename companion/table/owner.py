"""The owner of the live game. Any number of devices submit intents; one thread decides them in the order they came.

Intents that wait together share one commit, and nobody sees a change before it is on disk.
"""

import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec

from companion import games
from companion.errors import SetupError
from companion.journal import Entry, Journal
from companion.kit.asks import Ask, Ready
from companion.kit.events import to_plain
from companion.kit.intents import Answer, Correct, Intent, Readied
from companion.kit.outcome import Outcome
from companion.kit.position import arranged, complete, position_of
from companion.kit.say import Say, say
from companion.kit.seats import Seat
from companion.kit.story import RuleError, refuse
from companion.kit.trackers import View
from companion.packs import Shelf, checked, taught
from companion.table.lines import Header, LogLine, Preview
from companion.table.live import Live, state_hash
from companion.table.opening import kept_games, opened

SNAPSHOT_EVERY = 100
LOG_SHOWN = 120


@dataclass(frozen=True, slots=True)
class Accepted:
    seq: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Already done: the same intent arrived before."""

    seq: int


@dataclass(frozen=True, slots=True)
class Refused:
    code: str
    say: Say
    hint: Say | None = None
    may_force: bool = False


Reply = Accepted | Duplicate | Refused


class Face(msgspec.Struct, frozen=True):
    """What one seat sees of the table at one line of the journal."""

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


class Table:
    """Make it, `start` it, `stop` it. Reading is safe from any thread; writing goes through `submit`."""

    def __init__(self, journal: Journal, shelf: Shelf) -> None:
        self.journal = journal
        self.shelf = shelf
        self.live: Live | None = None
        self.number = 0
        self._queue: queue.SimpleQueue[tuple[Callable[[], Any] | Intent, Future[Any]] | None] = queue.SimpleQueue()
        self._changed = threading.RLock()  # held while something is decided and written, also on a slow disk
        self._woken = threading.Condition()  # held for a moment only: screens hear of a slow disk while it is slow
        self._thread: threading.Thread | None = None
        self._tick = 0
        self._stir = 0
        self._ended = False
        self._snapshot_at = 0
        self._is_stale = False  # memory may be ahead of the disk: it is read back before anything else
        self.unopened = ""  # which game could not be opened at the start, and why
        self.trouble = ""  # why the journal could not be written, the last time it was tried
        self.busy_since_s: float | None = None  # a slow disk is seen from outside by this

    # Starting and stopping

    def start(self) -> None:
        number = self.journal.live()
        if number is not None:
            try:
                self._open(number)
            except Exception as error:  # one game that cannot be opened must not keep the others from being played
                self.unopened = f"{number}: {error}"
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()
        self._ask_again()

    def _ask_again(self) -> None:
        """Nobody knows what happened behind the screens during a power cut: whoever was ready there says so again."""
        live = self.live
        for ask in live.game.asks(live.state) if live else ():
            for seat in ask.done if isinstance(ask, Ready) and ask.withdraw else ():
                made = f"restart-{self.number}-{self.last_seq}-{seat}"
                self.submit(Answer(id=made, device="table", ask=ask.id, answer=Readied(False), seat=seat))

    def stop(self) -> None:
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()
            self._thread = None
        self.nudge()
        self.journal.close()

    @property
    def is_running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    # Entering

    def submit(self, intent: Intent) -> Reply:
        """Returns when the intent is durable, refused, or known as a repeat."""
        reply: Reply = self._ask_owner(intent)
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
        number: int = self._ask_owner(lambda: self._begin(game_id, seats, options or {}, pack, position))
        return number

    def resume(self, number: int) -> None:
        self._ask_owner(lambda: self._resume(number))

    def leave(self) -> None:
        """No game is live; everything is kept."""
        self._ask_owner(self._leave)

    def preview(self, correct: Correct) -> Preview:
        with self._changed:
            return self._playing().preview(correct)

    def _ask_owner(self, wish: Callable[[], Any] | Intent) -> Any:
        if not self.is_running:
            raise SetupError("The table is closed.")
        future: Future[Any] = Future()
        self._queue.put((wish, future))
        return future.result()

    # The owner's thread

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            wishes = [first]
            while not self._queue.empty() and len(wishes) < 64:
                following = self._queue.get()
                if following is None:
                    self._queue.put(None)
                    break
                wishes.append(following)
            self._serve(wishes)

    def _serve(self, wishes: list[tuple[Callable[[], Any] | Intent, Future[Any]]]) -> None:
        self.busy_since_s = time.monotonic()
        self._reload_if_stale()
        intents = [(wish, future) for wish, future in wishes if isinstance(wish, msgspec.Struct)]
        if intents:
            self._serve_intents(intents)
        for wish, future in wishes:
            if not isinstance(wish, msgspec.Struct):
                self._serve_wish(wish, future)
        self.busy_since_s = None

    def _serve_wish(self, wish: Callable[[], Any], future: Future[Any]) -> None:
        try:
            with self._changed:
                result = wish()
                self._stirred()
            self.trouble = ""
            future.set_result(result)
        except sqlite3.Error as error:
            self.trouble = str(error)
            future.set_exception(_no_disk(error))
        except Exception as error:  # whoever asked gets it; the owner lives on
            future.set_exception(error)

    def _serve_intents(self, wishes: list[tuple[Intent, Future[Any]]]) -> None:
        with self._changed:
            replies = self._written([intent for intent, _ in wishes])
            self._stirred()
        for (_, future), reply in zip(wishes, replies, strict=True):
            if isinstance(reply, Exception):
                future.set_exception(reply)
            else:
                future.set_result(reply)

    def _stirred(self) -> None:
        self._tick += 1
        self.nudge()

    def _written(self, intents: list[Intent]) -> list[Reply | Exception]:
        try:
            self._check_fresh()
            with self.journal.writing() as write:
                replies = [self._decide(intent, write) for intent in intents]
        except sqlite3.Error as error:
            self.trouble, self._is_stale = str(error), True
            self._reload_if_stale()
            refusal = _no_disk(error)
            return [Refused(refusal.code, refusal.say, refusal.hint) for _ in intents]
        try:
            self._after_commit()
            if any(isinstance(reply, Accepted) for reply in replies):
                self.trouble = ""
        except sqlite3.Error as error:  # the lines are safe; the ending and the snapshot are tried again with the next
            self.trouble = str(error)
        return replies

    def _decide(self, intent: Intent, write: Callable[[Entry], int]) -> Reply | Exception:
        try:
            live = self._playing()
            if intent.id in live.ids:
                return Duplicate(live.ids[intent.id])
            body, state = live.consider(intent)
        except RuleError as error:
            return Refused(error.code, error.say, error.hint, error.may_force)
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
            if outcome is not None:
                self._remember_cards(live)
        if live.seq - self._snapshot_at >= SNAPSHOT_EVERY:
            self.journal.snapshot(self.number, live.seq, msgspec.json.encode(live.state))
            self._snapshot_at = live.seq

    def _remember_cards(self, live: Live) -> None:
        """Cards met for the first time are kept for the next game; a full disk must not spoil the end of this one."""
        with suppress(OSError):
            self.shelf.remember(live.game, taught(live.state.pack))

    def _playing(self) -> Live:
        if self.live is None:
            raise refuse("no_game", "kit.refused.no_game")
        return self.live

    # Opening games

    def _begin(
        self,
        game_id: str,
        seats: tuple[Seat, ...],
        options: dict[str, int | str],
        pack: str | dict[str, Any] | None,
        position: dict[str, Any] | None,
    ) -> int:
        game = games.find(game_id)
        raw = self.shelf.raw(game, pack)
        start = arranged(game, options, seats, checked(game, raw, game_id), position)
        header = Header(
            tuple(msgspec.to_builtins(seat) for seat in seats),
            complete(game, options),
            pack if isinstance(pack, str) else game.packs[0],
            to_plain(start),
        )
        number = self.journal.begin(game_id, game.rules, msgspec.json.encode(header))
        self._take(number, Live(game, start))
        return number

    def _resume(self, number: int) -> None:
        self.journal.game(number)
        self.journal.make_live(number)
        self._open(number)

    def _leave(self) -> None:
        self.journal.make_live(None)
        self.live, self.number = None, 0

    def _take(self, number: int, live: Live) -> None:
        self.live, self.number = live, number
        self._snapshot_at = live.seq
        self._ended = live.game.outcome(live.state) is not None

    def _open(self, number: int) -> None:
        self._take(number, opened(self.journal, self.journal.game(number)))

    def _reload_if_stale(self) -> None:
        """After a failed write: memory goes back to what the disk has, as soon as the disk can be read."""
        if self._is_stale:
            with suppress(sqlite3.Error), self._changed:
                if self.number:
                    self._open(self.number)
                self._is_stale = False

    def _check_fresh(self) -> None:
        if self._is_stale:
            raise sqlite3.OperationalError(self.trouble)

    # Looking

    def face(self, seat: str | None = None) -> Face | None:
        """What that seat (or a spectator) sees; None while no game is live."""
        with self._changed:
            live = self.live
            if live is None:
                return None
            state = live.state
            return Face(
                live.seq,
                self.number,
                live.game.id,
                live.game.title,
                state.seats,
                live.game.asks(state),
                live.game.view(state, seat),
                live.log(LOG_SHOWN),
                live.moves,
                live.game.outcome(state),
                state_hash(state),
            )

    def kept(self) -> list[dict[str, Any]]:
        """Every game in the journal, newest first."""
        with self._changed:
            return kept_games(self.journal, self.number)

    def position(self) -> dict[str, Any]:
        with self._changed:
            live = self._playing()
            return position_of(live.state, live.state_at(0))

    @property
    def last_seq(self) -> int:
        """The newest journal number of the live game, or of the journal while none is live."""
        with self._changed:
            return self.live.seq if self.live is not None else self.journal.last_seq()

    @property
    def tick(self) -> int:
        """Grows with every change, also of the live game."""
        return self._tick

    @property
    def stir(self) -> int:
        """Grows with every change and with every nudge: what a stream waits for."""
        return self._stir

    def nudge(self) -> None:
        """Wakes everybody who waits: something around the table has changed, the game has not."""
        with self._woken:
            self._stir += 1
            self._woken.notify_all()

    def wait(self, stir: int, timeout_s: float) -> int:
        """Returns the current stir as soon as it differs from the given one, or after the time-out."""
        with self._woken:
            self._woken.wait_for(lambda: self._stir != stir, timeout_s)
            return self._stir

    def reading(self, look: Callable[[Live], Any]) -> Any:
        """Anything else that is to be read from the live game, undisturbed by the owner."""
        with self._changed:
            return look(self._playing())


def _no_disk(error: Exception) -> RuleError:
    return refuse("disk", "kit.refused.disk", hint=say("kit.hint.disk"), what=str(error))
