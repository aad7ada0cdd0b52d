"""`companion idle`: exit 0 if no game is going on, 1 if one is. An update asks this first."""

import argparse
from pathlib import Path

from companion.config import DATA
from companion.journal import is_game_going_on

HELP = "tell whether a game is going on"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR")


def run(args: argparse.Namespace) -> int:
    file = args.data / "journal.sqlite"
    is_going_on = file.is_file() and is_game_going_on(file)
    print("A game is going on." if is_going_on else "No game is going on.")
    return 1 if is_going_on else 0
