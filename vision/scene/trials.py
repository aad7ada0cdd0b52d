"""Readers tried on made-up scenes: figures per light, surface and colour, and pictures of what went wrong."""

from time import process_time

import cv2
import numpy as np

from vision.cards.outline import Quad
from vision.cards.reader import Card, read_cards
from vision.cards.references import Deck
from vision.cards.stickers import quarter_turns
from vision.scene.photo import LIGHTS
from vision.scene.surfaces import SURFACES, Picture
from vision.scene.table import LaidCard, LaidGrid, cards_on_table, grid_on_table, loose_on_table
from vision.scene.tally import Tally
from vision.tokens.grid import Grid
from vision.tokens.loose import read_zone
from vision.tokens.reader import Cell, read_grid

Conditions = tuple[tuple[str, ...], tuple[str, ...]]
EVERYTHING: Conditions = (LIGHTS, tuple(SURFACES))
PAIRS = (
    ("white", "black"),
    ("red", "green"),
    ("blue", "yellow"),
    ("white", "red"),
    ("black", "yellow"),
    ("green", "purple"),
)

FIVE = ("white", "black", "red", "green", "blue")


def condition(number: int, conditions: Conditions) -> tuple[str, str]:
    lights, surfaces = conditions
    return lights[number % len(lights)], surfaces[(number // len(lights)) % len(surfaces)]


def try_cards(
    deck: Deck,
    taught: dict[str, Picture],
    strange: dict[str, Picture],
    scenes: int,
    seed: int,
    over: Conditions = EVERYTHING,
) -> Tally:
    """`cards`: taught ones laid; `top1`: best name right; `right`: accepted so; `false`: accepted wrongly, of all.

    Eight cards to a picture, in every eighth picture four larger ones.
    """
    tally = Tally()
    for number in range(scenes):
        light, surface = condition(number, over)
        random = np.random.default_rng((seed, number))
        picture, laid = cards_on_table(random, taught, strange, surface, light, down=2 if number % 8 else 1)
        start = process_time()
        cards = read_cards(picture, deck)
        tally.seconds += process_time() - start
        for true in laid:
            _score_card(tally, true, cards, (light, surface), picture)
        for card in cards:
            if card.accept and not any(_on(true.corners, card) for true in laid):
                tally.count((light, surface), "false")
                tally.failed(f"no card > {card.id}", picture, card.corners)
    return tally


def _on(corners: Quad, card: Card) -> bool:
    x, y = card.corners.mean(axis=0)
    return cv2.pointPolygonTest(np.asarray(corners, dtype=np.float32), (float(x), float(y)), False) >= 0


def _score_card(tally: Tally, true: LaidCard, cards: list[Card], where: tuple[str, ...], picture: Picture) -> None:
    here = sorted((card for card in cards if _on(true.corners, card)), key=lambda card: -card.confidence)
    best = here[0] if here else None
    false = sum(card.accept and (card.id != true.id or not true.taught) for card in here)
    tally.count(where, "laid")
    tally.count(where, "false", false)
    right = best is not None and best.accept and best.id == true.id and not false
    if true.taught:
        tally.count(where, "cards")
        tally.count(where, "top1", int(best is not None and best.id == true.id))
        tally.count(where, "right", int(right))
        tally.count(where, "asked", int(not right))
    else:
        tally.count(where, "strange")
    if right and best is not None:
        tally.count(where, "turn", int(best.quarter_turns == quarter_turns(true.corners)))
    if false or (true.taught and not right):
        read = "not seen" if best is None else f"{best.id}{'' if best.accept else '?'}"
        tally.failed(f"{true.id.removeprefix('strange ')} > {read}", picture, true.corners)


def try_tokens(scenes: int, seed: int, over: Conditions = EVERYTHING) -> Tally:
    """`cells`: all cells; `error`: best answer wrong, asked or not; `wrong`: accepted wrongly; `asked`."""
    tally = Tally()
    for number in range(scenes):
        light, surface = condition(number, over)
        random = np.random.default_rng((seed, number))
        colours, chequered = PAIRS[int(random.integers(len(PAIRS)))], bool(random.integers(2))  # in any light
        rows, cols = int(random.integers(4, 11)), int(random.integers(4, 11))
        picture, laid = grid_on_table(random, colours, surface, light, rows, cols, chequered)
        a, b, c, d = [(float(x), float(y)) for x, y in laid.corners]
        start = process_time()
        cells = read_grid(picture, Grid((a, b, c, d), rows, cols), list(colours))
        tally.seconds += process_time() - start
        _score_cells(tally, laid, cells, (light, surface), picture)
    return tally


def _score_cells(tally: Tally, laid: LaidGrid, cells: list[Cell], where: tuple[str, ...], picture: Picture) -> None:
    read = {(cell.row, cell.col): cell for cell in cells}
    for place in ((row, col) for row in range(laid.rows) for col in range(laid.cols)):
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
    flat = np.array([[0, 0], [laid.cols, 0], [laid.cols, laid.rows], [0, laid.rows]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(flat, laid.corners.astype(np.float32))
    around = np.array([[[col, row], [col + 1, row], [col + 1, row + 1], [col, row + 1]]], dtype=np.float32)
    return np.asarray(cv2.perspectiveTransform(around, matrix)[0], dtype=np.float32)


def try_loose(
    scenes: int, seed: int, of: tuple[tuple[str, ...], ...] = (FIVE,), over: Conditions = EVERYTHING
) -> Tally:
    """`zones`: pictures, with pieces `of` these colours in turn; `right`: every colour counted right and accepted;
    `silent`: accepted but wrong."""
    tally = Tally()
    for number in range(scenes):
        light, surface = condition(number, over)
        colours = of[number % len(of)]
        picture, count = loose_on_table(np.random.default_rng((seed, number)), colours, surface, light)
        seen = read_zone(picture, list(colours))
        right = {name: n for name, n in seen.count.items() if n} == count
        tally.count((light, surface), "zones")
        tally.count((light, surface), "right", int(right and seen.accept))
        tally.count((light, surface), "counted", int(right))
        tally.count((light, surface), "silent", int(seen.accept and not right))
        if seen.accept and not right:
            tally.failed(f"{sum(count.values())} > {sum(seen.count.values())}", picture, _whole(picture))
    return tally


def _whole(picture: Picture) -> Quad:
    height, width = picture.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
