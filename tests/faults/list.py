"""Everything that can befall a table in play, one entry each."""

import os
import signal
import socket
import struct
from math import dist
from pathlib import Path

from tests.faults.world import Fault, World, nothing

DAY_S = 86_400
CROWD = 50
MEANS_NOTHING = 15  # the last free button of the panel
BUMPED = 0.03  # of the picture: a mat that lies as far off was moved


def is_cut_off(world: World) -> bool:
    return not world.screen.is_connected


def start_again(world: World) -> None:
    world.service.start()


def is_well(world: World) -> bool:
    return world.is_well


def crowd(world: World) -> None:
    """Fifty devices open the stream, hear a little and vanish without a goodbye."""
    world.before = handles(world)
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


def has_places(world: World) -> bool:
    return bool(world.screen.places())


def bump(world: World) -> None:
    world.places = world.screen.places()
    world.lens("bumped")


def is_followed(world: World) -> bool:
    """No mat is shown where it lay before: it is seen elsewhere, or as hidden."""
    now = world.screen.places()
    return all(name not in now or dist(now[name], at) > BUMPED for name, at in world.places.items())


def is_as_before(world: World) -> bool:
    now = world.screen.places()
    return world.is_well and any(
        name in now and dist(now[name], at) < BUMPED for name, at in world.places.items()
    )


def camera(trouble: str, *, note: str = "") -> Fault:
    def shown(world: World) -> bool:
        return note in world.screen.notes() if note else camera_is_away(world)

    def well(world: World) -> bool:
        return world.is_well and note not in world.screen.notes()

    return Fault(f"camera {trouble}", lambda w: w.lens(trouble), shown, lambda w: w.lens(), well)


def disk(state: str, note: str) -> Fault:
    return Fault(
        f"disk {state}",
        lambda w: w.weather.disk(state),
        lambda w: note in w.screen.notes(),
        lambda w: w.weather.disk(),
        lambda w: note not in w.screen.notes() and w.is_well,
    )


def clock(name: str, seconds: int) -> Fault:
    """The note names the jump, so an earlier one is not taken for this one; setting it right is a
    jump as well.
    """
    there, back = f"{seconds / 60:+.0f}", f"{-seconds / 60:+.0f}"
    return Fault(
        f"clock {name}",
        lambda w: w.weather.clock(seconds),
        lambda w: w.screen.note("clock_jumped") == there,
        lambda w: w.weather.clock(0),
        lambda w: w.is_well and w.screen.note("clock_jumped") == back,
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


def panel_is_away(world: World) -> bool:
    return world.screen.has_shown("panel", "away")


def camera_is_away(world: World) -> bool:
    return world.screen.has_shown("camera", "away")


def reset_panel(world: World) -> None:
    """And a press of a key that means nothing, once it looks at its keys again: it gets an answer
    all the same.
    """
    world.before = world.screen.answers()
    world.wire.reset()
    world.wire.press(MEANS_NOTHING)


def press_is_answered(world: World) -> bool:
    return world.screen.answers() > world.before


def noise(one_in: int) -> Fault:
    def strike(world: World) -> None:
        world.wire.noise = one_in

    def mend(world: World) -> None:
        world.wire.noise = 0

    def well(world: World) -> bool:
        return world.is_well and "panel_noisy" not in world.screen.notes()

    return Fault("panel noise", strike, lambda w: "panel_noisy" in w.screen.notes(), mend, well)


FAULTS = (
    Fault("service killed", lambda w: w.service.kill(), is_cut_off, start_again, is_well, 15),
    Fault(
        "service stopped",
        lambda w: os.kill(w.service.pid, signal.SIGSTOP),
        is_cut_off,
        lambda w: os.kill(w.service.pid, signal.SIGCONT),
        is_well,
    ),
    Fault("eye killed", kill_eye, camera_is_away, nothing, eye_is_new),
    Fault("eye stopped", stop_eye, camera_is_away, nothing, eye_is_new),
    camera("unplugged"),
    camera("frozen"),
    camera("stuck"),
    camera("black", note="camera_black"),
    Fault("camera bumped", bump, is_followed, lambda w: w.lens(), is_as_before, ready=has_places),
    Fault(
        "panel killed", lambda w: w.wire.kill(), panel_is_away, lambda w: w.wire.restart(), is_well
    ),
    Fault(
        "panel cable cut", lambda w: w.wire.cut(), panel_is_away, lambda w: w.wire.mend(), is_well
    ),
    Fault(
        "panel reset",
        reset_panel,
        press_is_answered,
        lambda w: w.wire.release(MEANS_NOTHING),
        is_well,
    ),
    noise(40),
    disk("full", "disk_refused"),
    disk("broken", "disk_refused"),
    disk("read-only", "disk_refused"),
    disk("slow", "disk_slow"),
    clock("a day ahead", DAY_S),
    clock("three years back", -3 * 365 * DAY_S),
    Fault(
        "50 clients vanish",
        crowd,
        None,
        nothing,
        lambda w: w.is_well and handles(w) <= w.before + 4,
    ),
)
BY_NAME = {fault.name: fault for fault in FAULTS}
