"""The owner of the live game. Any number of devices submit intents; one thread decides them in the
order they came.

Intents that wait together share one commit, and nobody sees a change before it is on disk.
"""

import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import msgspec

from companion.errors import SetupError
from companion.journal import Journal
from companion.kit.asks import Ready
from companion.kit.intents import Answer, Correct, Intent, Readied
from companion.kit.position import position_of
from companion.kit.seats import Seat
from companion.packs import Shelf
from companion.table.lines import Preview
from companion.table.live_game import LiveGame, state_hash
from companion.table.open_game import kept_games
from companion.table.replies import Accepted, Duplicate, Refused, Reply, TableSnapshot
from companion.table.store import Desk, no_disk

LOG_SHOWN = 120
__all__ = ["LOG_SHOWN", "Accepted", "Duplicate", "Refused", "Reply", "Table", "TableSnapshot"]


class Table(Desk):
    """Make it, `start` it, `stop` it. Reading is safe from any thread; writing goes through
    `submit`.
    """

    def __init__(self, journal: Journal, shelf: Shelf) -> None:
        super().__init__(journal, shelf)
        self._queue: queue.SimpleQueue[tuple[Callable[[], Any] | Intent, Future[Any]] | None] = (
            queue.SimpleQueue()
        )
        self._changed = (
            threading.RLock()
        )  # held while something is decided and written, also on a slow disk
        self._woken = (
            threading.Condition()
        )  # held for a moment only: screens hear of a slow disk while it is slow
        self._thread: threading.Thread | None = None
        self._tick = 0
        self._stir = 0
        self.busy_since_s: float | None = None  # a slow disk is seen from outside by this

    # Starting and stopping

    def start(self) -> None:
        self._open_last()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()
        self._ask_again()

    def _ask_again(self) -> None:
        """Nobody knows what happened behind the screens during a power cut: whoever was ready there
        says so again.
        """
        live = self.live
        for ask in live.game.asks(live.state) if live else ():
            for seat in ask.done if isinstance(ask, Ready) and ask.withdraw else ():
                made = f"restart-{self.number}-{self.last_seq}-{seat}"
                self.submit(
                    Answer(id=made, device="table", ask=ask.id, answer=Readied(False), seat=seat)
                )

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
        self.take_back()
        number: int = self._ask_owner(
            lambda: self._begin(game_id, seats, options or {}, pack, position)
        )
        return number

    def resume(self, number: int) -> None:
        self.take_back()
        self._ask_owner(lambda: self._resume(number))

    def take_back(self) -> None:
        """People's own games come first: what a lent table has to do for that,
        `companion.table.lending` does here.
        """

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
        with self._changed:
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
            future.set_exception(no_disk(error))
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

    # Looking

    def face(self, seat: str | None = None) -> TableSnapshot | None:
        """What that seat (or a spectator) sees; None while no game is live."""
        with self._changed:
            live = self.live
            if live is None:
                return None
            state = live.state
            return TableSnapshot(
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

    def reading(self, look: Callable[[LiveGame], Any]) -> Any:
        """Anything else that is to be read from the live game, undisturbed by the owner."""
        with self._changed:
            return look(self._playing())
