"""`companion pin`: set or take away the PIN of a role. It is asked for, never given on the command
line.
"""

import argparse
import getpass
from pathlib import Path

from companion.config import DATA
from companion.errors import SetupError
from web.permissions import ROLES, Permissions

HELP = "set the PIN for play, host or admin (empty: none)"
SHORTEST = 4


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("role", choices=ROLES[1:])
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR")


def run(args: argparse.Namespace) -> int:
    pin = getpass.getpass(f"New PIN for {args.role} (empty takes it away): ")
    if pin and len(pin) < SHORTEST:
        raise SetupError(f"A PIN has at least {SHORTEST} characters. Nothing was changed.")
    Permissions(args.data / "secrets.json").set_pin(args.role, pin)
    done = "set" if pin else "taken away"
    print(f"The PIN for {args.role} is {done}, from now on. Devices that had it join again.")
    return 0
