"""How many dice were asked for, as evidence of which of several claims are dice."""

import pytest

from vision.dice.detection import ChosenDice
from vision.dice.expectation import chance_of_just_these

PRIOR = 0.1


def test_a_faint_claim_hardly_matters_once_the_number_is_found() -> None:
    assert chance_of_just_these([0.99] * 5, [0.3], 5, PRIOR) > 0.95
    assert chance_of_just_these([0.99] * 5, [], 5, PRIOR) > 0.99


def test_a_clear_die_left_over_from_before_is_never_explained_away() -> None:
    assert chance_of_just_these([0.99] * 5, [0.99], 5, PRIOR) < 0.2
    assert chance_of_just_these([0.999] * 5, [0.97], 5, PRIOR) < 0.5


def test_what_may_be_a_die_or_not_is_decided_by_the_number() -> None:
    as_one_of_five = chance_of_just_these([0.99] * 4 + [0.4], [], 5, PRIOR)
    as_none_of_four = chance_of_just_these([0.99] * 4, [0.4], 4, PRIOR)
    assert min(as_one_of_five, as_none_of_four) > 0.9


def test_a_doubtful_die_with_a_likely_rival_stays_doubtful() -> None:
    assert chance_of_just_these([0.99, 0.6], [0.5], 2, PRIOR) < 0.7


def test_without_any_prior_for_the_number_each_claim_counts_for_itself() -> None:
    assert chance_of_just_these([0.9], [0.5], 1, 0.5) == pytest.approx(0.55, abs=0.1)


def test_one_more_is_taken_to_make_the_number_and_never_one_less_or_two_more() -> None:
    likely = [0.9, 0.8, 0.6, 0.3]
    three = ChosenDice((0, 1, 2), 0.3, 0, (3,))
    assert three.numbering(4, likely) == ChosenDice((0, 1, 2, 3), 0, 0, ())
    assert three.numbering(5, likely) == three
    assert three.numbering(2, likely) == three, "it may be a die left over from before"
    assert three.numbering(3, likely) == three
