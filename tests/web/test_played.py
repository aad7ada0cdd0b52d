"""Games and people over HTTP: what is listed, told, shared, and taken away."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.journal import Journal
from companion.packs import Shelf
from companion.records.access import FILE, TableAccess
from companion.records.records import Records
from companion.records.store import RecordStore
from companion.service.status import Status
from companion.table.table import Table
from tests.records.conftest import played_once
from web.app import create_app

__all__ = ["played_once"]


@pytest.fixture
def with_games(played_once: Path, tmp_path: Path) -> Iterator[FlaskClient]:
    """Six finished games and one that goes on."""
    data = shutil.copytree(played_once, tmp_path / "data")
    table = Table(Journal(data / "journal.sqlite"), Shelf(None))
    table.start()
    records = Records(RecordStore(data / FILE), TableAccess(table))
    status = Status(data / "evidence", table.changes.announce)
    yield create_app(table, status, records=records).test_client()
    table.stop()


def got(client: FlaskClient, path: str) -> Any:
    reply = client.get(f"/api/{path}")
    assert reply.status_code == 200, reply.get_data(as_text=True)
    return reply.get_json()


def done(client: FlaskClient, path: str, body: Any = None) -> Any:
    reply = client.post(f"/api/{path}", json={} if body is None else body)
    assert reply.status_code in (200, 201), reply.get_data(as_text=True)
    return reply.get_json()


def test_the_list_is_paged_searched_and_in_the_readers_language(with_games: FlaskClient) -> None:
    whole = got(with_games, "played")
    assert [one["number"] for one in whole["games"]] == [7, 6, 5, 4, 3, 2, 1]
    assert (whole["total"], whole["pages"], whole["months"]) == (7, 1, ["2023-11"])
    assert got(with_games, "played?words=ana+runika")["total"] == 1
    assert got(with_games, "played?state=going")["games"][0]["state"] == "put_away"
    english = got(with_games, "played?lang=en")["games"][1]["result"]
    assert got(with_games, "played?lang=id")["games"][1]["result"] != english


def test_home_is_told_what_to_go_on_with_and_how_it_stands(with_games: FlaskClient) -> None:
    going = got(with_games, "played/going")
    assert [one["number"] for one in going] == [7]
    assert going[0]["result"]
    assert all(seat["score"] is not None for seat in going[0]["seats"])
    done(with_games, "games/7/resume")
    assert got(with_games, "played/going")[0]["state"] == "running"


def test_any_kept_game_can_be_replayed_without_secrets(with_games: FlaskClient) -> None:
    log = got(with_games, "played/3/log")
    then = got(with_games, f"played/3/table?at={log[10]['seq']}")
    assert then["seq"] == log[10]["seq"]
    assert [seat["name"] for seat in then["seats"]] == ["Ana", "Budi"]
    assert then["asks"] == []
    assert with_games.get("/api/table").get_json()["game"] is None


def test_a_game_is_shared_as_file_link_and_code(with_games: FlaskClient) -> None:
    shared = got(with_games, "played/2/bgstats")
    assert shared["link"].startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    assert shared["picture"].startswith("data:image/svg+xml")
    for kind in ("json", "csv", "bgstats"):
        reply = with_games.get(f"/api/played/2/export/{kind}")
        assert reply.status_code == 200
        assert "tableside-2." in reply.headers["Content-Disposition"]
    assert with_games.get("/api/played/7/bgstats").status_code == 409
    assert with_games.get("/api/played/2/export/nothing").status_code == 404


def test_hiding_deleting_and_bringing_back(with_games: FlaskClient) -> None:
    done(with_games, "played/1/hide", {"hidden": True})
    done(with_games, "played/2/delete")
    assert [one["number"] for one in got(with_games, "played")["games"]] == [7, 6, 5, 4, 3]
    done(with_games, "played/2/bring_back")
    assert got(with_games, "played?shelf=hidden")["games"][0]["number"] == 1
    assert got(with_games, "played")["total"] == 6
    reply = with_games.post("/api/played/99/delete", json={})
    assert (reply.status_code, reply.get_json()["error"]["code"]) == (409, "no_such_game")


def test_people_are_counted_renamed_merged_and_forgotten(with_games: FlaskClient) -> None:
    people = {one["name"]: one["id"] for one in got(with_games, "people")}
    assert set(people) == {"Ana", "Budi", "Citra", "Dewi"}
    ana = got(with_games, f"people/{people['Ana']}")
    assert ana["overall"]["plays"] == 5
    assert got(with_games, f"people/{people['Ana']}/against/{people['Budi']}")["games"]
    done(with_games, f"people/{people['Ana']}/name", {"name": "Anna"})
    done(with_games, f"people/{people['Ana']}/dress", {"colour": "green", "shape": 3})
    done(with_games, f"people/{people['Dewi']}/merge", {"person": people["Ana"]})
    done(with_games, f"people/{people['Budi']}/forget")
    left = got(with_games, "people")
    assert [one["name"] for one in left] == ["Anna", "Citra"]
    assert left[0]["colour"] == "green"
    assert "Budi" not in str(got(with_games, "played")) + str(got(with_games, "played/3/log"))


def test_forgetting_somebody_at_the_table_takes_the_name_off_it(with_games: FlaskClient) -> None:
    done(with_games, "games/7/resume")
    names = [seat["name"] for seat in with_games.get("/api/table").get_json()["seats"]]
    people = {one["name"]: one["id"] for one in got(with_games, "people")}
    done(with_games, f"people/{people[names[0]]}/forget")
    now = [seat["name"] for seat in with_games.get("/api/table").get_json()["seats"]]
    assert now == ["", names[1]]


def test_a_guest_is_named_at_the_table_and_nowhere_else(with_games: FlaskClient) -> None:
    seats = [{"id": "red", "colour": "red", "name": "Xaver"}, {"id": "blue", "colour": "blue"}]
    body = {"game": "mechamancers", "seats": seats, "guests": ["red"]}
    done(with_games, "games", body)
    assert with_games.get("/api/table").get_json()["seats"][0]["name"] == "Xaver"
    assert "Xaver" not in str(got(with_games, "played"))
    assert "Xaver" not in str(got(with_games, "people"))


def test_playing_again_moves_everybody_one_seat_on(with_games: FlaskClient) -> None:
    number = done(with_games, "played/6/again")["number"]
    table = with_games.get("/api/table").get_json()
    assert (table["number"], table["game"]) == (number, "mechamancers")
    assert [seat["name"] for seat in table["seats"]] == ["Citra", "Budi"]
    evening = got(with_games, "played/6/evening")
    assert [one["number"] for one in evening["games"]] == [1, 2, 3, 4, 5, 6, 7]
    assert evening["people"][0]["won"]


def test_a_game_on_paper_is_entered_and_nonsense_refused(with_games: FlaskClient) -> None:
    seats = [{"name": "Ana", "score": 3}, {"name": "Eko", "score": 8}]
    body = {"game": "runika", "played": 1_600_000_000.0, "seats": seats}
    number = done(with_games, "played/paper", body)["number"]
    told = got(with_games, f"played/{number}")
    assert told["paper"]
    assert told["result"] == "Eko won; scored on paper."
    wrong = {**body, "seats": [{"name": "Ana"}]}
    assert with_games.post("/api/played/paper", json=wrong).status_code == 409
    assert with_games.get(f"/api/played/{number}/log").status_code == 409


def test_where_the_table_stands_is_part_of_a_play(with_games: FlaskClient) -> None:
    done(with_games, "played/location", {"location": "  Café   Kopi "})
    assert "Caf%C3%A9%20Kopi" in got(with_games, "played/2/bgstats")["link"]


def test_the_best_ever_are_told_with_their_games(with_games: FlaskClient) -> None:
    lists = got(with_games, "played/best")
    saga = next(one for one in lists if one["figure"] == "story")
    assert saga["best"][0]["title"] == "Spell Saga"
