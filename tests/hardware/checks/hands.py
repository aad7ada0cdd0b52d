"""Keys and encoder."""

from firmware_bridge.messages import Kind, Settings
from firmware_bridge.panel import Desired
from firmware_bridge.simulated.rig import Rig, pressed
from tests.hardware.checks.common import shape


def a_press_is_reported_at_once(rig: Rig) -> None:
    rig.simulator.press(3)
    assert rig.until(lambda: pressed(rig.events) == [3], 20) <= 5


def a_bouncing_press_counts_once(rig: Rig) -> None:
    rig.simulator.tell("bounce 5 down 7 1300")
    assert shape(rig.run(100)) == [(Kind.PRESS, 5)]


def a_bouncing_release_counts_once(rig: Rig) -> None:
    rig.simulator.press(5)
    rig.run(50)
    rig.simulator.tell("bounce 5 up 7 1300")
    assert shape(rig.run(100)) == [(Kind.RELEASE, 5)]


def a_release_is_told_only_after_quiet(rig: Rig) -> None:
    rig.simulator.press(1)
    rig.run(30)
    rig.simulator.release(1)
    assert rig.run(4, 1) == []
    assert shape(rig.run(12, 1)) == [(Kind.RELEASE, 1)]


def a_short_break_of_a_held_contact_is_no_release(rig: Rig) -> None:
    rig.simulator.press(2)
    rig.run(30)
    for _ in range(5):
        rig.simulator.release(2)
        rig.run(3, 1)
        rig.simulator.press(2)
        rig.run(20)
    assert shape(rig.events) == [(Kind.PRESS, 2)]


def the_host_sets_the_debounce_time(rig: Rig) -> None:
    rig.link.show(Desired(settings=Settings(debounce_ms=40)))
    rig.simulator.press(2)
    rig.run(100)
    rig.simulator.release(2)
    assert rig.run(30) == []
    rig.simulator.press(2)
    rig.run(100)
    assert shape(rig.events) == [(Kind.PRESS, 2)]


def a_held_key_is_pressed_once(rig: Rig) -> None:
    rig.simulator.press(9)
    rig.run(1500)
    assert shape(rig.events) == [(Kind.PRESS, 9)]


def quick_taps_all_arrive_in_order(rig: Rig) -> None:
    keys = [0, 7, 7, 3, 15, 0, 12, 12, 12, 5]
    for at, key in enumerate(keys):
        rig.simulator.tell(f"tap {key} 12")
        rig.run(24 + at % 3)
    rig.run(200)
    assert pressed(rig.events) == keys


def all_keys_at_once_are_all_seen(rig: Rig) -> None:
    for key in range(17):
        rig.simulator.press(key)
    assert sorted(shape(rig.run(200))) == [(Kind.PRESS, key) for key in range(17)]
    for key in range(17):
        rig.simulator.release(key)
    assert sorted(shape(rig.run(200))) == [(Kind.RELEASE, key) for key in range(17)]


def three_corners_of_the_matrix_make_no_fourth(rig: Rig) -> None:
    for key in (0, 1, 4):
        rig.simulator.press(key)
    assert sorted(event.key for event in rig.run(200)) == [0, 1, 4]


def two_seats_at_the_same_moment_both_count(rig: Rig) -> None:
    rig.simulator.press(0)
    rig.simulator.press(5)
    assert sorted(shape(rig.run(60))) == [(Kind.PRESS, 0), (Kind.PRESS, 5)]


def writing_the_display_presses_no_key(rig: Rig) -> None:
    """Rows and display share four wires."""
    rig.simulator.press(6)
    rig.run(30)
    for turn in range(8):
        rig.link.show(Desired(rows=tuple(chr(65 + turn + row) * 20 for row in range(4))))
        rig.run(60)
    assert shape(rig.events) == [(Kind.PRESS, 6)]


def a_detent_to_the_right_is_plus_one(rig: Rig) -> None:
    rig.simulator.tell("turn 4 2000")
    assert [(event.kind, event.value) for event in rig.run(100)] == [(Kind.TURN, 1)]


def a_detent_to_the_left_is_minus_one(rig: Rig) -> None:
    rig.simulator.tell("turn -4 2000")
    assert [(event.kind, event.value) for event in rig.run(100)] == [(Kind.TURN, -1)]


def a_quarter_that_bounces_is_no_turn(rig: Rig) -> None:
    for _ in range(12):
        rig.simulator.tell("turn 1 700")
        rig.run(2, 1)
        rig.simulator.tell("turn -1 700")
        rig.run(2, 1)
    assert rig.run(50) == []


def half_a_detent_waits_for_its_other_half(rig: Rig) -> None:
    rig.simulator.tell("turn 2 1000")
    assert rig.run(80) == []
    rig.simulator.tell("turn 2 1000")
    assert [event.value for event in rig.run(80)] == [1]


def a_fast_turn_loses_no_detent(rig: Rig) -> None:
    rig.simulator.tell("turn 120 300")
    assert sum(event.value for event in rig.run(300)) == 30
    rig.simulator.tell("turn -80 300")
    assert sum(event.value for event in rig.run(300)) == -20


def the_host_sets_quarters_per_detent(rig: Rig) -> None:
    rig.link.show(Desired(settings=Settings(quarters_per_detent=2)))
    rig.run(60)
    rig.simulator.tell("turn 4 2000")
    assert sum(event.value for event in rig.run(100)) == 2
