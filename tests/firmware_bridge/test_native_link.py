"""The firmware's link.c, compiled for this machine, against the host's link. The benchmark runs a million events."""

import random

import pytest

from firmware_bridge.simulated.native import NativePanel, Trial


@pytest.mark.parametrize("seed", range(3))
def test_no_event_is_lost_doubled_or_misplaced_on_a_bad_wire(seed: int) -> None:
    outcome = Trial(12_000, seed).run()
    assert outcome.lost_or_doubled_or_misplaced == 0
    assert outcome.arrived == outcome.sent
    assert outcome.damaged_bytes > 50


def test_a_very_bad_wire_is_slower_but_loses_nothing() -> None:
    outcome = Trial(3_000, seed=11, one_in=40).run()
    assert outcome.lost_or_doubled_or_misplaced == 0
    assert outcome.duplicates_recognised > 100


def test_sequence_numbers_may_wrap() -> None:
    """65,536 of them and some more, on a good wire, which is quick."""
    outcome = Trial(66_500, seed=3, one_in=1_000_000).run()
    assert outcome.lost_or_doubled_or_misplaced == 0


def test_noise_is_not_taken_for_frames_by_the_panel() -> None:
    panel = NativePanel(1)
    assert panel.noise(random.Random(2).randbytes(2_000_000)) <= 1
    assert panel.bad_frames > 1000
