"""Counting before the virtual lens: what a game asks the number of, taken only when it is the
number to expect.
"""

from pathlib import Path

import numpy as np
import pytest

from companion.kit.asks import Count
from companion.kit.intents import Counted
from companion.service.reading_answers import is_worth_showing, proposal
from tests.service.test_seeing import Table, X
from vision.arrays import Pixels
from vision.cards.counting import cards_lying
from vision.lab.scenes.table import CardPiece
from vision.virtual.decks import deck as vision_deck

LEFT = Count(
    id="left",
    say=X,
    zone="unplaced:red",
    of="tokens",
    most=6,
    start=3,
    piece="token",
    colour="white",
)


@pytest.fixture
def mages(tmp_path: Path) -> Table:
    return Table("spell_from_the_future", ["middle", "dock:1"], tmp_path)


def paper(*cards: tuple[int, int, float]) -> Pixels:
    """Drawn cards on plain paper: where their middles are, and how far each is turned."""
    flat = np.full((360, 900, 3), (190, 200, 205), np.uint8)
    deck = {str(n): one for n, one in enumerate(vision_deck(5, 4).values())}
    for number, (x, y, turn) in enumerate(cards):
        CardPiece(np.random.default_rng(number), deck[str(number)], turn, 0.6).put(
            flat, np.array([x, y], float)
        )
    return flat


def test_cards_are_counted_by_their_outlines_without_being_taught() -> None:
    assert (cards_lying(paper()).outlines, cards_lying(paper()).sure) == ((), True)
    two = cards_lying(paper((200, 180, 3), (600, 180, 90)))
    assert (len(two.outlines), two.sure) == (2, True)


def test_cards_on_top_of_each_other_are_never_sure() -> None:
    assert not cards_lying(paper((300, 180, 0), (370, 190, 30))).sure


def test_tokens_in_a_zone_are_counted_by_their_colour(mages: Table) -> None:
    mages.ask(LEFT)
    for n in range(3):
        mages.put("token", "white", "unplaced:1", right=-20 + 20 * n)
    ((_, value),) = mages.look()
    assert value == Counted(3)


def test_another_number_than_the_one_to_expect_is_only_offered(mages: Table) -> None:
    mages.ask(LEFT)
    for reading, value in mages.look(20):
        assert value is None
        assert not is_worth_showing(LEFT, reading), "an empty zone is no news"
    for n in range(2):
        mages.put("token", "white", "unplaced:1", right=-20 + 20 * n)
    ((two, value),) = mages.look()
    assert value is None, "another may still be on its way"
    assert proposal(LEFT, two) == Counted(2)
