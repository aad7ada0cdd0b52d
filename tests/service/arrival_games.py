"""Random games of all five through the whole house with the virtual lens: with leftover pieces,
undo, corrections, games left and gone on with, reloads, a camera that is silent, bumped, covered or
started anew. Counts the camera's answers that no hand gave: there must be none.

    python -m tests.service.arrival_games --games 300
    python -m tests.service.arrival_games --games 10 --without-arrival     # must find some

Played in pieces, each in a house of its own; a piece that is done is kept under `--folder` and not
played again. `--anew` for the pieces that found something.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from unittest.mock import patch

import msgspec

from companion import games
from companion.service.arrival import Counting
from companion.service.camera_decisions import CameraMemory
from companion.service.virtual.foresight import asks_ahead
from companion.service.virtual.taught import teach, titles_of
from companion.service.watch_plan import CARDS, WatchPlan
from companion.simulate import set_up
from companion.texts import sentence
from tests.service.arrival_table import STEPS, Figures, RandomTable
from vision.cards.deck_cache import kept_deck
from vision.reading import Reading

GAMES = (
    "spell_saga",
    "spell_from_the_future",
    "runika",
    "mechamancers",
    "world_adventure",
)
FOLDER = Path("build/arrival")
PIECE = 10  # games in one house
SEEDS = 4  # ways through a game: what they ask for is taught before


class Piece(msgspec.Struct, frozen=True):
    """What became of some games, kept on disk."""

    by: dict[str, dict[str, int]]
    deeds: dict[str, int]
    wrong: list[str]
    seconds: float


# What the eye knows before


def taught_before(folder: Path, names: tuple[str, ...]) -> None:
    """Each game's cards, drawn and learned once: a camera that is only learning answers nothing."""
    for name in names:
        game = games.find(name)
        for seed in range(SEEDS):
            for asks in asks_ahead(game, set_up(game), seed):
                titles = titles_of(asks, lambda words: sentence(words, "en", {}))
                teach(folder / name, asks, titles)
        if any((folder / name / CARDS).glob("*.jpg")):
            kept_deck(folder / name / CARDS)


# The negative control


@contextmanager
def without_arrival() -> Iterator[None]:
    """As it was before: whatever lies there answers whatever is asked."""

    def waiting(plan: WatchPlan, memory: CameraMemory) -> tuple[tuple[str, Reading], ...]:
        found = []
        for order in plan.watch.orders:
            place = memory.place((order.zone, order.kind))
            if place.is_unused and place.reading is not None and place.reading.ask != order.ask:
                found.append((order.ask, place.reading))
        return tuple(found)

    counting = "companion.service.arrival.counting"
    with (
        patch(counting, lambda ask, reading, place: Counting(reading)),
        patch("companion.service.camera_service.waiting", waiting),
    ):
        yield


# Playing


def play(
    numbers: range, names: tuple[str, ...] = GAMES, steps: int = STEPS, known: Path | None = None
) -> Figures:
    """One house. `known`: a folder with what its eye was taught before."""
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        if known is not None:
            shutil.copytree(known, Path(folder) / "taught")
        table = RandomTable(Path(folder), figures)
        for number in numbers:
            table.play(names[number % len(names)], number, steps)
        table.house.close()
    return figures


def played(numbers: range, names: tuple[str, ...], steps: int, known: Path, kept: Path) -> Piece:
    """As it was played before, or now."""
    if kept.exists():
        return msgspec.json.decode(kept.read_bytes(), type=Piece)
    begun_s = time.monotonic()
    figures = play(numbers, names, steps, known)
    by = {game: dict(counted) for game, counted in figures.by.items()}
    took_s = round(time.monotonic() - begun_s, 1)
    piece = Piece(by, dict(figures.deeds), figures.wrong, took_s)
    kept.write_bytes(msgspec.json.encode(piece))
    print(f"{kept.stem}: {took_s} s, {line_of(by)}, wrong {len(figures.wrong)}", flush=True)
    return piece


def line_of(by: dict[str, dict[str, int]]) -> str:
    total: Counter[str] = Counter()
    for counted in by.values():
        total.update(counted)
    return ", ".join(f"{what} {number}" for what, number in total.items())


def pieces_of(wanted: argparse.Namespace, names: tuple[str, ...]) -> Iterator[Piece]:
    folder, known = wanted.folder, wanted.folder / "taught"
    folder.mkdir(parents=True, exist_ok=True)
    taught_before(known, names)
    kind = "control" if wanted.without_arrival else "games"
    end = wanted.first + wanted.games
    for first in range(wanted.first, end, wanted.piece):
        numbers = range(first, min(first + wanted.piece, end))
        kept = folder / f"{kind}{wanted.only}-{numbers.start:04}-{numbers.stop:04}.json"
        if wanted.anew and kept.exists() and played(numbers, names, 0, known, kept).wrong:
            kept.unlink()
        yield played(numbers, names, wanted.steps, known, kept)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--steps", type=int, default=STEPS, help="before the lens, in each game")
    parser.add_argument("--piece", type=int, default=PIECE, help="games in one house")
    parser.add_argument("--only", default="", help="one game's name")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--anew", action="store_true", help="the pieces that found something")
    parser.add_argument("--without-arrival", action="store_true")
    wanted = parser.parse_args()
    names = (wanted.only,) if wanted.only else GAMES
    total, wrong, seconds = dict[str, Counter[str]](), list[str](), 0.0
    deeds: Counter[str] = Counter()
    with without_arrival() if wanted.without_arrival else nullcontext():
        for piece in pieces_of(wanted, names):
            for game, counted in piece.by.items():
                total.setdefault(game, Counter()).update(counted)
            deeds.update(piece.deeds)
            wrong += piece.wrong
            seconds += piece.seconds
    for game, counted in sorted(total.items()):
        print(f"{game}: {', '.join(f'{what} {n}' for what, n in sorted(counted.items()))}")
    print(f"all in {seconds:.0f} s: {line_of({g: dict(c) for g, c in total.items()})}")
    print(f"mischief: {dict(deeds)}")
    print(f"answers that no hand gave: {len(wrong)}", *wrong, sep="\n  ")
    sys.exit(bool(wrong) != wanted.without_arrival)


if __name__ == "__main__":
    main()
