"""The rest of the security list, each line tried as an attack; `test_request_guard.py` has the
first half, `test_roles.py` who may do what.
"""

import http.client
import io
import json
import logging
import re
import socket
import ssl
import subprocess
import tomllib
import urllib.request
import warnings
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import web.permissions
from companion import games
from companion.errors import SetupError
from companion.packs import LIMIT_BYTES, Shelf, raw_from_file
from companion.table.table import Table
from tests.web.browser import TABLET
from tests.web.conftest import GAME
from web.app import POLICY
from web.assets import STATIC
from web.permissions import MOST_DEVICES, Permissions
from web.server import WebServer

ROOT = Path(__file__).parents[2]
# Waits until the picture has failed: whoever listens for that, in the page or in the picture's own
# words, was called.
BROKEN_PICTURE = """() => new Promise((done) => {
  document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.hacked=2">');
  document.body.lastChild.addEventListener('error', done);
})"""


@pytest.fixture
def gate(tmp_path: Path) -> Permissions:
    made = Permissions(tmp_path / "secrets.json")
    for role in ("play", "host", "admin"):
        made.set_pin(role, f"{role} pin")
    return made


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


def is_served(address: str) -> bool:
    with urllib.request.urlopen(f"{address}/api/table", timeout=20) as reply:
        return bool(reply.status == 200)


# PINs


def test_whether_a_pin_is_nearly_right_cannot_be_told_from_the_work_done(
    gate: Permissions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every role's hash is made for every try, right or wrong, so that the time says nothing."""

    made: list[str] = []
    real = web.permissions._hashed
    monkeypatch.setattr(
        web.permissions, "_hashed", lambda pin, salt: made.append(pin) or real(pin, salt)
    )
    for pin in ("play pin", "play pim", "x", "admin pin"):
        made.clear()
        gate.pair(pin, "here")
        assert len(made) == 3


def test_guessing_from_many_addresses_is_slowed_down_too(tmp_path: Path) -> None:
    gate = Permissions(tmp_path / "secrets.json")
    gate.set_pin("play", "play pin")
    for number in range(20):
        gate.pair("wrong", f"10.0.0.{number}")
    assert gate.must_wait("10.0.0.99")
    assert gate.pair("play pin", "10.0.0.99") is None


def test_devices_that_pair_again_and_again_do_not_fill_the_disk(
    gate: Permissions, tmp_path: Path
) -> None:
    first = gate.accept(gate.invite("play"))
    assert first is not None
    for _ in range(MOST_DEVICES):
        gate.accept(gate.invite("play"))
    assert (tmp_path / "secrets.json").stat().st_size < 200 * MOST_DEVICES
    assert gate.who(first[0]).role == "look"


def test_pins_and_tokens_are_in_no_log(
    served: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    for pin in ("wrong-4711", "play pin"):
        request = urllib.request.Request(
            f"{served}/api/pair",
            json.dumps({"pin": pin}).encode(),
            {"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request) as reply:
                cookie = str(reply.headers["Set-Cookie"])
        except urllib.error.HTTPError as error:
            error.close()
    token = cookie.partition("=")[2].partition(";")[0]
    said = caplog.text + "".join(capfd.readouterr())
    assert all(secret not in said for secret in ("wrong-4711", "play pin", token))


# The page


def test_the_policy_allows_no_inline_script_and_the_page_has_none() -> None:
    assert "unsafe" not in POLICY
    for part in (
        "script-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ):
        assert part in POLICY
    page = (STATIC / "index.html").read_text("utf-8")
    assert re.findall(r"<script(?![^>]*\ssrc=)", page) == []
    assert re.findall(r"\son\w+=|\sstyle=|javascript:", page) == []


def test_a_script_smuggled_in_as_a_name_does_not_run(
    table: Table, address: str, chromium: Any
) -> None:
    evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'
    seats = [{**seat, "name": evil} for seat in GAME["seats"]]
    page = chromium.new_page(viewport=TABLET)
    client = http.client.HTTPConnection("127.0.0.1", port_of(address))
    client.request(
        "POST",
        "/api/games",
        json.dumps({**GAME, "seats": seats}),
        {"Content-Type": "application/json"},
    )
    assert client.getresponse().status == 201
    client.close()
    page.goto(address)
    page.wait_for_selector(".seat-box")
    assert page.locator(".seat-box .name").first.inner_text().startswith("<img")
    page.evaluate(BROKEN_PICTURE)
    assert page.evaluate("window.hacked") is None


@pytest.mark.parametrize(
    "path", ["/", "/api/table", "/static/js/main.js", "/api/nothing", "/api/picture"]
)
def test_every_answer_is_dressed(guarded: Flask, path: str) -> None:
    with guarded.test_client().get(path) as reply:
        headers = reply.headers
    assert headers["Content-Security-Policy"] == POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(
    "path",
    [
        "/static/../gate.py",
        "/static/%2e%2e/gate.py",
        "/static/..%2f..%2fsecrets.json",
        "/static//etc/passwd",
    ],
)
def test_static_files_cannot_reach_others(served: str, path: str) -> None:
    client = http.client.HTTPConnection("127.0.0.1", port_of(served))
    client.request("GET", path)
    assert client.getresponse().status in (404, 308), (
        "308: the same address, tidied up, which is not there either"
    )
    client.close()


# What is sent in


def test_a_body_in_chunks_cannot_be_endless(served: str) -> None:
    client = http.client.HTTPConnection("127.0.0.1", port_of(served), timeout=20)
    headers = {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}
    try:
        client.request(
            "POST", "/api/pair", iter([b"x" * 100_000] * 80), headers, encode_chunked=True
        )
        assert client.getresponse().status in (400, 413)
    except (BrokenPipeError, ConnectionResetError):
        pass  # cut off while sending: that is an answer too
    client.close()
    assert is_served(served)


def test_headers_cannot_be_endless(served: str) -> None:
    link = socket.create_connection(("127.0.0.1", port_of(served)), timeout=20)
    with link, suppress(OSError):  # cut off while sending: that is an answer too
        link.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 200_000)
        link.shutdown(socket.SHUT_WR)
        assert link.recv(100)[9:12] in (b"413", b"400")
    assert is_served(served)


@pytest.mark.parametrize(
    "opening", [b"[", b'{"a":', b'{"kind":"answer","id":"1","ask":"x","answer":']
)
def test_json_nested_without_end_is_refused(playing: FlaskClient, opening: bytes) -> None:
    for path in ("/api/intents", "/api/games", "/api/preview", "/api/pair"):
        reply = playing.post(
            path, data=opening * (900_000 // len(opening)), content_type="application/json"
        )
        assert reply.status_code in (400, 401), path


@pytest.mark.parametrize(
    "path", ["/api/intents", "/api/games", "/api/preview", "/api/pair", "/api/virtual"]
)
def test_what_is_no_text_is_refused_and_no_fault(playing: FlaskClient, path: str) -> None:
    for data in (
        b'{"kind":"\x80answer","id":"1"}',
        b'{"pin":"\xff"}',
        b"\x00",
        b'{"\xed\xa0\x80":1}',
    ):
        assert playing.post(path, data=data, content_type="application/json").status_code in (
            400,
            401,
        )


def test_a_pack_over_the_network_cannot_be_a_path(playing: FlaskClient, tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text("[[cards]]\nid = 'stolen'\n")
    for pack in (str(tmp_path / "secret.toml"), "/etc/passwd", "../secrets.json", "demo/../../x"):
        reply = playing.post("/api/games", json={**GAME, "pack": pack})
        assert reply.status_code == 400
        assert "has no pack" in reply.json["error"]["message"]
        assert "stolen" not in reply.text


DEEP = b"a" + b".a" * 400_000


@pytest.mark.parametrize(
    "content",
    [
        b"a" * (LIMIT_BYTES + 1),
        b"a = " + b"[" * 200_000,
        DEEP + b" = 1",
        b"[" + DEEP + b"]",
        b"\xff\xfe\x00",
    ],
    ids=["large", "deep arrays", "deep keys", "deep tables", "no text"],
)
def test_a_pack_that_is_too_large_too_deep_or_no_text_is_refused(
    tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "p.toml").write_bytes(content)
    with pytest.raises(SetupError):
        raw_from_file(tmp_path / "p.toml")


def test_a_zip_given_as_a_pack_is_never_unpacked(tmp_path: Path) -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("pack.toml", b"0" * 50_000_000)
    (tmp_path / "p.toml").write_bytes(bomb.getvalue())
    with pytest.raises(SetupError):
        raw_from_file(tmp_path / "p.toml")


@pytest.mark.parametrize("name", ["../../evil", "a/b", "/etc/cron.d/x", "..", "a\nb", "a]\n[b"])
def test_a_card_or_field_with_a_hostile_name_stays_inside_its_file(
    tmp_path: Path, name: str
) -> None:

    shelf, game = Shelf(tmp_path / "packs"), games.find("spell_from_the_future")
    shelf.remember(game, {"cards": [{"id": name, name: "x"}]})
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files == [tmp_path / "packs" / game.id / "owner.toml"]
    assert tomllib.loads(files[0].read_text("utf-8"))["cards"][0]["id"] == name


# TLS


def test_https_with_the_certificate_of_the_installation(guarded: Flask, tmp_path: Path) -> None:
    subprocess.run([ROOT / "hardware/service/certificate", tmp_path / "tls"], check=True)
    assert (tmp_path / "tls" / "key.pem").stat().st_mode & 0o077 == 0
    server = WebServer(guarded, "127.0.0.1", 0, tmp_path / "tls")
    address = server.start()
    try:
        assert address.startswith("https://")
        trust = ssl.create_default_context(cafile=str(tmp_path / "tls" / "cert.pem"))
        body = json.dumps({"pin": "play pin"}).encode()
        request = urllib.request.Request(
            f"{address}/api/pair", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, context=trust) as reply:
            assert "Secure" in reply.headers["Set-Cookie"]
            assert "max-age=31536000" in reply.headers["Strict-Transport-Security"]
        with pytest.raises(ssl.SSLError):
            old_tls(port_of(address))
    finally:
        server.stop()


def old_tls(port: int) -> Any:
    trust = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    trust.set_ciphers("ALL:@SECLEVEL=0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        trust.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
        trust.maximum_version = ssl.TLSVersion.TLSv1_1
    with socket.create_connection(("127.0.0.1", port), timeout=10) as link:
        return trust.wrap_socket(link)


def test_without_a_certificate_https_says_what_to_do(guarded: Flask, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="certificate"):
        WebServer(guarded, "127.0.0.1", 0, tmp_path / "none")
