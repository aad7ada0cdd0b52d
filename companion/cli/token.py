"""`companion token`: a program's own way in, with a role and an end. Shown once, kept as a hash."""

import argparse
import time
from pathlib import Path

from companion.config import DATA
from companion.errors import SetupError
from web.permissions import ROLES, Permissions
from web.secrets_file import Paired

HELP = "tokens for programs: make, list, revoke"
DAY_S = 86_400.0


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("new", "list", "revoke"))
    parser.add_argument("name", nargs="?", help="what the program is called; or which to revoke")
    parser.add_argument("--role", choices=ROLES[1:], default="play")
    parser.add_argument("--days", type=float, default=365.0, help="default: a year; 0: for ever")
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR")


def run(args: argparse.Namespace) -> int:
    devices = Permissions(args.data / "secrets.json").devices
    if args.what == "list":
        for one in devices.listed(None):
            print(f"{one['id']}  {one['role']:<6} until {_day(one['until']):<10}  {one['name']}")
        return 0
    if not args.name:
        raise SetupError("Name the program, such as: companion token new scoreboard --role look")
    if args.what == "revoke":
        if not devices.remove(args.name, ROLES[-1]):
            raise SetupError(f"There is no token {args.name!r}: companion token list names them.")
        print("It is taken away, from now on.")
        return 0
    until = time.time() + args.days * DAY_S if args.days else 0.0
    print(devices.admit(Paired(args.role, name=args.name, until=until)))
    return 0


def _day(until: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(until)) if until else "-"
