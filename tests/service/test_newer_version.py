"""A newer version is said to owners who want to know, and to nobody else."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from companion.service.newer_version import NewerVersion
from companion.service.status import Note, Status


class Told(BaseHTTPRequestHandler):
    answer = b""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.answer)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Told)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    ("answer", "notes"),
    [
        (b"0.10.0\n", (Note("newer_version", "0.10.0"),)),
        (b'{"version": "1.0.0"}', (Note("newer_version", "1.0.0"),)),
        (b"0.9.0", ()),
        (b"0.2.7", ()),
        (b"<html>who are you?</html>", ()),
    ],
)
def test_only_a_higher_number_is_newer(
    address: str, tmp_path: Path, answer: bytes, notes: tuple[Note, ...]
) -> None:
    Told.answer = answer
    status = Status(tmp_path)
    assert NewerVersion(address, "0.9.0", status).look() is (answer != b"<html>who are you?</html>")
    assert status.shown()["newer"] == notes


def test_nobody_there_is_no_fault(tmp_path: Path) -> None:
    status = Status(tmp_path)
    assert not NewerVersion("http://127.0.0.1:9", "0.9.0", status).look()
    assert not NewerVersion("no address at all", "0.9.0", status).look()
    assert status.shown()["newer"] == ()
