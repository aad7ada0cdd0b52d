"""Cards as they lie in play, read and counted: whole ones, partly covered ones, and those whose
middle is covered.
"""

from time import process_time

import cv2
import numpy as np

from vision.arrays import Pixels
from vision.cards.reader import CardReading, read_cards
from vision.cards.references import Deck
from vision.lab.scenes.heaps import Heaped, heaped
from vision.lab.trials.card_trials import EVERYTHING, condition
from vision.lab.trials.tally import Tally

WHOLE = 0.96


def try_heaps(
    deck: Deck,
    taught: dict[str, Pixels],
    strange: dict[str, Pixels],
    kind: str,
    scenes: int,
    seed: int,
    sleeved: float = 0.0,
    strangers: float = 0.0,
) -> Tally:
    """`cards`: taught ones laid, by how much of them is seen; `right`, `asked`, `missed` of them;
    `wrong`: accepted with another name, on a card never taught, or where no card has its middle."""
    tally = Tally()
    for number in range(scenes):
        light, surface = condition(7 * number, EVERYTHING)
        random = np.random.default_rng((seed, number))
        picture, laid = heaped(random, taught, strange, kind, light, surface, sleeved, strangers)
        start = process_time()
        cards = read_cards(picture, deck)
        tally.seconds += process_time() - start
        _score(tally, laid, cards, picture)
    return tally


def _score(tally: Tally, laid: list[Heaped], cards: list[CardReading], picture: Pixels) -> None:
    given = _given(laid, cards)
    for true, best in zip(laid, given, strict=True):
        how = "whole" if true.seen > WHOLE else "partly" if true.middle_seen else "covered"
        accepted = best is not None and best.accept
        if not true.whole and not accepted:
            continue  # cut off by the picture's edge: it need not be read, but not wrongly
        right = accepted and true.taught and best is not None and best.id == true.id
        tally.count((how,), "cards" if true.taught else "strange")
        tally.count((how,), "wrong", int(accepted and not right))
        if true.taught:
            tally.count((how,), "right", int(right))
            tally.count((how,), "asked", int(best is not None and not accepted))
            tally.count((how,), "missed", int(best is None))
        if (accepted and not right) or (true.taught and not right and how != "covered"):
            read = "not seen" if best is None else f"{best.id}{'' if best.accept else '?'}"
            tally.failed(f"{true.id} > {read}", picture, true.corners)
    for card in cards:
        if card.accept and all(card is not one for one in given):
            tally.count(("no card",), "wrong")
            tally.failed(f"no card > {card.id}", picture, card.corners)


def _given(laid: list[Heaped], cards: list[CardReading]) -> list[CardReading | None]:
    """To each card laid the reading that lies on it: those with its name first, then the nearest of
    the others.
    """
    given: list[CardReading | None] = [None] * len(laid)
    left = list(cards)
    for named in (True, False):
        for number, true in sorted(enumerate(laid), key=lambda item: -item[1].seen):
            here = [
                card for card in left if _lies_on(card, true) and (not named or card.id == true.id)
            ]
            if given[number] is None and here:
                given[number] = best = min(here, key=lambda card: _off(card, true))
                left = [card for card in left if card is not best]
    return given


def _off(card: CardReading, true: Heaped) -> float:
    return float(np.hypot(*(card.corners.mean(axis=0) - true.corners.mean(axis=0))))


def _lies_on(card: CardReading, true: Heaped) -> bool:
    """As the photographs are scored: its middle lies on the card."""
    x, y = card.corners.mean(axis=0)
    return cv2.pointPolygonTest(true.corners, (float(x), float(y)), False) >= 0
