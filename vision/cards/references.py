"""Taught cards: one flat picture each, with what is needed to find and compare it. Made from any photograph of it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outline import Picture, Quad, quads

WIDTH_PX = 160
THUMB = (24, 33)
NEIGHBOURS = 6
TEACH_SIDE_PX = 420
SMALLEST_TAUGHT = 0.2  # of the teaching picture
Plane = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Reference:
    """One taught card, flat, a short side on top. `turned`: quarter turns clockwise from the taught picture to it."""

    id: str
    flat: Picture
    grey: Picture
    look: Plane
    marks: NDArray[np.float32]
    turned: int

    @property
    def size(self) -> tuple[int, int]:
        return self.flat.shape[1], self.flat.shape[0]


@dataclass(frozen=True, slots=True)
class Deck:
    """All taught cards, with the tables that make searching several hundred of them quick."""

    cards: tuple[Reference, ...]
    thumbs: NDArray[np.float32]
    descriptors: NDArray[np.float32]
    owners: NDArray[np.int32]
    poses: NDArray[np.float32]
    height_px: int
    neighbours: NDArray[np.int64]
    overlays: dict[tuple[str, str], Plane]
    details: cv2.FlannBasedMatcher


def teach(pictures: dict[str, Picture]) -> Deck:
    """One picture per card id; the card fills the picture or lies in it with some table around."""
    outlines = {name: own_outline(picture) for name, picture in pictures.items()}
    height = _common_height([outlines[name] for name in outlines])
    cards = tuple(_reference(name, pictures[name], outlines[name], height) for name in sorted(pictures))
    return _deck(cards, height)


def own_outline(picture: Picture) -> Quad:
    """The card in a picture taken to teach it: the largest outline, or the whole picture when the card fills it."""
    height, width = picture.shape[:2]
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    margin = max(8, width // 12)
    table = _table_colour(picture)
    framed = cv2.copyMakeBorder(picture, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=table)
    best, best_area = whole, SMALLEST_TAUGHT * width * height
    for quad in quads(np.asarray(framed, dtype=np.uint8), TEACH_SIDE_PX):
        inside = np.asarray(quad - margin, dtype=np.float32)
        area = cv2.contourArea(inside)
        fits = not _printed_frame(inside, width, height) and _lies_as_taught(inside, width, height)
        if best_area < area and fits:
            best, best_area = _upright(inside, whole), area
    return best


def _table_colour(picture: Picture) -> tuple[float, float, float]:
    """The colour in the picture's corners: the table, when the card was cut out a little tilted."""
    part = max(2, min(picture.shape[:2]) // 40)
    ends = (slice(0, part), slice(-part, None))
    corners = np.concatenate([picture[rows, columns].reshape(-1, 3) for rows in ends for columns in ends])
    blue, green, red = np.median(corners, axis=0)
    return float(blue), float(green), float(red)


def _printed_frame(quad: Quad, width: int, height: int) -> bool:
    """An outline just inside every edge of the picture is the card's printed frame; one far outside is none."""
    left, top = (float(part) for part in quad.min(axis=0) / (width, height))
    right, bottom = (float(part) for part in 1 - quad.max(axis=0) / (width, height))
    nearest, furthest = min(left, top, right, bottom), max(left, top, right, bottom)
    even = abs(left - right) < 0.02 and abs(top - bottom) < 0.02
    return bool(nearest < -0.03 or (nearest > 0.012 and (furthest < 0.09 or (even and furthest < 0.13))))


def _lies_as_taught(quad: Quad, width: int, height: int) -> bool:
    """A card on some table, taken to teach it, lies about the middle and along the picture; a box of art does not."""
    across, down = np.ptp(quad, axis=0) / (width, height)
    if min(across, down) > 0.88:
        return True
    off = np.abs(quad.mean(axis=0) / (width, height) - 0.5).max()
    wide, high = sides(_upright(quad, np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)))
    return bool(off < 0.12 and (wide < high) == (width < height))


def _upright(quad: Quad, whole: Quad) -> Quad:
    turns = [np.roll(quad, k, axis=0) for k in range(4)]
    return np.asarray(min(turns, key=lambda turn: float(np.abs(turn - whole).sum())), dtype=np.float32)


def sides(quad: Quad) -> tuple[float, float]:
    """Mean width and mean height of an outline, in its own order of corners."""
    across = (np.hypot(*(quad[1] - quad[0])) + np.hypot(*(quad[2] - quad[3]))) / 2
    down = (np.hypot(*(quad[3] - quad[0])) + np.hypot(*(quad[2] - quad[1]))) / 2
    return float(across), float(down)


def _common_height(outlines: list[Quad]) -> int:
    """Cards of one deck have one size; the median evens out a tilted teaching picture."""
    ratios = [max(pair) / min(pair) for pair in (sides(quad) for quad in outlines)]
    return round(WIDTH_PX * float(np.clip(np.median(ratios), 1.0, 2.2)))


def _reference(name: str, picture: Picture, outline: Quad, height: int) -> Reference:
    across, down = sides(outline)
    turned = 1 if across > down * 1.08 else 0
    flat = flatten(picture, np.roll(outline, turned, axis=0), (WIDTH_PX, height))
    grey = comparable_grey(flat)
    marks = cv2.goodFeaturesToTrack(grey, 140, 0.02, 5, blockSize=5)
    points = np.zeros((0, 1, 2), np.float32) if marks is None else np.asarray(marks, dtype=np.float32)
    return Reference(name, flat, grey, look_of(flat), points, turned)


def flatten(picture: Picture, quad: Quad, size: tuple[int, int]) -> Picture:
    width, height = size
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    across, down = sides(quad)
    shrink = max(across / width, down / height)
    if shrink > 1.6:  # average before sampling, or fine print turns to noise
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 * shrink), dtype=np.uint8)
    matrix = cv2.getPerspectiveTransform(np.asarray(quad, dtype=np.float32), target)
    return np.asarray(cv2.warpPerspective(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


def comparable_grey(flat: Picture) -> Picture:
    """Grey with the slow changes of light taken out, for following points from card to card."""
    grey = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), dtype=np.float32)
    centred = grey - cv2.blur(grey, (41, 41))
    spread = np.sqrt(np.maximum(cv2.blur(centred * centred, (61, 61)), 0)) + 8
    return np.asarray(np.clip(128 + 42 * centred / spread, 0, 255), dtype=np.uint8)


COLOUR_WEIGHT = 1.6


def look_of(flat: Picture) -> Plane:
    """Lightness and colour as numbers to compare: a little blurred, so that one pixel of misfit is no difference."""
    lab = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB), dtype=np.float32)
    lab[:, :, 1:] = (lab[:, :, 1:] - 128) * COLOUR_WEIGHT
    return np.asarray(cv2.GaussianBlur(lab, (0, 0), 1.5), dtype=np.float32)


def thumb_of(look: Plane) -> NDArray[np.float32]:
    """A coarse view as one unit vector; the dot product of two is their likeness."""
    small = np.asarray(cv2.resize(look, THUMB, interpolation=cv2.INTER_AREA), dtype=np.float32)
    small = small - cv2.blur(small, (11, 11))
    flat = small.ravel()
    return np.asarray(flat / (float(np.linalg.norm(flat)) + 1e-3), dtype=np.float32)


def _index(descriptors: list[NDArray[np.float32]]) -> cv2.FlannBasedMatcher:
    """Built once per deck: for several hundred cards it takes longer than reading a picture."""
    matcher = cv2.FlannBasedMatcher({"algorithm": 1, "trees": 4}, {"checks": 48})
    if descriptors:
        matcher.add([np.concatenate(descriptors)])
        matcher.train()
    return matcher


def _deck(cards: tuple[Reference, ...], height: int) -> Deck:
    sift = cv2.SIFT.create(nfeatures=300, contrastThreshold=0.02)
    descriptors, owners, poses = [], [], []
    for index, card in enumerate(cards):
        points, found = sift.detectAndCompute(cv2.cvtColor(card.flat, cv2.COLOR_BGR2GRAY), None)
        if not points:
            continue
        descriptors.append(np.asarray(found, dtype=np.float32))
        owners.append(np.full(len(points), index, np.int32))
        poses.append(np.array([(*p.pt, p.size, p.angle) for p in points], dtype=np.float32))
    thumbs = np.stack([thumb_of(card.look) for card in cards])
    likeness = thumbs @ thumbs.T
    np.fill_diagonal(likeness, -1)
    return Deck(
        cards,
        thumbs,
        np.concatenate(descriptors) if descriptors else np.zeros((0, 128), np.float32),
        np.concatenate(owners) if owners else np.zeros(0, np.int32),
        np.concatenate(poses) if poses else np.zeros((0, 4), np.float32),
        height,
        np.argsort(-likeness, axis=1)[:, :NEIGHBOURS],
        {},
        _index(descriptors),
    )
