"""What the firmware promises, one check each, on the real ELF. The negative controls run the same checks."""

from collections.abc import Callable

from firmware_bridge.frames import Decoder, to_frame
from firmware_bridge.messages import Ack, AskHello, Events, Hello, Kind, Lamp, Settings, ShowLamps, State, decode
from firmware_bridge.panel import Desired, PanelEvent, Sound
from firmware_bridge.simulated.rig import Rig, clean

Check = Callable[[Rig], None]


def told(stream: bytes, kind: type) -> list:
    """The messages of one kind in what the panel said."""
    return [message for raw in Decoder().receive(stream) if isinstance(message := decode(raw), kind)]


def shape(events: list[PanelEvent]) -> list[tuple[Kind, int]]:
    return [(event.kind, event.key) for event in events]


def tap(rig: Rig, key: int, ms: float = 40) -> list[PanelEvent]:
    rig.simulator.tell(f"tap {key} {ms}")
    return rig.run(ms + 60)


def drop(_: bytes) -> bytes:
    return b""


# --- keys


def a_press_is_reported_at_once(rig: Rig) -> None:
    rig.simulator.press(3)
    assert rig.until(lambda: rig.presses() == [3], 20) <= 5


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
    assert rig.presses() == keys


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


# --- encoder


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


# --- link


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
    assert rig.simulator.lamps() == "0" * 16
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
    assert rig.presses() == []
    assert shape(tap(rig, 1)) == [(Kind.PRESS, 1), (Kind.RELEASE, 1)]


def fields_added_by_a_newer_host_are_ignored(rig: Rig) -> None:
    rig.run(300)
    rig.write(to_frame(ShowLamps(200, (Lamp.STEADY,) * 16).encode() + b"more"))
    rig.pass_by(20)
    assert rig.simulator.lamps() == "1" * 16


def a_message_too_short_is_ignored(rig: Rig) -> None:
    for short in (b"\x81\x00", b"\x82\xff", b"\x83\x00ab", b"\x84\x01", b"\x85"):
        rig.write(to_frame(short))
    rig.run(100)
    assert rig.simulator.lamps() == "0" * 16
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


# --- resets


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
    assert rig.presses() == [7]


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
    assert rig.simulator.lamps() == "1" * 16
    assert rig.simulator.display().startswith(b"still here ")


def starts_are_counted_over_power_cuts(rig: Rig) -> None:
    first = told(rig.pass_by(300), State)[-1].boots
    rig.simulator.tell("power")
    rig.run(300)
    assert told(rig.pass_by(300), State)[-1].boots == first + 1


# --- lamps, display, buzzer


def a_steady_lamp_stays_lit(rig: Rig) -> None:
    rig.link.show(Desired(lamps=(Lamp.OFF, Lamp.STEADY)))
    rig.run(100)
    for _ in range(30):
        rig.run(53)
        assert rig.simulator.lamps() == "01" + "0" * 14


def blinks(rig: Rig, lamp: Lamp, ms: int) -> int:
    rig.link.show(Desired(lamps=(lamp,)))
    rig.run(100)
    changes, last = 0, rig.simulator.lamps()[0]
    for _ in range(ms // 10):
        rig.run(10, 10)
        changes, last = changes + (rig.simulator.lamps()[0] != last), rig.simulator.lamps()[0]
    return changes


def a_slow_lamp_blinks_about_once_a_second(rig: Rig) -> None:
    assert blinks(rig, Lamp.SLOW, 3072) == 6


def a_fast_lamp_blinks_about_four_times_a_second(rig: Rig) -> None:
    assert blinks(rig, Lamp.FAST, 1280) == 10


def brightness_is_the_hosts(rig: Rig) -> None:
    for brightness in (0, 20, 255):
        rig.link.show(Desired(brightness=brightness))
        rig.run(60)
        assert rig.simulator.brightness() == brightness


def a_lost_lamp_frame_is_healed(rig: Rig) -> None:
    rig.to_panel = drop
    rig.link.show(Desired(lamps=(Lamp.STEADY,) * 2, rows=("healed",)))
    rig.run(50)
    rig.to_panel = clean
    rig.run(900)
    assert rig.simulator.lamps() == "11" + "0" * 14
    assert rig.simulator.display().startswith(b"healed ")


def all_eighty_cells_show_what_was_sent(rig: Rig) -> None:
    rows = tuple("".join(chr(33 + (row * 20 + at) % 59) for at in range(20)) for row in range(4))
    rig.link.show(Desired(rows=rows))
    rig.run(250)
    assert rig.simulator.display().decode() == "".join(rows)


def a_lonely_panel_goes_dark_and_says_so(rig: Rig) -> None:
    rig.link.show(Desired(lamps=(Lamp.STEADY,) * 16, rows=("Red 14 | 9", "roll"), away="menunggu meja"))
    rig.run(400)
    rig.pass_by(2500)
    assert rig.simulator.lamps() == "0" * 16
    assert rig.simulator.display() == b"menunggu meja".ljust(80)
    rig.run(700)
    assert rig.simulator.lamps() == "1" * 16
    assert rig.simulator.display().startswith(b"Red 14 | 9          roll ")


def a_sound_has_its_pitch_and_its_beeps(rig: Rig) -> None:
    rig.simulator.buzzer_edges()
    rig.link.show(Desired(sound=Sound(serial=1, hz=2000, ms=50, beeps=3)))
    rig.run(500)
    assert abs(rig.simulator.buzzer_edges() - 3 * 50 * 4) <= 12


def a_sound_is_played_once(rig: Rig) -> None:
    rig.link.show(Desired(sound=Sound(serial=1)))
    rig.run(1000)
    rig.simulator.buzzer_edges()
    rig.link.show(Desired(sound=Sound(serial=1), brightness=9))
    rig.run(800)
    rig.simulator.tell("power")
    rig.run(800)
    assert rig.simulator.buzzer_edges() == 0


def a_sound_lost_on_the_wire_is_played_late_but_once(rig: Rig) -> None:
    rig.to_panel = drop
    rig.link.show(Desired(sound=Sound(serial=1, hz=1000, ms=100)))
    rig.run(50)
    rig.to_panel = clean
    rig.run(1200)
    assert abs(rig.simulator.buzzer_edges() - 200) <= 4


# --- time


def no_pass_of_the_main_loop_takes_a_millisecond(rig: Rig) -> None:
    """Everything at once: all keys bounce, the encoder spins, text, lamps and sound change, noise comes in."""
    rig.simulator.loop_worst_cycles()
    for turn in range(12):
        for key in range(17):
            rig.simulator.tell(f"bounce {key} {'down' if turn % 2 else 'up'} 5 700")
        rig.simulator.tell("turn 40 350")
        rows = tuple(chr(65 + turn + row) * 20 for row in range(4))
        rig.link.show(Desired(lamps=(Lamp(turn % 4),) * 16, rows=rows, sound=Sound(serial=turn)))
        rig.write(bytes(range(1, 60)) + b"\0")
        rig.run(120)
    assert rig.simulator.loop_worst_cycles() < 16_000
    assert rig.link.health(rig.now_s).loop_worst_us < 1000


ALL: dict[str, Check] = {
    name: thing
    for name, thing in list(globals().items())
    if getattr(thing, "__annotations__", None) == {"rig": Rig, "return": None}
}
