"""What the camera was taught of one game, as files: pictures of cards and of dice faces, boxes on
sheets.
"""

import os
import tempfile
from pathlib import Path
from urllib.parse import quote, unquote

import msgspec

from vision.cards.command import MORE, named
from vision.places import BOXES

MOST_PER_FACE = 8
MOST_PER_CARD = 3
CardBoxes = dict[str, tuple[float, float, float, float]]  # as fractions of the card's picture


class TaughtPictures:
    """`folder`: of one game."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def cards(self) -> list[str]:
        """The names of all pictures of cards: a card with several is in it as often."""
        return [unquote(named(path)) for path in self._files("cards")]

    def card(self, card: str) -> list[Path]:
        return [path for path in pictures_of(self._card_file(card)) if path.is_file()]

    def face(self, die: str, symbol: str) -> list[Path]:
        files = self._files("dice")
        return [path for path in files if path.stem.startswith(f"{die}.{symbol}.")]

    def boxes(self, card: str) -> CardBoxes:
        """Those marked on a sheet."""
        file = self._card_file(card, BOXES)
        return msgspec.json.decode(file.read_bytes(), type=CardBoxes) if file.is_file() else {}

    def _files(self, kind: str) -> list[Path]:
        folder = self._folder / kind
        return sorted(folder.glob("*.jpg")) if folder.is_dir() else []

    def _card_file(self, card: str, ending: str = ".jpg") -> Path:
        return self._folder / "cards" / f"{quote(card, safe='')}{ending}"

    # Changing

    def keep_face(self, die: str, symbol: str, jpeg: bytes) -> None:
        kept = self.face(die, symbol)
        numbers = {_number(path) for path in kept}
        free = next(number for number in range(1, MOST_PER_FACE + 2) if number not in numbers)
        if free > MOST_PER_FACE:
            free = _number(min(kept, key=_age))  # the oldest goes
        write_whole(self._folder / "dice" / f"{die}.{symbol}.{free}.jpg", jpeg)

    def keep_card(self, card: str, jpeg: bytes, *, is_sheet: bool) -> None:
        """One picture more: in other light, or the other printing. A sheet has just one."""
        first, boxes = self._card_file(card), self._card_file(card, BOXES)
        alone = is_sheet or boxes.is_file()
        write_whole(first if alone else next_picture(first), jpeg)
        boxes.unlink(missing_ok=True)  # they were marked on the old picture

    def mark(self, card: str, boxes: CardBoxes) -> None:
        """Boxes are marked on the picture people saw, the newest; it becomes the only one."""
        os.replace(max(self.card(card), key=_age), self._card_file(card))
        for path in self.card(card)[1:]:
            path.unlink(missing_ok=True)
        write_whole(self._card_file(card, BOXES), msgspec.json.encode(boxes))

    def forget_card(self, card: str) -> None:
        for path in (*self.card(card), self._card_file(card, BOXES)):
            path.unlink(missing_ok=True)


def newest(pictures: list[Path]) -> bytes | None:
    return max(pictures, key=_age).read_bytes() if pictures else None


def pictures_of(first: Path) -> list[Path]:
    """Where all pictures of a card may lie, beside its first."""
    numbers = range(2, 1 + MOST_PER_CARD)
    return [first, *(first.with_name(f"{first.stem}{MORE}{number}.jpg") for number in numbers)]


def next_picture(first: Path) -> Path:
    """Where one picture more of a card goes: beside the others, or in place of the oldest."""
    places = pictures_of(first)
    free = next((path for path in places if not path.is_file()), None)
    return free or min(places, key=_age)


def write_whole(path: Path, content: bytes) -> None:
    """Written beside and moved into place: a pulled plug leaves the old picture or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent.parent, delete=False) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(file.name, path)


def _age(path: Path) -> float:
    return path.stat().st_mtime


def _number(path: Path) -> int:
    return int(path.stem.rpartition(".")[2])
