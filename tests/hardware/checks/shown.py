"""Lamps, display, buzzer, and how quick it all is."""

from firmware_bridge.messages import Lamp
from firmware_bridge.panel import Desired, Sound
from firmware_bridge.simulated.rig import Rig, clean
from tests.hardware.checks.common import drop


def a_steady_lamp_stays_lit(rig: Rig) -> None:
    rig.link.show(Desired(lamps=(Lamp.OFF, Lamp.STEADY)))
    rig.run(100)
    for _ in range(30):
        rig.run(53)
        assert rig.simulator.probe.lamps() == "01" + "0" * 14


def blinks(rig: Rig, lamp: Lamp, ms: int) -> int:
    rig.link.show(Desired(lamps=(lamp,)))
    rig.run(100)
    changes, last = 0, rig.simulator.probe.lamps()[0]
    for _ in range(ms // 10):
        rig.run(10, 10)
        changes, last = (
            changes + (rig.simulator.probe.lamps()[0] != last),
            rig.simulator.probe.lamps()[0],
        )
    return changes


def a_slow_lamp_blinks_about_once_a_second(rig: Rig) -> None:
    assert blinks(rig, Lamp.SLOW, 3072) == 6


def a_fast_lamp_blinks_about_four_times_a_second(rig: Rig) -> None:
    assert blinks(rig, Lamp.FAST, 1280) == 10


def brightness_is_the_hosts(rig: Rig) -> None:
    for brightness in (0, 20, 255):
        rig.link.show(Desired(brightness=brightness))
        rig.run(60)
        assert rig.simulator.probe.brightness() == brightness


def a_lost_lamp_frame_is_healed(rig: Rig) -> None:
    rig.to_panel = drop
    rig.link.show(Desired(lamps=(Lamp.STEADY,) * 2, rows=("healed",)))
    rig.run(50)
    rig.to_panel = clean
    rig.run(900)
    assert rig.simulator.probe.lamps() == "11" + "0" * 14
    assert rig.simulator.probe.display().startswith(b"healed ")


def all_eighty_cells_show_what_was_sent(rig: Rig) -> None:
    rows = tuple("".join(chr(33 + (row * 20 + at) % 59) for at in range(20)) for row in range(4))
    rig.link.show(Desired(rows=rows))
    rig.run(250)
    assert rig.simulator.probe.display().decode() == "".join(rows)


def a_lonely_panel_goes_dark_and_says_so(rig: Rig) -> None:
    rig.link.show(
        Desired(lamps=(Lamp.STEADY,) * 16, rows=("Red 14 | 9", "roll"), away="menunggu meja")
    )
    rig.run(400)
    rig.pass_by(2500)
    assert rig.simulator.probe.lamps() == "0" * 16
    assert rig.simulator.probe.display() == b"menunggu meja".ljust(80)
    rig.run(700)
    assert rig.simulator.probe.lamps() == "1" * 16
    assert rig.simulator.probe.display().startswith(b"Red 14 | 9          roll ")


def a_sound_has_its_pitch_and_its_beeps(rig: Rig) -> None:
    rig.simulator.probe.buzzer_edges()
    rig.link.show(Desired(sound=Sound(serial=1, hz=2000, ms=50, beeps=3)))
    rig.run(500)
    assert abs(rig.simulator.probe.buzzer_edges() - 3 * 50 * 4) <= 12


def a_sound_is_played_once(rig: Rig) -> None:
    rig.link.show(Desired(sound=Sound(serial=1)))
    rig.run(1000)
    rig.simulator.probe.buzzer_edges()
    rig.link.show(Desired(sound=Sound(serial=1), brightness=9))
    rig.run(800)
    rig.simulator.tell("power")
    rig.run(800)
    assert rig.simulator.probe.buzzer_edges() == 0


def a_sound_lost_on_the_wire_is_played_late_but_once(rig: Rig) -> None:
    rig.to_panel = drop
    rig.link.show(Desired(sound=Sound(serial=1, hz=1000, ms=100)))
    rig.run(50)
    rig.to_panel = clean
    rig.run(1200)
    assert abs(rig.simulator.probe.buzzer_edges() - 200) <= 4


def no_pass_of_the_main_loop_takes_a_millisecond(rig: Rig) -> None:
    """Everything at once: all keys bounce, the encoder spins, text, lamps and sound change, noise
    comes in.
    """
    rig.simulator.probe.loop_worst_cycles()
    for turn in range(12):
        for key in range(17):
            rig.simulator.tell(f"bounce {key} {'down' if turn % 2 else 'up'} 5 700")
        rig.simulator.tell("turn 40 350")
        rows = tuple(chr(65 + turn + row) * 20 for row in range(4))
        rig.link.show(Desired(lamps=(Lamp(turn % 4),) * 16, rows=rows, sound=Sound(serial=turn)))
        rig.write(bytes(range(1, 60)) + b"\0")
        rig.run(120)
    assert rig.simulator.probe.loop_worst_cycles() < 16_000
    assert rig.link.health(rig.now_s).loop_worst_us < 1000
