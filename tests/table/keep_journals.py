"""Writes journals that later versions must open: `python -m tests.table.keep_journals FOLDER`.

One per game, with a game played to its end and one left in the middle, with lines undone, put
right and adjusted. Beside it what this version reads in it, and how it goes on from there.
"""

import lzma
import random
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from companion import games
from companion.journal import Journal
from companion.kit.intents import Adjust, Answer, Correct, Intent, Redo, Undo
from companion.kit.seats import Seat
from companion.packs import Shelf
from companion.simulate import seats_for
from companion.table.table import Accepted, Table
from tests.table.playing import next_answer
from tests.table.reading_journals import told

LONGEST = 4000
BEFORE, AFTER = 45, 12  # lines in the middle of a game, and those it goes on with


class Scribe:
    """Plays by chance; every intent that was taken is remembered."""

    def __init__(self, table: Table, seed: str) -> None:
        self.table, self.chance, self.count = table, random.Random(seed), 0
        self.taken: list[Intent] = []

    def submit(self, intent: Intent) -> bool:
        taken = isinstance(self.table.submit(intent), Accepted)
        if taken:
            self.taken.append(intent)
        return taken

    def named(self) -> str:
        self.count += 1
        return f"kept-{self.count}"

    def answer(self, lines: int) -> None:
        """So many lines more, or to the end of the game."""
        live = self.table.live
        assert live is not None
        ends = len(live.lines) + lines
        while len(live.lines) < ends and live.game.outcome(live.state) is None:
            self.submit(next_answer(self.table, self.chance, self.named()))

    def undo(self) -> None:
        for intent in (Undo(id=self.named()), Undo(id=self.named()), Redo(id=self.named())):
            assert self.submit(intent)

    def adjust(self) -> None:
        live = self.table.live
        assert live is not None
        for handle in live.handles():
            value = handle["value"]
            wish = value + 1 if isinstance(value, int) and not isinstance(value, bool) else value
            adjust = Adjust(id=self.named(), handle=handle["id"], to=wish, confirmed=True)
            if isinstance(value, int) and self.submit(adjust):
                return

    def correct(self) -> None:
        """Another answer to one of the last questions, the first that the rules take."""
        live = self.table.live
        assert live is not None
        for line in reversed(live.lines[-20:]):
            asked = live.asked_in(line.seq) if isinstance(line.intent, Answer) else None
            if asked is None:
                continue
            state = live.state_at(live.lines.index(line))
            value = live.game.answer_like_a_player(state, asked[0], self.chance)
            correct = Correct(id=self.named(), line=line.seq, answer=value, confirmed=True)
            if value != asked[1] and self.submit(correct):
                return


def seats_of(game_id: str) -> tuple[Seat, ...]:
    game = games.find(game_id)
    return seats_for(game, min(3, game.seats[1]))


def keep(game_id: str, folder: Path) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "journal.sqlite"
        table = Table(Journal(file), Shelf(None))
        table.start()
        game, seats = games.find(game_id), seats_of(game_id)
        options = game.suggested(len(seats))
        table.begin(game_id, seats, options)
        Scribe(table, f"{game_id} whole").answer(LONGEST)
        whole = told(table)
        table.begin(game_id, seats, options)
        scribe = Scribe(table, f"{game_id} half")
        for _ in range(3):
            scribe.answer(BEFORE // 3)
            scribe.undo()
            scribe.answer(2)
            scribe.adjust()
            scribe.answer(3)
            scribe.correct()
        half = told(table)
        table.stop()
        with sqlite3.connect(file) as journal:
            journal.execute("PRAGMA journal_mode = DELETE")
            journal.execute("VACUUM")
        journal.close()
        (folder / f"{game_id}.sqlite.xz").write_bytes(lzma.compress(file.read_bytes(), preset=9))
        goes_on = continued(file, scribe)
    expected: dict[str, Any] = {"whole": whole, "half": half, **goes_on}
    pretty = msgspec.json.format(msgspec.json.encode(expected), indent=1)
    (folder / f"{game_id}.json").write_bytes(pretty + b"\n")


def continued(file: Path, before: Scribe) -> dict[str, Any]:
    table = Table(Journal(file), Shelf(None))
    table.start()
    scribe = Scribe(table, "going on")
    scribe.count = before.count
    scribe.answer(AFTER)
    scribe.undo()
    scribe.correct()
    goes_on = {"intents": scribe.taken, "after": told(table)}
    table.stop()
    return goes_on


if __name__ == "__main__":
    for game_id in games.ids():
        keep(game_id, Path(sys.argv[1]))
