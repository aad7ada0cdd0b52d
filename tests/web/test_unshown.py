"""A game that cannot be shown, as its rules stumble over it, offers the ways out on the page."""

from typing import Any

from flask.testing import FlaskClient
from msgspec.structs import replace

from companion.table.table import Table


def strand(table: Table, playing: FlaskClient) -> None:
    """One step, and after it a state that no rule knows, as a damaged journal would give it."""
    ask = playing.get("/api/table").json["asks"][0]  # type: ignore[index]
    body = {"id": "1", "kind": "answer", "ask": ask["id"], "answer": {"kind": "ready"}}
    assert playing.post("/api/intents", json=body).status_code == 200
    live = table.live
    assert live is not None
    live._timeline._states[len(live.lines)] = replace(live.state, step="no such step")
    table.changes.announce_game()


def test_a_table_that_cannot_be_shown_says_so(table: Table, playing: FlaskClient) -> None:
    strand(table, playing)
    told = playing.get("/api/table").json
    assert told is not None
    assert (told["game"], told["unshown"]) == (None, True)
    assert playing.post("/api/leave", json={}).status_code == 200
    told = playing.get("/api/table").json
    assert told is not None
    assert told["unshown"] is False


def test_the_last_step_of_such_a_game_is_taken_back_on_the_page(
    table: Table, playing: FlaskClient, address: str, chromium: Any
) -> None:
    strand(table, playing)
    page = chromium.new_context().new_page()
    page.goto(address)
    page.click("#unshown-undo")
    page.locator(".band").wait_for()
    assert table.live is not None
    assert not table.live.lines


def test_such_a_game_is_left_on_the_page(
    table: Table, playing: FlaskClient, address: str, chromium: Any
) -> None:
    strand(table, playing)
    page = chromium.new_context().new_page()
    page.goto(address)
    page.click("#unshown-leave")
    page.locator(".tile").first.wait_for()
    assert table.live is None
