"""Bad input to the service as people start it: refused in words, never a fault, and nothing breaks
by it.
"""

import csv
import io
import socket
import struct
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.faults.service import Screen, Service
from tests.faults.weather import Weather
from tests.web.odd_messages import GAME, OddTalk, sound_again

ODD_IDS: list[Any] = [5, 1.5, True, None, [], {}, "", "x" * 3000, "a\0b", "\u202ex"]
SILENT = 40


class House:
    """The service in its own process, with a disk that can be made read-only."""

    def __init__(self, folder: Path) -> None:
        data = folder / "data"
        data.mkdir()
        self.weather = Weather(folder, data)
        self.service = Service(data, "--virtual", around=self.weather.around())
        self.log = folder / "data.log"
        self.service.start()
        self.screen = Screen(self.service)
        assert "number" in self.call("/api/games", GAME)

    def call(self, path: str, data: Any = None) -> Any:
        return self.service.call(path, data)

    def code(self, path: str, data: Any = None) -> str:
        """Of the error; empty where there is none."""
        answer = self.call(path, data)
        return (
            str(answer["error"]["code"]) if isinstance(answer, dict) and "error" in answer else ""
        )

    def close(self) -> None:
        self.screen.close()
        self.service.end()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = House(tmp_path_factory.mktemp("house"))
    yield made
    made.close()


def test_no_message_to_the_virtual_table_is_a_fault_or_ends_the_eye(house: House) -> None:
    sound_again(house.service, house.screen)
    eye, talk = house.service.eye(), OddTalk(house.service, 3)
    assert eye is not None
    with closing(talk):
        talk.say(250)
    assert talk.faults == []
    assert talk.statuses[200] > 20, "hardly anything was ever done"
    sound_again(house.service, house.screen)
    assert house.service.eye() == eye


def test_a_name_longer_than_any_file_is_nothing_that_was_taught(house: House) -> None:
    for body in ({"card": "x" * 5000}, {"die": "x" * 5000, "symbol": "y"}, {"card": "../" * 90}):
        assert house.code("/api/taught/forget", body) in ("", "too_long", "invalid", "setup")


@pytest.mark.parametrize("odd", ODD_IDS, ids=lambda one: repr(one)[:12])
def test_a_pack_whose_ids_are_no_text_is_refused(house: House, odd: Any) -> None:
    edit = {"kind": "runes", "card": {"id": odd, "name": odd}}
    for door in ("check", "cards"):
        answer = house.call(f"/api/packs/runika/{door}", edit)
        assert answer.get("problems") or answer["error"]["code"] != "fault", answer
    assert house.code("/api/packs/runika/away", {"kind": "runes", "id": odd}) != "fault"
    begun = {**GAME, "pack": {"runes": [{"id": odd}], odd if isinstance(odd, str) else "x": odd}}
    assert house.code("/api/games", begun) not in ("", "fault")


@pytest.mark.parametrize("kind", ["", ".", "[]", "[...]", "\u202e"])
def test_a_kind_of_card_without_a_name_is_unknown(house: House, kind: str) -> None:
    for door in ("check", "cards"):
        told = house.call(f"/api/packs/runika/{door}", {"kind": kind, "card": {}})
        assert told["problems"], told
    brought = {"name": "mine.toml", "text": f"{kind!r} = 1\n".replace("'", '"')}
    assert house.code("/api/packs/runika/import", brought) != "fault"


@pytest.mark.parametrize("picture", ["\u200b", "é", "====", "a", "\0"])
def test_a_picture_that_is_no_base64_teaches_nothing(house: House, picture: str) -> None:
    lesson = {"die": "d6", "symbol": "x", "picture": picture}
    assert house.code("/api/taught", lesson) == "not_base64"


def test_a_code_taken_on_a_read_only_disk_is_said_to_be_kept_and_stays_good(house: House) -> None:
    code = house.call("/api/invites", {"role": "play"})["code"]
    house.weather.disk("read-only")
    try:
        assert house.code(f"/join/{code}") == "disk"
    finally:
        house.weather.disk()
    with urllib.request.urlopen(f"{house.service.address}/join/{code}", timeout=30) as page:
        assert page.status == 200


@pytest.mark.parametrize("name", ["x" * 81, "Ann\0", "Ann\u202egnp.exe", "Ann\nBen", "\u2066Ann"])
def test_no_door_takes_a_name_that_is_too_long_or_hides_something(house: House, name: str) -> None:
    seats = [{"id": "red", "name": name}, {"id": "blue"}]
    assert house.code("/api/games", {"game": "runika", "seats": seats}) == "bad_name"
    paper = {"game": "runika", "played": 1.0, "seats": [{"name": name}, {"name": "Ben"}]}
    assert house.code("/api/played/paper", paper) not in ("", "fault")
    told = house.call("/api/played/location", {"location": name})["location"]
    assert len(told) <= 60
    assert told.isprintable()


@pytest.mark.parametrize("number", [2**63 - 1, 2**63, -(2**63) - 1, 2**64, 10**30])
def test_a_number_that_no_file_holds_names_nothing(house: House, number: int) -> None:
    paper = {"game": "runika", "played": 1.0, "seats": [{"name": "Ann"}, {"name": "Ben"}]}
    house.call("/api/played/paper", paper)
    person = house.call("/api/people")[0]["id"]
    reading = (f"journal?newest={number}", f"played?person={number}", f"played?page={number}")
    asked = (*reading, f"numbers/x?since={number}", f"table?at={number}", f"lines/{number}")
    assert [one for one in asked if house.code(f"/api/{one}") == "fault"] == []
    doors = (f"games/{number}/resume", f"played/{number}/delete", f"people/{number}/forget")
    assert [one for one in doors if house.code(f"/api/{one}", {}) in ("", "fault")] == []
    merged = house.code(f"/api/people/{person}/merge", {"person": number})
    assert merged not in ("", "fault")


@pytest.mark.parametrize("name", ["Cookie", "Authorization", "Accept-Language", "If-None-Match"])
def test_a_header_that_is_no_text_is_read_past(house: House, name: str) -> None:
    for value in (b"tableside=\xff", b"Bearer \xe9", b"\x80\x81", b"tableside=" + b"x" * 3000):
        asked = urllib.request.Request(f"{house.service.address}/api/table")
        asked.add_header(name, value.decode("latin-1"))
        with urllib.request.urlopen(asked, timeout=30) as reply:
            assert reply.status == 200, value


@pytest.mark.parametrize("seat", ["", "a.b", "a:b", "red/blue", "a,b", "x" * 41, "\u200b", "blue"])
def test_no_game_begins_with_a_seat_that_its_questions_cannot_name(house: House, seat: str) -> None:
    for game in ("runika", "mechamancers", "world_adventure"):
        seats = [{"id": seat}, {"id": "blue"}]
        assert house.code("/api/games", {"game": game, "seats": seats}) in ("bad_seats", "bad_name")


def test_a_name_that_is_a_formula_is_text_in_a_spreadsheet(house: House) -> None:
    seats = [{"id": "red", "name": '=HYPERLINK("x")'}, {"id": "blue", "name": "@b"}]
    number = house.call("/api/games", {"game": "runika", "seats": seats})["number"]
    ask = house.call("/api/table")["asks"][0]["id"]
    assert house.call("/api/virtual", {"to": "dealer", "do": "deal", "ask": ask})
    adjust = next(one for one in house.call("/api/handles") if not one["words"])
    intent = {"id": "f", "kind": "adjust", "handle": adjust["id"], "to": adjust["least"] or 1}
    house.call("/api/intents", {**intent, "reason": "=1+1"})
    address = f"{house.service.address}/api/played/{number}/export/csv"
    with urllib.request.urlopen(address, timeout=30) as reply:
        rows = list(csv.reader(io.StringIO(reply.read().decode())))
    assert len(rows) > 1
    assert not any(
        cell.lstrip(" ").startswith(("=", "+", "-", "@")) for row in rows for cell in row
    )


def test_devices_that_dawdle_or_talk_nonsense_leave_no_line_in_the_log(house: House) -> None:
    before = house.log.stat().st_size
    links = [socket.create_connection(("127.0.0.1", house.service.port)) for _ in range(SILENT)]
    for number, link in enumerate(links):
        link.sendall(
            (b"", b"GET / HT", b"\x16\x03\x01\x02\x00\x01", b"nonsense\r\n\r\n")[number % 4]
        )
    for link in links:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        link.close()
    assert house.call("/api/health")["well"]
    assert house.log.stat().st_size == before, house.log.read_text()[-2000:]
