"""Counting before the virtual lens: what a game asks the number of, taken only when it is the number to expect."""

from pathlib import Path

import pytest

from companion.house.sights import is_worth_showing, proposal
from companion.kit.asks import Count
from companion.kit.intents import Counted
from tests.house.test_seeing import Table, X

WORDS = Count(id="words", say=X, zone="generator", of="word_cards", most=3, start=2, piece="card")
LEFT = Count(id="left", say=X, zone="unplaced:red", of="tokens", most=6, start=3, piece="token", colour="white")


@pytest.fixture
def mages(tmp_path: Path) -> Table:
    return Table("spell_from_the_future", ["middle", "dock:1"], tmp_path)


def test_word_cards_are_counted_without_being_taught_and_only_the_whole_number_is_taken(mages: Table) -> None:
    mages.ask(WORDS)
    for reading, value in mages.look(20):
        assert value is None
        assert not is_worth_showing(WORDS, reading), "an empty generator is no news"
    mages.put("card", "bee", "generator", right=-70, title="Bee")
    ((one, value),) = mages.look()
    assert value is None, "the other may still be on its way"
    assert proposal(WORDS, one) == Counted(1)
    mages.put("card", "oil", "generator", right=10, title="Oil")
    ((_, value),) = mages.look()
    assert value == Counted(2)


def test_cards_on_top_of_each_other_are_asked_about(mages: Table) -> None:
    mages.ask(WORDS)
    mages.put("card", "bee", "generator", title="Bee")
    mages.put("card", "oil", "generator", right=25, title="Oil", degrees=30)
    ((_, value),) = mages.look()
    assert value is None


def test_tokens_in_a_zone_are_counted_by_their_colour(mages: Table) -> None:
    mages.ask(LEFT)
    for n in range(3):
        mages.put("token", "white", "unplaced:1", right=-20 + 20 * n)
    ((_, value),) = mages.look()
    assert value == Counted(3)
