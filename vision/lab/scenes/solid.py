"""Round pieces as solid things: with a side, a shadow and what is mirrored in them, seen from
anywhere.

Lengths are in radii of a piece, z points up from the table. The picture is painted from far to
near.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.lab.scenes.surfaces import Plane, Random

FACE_PX, STRIPS = 64, 32
AROUND = np.linspace(0, 2 * np.pi, STRIPS, endpoint=False)
CIRCLE = np.stack([np.cos(AROUND), np.sin(AROUND), np.zeros(STRIPS)], axis=1)
FRACTION_BITS = 4
_GRID = (np.mgrid[0:FACE_PX, 0:FACE_PX].transpose(1, 2, 0)[:, :, ::-1] + 0.5) / FACE_PX * 2 - 1
FACE = _GRID.astype(np.float32)  # across and up of each pixel of a face, in radii
FROM_MIDDLE: Plane = np.hypot(FACE[:, :, 0], FACE[:, :, 1])
Values = NDArray[np.float64]
UP: Values = np.array([0.0, 0.0, 1.0])
PLAIN = (
    (1.0, 1.0),
)  # a side's bands from below: how high each ends, of the piece's thickness, and how light it is
ROUND = ((0.35, 1.0), (1.0, 1.0))


@dataclass(frozen=True, slots=True)
class Eye:
    """A camera: where it stands, and from the table's space to its picture."""

    place: Values
    matrix: Values
    size: tuple[int, int]

    def seen(self, points: Values) -> NDArray[np.float32]:
        flat = np.concatenate([points, np.ones((len(points), 1))], axis=1) @ self.matrix.T
        return np.asarray(flat[:, :2] / flat[:, 2:], dtype=np.float32)

    @property
    def on_table(self) -> Values:
        """From the table, z = 0, to the picture."""
        return self.matrix[:, [0, 1, 3]]


def standing(
    size: tuple[int, int], away: float, slant: float, heading: float, roll: float, lens: float
) -> Eye:
    """An eye that looks at the table's middle. `slant`: from straight above; `lens`: focal length,
    of its width.
    """
    place = away * np.array(
        [np.sin(slant) * np.sin(heading), -np.sin(slant) * np.cos(heading), np.cos(slant)]
    )
    ahead = -place / away
    right = np.array([np.cos(heading), np.sin(heading), 0.0])
    down = np.cross(ahead, right)
    turned = np.array(
        [[np.cos(roll), np.sin(roll), 0], [-np.sin(roll), np.cos(roll), 0], [0, 0, 1]]
    )
    rows = turned @ np.stack([right, down, ahead])
    inner = np.array(
        [[lens * size[0], 0, size[0] / 2], [0, lens * size[0], size[1] / 2], [0, 0, 1]]
    )
    return Eye(place, inner @ np.concatenate([rows, (-rows @ place)[:, None]], axis=1), size)


@dataclass(frozen=True, slots=True)
class Window:
    """What shines: where it lies as a direction, how large and how bright it is, and how soft what
    it mirrors gets.
    """

    towards: Values
    reach: tuple[float, float]
    bright: float

    def mirrored(self, rays: Values, normals: Values, soft: float) -> Plane:
        """How much of it each place mirrors into the eye. `rays`: from the eye to the place."""
        back = rays - 2 * (rays * normals).sum(axis=-1, keepdims=True) * normals
        side = np.cross(self.towards, UP)
        side /= np.linalg.norm(side) + 1e-9
        off = np.stack([back @ side, back @ np.cross(side, self.towards)], axis=-1)
        within = np.clip((np.array(self.reach) - np.abs(off)) / soft + 0.5, 0, 1).prod(axis=-1)
        return np.asarray(within * (back @ self.towards > 0) * self.bright, dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Solid:
    """A piece: the middle of its underside, its upright, its size, its face and side, how round and
    glossy it is.
    """

    place: Values
    up: Values
    radius: float
    thick: float
    face: Plane
    side: Plane
    dome: float = 0.0
    gloss: float = 0.0
    soft: float = 0.1
    bands: tuple[tuple[float, float], ...] = PLAIN

    def circle(self, height: float, wide: float = 1.0) -> Values:
        across, along = self._axes()
        ring = CIRCLE[:, :1] * across + CIRCLE[:, 1:2] * along
        return np.asarray(self.place + self.up * height * self.thick + ring * self.radius * wide)

    def _axes(self) -> tuple[Values, Values]:
        x, y, z = (float(part) for part in self.up)
        wide, back = np.array([z, -x]) / np.hypot(x, z)
        return np.array([wide, 0.0, back]), np.array([y * back, z * wide - x * back, -y * wide])

    def frame(self) -> Values:
        """From places on its face, in radii, to the table's space."""
        across, along = self._axes()
        middle = self.place + self.up * self.thick
        return np.stack([across * self.radius, along * self.radius, middle], axis=1)


def cast(
    picture: Plane, eye: Eye, pieces: list[Solid], lamp: Values, dark: float, soft: float
) -> None:
    """Their shadows on the table, where two fall no darker than where one does. `lamp`: where light
    comes from.
    """
    mask = np.zeros(picture.shape[:2], np.uint8)
    for piece in pieces:
        ends = np.concatenate([piece.circle(0.0), piece.circle(1.0)])
        hull = cv2.convexHull(eye.seen(ends - lamp * (ends[:, 2:] / lamp[2])))[:, 0]
        cv2.fillConvexPoly(
            mask, _fixed(np.asarray(hull, dtype=np.float32)), 255, cv2.LINE_AA, FRACTION_BITS
        )
    picture *= 1 - cv2.GaussianBlur(mask.astype(np.float32), (0, 0), soft)[:, :, None] * np.float32(
        dark / 255
    )


def put(picture: Plane, eye: Eye, piece: Solid, lamp: Values, window: Window | None) -> None:
    """Paints it: its side first, then its face over that."""
    _paint_side(picture, eye, piece, lamp)
    face = piece.face * _shaded(piece, lamp)
    if window is not None and piece.gloss:
        face = face + (piece.gloss * _shine(eye, piece, window))[:, :, None] * np.float32(255)
    to_picture = (eye.matrix @ np.vstack([piece.frame(), [0, 0, 1]])) @ np.array(
        [[2 / FACE_PX, 0, -1], [0, 2 / FACE_PX, -1], [0, 0, 1]]
    )
    rim = eye.seen(piece.circle(1.0))
    left, top = np.maximum(rim.min(axis=0).astype(int) - 2, 0)
    right, bottom = rim.max(axis=0).astype(int) + 3
    part = picture[top:bottom, left:right]
    if part.size == 0:
        return
    moved = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ to_picture
    wide = (part.shape[1], part.shape[0])
    seen = cv2.warpPerspective(
        face.astype(np.float32), moved, wide, borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros(part.shape[:2], np.float32)
    _fill(mask, rim - (left, top), 1.0)
    part += (seen - part) * mask[:, :, None]


def _paint_side(picture: Plane, eye: Eye, piece: Solid, lamp: Values) -> None:
    """The side, strip by strip and band by band; a dome is narrower below."""
    outward = piece.circle(0.5) - piece.place - piece.up * 0.5 * piece.thick
    faces = ((eye.place - piece.circle(0.5)) * outward).sum(axis=1) > 0
    light = 0.62 + 0.3 * np.clip(outward @ lamp / piece.radius, -0.6, 1)
    low = 0.0
    for high, bright in ROUND if piece.dome else piece.bands:
        lower, upper = (eye.seen(piece.circle(end, _wide(piece, end))) for end in (low, high))
        for one in np.flatnonzero(faces):
            after = (one + 1) % len(AROUND)
            strip = np.array([lower[one], lower[after], upper[after], upper[one]])
            _fill(picture, strip, (piece.side[one] * light[one] * bright).tolist())
        low = high


def _wide(piece: Solid, height: float) -> float:
    return 1.0 - piece.dome * (1 - 2 * height) ** 2 * 0.35 if height < 0.5 else 1.0


def _shaded(piece: Solid, lamp: Values) -> Plane:
    normals = _normals(piece)
    lit = 0.55 + 0.45 * np.clip(normals @ lamp, 0, 1) / max(float(lamp[2]), 0.3)
    return np.asarray(np.clip(lit, 0.2, 1.15)[:, :, None], dtype=np.float32)


def _normals(piece: Solid) -> Values:
    """Which way each place of the face looks: up, or outwards on a dome."""
    across, along = piece._axes()
    lean = piece.dome * FROM_MIDDLE**2 * 0.9
    out = FACE / (FROM_MIDDLE[:, :, None] + 1e-6) * lean[:, :, None]
    normals = piece.up + out[:, :, :1] * across + out[:, :, 1:] * along
    return np.asarray(normals / np.linalg.norm(normals, axis=-1, keepdims=True))


def _shine(eye: Eye, piece: Solid, window: Window) -> Plane:
    frame = piece.frame()
    places = FACE @ frame[:, :2].T + frame[:, 2]
    rays = places - eye.place
    return window.mirrored(
        rays / np.linalg.norm(rays, axis=-1, keepdims=True), _normals(piece), piece.soft
    )


def _fill(picture: Plane, polygon: NDArray[np.float32], colour: float | list[float]) -> None:
    if isinstance(colour, list):
        cv2.fillConvexPoly(picture, _fixed(polygon), colour, cv2.LINE_8, FRACTION_BITS)
    else:
        mask = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, _fixed(polygon), 255, cv2.LINE_AA, FRACTION_BITS)
        np.maximum(picture, mask * np.float32(colour / 255), out=picture)


def _fixed(polygon: NDArray[np.float32]) -> NDArray[np.int32]:
    return np.rint(polygon * (1 << FRACTION_BITS)).astype(np.int32)


def on_table(
    eye: Eye, flat: Pixels, across: float, middle: tuple[float, float] = (0.0, 0.0)
) -> Plane:
    """A flat picture as the table's top: `across` wide in radii, its middle at `middle`."""
    height, width = flat.shape[:2]
    scale = across / width
    to_table = np.array(
        [
            [scale, 0, middle[0] - across / 2],
            [0, -scale, middle[1] + scale * height / 2],
            [0, 0, 1],
        ],
        dtype=np.float64,
    )
    seen = cv2.warpPerspective(
        flat,
        eye.on_table @ to_table,
        eye.size,
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    return np.asarray(seen, dtype=np.float32)


def gleam(picture: Plane, eye: Eye, window: Window, gloss: float, soft: float) -> None:
    """The window mirrored in the table itself."""
    rows, cols = np.mgrid[0 : eye.size[1] : 4, 0 : eye.size[0] : 4]
    pixels = np.stack([cols.ravel(), rows.ravel(), np.ones(cols.size)], axis=1)
    flat = pixels @ np.linalg.inv(eye.on_table).T
    places = np.concatenate([flat[:, :2] / flat[:, 2:], np.zeros((len(flat), 1))], axis=1)
    rays = places - eye.place
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    shine = window.mirrored(rays, np.broadcast_to(UP, rays.shape), soft).reshape(cols.shape)
    picture += cv2.resize(shine, eye.size, interpolation=cv2.INTER_LINEAR)[:, :, None] * np.float32(
        gloss * 255
    )


def upright(random: Random, wobble: float) -> Values:
    """Nearly straight up."""
    up = np.array([*random.normal(0, wobble, 2), 1.0])
    return np.asarray(up / np.linalg.norm(up))
