"""Every line of the security list, tried as an attack."""

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.service.status import Status
from companion.table.table import Table
from tests.web.conftest import GAME
from tests.web.test_api import first_answer
from web.app import create_app
from web.permissions import TRIES, WINDOW_S, Permissions


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def gate(tmp_path: Path, clock: Clock) -> Permissions:
    made = Permissions(tmp_path / "secrets.json", clock)
    made.set_pin("play", "1234")
    made.set_pin("host", "host pin")
    made.set_pin("admin", "admin pin")
    return made


@pytest.fixture
def guarded(table: Table, tmp_path: Path, gate: Permissions) -> Flask:
    return create_app(table, Status(tmp_path / "evidence"), gate)


def paired(app: Flask, pin: str) -> FlaskClient:
    client = app.test_client()
    assert client.post("/api/pair", json={"pin": pin}).status_code == 200
    return client


def test_with_no_pin_set_the_table_is_open(client: FlaskClient) -> None:
    assert client.get("/api/me").json == {
        "role": "admin",
        "seat": "",
        "open": True,
        "unprotected": False,
    }


def test_looking_needs_no_pin_but_playing_and_pictures_do(guarded: Flask) -> None:
    paired(guarded, "host pin").post("/api/games", json=GAME)
    stranger = guarded.test_client()
    assert stranger.get("/api/table").status_code == 200
    assert stranger.post("/api/intents", json=first_answer(stranger)).status_code == 401
    assert stranger.post("/api/games", json=GAME).status_code == 401
    assert stranger.get("/api/picture").status_code == 401
    assert stranger.get("/api/evidence/x.jpg").status_code == 401


def test_a_player_may_play_but_not_host(guarded: Flask) -> None:
    paired(guarded, "host pin").post("/api/games", json=GAME)
    player = paired(guarded, "1234")
    assert player.post("/api/intents", json=first_answer(player)).status_code == 200
    refused = player.post("/api/leave", json={})
    assert (refused.status_code, refused.json["error"]["code"]) == (403, "not_your_role")


def test_pins_are_tried_at_most_five_times_a_minute(guarded: Flask, clock: Clock) -> None:
    client = guarded.test_client()
    for _ in range(TRIES):
        assert client.post("/api/pair", json={"pin": "0000"}).status_code == 401
    assert client.post("/api/pair", json={"pin": "1234"}).status_code == 429, (
        "even the right one must wait"
    )
    clock.now += WINDOW_S + 1
    assert client.post("/api/pair", json={"pin": "1234"}).status_code == 200


def test_nothing_on_disk_gives_a_pin_or_a_token_away(gate: Permissions, tmp_path: Path) -> None:
    token = gate.pair("1234", "somewhere")
    assert token is not None
    kept = (tmp_path / "secrets.json").read_text()
    assert "1234" not in kept
    assert token not in kept
    assert (tmp_path / "secrets.json").stat().st_mode & 0o077 == 0


def test_a_paired_device_stays_paired_over_a_restart(gate: Permissions, tmp_path: Path) -> None:
    token = gate.pair("1234", "somewhere")
    assert Permissions(tmp_path / "secrets.json").who(token).role == "play"


def test_a_made_up_token_opens_nothing(guarded: Flask) -> None:
    client = guarded.test_client()
    client.set_cookie("tableside", "x" * 32)
    assert client.get("/api/me").json["role"] == "look"


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(guarded: Flask) -> None:
    cookie = guarded.test_client().post("/api/pair", json={"pin": "1234"}).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8137", "localhost.evil.example", "127.0.0.1.x"]
)
def test_a_foreign_name_for_this_device_is_refused(client: FlaskClient, host: str) -> None:
    assert client.get("/api/table", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8137", "127.0.0.1:8137", "[::1]:8137", "192.168.1.20"]
)
def test_the_names_of_this_device_are_known(client: FlaskClient, host: str) -> None:
    assert client.get("/api/table", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_page_cannot_change_the_table(
    playing: FlaskClient, headers: dict[str, str]
) -> None:
    reply = playing.post("/api/intents", json=first_answer(playing), headers=headers)
    assert (reply.status_code, reply.json["error"]["code"]) == (403, "foreign_page")
    assert playing.get("/api/table").json["seq"] == 0


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_what_a_form_of_another_page_could_send_is_not_taken(
    playing: FlaskClient, kind: str
) -> None:
    assert playing.post("/api/intents", data=b"{}", content_type=kind).status_code == 415


def test_an_invitation_works_once_and_not_for_long(guarded: Flask, clock: Clock) -> None:
    host = paired(guarded, "host pin")

    def invite() -> Any:
        return host.post("/api/invites", json={"role": "play", "seat": "red"}).json["code"]

    code, phone = invite(), guarded.test_client()
    assert phone.get(f"/join/{code}").status_code == 302
    me = phone.get("/api/me").json
    assert (me["role"], me["seat"], me["open"]) == ("play", "red", False)
    assert guarded.test_client().get(f"/join/{code}").status_code == 410
    late = invite()
    clock.now += 3600
    assert guarded.test_client().get(f"/join/{late}").status_code == 410


def test_nobody_invites_to_more_than_they_are(guarded: Flask) -> None:
    assert (
        paired(guarded, "host pin").post("/api/invites", json={"role": "admin"}).status_code == 403
    )
    assert paired(guarded, "1234").post("/api/invites", json={"role": "play"}).status_code == 403


@pytest.mark.parametrize(
    "name", ["../secrets.json", "..%2fsecrets.json", "%2e%2e/secrets.json", "/etc/passwd"]
)
def test_evidence_cannot_reach_other_files(client: FlaskClient, name: str) -> None:
    assert client.get(f"/api/evidence/{name}").status_code == 404


def test_too_much_at_once_is_not_taken(playing: FlaskClient) -> None:
    assert (
        playing.post(
            "/api/intents", data=b"x" * 2_000_000, content_type="application/json"
        ).status_code
        == 413
    )
