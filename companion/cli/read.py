"""`companion read`: what lies in photographs, one JSON line per picture. Each kind of piece brings
its own reader.
"""

import argparse
import importlib
import importlib.util
import json
import sys
from collections.abc import Iterator
from typing import Any

from companion.errors import SetupError, SightError
from companion.service.vision_errors import vision_errors_translated

HELP = "read dice, cards, tokens or mats in photographs"
KINDS = ("dice", "cards", "tokens", "zones")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Every kind adds its own options; where two share a name (`--colours`) they mean the same."""
    parser.add_argument("--kind", choices=KINDS, default="dice", help="what to look for (dice)")
    parser.add_argument("--json", action="store_true", help="JSON lines instead of text")
    parser.add_argument("images", nargs="+", metavar="IMAGE")
    parser.conflict_handler = "resolve"
    for kind in KINDS:
        if importlib.util.find_spec(f"vision.{kind}") is not None:
            reader(kind).arguments(parser)


def reader(kind: str) -> Any:
    """The module that reads this kind: `arguments(parser)` and `read(args) -> Iterator[dict]`;
    cheap to import.
    """
    if importlib.util.find_spec(f"vision.{kind}") is None:
        raise SetupError(f"nothing here reads {kind}; kinds: {', '.join(KINDS)}")
    return importlib.import_module(f"vision.{kind}.command")


def run(args: argparse.Namespace) -> int:
    """Prints a line per picture as it is read; 2 when a picture was refused, after reading the
    others.
    """
    lines: Iterator[dict[str, Any]] = reader(args.kind).read(args)
    status = 0
    while True:
        try:
            with vision_errors_translated():
                line = next(lines, None)
        except SightError as refused:
            print(f"companion read: {refused}", file=sys.stderr)
            return 2
        if line is None:
            return status
        if "refused" in line:
            print(f"companion read: {line['refused']}", file=sys.stderr)
            status = 2
        print(json.dumps(line) if args.json else in_words(line), flush=True)


def in_words(line: dict[str, Any]) -> str:
    pieces: list[Any] = next(
        (line[kind] for kind in ("dice", "cards", "cells", "mats") if kind in line), []
    )
    seen = ", ".join(" ".join(str(part) for part in named(piece)) for piece in pieces)
    decision = f"{line['decision']}: " if "decision" in line else ""
    return f"{line['file']}: {seen or 'nothing'} ({decision}{line.get('why', '')})"


def named(piece: Any) -> list[Any]:
    if isinstance(piece, dict):
        return [piece[word] for word in ("colour", "id", "value") if piece.get(word) is not None]
    return list(piece)
