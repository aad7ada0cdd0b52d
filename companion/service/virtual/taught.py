"""Teaches the eye the virtual cards, sheets and symbol dice from their drawings, as an owner would
from photographs.

Only what is not there yet is written, so that nothing an owner taught is ever replaced.
"""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import cv2
import msgspec
import numpy as np

from companion.kit.asks import Ask, Place, Roll, Show
from companion.kit.say import Say
from vision.virtual.faces import boxes_of
from vision.virtual.pieces import VirtualPiece, flat_face

BOXES = ".boxes.json"
CLOTH = (220, 80, 220)  # no die has this colour


def teach(folder: Path, asks: tuple[Ask, ...], titles: dict[str, str]) -> bool:
    """Everything the open asks could be answered with; whether anything was new."""
    news = False
    boxes = sheet_boxes(asks)
    for card in cards_of(asks):
        news |= _teach_card(folder / "cards", card, titles.get(card, card), boxes.get(card, ()))
    for die, symbol in faces_of(asks):
        news |= _write(
            folder / "dice" / f"{die}.{symbol}.1.jpg", VirtualPiece("", "die", die, symbol)
        )
    return news


def knows(ask: Ask, look: str) -> bool:
    """Whether a card or die that looks like this is one that the ask can be answered with."""
    return look in cards_of((ask,)) or any(look == die for die, _ in faces_of((ask,)))


def cards_of(asks: tuple[Ask, ...]) -> list[str]:
    found: dict[str, None] = {}
    for ask in asks:
        if isinstance(ask, Show):
            found |= dict.fromkeys(card.id for card in ask.known)
        elif isinstance(ask, Place):
            found |= dict.fromkeys(piece.id for piece in ask.pieces if piece.kind == "card")
            if is_sheet(ask) and not _has_cards(ask, asks):
                found[ask.sheet] = None
    return list(found)


def sheet_boxes(asks: tuple[Ask, ...]) -> dict[str, tuple[str, ...]]:
    """Cards with boxes for tokens: those shown where tokens are to be placed, or the
    sheet itself.
    """
    found: dict[str, tuple[str, ...]] = {}
    for ask in asks:
        if isinstance(ask, Place) and is_sheet(ask):
            cells = tuple(cell.id for cell in ask.cells)
            found |= dict.fromkeys(_has_cards(ask, asks) or [ask.sheet], cells)
    return found


def is_sheet(ask: Place) -> bool:
    return len(ask.cells) > 1 and all(piece.kind == "token" for piece in ask.pieces)


def _has_cards(place: Place, asks: tuple[Ask, ...]) -> list[str]:
    shows = [ask for ask in asks if isinstance(ask, Show) and ask.zone == place.zone]
    return [card.id for ask in shows for card in ask.known]


def faces_of(asks: tuple[Ask, ...]) -> list[tuple[str, str]]:
    found: dict[tuple[str, str], None] = {}
    for ask in asks:
        if isinstance(ask, Roll):
            dice = [die for die in ask.dice if die.kind != "d6"]
            found |= {
                (die.colour or die.kind, str(face)): None for die in dice for face in die.faces
            }
        elif isinstance(ask, Place):
            dies = [piece for piece in ask.pieces if piece.kind == "die"]
            found |= {
                (piece.colour or piece.id, str(face)): None
                for piece in dies
                for face in piece.faces
            }
    return list(found)


def titles_of(asks: tuple[Ask, ...], speak: Callable[[Say], str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for ask in asks:
        if isinstance(ask, Show):
            found |= {
                card.id: card.title if isinstance(card.title, str) else speak(card.title)
                for card in ask.known
            }
        elif isinstance(ask, Place):
            found |= {piece.id: speak(piece.say) for piece in ask.pieces if piece.say is not None}
    return found


def _teach_card(folder: Path, card: str, title: str, boxes: tuple[str, ...]) -> bool:
    stem = quote(card, safe="")
    news = _write(
        folder / f"{stem}.jpg",
        VirtualPiece("", "sheet" if boxes else "card", card, title, parts=boxes),
    )
    if boxes and news:
        (folder / f"{stem}{BOXES}").write_bytes(msgspec.json.encode(boxes_of(boxes)))
    return news


def _write(path: Path, piece: VirtualPiece) -> bool:
    if path.exists():
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    face = flat_face(piece)
    if piece.kind == "die":  # as in a photograph: the die lies on a cloth that it stands out from
        rim = face.shape[0]
        around = cv2.copyMakeBorder(face, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=CLOTH)
        face = np.asarray(around, np.uint8)
    if (
        piece.kind == "sheet"
    ):  # as sharp as the camera sees it: tokens are found by what differs from this picture
        small = cv2.resize(face, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        face = np.asarray(
            cv2.resize(small, face.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8
        )
    path.write_bytes(cv2.imencode(".jpg", face, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())
    return True
