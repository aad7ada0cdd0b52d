"""Attacks that need a real browser, a real socket or many tries; `test_request_guard` and
`test_security` have the rest.
"""

import http.server
import json
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.kit.seats import Seat
from companion.table.table import Table
from tests.web.browser import TABLET
from web.permissions import Permissions

GAME_ID = "spell_from_the_future"
SEATS = tuple(Seat(colour, colour=colour) for colour in ("red", "blue", "green"))
ANOTHER_PAGE = """<!doctype html><title>another page</title>
<form id="form" method="post" enctype="text/plain" action="{target}/api/leave" target="frame">
<input name='{{"a": "' value='"}}'></form><iframe name="frame"></iframe>
"""
PAIR = """async () => {
  const headers = {"Content-Type": "application/json"};
  return (await fetch("/api/pair", {method: "POST", body: '{"pin": "play pin"}', headers})).status;
}"""
TRIES = """async (target) => {
  const said = [];
  for (const [kind, mode] of [["text/plain", "no-cors"], ["application/json", "cors"]]) {
    try {
      const headers = {"Content-Type": kind};
      const sent = {method: "POST", body: "{}", mode, credentials: "include", headers};
      await fetch(`${target}/api/leave`, sent);
      said.push("sent");
    } catch (error) { said.push("refused"); }
  }
  try {
    const read = await fetch(`${target}/api/table`, {credentials: "include"});
    said.push((await read.json()).game);
  }
  catch (error) { said.push("unread"); }
  return said;
}"""


@pytest.fixture
def gate(tmp_path: Path) -> Permissions:
    made = Permissions(tmp_path / "secrets.json")
    made.set_pin("play", "play pin")
    return made


@pytest.fixture
def elsewhere(served: str) -> Iterator[str]:
    """A page of somebody else's, at another name; its visitor has our cookie."""

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(ANOTHER_PAGE.format(target=served).encode())

        def log_message(self, *_: object) -> None: ...

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def game_at(address: str) -> str:
    with urllib.request.urlopen(f"{address}/api/table", timeout=20) as reply:
        return str(json.load(reply)["game"])


def test_a_page_elsewhere_cannot_use_the_cookie_of_its_visitor(
    table: Table, served: str, elsewhere: str, chromium: Any
) -> None:
    table.begin(GAME_ID, SEATS)
    page = chromium.new_context(viewport=TABLET).new_page()
    page.goto(served)
    assert page.evaluate(PAIR) == 200
    assert page.evaluate("document.cookie") == ""
    page.goto(elsewhere)
    said = page.evaluate(TRIES, served)
    with page.expect_response(f"{served}/api/leave") as form:
        page.evaluate("document.getElementById('form').submit()")
    assert form.value.status in (401, 403, 415)
    assert said[1:] == ["refused", "unread"]
    assert game_at(served) == GAME_ID


def test_codes_of_invitations_cannot_be_guessed(guarded: Flask, gate: Permissions) -> None:
    codes = {gate.invite("play", "red") for _ in range(200)}
    assert len(codes) == 200
    assert min(len(code) for code in codes) * 6 >= 96  # bits
    code = gate.invite("play", "red")
    client = guarded.test_client()
    for near in (code[:-1], code + "A", code.swapcase(), code[::-1], "", "%00", "../" + code):
        assert client.get(f"/join/{near}").status_code in (404, 410)
    assert client.post("/api/intents", json={"id": "1", "kind": "undo"}).status_code == 401
    assert client.get(f"/join/{code}").status_code == 302
