"""systemd hears that we are ready, well and stopping."""

import socket
from pathlib import Path

import pytest

from companion.config import Config
from companion.service.notify import tell_systemd
from companion.service.service import Service


def test_words_reach_the_socket_systemd_gave(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(address)
        assert tell_systemd("READY=1", address)
        assert listener.recv(100) == b"READY=1"


def test_without_systemd_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not tell_systemd("READY=1")
    assert not tell_systemd("READY=1", "/no/such/socket")


def test_a_house_is_well_only_while_every_part_lives(tmp_path: Path) -> None:
    service = Service(tmp_path, Config(), panel="script:demo")
    assert service.stuck()
    service.start("127.0.0.1", 0)
    try:
        assert not service.stuck()
    finally:
        service.stop()
    assert service.stuck()
