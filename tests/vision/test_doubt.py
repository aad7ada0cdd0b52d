"""Reasons to ask: what lies there may be more than was counted."""

from dataclasses import replace

import numpy as np
import pytest

from vision.dice.doubt import DiceEvidence, certainty, given_number, scene_doubt
from vision.dice.networks import DieCandidate
from vision.dice.pips import NOTHING, Pips
from vision.dice.reader import only_dice
from vision.dice.trust import DieOpinion, Trust

EVEN = np.full(6, 1 / 6, np.float32)
CROP = np.zeros((48, 48, 3), np.uint8)


def die(x: float, y: float, width: float, height: float) -> DieCandidate:
    return DieCandidate(x, y, width, height, 0.9, EVEN, 36.0)


def read_as(value: int, chance: float, heat: float = 0.9) -> DieOpinion:
    judged = np.full(7, (1 - chance) / 6, np.float32)
    judged[value - 1] = chance
    return DieOpinion(heat, EVEN, judged, NOTHING)


def seen(dice: list[DieCandidate], opinions: list[DieOpinion]) -> DiceEvidence:
    return DiceEvidence(tuple(dice), tuple(opinions), (CROP,) * len(dice), (400, 400), 120.0)


def presence(opinion: DieOpinion) -> float:
    return opinion.heat


def test_one_much_longer_than_the_others_may_be_two_that_touch() -> None:
    alike = [die(60, 60, 40, 42), die(160, 60, 40, 40)]
    opinions = [read_as(4, 0.99)] * 3
    assert scene_doubt(seen([*alike, die(260, 200, 40, 44)], opinions)) is None
    doubt = scene_doubt(seen([*alike, die(260, 200, 40, 62)], opinions))
    assert doubt is not None
    assert doubt.key == "sight.maybe_more"


def test_two_dice_say_nothing_about_the_shape_of_dice() -> None:
    assert (
        scene_doubt(seen([die(60, 60, 40, 40), die(260, 200, 40, 62)], [read_as(4, 0.99)] * 2))
        is None
    )


def test_what_fills_the_picture_may_be_a_heap() -> None:
    assert scene_doubt(seen([die(200, 200, 250, 250)], [read_as(6, 0.99)])) is None
    assert scene_doubt(seen([die(200, 200, 300, 300)], [read_as(6, 0.99)])) is not None


def test_a_large_die_that_every_reading_agrees_on_is_no_heap() -> None:
    finder = np.array([0.02, 0.02, 0.02, 0.02, 0.02, 0.9], np.float32)
    close_up = replace(read_as(6, 0.99), finder=finder, pips=Pips(6, 0.8))
    assert scene_doubt(seen([die(200, 200, 300, 300)], [close_up])) is None
    for doubtful in (Pips(6, 0.5), Pips(5, 0.8)):
        assert (
            scene_doubt(seen([die(200, 200, 300, 300)], [replace(close_up, pips=doubtful)]))
            is not None
        )


def test_what_is_far_fainter_than_the_others_may_be_their_mirror_image() -> None:
    dice = [die(60 + 100 * i, 60, 40, 40) for i in range(3)]
    pips = np.zeros((48, 48, 3), np.uint8)
    pips[::8] = 200
    plain, faint = (pips, pips, pips // 2), (pips, pips, pips // 5)
    told = [
        scene_doubt(replace(seen(dice, [read_as(4, 0.99)] * 3), crops=crops))
        for crops in (plain, faint)
    ]
    assert [doubt and doubt.key for doubt in told] == [None, "sight.mirrored"]


def test_a_thumbnail_is_never_sure() -> None:
    lone = DiceEvidence((die(40, 30, 30, 28),), (read_as(6, 0.99),), (CROP,), (58, 77), 120.0)
    doubt = scene_doubt(lone)
    assert doubt is not None
    assert doubt.key == "sight.too_small"


def test_dice_too_small_to_be_sure_of_are_asked_about() -> None:
    told = [
        scene_doubt(seen([die(60, 60, 30, 30), die(160, 60, side, side)], [read_as(4, 0.99)] * 2))
        for side in (19, 17)
    ]
    assert [doubt and doubt.key for doubt in told] == [None, "sight.too_small"]


def test_a_clear_two_inside_a_die_makes_it_a_heap_perhaps_and_a_pip_does_not() -> None:
    dice = [die(200, 200, 200, 200), die(230, 240, 60, 60)]
    pip, two = read_as(1, 0.95, heat=0.02), read_as(2, 0.85, heat=0.02)
    assert only_dice(seen(dice, [read_as(6, 0.95), pip]), presence).clashes == 0
    assert only_dice(seen(dice, [read_as(6, 0.95), two]), presence).clashes == 1


def test_the_number_asked_for_is_evidence_against_one_more() -> None:
    """Were one more there, one of those taken would have to be none."""
    dice = [die(60 + 100 * i, 60, 40, 40) for i in range(2)]
    two = replace(seen(dice, [read_as(4, 0.99)] * 2), chances=(0.99, 0.99), others=(0.3,))
    two = replace(two, missed=0.3)
    assert certainty(two, [0.99, 0.99]) < 0.9
    assert certainty(two, [0.99, 0.99], 2, other_number=0.1) > 0.95
    clashing = replace(two, clashes=1)
    assert scene_doubt(clashing) is not None
    assert scene_doubt(clashing, number=2) is None
    assert certainty(clashing, [0.99, 0.99], 2, other_number=0.1) < certainty(
        two, [0.99, 0.99], 2, other_number=0.1
    )


def test_a_die_cut_off_a_little_is_read_when_the_number_is_right_and_half_a_die_is_not() -> None:
    def told(x: float, number: int | None) -> str | None:
        doubt = scene_doubt(seen([die(x, 60, 40, 40)], [read_as(4, 0.99)]), number)
        return doubt.key if doubt else None

    assert told(13, None) == "sight.at_the_edge"
    assert told(13, 1) is None
    assert told(4, 1) == "sight.at_the_edge"


def test_a_die_is_surer_of_its_value_once_it_is_known_to_be_one() -> None:
    one = replace(seen([die(60, 60, 40, 40)], [read_as(4, 0.99)]), chances=(0.95,))
    assert given_number(one, [0.94]) == [pytest.approx(0.94 / 0.95)]
    assert given_number(one, [0.97]) == [1.0]


def test_what_may_be_left_over_from_before_is_asked_about_however_well_the_number_fits() -> None:
    dice = seen([die(60, 60, 40, 40), die(260, 200, 40, 40)], [read_as(4, 0.99)] * 2)
    assert scene_doubt(replace(dice, others=(0.25, 0.03)), number=2) is None
    doubt = scene_doubt(replace(dice, others=(0.4,)), number=2)
    assert doubt is not None
    assert doubt.key == "sight.maybe_more"


def test_pips_are_counted_only_where_they_could_change_something() -> None:
    trust = Trust.load()
    sure = opinion(heat=0.9, judge=0.99)
    assert trust.is_plain(sure)
    for doubtful in (
        opinion(heat=0.4, judge=0.99),
        opinion(heat=0.9, judge=0.8),
        replace(sure, finder=np.roll(sure.finder, 1)),
        replace(sure, odd_size=1.5),
    ):
        assert not trust.is_plain(doubtful)


def test_the_judge_looks_again_unless_it_is_firm_or_all_three_agree() -> None:
    unsure = opinion(heat=0.9, judge=0.9)
    assert opinion(heat=0.9, judge=0.98).is_settled
    assert not unsure.is_settled
    assert replace(unsure, pips=Pips(3, 0.9)).is_settled
    assert not replace(unsure, pips=Pips(3, 0.6)).is_settled
    assert not replace(unsure, pips=Pips(4, 0.9)).is_settled


def opinion(heat: float, judge: float) -> DieOpinion:
    """A three, to both networks."""
    finder, judged = np.full(6, 0.02, np.float32), np.full(7, (1 - judge) / 6, np.float32)
    finder[2], judged[2] = 0.9, judge
    return DieOpinion(heat, finder, judged, NOTHING)
