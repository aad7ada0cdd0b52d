"""What lies in the cells of a place, for the watch process: cards in slots, dice on a grid or in a
pool, tokens on the boxes of a sheet, a disk. One zone's pixels and its order in, one reading out.
"""

from collections import Counter
from pathlib import Path
from urllib.parse import unquote

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels, Quad
from vision.cards.counting import cards_lying
from vision.cards.reader import read_cards
from vision.cards.recogniser import taught_decks
from vision.dice.album_cache import AlbumCache
from vision.dice.symbols import pieces
from vision.mats.layout import Box
from vision.places.compare import InSlot
from vision.places.sheets import SheetRead, read_sheet
from vision.places.slots import cards_in_slots, dice_in_cells, disk_turn
from vision.places.taught_sheets import TaughtSheet, sheets_in, where_it_lies
from vision.protocol import WatchOrder
from vision.reading import Decision, Finding, Likely, Point, Reading, Why, box_corners
from vision.tokens.colours import named
from vision.tokens.grid import COLOUR_WEIGHT
from vision.tokens.recogniser import recognise as read_tokens

CLEAR_COLOUR = 0.2
SURE, UNSURE = 0.99, 0.4
DISK_COLOURS = 4
FRAME = 0.03
WORK_SIDE_PX = 400


class PlaceRecogniser:
    """Keeps what was taught; a folder is read again when something was taught into it."""

    def __init__(self) -> None:
        self._decks, self._albums = taught_decks(), AlbumCache()

    def is_ready(self, order: WatchOrder) -> bool:
        return order.pieces != "cards" or self._decks.is_ready(order.taught)

    def learned(self) -> tuple[int, int]:
        return self._decks.progress

    def __call__(self, pixels: Pixels, order: WatchOrder) -> Reading:
        match order.pieces:
            case "cards":
                return self._cards(pixels, order)
            case "counted cards":
                return counted_cards(pixels, order)
            case "dice" if order.faces:
                return self._grid(pixels, order)
            case "dice":
                return pool(pixels, order)
            case "sheet":
                return on_sheet(pixels, order)
            case "disk":
                return disk(pixels, order)
            case _:
                return read_tokens(pixels, order)

    def _cards(self, pixels: Pixels, order: WatchOrder) -> Reading:
        deck = self._decks.deck(order.taught)
        if deck is None:
            return _reading(order, (), Why("sight.nothing_taught"))
        slots = quads_of(order.cells, pixels)
        cards = read_cards(pixels, deck)
        lying = cards_in_slots(cards, slots)
        findings = tuple(
            _in_cell("card", name, slots[name], there) for name, there in lying.items()
        )
        return _reading(order, findings, _unsure(lying, "sight.unknown_card"))

    def _grid(self, pixels: Pixels, order: WatchOrder) -> Reading:
        album = self._albums.album(Path(order.taught)) if order.taught else None
        if album is None or not album.faces:
            return _reading(order, (), Why("sight.no_faces_taught"))
        cells = quads_of(order.cells, pixels)
        lying = dice_in_cells(pixels, cells, album)
        findings = tuple(_in_cell("die", name, cells[name], there) for name, there in lying.items())
        return _reading(order, findings, _unsure(lying, "sight.unsure_dice"))


def counted_cards(pixels: Pixels, order: WatchOrder) -> Reading:
    """How many cards lie there, whatever they show: nothing needs to be taught."""
    heap = cards_lying(pixels)
    sure = SURE if heap.sure else UNSURE
    findings = tuple(
        Finding("card", None, _points(quad), sure, sure=heap.sure) for quad in heap.outlines
    )
    return _reading(order, findings, None if heap.sure else Why("sight.unsure_count"))


def pool(pixels: Pixels, order: WatchOrder) -> Reading:
    """Dice whose face does not matter, told by their colour alone: nothing needs to be taught."""
    inner, rim = _without_frame(pixels)
    # dice that lie close are told apart only when large enough
    grown = max(1.0, WORK_SIDE_PX / min(inner.shape[:2]))
    dice = pieces(
        np.asarray(
            cv2.resize(inner, None, fx=grown, fy=grown, interpolation=cv2.INTER_CUBIC), np.uint8
        )
    )
    names = list(dict.fromkeys(order.colours or ()))
    looks = np.array([_look(piece.face) for piece in dice], np.float32).reshape(-1, 3)
    light = float(np.percentile(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)[:, :, 0], 98))
    read = named(looks, light, names)
    findings = tuple(
        Finding(
            "die",
            None,
            _moved(piece.corners, rim, grown),
            float(clear),
            name,
            sure=bool(clear > CLEAR_COLOUR),
        )
        for piece, name, clear in zip(dice, read.names, read.clear, strict=True)
    )
    unsure = sum(not finding.sure for finding in findings)
    why = Why("sight.colours_unsure") if unsure else None
    if why is None and order.count is not None and len(findings) != order.count:
        why = Why("sight.other_count", {"seen": len(findings), "expected": order.count})
    return _reading(order, findings, why)


def _without_frame(pixels: Pixels) -> tuple[Pixels, tuple[int, int]]:
    """Without the zone's printed outline: a die that lies near it would grow together with it."""
    rim = round(FRAME * pixels.shape[1]), round(FRAME * pixels.shape[0])
    return np.ascontiguousarray(pixels[rim[1] : -rim[1] or None, rim[0] : -rim[0] or None]), rim


def _moved(corners: tuple[Point, ...], by: tuple[int, int], grown: float) -> tuple[Point, ...]:
    return tuple((x / grown + by[0], y / grown + by[1]) for x, y in corners)


def _look(face: Pixels) -> NDArray[np.float32]:
    """The body's colour: the median, because a symbol covers less than half of a face."""
    lab = np.asarray(cv2.cvtColor(face, cv2.COLOR_BGR2LAB), np.float32)
    lab[:, :, 1:] = (lab[:, :, 1:] - 128) * COLOUR_WEIGHT
    rim = max(1, face.shape[0] // 6)
    return np.asarray(np.median(lab[rim:-rim, rim:-rim].reshape(-1, 3), axis=0), np.float32)


def disk(pixels: Pixels, order: WatchOrder) -> Reading:
    """A four-coloured disk: its turn, from the colours clockwise from its printed top."""
    colours = tuple(order.colours or ())
    if len(colours) != DISK_COLOURS:
        return _reading(order, (), Why("sight.no_disk"))
    turns, sure = disk_turn(pixels, (colours[0], colours[1], colours[2], colours[3]))
    found = Finding("disk", "disk", _all(pixels), SURE if sure else UNSURE, turn=turns, sure=sure)
    return _reading(order, (found,), None if sure else Why("sight.no_disk"))


def on_sheet(pixels: Pixels, order: WatchOrder) -> Reading:
    """Tokens on the boxes of a card that lies in the zone at any turn; its boxes were
    taught once.
    """
    sheets = sheets_in(Path(order.taught)) if order.taught else ()
    if not sheets:
        return _reading(order, (), Why("sight.no_sheet_taught"))
    found = where_it_lies(pixels, sheets)
    if found is None:
        return _reading(order, (), Why("sight.no_sheet_seen"))
    sheet, corners = found
    colours = list(order.colours or ("white", "black"))
    read = read_sheet(pixels, corners, sheet.boxes, colours, sheet.empty)
    findings = tuple(_boxed(read, sheet, corners))
    why = (
        None
        if read.accept
        else Why("sight.beside_boxes")
        if read.stray
        else Why("sight.unsure_count")
    )
    return _reading(order, findings, why)


def _boxed(read: SheetRead, sheet: TaughtSheet, corners: Quad) -> list[Finding]:
    found = []
    for box, counts in read.boxes.items():
        doubtful = box in read.doubts
        place = _part(corners, sheet.boxes[box])
        for colour, number in counts.items():
            likely = (
                tuple(Likely(n, UNSURE) for n in (number, number + 1, number - 1) if n >= 0)
                if doubtful
                else ()
            )
            sure = UNSURE if doubtful else SURE
            found.append(
                Finding(
                    "token", colour, place, sure, colour, likely, box, None, number, not doubtful
                )
            )
    return found


def _part(corners: Quad, box: Box) -> tuple[Point, ...]:
    """A box of the sheet, in the picture the sheet lies in."""
    flat = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, np.asarray(corners, np.float32))
    x, y, wide, high = box
    points = np.array([box_corners(x, y, x + wide, y + high)], np.float32)
    return tuple((float(a), float(b)) for a, b in cv2.perspectiveTransform(points, matrix)[0])


def quads_of(cells: dict[str, Box], pixels: Pixels) -> dict[str, Quad]:
    height, width = pixels.shape[:2]
    return {
        name: np.array(
            box_corners(x * width, y * height, (x + wide) * width, (y + high) * height), np.float32
        )
        for name, (x, y, wide, high) in (cells or {"": (0.0, 0.0, 1.0, 1.0)}).items()
    }


def _in_cell(kind: str, name: str, cell: Quad, there: InSlot) -> Finding:
    corners = _points(cell)
    value, sure = None if there.value is None else unquote(there.value), there.accept
    return Finding(
        kind,
        value,
        corners,
        there.confidence,
        there.colour,
        (),
        name or None,
        there.turns,
        sure=sure,
    )


def _points(quad: Quad) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in quad)


def _unsure(lying: dict[str, InSlot], key: str) -> Why | None:
    unsure = Counter(there.accept for there in lying.values())[False]
    return Why(key, {"count": unsure, "total": len(lying)}) if unsure else None


def _all(pixels: Pixels) -> tuple[Point, ...]:
    return box_corners(0, 0, pixels.shape[1], pixels.shape[0])


def _reading(order: WatchOrder, findings: tuple[Finding, ...], why: Why | None) -> Reading:
    decision = Decision.ASK if why else Decision.ACCEPT
    return Reading(order.zone, order.pieces, findings, decision, why or Why("sight.sure"), 0.0)


def recogniser() -> PlaceRecogniser:
    return PlaceRecogniser()
