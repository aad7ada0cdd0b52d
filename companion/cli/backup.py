"""`companion backup`: everything worth keeping in one file; `--restore` brings it to this or
another device.
"""

import argparse
from pathlib import Path

from companion.config import DATA
from companion.service.backup import back_up, merge, restore

HELP = "write everything into one file, or restore it"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE.zip")
    parser.add_argument(
        "--restore", action="store_true", help="bring the file's games and cards here"
    )
    parser.add_argument(
        "--merge", action="store_true", help="add the file's games to those here, none twice"
    )
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR")


def run(args: argparse.Namespace) -> int:
    if args.restore:
        print(f"Files back in {args.data}: {restore(args.file, args.data)}.")
    elif args.merge:
        added, known, damaged = merge(args.file, args.data)
        print(f"Games added: {added}. Here already: {known}. Damaged: {damaged}.")
    else:
        print(f"Files in {args.file}: {back_up(args.data, args.file)}.")
    return 0
