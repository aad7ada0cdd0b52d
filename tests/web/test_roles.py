"""Look without a PIN; everything else is for who may, as each address states."""

from pathlib import Path

import pytest
from flask import Flask

from tests.web.conftest import GAME
from tests.web.test_request_guard import paired
from tests.web.test_security import gate
from web.endpoints import stated_by
from web.permissions import Permissions

__all__ = ["gate"]  # a fixture
# Whoever adds an address that everybody may look at writes it down here.
FREE_TO_LOOK = {
    "/",
    "/static/<path:name>",
    "/static/pieces/<path:name>",
    "/faces.css",
    "/join/<code>",
    "/help",
    "/help/<name>",
    "/api/pair",
    "/api/me",
    "/api/openapi.json",
    "/api/events",
    "/api/around",
    "/api/health",
    "/api/table",
    "/api/history/<path:handle>",
    "/api/numbers/<path:tracker>",
    "/api/cards/<deck>",
    "/api/handles",
    "/api/where",
    "/api/curves",
    "/api/log",
    "/api/lines/<int:seq>",
    "/api/games",
    "/api/journal",
    "/api/played",
    "/api/played/going",
    "/api/played/best",
    "/api/played/pace",
    "/api/played/<int:number>",
    "/api/played/<int:number>/log",
    "/api/played/<int:number>/table",
    "/api/played/<int:number>/evening",
    "/api/texts/<language>",
    "/api/zones",
    "/api/taught",
}


def test_every_address_states_who_may_call_it(guarded: Flask) -> None:
    names = {rule.endpoint for rule in guarded.url_map.iter_rules()}
    assert {name for name in names if stated_by(guarded, name) is None} == set()


def test_without_a_pin_only_what_is_listed_can_be_reached(guarded: Flask) -> None:
    """A new address is shut until somebody decides that it may be looked at, and writes it down."""
    free = set()
    for rule in guarded.url_map.iter_rules():
        stated = stated_by(guarded, rule.endpoint)
        if stated is not None and stated.role == "look":
            free.add(rule.rule)
            changes = "POST" in (rule.methods or ())
            assert not changes or rule.rule == "/api/pair", "who only looks changes nothing"
    assert free == FREE_TO_LOOK


@pytest.mark.parametrize("method", ["get", "post"])
def test_an_address_that_states_nothing_is_refused_to_everybody(
    guarded: Flask, method: str
) -> None:
    @guarded.route("/api/forgotten", methods=[method.upper()])
    def forgotten() -> str:
        return "done"

    for client in (guarded.test_client(), paired(guarded, "admin pin")):
        refused = getattr(client, method)("/api/forgotten", json={})
        assert (refused.status_code, refused.json["error"]["code"]) == (403, "not_stated")


def test_at_an_open_table_an_address_that_states_nothing_is_refused_too(app: Flask) -> None:
    app.add_url_rule("/api/forgotten", "forgotten", lambda: "done")
    assert app.test_client().get("/api/forgotten").status_code == 403
    assert app.test_client().get("/api/nowhere").status_code == 404


def test_who_only_looks_cannot_see_what_is_behind_a_screen(guarded: Flask) -> None:
    paired(guarded, "host pin").post("/api/games", json=GAME)
    stranger, player = guarded.test_client(), paired(guarded, "play pin")
    assert stranger.get("/api/table?seat=red").json == stranger.get("/api/table").json
    assert player.get("/api/table?seat=red").status_code == 200


def test_who_joined_as_a_seat_sees_no_other_seat(guarded: Flask, gate: Permissions) -> None:
    paired(guarded, "host pin").post("/api/games", json=GAME)
    phone = guarded.test_client()
    phone.get(f"/join/{gate.invite('play', 'red')}")
    assert phone.get("/api/table?seat=blue").data == phone.get("/api/table?seat=red").data


def test_a_role_without_a_pin_goes_with_the_one_below(tmp_path: Path) -> None:
    gate = Permissions(tmp_path / "secrets.json")
    gate.set_pin("play", "1234")
    assert gate.who(None).role == "look"
    assert gate.who(gate.pair("1234", "here")).role == "admin"
    gate.set_pin("play", "")
    gate.set_pin("admin", "5678")
    assert gate.who(None).role == "host"
    assert gate.who(gate.pair("5678", "here")).role == "admin"


def test_pictures_backup_and_support_file_are_behind_the_gate(guarded: Flask) -> None:
    for path in ("/api/picture", "/api/evidence/x.jpg", "/api/selftest"):
        assert guarded.test_client().get(path).status_code == 401, path
    for path in ("/api/backup", "/api/support"):
        assert guarded.test_client().get(path).status_code == 401, path
        assert paired(guarded, "host pin").get(path).status_code == 403, path
