"""Cables: pulled, put back, foreign, missing. The serial ones with the real firmware behind."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from firmware_bridge import check
from firmware_bridge.config import PanelConfig
from firmware_bridge.errors import BridgeError
from firmware_bridge.known_ports import KnownPorts
from firmware_bridge.linked import LinkedPanel
from firmware_bridge.messages import Kind
from firmware_bridge.panel import Condition, Desired, Panel, PanelEvent, serve
from firmware_bridge.transports import open_panel
from firmware_bridge.transports.script import ScriptedPanel, read_script
from firmware_bridge.transports.serial import PortFinder
from tests.firmware_bridge.desks import CONFIG, PATIENCE_S, ScriptDesk, SerialDesk, wait


def test_a_pulled_cable_is_noticed_and_a_put_back_one_too(tmp_path: Path) -> None:
    desk = SerialDesk(tmp_path)
    wait(desk.panel, lambda _: desk.panel.health().is_connected)
    desk.simulator.tell("unplug")
    wait(desk.panel, lambda _: not desk.panel.health().is_connected)
    assert desk.panel.health().condition is Condition.GONE
    desk.simulator.plug()
    wait(desk.panel, lambda _: desk.panel.health().is_connected)
    desk.press(4)
    assert [event.key for event in wait(desk.panel, lambda events: len(events) == 1)] == [4]
    assert desk.panel.health().reconnects == 1
    assert desk.panel.health().resets == 1
    desk.close()


def test_what_was_shown_is_shown_again_after_the_cable_came_back(tmp_path: Path) -> None:
    desk = SerialDesk(tmp_path)
    desk.panel.show(Desired(rows=("Blue: your turn",)))
    wait(desk.panel, lambda _: desk.simulator.probe.display().startswith(b"Blue: your turn"))
    desk.simulator.tell("unplug")
    wait(desk.panel, lambda _: not desk.panel.health().is_connected)
    desk.simulator.plug()
    wait(desk.panel, lambda _: desk.simulator.probe.display().startswith(b"Blue: your turn"))
    desk.close()


def test_auto_goes_past_what_does_not_answer_to_the_panel_it_knows(tmp_path: Path) -> None:
    desk = SerialDesk(tmp_path)
    other, known = tmp_path / "not-a-port", tmp_path / "ports"
    other.write_bytes(b"")
    known.write_text(f"{other}\n{desk.simulator.port}\n")
    panel = open_panel("serial:auto", msgspec.structs.replace(CONFIG, known_ports=known))
    wait(panel, lambda _: panel.health().is_connected)
    assert known.read_text() == f"{desk.simulator.port}\n{other}\n"
    panel.close()
    desk.close()


def test_a_port_that_was_named_and_answered_is_found_by_itself_afterwards(tmp_path: Path) -> None:
    desk, known = SerialDesk(tmp_path), tmp_path / "ports"
    config = msgspec.structs.replace(CONFIG, known_ports=known)
    for where in (desk.simulator.port, "auto"):
        panel = open_panel(f"serial:{where}", config)
        wait(panel, is_there(panel))
        panel.close()
    desk.close()


def is_there(panel: Panel) -> Callable[[list[PanelEvent]], bool]:
    return lambda _: panel.health().is_connected


def test_auto_opens_no_port_that_never_answered(tmp_path: Path) -> None:
    panel = open_panel(
        "serial:auto", msgspec.structs.replace(CONFIG, known_ports=tmp_path / "none")
    )
    assert panel.step(0.0) == ()
    assert not panel.health().is_connected
    assert panel.health().condition is Condition.GONE
    assert panel.health().why == "not found"


def test_a_port_is_remembered_by_the_name_that_lasts(tmp_path: Path) -> None:
    (tmp_path / "ttyACM0").write_bytes(b"")
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    (by_id / "usb-panel").symlink_to(tmp_path / "ttyACM0")
    known = KnownPorts(tmp_path / "ports", by_id)
    known.remember(str(tmp_path / "ttyACM0"))
    assert known.plugged_in() == [str(by_id / "usb-panel")]
    (by_id / "usb-panel").unlink()
    assert known.plugged_in() == []


def test_a_missing_port_is_waited_for(tmp_path: Path) -> None:
    panel = open_panel(f"serial:{tmp_path}/nothing")
    began_s = time.monotonic()
    for _ in range(5):
        assert panel.step(0.001) == ()
    assert time.monotonic() - began_s < 5
    assert not panel.health().is_connected


def test_looking_for_a_panel_tells_how_it_is(tmp_path: Path) -> None:
    desk = SerialDesk(tmp_path)
    health = check.look_for(f"serial:{desk.simulator.port}", seconds=PATIENCE_S)
    assert (health.is_connected, health.firmware, health.columns) == (True, "1.0", 20)
    desk.close()


def test_presses_made_while_the_host_was_away_arrive_in_order(tmp_path: Path) -> None:
    desk = SerialDesk(tmp_path)
    wait(desk.panel, lambda _: desk.panel.health().is_connected)
    desk.panel.close()
    for key in (3, 1, 2):
        desk.simulator.tell(f"tap {key} 15")
        deadline_s = time.monotonic() + PATIENCE_S
        before = float(desk.simulator.tell("time").split()[1])
        while float(desk.simulator.tell("time").split()[1]) < before + 40:
            assert time.monotonic() < deadline_s
    panel = LinkedPanel("serial:again", PortFinder(desk.simulator.port, KnownPorts(None)).open)
    events = wait(panel, lambda events: len(events) == 6)
    assert [event.key for event in events if event.kind is Kind.PRESS] == [3, 1, 2]
    panel.close()
    desk.close()


def test_the_scripted_panel_can_be_pulled_too(tmp_path: Path) -> None:
    desk = ScriptDesk(tmp_path)
    wait(desk.panel, lambda _: desk.panel.health().is_connected)
    desk.panel.unplug()
    wait(desk.panel, lambda _: not desk.panel.health().is_connected)
    desk.panel.plug()
    desk.press(2)
    assert [event.key for event in wait(desk.panel, lambda events: len(events) == 1)] == [2]


def test_a_script_is_played(tmp_path: Path) -> None:
    script = tmp_path / "evening.txt"
    script.write_text("# a short evening\n0.0 tap confirm\n1.0 turn -2\n1.2 press undo\n", "utf-8")
    panel = open_panel(f"script:{script}")
    events = wait(panel, lambda events: len(events) == 4)
    assert [(event.kind, event.key, event.value) for event in events] == [
        (Kind.PRESS, 6, 0),
        (Kind.RELEASE, 6, 0),
        (Kind.TURN, 0, -2),
        (Kind.PRESS, 7, 0),
    ]


@pytest.mark.parametrize("line", ["soon tap confirm", "1 dance confirm", "1 tap nobody", "1 tap"])
def test_a_wrong_line_of_a_script_is_named(line: str) -> None:
    with pytest.raises(BridgeError, match="line 2"):
        read_script(f"0 tap undo\n{line}", ScriptedPanel("script:x"), PanelConfig())


def test_serving_hands_events_over_until_it_is_stopped(tmp_path: Path) -> None:
    desk = ScriptDesk(tmp_path)
    stop, seen = threading.Event(), []
    desk.press(CONFIG.roles["confirm"])

    def on_event(event: object) -> None:
        seen.append(event)
        stop.set()

    serve(desk.panel, on_event, stop, step_s=0.01)
    assert len(seen) == 1
    assert not desk.panel.health().is_connected
