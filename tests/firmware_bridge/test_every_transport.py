"""The same behaviour on every transport there is. A new one fails here until it has a desk."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge import check
from firmware_bridge.config import PanelConfig
from firmware_bridge.errors import BridgeError
from firmware_bridge.messages import Kind, Lamp
from firmware_bridge.panel import LAMPS, Desired, Sound
from firmware_bridge.transports import open_panel, schemes
from tests.firmware_bridge.desks import CONFIG, DESKS, PATIENCE_S, Desk, wait

SEAT2, CONFIRM, UNDO = (CONFIG.roles[role] for role in ("seat2", "confirm", "undo"))


@pytest.fixture(params=DESKS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    desk = DESKS[request.param](tmp_path)
    wait(desk.panel, lambda _: desk.panel.health().is_connected)
    yield desk
    desk.close()


def test_every_transport_has_a_desk() -> None:
    assert set(schemes()) == set(DESKS)


def test_a_bouncing_press_and_release_count_once_each(desk: Desk) -> None:
    desk.press(CONFIRM)
    events = wait(desk.panel, lambda events: len(events) == 1)
    desk.release(CONFIRM)
    events += wait(desk.panel, lambda events: len(events) == 1)
    desk.press(UNDO)
    events += wait(desk.panel, lambda events: len(events) == 1)
    assert [(event.kind, event.key) for event in events] == [
        (Kind.PRESS, CONFIRM),
        (Kind.RELEASE, CONFIRM),
        (Kind.PRESS, UNDO),
    ]


def test_every_event_has_a_name_of_its_own(desk: Desk) -> None:
    for key in (CONFIRM, UNDO, SEAT2):
        desk.press(key)
    events = wait(desk.panel, lambda events: len(events) == 3)
    assert len({event.id for event in events}) == 3
    assert len({event.boot for event in events}) == 1


def test_two_seats_at_once_both_arrive(desk: Desk) -> None:
    desk.press(0)
    desk.press(1)
    assert {event.key for event in wait(desk.panel, lambda events: len(events) == 2)} == {0, 1}


def test_turns_are_counted_with_their_direction(desk: Desk) -> None:
    desk.turn(3)
    wait(desk.panel, lambda events: sum(event.value for event in events) == 3)
    desk.turn(-2)
    assert {
        event.kind for event in wait(desk.panel, lambda events: sum(e.value for e in events) == -2)
    } == {Kind.TURN}


@pytest.mark.parametrize("role", sorted(CONFIG.gpio.keys))
def test_every_role_is_heard(desk: Desk, role: str) -> None:
    desk.press(CONFIG.roles[role])
    (event,) = wait(desk.panel, lambda events: len(events) == 1)
    assert CONFIG.role_of(event.key) == role


def lamps(**by_role: Lamp) -> tuple[Lamp, ...]:
    by_key = {CONFIG.roles[role]: lamp for role, lamp in by_role.items()}
    return tuple(by_key.get(key, Lamp.OFF) for key in range(LAMPS))


def test_every_lamp_lights_and_no_other(desk: Desk) -> None:
    keys = [CONFIG.roles[role] for role in sorted(CONFIG.gpio.lamps)]
    for role in sorted(CONFIG.gpio.lamps):
        desk.panel.show(Desired(lamps=lamps(**{role: Lamp.STEADY})))
        wanted = [key == CONFIG.roles[role] for key in keys]
        wait(desk.panel, lambda _, wanted=wanted: [desk.is_lit(key) for key in keys] == wanted)


@pytest.mark.parametrize("lamp", [Lamp.SLOW, Lamp.FAST])
def test_a_blinking_lamp_goes_on_and_off(desk: Desk, lamp: Lamp) -> None:
    desk.panel.show(Desired(lamps=lamps(confirm=lamp), sound=Sound(serial=1)))
    for is_lit in (True, False, True, False):
        wait(desk.panel, lambda _, is_lit=is_lit: desk.is_lit(CONFIRM) == is_lit)


def test_trying_a_panel_out_names_what_is_pressed_and_lights_it(desk: Desk) -> None:
    over: list[bool] = []
    end_s = time.monotonic() + PATIENCE_S
    trial = check.try_out(desk.panel, CONFIG, lambda: bool(over) or time.monotonic() > end_s)
    desk.press(CONFIRM)
    assert str(next(trial)) == "key 6 (confirm) pressed"
    desk.release(CONFIRM)
    assert str(next(trial)) == "key 6 (confirm) released"
    desk.turn(1)
    assert str(next(trial)) == "encoder turned by +1"
    over.append(True)
    assert list(trial) == []


def test_a_closed_panel_is_not_connected(desk: Desk) -> None:
    desk.panel.close()
    assert not desk.panel.health().is_connected


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("bluetooth:x", "begins with one of gpio:, script:, serial:"),
        ("demo", "begins with one of"),
        ("serial:", "needs a port"),
        ("gpio:17", "nothing after the colon"),
        ("script:/no/such/file", "no panel script"),
    ],
)
def test_a_wrong_address_says_what_to_do(url: str, says: str) -> None:
    with pytest.raises(BridgeError, match=says):
        open_panel(url, PanelConfig())
