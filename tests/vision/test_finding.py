"""From candidates at several sizes to dice: one die found twice is one, and of a die and its pips only one is a die."""

import numpy as np

from vision.dice.finding import chosen, merged
from vision.dice.networks import Candidate

EVEN = np.full(6, 1 / 6, np.float32)


def candidate(x: float, y: float, size: float, heat: float = 0.9) -> Candidate:
    return Candidate(x, y, size, size, heat, EVEN, 36.0)


def test_the_same_die_at_two_sizes_is_one() -> None:
    found = merged([candidate(100, 100, 40), candidate(103, 99, 46, 0.7)])
    assert [die.size for die in found.candidates] == [40]
    assert found.clashes == 0


def test_touching_dice_are_two() -> None:
    assert len(merged([candidate(100, 100, 40), candidate(139, 104, 41)]).candidates) == 2


def test_two_hot_middles_in_one_die_are_a_reason_to_ask() -> None:
    assert merged([candidate(100, 100, 40), candidate(118, 100, 40, 0.8)]).clashes == 1


def test_a_die_and_its_pips_are_both_kept_for_the_judge() -> None:
    large, pips = candidate(100, 100, 90, 0.6), [candidate(80, 80, 20), candidate(120, 120, 20)]
    assert len(merged([large, *pips]).candidates) == 3


def test_pips_inside_a_likelier_die_are_no_dice() -> None:
    dice = (candidate(100, 100, 90), candidate(80, 80, 20), candidate(120, 120, 20))
    picked = chosen(dice, [0.97, 0.6, 0.55])
    assert picked.there == (0,)
    assert picked.contested == 0


def test_a_heap_is_no_die_when_its_dice_are_likelier_and_is_asked_about_when_both_are_likely() -> None:
    dice = (candidate(100, 100, 90), candidate(75, 80, 40), candidate(125, 120, 40))
    assert chosen(dice, [0.7, 0.99, 0.98]).there == (1, 2)
    assert chosen(dice, [0.9, 0.99, 0.98]).contested == 1


def test_what_is_hardly_a_die_is_counted_as_a_perhaps() -> None:
    picked = chosen((candidate(50, 50, 30), candidate(150, 50, 30)), [0.99, 0.3])
    assert picked.there == (0,)
    assert picked.maybe == 1
