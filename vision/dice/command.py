"""`companion read --kind dice`: one line per photograph. Loads OpenCV only when there is something
to read.
"""

import argparse
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vision.errors import PictureError, VisionSetupError

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.arrays import Pixels
    from vision.reading import Reading


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--expect", type=int, metavar="N", help="how many dice there should be")
    parser.add_argument(
        "--colours",
        metavar="LIST",
        help="the colours there should be, with commas: gold,silver,red",
    )
    parser.add_argument(
        "--symbols",
        type=Path,
        metavar="DIR",
        help="read symbol dice taught by photographs named die.symbol.jpg in DIR",
    )


def read(args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    from vision.dice import symbols
    from vision.dice.colour import NAMES
    from vision.dice.doubt import ExpectedDice
    from vision.dice.reader import DiceReader

    if args.expect is not None and not 0 <= args.expect <= 25:
        raise VisionSetupError(
            f"--expect {args.expect}: give how many dice there should be, 0 to 25"
        )
    colours = (
        tuple(sorted(args.colours.replace(" ", "").lower().split(","))) if args.colours else None
    )
    for name in colours or ():
        if name not in NAMES:
            raise VisionSetupError(f"--colours: no colour {name!r}; there are: {', '.join(NAMES)}")
    expected = ExpectedDice(args.expect, colours)
    look = (
        DiceReader().read
        if args.symbols is None
        else partial(symbols.read, symbols.taught(args.symbols))
    )
    for name in args.images:
        yield line_of(Path(name), partial(look, expected=expected))


def line_of(path: Path, look: "Callable[[Pixels], Reading]") -> dict[str, Any]:
    from vision.picture import load
    from vision.reasons import in_english

    try:
        picture = load(path)
    except PictureError as refused:
        return {
            "file": str(path),
            "dice": [],
            "decision": "ask",
            "why": str(refused),
            "ms": 0.0,
            "refused": str(refused),
        }
    started = time.perf_counter()
    reading = look(picture.pixels)
    ms = (time.perf_counter() - started) * 1000
    dice = [
        {
            "value": die.value,
            "colour": die.colour,
            "box": [round(edge * picture.scale, 1) for edge in die.box],
            "confidence": round(die.confidence, 4),
            "likeliest": [[likely.value, round(likely.probability, 4)] for likely in die.likeliest],
        }
        for die in reading.findings
    ]
    why = in_english(reading.why)
    return {
        "file": str(path),
        "dice": dice,
        "decision": reading.decision.value,
        "why": why,
        "ms": round(ms, 1),
    }
