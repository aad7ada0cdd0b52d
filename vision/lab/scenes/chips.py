"""Chips and counters lying about on a table as people leave them, from any side: to be counted by
colour.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.lab.scenes.photo import developed, lit
from vision.lab.scenes.solid import (
    AROUND,
    FACE,
    FACE_PX,
    FROM_MIDDLE,
    PLAIN,
    Eye,
    Solid,
    Values,
    Window,
    cast,
    gleam,
    on_table,
    put,
    standing,
    upright,
)
from vision.lab.scenes.surfaces import Plane, Random, noise

PICTURE_PX = (1280, 720)
# Blue, green, red: the darkest and the lightest dye of each name.
DYES: dict[str, tuple[tuple[int, int, int], tuple[int, int, int]]] = {
    "white": ((200, 212, 218), (240, 243, 246)),
    "black": ((20, 18, 18), (52, 48, 46)),
    "red": ((30, 22, 140), (58, 52, 212)),
    "green": ((38, 82, 22), (88, 168, 58)),
    "blue": ((105, 45, 18), (200, 105, 42)),
    "yellow": ((30, 175, 215), (85, 225, 245)),
    "orange": ((20, 95, 215), (45, 135, 245)),
    "purple": ((90, 35, 75), (150, 65, 125)),
    "pink": ((140, 110, 220), (185, 150, 245)),
}


@dataclass(frozen=True, slots=True)
class Make:
    """How the chips of one box are made: spots, ring and label alike on all, a dye for each
    colour.
    """

    dyes: dict[str, Values]
    spots: int
    spot_wide: float
    ring: float
    label: bool
    thick: float
    gloss: float
    inlay: Values
    spot: Values | None = None
    relief: float = 0.0
    dome: float = 0.0
    bands: tuple[tuple[float, float], ...] = PLAIN


@dataclass(frozen=True, slots=True)
class LaidChip:
    """One chip of the truth: its colour, the rim of its face in the picture, and how many lie under
    and on it.
    """

    colour: str
    rim: NDArray[np.float32]
    under: int
    over: int


@dataclass(frozen=True, slots=True)
class Heap:
    """How they lie: how many, how near to each other, how many of them on others; and from where
    they are seen.

    `near`: the share of them laid against another. `slant`: how far from straight above, in
    radians.
    `untidy`: how far those of a stack are off it, in radii; `sorted`: whether a stack is of one
    colour.
    """

    number: int
    near: float
    lying_on: int
    slant: float
    stacks: int = 0
    untidy: float = 0.03
    sorted: bool = False


@dataclass(frozen=True, slots=True)
class Lying:
    """Where a chip lies: the middle of its underside, its upright, where its stack stands, and how
    many of that lie under and on it."""

    place: Values
    up: Values
    stands: Values
    under: int = 0
    over: int = 0


def any_heap(random: Random) -> Heap:
    """Five to sixty chips; in a quarter of the scenes some lean on others, in an eighth there are
    stacks.
    """
    lying_on = int(random.integers(1, 5)) if random.random() < 0.25 else 0
    stacks = int(random.integers(1, 3)) if random.random() < 0.125 else 0
    number = int(np.exp(random.uniform(np.log(5), np.log(60))))
    slants = random.uniform((0, 0.2, 0.5), (0.25, 0.6, 0.9))
    return Heap(
        number, float(random.uniform(0.2, 0.8)), lying_on, float(random.choice(slants)), stacks
    )


def made(random: Random, colours: tuple[str, ...]) -> Make:
    plain = random.random() < 0.4
    dyes = {name: _dye(random, *np.array(DYES[name], dtype=float)) for name in colours}
    return Make(
        dyes,
        0 if plain else int(random.choice((4, 6, 8))),
        random.uniform(0.25, 0.55),
        0.0 if random.random() < 0.3 else random.uniform(0.6, 0.82),
        not plain and random.random() < 0.6,
        random.uniform(0.12, 0.22),
        random.uniform(0.0, 0.35),
        random.uniform(150, 240, 3),
    )


def _dye(random: Random, darkest: Values, lightest: Values) -> Values:
    """Somewhere between the two, a little off in hue."""
    return np.asarray(
        (darkest + (lightest - darkest) * random.random())
        * random.normal(1, 0.05, 3).clip(0.9, 1.1)
    )


def chip(random: Random, make: Make, colour: str, lying: Lying) -> Solid:
    body = np.clip(make.dyes[colour] * random.uniform(0.95, 1.05), 0, 250)
    spot = _spot_colour(make, colour) if make.spot is None else make.spot
    turn = random.uniform(0, 2 * np.pi)
    face = np.broadcast_to(body, (*FROM_MIDDLE.shape, 3)).astype(np.float32).copy()
    if make.spots:
        angle = np.arctan2(FACE[:, :, 1], FACE[:, :, 0]) * make.spots + turn
        face[
            (np.cos(angle) > np.cos(np.pi * make.spot_wide)) & (max(0.68, make.ring) < FROM_MIDDLE)
        ] = spot
    if make.ring:
        face[np.abs(FROM_MIDDLE - make.ring) < 0.03] *= 0.78
    if make.label:
        face[FROM_MIDDLE < 0.42] = make.inlay
        _lettered(random, face)
    if make.relief:
        face *= 1 + make.relief * _relief(random)[:, :, None]
    face *= random.uniform(0.97, 1.03, face.shape[:2])[:, :, None].astype(np.float32)
    spotted = np.cos(AROUND * make.spots + turn) > np.cos(np.pi * make.spot_wide)
    side = np.where(spotted[:, None] & bool(make.spots), spot, body)
    soft = random.uniform(0.05, 0.2)
    return Solid(
        lying.place, lying.up, 1.0, make.thick, face, side, make.dome, make.gloss, soft, make.bands
    )


def _relief(random: Random) -> Plane:
    """A pattern pressed into the face: as light and shade, stronger on one side of each of its
    lines.
    """
    grain = random.uniform(4, 11)
    pattern = noise(random, FACE_PX, FACE_PX, (grain, grain))
    return np.asarray(
        np.clip(cv2.Sobel(pattern, cv2.CV_32F, 1, 1, ksize=5) / 8, -1, 1) * (FROM_MIDDLE < 0.85)
    )


def _spot_colour(make: Make, colour: str) -> Values:
    white = np.array([225.0, 232, 235])
    return (
        make.dyes.get("blue", np.array([150.0, 60, 30])) if colour in ("white", "yellow") else white
    )


def _lettered(random: Random, face: Plane) -> None:
    text = str(random.choice(("5", "10", "25", "100", "500", "1")))
    at = (FACE_PX // 2 - 6 * len(text), FACE_PX // 2 + 5)
    mask = np.zeros(face.shape[:2], np.uint8)
    cv2.putText(mask, text, at, cv2.FONT_HERSHEY_DUPLEX, 0.55, 255, 1, cv2.LINE_AA)
    face[mask[::-1] > 127] = (40, 40, 60)


def places(random: Random, heap: Heap, wide: float, deep: float) -> list[Values]:
    """Middles on the table: each alone, or against one that lies there already."""
    laid: list[Values] = []
    for _ in range(heap.number):
        for _ in range(60):
            place = random.uniform((-wide, -deep), (wide, deep))
            if laid and random.random() < heap.near:
                turn = random.uniform(0, 2 * np.pi)
                step = 2.02 + abs(random.normal(0, 0.06))
                place = laid[int(random.integers(len(laid)))] + step * np.array(
                    [np.cos(turn), np.sin(turn)]
                )
            inside = abs(place[0]) < wide and abs(place[1]) < deep
            if inside and all(np.hypot(*(place - other)) > 2.01 for other in laid):
                laid.append(np.asarray(place))
                break
    return laid


def leaning(random: Random, make: Make, laid: list[Values], tall: set[int]) -> Lying | None:
    """A chip that lies with one end on another chip and with the other on the table."""
    for _ in range(40):
        turn, off = random.uniform(0, 2 * np.pi), random.uniform(1.05, 1.75)
        way = np.array([np.cos(turn), np.sin(turn)])
        below = int(random.integers(len(laid)))
        place = laid[below] + off * way
        beside = all(
            np.hypot(*(place - other)) > 2.05 for one, other in enumerate(laid) if one != below
        )
        if beside and below not in tall:
            rise = make.thick / off
            return Lying(
                np.array([*place, rise]), np.array([*(rise * way), np.sqrt(1 - rise**2)]), place
            )
    return None


def chips_on_table(
    random: Random,
    make: Make,
    ground: Pixels,
    light: str,
    heap: Heap,
    size: tuple[int, int] = PICTURE_PX,
) -> tuple[Pixels, list[LaidChip]]:
    """Chips of one make on the `ground`, which becomes the table's top; the picture has this
    `size`.
    """
    return chips_before(random, make, ground, light, heap, *eye_on(random, heap, size))


def chips_before(
    random: Random,
    make: Make,
    ground: Pixels,
    light: str,
    heap: Heap,
    eye: Eye,
    wide: float,
    deep: float,
) -> tuple[Pixels, list[LaidChip]]:
    """The same as this eye sees them, up to so far from the middle, across and along."""
    picture = on_table(eye, ground, random.uniform(2.6, 3.4) * wide)
    lamp, window = room_lights(random, light)
    gleam(picture, eye, window, random.uniform(0.0, 0.12), random.uniform(0.1, 0.3))
    laid = [place for place in places(random, heap, wide, deep) if _in_view(eye, place)]
    truth = []
    for layer in _layers(random, make, laid, heap):
        far = sorted(
            (one for one in layer if _in_view(eye, one.place[:2])),
            key=lambda one: _nearness(eye, one),
        )
        colours = _colours(random, make, far, heap)
        pieces = [chip(random, make, *both) for both in zip(colours, far, strict=True)]
        painted(random, picture, eye, pieces, lamp, window)
        for colour, one, piece in zip(colours, far, pieces, strict=True):
            truth.append(LaidChip(colour, eye.seen(piece.circle(1.0)), one.under, one.over))
    return developed(
        random, lit(random, np.clip(picture, 0, 255).astype(np.uint8), light), light
    ), truth


def straightened(
    random: Random, picture: Pixels, laid: list[LaidChip], eye: Eye, wide: float, deep: float
) -> tuple[Pixels, list[LaidChip]]:
    """As a zone is looked at, its corners known: the table from straight above, turned any way."""
    wide, deep = wide + 1.5, deep + 1.5
    corners = eye.seen(
        np.array([[-wide, deep, 0], [wide, deep, 0], [wide, -deep, 0], [-wide, -deep, 0]])
    )
    scale = float(random.uniform(0.5, 1.0)) * picture.shape[1] / (2 * wide)
    across, down = 2 * wide * scale, 2 * deep * scale
    target = np.array([[0, 0], [across, 0], [across, down], [0, down]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    seen = cv2.warpPerspective(
        picture, matrix, (round(across), round(down)), borderMode=cv2.BORDER_REPLICATE
    )
    moved = [replace(one, rim=cv2.perspectiveTransform(one.rim[None], matrix)[0]) for one in laid]
    return np.asarray(seen, dtype=np.uint8), moved


def _colours(random: Random, make: Make, far: list[Lying], heap: Heap) -> list[str]:
    any_colours = [str(random.choice(sorted(make.dyes))) for _ in far]
    if not heap.sorted:
        return any_colours
    of_stack: dict[tuple[float, ...], str] = {}
    return [
        of_stack.setdefault(tuple(one.stands), name)
        for one, name in zip(far, any_colours, strict=True)
    ]


def _nearness(eye: Eye, one: Lying) -> tuple[float, float]:
    """Painted from far to near, and each stack upwards."""
    return -float(np.linalg.norm(eye.place[:2] - np.round(one.stands, 1))), float(one.place[2])


def _layers(
    random: Random, make: Make, laid: list[Values], heap: Heap
) -> tuple[list[Lying], list[Lying]]:
    """What lies flat, singly or in stacks; and what leans on that, none on another one that
    leans.
    """
    tall = {int(one) for one in random.permutation(len(laid))[: heap.stacks]}
    flat = []
    for number, place in enumerate(laid):
        high = int(random.integers(2, 6)) if number in tall else 1
        for floor in range(high):
            off = random.normal(0, heap.untidy, 2) if floor else np.zeros(2)
            up = upright(random, 0.004)
            flat.append(
                Lying(
                    np.array([*(place + off), floor * make.thick]),
                    up,
                    place,
                    floor,
                    high - 1 - floor,
                )
            )
    over: list[Lying] = []
    for _ in range(heap.lying_on if laid else 0):
        one = leaning(random, make, laid, tall)
        if one is not None and all(
            np.hypot(*(one.place - other.place)[:2]) > 3.0 for other in over
        ):
            over.append(one)
    return flat, over


def painted(
    random: Random, picture: Plane, eye: Eye, pieces: list[Solid], lamp: Values, window: Window
) -> None:
    dark, soft = random.uniform(0.25, 0.6), random.uniform(1.0, 6.0)
    cast(picture, eye, pieces, lamp, dark, soft)
    for piece in pieces:
        put(picture, eye, piece, lamp, window)


def eye_on(random: Random, heap: Heap, size: tuple[int, int]) -> tuple[Eye, float, float]:
    """Far enough to have them all in view; and how far from the middle they may lie, across and
    along.
    """
    room = max(14.0, heap.number * random.uniform(5.0, 14.0))  # square radii for a chip
    wide = np.sqrt(room * 16 / 9) / 2
    lens = random.uniform(0.75, 1.1)
    away = 2 * (wide + 1.6) * lens * random.uniform(1.0, 1.25)
    eye = standing(size, away, heap.slant, random.normal(0, 0.3), random.normal(0, 0.05), lens)
    return eye, wide, wide * 9 / 16


def _in_view(eye: Eye, place: Values) -> bool:
    rim = eye.seen(
        np.array([[*place, 0.0]])
        + np.array([[1.2, 0, 0], [-1.2, 0, 0], [0, 1.2, 0.3], [0, -1.2, 0]])
    )
    return bool((rim > 2).all() and (rim < np.array(eye.size) - 2).all())


def room_lights(random: Random, light: str) -> tuple[Values, Window]:
    turn, high = random.uniform(0, 2 * np.pi), random.uniform(0.5, 1.3)
    lamp = np.array([np.cos(turn) * np.cos(high), np.sin(turn) * np.cos(high), np.sin(high)])
    bright = random.uniform(0.7, 1.6) if light == "window glare" else random.uniform(0.0, 0.4)
    reach = random.uniform(0.08, 0.3), random.uniform(0.08, 0.35)
    return lamp, Window(lamp, reach, bright)
