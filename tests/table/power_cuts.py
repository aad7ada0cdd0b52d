"""Power cuts: the service is killed at random instants while intents stream in; everything accepted
must be there.

python -m tests.table.power_cuts [--cuts 1000] [--seed 1]
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from companion.journal import Journal

PLAY = """
import random, sys
from pathlib import Path
from companion.journal import Journal
from companion.packs import Shelf
from companion.kit.seats import Seat
from companion.table.table import Accepted, Table
from tests.table.playing import next_answer
table = Table(Journal(Path(sys.argv[1])), Shelf())
table.start()
seats = tuple(Seat(c, colour=c) for c in ("red", "blue", "green"))
if table.live is None:
    table.begin("spell_from_the_future", seats)
chance = random.Random(int(sys.argv[2]))
print("ready", flush=True)
for number in range(10**9):
    live = table.live
    if live.game.outcome(live.state) is not None:
        table.begin("spell_from_the_future", seats)
    answer = next_answer(table, chance, f"{sys.argv[2]}-{number}")
    reply = table.submit(answer)
    if isinstance(reply, Accepted):
        print(reply.seq, answer.id, flush=True)
"""


def cut(path: Path, seed: int, chance: random.Random) -> list[tuple[int, str]]:
    """One run of the service, killed after a few answers and a random while; what it had reported
    as accepted.
    """
    command = [sys.executable, "-c", PLAY, str(path), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout is not None
        assert service.stdout.readline() == "ready\n", "the service did not come back"
        first = [service.stdout.readline() for _ in range(chance.randrange(8))]
        time.sleep(chance.random() * 0.15)
        service.kill()
        reported = "".join(first) + service.stdout.read()
    # The last line may be cut in the middle; what was printed whole is what was reported.
    whole = [line.split() for line in reported[: reported.rfind("\n") + 1].splitlines()]
    return [(int(seq), intent) for seq, intent in whole]


def run(cuts: int, seed: int) -> tuple[int, int]:
    """How many intents were accepted in all, and how many of them are missing or doubled
    afterwards.
    """
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        accepted: list[tuple[int, str]] = []
        for number in range(cuts):
            accepted += cut(path, seed * 1_000_000 + number, chance)
            if sys.stderr.isatty():
                print(
                    f"\r{number + 1}/{cuts} cuts, {len(accepted)} intents", end="", file=sys.stderr
                )
        journal = Journal(path)
        assert journal.recovered == ""
        rows = [(row.seq, row.intent) for game in journal.games() for row in journal.lines(game.id)]
    written = set(rows)
    missing = [one for one in accepted if one not in written]
    doubled = len(rows) - len({intent for _, intent in rows})
    return len(accepted), len(missing) + doubled


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cuts", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    accepted, wrong = run(args.cuts, args.seed)
    print(f"{args.cuts} power cuts, {accepted} intents accepted, {wrong} lost or doubled")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
