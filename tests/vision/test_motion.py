"""What reaches into a zone: an arm does; a card does not, however much of the zone it fills, nor
does a lamp.
"""

import cv2
import numpy as np
import pytest

from vision.arrays import Pixels
from vision.motion import Motion, ZoneSample, reaches_in

SHARE = 0.04
WIDE, HIGH = 155, 219


def paper(light: float = 1.0) -> Pixels:
    noise = np.random.default_rng(1).normal(0, 4, (HIGH, WIDE, 3))
    return np.asarray(np.clip(196 * light + noise, 0, 255), np.uint8)


def with_card(flat: Pixels, shade: float = 1.0) -> Pixels:
    """A dark card that leaves less than a tenth of the zone free on each side."""
    cv2.rectangle(
        flat,
        (13, 18),
        (WIDE - 12, HIGH - 17),
        (round(30 * shade), round(45 * shade), round(80 * shade)),
        -1,
    )
    return flat


def with_arm(flat: Pixels, shade: float = 1.0) -> Pixels:
    """A sleeve that comes in from below, and a hand."""
    cv2.rectangle(
        flat, (55, 110), (100, HIGH), (round(96 * shade), round(68 * shade), round(52 * shade)), -1
    )
    cv2.circle(flat, (78, 85), 26, (round(112 * shade), round(146 * shade), round(208 * shade)), -1)
    return flat


@pytest.mark.parametrize(
    ("now", "is_arm"),
    [
        (with_card(paper()), False),
        (with_card(paper(0.5), 0.5), False),
        (paper(0.5), False),
        (with_arm(paper()), True),
        (with_arm(paper(0.5), 0.5), True),
        (with_arm(with_card(paper())), True),
    ],
    ids=[
        "a card",
        "a card, half the light",
        "half the light",
        "an arm",
        "an arm, half the light",
        "an arm and a card",
    ],
)
def test_only_an_arm_reaches_in(now: Pixels, is_arm: bool) -> None:
    assert reaches_in(ZoneSample.of(now), ZoneSample.of(paper()), SHARE) is is_arm


def frame(level: int, number: int, die_at: int | None = None) -> Pixels:
    """A tray as a noisy camera sees it, with a die in it."""
    noise = np.random.default_rng(number).normal(0, 4, (280, 280, 3))
    flat = np.asarray(np.clip(level + noise, 0, 255), np.uint8)
    if die_at is not None:
        cv2.rectangle(flat, (die_at, 100), (die_at + 32, 132), (3 * level,) * 3, -1)
    return flat


@pytest.mark.parametrize("level", [24, 75])
def test_a_noisy_picture_is_still_and_a_die_that_rolls_in_it_is_not(level: int) -> None:
    motion = Motion()
    still = [motion.moved(ZoneSample.of(frame(level, number)).essence) for number in range(30)]
    assert not any(still[10:])
    rolling = [
        motion.moved(ZoneSample.of(frame(level, number, 20 + 9 * number)).essence)
        for number in range(20)
    ]
    assert all(rolling)
    assert not motion.moved(ZoneSample.of(frame(level, 40, 20 + 9 * 19)).essence)
