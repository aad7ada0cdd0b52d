"""From candidates at several sizes to dice: one die found twice is one, and of a die and its pips only one is a die."""

import numpy as np

from vision.dice.finding import chosen, merged
from vision.dice.networks import Candidate

EVEN = np.full(6, 1 / 6, np.float32)
CLEAR = [1.0] * 3


def candidate(x: float, y: float, size: float, heat: float = 0.9) -> Candidate:
    return Candidate(x, y, size, size, heat, EVEN, 36.0)


def test_the_same_die_at_two_sizes_is_one() -> None:
    found = merged([candidate(100, 100, 40), candidate(103, 99, 46, 0.7)])
    assert [die.size for die in found.candidates] == [40]
    assert not found.rivals


def test_touching_dice_are_two() -> None:
    assert len(merged([candidate(100, 100, 40), candidate(139, 104, 41)]).candidates) == 2


def test_two_hot_middles_half_a_die_apart_are_shown_to_the_judge() -> None:
    first, second = candidate(100, 100, 40), candidate(122, 100, 40, 0.8)
    found = merged([first, second])
    assert len(found.candidates) == 1
    assert found.rivals == ((first, second),)


def test_a_second_claim_that_is_hardly_warm_is_no_rival() -> None:
    assert not merged([candidate(100, 100, 40), candidate(122, 100, 40, 0.2)]).rivals


def test_a_die_and_its_pips_are_both_kept_for_the_judge() -> None:
    large, pips = candidate(100, 100, 90, 0.6), [candidate(80, 80, 20), candidate(120, 120, 20)]
    assert len(merged([large, *pips]).candidates) == 3


def test_pips_inside_a_likelier_die_are_no_dice() -> None:
    dice = (candidate(100, 100, 90), candidate(80, 80, 20), candidate(120, 120, 20))
    picked = chosen(dice, [0.97, 0.6, 0.55], CLEAR)
    assert picked.there == (0,)
    assert picked.contested == 0


def test_a_heap_is_no_die_when_its_dice_are_likelier_and_is_asked_about_when_both_are_likely() -> None:
    dice = (candidate(100, 100, 90), candidate(75, 80, 40), candidate(125, 120, 40))
    assert chosen(dice, [0.7, 0.99, 0.98], CLEAR).there == (1, 2)
    assert chosen(dice, [0.9, 0.99, 0.98], CLEAR).contested == 1


def test_likely_pips_of_no_clear_value_lose_against_a_die_of_a_clear_one() -> None:
    dice = (candidate(100, 100, 90), candidate(80, 80, 20), candidate(120, 120, 20))
    assert chosen(dice, [0.6, 0.92, 0.92], [0.95, 0.3, 0.4]).there == (0,)


def test_small_chances_count_together_as_a_die_that_may_have_been_missed() -> None:
    dice = tuple(candidate(50 + 100 * i, 50, 30) for i in range(5))
    few, many = chosen(dice[:2], [0.99, 0.1], CLEAR), chosen(dice, [0.99, 0.1, 0.05, 0.05, 0.05], [1.0] * 5)
    assert (few.there, few.maybe_more) == ((0,), False)
    assert (many.there, many.maybe_more) == ((0,), True)


def test_small_chances_inside_a_die_that_was_taken_are_its_pips() -> None:
    dice = (candidate(100, 100, 90), candidate(80, 80, 20), candidate(120, 120, 20))
    assert not chosen(dice, [0.97, 0.3, 0.3], CLEAR).maybe_more
