"""What lenses, lamps and files do to a picture of dice: light, colour, blur, noise, and lamps
mirrored on the faces.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.lab.dice.surfaces import Random, smooth_noise

BADLY, CALM = 0.5, 0.15  # the share spoiled badly, and that of the last lessons
DIM, LIFT = 0.7, 30.0  # light and dark made weaker, so that colour has room


def vivid(picture: NDArray[np.uint8], more: float) -> NDArray[np.uint8]:
    """The colours so many times stronger."""
    share = (DIM - more) / 3
    mix = np.full((3, 3), share, np.float32) + np.eye(3, dtype=np.float32) * np.float32(more)
    return np.asarray(
        cv2.transform(picture, np.hstack([mix, np.full((3, 1), LIFT, np.float32)])), np.uint8
    )


def spoiled(rng: Random, picture: NDArray[np.uint8], badly: float) -> NDArray[np.uint8]:
    """What lenses, lamps and files do to a picture: all they can in this share, else a little, as
    at most tables.
    """
    return _badly(rng, picture) if rng.random() < badly else _a_little(rng, picture)


def _a_little(rng: Random, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if rng.random() < 0.12:
        picture = vivid(picture, float(rng.uniform(1.3, 3)))
    p: Floats = np.asarray(picture, np.float32) / np.float32(255)
    if rng.random() < 0.15:
        p = p[..., rng.permutation(3)]
    if rng.random() < 0.5:
        p = p * rng.uniform(0.88, 1.12, 3).astype(np.float32)
    p = _contrasted(rng, p, (0.85, 1.2), 0.07, (0.8, 1.25))
    if rng.random() < 0.2:
        p = np.asarray(cv2.GaussianBlur(p, (0, 0), rng.uniform(0.3, 0.8)), np.float32)
    noise = rng.uniform(0.002, 0.015) if rng.random() < 0.4 else 0.0
    return _filed(rng, p, noise, 60 if rng.random() < 0.4 else None)


def _badly(rng: Random, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if rng.random() < 0.2:
        picture = vivid(picture, float(rng.uniform(1.3, 4)))
    p: Floats = _recoloured(rng, np.asarray(picture, np.float32) / np.float32(255))
    if rng.random() < 0.3:
        p = np.clip(
            p * (1 + rng.uniform(0.1, 0.5) * smooth_noise(rng, p.shape[0], 3, 3)[..., None]), 0, 1
        ).astype(np.float32)
    if rng.random() < 0.35:
        p = np.asarray(cv2.GaussianBlur(p, (0, 0), rng.uniform(0.3, 1.0)), np.float32)
    elif rng.random() < 0.1:
        p = _dragged(rng, p)
    noise = rng.uniform(0.003, 0.035) if rng.random() < 0.5 else 0.0
    return _filed(rng, p, noise, 30 if rng.random() < 0.5 else None)


def _filed(rng: Random, p: Floats, noise: float, quality: int | None) -> NDArray[np.uint8]:
    """As a file of a noisy sensor holds it; a JPEG of at least this quality, if any."""
    if noise:
        p = p + rng.normal(0, noise, p.shape).astype(np.float32)
    eight = np.clip(p * 255, 0, 255).astype(np.uint8)
    if quality is None:
        return eight
    _, data = cv2.imencode(
        ".jpg", eight, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(quality, 97))]
    )
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _contrasted(
    rng: Random, p: Floats, contrast: tuple[float, float], shift: float, gamma: tuple[float, float]
) -> Floats:
    p = np.clip((p - 0.5) * rng.uniform(*contrast) + 0.5 + rng.uniform(-shift, shift), 0, 1)
    return np.asarray(p ** rng.uniform(*gamma), np.float32)


def _recoloured(rng: Random, p: Floats) -> Floats:
    if rng.random() < 0.25:
        p = p[..., rng.permutation(3)]
    elif rng.random() < 0.35:
        p = _redyed(rng, p)
    if rng.random() < 0.15:
        p = np.repeat(p @ np.array([[0.11], [0.59], [0.3]], np.float32), 3, axis=2)
    if rng.random() < 0.04:
        p = 1 - p
    p = p * rng.uniform(0.75, 1.25, 3).astype(np.float32) if rng.random() < 0.6 else p
    if rng.random() < 0.06:
        p = p * rng.uniform(0.35, 0.7)
    return _contrasted(rng, p, (0.7, 1.4), 0.1, (0.7, 1.4))


def _redyed(rng: Random, p: Floats) -> Floats:
    """Other dyes: a random mix of the channels makes red pips on blue out of white ones on red."""
    mix = np.eye(3) * rng.uniform(0.2, 1.0) + rng.normal(0, 0.55, (3, 3))
    middle = np.asarray([0.45, 0.45, 0.45])
    dyed = (p - middle.astype(np.float32)) @ mix.astype(np.float32) + rng.uniform(
        0.3, 0.6, 3
    ).astype(np.float32)
    return np.asarray(np.clip(dyed, 0, 1), np.float32)


def glared(
    rng: Random, picture: NDArray[np.uint8], places: list[tuple[float, float, float]]
) -> None:
    """A lamp or window mirrored on every die (middle x, y and size), each a little differently;
    drawn in place.
    """
    kind, bright = int(rng.integers(len(_LAMPS))), float(rng.uniform(0.35, 1.0))
    for x, y, size in places:
        reach = round(size * 0.62)
        left, top = max(0, round(x) - reach), max(0, round(y) - reach)
        part = picture[top : round(y) + reach, left : round(x) + reach]
        if rng.random() < 0.25 or part.shape[0] < 8 or part.shape[1] < 8:
            continue
        ink = np.zeros(part.shape[:2], np.uint8)
        _LAMPS[kind](rng, ink, x - left, y - top, size)
        body = np.zeros_like(ink)
        cv2.circle(
            body, (round(x - left), round(y - top)), round(size * 0.46), 255, -1, cv2.LINE_AA
        )
        soft = cv2.GaussianBlur(
            cv2.min(ink, body), (0, 0), max(0.3, size * float(rng.uniform(0.004, 0.03)))
        )
        cover = (soft.astype(np.float32) * np.float32(bright / 255))[..., None]
        part[:] = (part + (255 - part.astype(np.float32)) * cover).astype(np.uint8)


def _off(rng: Random, x: float, y: float, size: float) -> tuple[int, int]:
    dx, dy = rng.normal(0, 0.16, 2) * size
    return round(x + dx), round(y + dy)


def _ring_lamp(rng: Random, ink: NDArray[np.uint8], x: float, y: float, size: float) -> None:
    """All of a ring lamp, or the arc of it that a rounded edge shows."""
    a, b = rng.uniform(0.16, 0.5, 2) * size
    start, span = float(rng.uniform(0, 360)), float(rng.choice([60, 120, 200, 360]))
    axes, thick = (round(a), round(b)), max(1, round(size * rng.uniform(0.02, 0.07)))
    cv2.ellipse(
        ink,
        _off(rng, x, y, size),
        axes,
        float(rng.uniform(0, 180)),
        start,
        start + span,
        255,
        thick,
        16,
    )


def _window(rng: Random, ink: NDArray[np.uint8], x: float, y: float, size: float) -> None:
    box = (
        _off(rng, x, y, size),
        tuple(float(s) for s in rng.uniform(0.1, 0.45, 2) * size),
        float(rng.uniform(0, 180)),
    )
    cv2.fillConvexPoly(ink, cv2.boxPoints(box).astype(np.int32), 255, cv2.LINE_AA)


def _strip_lamps(rng: Random, ink: NDArray[np.uint8], x: float, y: float, size: float) -> None:
    angle, thick = rng.uniform(0, np.pi), max(1, round(size * rng.uniform(0.02, 0.07)))
    for _ in range(int(rng.integers(1, 4))):
        cx, cy = _off(rng, x, y, size)
        dx, dy = np.array([np.cos(angle), np.sin(angle)]) * size * rng.uniform(0.1, 0.5)
        cv2.line(
            ink,
            (round(cx - dx), round(cy - dy)),
            (round(cx + dx), round(cy + dy)),
            255,
            thick,
            cv2.LINE_AA,
        )


def _wandering(rng: Random, ink: NDArray[np.uint8], x: float, y: float, size: float) -> None:
    """A lamp broken by the hollows of the pips: a bright line that winds across the face, thick and
    thin.
    """
    angle, bend = float(rng.uniform(0, 2 * np.pi)), float(rng.normal(0, 0.5))
    at = np.array([x, y]) - np.array([np.cos(angle), np.sin(angle)]) * size * rng.uniform(0.15, 0.4)
    for _ in range(int(rng.integers(3, 9))):
        angle += bend + float(rng.normal(0, 0.6))
        to = at + np.array([np.cos(angle), np.sin(angle)]) * size * rng.uniform(0.06, 0.16)
        thick = max(1, round(size * float(rng.uniform(0.015, 0.07))))
        cv2.line(
            ink, (round(at[0]), round(at[1])), (round(to[0]), round(to[1])), 255, thick, cv2.LINE_AA
        )
        at = to


_LAMPS = (_ring_lamp, _ring_lamp, _window, _strip_lamps, _wandering, _wandering)


def _dragged(rng: Random, p: Floats) -> Floats:
    length = int(rng.integers(2, 7))
    kernel = np.zeros((length, length), np.float32)
    if rng.random() < 0.5:
        kernel[length // 2] = 1 / length
    else:
        np.fill_diagonal(kernel, 1 / length)
    return np.asarray(cv2.filter2D(p, -1, kernel), np.float32)
