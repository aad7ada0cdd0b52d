"""`companion health`: is the service of this folder up and well? An update asks this before and
after.
"""

import argparse
import json
from pathlib import Path

from companion.config import DATA, read_config
from companion.service.health import is_up, rehearse

HELP = "ask the running service whether it is well"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rehearse", action="store_true", help="start this version on a copy of the data instead"
    )
    parser.add_argument(
        "--wait", type=float, default=0.0, metavar="SECONDS", help="for it to become well"
    )
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR")


def run(args: argparse.Namespace) -> int:
    config = read_config(args.data / "config.toml", lenient=True)
    print(json.dumps(rehearse(args.data) if args.rehearse else is_up(config, args.wait)))
    return 0
