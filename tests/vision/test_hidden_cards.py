"""Cards that lie half under others: said to be there, named by what shows, never accepted."""

import numpy as np
import pytest

from vision.arrays import Pixels
from vision.cards.reader import CardReading, read_cards
from vision.cards.recogniser import _doubt
from vision.cards.references import Deck, teach
from vision.lab.scenes.surfaces import tabletop
from vision.virtual.decks import deck

CARDS = deck(31, 12)
NAMES = sorted(CARDS)


@pytest.fixture(scope="module")
def taught() -> Deck:
    return teach(CARDS)


def laid(*places: tuple[str, int, int]) -> Pixels:
    """Cards on felt, each over those before it."""
    table = tabletop(np.random.default_rng(4), "felt", 620, 900)
    table = np.clip(table * (255 if table.max() <= 1.5 else 1), 0, 255).astype(np.uint8)
    for name, x, y in places:
        card = CARDS[name]
        table[y : y + card.shape[0], x : x + card.shape[1]] = card
    return table


def by_name(cards: list[CardReading]) -> dict[str, CardReading]:
    return {str(card.id): card for card in cards}


@pytest.mark.parametrize("shift", [90, 130])
def test_the_lower_of_two_cards_is_named_and_said_to_be_partly_hidden(
    taught: Deck, shift: int
) -> None:
    below, above = NAMES[2], NAMES[7]
    cards = read_cards(laid((below, 220, 120), (above, 220 + shift, 130)), taught)
    seen = by_name(cards)
    assert seen[above].accept
    assert not seen[above].hidden
    assert (seen[below].accept, seen[below].hidden) == (False, True)
    why = _doubt(cards, None)
    assert why is not None
    assert (why.key, why.values) == ("sight.partly_hidden", {"count": 1, "total": 2})


def test_cards_side_by_side_hide_nothing(taught: Deck) -> None:
    cards = read_cards(laid((NAMES[2], 60, 120), (NAMES[7], 480, 130)), taught)
    assert sorted(str(card.id) for card in cards) == sorted([NAMES[2], NAMES[7]])
    assert all(card.accept and not card.hidden for card in cards)
