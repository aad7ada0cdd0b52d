"""Stacks: what a close look shows, how the other pieces say what to expect, and that a doubt is
asked.
"""

import cv2
import numpy as np
import pytest

from vision.lab.scenes.chips import Heap, LaidChip, chips_on_table, made
from vision.lab.scenes.surfaces import wood
from vision.lab.tokens.stacks import EITHER, NOTHING, SINGLE, STACK, kinds_of
from vision.lab.trials.stack_trials import try_stacks
from vision.tokens.detector import DetectedPieces
from vision.tokens.loose import LooseCount, read_zone
from vision.tokens.stacks import (
    ANGLES,
    RADIUS_PX,
    REACHES,
    SIDE_PX,
    by_others,
    close_looks,
    unrolled,
)

COLOURS = ("red", "green", "white")
ASIDE = 0.7  # radians from straight above


def test_a_close_look_shows_every_piece_round_and_of_one_size() -> None:
    picture = np.zeros((400, 600, 3), np.uint8)
    ovals = [((150.0, 120.0), (40.0, 25.0)), ((420.0, 260.0), (60.0, 48.0))]
    for (x, y), (wide, high) in ovals:
        cv2.ellipse(
            picture,
            (round(x), round(y)),
            (round(wide), round(high)),
            0,
            0,
            360,
            (255, 255, 255),
            cv2.FILLED,
        )
    middles, reach = (np.array(values, np.float32) for values in zip(*ovals, strict=True))
    for look in close_looks(picture, middles, reach):
        rows, cols = np.nonzero(look[:, :, 0] > 127)
        assert (np.ptp(cols) / 2, np.ptp(rows) / 2) == pytest.approx(
            (RADIUS_PX, RADIUS_PX), abs=1.0
        )
        assert (cols.mean(), rows.mean()) == pytest.approx(((SIDE_PX - 1) / 2,) * 2, abs=1.0)


def test_unrolled_a_rim_is_a_straight_line() -> None:
    look = np.zeros((SIDE_PX, SIDE_PX, 3), np.uint8)
    cv2.circle(look, (SIDE_PX // 2, SIDE_PX // 2), RADIUS_PX, (255, 255, 255), cv2.FILLED)
    (strip,) = unrolled(look[None])
    assert strip.shape == (len(REACHES), ANGLES, 3)
    assert (strip[REACHES < 0.92] == 255).all()
    assert (strip[REACHES > 1.1] == 0).all()


def laid(x: float, y: float, under: int = 0, over: int = 0) -> LaidChip:
    turns = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    rim = np.stack([x + 20 * np.cos(turns), y + 20 * np.sin(turns)], axis=1).astype(np.float32)
    return LaidChip("red", rim, under, over)


@pytest.mark.parametrize(
    ("lying", "kinds"),
    [
        ([laid(100, 100), laid(200, 100)], [SINGLE, SINGLE]),
        ([laid(100, 100, under=1), laid(103, 104, over=1), laid(200, 100)], [STACK, SINGLE]),
        (
            [laid(100, 100), laid(126, 100), laid(200, 100)],
            [STACK, SINGLE],
        ),  # half under it, and not found
        (
            [laid(100, 100), laid(141, 100), laid(200, 100)],
            [SINGLE, SINGLE],
        ),  # beside it, and not found
        ([laid(100, 100)], [SINGLE, NOTHING]),
    ],
)
def test_what_a_piece_found_is_to_learn_from(lying: list[LaidChip], kinds: list[int]) -> None:
    two, ones = np.array([[100, 100], [200, 100]], np.float32), np.ones(2, np.float32)
    found = DetectedPieces(two, np.full((2, 2), 20, np.float32), ones, ones)
    assert kinds_of(found, lying, 1.0).tolist() == kinds


def test_pieces_found_upon_each_other_are_nothing_to_learn_from() -> None:
    two, ones = np.array([[100, 100], [124, 100]], np.float32), np.ones(2, np.float32)
    found = DetectedPieces(two, np.full((2, 2), 20, np.float32), ones, ones)
    assert kinds_of(found, [laid(100, 100), laid(124, 100)], 1.0).tolist() == [EITHER, EITHER]


def test_a_piece_alone_has_no_others_to_be_held_against() -> None:
    assert by_others(np.zeros((1, 2), np.float32)).tolist() == [[0.0]]


def test_of_two_pieces_each_is_held_against_the_other() -> None:
    weights = by_others(np.array([[-0.5, 0.1], [0.5, -0.1]], np.float32))
    assert weights.diagonal().tolist() == [0.0, 0.0]
    assert weights[0, 1] > 0.7
    assert weights[1, 0] > 0.7


def test_what_changes_evenly_over_the_picture_is_expected_by_the_others() -> None:
    places = np.random.default_rng(2).uniform(-1, 1, (30, 2)).astype(np.float32)
    shown = 3 + places @ (1.0, -0.5)
    assert by_others(places) @ shown == pytest.approx(shown, abs=0.15)


def chips(seed: int, stacks: int) -> tuple[LooseCount, list[bool]]:
    """Chips on wood from aside as they are read, and whether each piece found has others
    under it.
    """
    random = np.random.default_rng(seed)
    make = made(random, COLOURS)
    heap = Heap(9, 0.2, 0, ASIDE, stacks)
    picture, lying = chips_on_table(random, make, wood(random, 900, 1600), "daylight", heap)
    seen = read_zone(picture, list(COLOURS))
    tops = [chip for chip in lying if not chip.over]
    middles = np.array([chip.rim.mean(axis=0) for chip in tops])
    nearest = [int(np.hypot(*(middles - (piece.x, piece.y)).T).argmin()) for piece in seen.pieces]
    assert sorted(nearest) == list(range(len(tops)))
    return seen, [tops[one].under > 0 for one in nearest]


def test_half_of_the_stacks_seen_from_aside_are_doubted_and_no_single_chip() -> None:
    doubted = [
        (piece.stacked, is_stack)
        for seed in range(6)
        for seen, stacks in [chips(seed, 2)]
        for piece, is_stack in zip(seen.pieces, stacks, strict=True)
    ]
    assert sum(told for told, is_stack in doubted if is_stack) >= 6
    assert not any(told for told, is_stack in doubted if not is_stack)


def test_a_doubted_stack_is_asked_about_and_changes_no_count() -> None:
    seen, stacks = chips(1, 2)
    told = sum(piece.stacked for piece in seen.pieces)
    assert told > 0
    assert not seen.accept
    assert sum(seen.count.values()) == len(stacks)
    assert seen.doubt == (len(stacks), len(stacks) + told)


@pytest.mark.parametrize("seed", range(4))
def test_single_chips_seen_from_aside_are_not_taken_for_stacks(seed: int) -> None:
    seen, _ = chips(seed, 0)
    assert not any(piece.stacked for piece in seen.pieces)


def test_the_trial_of_stacks_counts_both_kinds() -> None:
    total = try_stacks(8, 3).total
    assert total["pictures"] == 4
    assert total["stacks"] > 0
    assert total["singles"] > total["stacks"]
    assert total["doubted"] <= total["singles"]
