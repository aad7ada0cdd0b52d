"""`companion export`: a game out of the journal, for other programs."""

import argparse
from pathlib import Path

from companion.config import DATA
from companion.errors import SetupError
from companion.journal import Journal
from companion.table.exports import FORMATS
from companion.table.open_game import opened

HELP = "write a game out as json, csv or for BG Stats"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("number", type=int, metavar="GAME_ID", help="its number in the journal")
    parser.add_argument("--format", choices=tuple(FORMATS), default="json")
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR")


def run(args: argparse.Namespace) -> int:
    path = args.data / "journal.sqlite"
    if not path.is_file():
        raise SetupError(f"There is no journal in {args.data}. Give the folder with --data.")
    journal = Journal(path)
    row = journal.game(args.number)
    live = opened(journal, row)
    journal.close()
    print(FORMATS[args.format](row, live, None), end="")
    return 0
