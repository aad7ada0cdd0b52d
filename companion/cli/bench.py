"""`companion bench`: the numbers we hold ourselves to, as a table or as JSON."""

import argparse
import importlib
import json
import pkgutil
from pathlib import Path
from typing import Any

from companion import benchmarks
from companion.errors import SetupError

HELP = "measure: engine, journal, web, dice, cards, tokens, panel"


def subjects() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(benchmarks.__path__))


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--only", metavar="NAME", help=f"one of: {', '.join(subjects())}")
    parser.add_argument(
        "--photographs", type=Path, metavar="DIR", help="folder with dice/, cards/ and tokens/ sets"
    )
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    if args.only and args.only not in subjects():
        raise SetupError(f"no benchmark {args.only!r}; there are: {', '.join(subjects())}")
    figures: dict[str, Any] = {}
    for name in [args.only] if args.only else subjects():
        figures[name] = measured(name, args)
        if not args.json:
            print_table(name, figures[name])
    if args.json:
        print(json.dumps(figures))
    return 0


def measured(name: str, args: argparse.Namespace) -> dict[str, Any]:
    subject = importlib.import_module(f"companion.benchmarks.{name}")
    if getattr(subject, "NEEDS_LAB", False) and not benchmarks.has_lab():
        if args.only:
            raise SetupError(f"--only {name} {benchmarks.NO_LAB}")
        return {"not measured": benchmarks.NO_LAB}
    figures: dict[str, Any] = subject.run(args.photographs)
    return figures


def print_table(name: str, figures: dict[str, Any]) -> None:
    print(f"\n{name}")
    for key, value in figures.items():
        if isinstance(value, dict):
            print(f"  {key}")
            for inner, figure in value.items():
                print(f"    {inner:<44} {figure}")
        else:
            print(f"  {key:<46} {value}")
