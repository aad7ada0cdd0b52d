"""Many and slow devices at the real server: nobody who plays waits for them."""

import json
import os
import select
import socket
import ssl
import stat
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from flask import Flask

from companion.table.table import Table
from tests.table.conftest import SEATS
from tests.table.playing import play_on
from tests.web.test_security import ROOT, gate, is_served, port_of
from web.bodies import MOST_BODIES, MOST_BODY
from web.connections import (
    MOST_STRANGERS,
    STRANGERS_PER_ADDRESS,
    Connection,
    Connections,
)
from web.front import JOINED_THREADS, STRANGER_THREADS
from web.permissions import COOKIE, Permissions
from web.server import WebServer
from web.stream_hub import STRANGERS_PER_ADDRESS as SCREENS_PER_ADDRESS

__all__ = ["gate"]  # a fixture
SOON_S = 20
MANY = 110


@pytest.fixture
def links(served: str) -> Iterator["Links"]:
    with ExitStack() as stack:
        yield Links(port_of(served), stack)


class Links:
    """Connections of one device, closed at the end."""

    def __init__(self, port: int, stack: ExitStack) -> None:
        self._port, self._stack = port, stack

    def open(self, said: bytes = b"") -> socket.socket:
        link = socket.create_connection(("127.0.0.1", self._port), timeout=SOON_S)
        self._stack.enter_context(link)
        link.sendall(said)
        return link

    def get(self, path: str, token: str | None = None) -> socket.socket:
        cookie = f"Cookie: {COOKIE}={token}\r\n" if token else ""
        return self.open(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{cookie}\r\n".encode())


def status(link: socket.socket) -> str:
    """Empty: it was shut."""
    with suppress(ConnectionResetError):
        return link.recv(12)[9:12].decode()
    return ""


def joined(gate: Permissions, role: str = "play") -> str:
    taken = gate.accept(gate.invite(role))
    assert taken is not None
    return taken[0]


def test_requests_that_come_byte_by_byte_hold_nobody_up(served: str, links: Links) -> None:
    """Far more than there are threads, and every one still on its way."""
    assert MANY > JOINED_THREADS + STRANGER_THREADS
    slow = [links.open(b"GET /api/table HTTP/1.1\r\nHost: 127") for _ in range(MANY)]
    for link in slow[-STRANGERS_PER_ADDRESS // 2 :]:
        link.sendall(b".")
    assert is_served(served)


def test_bodies_that_never_end_hold_nobody_up(served: str, links: Links, gate: Permissions) -> None:
    head = f"POST /api/intents HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {COOKIE}={joined(gate)}\r\n"
    body = f"{head}Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{{"
    for _ in range(JOINED_THREADS + STRANGER_THREADS + 4):
        links.open(body.encode())
    assert is_served(served)


def test_a_body_larger_than_anything_taken_is_refused(links: Links) -> None:
    link = links.open(
        b"POST /api/pair HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n"
    )
    piece = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    with suppress(ConnectionError):  # it need not hear all of it
        for _ in range(40):
            link.sendall(piece)
    assert status(link) in ("413", "")


def test_large_bodies_of_many_are_refused_before_memory_runs_out(
    served: str, links: Links, gate: Permissions
) -> None:
    head = f"POST /api/intents HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {COOKIE}={joined(gate)}\r\n"
    size = MOST_BODY - 1
    begun = f"{head}Content-Type: application/json\r\nContent-Length: {size}\r\n\r\n".encode()
    unfinished = begun + b" " * (size - 1)
    large = [links.open() for _ in range(MOST_BODIES // size + 1)]
    for link in large:
        with suppress(ConnectionError):  # refused before it has sent everything
            link.sendall(unfinished)
    refused, _, _ = select.select(large, [], [], SOON_S)
    assert {status(link) for link in refused} <= {"503", ""}
    assert refused
    small = links.open(begun.replace(str(size).encode(), b"2") + b"{}")
    assert status(small) == "400"
    assert is_served(served)


HEAD = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
HALF = b"POST /api/pair HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{"


@pytest.mark.parametrize("before", [b"", HEAD + b"\r\n"], ids=["first", "second"])
@pytest.mark.parametrize("said", [HEAD, HALF], ids=["head", "body"])
def test_who_begins_and_does_not_go_on_is_shut_out(
    said: bytes, before: bytes, links: Links, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = links.open(before)
    if before:
        assert status(link) == "200"
    monkeypatch.setattr("web.connections.HEAD_S", 0.2)
    monkeypatch.setattr("web.connections.BODY_S", 0.2)
    link.sendall(said)
    with suppress(ConnectionResetError):
        while link.recv(4096):  # until it is shut; a recv that waits too long fails the test
            pass


def test_the_longest_waiting_stranger_makes_room_for_the_next(served: str, links: Links) -> None:
    waiting = [links.open() for _ in range(STRANGERS_PER_ADDRESS + 5)]
    assert is_served(served)
    assert status(waiting[0]) == ""


def test_screens_that_only_look_leave_room_for_those_that_play(
    served: str, links: Links, gate: Permissions
) -> None:
    strangers = [links.get("/api/events") for _ in range(SCREENS_PER_ADDRESS + 3)]
    answers = [status(link) for link in strangers]
    assert answers.count("200") == SCREENS_PER_ADDRESS
    assert answers.count("503") == 3
    token = joined(gate)
    assert [status(links.get("/api/events", token)) for _ in range(30)] == ["200"] * 30


def test_a_place_is_free_again_when_a_screen_has_gone(served: str, links: Links) -> None:
    for _ in range(2 * SCREENS_PER_ADDRESS):
        answer = ""
        while answer != "200":  # "503": those before are still leaving
            with links.get("/api/events") as link:
                answer = status(link)


def test_a_service_that_ends_hangs_up_on_whom_it_has_not_answered(guarded: Flask) -> None:
    """A page sends again after a lost reply; an error it would show."""
    asked, go_on = threading.Event(), threading.Event()

    @guarded.before_request
    def wait() -> None:
        asked.set()
        go_on.wait(SOON_S)

    server = WebServer(guarded, "127.0.0.1", 0)
    server.start()
    with ExitStack() as stack:
        link = Links(server.port, stack).get("/api/health")
        assert asked.wait(SOON_S)
        server.stop()
        go_on.set()
        assert status(link) == ""


def test_a_screen_that_never_reads_keeps_no_other_waiting(
    table: Table, served: str, links: Links, gate: Permissions
) -> None:
    table.begin("spell_from_the_future", SEATS)
    token = joined(gate)
    deaf = [links.get("/api/events", token) for _ in range(15)]
    request = urllib.request.Request(
        f"{served}/api/events", headers={"Cookie": f"{COOKIE}={token}"}
    )
    with urllib.request.urlopen(request, timeout=SOON_S) as stream:
        for _ in range(10):
            (seq,) = play_on(table, 1, prefix=f"{len(deaf)}-{table.last_seq}")
            assert any(line.startswith(b"id: ") and int(line[4:]) >= seq for line in stream)


def test_streams_take_no_threads(table: Table, links: Links, gate: Permissions) -> None:
    token = joined(gate)
    assert status(links.get("/api/events", token)) == "200"
    before = threading.active_count()
    screens = [links.get("/api/events", token) for _ in range(60)]
    assert {status(link) for link in screens} == {"200"}
    assert threading.active_count() <= before


def test_silent_connections_do_not_stall_https(guarded: Flask, tmp_path: Path) -> None:
    subprocess.run([ROOT / "hardware/service/certificate", tmp_path / "tls"], check=True)
    server = WebServer(guarded, "127.0.0.1", 0, tmp_path / "tls")
    address = server.start()
    trust = ssl.create_default_context(cafile=str(tmp_path / "tls" / "cert.pem"))
    with ExitStack() as stack:
        stack.callback(server.stop)
        for _ in range(20):
            link = socket.create_connection(("127.0.0.1", server.port), timeout=SOON_S)
            stack.enter_context(link)
        for _ in range(3):
            with urllib.request.urlopen(f"{address}/api/me", context=trust, timeout=3) as reply:
                assert json.load(reply)["role"] == "look"


# Who has to go


def test_strangers_go_before_anybody_who_has_joined() -> None:
    closed: list[int] = []
    connections = Connections(clock=lambda: 0.0)
    players = [
        admitted(connections, ("10.0.0.1", port), closed) for port in range(STRANGERS_PER_ADDRESS)
    ]
    for one in players:
        one.has_joined = True
    for number in range(MOST_STRANGERS + 40):
        admitted(connections, (f"10.0.1.{number % 200}", 5000 + number), closed)
    assert len(closed) == 40
    assert not set(closed) & {one.address[1] for one in players}


def test_of_strangers_a_screen_somebody_looks_at_goes_last() -> None:
    closed: list[int] = []
    connections = Connections(clock=lambda: 0.0)
    screen = admitted(connections, ("10.0.0.1", 1), closed)
    screen.is_stream = True
    for port in range(2, STRANGERS_PER_ADDRESS + 3):
        admitted(connections, ("10.0.0.1", port), closed)
    assert closed == [2, 3]


def admitted(connections: Connections, address: tuple[str, int], closed: list[int]) -> Connection:
    found = connections.admit(address, lambda: closed.append(address[1]))
    assert found is not None
    return found


def test_small_answers_do_not_wait_for_the_device_to_say_it_has_the_head(served: str) -> None:
    """Else every tap over a kept connection takes 40 ms more: the kernel gathers small pieces."""
    port = port_of(served)
    with socket.create_connection(("127.0.0.1", port)) as link:
        link.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert status(link) == "200"
        told = [
            one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            for one in own_sockets()
            if is_end_of(one, link)
        ]
        assert told == [1]


def own_sockets() -> Iterator[socket.socket]:
    """Those of this process, each by a handle of its own. Only of sockets: a handle of the pipe to
    the browser's driver that stays open would keep the driver waiting at the end, for ever.
    """
    for name in os.listdir("/proc/self/fd"):
        with suppress(OSError):
            if stat.S_ISSOCK(os.fstat(int(name)).st_mode):
                with socket.socket(fileno=os.dup(int(name))) as made:
                    yield made


def is_end_of(one: socket.socket, link: socket.socket) -> bool:
    with suppress(OSError):
        return bool(one.getpeername() == link.getsockname())
    return False
