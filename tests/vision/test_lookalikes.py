"""Cards that differ in number, shape, colour and filling alone: told apart in any light, or asked about."""

import cv2
import numpy as np
import pytest

from vision.cards.between import lead, printed, reduced, rivals
from vision.cards.looks import WIDTH_PX
from vision.cards.reader import read_cards
from vision.cards.references import teach
from vision.scene.lookalikes import COLOURS, FILLINGS, SHAPES, lookalikes
from vision.scene.surfaces import Picture
from vision.scene.table import cards_on_table

DECK = lookalikes()
LAMPS = {"daylight": (1.06, 1.0, 0.96), "evening": (0.66, 0.88, 1.08), "dim": (0.35, 0.4, 0.43)}


def flat(name: str) -> Picture:
    card = DECK[name]
    height = round(WIDTH_PX * card.shape[0] / card.shape[1])
    return np.asarray(cv2.resize(card, (WIDTH_PX, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def under(lamp: str, card: Picture) -> Picture:
    """As a camera sees it: coloured light that falls off over the card, a little gloss, out of focus."""
    fall = np.linspace(1.0, 0.7, card.shape[0])[:, None, None]
    seen = card * fall * np.array(LAMPS[lamp]) + np.linspace(0, 12, card.shape[1])[None, :, None]
    return np.asarray(cv2.GaussianBlur(np.clip(seen, 0, 255), (0, 0), 0.8), dtype=np.uint8)


def led(name: str, other: str, lamp: str) -> float:
    one, two = reduced(flat(name)), reduced(flat(other))
    return lead(reduced(under(lamp, flat(name))), rivals(printed(one), printed(two), one.shape[:2]))


def test_there_are_81_of_them_and_no_two_alike() -> None:
    assert len({card.tobytes() for card in DECK.values()}) == len(DECK) == 81


@pytest.mark.parametrize("lamp", LAMPS)
def test_colour_is_told_relative_to_the_cards_own_white(lamp: str) -> None:
    for other in ("green", "purple"):
        assert led("2 open red oval", f"2 open {other} oval", lamp) > 0.3
        assert led(f"1 striped {other} wave", "1 striped red wave", lamp) > 0.3


@pytest.mark.parametrize("lamp", LAMPS)
def test_fillings_and_shapes_are_told_apart(lamp: str) -> None:
    for one, two in zip(FILLINGS, (*FILLINGS[1:], FILLINGS[0]), strict=True):
        assert led(f"2 {one} purple oval", f"2 {two} purple oval", lamp) > 0.3
        assert led(f"2 {two} purple oval", f"2 {one} purple oval", lamp) > 0.3
    for one, two in zip(SHAPES, (*SHAPES[1:], SHAPES[0]), strict=True):
        assert led(f"3 open green {one}", f"3 open green {two}", lamp) > 0.2


def test_cards_in_coloured_light_are_named_and_the_rest_of_the_deck_is_never_taken_for_them() -> None:
    known = {name: card for name, card in DECK.items() if name.startswith("2") and name.endswith("oval")}
    strange = {name: card for name, card in DECK.items() if name.startswith("3") and name.endswith("oval")}
    assert len(known) == len(FILLINGS) * len(COLOURS)
    picture, laid = cards_on_table(np.random.default_rng(4), known, strange, "felt", "evening", down=2)
    right = 0
    for card in read_cards(picture, teach(known)):
        x, y = (float(part) for part in card.corners.mean(axis=0))
        (true,) = [one for one in laid if cv2.pointPolygonTest(one.corners, (x, y), False) >= 0]
        assert not card.accept or (card.id == true.id and true.taught)
        right += card.accept
    assert right >= 4
