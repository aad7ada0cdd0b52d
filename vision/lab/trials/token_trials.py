"""Readers of tokens tried on made-up scenes: sheets, boards and loose chips; figures per light,
surface and colour.
"""

from collections import Counter
from itertools import combinations, product
from time import process_time

import cv2
import numpy as np

from vision.arrays import Pixels, Quad
from vision.lab.scenes.boards import KINDS, any_board, board_on_table
from vision.lab.scenes.chips import Heap, any_heap, chips_on_table, made
from vision.lab.scenes.photo import LIGHTS
from vision.lab.scenes.surfaces import SURFACES
from vision.lab.scenes.table import LaidGrid, grid_on_table
from vision.lab.trials.card_trials import EVERYTHING, Conditions, condition
from vision.lab.trials.tally import Tally
from vision.tokens.grid import TokenGrid
from vision.tokens.loose import read_zone
from vision.tokens.reader import CellReading, read_grid

PAIRS = (
    ("white", "black"),
    ("red", "green"),
    ("blue", "yellow"),
    ("white", "red"),
    ("black", "yellow"),
    ("green", "purple"),
)

RATIOS = (0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.85, 1.0)
ALL_PAIRS = tuple(combinations(("white", "black", "red", "green", "blue", "yellow", "purple"), 2))
FIVE = ("white", "black", "red", "green", "blue")
GLARING = 0.4  # of all boards have a window mirrored in them


def try_tokens(scenes: int, seed: int, over: Conditions = EVERYTHING) -> Tally:
    """`cells`: all cells; `error`: best answer wrong, asked or not; `wrong`: accepted wrongly;
    `asked`.
    """
    tally = Tally()
    for number in range(scenes):
        light, surface = condition(number, over)
        random = np.random.default_rng((seed, number))
        # in any light
        colours, chequered = (PAIRS[int(random.integers(len(PAIRS)))], bool(random.integers(2)))
        rows, cols = int(random.integers(4, 11)), int(random.integers(4, 11))
        picture, laid = grid_on_table(random, colours, surface, light, rows, cols, chequered)
        a, b, c, d = [(float(x), float(y)) for x, y in laid.corners]
        start = process_time()
        cells = read_grid(picture, TokenGrid((a, b, c, d), rows, cols), list(colours))
        tally.seconds += process_time() - start
        _score_cells(tally, laid, cells, (light, surface), picture)
    return tally


def try_ratios(scenes: int, seed: int, over: Conditions = EVERYTHING) -> Tally:
    """The same on sheets whose pieces are from 0.3 to 1.0 as wide as a cell, of all colours."""
    tally = Tally()
    for number in range(scenes):
        light, surface = condition(number, over)
        random = np.random.default_rng((seed, number))
        ratio = RATIOS[number % len(RATIOS)]
        colours = ALL_PAIRS[int(random.integers(len(ALL_PAIRS)))]
        side, chequered = int(random.integers(3, 8)), bool(random.integers(3) == 0)
        picture, laid = grid_on_table(
            random, colours, surface, light, side, side, chequered, ratio=ratio
        )
        a, b, c, d = [(float(x), float(y)) for x, y in laid.corners]
        start = process_time()
        cells = read_grid(picture, TokenGrid((a, b, c, d), side, side), list(colours))
        tally.seconds += process_time() - start
        _score_cells(tally, laid, cells, (light, surface, f"ratio {ratio}"), picture)
    return tally


def _score_cells(
    tally: Tally, laid: LaidGrid, cells: list[CellReading], where: tuple[str, ...], picture: Pixels
) -> None:
    read = {(cell.row, cell.col): cell for cell in cells}
    for place in product(range(laid.rows), range(laid.cols)):
        true, cell = laid.cells.get(place), read.get(place)
        named, asked = (cell.colour if cell else None), cell is not None and not cell.accept
        here = (*where, true or "empty")
        tally.count(here, "cells")
        tally.count(here, "error", int(named != true))
        tally.count(here, "asked", int(asked))
        tally.count(here, "wrong", int(named != true and not asked))
        if named != true:
            caption = f"{true or 'empty'} > {named or 'empty'}{'?' if asked else ''}"
            tally.failed(caption, picture, _cell_corners(laid, place))


def _cell_corners(laid: LaidGrid, place: tuple[int, int]) -> Quad:
    """The cell and its neighbours in the picture."""
    row, col = place
    flat = np.array(
        [[0, 0], [laid.cols, 0], [laid.cols, laid.rows], [0, laid.rows]], dtype=np.float32
    )
    matrix = cv2.getPerspectiveTransform(flat, laid.corners.astype(np.float32))
    around = np.array(
        [[[col, row], [col + 1, row], [col + 1, row + 1], [col, row + 1]]], dtype=np.float32
    )
    return np.asarray(cv2.perspectiveTransform(around, matrix)[0], dtype=np.float32)


def try_boards(scenes: int, seed: int) -> Tally:
    """The same on boards as people play on them: dense, oblique, discs off their middles, windows
    mirrored.
    """
    tally = Tally()
    for number in range(scenes):
        random = np.random.default_rng((seed, number))
        board = any_board(random, KINDS[number % len(KINDS)])
        light = "window glare" if random.random() < GLARING else str(random.choice(LIGHTS))
        surface = str(random.choice(sorted(SURFACES)))
        picture, laid = board_on_table(random, board, SURFACES[surface](random, 900, 1600), light)
        a, b, c, d = [(float(x), float(y)) for x, y in laid.corners]
        grid = TokenGrid(
            (a, b, c, d),
            board.rows,
            board.rows,
            "intersections" if board.on_crossings else "squares",
        )
        start = process_time()
        cells = read_grid(picture, grid, list(board.colours))
        tally.seconds += process_time() - start
        _score_cells(tally, laid, cells, (light, board.kind), picture)
    return tally


def try_loose(scenes: int, seed: int, of: tuple[tuple[str, ...], ...] = (FIVE,)) -> Tally:
    """`zones`: pictures, with chips `of` these colours in turn; `counted`: every colour counted
    right; `right`: and accepted; `silent`: accepted but wrong."""
    tally = Tally()
    for number in range(scenes):
        random = np.random.default_rng((seed, number))
        light, surface = str(random.choice(LIGHTS)), str(random.choice(sorted(SURFACES)))
        heap, colours = any_heap(random), of[number % len(of)]
        make, ground = made(random, colours), SURFACES[surface](random, 900, 1600)
        picture, laid = chips_on_table(random, make, ground, light, heap)
        start = process_time()
        seen = read_zone(picture, list(colours))
        tally.seconds += process_time() - start
        count = Counter(chip.colour for chip in laid)
        right = {name: n for name, n in seen.count.items() if n} == count
        where = (light, surface, _how(heap))
        tally.count(where, "zones")
        tally.count(where, "right", int(right and seen.accept))
        tally.count(where, "counted", int(right))
        tally.count(where, "silent", int(seen.accept and not right))
        if seen.accept and not right:
            tally.failed(f"{count.total()} > {sum(seen.count.values())}", picture, _whole(picture))
    return tally


def _how(heap: Heap) -> str:
    return "stacks" if heap.stacks else "some lean on others" if heap.lying_on else "all lie flat"


def _whole(picture: Pixels) -> Quad:
    height, width = picture.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
