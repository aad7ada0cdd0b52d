"""Cards that differ in number, shape, colour and filling alone: told apart in any light, or asked
about.
"""

import cv2
import numpy as np
import pytest

from vision.arrays import Pixels
from vision.cards.appearance import WIDTH_PX, seen
from vision.cards.confidence import accepted
from vision.cards.match import match
from vision.cards.reader import read_cards
from vision.cards.references import teach
from vision.cards.rivals import lead, printed, reduced, rivals, shown
from vision.lab.scenes.lookalikes import COLOURS, FILLINGS, SHAPES, lookalikes
from vision.lab.scenes.poker import PIPS, poker
from vision.lab.scenes.table import cards_on_table

DECK = lookalikes()
LAMPS = {"daylight": (1.06, 1.0, 0.96), "evening": (0.66, 0.88, 1.08), "dim": (0.35, 0.4, 0.43)}


def flat(card: Pixels) -> Pixels:
    height = round(WIDTH_PX * card.shape[0] / card.shape[1])
    return np.asarray(
        cv2.resize(card, (WIDTH_PX, height), interpolation=cv2.INTER_AREA), dtype=np.uint8
    )


def under(lamp: str, card: Pixels) -> Pixels:
    """As a camera sees it: coloured light that falls off over the card, a little gloss, out of
    focus.
    """
    fall = np.linspace(1.0, 0.7, card.shape[0])[:, None, None]
    lit = card * fall * np.array(LAMPS[lamp]) + np.linspace(0, 12, card.shape[1])[None, :, None]
    return np.asarray(cv2.GaussianBlur(np.clip(lit, 0, 255), (0, 0), 0.8), dtype=np.uint8)


def led(name: str, other: str, lamp: str) -> float:
    one, two = flat(DECK[name]), flat(DECK[other])
    return ahead(under(lamp, one), one, two)


def ahead(now: Pixels, card: Pixels, rival: Pixels) -> float:
    one, two = printed(reduced(card)), printed(reduced(rival))
    return lead(shown(reduced(now), one), rivals(one, two))


def shaded(card: Pixels, across: float, down: float) -> Pixels:
    """With a soft patch of shade on it, as somebody's hand leaves one on a card that is being
    taught.
    """
    height, width = card.shape[:2]
    patch = np.zeros((height, width), np.float32)
    cv2.ellipse(
        patch,
        (round(across * width), round(down * height)),
        (width // 4, width // 6),
        30,
        0,
        360,
        1,
        -1,
    )
    return np.asarray(
        card * (1 - 0.25 * cv2.GaussianBlur(patch, (0, 0), 0.12 * width))[:, :, None],
        dtype=np.uint8,
    )


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


@pytest.mark.parametrize("rank", ["2", "3", "8", "10"])
@pytest.mark.parametrize("lamp", LAMPS)
def test_shade_on_a_taught_card_does_not_name_the_other_black_suit(rank: str, lamp: str) -> None:
    cards = poker()
    spades, clubs = (
        shaded(flat(cards[f"{rank}S"]), 0.6, 0.35),
        shaded(flat(cards[f"{rank}C"]), 0.3, 0.7),
    )
    now = under(lamp, flat(cards[f"{rank}S"]))
    assert ahead(now, spades, clubs) > 0.3
    assert ahead(now, clubs, spades) < -0.3


def test_cards_in_coloured_light_are_named_and_the_rest_of_the_deck_is_never_taken_for_them() -> (
    None
):
    known = {
        name: card for name, card in DECK.items() if name.startswith("2") and name.endswith("oval")
    }
    strange = {
        name: card for name, card in DECK.items() if name.startswith("3") and name.endswith("oval")
    }
    assert len(known) == len(FILLINGS) * len(COLOURS)
    picture, laid = cards_on_table(
        np.random.default_rng(4), known, strange, "felt", "evening", down=2
    )
    right = 0
    for card in read_cards(picture, teach(known)):
        x, y = (float(part) for part in card.corners.mean(axis=0))
        (true,) = [one for one in laid if cv2.pointPolygonTest(one.corners, (x, y), False) >= 0]
        assert not card.accept or (card.id == true.id and true.taught)
        right += card.accept
    assert right >= 4


def askew(card: Pixels) -> Pixels:
    """Cut out along the box of a card that lay askew, by somebody's eye: some of the table is on
    it.
    """
    height, width = card.shape[:2]
    turned = cv2.getRotationMatrix2D((width / 2, height / 2), 8, 0.86)
    return np.asarray(
        cv2.warpAffine(card, turned, (width, height), borderValue=(120, 130, 135)), dtype=np.uint8
    )


def test_a_card_is_held_against_its_twin_also_when_that_one_was_cut_out_askew() -> None:
    cards = {name: card for name, card in poker().items() if name[-1] in "SC" and name[:-1] in PIPS}
    known = teach({**cards, "10S": askew(cards["10S"])})
    height, width = cards["10S"].shape[:2]
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    found = match(seen(cards["10S"]), whole, known)
    assert found is not None
    assert found.best.card.id == "10S" or not accepted(found), "never silently the ten of clubs"


def test_a_card_that_its_rival_leads_as_well_is_asked_about() -> None:
    """Stained pictures of two aces: each explains the other's picture worse than its own stain."""
    aces = {name: poker()[name] for name in ("AS", "AC", "AH", "AD")}
    known = teach({**aces, "AS": shaded(shaded(aces["AS"], 0.2, 0.35), 0.7, 0.1)})
    height, width = aces["AS"].shape[:2]
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    found = match(seen(under("dim", aces["AS"])), whole, known)
    assert found is not None
    assert found.best.card.id == "AS" or not accepted(found)
