"""Readers tried on made-up scenes: figures per light, surface and colour, and pictures of what went
wrong.
"""

from collections.abc import Callable
from time import process_time

import cv2
import numpy as np

from vision.arrays import Pixels, Quad
from vision.cards.reader import CardReading, read_cards
from vision.cards.references import Deck
from vision.cards.stickers import quarter_turns
from vision.lab.scenes.photo import LIGHTS
from vision.lab.scenes.surfaces import SURFACES
from vision.lab.scenes.table import LaidCard, cards_on_table
from vision.lab.trials.tally import Tally

Conditions = tuple[tuple[str, ...], tuple[str, ...]]
EVERYTHING: Conditions = (LIGHTS, tuple(SURFACES))


def condition(number: int, conditions: Conditions) -> tuple[str, str]:
    lights, surfaces = conditions
    return lights[number % len(lights)], surfaces[(number // len(lights)) % len(surfaces)]


def try_cards(
    deck: Deck,
    taught: dict[str, Pixels],
    strange: dict[str, Pixels],
    scenes: int,
    seed: int,
    over: Conditions = EVERYTHING,
    kind: Callable[[str], str] | None = None,
) -> Tally:
    """`cards`: taught ones laid; `top1`: best name right; `right`: accepted so; `false`: accepted
    wrongly, of all.

    Eight cards to a picture, in every eighth picture four larger ones. `kind`: of a card, counted
    for itself.
    """
    tally = Tally()
    for number in range(scenes):
        light, surface = condition(number, over)
        random = np.random.default_rng((seed, number))
        picture, laid = cards_on_table(
            random, taught, strange, surface, light, down=2 if number % 8 else 1
        )
        start = process_time()
        cards = read_cards(picture, deck)
        tally.seconds += process_time() - start
        for true in laid:
            where = (light, surface) if kind is None else (light, surface, kind(true.id))
            _score_card(tally, true, cards, where, picture)
        for card in cards:
            if card.accept and not any(_on(true.corners, card) for true in laid):
                tally.count((light, surface), "false")
                tally.failed(f"no card > {card.id}", picture, card.corners)
    return tally


def _on(corners: Quad, card: CardReading) -> bool:
    x, y = card.corners.mean(axis=0)
    return (
        cv2.pointPolygonTest(np.asarray(corners, dtype=np.float32), (float(x), float(y)), False)
        >= 0
    )


def _score_card(
    tally: Tally, true: LaidCard, cards: list[CardReading], where: tuple[str, ...], picture: Pixels
) -> None:
    here = sorted(
        (card for card in cards if _on(true.corners, card)), key=lambda card: -card.confidence
    )
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
