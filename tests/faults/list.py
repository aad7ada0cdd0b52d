"""Everything that can befall a table in play, one entry each."""

import os
import signal
import socket
import struct
from pathlib import Path

from tests.faults.world import Fault, World

DAY_S = 86_400
CROWD = 50


def nothing(_: World) -> None: ...


def is_cut_off(world: World) -> bool:
    return not world.screen.is_connected


def is_well(world: World) -> bool:
    return world.is_well


def crowd(world: World) -> None:
    """Fifty devices open the stream, hear a little and vanish without a goodbye."""
    world.handles = handles(world)
    links = []
    for _ in range(CROWD):
        link = socket.create_connection(("127.0.0.1", world.service.port), timeout=30)
        link.sendall(b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        links.append(link)
    for link in links:
        link.recv(100)
    for link in links:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        link.close()


def handles(world: World) -> int:
    return len(list(Path(f"/proc/{world.service.pid}/fd").iterdir()))


def camera(trouble: str, *, note: str = "", is_shown: bool = True) -> Fault:
    def shown(world: World) -> bool:
        return note in world.screen.notes() if note else world.screen.badge("camera") == "away"

    def well(world: World) -> bool:
        return world.is_well and note not in world.screen.notes()

    return Fault(f"camera {trouble}", lambda w: w.lens(trouble), shown if is_shown else None, lambda w: w.lens(), well)


def disk(state: str, note: str) -> Fault:
    return Fault(
        f"disk {state}",
        lambda w: w.weather.disk(state),
        lambda w: note in w.screen.notes(),
        lambda w: w.weather.disk(),
        lambda w: note not in w.screen.notes() and w.is_well,
    )


def clock(name: str, seconds: int) -> Fault:
    return Fault(
        f"clock {name}",
        lambda w: w.weather.clock(seconds),
        lambda w: "clock_jumped" in w.screen.notes(),
        lambda w: w.weather.clock(0),
        is_well,
    )


def kill_eye(world: World) -> None:
    eye = world.service.eye()
    assert eye is not None
    world.eye_before = eye
    os.kill(eye, signal.SIGKILL)


def stop_eye(world: World) -> None:
    eye = world.service.eye()
    assert eye is not None
    world.eye_before = eye
    os.kill(eye, signal.SIGSTOP)


def eye_is_new(world: World) -> bool:
    return world.is_well and world.service.eye() not in (None, world.eye_before)


def panel(name: str, strike: "str", mend: str, *, is_shown: bool = True) -> Fault:
    return Fault(
        f"panel {name}",
        lambda w: getattr(w.wire, strike)(),
        (lambda w: w.screen.badge("panel") == "away") if is_shown else None,
        lambda w: getattr(w.wire, mend)() if mend else None,
        is_well,
    )


def noise(one_in: int) -> "Fault":
    def strike(world: World) -> None:
        world.wire.noise = one_in

    def mend(world: World) -> None:
        world.wire.noise = 0

    def shown(world: World) -> bool:
        return int(world.screen.around["panel"]["figures"].get("bad_frames", 0)) > 0

    return Fault("panel noise", strike, shown, mend, is_well)


FAULTS = (
    Fault("service killed", lambda w: w.service.kill(), is_cut_off, lambda w: w.service.start() and None, is_well, 15),
    Fault(
        "service stopped", lambda w: os.kill(w.service.pid, signal.SIGSTOP), is_cut_off,
        lambda w: os.kill(w.service.pid, signal.SIGCONT), is_well,
    ),
    Fault("eye killed", kill_eye, None, nothing, eye_is_new),
    Fault("eye stopped", stop_eye, lambda w: w.screen.badge("camera") == "away", nothing, eye_is_new),
    camera("unplugged"),
    camera("frozen"),
    camera("stuck"),
    camera("black", note="camera_black"),
    camera("bumped", is_shown=False),
    panel("killed", "kill", "restart"),
    panel("cable cut", "cut", "mend"),
    panel("reset", "reset", "", is_shown=False),
    noise(40),
    disk("full", "disk_refused"),
    disk("broken", "disk_refused"),
    disk("read-only", "disk_refused"),
    disk("slow", "disk_slow"),
    clock("a day ahead", DAY_S),
    clock("three years back", -3 * 365 * DAY_S),
    Fault("50 clients vanish", crowd, None, nothing, lambda w: w.is_well and handles(w) <= w.handles + 4),
)  # fmt: skip
BY_NAME = {fault.name: fault for fault in FAULTS}
