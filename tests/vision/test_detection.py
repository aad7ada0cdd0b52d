"""From candidates at several sizes to dice: one die found twice is one, and of a die and its pips
only one is a die.
"""

import numpy as np
import pytest

from vision.dice.detection import chosen, hesitant, merged
from vision.dice.networks import DieCandidate, side_by_side

EVEN = np.full(6, 1 / 6, np.float32)
CLEAR = [1.0] * 3


def candidate(x: float, y: float, size: float, heat: float = 0.9) -> DieCandidate:
    return DieCandidate(x, y, size, size, heat, EVEN, 36.0)


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


def test_a_heap_is_no_die_when_its_dice_are_likelier_and_is_asked_about_when_both_are_likely() -> (
    None
):
    dice = (candidate(100, 100, 90), candidate(75, 80, 40), candidate(125, 120, 40))
    assert chosen(dice, [0.7, 0.99, 0.98], CLEAR).there == (1, 2)
    assert chosen(dice, [0.9, 0.99, 0.98], CLEAR).contested == 1


def test_likely_pips_of_no_clear_value_lose_against_a_die_of_a_clear_one() -> None:
    dice = (candidate(100, 100, 90), candidate(80, 80, 20), candidate(120, 120, 20))
    assert chosen(dice, [0.6, 0.92, 0.92], [0.95, 0.3, 0.4]).there == (0,)


def test_small_chances_count_together_as_a_die_that_may_have_been_missed() -> None:
    dice = tuple(candidate(50 + 100 * i, 50, 30) for i in range(5))
    few, many = (
        chosen(dice[:2], [0.99, 0.1], CLEAR),
        chosen(dice, [0.99, 0.1, 0.05, 0.05, 0.05], [1.0] * 5),
    )
    assert (few.there, few.missed) == ((0,), pytest.approx(0.1))
    assert (many.there, many.missed) == ((0,), pytest.approx(0.25))


def test_small_chances_inside_a_die_that_was_taken_are_its_pips() -> None:
    dice = (candidate(100, 100, 90), candidate(80, 80, 20), candidate(120, 120, 20))
    assert chosen(dice, [0.97, 0.3, 0.3], CLEAR).missed == 0


def test_a_large_claim_is_the_die_in_its_middle_and_with_one_aside_may_hold_another() -> None:
    large = candidate(100, 100, 90)
    middle, aside = candidate(100, 110, 40), candidate(100, 135, 40)
    assert chosen((large, middle), [0.2, 0.99], CLEAR).missed == 0
    assert chosen((large, aside), [0.2, 0.99], CLEAR).missed == pytest.approx(0.2)
    assert chosen((large, aside, candidate(100, 70, 40)), [0.2, 0.99, 0.99], CLEAR).missed == 0


def test_several_sizes_are_looked_at_side_by_side_and_none_touches_another() -> None:
    pictures = [
        np.full((135, 240, 3), 10, np.uint8),
        np.full((68, 120, 3), 20, np.uint8),
        np.full((34, 60, 3), 30, np.uint8),
    ]
    sheet, corners = side_by_side(pictures)
    assert sheet.shape[0] % 16 == 0
    assert sheet.shape[1] % 16 == 0
    for picture, (x, y) in zip(pictures, corners, strict=True):
        high, wide = picture.shape[:2]
        assert (x % 16, y % 16) == (0, 0)
        assert (sheet[y : y + high, x : x + wide] == picture).all()
    assert sum(int((sheet == shade).sum()) for shade in (10, 20, 30)) == sum(
        picture.size for picture in pictures
    )
    gap = sheet[:, 240:256]
    assert (gap == 128).all()


def test_one_picture_alone_is_only_filled_up_to_whole_steps() -> None:
    sheet, corners = side_by_side([np.zeros((270, 480, 3), np.uint8)])
    assert (sheet.shape, corners) == ((272, 480, 3), [(0, 0)])


def test_the_first_look_is_enough_where_it_leaves_no_doubt() -> None:
    small, faint = candidate(100, 100, 60, 0.8), candidate(500, 100, 60, 0.2)
    assert not hesitant([small, faint], 1280)
    assert hesitant([], 1280)
    assert hesitant([faint], 1280)
    assert hesitant([small, candidate(500, 100, 60, 0.4)], 1280)
    assert hesitant([small, candidate(500, 100, 130, 0.8)], 1280)


def test_what_may_be_a_die_of_no_clear_value_counts_less_as_a_missed_one() -> None:
    dice = (candidate(50, 50, 30), candidate(150, 50, 30))
    assert chosen(dice, [0.99, 0.3], [1.0, 0.4]).missed == pytest.approx(0.12)


def seen_at(scale: float, x: float, y: float, size: float, heat: float) -> DieCandidate:
    return DieCandidate(x, y, size, size, heat, EVEN, size * scale)


def test_two_dice_that_touch_are_two_though_a_coarser_look_takes_them_for_one() -> None:
    coarse, fine = (
        seen_at(0.4, 100, 100, 62, 0.95),
        [seen_at(0.8, 90, 90, 40, 0.8), seen_at(0.8, 110, 112, 40, 0.7)],
    )
    found = merged([coarse, *fine])
    assert sorted(c.size for c in found.candidates) == [40, 40]


def test_where_the_second_of_two_is_only_warm_the_judge_is_asked_about_both() -> None:
    coarse, fine = (
        seen_at(0.4, 100, 100, 62, 0.95),
        [seen_at(0.8, 90, 90, 40, 0.8), seen_at(0.8, 110, 112, 40, 0.35)],
    )
    found = merged([coarse, *fine])
    assert found.candidates[0].size == 62
    assert found.rivals == ((fine[0], fine[1]),)


def test_pips_of_a_large_die_do_not_make_two_dice_of_it() -> None:
    coarse, pips = (
        seen_at(0.4, 100, 100, 90, 0.9),
        [seen_at(0.8, 80, 80, 20, 0.8), seen_at(0.8, 120, 120, 20, 0.8)],
    )
    assert coarse.size in {c.size for c in merged([coarse, *pips]).candidates}


def test_a_die_half_under_two_neighbours_is_a_claim_on_the_places_of_both() -> None:
    upper, lower = seen_at(0.5, 100, 60, 40, 0.71), seen_at(1.0, 92, 104, 44, 0.73)
    beside, hidden = seen_at(1.0, 101, 62, 40, 0.6), seen_at(1.0, 96, 82, 36, 0.6)
    found = merged([upper, lower, beside, hidden])
    assert any(claim is hidden for _, claim in found.rivals)
    assert not merged([upper, lower, beside]).rivals
