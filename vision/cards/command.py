"""`companion read --kind cards --teach DIR`: cards in photographs, named by the pictures in a
folder.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vision.errors import PictureError, VisionSetupError

if TYPE_CHECKING:
    from vision.cards.references import Deck

TAUGHT_SIDE_PX = 800
# before the number of a card's second and further pictures: `name+2.jpg`; names are quoted, so none
# has it
MORE = "+"
ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".gif", ".ppm"}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--teach", type=Path, metavar="DIR", help="cards: one picture per card, named by its id"
    )


def read(args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    from vision.cards.reader import read_cards
    from vision.picture import load

    deck, unread = taught(args.teach)
    for why in unread:
        print(f"companion read: {why}; read without this card", file=sys.stderr)
    for name in args.images:
        try:
            picture = load(Path(name))
        except PictureError as refused:
            yield {
                "file": name,
                "cards": [],
                "decision": "ask",
                "why": "not read",
                "refused": str(refused),
            }
            continue
        start = time.perf_counter()
        cards = read_cards(picture.pixels, deck)
        took_ms = (time.perf_counter() - start) * 1000
        yield line(name, cards, picture.scale, took_ms)


def taught(folder: Path | None) -> tuple["Deck", list[str]]:
    """The cards of a folder, each named by its file, and what is wrong with pictures that cannot be
    read.
    """
    from vision.cards.references import teach
    from vision.picture import load

    if folder is None:
        raise VisionSetupError(
            "reading cards needs --teach DIR, a folder with one picture per card"
        )
    if not folder.is_dir():
        raise VisionSetupError(f"{folder}: there is no such folder of card pictures")
    files = card_pictures(folder)
    if not files:
        raise VisionSetupError(f"{folder}: no pictures of cards in it")
    pictures, unread = {}, []
    for path in files:
        try:
            pictures[card_id(path)] = load(path, TAUGHT_SIDE_PX).pixels
        except PictureError as refused:
            unread.append(str(refused))
    if not pictures:
        raise VisionSetupError(f"{folder}: none of its {len(files)} pictures can be read")
    return teach(pictures), unread


def card_pictures(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix.lower() in ENDINGS)


def card_id(path: Path) -> str:
    """A card is named by its file; a leading `ref_` is no part of the name."""
    return path.stem.removeprefix("ref_")


def named(path: Path) -> str:
    """The card a picture shows: its file's name, without the number of a further picture."""
    return card_id(path).partition(MORE)[0]


def line(name: str, cards: list[Any], scale: float, took_ms: float) -> dict[str, Any]:
    sure = bool(cards) and all(card.accept for card in cards)
    return {
        "file": name,
        "cards": [
            {
                "id": card.id,
                "corners": [
                    [round(float(x * scale), 1), round(float(y * scale), 1)]
                    for x, y in card.corners
                ],
                "quarter_turns": card.quarter_turns,
                "confidence": round(card.confidence, 3),
                "decision": "accept" if card.accept else "ask",
                "likeliest": list(card.likeliest),
            }
            for card in cards
        ],
        "decision": "accept" if sure else "ask",
        "why": "" if sure else "an unknown or doubtful card" if cards else "no card seen",
        "ms": round(took_ms, 1),
    }
