"""Negative controls: firmware that is wrong on purpose must fail the very checks the good one
passes.
"""

import pytest

from firmware_bridge.errors import BridgeError
from firmware_bridge.simulated import build
from firmware_bridge.simulated.native import Trial
from firmware_bridge.simulated.rig import Rig
from tests.hardware import checks

WRONG = [
    ("BROKEN_NO_DEBOUNCE", "a_bouncing_press_counts_once"),
    ("BROKEN_NO_DEBOUNCE", "a_bouncing_release_counts_once"),
    ("BROKEN_NO_DEBOUNCE", "a_release_is_told_only_after_quiet"),
    ("BROKEN_NO_DEBOUNCE", "a_short_break_of_a_held_contact_is_no_release"),
    ("BROKEN_NO_DEBOUNCE", "the_host_sets_the_debounce_time"),
    ("BROKEN_NO_REPEAT", "an_event_is_repeated_until_acknowledged"),
    ("BROKEN_NO_REPEAT", "an_event_lost_on_the_wire_arrives_by_its_repeat"),
    ("BROKEN_NO_REPEAT", "the_panel_counts_its_repeats"),
    ("BROKEN_FORGETS", "a_reset_keeps_the_press_nobody_had_heard"),
    ("BROKEN_FORGETS", "the_watchdog_brings_back_a_hung_panel"),
    ("BROKEN_NO_WATCHDOG", "the_watchdog_brings_back_a_hung_panel"),
    ("BROKEN_ENCODER", "a_detent_to_the_left_is_minus_one"),
    ("BROKEN_ENCODER", "a_quarter_that_bounces_is_no_turn"),
    ("BROKEN_SLOW", "no_pass_of_the_main_loop_takes_a_millisecond"),
]


@pytest.mark.parametrize(("variant", "name"), WRONG)
def test_broken_firmware_fails_the_check(variant: str, name: str) -> None:
    with Rig(build.firmware(variant)) as rig:
        rig.connect()
        with pytest.raises(AssertionError):
            checks.ALL[name](rig)


def test_firmware_with_a_wrong_checksum_never_connects() -> None:
    with Rig(build.firmware("BROKEN_CRC")) as rig:
        with pytest.raises(AssertionError, match="not within"):
            rig.connect()
        assert rig.link.health(rig.now_s).bad_frames > 5
        assert not rig.link.is_connected(rig.now_s)


def test_without_repeats_the_bad_wire_loses_events() -> None:
    assert Trial(1_000, seed=5, one_in=100, cuts=False).run().lost_or_doubled_or_misplaced == 0
    broken = Trial(1_000, seed=5, one_in=100, variant="BROKEN_NO_REPEAT", cuts=False).run()
    assert broken.lost_or_doubled_or_misplaced > 0


def test_a_build_that_fails_says_why() -> None:
    with pytest.raises(BridgeError, match="failed in panel/"):
        build.firmware(display="nonsense")
