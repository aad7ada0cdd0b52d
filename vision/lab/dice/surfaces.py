"""Tables that never were: wood, felt, paper, boards, and things on them that are not dice."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats

Random = np.random.Generator


def smooth_noise(rng: Random, side: int, cells_x: int, cells_y: int) -> Floats:
    """Noise from -1 to 1 with so many bumps across and down."""
    coarse = rng.uniform(-1, 1, (max(cells_y, 2), max(cells_x, 2))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def surface(rng: Random, side: int) -> Floats:
    """A square of table, BGR from 0 to 1."""
    base = rng.uniform(0.05, 0.95) * np.ones(3) + rng.normal(0, 0.15, 3)
    picture = np.broadcast_to(np.clip(base, 0, 1).astype(np.float32), (side, side, 3)).copy()
    makers = (_wood, _felt, _paper, _pattern, _speckle, _print)
    picture = makers[int(rng.integers(len(makers)))](rng, picture)
    slope = smooth_noise(rng, side, 2, 2)[..., None]
    return np.asarray(np.clip(picture * (1 + rng.uniform(0, 0.4) * slope), 0, 1), np.float32)


def _wood(rng: Random, picture: Floats) -> Floats:
    side = picture.shape[0]
    grain = smooth_noise(rng, side, int(rng.integers(2, 8)), int(rng.integers(20, 90)))
    grain += 0.5 * smooth_noise(rng, side, int(rng.integers(4, 20)), side // 2)
    grain = grain.T if rng.random() < 0.5 else grain
    return np.asarray(picture * (1 + rng.uniform(0.03, 0.25) * grain[..., None]), np.float32)


def _felt(rng: Random, picture: Floats) -> Floats:
    noise = smooth_noise(
        rng, picture.shape[0], int(rng.integers(30, 190)), int(rng.integers(30, 190))
    )
    return np.asarray(picture * (1 + rng.uniform(0.05, 0.5) * noise[..., None]), np.float32)


def _paper(rng: Random, picture: Floats) -> Floats:
    noise = smooth_noise(rng, picture.shape[0], 8, 8)
    return np.asarray(picture * (1 + rng.uniform(0, 0.06) * noise[..., None]), np.float32)


def _pattern(rng: Random, picture: Floats) -> Floats:
    side = picture.shape[0]
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    angle, pitch = rng.uniform(0, np.pi), rng.uniform(6, 60)
    u, v = x * np.cos(angle) + y * np.sin(angle), -x * np.sin(angle) + y * np.cos(angle)
    kinds = (
        np.sin(u * 6.28 / pitch) > rng.uniform(-0.5, 0.95),
        (np.sin(u * 6.28 / pitch) > 0) ^ (np.sin(v * 6.28 / pitch) > 0),
        (np.sin(u * 6.28 / pitch) > 0.9) | (np.sin(v * 6.28 / pitch) > 0.9),
        np.hypot((u % pitch) - pitch / 2, (v % pitch) - pitch / 2) < pitch * rng.uniform(0.1, 0.4),
    )
    mask = kinds[int(rng.integers(len(kinds)))][..., None]
    return np.where(mask, rng.uniform(0, 1, 3).astype(np.float32), picture).astype(np.float32)


def _speckle(rng: Random, picture: Floats) -> Floats:
    side = picture.shape[0]
    noise = rng.normal(0, rng.uniform(0.02, 0.3), (side, side, int(rng.choice([1, 3])))).astype(
        np.float32
    )
    noise = np.asarray(
        cv2.GaussianBlur(noise, (0, 0), rng.uniform(0.5, 2.5)) * 2, np.float32
    ).reshape(side, side, -1)
    return np.asarray(picture * (1 + noise), np.float32)


def _print(rng: Random, picture: Floats) -> Floats:
    """A game board: areas, lines, letters."""
    for _ in range(int(rng.integers(3, 20))):
        _distractors[int(rng.integers(len(_distractors)))](rng, picture)
    return picture


def _point(rng: Random, picture: Floats) -> tuple[int, int]:
    return int(rng.integers(picture.shape[1])), int(rng.integers(picture.shape[0]))


def _colour(rng: Random) -> tuple[float, float, float]:
    grey = rng.uniform(0, 1)
    b, g, r = (rng.uniform(0, 1, 3) if rng.random() < 0.6 else np.array([grey] * 3)).tolist()
    return b, g, r


def disc(rng: Random, picture: Floats) -> None:
    """A coin or token, perhaps with a rim and a hole."""
    middle, radius = _point(rng, picture), int(rng.integers(3, 34))
    cv2.circle(picture, middle, radius, _colour(rng), -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.circle(
            picture,
            middle,
            max(1, int(radius * rng.uniform(0.2, 0.9))),
            _colour(rng),
            int(rng.choice([-1, 1, 2])),
            16,
        )


def slab(rng: Random, picture: Floats) -> None:
    """A card, a box, a wooden square, perhaps turned."""
    size = tuple(float(s) for s in rng.uniform(8, 110, 2))
    corners = cv2.boxPoints((_point(rng, picture), size, float(rng.uniform(0, 180)))).astype(
        np.int32
    )
    cv2.fillConvexPoly(picture, corners, _colour(rng), cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.polylines(picture, [corners], True, _colour(rng), int(rng.integers(1, 4)), cv2.LINE_AA)


def letters(rng: Random, picture: Floats) -> None:
    text = "".join(chr(int(c)) for c in rng.integers(48, 91, int(rng.integers(1, 8))))
    x, y = _point(rng, picture)
    large, thick = float(rng.uniform(0.3, 1.6)), int(rng.integers(1, 4))
    _written(
        picture, text, (x - 30, y), int(rng.integers(0, 8)), large, thick, np.asarray(_colour(rng))
    )


def line(rng: Random, picture: Floats) -> None:
    cv2.line(
        picture,
        _point(rng, picture),
        _point(rng, picture),
        _colour(rng),
        int(rng.integers(1, 9)),
        cv2.LINE_AA,
    )


def dots(rng: Random, picture: Floats) -> None:
    """Dots on nothing: printed pips, crumbs, holes, a domino."""
    x, y = _point(rng, picture)
    pitch, radius, colour = int(rng.integers(4, 22)), int(rng.integers(1, 5)), _colour(rng)
    if rng.random() < 0.4:
        half = pitch * 2 + radius
        cv2.rectangle(
            picture,
            (x - half, y - half),
            (x + half * int(rng.integers(2, 4)), y + half),
            _colour(rng),
            -1,
            16,
        )
    for _ in range(int(rng.integers(1, 9))):
        i, j = rng.integers(-1, 3, 2)
        cv2.circle(
            picture, (x + int(i) * pitch, y + int(j) * pitch), radius, colour, -1, cv2.LINE_AA
        )


def blob(rng: Random, picture: Floats) -> None:
    """A meeple-like outline."""
    turns = np.linspace(0, 2 * np.pi, 9, endpoint=False)
    reach = rng.uniform(0.4, 1, 9) * rng.uniform(6, 34)
    x, y = _point(rng, picture)
    outline = np.stack([x + reach * np.cos(turns), y + reach * np.sin(turns)], axis=1).astype(
        np.int32
    )
    cv2.fillPoly(picture, [outline], _colour(rng), cv2.LINE_AA)


def keycap(rng: Random, picture: Floats) -> None:
    """A key, tag or tile about as large as a die, with letters, figures or bars on it."""
    x, y = _point(rng, picture)
    lettered(rng, picture, x, y, float(rng.uniform(14, 66)))


def lettered(rng: Random, picture: Floats, x: float, y: float, size: float) -> None:
    """A square of this size with something written on it."""
    body, ink = np.asarray(_colour(rng)), np.asarray(_colour(rng))
    if np.abs(body - ink).max() < 0.3:
        ink = np.round(1 - body)
    square = (size, size * float(rng.uniform(0.6, 1.2)))
    turn = float(rng.uniform(0, 180)) if rng.random() < 0.6 else 0.0
    corners = cv2.boxPoints(((x, y), square, turn)).astype(np.int32)
    cv2.fillConvexPoly(picture, corners, body.tolist(), cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 4))):
        dx, dy = rng.uniform(-0.4, 0.25, 2) * size
        text = "".join(chr(int(c)) for c in rng.integers(48, 91, int(rng.integers(1, 4))))
        at, large = (
            (round(x + dx), round(y + dy + 0.2 * size)),
            size / 22 * float(rng.uniform(0.25, 0.8)),
        )
        _written(picture, text, at, int(rng.integers(0, 8)), large, int(rng.integers(1, 3)), ink)


def _written(
    picture: Floats,
    text: str,
    at: tuple[int, int],
    font: int,
    large: float,
    thick: int,
    colour: NDArray[np.float64],
) -> None:
    ink = np.zeros(picture.shape[:2], np.uint8)  # OpenCV writes on bytes only
    cv2.putText(ink, text, at, font, large, 255, thick, cv2.LINE_AA)
    cover = (ink.astype(np.float32) / 255)[..., None]
    picture *= 1 - cover
    picture += cover * colour.astype(np.float32)


_distractors = (disc, slab, letters, line, dots, blob, keycap, disc, slab)


def scatter(rng: Random, picture: Floats, most: int) -> None:
    """Up to so many things that are no dice."""
    for _ in range(int(rng.integers(0, most + 1))):
        _distractors[int(rng.integers(len(_distractors)))](rng, picture)
