"""PINs under attack, PINs that change while the table is served, and devices sent away."""

import os
import threading
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

import web.permissions
from companion.service.status import Status
from companion.table.table import Table
from tests.web.test_request_guard import Clock, clock, gate, paired
from web.app import create_app
from web.guesses import MOST_PLACES, TRIES, TRIES_IN_ALL, WINDOW_S, Guesses
from web.permissions import Permissions

__all__ = ["clock", "gate"]  # fixtures
LAN = ("192.168.1.20",)


# Guessing


def test_of_many_guesses_at_once_only_five_are_looked_at(
    gate: Permissions, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, most, now = [], [0], [0]
    real = web.permissions.hashlib.scrypt

    def counted(pin: bytes, **how: object) -> bytes:
        now[0] += 1
        most[0] = max(most[0], now[0])
        made.append(pin)
        try:
            return real(pin, **how)
        finally:
            now[0] -= 1

    monkeypatch.setattr(web.permissions.hashlib, "scrypt", counted)
    threads = [threading.Thread(target=gate.pair, args=("0000", "10.0.0.1")) for _ in range(90)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 3 * TRIES, "three roles have a PIN, and each is looked at"
    assert most == [1], "one computation at a time: one takes 16 MB"


def test_each_further_guess_makes_the_wait_twice_as_long() -> None:
    clock = Clock()
    guesses = Guesses(clock)
    for _ in range(TRIES):
        assert guesses.take("here")
    waits = []
    for _ in range(3):
        waits.append(guesses.wait_s("here"))
        assert not guesses.take("here")
        clock.now += waits[-1]
        assert guesses.take("here")
    assert waits == [WINDOW_S, 2 * WINDOW_S, 4 * WINDOW_S]
    assert guesses.wait_s("elsewhere") == 0


def test_guesses_from_everywhere_together_are_slowed_down_as_well() -> None:
    guesses = Guesses(Clock())
    for number in range(TRIES_IN_ALL):
        assert guesses.take(f"10.0.0.{number}")
    assert not guesses.take("10.9.9.9")


def test_a_right_pin_forgives_what_was_mistyped() -> None:
    guesses = Guesses(Clock())
    for _ in range(TRIES):
        guesses.take("here")
    guesses.forgive("here")
    assert guesses.take("here")


def test_a_players_own_pin_buys_no_further_tries_at_the_hosts(gate: Permissions) -> None:
    for guess in range(TRIES):
        assert gate.pair("1234", "10.0.0.1"), "who knows a PIN comes in however often"
        assert gate.pair(f"no {guess}", "10.0.0.1") is None
    assert gate.must_wait("10.0.0.1")
    assert not gate.must_wait("10.0.0.2")
    assert gate.pair("host pin", "10.0.0.1") is None, "not even the right one, for a while"


def test_only_so_many_places_are_remembered() -> None:
    clock = Clock()
    guesses = Guesses(clock)
    for number in range(3 * MOST_PLACES):
        guesses.take(f"place {number}")
        clock.now += 20 * WINDOW_S
    assert len(guesses._places) <= MOST_PLACES


# Changing


def test_a_pin_set_by_another_process_holds_at_once(gate: Permissions, tmp_path: Path) -> None:
    token = gate.pair("1234", "here")
    Permissions(tmp_path / "secrets.json").set_pin("play", "new one")
    assert gate.pair("1234", "here") is None
    assert gate.pair("new one", "here") is not None
    assert gate.who(token).role == "look", "who had the role before joins again"


def test_a_pin_set_by_another_process_ends_invitations_to_its_role(
    gate: Permissions, tmp_path: Path
) -> None:
    player, host = gate.invite("play"), gate.invite("host")
    Permissions(tmp_path / "secrets.json").set_pin("host", "new one")
    assert gate.accept(host) is None
    assert gate.accept(player) is not None


def test_a_device_that_joins_does_not_undo_a_pin_set_elsewhere(tmp_path: Path) -> None:
    served = Permissions(tmp_path / "secrets.json")
    code = served.invite("play")
    Permissions(tmp_path / "secrets.json").set_pin("admin", "admin pin")
    assert served.accept(code) is not None
    assert not Permissions(tmp_path / "secrets.json").is_open
    assert Permissions(tmp_path / "secrets.json").pair("admin pin", "here") is not None


def test_a_new_pin_for_hosting_leaves_the_players_alone(gate: Permissions) -> None:
    player, host = gate.pair("1234", "a"), gate.pair("host pin", "b")
    gate.set_pin("host", "another")
    assert gate.who(player).role == "play"
    assert gate.who(host).role == "look"


def test_a_disk_that_cannot_be_written_is_said_and_the_code_stays_good(
    guarded: Flask, gate: Permissions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = gate.invite("play")

    def refuse(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", refuse)
        answer = guarded.test_client().get(f"/join/{code}")
        assert (answer.status_code, answer.json["error"]["code"]) == (507, "disk")
    assert guarded.test_client().get(f"/join/{code}").status_code == 302


# Who has joined


def test_the_host_sees_who_has_joined_and_sends_one_away(guarded: Flask) -> None:
    host, player = paired(guarded, "host pin"), paired(guarded, "1234")
    listed = host.get("/api/devices").json
    assert [(one["role"], one["mine"]) for one in listed] == [("host", True), ("play", False)]
    assert all(one["since"] > 1_700_000_000 and one["name"] for one in listed)
    left = host.post("/api/devices/remove", json={"id": listed[1]["id"]}).json
    assert [one["role"] for one in left] == ["host"]
    assert player.get("/api/me").json["role"] == "look"
    assert player.get("/api/devices").status_code == 401


def test_nobody_sends_away_who_may_do_more(guarded: Flask) -> None:
    admin, host = paired(guarded, "admin pin"), paired(guarded, "host pin")
    (above, *_) = host.get("/api/devices").json
    answer = host.post("/api/devices/remove", json={"id": above["id"]})
    assert (answer.status_code, answer.json["error"]["code"]) == (404, "no_such_device")
    assert admin.get("/api/me").json["role"] == "admin"


def test_a_crowd_of_players_pushes_no_host_out(
    gate: Permissions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.permissions.MOST_DEVICES", 3)
    host, first = gate.pair("host pin", "here"), gate.pair("1234", "here")
    tokens = [gate.accept(gate.invite("play")) for _ in range(5)]
    assert gate.who(host).role == "host"
    assert gate.who(first).role == "look"
    assert [gate.who(taken[0]).role for taken in tokens if taken][-2:] == ["play", "play"]
    assert len(gate.devices.listed(None)) == 3


@pytest.mark.parametrize("seat", ["red\r\nSet-Cookie: x=1", "red\0", "\u202eder"])
def test_no_invitation_is_for_a_seat_that_cannot_be_named(guarded: Flask, seat: str) -> None:
    host = paired(guarded, "host pin")
    answer = host.post("/api/invites", json={"role": "play", "seat": seat})
    assert (answer.status_code, answer.json["error"]["code"]) == (409, "bad_name")


def test_the_name_of_a_seat_is_no_other_wish_of_the_page(guarded: Flask) -> None:
    host = paired(guarded, "host pin")
    code = host.post("/api/invites", json={"role": "play", "seat": "a&view=watch#b"}).json["code"]
    joined = guarded.test_client().get(f"/join/{code}")
    assert joined.headers["Location"].endswith("/?seat=a%26view%3Dwatch%23b")


# The first start


def at(table: Table, tmp_path: Path, names: tuple[str, ...]) -> tuple[FlaskClient, Permissions]:
    gate = Permissions(tmp_path / "first.json")
    return create_app(table, Status(tmp_path / "evidence"), gate, names).test_client(), gate


def test_a_table_in_the_network_asks_once_for_a_pin(table: Table, tmp_path: Path) -> None:
    client, gate = at(table, tmp_path, LAN)
    assert client.get("/api/me").json["unprotected"] is True
    short = client.post("/api/first-start", json={"pin": "12"})
    assert (short.status_code, gate.is_open) == (400, True)
    assert client.post("/api/first-start", json={"pin": "2468"}).status_code == 200
    me = client.get("/api/me").json
    assert (me["unprotected"], me["open"], me["role"]) == (False, False, "admin")
    stranger = client.application.test_client()
    assert stranger.post("/api/games", json={}).status_code == 401
    assert stranger.post("/api/intents", json={}).status_code == 401
    assert stranger.post("/api/first-start", json={"trusted": True}).status_code == 401


def test_or_takes_the_owners_word_that_it_needs_none(table: Table, tmp_path: Path) -> None:
    client, _ = at(table, tmp_path, LAN)
    assert client.post("/api/first-start", json={"trusted": True}).status_code == 200
    assert client.get("/api/me").json["unprotected"] is False
    again, _ = at(table, tmp_path, LAN)
    assert again.get("/api/me").json["unprotected"] is False


def test_who_trusted_the_network_may_still_choose_a_pin_once(table: Table, tmp_path: Path) -> None:
    client, _ = at(table, tmp_path, LAN)
    assert client.post("/api/first-start", json={"trusted": True}).status_code == 200
    assert client.post("/api/first-start", json={"pin": "2468"}).status_code == 200
    assert client.get("/api/me").json["open"] is False
    again = client.post("/api/first-start", json={"pin": "1357"})
    assert (again.status_code, again.json["error"]["code"]) == (409, "decided")


def test_a_table_that_only_this_machine_reaches_asks_nothing(table: Table, tmp_path: Path) -> None:
    client, _ = at(table, tmp_path, ("127.0.0.1",))
    assert client.get("/api/me").json["unprotected"] is False


# Names


@pytest.mark.parametrize("name", ["x" * 81, "Ann\x00", "Ann\u202egnp.exe", "Ann\nBen", "\u2066Ann"])
def test_a_name_that_is_too_long_or_hides_something_is_refused(
    client: FlaskClient, name: str
) -> None:
    seats = [{"id": "red", "name": name}, {"id": "blue"}, {"id": "green"}]
    answer = client.post("/api/games", json={"game": "spell_from_the_future", "seats": seats})
    assert (answer.status_code, answer.json["error"]["code"]) == (409, "bad_name")
