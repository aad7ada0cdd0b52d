"""Boards as people play on them: dense, seen from any side, discs off their middles, a window
mirrored in both.

Lengths are in radii of a piece, as in `solid`.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.lab.scenes.chips import DYES, Lying, chip, made, painted, room_lights
from vision.lab.scenes.photo import developed, lit
from vision.lab.scenes.solid import Eye, Window, gleam, on_table, standing, upright
from vision.lab.scenes.surfaces import Random, noise
from vision.lab.scenes.table import LaidGrid

PICTURE_PX = (1280, 960)
CELL_PX = 48
KINDS = ("othello", "draughts", "go")


@dataclass(frozen=True, slots=True)
class Board:
    """`cell`: its side in radii of a piece; `fill`: the share of cells with one; `off`: how far
    from their middles.
    """

    kind: str
    rows: int
    colours: tuple[str, ...]
    cell: float
    fill: float
    off: float
    slant: float

    @property
    def on_crossings(self) -> bool:
        return self.kind == "go"

    @property
    def side(self) -> float:
        return self.cell * (self.rows - self.on_crossings)


def any_board(random: Random, kind: str) -> Board:
    rows = int(random.choice({"othello": (8,), "draughts": (8, 10), "go": (9, 13, 19, 19)}[kind]))
    pairs = (
        ("white", "black"),
        ("red", "white"),
        ("red", "black"),
        ("red", "green"),
        ("yellow", "blue"),
    )
    colours = pairs[int(random.integers(len(pairs)))] if kind == "draughts" else ("white", "black")
    if kind == "draughts" and random.random() < 0.35:
        one, other = random.choice(sorted(DYES), 2, replace=False)
        colours = (str(one), str(other))
    snug = (2.02, 2.12) if kind == "go" else (2.15, 2.8)
    fill = random.uniform(0.5, 1.0) if random.random() < 0.6 else random.uniform(0.02, 0.5)
    off = 0.03 if kind == "go" else random.uniform(0.02, 0.1)
    return Board(
        kind, rows, colours, random.uniform(*snug), fill, off, float(random.uniform(0, 0.75))
    )


def board_on_table(
    random: Random, board: Board, ground: Pixels, light: str, size: tuple[int, int] = PICTURE_PX
) -> tuple[Pixels, LaidGrid]:
    rim = random.uniform(0.6, 1.2) * board.cell
    wide = board.side + 2 * rim
    lens = random.uniform(0.75, 1.1)
    away = wide * lens * random.uniform(1.35, 1.7) * (1.0 + 0.35 * board.slant)
    turn = random.normal(0, 0.25), random.normal(0, 0.06)
    eye = standing(size, away, board.slant, *turn, lens)
    picture = on_table(eye, ground, 2.5 * wide)
    _cover(picture, eye, drawn(random, board, rim), wide)
    lamp, window = room_lights(random, light)
    window = _into_view(random, eye, window, board.side) if light == "window glare" else window
    gleam(picture, eye, window, random.uniform(0.02, 0.3), random.uniform(0.1, 0.3))
    cells, rims = _pieces(random, picture, eye, board, lamp, window)
    half = board.side / 2
    corners = eye.seen(
        np.array([[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]])
    )
    seen = developed(random, lit(random, np.clip(picture, 0, 255).astype(np.uint8), light), light)
    return seen, LaidGrid(corners, board.rows, board.rows, cells, rims)


def _pieces(
    random: Random,
    picture: NDArray[np.float32],
    eye: Eye,
    board: Board,
    lamp: NDArray[np.float64],
    window: Window,
) -> tuple[dict[tuple[int, int], str], list[NDArray[np.float32]]]:
    make = replace(
        made(random, board.colours), spots=0, label=False, thick=random.uniform(0.15, 0.35)
    )
    if board.on_crossings:
        make = replace(make, dome=1.0, ring=0.0, thick=random.uniform(0.35, 0.6))
    cells: dict[tuple[int, int], str] = {}
    lying, names = [], []
    for row, col in np.ndindex(board.rows, board.rows):
        if not board.on_crossings and board.kind == "draughts" and (row + col) % 2 == 0:
            continue  # only the dark squares are played on
        if random.random() < board.fill:
            off = np.clip(random.normal(0, board.off, 2), -0.22, 0.22) * board.cell
            shift = 0.0 if board.on_crossings else 0.5
            place = (
                (np.array([col + shift, -row - shift]) * board.cell)
                + (-board.side / 2, board.side / 2)
                + off
            )
            lying.append(Lying(np.array([*place, 0.0]), upright(random, 0.01), place))
            names.append(str(random.choice(board.colours)))
            cells[row, col] = names[-1]
    order = sorted(
        range(len(lying)), key=lambda one: -float(np.linalg.norm(eye.place - lying[one].place))
    )
    pieces = [chip(random, make, names[one], lying[one]) for one in order]
    painted(random, picture, eye, pieces, lamp, window)
    return cells, [eye.seen(piece.circle(1.0)) for piece in pieces]


def _into_view(random: Random, eye: Eye, window: Window, side: float) -> Window:
    """The window stands where some place of the board mirrors it."""
    place = np.array([*random.uniform(-side / 2, side / 2, 2), 0.0])
    ray = (place - eye.place) / np.linalg.norm(place - eye.place)
    return replace(window, towards=ray * (1, 1, -1))


def drawn(random: Random, board: Board, rim: float) -> Pixels:
    """The board flat, its border around it."""
    edge = round(rim / board.cell * CELL_PX)
    lines = board.rows - board.on_crossings
    side = lines * CELL_PX + 2 * edge
    base, other, line = _dyes(random, board.kind)
    flat = np.full((side, side, 3), base, np.float32)
    for row, col in np.ndindex(lines, lines):
        if board.kind == "draughts" and (row + col) % 2:
            x, y = edge + col * CELL_PX, edge + row * CELL_PX
            flat[y : y + CELL_PX, x : x + CELL_PX] = other
    flat *= (1 + noise(random, side, side, (3, 90)) * random.uniform(0, 0.05))[:, :, None]
    printed = np.clip(flat, 0, 255).astype(np.uint8)
    for one in range(lines + 1 if board.kind != "draughts" else 0):
        at, end = edge + one * CELL_PX, edge + lines * CELL_PX
        thick = int(random.integers(1, 4)) if one == 0 else 2
        cv2.line(printed, (at, edge), (at, end), line, thick, cv2.LINE_AA)
        cv2.line(printed, (edge, at), (end, at), line, thick, cv2.LINE_AA)
    if board.kind != "draughts":
        for row, col in ((2, 2), (2, lines - 2), (lines - 2, 2), (lines - 2, lines - 2)):
            cv2.circle(
                printed,
                (edge + col * CELL_PX, edge + row * CELL_PX),
                5,
                line,
                cv2.FILLED,
                cv2.LINE_AA,
            )
    return printed


def _dyes(random: Random, kind: str) -> tuple[list[float], list[float], list[float]]:
    """Ground, dark squares and lines."""
    if kind == "othello":
        return (
            random.uniform((35, 70, 8), (90, 135, 55)).tolist(),
            [0.0] * 3,
            random.uniform(5, 40, 3).tolist(),
        )
    if kind == "go":
        return (
            random.uniform((60, 130, 170), (130, 190, 225)).tolist(),
            [0.0] * 3,
            random.uniform(10, 60, 3).tolist(),
        )
    if random.random() < 0.35:  # as toys are printed: any two colours
        return random.uniform(10, 245, 3).tolist(), random.uniform(10, 245, 3).tolist(), [0.0] * 3
    light = random.uniform((110, 170, 190), (200, 225, 235))
    dark = (
        random.uniform((20, 35, 60), (60, 95, 150))
        if random.random() < 0.7
        else random.uniform(15, 120, 3)
    )
    return light.tolist(), dark.tolist(), [0.0] * 3


def _cover(picture: NDArray[np.float32], eye: Eye, flat: Pixels, wide: float) -> None:
    side = flat.shape[0]
    scale = wide / side
    to_table = np.array([[scale, 0, -wide / 2], [0, -scale, wide / 2], [0, 0, 1]])
    moved = eye.on_table @ to_table
    fine = cv2.GaussianBlur(flat, (0, 0), 0.6)
    seen = cv2.warpPerspective(fine, moved, eye.size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full(flat.shape[:2], 255, np.uint8), moved, eye.size)
    part = mask[:, :, None].astype(np.float32) / 255
    picture += (seen - picture) * part
