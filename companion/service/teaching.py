"""Teaching the camera: it looks at what is to be taught and says whether it will do; here that is
named, kept, listed and forgotten.
"""

from concurrent.futures import TimeoutError as NotInTime
from pathlib import Path
from typing import Any

from companion.errors import SetupError
from companion.kit.say import Say
from companion.kit.story import RuleError
from companion.service.camera_service import CameraService
from companion.service.places import TablePlaces
from companion.service.reading_display import said
from companion.service.taught_pictures import CardBoxes, TaughtPictures, newest
from companion.service.teachable import cards_in, cards_of, faces_of, sheets_of
from companion.table.snapshots import TableSnapshot
from companion.table.table import Table
from vision.zones.drawn_zones import Corners

WAIT_S = 10.0
MOST_CARDS = 1000
MOST_NAME = 80
# What a request holds; the page makes photographs smaller before it sends them.
LARGEST_PICTURE_BYTES = 700_000


class Teaching:
    """Called by the web, from any of its threads. `folder`: of everything taught, with one folder
    per game in it.
    """

    def __init__(self, table: Table, camera: CameraService, folder: Path) -> None:
        self._table, self._camera, self._folder = table, camera, folder

    # Zones

    def zones(self) -> dict[str, Any]:
        """Every place of the live game (the tray, while nothing is played), and whether it was
        drawn by hand.
        """
        shown = self._table.snapshot()
        places = TablePlaces.of(shown.game, shown.seats) if shown else TablePlaces((), ())
        drawn = self._camera.drawn.zones
        names = list(places.areas()) or ["tray"]
        return {"zones": [{"name": name, "drawn": drawn.get(name)} for name in names]}

    def draw(self, zone: str, corners: Corners | None) -> None:
        if not 0 < len(zone) <= MOST_NAME:
            raise SetupError("Give the zone a name, as the game has it.")
        self._camera.draw(zone, corners)

    def look(self) -> None:
        self._camera.link.look()

    # What is taught and what could be

    def taught(self) -> dict[str, Any]:
        """What the live game's open asks could be answered with, and how much of it was taught."""
        shown, pictures = self._playing()
        cards = _titles(self._table, shown, pictures)
        sheets = sheets_of(shown).items()
        return {
            "game": shown.game,
            "dice": [_face_told(pictures, die, symbol) for die, symbol in faces_of(shown)],
            "cards": [_card_told(pictures, card, title) for card, title in cards.items()],
            "sheets": [{"sheet": sheet, "boxes": boxes} for sheet, boxes in sheets],
        }

    def picture(self, card: str = "", die: str = "", symbol: str = "") -> bytes | None:
        """The newest taught picture of a card or a face."""
        _, pictures = self._playing()
        return newest(pictures.card(card) if card else pictures.face(die, symbol))

    # Teaching

    def teach_die(self, die: str, symbol: str, zone: str, picture: bytes | None) -> dict[str, Any]:
        shown, pictures = self._playing()
        if (die, symbol) not in faces_of(shown):
            raise SetupError("No die of this game shows that. Choose one of its dice and faces.")
        pictures.keep_face(die, symbol, self._looked_at("die", zone, picture))
        self._camera.link.look_again()
        return _face_told(pictures, die, symbol)

    def teach_card(self, card: str, zone: str, picture: bytes | None) -> dict[str, Any]:
        shown, pictures = self._playing()
        if not 0 < len(card) <= MOST_NAME:
            raise SetupError("Give the card a name.")
        if len(pictures.cards()) >= MOST_CARDS:
            raise SetupError(f"{MOST_CARDS} cards are taught; forget some first.")
        jpeg = self._looked_at("card", zone, picture)
        pictures.keep_card(card, jpeg, is_sheet=card in sheets_of(shown))
        self._camera.link.look_again()
        return _card_told(pictures, card, _titles(self._table, shown, pictures).get(card, card))

    def mark(self, card: str, boxes: CardBoxes) -> dict[str, Any]:
        """The boxes on a taught card, as fractions of its picture."""
        shown, pictures = self._playing()
        if not pictures.card(card):
            raise SetupError("Take a picture of this card first.")
        for name, (x, y, wide, high) in boxes.items():
            if min(x, y) < 0 or min(wide, high) <= 0 or x + wide > 1.001 or y + high > 1.001:
                raise SetupError(f"Box {name} lies outside the card: draw it again.")
        pictures.mark(card, boxes)
        self._camera.link.look_again()
        return _card_told(pictures, card, _titles(self._table, shown, pictures).get(card, card))

    def forget(self, card: str = "", die: str = "", symbol: str = "") -> None:
        _, pictures = self._playing()
        if card:
            pictures.forget_card(card)
        for path in pictures.face(die, symbol) if die else ():
            path.unlink(missing_ok=True)

    def _looked_at(self, what: str, zone: str, picture: bytes | None) -> bytes:
        if picture is not None and len(picture) > LARGEST_PICTURE_BYTES:
            raise SetupError("This picture is too large; make it smaller first.")
        try:
            taught = self._camera.link.teach(what, zone, picture).result(WAIT_S)
        except NotInTime:
            raise RuleError("no_camera", Say("sight.no_camera")) from None
        if taught.jpeg is None:
            why = said(taught.why) if taught.why else Say("sight.no_camera")
            raise RuleError("not_taught", why)
        return taught.jpeg

    def _playing(self) -> tuple[TableSnapshot, TaughtPictures]:
        shown = self._table.snapshot()
        if shown is None:
            raise RuleError("no_game", Say("sight.teach.no_game"))
        return shown, TaughtPictures(self._folder / shown.game)


def _titles(table: Table, shown: TableSnapshot, pictures: TaughtPictures) -> dict[str, Any]:
    """Cards by id: first those the open asks know, then sheets, those taught before and the rest of
    the pack.
    """
    asked = cards_of(shown)
    kept = {name: name for name in pictures.cards()}
    packed = table.reading(lambda live: cards_in(getattr(live.state, "pack", None)))
    return {**asked, **{sheet: sheet for sheet in sheets_of(shown)}, **kept, **packed, **asked}


def _face_told(pictures: TaughtPictures, die: str, symbol: str) -> dict[str, Any]:
    return {"die": die, "symbol": symbol, "pictures": len(pictures.face(die, symbol))}


def _card_told(pictures: TaughtPictures, card: str, title: Any) -> dict[str, Any]:
    count = len(pictures.card(card))
    boxes = pictures.boxes(card)
    return {"id": card, "title": title, "taught": count > 0, "pictures": count, "boxes": boxes}
