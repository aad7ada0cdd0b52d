"""The firmware's link.c, compiled for this machine, against the host's link. The benchmark runs a
million events.
"""

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
    outcome = Trial(1_500, seed=11, one_in=40).run()
    assert outcome.lost_or_doubled_or_misplaced == 0
    assert outcome.duplicates_recognised > 50


def test_sequence_numbers_may_wrap() -> None:
    trial = Trial(3_000, seed=3)
    trial.panel = NativePanel(77, first_seq=65_000)
    assert trial.run().lost_or_doubled_or_misplaced == 0
    assert trial.link.hello is not None
    assert trial.link.hello.boot == 77


def test_noise_is_not_taken_for_frames_by_the_panel() -> None:
    panel = NativePanel(1)
    assert panel.noise(random.Random(2).randbytes(2_000_000)) <= 1
    assert panel.bad_frames > 1000
