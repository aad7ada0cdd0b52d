"""The link and what resets do to it."""

from firmware_bridge.frames import to_frame
from firmware_bridge.messages import Ack, AskHello, Events, Hello, Kind, Lamp, ShowLamps, State
from firmware_bridge.panel import Desired
from firmware_bridge.simulated.rig import Rig, clean, pressed
from tests.hardware.checks.common import drop, shape, tap, told


def hello_says_what_the_panel_can_do(rig: Rig) -> None:
    hello = rig.link.hello
    assert hello is not None
    assert (hello.protocol, hello.keys, hello.lamps, hello.encoders) == (1, 17, 16, 1)
    assert (hello.columns, hello.rows, hello.capabilities) == (20, 4, 15)


def hello_is_said_again_when_asked(rig: Rig) -> None:
    rig.write(to_frame(AskHello().encode()))
    assert told(rig.pass_by(30), Hello) == [rig.link.hello]


def a_state_frame_comes_four_times_a_second(rig: Rig) -> None:
    assert len(told(rig.pass_by(5000), State)) in (19, 20)


def the_state_tells_which_keys_are_held(rig: Rig) -> None:
    rig.simulator.press(4)
    rig.simulator.press(16)
    rig.run(50)
    assert told(rig.pass_by(300), State)[-1].held == 1 << 4 | 1 << 16


def an_event_is_repeated_until_acknowledged(rig: Rig) -> None:
    rig.simulator.press(8)
    frames = told(rig.pass_by(1020), Events)
    assert len(frames) in (20, 21)
    assert {(frame.first_seq, frame.events[0].key) for frame in frames} == {(0, 8)}
    rig.write(to_frame(Ack(frames[0].boot, 1).encode()))
    rig.pass_by(20)
    assert told(rig.pass_by(500), Events) == []


def a_repeat_tells_how_old_the_event_is(rig: Rig) -> None:
    rig.simulator.press(8)
    ages = [frame.events[0].age_ms for frame in told(rig.pass_by(400), Events)]
    assert ages[0] <= 2
    assert 300 <= ages[-1] <= 400


def an_event_lost_on_the_wire_arrives_by_its_repeat(rig: Rig) -> None:
    rig.to_host = drop
    rig.simulator.press(8)
    assert rig.run(30) == []
    rig.to_host = clean
    assert shape(rig.run(70)) == [(Kind.PRESS, 8)]


def a_lost_acknowledgement_doubles_nothing(rig: Rig) -> None:
    rig.to_panel = drop
    rig.simulator.press(8)
    assert shape(rig.run(400)) == [(Kind.PRESS, 8)]
    rig.to_panel = clean
    assert rig.run(400) == []
    assert rig.link.health(rig.now_s).duplicates >= 5


def a_damaged_frame_is_counted_and_changes_nothing(rig: Rig) -> None:
    rig.run(300)
    frame = bytearray(to_frame(ShowLamps(255, (Lamp.STEADY,) * 16).encode()))
    frame[5] ^= 0x10
    rig.write(bytes(frame))
    rig.run(600)
    assert rig.simulator.probe.lamps() == "0" * 16
    assert rig.link.health(rig.now_s).panel_bad_frames == 1


def noise_on_the_line_does_not_stop_it(rig: Rig) -> None:
    for seed in range(1, 30):
        rig.write(bytes((seed * at * at + at) % 251 for at in range(100)))
        rig.pass_by(12)
    assert shape(tap(rig, 11)) == [(Kind.PRESS, 11), (Kind.RELEASE, 11)]


def a_message_it_does_not_know_is_passed_over(rig: Rig) -> None:
    rig.write(to_frame(b"\xee of a newer host"))
    rig.run(600)
    assert rig.link.health(rig.now_s).panel_bad_frames == 0
    assert pressed(rig.events) == []
    assert shape(tap(rig, 1)) == [(Kind.PRESS, 1), (Kind.RELEASE, 1)]


def fields_added_by_a_newer_host_are_ignored(rig: Rig) -> None:
    rig.run(300)
    rig.write(to_frame(ShowLamps(200, (Lamp.STEADY,) * 16).encode() + b"more"))
    rig.pass_by(20)
    assert rig.simulator.probe.lamps() == "1" * 16


def a_message_too_short_is_ignored(rig: Rig) -> None:
    for short in (b"\x81\x00", b"\x82\xff", b"\x83\x00ab", b"\x84\x01", b"\x85"):
        rig.write(to_frame(short))
    rig.run(100)
    assert rig.simulator.probe.lamps() == "0" * 16
    assert shape(tap(rig, 1)) == [(Kind.PRESS, 1), (Kind.RELEASE, 1)]


def a_frame_without_end_is_passed_over(rig: Rig) -> None:
    rig.write(b"\x7f" * 300 + b"\0")
    rig.pass_by(50)
    assert shape(tap(rig, 1)) == [(Kind.PRESS, 1), (Kind.RELEASE, 1)]


def foreign_and_impossible_acknowledgements_are_ignored(rig: Rig) -> None:
    assert rig.link.hello is not None
    rig.simulator.press(8)
    rig.pass_by(60)
    rig.write(to_frame(Ack(rig.link.hello.boot ^ 1, 1).encode()))
    rig.write(to_frame(Ack(rig.link.hello.boot, 700).encode()))
    rig.pass_by(60)
    assert shape(rig.run(200)) == [(Kind.PRESS, 8)]


def what_nobody_hears_is_kept_and_the_rest_counted(rig: Rig) -> None:
    """32 events are kept; more are dropped, newest first, and the panel says how many."""
    for _ in range(20):
        rig.simulator.tell("tap 3 12")
        rig.pass_by(30)
    assert shape(rig.run(600)) == [(Kind.PRESS, 3), (Kind.RELEASE, 3)] * 16
    assert rig.link.health(rig.now_s).dropped == 8


def every_frame_fits_into_64_bytes(rig: Rig) -> None:
    for key in range(12):
        rig.simulator.press(key)
    stream = rig.pass_by(1500)
    assert max(len(frame) + 1 for frame in stream.split(b"\0")) <= 64


def the_panel_counts_its_repeats(rig: Rig) -> None:
    rig.simulator.press(8)
    rig.pass_by(520)
    rig.run(400)
    assert rig.link.health(rig.now_s).repeats in (9, 10, 11)


def a_reset_keeps_the_press_nobody_had_heard(rig: Rig) -> None:
    rig.simulator.tell("tap 6 20")
    rig.pass_by(60)
    rig.simulator.tell("reset")
    assert shape(rig.run(500)) == [(Kind.PRESS, 6), (Kind.RELEASE, 6)]


def a_reset_under_a_held_key_presses_it_once(rig: Rig) -> None:
    rig.simulator.press(6)
    rig.run(60)
    rig.simulator.tell("reset")
    rig.run(500)
    rig.simulator.release(6)
    rig.run(100)
    assert shape(rig.events) == [(Kind.PRESS, 6), (Kind.RELEASE, 6)]


def power_lost_is_a_new_boot_and_play_goes_on(rig: Rig) -> None:
    assert rig.link.hello is not None
    before = rig.link.hello.boot
    tap(rig, 2)
    rig.simulator.tell("power")
    rig.run(400)
    assert rig.link.hello is not None
    assert rig.link.hello.boot != before
    assert shape(tap(rig, 2)) == [(Kind.PRESS, 2), (Kind.RELEASE, 2)]
    assert rig.link.health(rig.now_s).resets == 1


def a_key_held_at_power_on_is_no_press(rig: Rig) -> None:
    rig.simulator.press(7)
    rig.run(50)
    rig.simulator.tell("power")
    rig.run(500)
    assert pressed(rig.events) == [7]


def the_watchdog_brings_back_a_hung_panel(rig: Rig) -> None:
    rig.simulator.tell("tap 6 20")
    rig.pass_by(50)
    rig.simulator.tell("hang")
    assert shape(rig.run(800)) == [(Kind.PRESS, 6), (Kind.RELEASE, 6)]
    assert rig.link.hello is not None
    assert rig.link.hello.reset_cause & 8


def lamps_and_text_come_back_after_a_reset(rig: Rig) -> None:
    rig.link.show(Desired(lamps=(Lamp.STEADY,) * 16, rows=("still here",)))
    rig.run(300)
    rig.simulator.tell("power")
    rig.run(700)
    assert rig.simulator.probe.lamps() == "1" * 16
    assert rig.simulator.probe.display().startswith(b"still here ")


def starts_are_counted_over_power_cuts(rig: Rig) -> None:
    first = told(rig.pass_by(300), State)[-1].boots
    rig.simulator.tell("power")
    rig.run(300)
    assert told(rig.pass_by(300), State)[-1].boots == first + 1
