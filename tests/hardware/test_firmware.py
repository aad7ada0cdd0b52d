"""The real firmware in simavr, with pyserial at the other end. `checks.py` says what each test
proves.
"""

import os
import random
from collections.abc import Iterator

import pytest

from firmware_bridge.messages import Kind, Lamp
from firmware_bridge.panel import Desired
from firmware_bridge.simulated import build
from firmware_bridge.simulated.lossy import LossyWire
from firmware_bridge.simulated.rig import Rig
from tests.hardware import checks

BURST = 8


@pytest.fixture
def rig() -> Iterator[Rig]:
    with Rig(build.firmware()) as rig:
        yield rig.connect()


@pytest.mark.parametrize("name", checks.ALL)
def test_the_firmware_keeps_its_promise(rig: Rig, name: str) -> None:
    checks.ALL[name](rig)


@pytest.mark.parametrize("key", range(17))
def test_every_key_reports_its_press_and_release(rig: Rig, key: int) -> None:
    assert checks.shape(checks.tap(rig, key)) == [(Kind.PRESS, key), (Kind.RELEASE, key)]


def test_every_lamp_is_the_lamp_of_its_key(rig: Rig) -> None:
    for lamp in range(16):
        rig.link.show(
            Desired(lamps=tuple(Lamp.STEADY if at == lamp else Lamp.OFF for at in range(16)))
        )
        rig.run(30)
        assert rig.simulator.probe.lamps().index("1") == lamp
        assert rig.simulator.probe.lamps().count("1") == 1


def test_opening_the_port_of_an_arduino_resets_it_and_loses_nothing() -> None:
    with Rig(build.firmware(), "--reset-on-open") as rig:
        rig.connect()
        rig.simulator.tell("tap 4 20")
        rig.pass_by(60)
        rig.close_port()
        rig.simulator.run(200)
        rig.open()
        rig.connect()
        assert checks.shape(rig.events) == [(Kind.PRESS, 4), (Kind.RELEASE, 4)]
        assert rig.link.hello is not None
        assert rig.link.hello.reset_cause & 2


def test_presses_while_nobody_has_the_port_open_arrive_later_with_their_age(rig: Rig) -> None:
    rig.close_port()
    rig.simulator.tell("tap 4 20")
    rig.simulator.run(3000)
    rig.open()
    rig.connect()
    assert checks.shape(rig.events) == [(Kind.PRESS, 4), (Kind.RELEASE, 4)]
    assert 2.9 <= rig.now_s - rig.events[0].at_s <= 3.5


def test_a_restarted_host_takes_up_the_events_the_last_one_did_not_acknowledge(rig: Rig) -> None:
    checks.tap(rig, 1)
    rig.simulator.tell("tap 2 20")
    rig.pass_by(60)
    seen = len(rig.events)
    rig.link = type(rig.link)("a new process")
    rig.link.opened(rig.now_s)
    rig.connect()
    assert [(event.key, event.seq) for event in rig.events[seen:]] == [(2, 2), (2, 3)]


def test_the_smaller_display_works_too() -> None:
    with Rig(build.firmware(display="16x2")) as rig:
        rig.connect()
        rig.link.show(Desired(rows=("sixteen letters!", "and two rows", "not this")))
        rig.run(200)
        assert (rig.link.health(rig.now_s).columns, rig.link.health(rig.now_s).rows) == (16, 2)
        cells = rig.simulator.probe.display()
        assert (cells[:16], cells[20:32]) == (b"sixteen letters!", b"and two rows")


def test_it_fits_into_flash_and_memory() -> None:
    flash, ram = build.sizes()
    assert flash <= 24 * 1024
    assert ram <= 1536


def lossy_bursts(
    rig: Rig, events: int, seed: int
) -> tuple[list[tuple[Kind, int]], list[tuple[Kind, int]]]:
    """Eight keys go down one after the other and up again, over and over, on a wire that damages a
    byte in 1,000.
    """
    chance = random.Random(seed)
    wires = LossyWire(chance), LossyWire(chance)
    rig.to_host, rig.to_panel = wires
    pressed: list[tuple[Kind, int]] = []
    while len(pressed) < events:
        keys = chance.sample(range(16), BURST)
        for place, key in enumerate(keys):
            rig.simulator.tell(f"tap {key} 30 {2 * place}")
        pressed += [(Kind.PRESS, key) for key in keys] + [(Kind.RELEASE, key) for key in keys]
        if chance.random() < 0.04:
            cut(rig, wires, chance.randrange(20, 400))
        rig.run(60)
        wanted = len(pressed)
        rig.until(lambda wanted=wanted: len(rig.events) >= wanted, 5000)
    return pressed, checks.shape(rig.events)


def cut(rig: Rig, wires: tuple[LossyWire, LossyWire], ms: int) -> None:
    """The cable is out for a while, in the middle of it."""
    for wire in wires:
        wire.is_cut = True
    rig.link.closed("pulled")
    rig.run(ms)
    for wire in wires:
        wire.is_cut = False
    rig.link.opened(rig.now_s)


# A fifth of what `make faults` presses: the ten thousand are the slowest of all tests.
EVENTS = int(os.environ.get("TABLESIDE_EVENTS", "2000"))


def test_thousands_of_events_survive_a_bad_wire(rig: Rig) -> None:
    pressed, arrived = lossy_bursts(rig, EVENTS, seed=7)
    assert arrived == pressed
    health = rig.link.health(rig.now_s)
    assert health.bad_frames > EVENTS // 1000
    assert health.reconnects > EVENTS // 1000
