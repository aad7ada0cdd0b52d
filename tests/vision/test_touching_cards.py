"""Cards that touch or cover each other have no outline of their own; their sides and corners tell
where they lie.
"""

from functools import cache

import cv2
import numpy as np

from vision.arrays import Pixels
from vision.cards.cutout import own_outline
from vision.cards.outline import apart
from vision.cards.reader import read_cards
from vision.cards.references import Deck, teach
from vision.cards.straight_edges import by_sides
from vision.lab.scenes.heaps import Heaped, heaped
from vision.lab.scenes.photographed import photographed
from vision.lab.scenes.poker import poker
from vision.lab.trials.heap_trials import try_heaps
from vision.virtual.decks import deck

CARDS = deck(3, 30)
RATIO = 352 / 252


@cache
def known() -> Deck:
    return teach(CARDS)


@cache
def packed() -> tuple[Pixels, list[Heaped]]:
    picture, laid = heaped(np.random.default_rng(8), poker(), {}, "packed", "daylight", "felt")
    return picture, [card for card in laid if card.whole]


def test_sides_and_corners_tell_where_touching_cards_lie() -> None:
    picture, laid = packed()
    width = float(np.median([np.hypot(*(card.corners[1] - card.corners[0])) for card in laid]))
    found = np.stack(by_sides(picture, RATIO, width, np.zeros(picture.shape[:2], np.uint8)))
    near = [float(apart(card.corners[None], found).min()) < 0.12 * width for card in laid]
    assert np.mean(near) > 0.85


def test_the_size_of_cards_is_guessed_when_none_was_found() -> None:
    picture, laid = packed()
    width = float(np.median([np.hypot(*(card.corners[1] - card.corners[0])) for card in laid]))
    found = by_sides(picture, RATIO, None, np.zeros(picture.shape[:2], np.uint8))
    assert (
        abs(float(np.median([np.hypot(*(quad[1] - quad[0])) for quad in found])) / width - 1) < 0.1
    )


def test_touching_cards_are_named_and_none_wrongly() -> None:
    tally = try_heaps(known(), CARDS, {}, "packed", 1, 8)
    assert tally.total["wrong"] == 0
    assert tally.total["right"] > 0.85 * tally.total["cards"]


def test_a_bare_table_has_no_sides_of_cards() -> None:
    bare = np.full((480, 640, 3), 120, np.uint8)
    assert by_sides(bare, RATIO, None, np.zeros(bare.shape[:2], np.uint8)) == []


def test_how_much_of_each_card_is_seen_is_known() -> None:
    _, laid = heaped(np.random.default_rng(2), CARDS, {}, "cascades", "lamp", "wood")
    assert any(card.seen < 0.8 for card in laid)
    assert any(card.seen > 0.95 for card in laid)


def test_a_card_cut_out_along_its_box_is_found_askew() -> None:
    cards = {name: CARDS[name] for name in sorted(CARDS)[:6]}
    cuts = photographed(5, cards, 220, straightened=False)
    off = [
        float(np.abs(own_outline(cut.picture) - cut.corners).max()) / 220 for cut in cuts.values()
    ]
    assert np.median(off) < 0.03


def test_a_card_cut_out_straight_is_the_whole_picture_and_not_its_print() -> None:
    kings = {name: card for name, card in poker().items() if name[0] == "K"}
    cuts = photographed(6, kings, 220, straightened=True)
    assert all(
        float(np.abs(own_outline(cut.picture) - cut.corners).max()) / 220 < 0.05
        for cut in cuts.values()
    )


def test_the_same_card_under_two_names_is_never_taken() -> None:
    twins = {name: card for name, card in CARDS.items() if name < "card008"} | {
        "twin": CARDS["card003"]
    }
    table = np.full((600, 800, 3), (60, 90, 40), np.uint8)
    table[120:472, 270:522] = CARDS["card003"]
    card = read_cards(
        np.asarray(cv2.GaussianBlur(table, (0, 0), 0.8), dtype=np.uint8), teach(twins)
    )[0]
    assert not card.accept
    assert set(card.likeliest) == {"twin", "card003"}
