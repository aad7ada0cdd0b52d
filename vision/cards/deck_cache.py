"""A folder of taught cards and what was worked out from it, kept beside the pictures: teaching one
card more, or starting again, takes the time of that one card and not of several hundred.
"""

import contextlib
import zipfile
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels, Quad
from vision.cards.command import TAUGHT_SIDE_PX, card_pictures, named
from vision.cards.cutout import own_outline
from vision.cards.references import Deck, Reference, common_height, deck_of, reference
from vision.cards.stickers import Sticker
from vision.errors import PictureError
from vision.picture import load

KEPT = ".deck.npz"
FORM = 5  # of the kept file: another form is worked out anew
NO_STICKER = Sticker(-1, 0)
FEWEST = 3  # cards from which a deck's size is known
# pictures held at once; cards after which what was learned is written down
PORTION, KEPT_AFTER = (12, 48)


@dataclass(frozen=True, slots=True)
class _Kept:
    height_px: int
    # by file: when it was written and how long it is
    cards: dict[str, tuple[tuple[int, int], Reference]]


def kept_deck(folder: Path) -> Deck:
    """The cards of a folder; only pictures that are new or changed are looked at."""
    steps = learning(folder)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast(Deck, end.value)


def learning(folder: Path) -> Generator[None, None, Deck]:
    """The same, a picture at a time. What was learned is kept on the way, so that nothing is lost
    when it is broken off; and only a few pictures are held at once, because several hundred of them
    do not fit into a small device."""
    files = {path.name: path for path in card_pictures(folder)}
    stamps = {name: _stamp(path) for name, path in files.items()}
    kept = _read(folder / KEPT)
    cards = {name: card for name, (stamp, card) in kept.cards.items() if stamps.get(name) == stamp}
    if len(cards) < FEWEST:
        cards = {}  # so few do not tell the deck's size
    height, unkept = kept.height_px if cards else 0, len(kept.cards) - len(cards)
    for names in _portions([name for name in files if name not in cards]):
        outlines: dict[str, Quad] = {}
        pictures = _readable({name: files[name] for name in names})
        for name, picture in pictures.items():
            outlines[name] = own_outline(picture)
            yield
        height = height or (common_height(list(outlines.values())) if outlines else 0)
        for name, outline in outlines.items():
            cards[name] = reference(named(files[name]), pictures[name], outline, height)
        unkept += len(outlines)
        if unkept >= KEPT_AFTER:
            _write(
                folder / KEPT,
                _Kept(height, {name: (stamps[name], card) for name, card in cards.items()}),
            )
            unkept = 0
    if not cards:
        raise PictureError(f"{folder}: no picture of a card in it can be read; teach them again")
    if unkept:
        _write(
            folder / KEPT,
            _Kept(height, {name: (stamps[name], card) for name, card in cards.items()}),
        )
    return deck_of(tuple(cards[name] for name in sorted(cards)), height)


def _portions(names: list[str]) -> list[list[str]]:
    return [names[start : start + PORTION] for start in range(0, len(names), PORTION)]


def _readable(files: dict[str, Path]) -> dict[str, Pixels]:
    """A damaged picture costs its own card and no other."""
    pictures = {}
    for name, path in files.items():
        with contextlib.suppress(PictureError):
            pictures[name] = load(path, TAUGHT_SIDE_PX).pixels
    return pictures


def _stamp(path: Path) -> tuple[int, int]:
    about = path.stat()
    return about.st_mtime_ns, about.st_size


def _write(path: Path, kept: _Kept) -> None:
    """Beside the pictures, whole or not at all; a folder that cannot be written to is worked out
    anew each time.
    """
    cards = [card for _, card in kept.cards.values()]
    arrays: dict[str, NDArray[np.generic]] = {
        "form": np.array([FORM, kept.height_px]),
        "files": np.array(list(kept.cards), dtype=np.str_),
        "ids": np.array([card.id for card in cards], dtype=np.str_),
        "stamps": np.array([stamp for stamp, _ in kept.cards.values()], dtype=np.int64),
        "turned": np.array([card.turned for card in cards]),
        "stickers": np.array([card.sticker or NO_STICKER for card in cards]),
        "lengths": np.array([len(card.marks) for card in cards]),
        "marks": np.concatenate([card.marks for card in cards]),
        **{
            part: np.stack([getattr(card, part) for card in cards])
            for part in ("flat", "grey", "fine", "thumb")
        },
    }
    part = path.with_suffix(".part.npz")
    try:
        np.savez(part, **arrays)  # type: ignore[arg-type]
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)


def _read(path: Path) -> _Kept:
    try:
        with np.load(path, allow_pickle=False) as stored:
            data = {name: stored[name] for name in stored.files}
        if int(data["form"][0]) != FORM:
            return _Kept(0, {})
        ends = np.cumsum(data["lengths"])
        marks = np.split(data["marks"], ends[:-1])
        cards = {}
        for i, name in enumerate(data["files"].tolist()):
            pictures = (data["flat"][i], data["grey"][i], data["fine"][i], data["thumb"][i])
            sticker = Sticker(*(int(n) for n in data["stickers"][i]))
            known = None if sticker == NO_STICKER else sticker
            card = Reference(
                str(data["ids"][i]), *pictures, marks[i], int(data["turned"][i]), known
            )
            cards[name] = (int(data["stamps"][i][0]), int(data["stamps"][i][1])), card
        return _Kept(int(data["form"][1]), cards)
    except (OSError, ValueError, KeyError, IndexError, zipfile.BadZipFile):
        return _Kept(0, {})
