"""The HTTP face as interfaces promise it: intents in, views out, one shape for errors."""

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.table import Table
from tests.web.conftest import GAME

few = settings(max_examples=150)


def first_answer(client: FlaskClient, **more: Any) -> dict[str, Any]:
    ask = client.get("/api/table").json["asks"][0]
    return {"id": "1", "kind": "answer", "ask": ask["id"], "answer": {"kind": "ready"}, **more}


def is_error(reply: Any) -> bool:
    error = reply.json["error"]
    return set(error) == {"code", "message", "hint"} and all(
        isinstance(text, str) for text in error.values()
    )


def test_an_empty_table_is_said_plainly(client: FlaskClient) -> None:
    table = client.get("/api/table").json
    assert (table["game"], table["asks"], table["trackers"], table["outcome"]) == (
        None,
        [],
        [],
        None,
    )


def test_the_view_has_what_interfaces_promise(playing: FlaskClient) -> None:
    table = playing.get("/api/table").json
    assert {"seq", "game", "asks", "trackers", "log", "outcome"} <= set(table)
    assert table["game"] == "spell_from_the_future"
    assert all(isinstance(ask["say"], str) for ask in table["asks"])


def test_an_intent_is_accepted_then_known_as_a_repeat(playing: FlaskClient) -> None:
    intent = first_answer(playing)
    first = playing.post("/api/intents", json=intent)
    assert (first.status_code, first.json) == (200, {"accepted": 1})
    again = playing.post("/api/intents", json=intent)
    assert (again.status_code, again.json) == (200, {"duplicate": 1})
    assert playing.get("/api/table").json["seq"] == 1


def test_a_refused_intent_says_why_and_changes_nothing(playing: FlaskClient) -> None:
    before = playing.get("/api/table").json
    reply = playing.post("/api/intents", json=first_answer(playing, ask="nothing"))
    assert reply.status_code == 409
    assert isinstance(reply.json["refused"], str)
    assert is_error(reply)
    assert playing.get("/api/table").json == before


def test_a_refusal_tells_its_rule_in_the_devices_language(client: FlaskClient) -> None:
    beast = {"id": "D13", "health": 7, "attack": 5, "damage": 1}
    rolling = {"step": "P3.2", "first_player": "red", "beast_deck_count": 6, "current_beast": beast}
    assert client.post("/api/games", json={**GAME, "position": rolling}).status_code == 201
    seven = first_answer(client, answer={"kind": "roll", "dice": [{"face": 7}]})
    english, indonesian = (
        client.post(f"/api/intents?lang={lang}", json=seven).json for lang in ("en", "id")
    )
    assert english["error"]["code"] == "SF-E04"
    assert english["rule"] == "One die of 1 to 6 decides who strikes first."
    assert indonesian["rule"].startswith("Satu dadu")
    alone = client.post("/api/games", json={**GAME, "seats": GAME["seats"][:1]}).json
    assert (alone["error"]["code"], alone["rule"][:18]) == ("SF-E01", "Three to five play")


def test_each_device_gets_its_own_language(playing: FlaskClient) -> None:
    english, indonesian = (playing.get(f"/api/table?lang={lang}").json for lang in ("en", "id"))
    assert english["asks"][0]["say"] != indonesian["asks"][0]["say"]
    by_browser = playing.get("/api/table", headers={"Accept-Language": "id-ID,id;q=0.9"}).json
    assert by_browser["asks"][0]["say"] == indonesian["asks"][0]["say"]


def test_a_position_can_be_read_and_started_from(playing: FlaskClient) -> None:
    playing.post("/api/intents", json=first_answer(playing))
    position = playing.get("/api/table?as=position").json
    before = playing.get("/api/table").json
    assert playing.post("/api/games", json={**GAME, "position": position}).status_code == 201
    assert playing.get("/api/table").json["hash"] == before["hash"]


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"", 400),
        (b"not json", 400),
        (b"[]", 400),
        (b'"x"', 400),
        (b"{}", 400),
        (b'{"kind": "answer"}', 400),
        (b'{"id": "1", "kind": "dance"}', 400),
        (b'{"id": "1", "kind": "undo", "more": 1}', 400),
        (b'{"id": 1, "kind": "undo"}', 400),
        (
            b'{"id": "1", "kind": "answer", "ask": "x", '
            b'"answer": {"kind": "roll", "dice": [{"face": []}]}}',
            400,
        ),
        (b"\xff\xfe", 400),
        (b'{"id": "1", "kind": "undo"}', 409),
        (b"[" * 5000, 400),
        (b"x" * 1_000_001, 413),
    ],
)
def test_what_is_no_intent_is_answered_with_code_message_and_hint(
    playing: FlaskClient, data: bytes, status: int
) -> None:
    reply = playing.post("/api/intents", data=data, content_type="application/json")
    assert reply.status_code == status
    assert is_error(reply)
    assert playing.get("/api/table").json["seq"] == 0


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nowhere", 404),
        ("/api/nowhere", 404),
        ("/static/../app.py", 404),
        ("/api/lines/99", 409),
        ("/api/texts/xx", 404),
    ],
)
def test_a_wrong_address_is_answered_in_the_same_shape(
    playing: FlaskClient, path: str, status: int
) -> None:
    reply = playing.get(path)
    assert reply.status_code == status
    assert is_error(reply)


def test_a_wrong_method_is_answered_in_the_same_shape(client: FlaskClient) -> None:
    reply = client.delete("/api/table")
    assert reply.status_code == 405
    assert is_error(reply)


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess", "seats": []},
        {**GAME, "seats": GAME["seats"][:1]},
        {**GAME, "options": {"no such option": 1}},
        {**GAME, "position": {"no such word": 1}},
        {**GAME, "pack": "/etc/passwd"},
        {**GAME, "pack": {"beasts": "none"}},
        {**GAME, "seats": [{"id": "red"}, {"id": "red"}, {"id": "blue"}]},
    ],
)
def test_a_game_that_cannot_be_set_up_is_refused_with_what_to_do(
    client: FlaskClient, wrong: dict[str, Any]
) -> None:
    reply = client.post("/api/games", json=wrong)
    assert reply.status_code in (400, 409)
    assert is_error(reply)
    assert client.get("/api/table").json["game"] is None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
intents = st.fixed_dictionaries(
    {
        "id": st.text(max_size=5),
        "kind": st.sampled_from(["answer", "adjust", "correct", "undo", "redo", "set", "x"]),
    },
    optional={
        "ask": st.sampled_from(["1:S2", "S2", ""]) | st.text(max_size=6),
        "answer": json_values,
        "line": st.integers() | st.none(),
        "handle": st.text(max_size=8),
        "to": json_values,
        "option": st.text(max_size=8),
        "seat": st.sampled_from(["red", "blue", "nobody", None]),
    },
)


@few
@given(intents | json_values)
def test_any_json_as_an_intent_is_answered_and_the_service_keeps_serving(
    playing: FlaskClient, data: Any
) -> None:
    reply = playing.post("/api/intents", data=json.dumps(data), content_type="application/json")
    assert reply.status_code in (200, 400, 409)
    assert reply.status_code == 200 or is_error(reply)
    assert playing.get("/api/table").status_code == 200


@few
@given(st.binary(max_size=200))
def test_any_bytes_are_answered(playing: FlaskClient, data: bytes) -> None:
    for path in ("/api/intents", "/api/games", "/api/preview"):
        assert playing.post(path, data=data, content_type="application/json").status_code in (
            400,
            409,
        )


def test_the_description_names_every_route_and_nothing_else(
    app: Flask, client: FlaskClient
) -> None:
    described = {
        (path, method)
        for path, item in client.get("/api/openapi.json").json["paths"].items()
        for method in item
    }
    routes = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/")
    }
    assert described == routes


def test_how_a_number_came_about_can_be_asked(playing: FlaskClient, table: Table) -> None:
    handle = next(one for one in playing.get("/api/handles").json if "damage" in one["id"])
    intent = {"id": "a", "kind": "adjust", "handle": handle["id"], "to": 2, "reason": "bumped"}
    assert playing.post("/api/intents", json=intent).status_code == 200
    told = playing.get(f"/api/history/{handle['id']}").json
    assert told[-1]["value"] == 2
    assert "bumped" in told[-1]["why"]


def test_a_correction_is_previewed_before_it_is_made(playing: FlaskClient) -> None:
    playing.post("/api/intents", json=first_answer(playing))
    line = playing.get("/api/lines/1").json
    assert line["answer"] == {"kind": "ready", "ready": True}
    wanted = {"id": "c", "kind": "correct", "line": 1, "answer": {"kind": "ready"}}
    preview = playing.post("/api/preview", json=wanted).json
    assert preview["differences"] == []
    assert playing.get("/api/table").json["seq"] == 1


def test_pages_carry_a_strict_policy(client: FlaskClient) -> None:
    with client.get("/") as page:
        assert page.status_code == 200
        assert "'unsafe-inline'" not in page.headers["Content-Security-Policy"]
        assert "<script>" not in page.text
        assert "style=" not in page.text


def test_the_list_of_games_is_read_by_pages_and_without_their_starts(
    playing: FlaskClient,
) -> None:
    long = [{"id": c, "colour": c, "name": c * 12} for c in ("red", "blue", "green")]
    for seats in (long, [{**one, "team": "x" * 80, "name": "n" * 80} for one in long]):
        playing.post("/api/games", json={"game": "spell_from_the_future", "seats": seats})
    listed = playing.get("/api/journal").json
    assert [one["number"] for one in listed] == [3, 2, 1]
    assert [one["seats"][0]["name"] for one in listed] == ["n" * 80, "red" * 12, ""]
    assert playing.get("/api/journal?newest=1").json == listed[:1]
    assert playing.get("/api/journal?newest=-4").json == []
