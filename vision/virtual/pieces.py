"""Tokens, cards and dice that people lay: where each is, where it is sliding to, and how the camera
sees it.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.virtual.blend import fallen, laid
from vision.virtual.die_render import Lighting
from vision.virtual.faces import card_back, card_face, colour_of, disk_face, sheet_face, symbol_face
from vision.virtual.layout import Matrix, through
from vision.virtual.light import falling

DRAWN_PX_PER_MM = 4.0
SIZES_MM: dict[str, tuple[float, float]] = {
    "token": (10.5, 10.5),
    "card": (63, 88),
    "sheet": (68, 98),
    "back": (63, 88),
    "die": (18, 18),
    "disk": (34, 34),
}
KINDS = tuple(SIZES_MM)
FALL_MM = 2.5  # how far a shadow reaches
SLIDE_S = 0.35
KEPT = 160


@dataclass(frozen=True, slots=True)
class VirtualPiece:
    """`look`: a token's colour, a card's name, a die's colour; `title`: what is written on it.

    `parts`: the boxes of a sheet, the colours around a disk. Its middle in millimetres of the
    table.
    """

    id: str
    kind: str
    look: str
    title: str = ""
    x_mm: float = 0.0
    y_mm: float = 0.0
    turn_deg: float = 0.0
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SlidingPiece:
    """A piece on its way from where it was."""

    piece: VirtualPiece
    start: VirtualPiece
    begins_s: float
    lasts_s: float

    def is_still(self, now_s: float) -> bool:
        return now_s >= self.begins_s + self.lasts_s

    def at(self, now_s: float) -> VirtualPiece:
        part = min(max((now_s - self.begins_s) / max(self.lasts_s, 1e-6), 0.0), 1.0)
        eased = part * part * (3 - 2 * part)
        a, b = self.start, self.piece
        return replace(
            b,
            x_mm=a.x_mm + (b.x_mm - a.x_mm) * eased,
            y_mm=a.y_mm + (b.y_mm - a.y_mm) * eased,
            turn_deg=a.turn_deg + (b.turn_deg - a.turn_deg) * eased,
        )


class LaidPieces:
    """All pieces on the table. `version` grows when what lies still has changed and must be drawn
    anew.

    A hand lays from one thread while the camera draws in another: `pieces` is replaced, never
    changed.
    """

    def __init__(self) -> None:
        self.pieces: dict[str, SlidingPiece] = {}
        self.version = 0
        self._faces: dict[tuple[object, ...], Pixels] = {}

    def put(
        self,
        piece: VirtualPiece,
        now_s: float,
        start: VirtualPiece | None = None,
        lasts_s: float = SLIDE_S,
    ) -> None:
        """Lays it down; one that lies there already slides to its new place."""
        before = self.pieces.get(piece.id)
        origin = before.at(now_s) if before is not None else start or piece
        still = before is None and start is None
        laid_last = SlidingPiece(piece, origin, now_s, 0.0 if still else lasts_s)
        self.pieces = self._without(piece.id) | {piece.id: laid_last}
        self.version += 1

    def take(self, piece_id: str) -> None:
        if piece_id in self.pieces:
            self.pieces = self._without(piece_id)
            self.version += 1

    def clear(self) -> None:
        self.pieces = {}
        self.version += 1

    def _without(self, piece_id: str) -> dict[str, SlidingPiece]:
        return {name: one for name, one in self.pieces.items() if name != piece_id}

    def resting(self, now_s: float) -> list[VirtualPiece]:
        return [one.piece for one in self.pieces.values() if one.is_still(now_s)]

    def moving(self, now_s: float) -> list[VirtualPiece]:
        return [one.at(now_s) for one in self.pieces.values() if not one.is_still(now_s)]

    def draw(self, surface: Pixels, piece: VirtualPiece, matrix: Matrix, light: Lighting) -> None:
        """The piece as the camera sees it, under this lamp."""
        face = self._face(piece)
        width_mm, height_mm = (side / DRAWN_PX_PER_MM for side in (face.shape[1], face.shape[0]))
        place = (
            matrix
            @ _moved(piece.x_mm, piece.y_mm)
            @ _turned(piece.turn_deg)
            @ _moved(-width_mm / 2, -height_mm / 2)
        )
        corners = through(place, ((0, 0), (width_mm, 0), (width_mm, height_mm), (0, height_mm)))
        left, top = (int(v) - 1 for v in corners.min(axis=0))
        right, bottom = (int(v) + 2 for v in corners.max(axis=0))
        if right <= 0 or bottom <= 0 or left >= surface.shape[1] or top >= surface.shape[0]:
            return
        scale = np.diag([1 / DRAWN_PX_PER_MM, 1 / DRAWN_PX_PER_MM, 1.0])
        onto = _moved(-left, -top) @ place @ scale
        layers = cv2.warpPerspective(
            face,
            onto,
            (right - left, bottom - top),
            flags=cv2.INTER_AREA,
            borderValue=(0, 0, 0, 255),
        )
        column = min(max((left + right) // 2, 0), surface.shape[1] - 1)
        shine = falling(light, surface.shape[1])[0, column]
        layers[..., :3] = np.clip(layers[..., :3] * shine, 0, 255)
        laid(surface, np.asarray(layers, np.uint8), left, top)

    def _face(self, piece: VirtualPiece) -> Pixels:
        key = piece.kind, piece.look, piece.title, piece.parts
        if key not in self._faces:
            if len(self._faces) > KEPT:
                self._faces.clear()
            self._faces[key] = _face(piece)
        return self._faces[key]


def _moved(x: float, y: float) -> NDArray[np.float64]:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]], np.float64)


def _turned(degrees: float) -> NDArray[np.float64]:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], np.float64)


def _face(piece: VirtualPiece) -> Pixels:
    """Colour and what shows through, with a rim for the shadow, softened by as much as the camera
    will shrink it.
    """
    colour, mask = _token(piece) if piece.kind == "token" else _slab(piece)
    rim = round(FALL_MM * DRAWN_PX_PER_MM)
    mask = np.pad(mask, rim)
    colour = np.pad(colour, ((rim, rim), (rim, rim), (0, 0)))
    shadow = fallen(mask, rim // 2, rim / 3)
    layers = np.dstack([colour * mask[..., None], 255 * (1 - mask) * (1 - 0.4 * shadow)])
    return np.asarray(np.clip(cv2.GaussianBlur(layers, (0, 0), 0.9), 0, 255), np.uint8)


def _token(piece: VirtualPiece) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """A disc with a bevel and a ring, as wooden tokens have."""
    side = round(SIZES_MM["token"][0] * DRAWN_PX_PER_MM)
    radius = side / 2
    rows, cols = np.mgrid[0:side, 0:side].astype(np.float32) + 0.5
    apart = np.hypot(cols - radius, rows - radius)
    mask = np.clip(radius - apart, 0, 1).astype(np.float32)
    bevel = 1 + 0.1 * np.clip((2 * radius - cols - rows) / radius, -1, 1)
    bevel *= np.where(np.abs(apart - 0.78 * radius) < 0.05 * radius, 0.9, 1.0)
    colour = np.array(colour_of(piece.look), np.float32) * bevel[..., None]
    return np.asarray(np.clip(colour, 0, 255), np.float32), mask


def _slab(piece: VirtualPiece) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """A card, its back, a disk, or the top of a symbol die: a picture with rounded corners."""
    wide, high = (round(side * DRAWN_PX_PER_MM) for side in SIZES_MM[piece.kind])
    colour = cv2.resize(flat_face(piece), (wide, high), interpolation=cv2.INTER_AREA)
    mask = np.zeros((high, wide), np.float32)
    r = round({"die": 3.0, "disk": 17.0, "sheet": 0.5}.get(piece.kind, 2.5) * DRAWN_PX_PER_MM)
    cv2.rectangle(mask, (r, 0), (wide - r, high), 1.0, cv2.FILLED)
    cv2.rectangle(mask, (0, r), (wide, high - r), 1.0, cv2.FILLED)
    for x, y in ((r, r), (wide - r - 1, r), (r, high - r - 1), (wide - r - 1, high - r - 1)):
        cv2.circle(mask, (x, y), r, 1.0, cv2.FILLED, cv2.LINE_AA)
    return np.asarray(colour, np.float32), mask


def flat_face(piece: VirtualPiece) -> Pixels:
    """What is printed on it: also what the readers are taught from."""
    match piece.kind:
        case "sheet":
            return sheet_face(piece.look, piece.title, piece.parts)
        case "back":
            return card_back()
        case "die":
            return symbol_face(piece.look, piece.title)
        case "disk":
            return disk_face(piece.parts)
        case _:
            return card_face(piece.look, piece.title)
