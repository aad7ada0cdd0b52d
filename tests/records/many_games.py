"""Simulated games in a real journal, of an evening or of years.

`python -m tests.records.many_games DIR --games 2000` writes such a journal with its records into
DIR and says how long every page takes with it, and how much memory it needs. Cut off, it goes on
where it was the next time.
"""

import argparse
import random
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from companion import games
from companion.journal import Entry, GameRow, Journal
from companion.kit.game import Game
from companion.kit.seats import Seat
from companion.kit.story import RuleError
from companion.packs import Shelf
from companion.records import filing
from companion.records.access import FILE, FileAccess, records_in
from companion.records.records import Records
from companion.records.store import RecordStore
from companion.service.status import Status
from companion.simulate import Player
from companion.table.open_journal import OpenJournal
from companion.table.table import Table
from web.app import create_app

BEGAN = 1_700_000_000.0
DAY_S = 24 * 3600.0
NAMES = (
    *("Ana", "Budi", "Citra", "Dewi", "Eko", "Fitri"),
    *("Gita", "Hadi", "Indah", "Joko", "Kirana", "Lestari"),
)
MOST_LINES = 5000


class Clock:
    """Time that moves as it is told."""

    def __init__(self, now: float = BEGAN) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def seats_for(game: Game[Any], names: tuple[str, ...]) -> tuple[Seat, ...]:
    pairs = zip(game.colours, names, strict=False)
    return tuple(Seat(colour, name=name, colour=colour) for colour, name in pairs)


def play_into(
    journal: Journal,
    clock: Clock,
    game: Game[Any],
    seats: tuple[Seat, ...],
    seed: int,
    *,
    lines: int = MOST_LINES,
    options: dict[str, int | str] | None = None,
) -> int:
    """A whole game by chance, or its first lines; each takes the table some seconds. One commit."""
    held = OpenJournal(journal, Shelf(None))
    chosen = {**game.suggested(len(seats)), **(options or {})}
    number = held.begin(game.id, seats, chosen, None, None)
    live, chance = held.live, random.Random(seed)
    assert live is not None
    player = Player(game, chance)
    with journal.writing() as write:
        for at in range(lines * 3):
            if game.outcome(live.state) is not None or len(live.lines) >= lines:
                break
            answer = player.answer(live.state, game.asks(live.state), at)
            try:
                body, state = live.consider(answer)
            except RuleError:
                continue
            clock.now += 1 + chance.randrange(20)
            seq = write(Entry(number, answer.id, msgspec.json.encode(body)))
            live.enter(seq, body, clock.now, state)
            journal_time(journal, seq, clock.now)
    outcome = game.outcome(live.state)
    if outcome is not None:
        journal.end(number, msgspec.json.encode(outcome))
    return number


def journal_time(journal: Journal, seq: int, at: float) -> None:
    """A line's time is that of its commit; here one commit holds a whole game."""
    journal._db.execute("UPDATE line SET at = ? WHERE seq = ?", (at, seq))


def evenings(count: int, seed: int = 1) -> Iterator[tuple[Game[Any], tuple[Seat, ...], int]]:
    """Who plays what: all games in turn, people mixed anew each time."""
    chance, every = random.Random(seed), list(games.every())
    for number in range(count):
        game = every[number % len(every)]
        least, most = game.seats
        size = min(4, most, least + chance.randrange(max(1, most - least + 1)))
        yield game, seats_for(game, tuple(chance.sample(NAMES, size))), number


def fill(data: Path, count: int, seed: int = 1, said: Callable[[int], None] | None = None) -> None:
    """Up to so many played games, whatever was played into it before."""
    clock = Clock()
    journal = Journal(data / "journal.sqlite", clock)
    records = Records(RecordStore(data / FILE), FileAccess(journal))
    there = played_before(journal)
    if there:
        clock.now = there[-1].ended or there[-1].started + DAY_S
    for game, seats, number in islice(evenings(count, seed), len(there), None):
        clock.now += DAY_S / 4 if number % 4 == 0 else 600.0
        play_into(journal, clock, game, seats, seed * 1_000_003 + number)
        records.catch_up()
        if said is not None:
            said(number + 1)
    journal.make_live(None)
    journal.close()
    records.store.close()


def played_before(journal: Journal) -> list[GameRow]:
    """The games there, oldest first, without one that was begun when the last run was cut off."""
    there = journal.games()[::-1]
    if there and next(journal.lines(there[-1].id), None) is None:
        journal.edits.delete([there.pop().id])
    return there


def repeat(data: Path, count: int, seed: int = 1) -> None:
    """Up to so many games: those there are once more, on later days and by other people. Playing
    them all anew would take an hour; for lists, sums and pages it makes no difference.
    """
    journal = Journal(data / "journal.sqlite")
    records = Records(RecordStore(data / FILE), FileAccess(journal))
    chance, there = random.Random(seed), played_before(journal)
    first = len(there)
    day_s = there[-1].started - BEGAN + DAY_S
    for at in range(count - first):
        row = there[at % first]
        later_s = day_s * (1 + at // first)
        people = chance.sample(NAMES, len(NAMES))
        _once_more(journal, records, row, later_s, people)
    journal.make_live(None)
    records.store.note("seen", f"{journal.last_seq()} {journal.games()[0].id}")
    journal.close()
    records.store.close()


def _once_more(
    journal: Journal, records: Records, row: GameRow, later_s: float, people: list[str]
) -> None:
    header = msgspec.json.decode(row.header)
    for seats in (header["seats"], header["start"]["seats"]):
        for seat, name in zip(seats, people, strict=False):
            seat["name"] = name
    ended = None if row.ended is None else row.ended + later_s
    again = row._replace(
        header=msgspec.json.encode(header), started=row.started + later_s, ended=ended
    )
    lines = [line._replace(at=line.at + later_s) for line in journal.lines(row.id)]
    number = journal.edits.take_in(again[1:], lines)
    summary = filing.read_summary(filing.played_row(records.store, row.id))
    summary = msgspec.structs.replace(summary, started=again.started, ended=ended)
    with records.store.writing():
        met = {
            seat.seat: records.people.meet(name, seat.colour) or 0
            for seat, name in zip(summary.seats, people, strict=False)
        }
        newest = max((line.seq for line in journal.lines(number)), default=0)
        filing.file_game(records.store, number, summary, met, newest)


# The figures


def pages(people: int, games_there: int) -> list[str]:
    middle = games_there // 2
    return [
        "/api/played",
        f"/api/played?page={max(1, games_there // 40)}",
        "/api/played?words=ana+runika",
        "/api/played?month=2024-01",
        "/api/played/going",
        "/api/played/best",
        f"/api/played/{middle}",
        f"/api/played/{middle}/evening",
        f"/api/played/{middle}/bgstats",
        "/api/people",
        f"/api/people/{people // 2}",
        f"/api/people/1/against/{people // 2}",
    ]


def measure(data: Path, rounds: int) -> None:
    records_in(data).store.close()
    table = Table(Journal(data / "journal.sqlite"), Shelf(None))
    table.start()
    records = Records(RecordStore(data / FILE), FileAccess(table.journals.own.journal))
    app = create_app(table, Status(data / "evidence", table.changes.announce), records=records)
    client = app.test_client()
    count = records.store.rows("SELECT COUNT(*) FROM played")[0][0]
    people = records.store.rows("SELECT COUNT(*) FROM person")[0][0]
    print(
        f"{count} games, {people} people, {(data / FILE).stat().st_size / 2**20:.1f} MB of records"
    )
    before = _peak_mb()
    for page in pages(people, count):
        took = []
        for _ in range(rounds):
            begun = time.perf_counter()
            reply = client.get(page)
            took.append((time.perf_counter() - begun) * 1000)
            assert reply.status_code == 200, (page, reply.get_data(as_text=True))
        cuts = statistics.quantiles(took, n=20)
        print(f"{page:<34} median {statistics.median(took):7.1f} ms   p95 {cuts[-1]:7.1f} ms")
    print(f"memory: {before:.0f} MB at the start, {_peak_mb():.0f} MB at most")
    table.stop()


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.records.many_games")
    parser.add_argument("data", type=Path, metavar="DIR")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--played", type=int, default=200, help="of them played, the rest copies")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=40)
    args = parser.parse_args()
    args.data.mkdir(parents=True, exist_ok=True)
    fill(args.data, args.played, args.seed, lambda done: _say(done, args.played))
    repeat(args.data, args.games)
    measure(args.data, args.rounds)
    return 0


def _say(done: int, of: int) -> None:
    if done % 50 == 0 or done == of:
        print(f"{done}/{of} games", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
