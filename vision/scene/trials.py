"""Readers tried on made-up scenes: figures per light, surface and colour, and pictures of what went wrong."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Any

import cv2
import numpy as np

from vision.cards.outline import Quad
from vision.cards.reader import Card, read_cards
from vision.cards.references import Deck
from vision.scene.photo import LIGHTS
from vision.scene.surfaces import SURFACES, Picture
from vision.scene.table import LaidCard, LaidGrid, cards_on_table, grid_on_table, loose_on_table
from vision.tokens.grid import Grid
from vision.tokens.loose import read_zone
from vision.tokens.reader import Cell, read_grid

MOST_FAILURES = 12
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


@dataclass(slots=True)
class Tally:
    """Counts overall and per condition; a few failures are kept as pictures."""

    total: Counter[str] = field(default_factory=Counter)
    parts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    failures: dict[str, Picture] = field(default_factory=dict)
    seconds: float = 0.0

    def count(self, conditions: tuple[str, ...], what: str, number: int = 1) -> None:
        self.total[what] += number
        for condition in conditions:
            self.parts[condition][what] += number

    def failed(self, name: str, picture: Picture) -> None:
        if len(self.failures) < MOST_FAILURES:
            self.failures[name] = picture

    def write_failures(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, picture in self.failures.items():
            cv2.imwrite(str(folder / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 60])

    def table(self, of: str, *columns: str) -> dict[str, str]:
        """Per condition: how many, and each column in percent of them."""
        rows = {"all": self.total, **dict(sorted(self.parts.items()))}
        return {
            name: f"{counts[of]:>6}  " + "  ".join(f"{c} {100 * counts[c] / max(1, counts[of]):.2f} %" for c in columns)
            for name, counts in rows.items()
        }


def _condition(number: int, conditions: Conditions) -> tuple[str, str]:
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
        light, surface = _condition(number, over)
        random = np.random.default_rng((seed, number))
        picture, laid = cards_on_table(random, taught, strange, surface, light, down=2 if number % 8 else 1)
        start = process_time()
        cards = read_cards(picture, deck)
        tally.seconds += process_time() - start
        wrong = sum(_score_card(tally, true, cards, (light, surface)) for true in laid)
        stray = sum(card.accept and not any(_on(true.corners, card) for true in laid) for card in cards)
        tally.count((light, surface), "false", stray)
        if wrong or stray:
            tally.failed(f"cards-{seed}-{number}-{light}-{surface}".replace(" ", "_"), _outlined(picture, cards))
    return tally


def _on(corners: Quad, card: Card) -> bool:
    x, y = card.corners.mean(axis=0)
    return cv2.pointPolygonTest(np.asarray(corners, dtype=np.float32), (float(x), float(y)), False) >= 0


def _score_card(tally: Tally, true: LaidCard, cards: list[Card], where: tuple[str, ...]) -> bool:
    """Counts one laid card; True when it was not read right."""
    here = sorted((card for card in cards if _on(true.corners, card)), key=lambda card: -card.confidence)
    best = here[0] if here else None
    tally.count(where, "laid")
    tally.count(where, "false", sum(card.accept and (card.id != true.id or not true.taught) for card in here))
    if not true.taught:
        return any(card.accept for card in here)
    tally.count(where, "cards")
    tally.count(where, "top1", int(best is not None and best.id == true.id))
    right = best is not None and best.accept and best.id == true.id
    tally.count(where, "right", int(right))
    tally.count(where, "asked", int(not right))
    if right and best is not None:
        tally.count(where, "turn", int(best.quarter_turns == _turns_of(true)))
    return not right


def _turns_of(true: LaidCard) -> int:
    across = (true.corners[1] - true.corners[0]) + (true.corners[2] - true.corners[3])
    return round(float(np.degrees(np.arctan2(across[1], across[0]))) / 90) % 4


def _outlined(picture: Picture, cards: list[Card]) -> Picture:
    drawn = picture.copy()
    for card in cards:
        colour = (0, 220, 0) if card.accept else (0, 160, 255)
        cv2.polylines(drawn, [card.corners.astype(np.int32)], True, colour, 2, cv2.LINE_AA)
        x, y = card.corners.mean(axis=0).astype(int).tolist()
        cv2.putText(drawn, f"{card.id} {card.confidence:.2f}", (x - 50, y), cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 1)
    return drawn


def try_tokens(scenes: int, seed: int, over: Conditions = EVERYTHING) -> Tally:
    """`cells`: all cells; `error`: best answer wrong, asked or not; `wrong`: accepted wrongly; `asked`."""
    tally = Tally()
    for number in range(scenes):
        light, surface = _condition(number, over)
        random = np.random.default_rng((seed, number))
        colours = PAIRS[number % len(PAIRS)]
        rows, cols = int(random.integers(4, 11)), int(random.integers(4, 11))
        picture, laid = grid_on_table(random, colours, surface, light, rows, cols, bool(number % 2))
        a, b, c, d = [(float(x), float(y)) for x, y in laid.corners]
        start = process_time()
        cells = read_grid(picture, Grid((a, b, c, d), rows, cols), list(colours))
        tally.seconds += process_time() - start
        if _score_cells(tally, laid, cells, (light, surface)):
            tally.failed(f"tokens-{seed}-{number}-{light}-{surface}".replace(" ", "_"), picture)
    return tally


def _score_cells(tally: Tally, laid: LaidGrid, cells: list[Cell], where: tuple[str, ...]) -> bool:
    read = {(cell.row, cell.col): cell for cell in cells}
    bad = False
    for place in ((row, col) for row in range(laid.rows) for col in range(laid.cols)):
        true, cell = laid.cells.get(place), read.get(place)
        named, asked = (cell.colour if cell else None), cell is not None and not cell.accept
        here = (*where, true or "empty")
        tally.count(here, "cells")
        tally.count(here, "error", int(named != true))
        tally.count(here, "asked", int(asked))
        tally.count(here, "wrong", int(named != true and not asked))
        bad |= named != true and not asked
    return bad


def try_loose(scenes: int, seed: int, over: Conditions = EVERYTHING) -> Tally:
    """`zones`: pictures; `right`: every colour counted right and accepted; `silent`: accepted but wrong."""
    tally = Tally()
    colours = ("white", "black", "red", "green", "blue")
    for number in range(scenes):
        light, surface = _condition(number, over)
        picture, count = loose_on_table(np.random.default_rng((seed, number)), colours, surface, light)
        seen = read_zone(picture, list(colours))
        right = {name: n for name, n in seen.count.items() if n} == count
        tally.count((light, surface), "zones")
        tally.count((light, surface), "right", int(right and seen.accept))
        tally.count((light, surface), "counted", int(right))
        tally.count((light, surface), "silent", int(seen.accept and not right))
        if seen.accept and not right:
            tally.failed(f"loose-{seed}-{number}-{light}-{surface}".replace(" ", "_"), picture)
    return tally


def percent(tally: Tally, what: str, of: str) -> float:
    return round(100 * tally.total[what] / max(1, tally.total[of]), 3)


def figures(tally: Tally, of: str, *columns: str) -> dict[str, Any]:
    return {of: tally.total[of], **{f"{c}_pct": percent(tally, c, of) for c in columns}}
