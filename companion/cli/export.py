"""`companion export`: a game out of the journal, for other programs."""

import argparse
from pathlib import Path

from companion.config import DATA
from companion.records.access import records_in
from companion.records.exports import FORMATS, exported_game

HELP = "write a game out as json, csv or for BG Stats"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("number", type=int, metavar="GAME_ID", help="its number in the journal")
    parser.add_argument("--format", choices=FORMATS, default="json")
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR")


def run(args: argparse.Namespace) -> int:
    print(exported_game(records_in(args.data), args.number, args.format), end="")
    return 0
