"""What the camera was taught: dice faces, cards, boxes on sheets. Pictures in the data folder, one
folder per game.

The eye looks at what is to be taught and says whether it will do; here it is named, kept, listed
and forgotten.
"""

import os
import tempfile
from concurrent.futures import TimeoutError as NotInTime
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import msgspec

from companion.errors import SetupError
from companion.kit.asks import Place, Roll, Show
from companion.kit.say import Say
from companion.kit.story import RuleError
from companion.service.camera_service import CameraService
from companion.service.places import TablePlaces
from companion.service.reading_display import said
from companion.table.table import Table, TableSnapshot
from vision.cards.command import MORE, named
from vision.places import BOXES
from vision.zones.drawn_zones import Corners

WAIT_S = 10.0
MOST_PER_FACE = 8
MOST_PER_CARD = 3
MOST_CARDS = 1000
MOST_NAME = 80
NAMES = ("title", "name", "name_en", "name_id")  # what packs call a card's name
LARGEST_PICTURE_BYTES = (
    700_000  # what a request holds; the page makes photographs smaller before it sends them
)


class Teaching:
    """Called by the web, from any of its threads."""

    def __init__(self, table: Table, camera: CameraService, folder: Path) -> None:
        self._table, self._camera, self._folder = table, camera, folder

    # Zones

    def zones(self) -> dict[str, Any]:
        """Every place of the live game (the tray, while nothing is played), and whether it was
        drawn by hand.
        """
        face = self._table.snapshot()
        ground = TablePlaces.of(face.game, face.seats) if face is not None else TablePlaces((), ())
        names = list(ground.areas()) or ["tray"]
        return {
            "zones": [{"name": name, "drawn": self._camera.drawn.zones.get(name)} for name in names]
        }

    def draw(self, zone: str, corners: Corners | None) -> None:
        if not 0 < len(zone) <= MOST_NAME:
            raise SetupError("Give the zone a name, as the game has it.")
        self._camera.draw(zone, corners)

    def look(self) -> None:
        self._camera.link.look()

    # What is taught and what could be

    def taught(self) -> dict[str, Any]:
        """What the live game's open asks could be answered with, and how much of it was taught."""
        face = self._face()
        cards = self._cards(face)
        return {
            "game": face.game,
            "dice": [self._die(face.game, die, symbol) for die, symbol in faces_of(face)],
            "cards": [self._card(face.game, card, title) for card, title in cards.items()],
            "sheets": [
                {"sheet": sheet, "boxes": boxes} for sheet, boxes in sheets_of(face).items()
            ],
        }

    def _cards(self, face: TableSnapshot) -> dict[str, Any]:
        """Cards by id: first those the open asks know, then sheets, those taught before and the
        rest of the pack.
        """
        kept = {
            name: name
            for name in (unquote(named(path)) for path in self._files(face.game, "cards"))
        }
        packed = self._table.reading(lambda live: cards_in(getattr(live.state, "pack", None)))
        asked = cards_of(face)
        return {**asked, **{sheet: sheet for sheet in sheets_of(face)}, **kept, **packed, **asked}

    def _die(self, game: str, die: str, symbol: str) -> dict[str, Any]:
        pictures = [
            path.stem
            for path in self._files(game, "dice")
            if path.stem.startswith(f"{die}.{symbol}.")
        ]
        return {"die": die, "symbol": symbol, "pictures": len(pictures)}

    def _card(self, game: str, card: str, title: Any) -> dict[str, Any]:
        boxes = self._path(game, "cards", card, BOXES)
        marked = msgspec.json.decode(boxes.read_bytes()) if boxes.is_file() else {}
        pictures = len(self._pictures(game, card))
        return {
            "id": card,
            "title": title,
            "taught": pictures > 0,
            "pictures": pictures,
            "boxes": marked,
        }

    def _pictures(self, game: str, card: str) -> list[Path]:
        return [path for path in pictures_of(self._path(game, "cards", card)) if path.is_file()]

    def _files(self, game: str, kind: str) -> list[Path]:
        folder = self._folder / game / kind
        return sorted(folder.glob("*.jpg")) if folder.is_dir() else []

    # Teaching

    def teach_die(self, die: str, symbol: str, zone: str, picture: bytes | None) -> dict[str, Any]:
        face = self._face()
        if (die, symbol) not in faces_of(face):
            raise SetupError("No die of this game shows that. Choose one of its dice and faces.")
        jpeg = self._looked_at("die", zone, picture)
        kept = [
            path
            for path in self._files(face.game, "dice")
            if path.stem.startswith(f"{die}.{symbol}.")
        ]
        numbers = {int(path.stem.rpartition(".")[2]) for path in kept}
        free = next(number for number in range(1, MOST_PER_FACE + 2) if number not in numbers)
        if free > MOST_PER_FACE:
            free = int(
                min(kept, key=lambda path: path.stat().st_mtime).stem.rpartition(".")[2]
            )  # the oldest goes
        self._keep(self._folder / face.game / "dice" / f"{die}.{symbol}.{free}.jpg", jpeg)
        return self._die(face.game, die, symbol)

    def teach_card(self, card: str, zone: str, picture: bytes | None) -> dict[str, Any]:
        """Taught again, a card has one picture more: in other light, or the other printing. A sheet
        has just one.
        """
        face = self._face()
        if not 0 < len(card) <= MOST_NAME:
            raise SetupError("Give the card a name.")
        if len(self._files(face.game, "cards")) >= MOST_CARDS:
            raise SetupError(f"{MOST_CARDS} cards are taught; forget some first.")
        jpeg = self._looked_at("card", zone, picture)
        self._keep(self._next_picture(face, card), jpeg)
        self._path(face.game, "cards", card, BOXES).unlink(
            missing_ok=True
        )  # they were marked on the old picture
        return self._card(face.game, card, self._cards(face).get(card, card))

    def _next_picture(self, face: TableSnapshot, card: str) -> Path:
        first = self._path(face.game, "cards", card)
        is_sheet = card in sheets_of(face) or self._path(face.game, "cards", card, BOXES).is_file()
        return first if is_sheet else next_picture(first)

    def mark(
        self, card: str, boxes: dict[str, tuple[float, float, float, float]]
    ) -> dict[str, Any]:
        """The boxes on a taught card, as fractions of its picture."""
        face = self._face()
        if not self._path(face.game, "cards", card).is_file():
            raise SetupError("Take a picture of this card first.")
        for name, (x, y, wide, high) in boxes.items():
            if min(x, y) < 0 or min(wide, high) <= 0 or x + wide > 1.001 or y + high > 1.001:
                raise SetupError(f"Box {name} lies outside the card: draw it again.")
        self._keep_newest(face.game, card)
        self._keep(self._path(face.game, "cards", card, BOXES), msgspec.json.encode(boxes))
        return self._card(face.game, card, self._cards(face).get(card, card))

    def _keep_newest(self, game: str, card: str) -> None:
        """Boxes are marked on the picture people saw, the newest; it becomes the only one."""
        kept = self._pictures(game, card)
        os.replace(
            max(kept, key=lambda path: path.stat().st_mtime), self._path(game, "cards", card)
        )
        for path in self._pictures(game, card)[1:]:
            path.unlink(missing_ok=True)

    def forget(self, card: str = "", die: str = "", symbol: str = "") -> None:
        game = self._face().game
        if card:
            for path in (*self._pictures(game, card), self._path(game, "cards", card, BOXES)):
                path.unlink(missing_ok=True)
        for path in self._files(game, "dice"):
            if die and path.stem.startswith(f"{die}.{symbol}."):
                path.unlink(missing_ok=True)

    def picture(self, card: str = "", die: str = "", symbol: str = "") -> bytes | None:
        """The newest taught picture of a card or a face."""
        game = self._face().game
        if card:
            kept = self._pictures(game, card)
            return max(kept, key=lambda path: path.stat().st_mtime).read_bytes() if kept else None
        kept = [
            path for path in self._files(game, "dice") if path.stem.startswith(f"{die}.{symbol}.")
        ]
        return max(kept, key=lambda path: path.stat().st_mtime).read_bytes() if kept else None

    def _looked_at(self, what: str, zone: str, picture: bytes | None) -> bytes:
        if picture is not None and len(picture) > LARGEST_PICTURE_BYTES:
            raise SetupError("This picture is too large; make it smaller first.")
        try:
            taught = self._camera.link.teach(what, zone, picture).result(WAIT_S)
        except NotInTime:
            raise RuleError("no_camera", Say("sight.no_camera")) from None
        if taught.jpeg is None:
            raise RuleError(
                "not_taught", said(taught.why) if taught.why else Say("sight.no_camera")
            )
        return taught.jpeg

    def _face(self) -> TableSnapshot:
        face = self._table.snapshot()
        if face is None:
            raise RuleError("no_game", Say("sight.teach.no_game"))
        return face

    def _path(self, game: str, kind: str, name: str, ending: str = ".jpg") -> Path:
        return self._folder / game / kind / f"{quote(name, safe='')}{ending}"

    def _keep(self, path: Path, content: bytes) -> None:
        """Written beside and moved into place: a pulled plug leaves the old picture or
        the new one.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent.parent, delete=False) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(file.name, path)
        self._camera.link.look_again()


def pictures_of(first: Path) -> list[Path]:
    """Where all pictures of a card may lie, beside its first."""
    further = (
        first.with_name(f"{first.stem}{MORE}{number}.jpg") for number in range(2, 1 + MOST_PER_CARD)
    )
    return [first, *further]


def next_picture(first: Path) -> Path:
    """Where one picture more of a card goes: beside the others, or in place of the oldest."""
    places = pictures_of(first)
    free = next((path for path in places if not path.is_file()), None)
    return free or min(places, key=lambda path: path.stat().st_mtime)


def faces_of(face: TableSnapshot) -> list[tuple[str, str]]:
    """Every face of every symbol die in the open asks: its colour or kind, and what it shows."""
    found: dict[tuple[str, str], None] = {}
    for ask in face.asks:
        if isinstance(ask, Roll):
            for die in ask.dice:
                if die.kind != "d6":
                    found |= dict.fromkeys(
                        (die.colour or die.kind, str(side)) for side in die.faces
                    )
        elif isinstance(ask, Place):
            for piece in ask.pieces:
                if piece.kind == "die":
                    found |= dict.fromkeys(
                        (piece.colour or piece.id, str(side)) for side in piece.faces
                    )
    return list(found)


def cards_of(face: TableSnapshot) -> dict[str, Any]:
    """Every card the open asks know, with its title."""
    found: dict[str, Any] = {}
    for ask in face.asks:
        if isinstance(ask, Show):
            found |= {card.id: card.title for card in ask.known}
        elif isinstance(ask, Place):
            found |= {
                piece.id: piece.say or piece.id for piece in ask.pieces if piece.kind == "card"
            }
    return found


def cards_in(pack: Any) -> dict[str, Any]:
    """Everything with an id in a pack, with its name: whatever the game, those are its cards."""
    found: dict[str, Any] = {}
    for name in getattr(pack, "__struct_fields__", ()):
        things = getattr(pack, name)
        for one in things if isinstance(things, tuple) else ():
            names = (getattr(one, name, "") for name in NAMES)
            if isinstance(getattr(one, "id", None), str):
                found[one.id] = next(
                    (name for name in names if isinstance(name, str) and name), one.id
                )
    return found


def sheets_of(face: TableSnapshot) -> dict[str, list[str]]:
    """Sheets with boxes for tokens in the open asks, and the boxes each has."""
    asks = [ask for ask in face.asks if isinstance(ask, Place)]
    tokens = [
        ask
        for ask in asks
        if all(piece.kind == "token" for piece in ask.pieces) and len(ask.cells) > 1
    ]
    return {ask.sheet: [cell.id for cell in ask.cells] for ask in tokens}
