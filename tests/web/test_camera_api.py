"""Drawing zones and teaching over HTTP: what is kept, what is refused, and who may."""

import base64
import os
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.service.camera_service import CameraService
from companion.service.status import Device, Status
from companion.service.taught_pictures import next_picture
from companion.service.teaching import Teaching
from companion.table.table import Table
from tests.web.conftest import GAME
from web.app import create_app
from web.permissions import Permissions

CORNERS = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]


@pytest.fixture
def desk(table: Table, tmp_path: Path) -> FlaskClient:
    """A table whose camera is not running: everything but a look through it works."""
    board = Status(tmp_path / "evidence", table.changes.announce)
    lessons = Teaching(
        table, CameraService(table, board, "virtual:", tmp_path / "taught"), tmp_path / "taught"
    )
    client = create_app(table, board, camera=lessons).test_client()
    assert client.post("/api/games", json=GAME).status_code == 201
    return client


def test_a_zone_is_drawn_kept_and_given_back(desk: FlaskClient, tmp_path: Path) -> None:
    drawn = desk.post("/api/zones", json={"name": "tray", "corners": CORNERS}).get_json()
    assert next(zone for zone in drawn["zones"] if zone["name"] == "tray")["drawn"] == CORNERS
    assert list((tmp_path / "taught").glob("zones_*.json"))
    freed = desk.post("/api/zones", json={"name": "tray", "corners": None}).get_json()
    assert all(zone["drawn"] is None for zone in freed["zones"])


@pytest.mark.parametrize(
    "corners",
    [
        [[0.1, 0.1], [0.9, 0.9], [0.9, 0.1], [0.1, 0.9]],
        [[0, 0], [9, 0], [9, 9], [0, 9]],
        [[0, 0]],
        "all",
    ],
)
def test_corners_that_cannot_be_are_refused(desk: FlaskClient, corners: object) -> None:
    refused = desk.post("/api/zones", json={"name": "tray", "corners": corners})
    assert refused.status_code == 400
    assert refused.get_json()["error"]["message"]


def test_a_camera_that_has_sent_no_picture_yet_is_no_fault_and_none_at_all_is(
    client: FlaskClient, board: Status
) -> None:
    assert client.get("/api/picture").status_code == 404
    board.show(camera=Device("away"))
    assert client.get("/api/picture").status_code == 204
    board.see(b"jpeg")
    assert client.get("/api/picture").data == b"jpeg"


def test_what_could_be_taught_is_listed(desk: FlaskClient) -> None:
    known = desk.get("/api/taught").get_json()
    assert len(known["cards"]) > 20
    assert not any(card["taught"] for card in known["cards"])


@pytest.mark.parametrize(
    "lesson",
    [
        {"card": "x", "picture": "not base64!"},
        {"card": "x" * 200},
        {"die": "red", "symbol": "dragon"},
        {"card": "x", "picture": base64.b64encode(bytes(710_000)).decode()},
        {"card": "x", "unknown": 1},
    ],
)
def test_a_lesson_that_makes_no_sense_is_refused(
    desk: FlaskClient, lesson: dict[str, object]
) -> None:
    assert desk.post("/api/taught", json=lesson).status_code == 400


def test_boxes_need_a_picture_and_must_lie_on_it(desk: FlaskClient, tmp_path: Path) -> None:
    boxes = {"A": [0.1, 0.1, 0.2, 0.2]}
    assert desk.post("/api/taught/boxes", json={"card": "D01", "boxes": boxes}).status_code == 400
    cards = tmp_path / "taught/spell_from_the_future/cards"
    cards.mkdir(parents=True)
    (cards / "D01.jpg").write_bytes(b"picture")
    assert (
        desk.post("/api/taught/boxes", json={"card": "D01", "boxes": boxes}).get_json()["boxes"]
        == boxes
    )
    outside = {"A": [0.9, 0.9, 0.2, 0.2]}
    assert desk.post("/api/taught/boxes", json={"card": "D01", "boxes": outside}).status_code == 400
    assert desk.get("/api/taught/picture?card=D01").data == b"picture"
    left = desk.post("/api/taught/forget", json={"card": "D01"}).get_json()
    assert not next(card for card in left["cards"] if card["id"] == "D01")["taught"]
    assert list(cards.iterdir()) == []


def test_a_card_may_have_three_pictures_and_the_oldest_goes_first(
    desk: FlaskClient, tmp_path: Path
) -> None:
    cards = tmp_path / "taught/spell_from_the_future/cards"
    cards.mkdir(parents=True)
    for number in range(4):
        path = next_picture(cards / "D01.jpg")
        path.write_bytes(f"picture {number}".encode())
        os.utime(path, (1_000_000 + number, 1_000_000 + number))
    assert {path.read_bytes() for path in cards.iterdir()} == {
        b"picture 1",
        b"picture 2",
        b"picture 3",
    }
    known = {card["id"]: card for card in desk.get("/api/taught").get_json()["cards"]}
    assert known["D01"]["pictures"] == 3
    assert not any("+" in name for name in known), "a further picture is no further card"
    assert desk.get("/api/taught/picture?card=D01").data == b"picture 3"


def test_boxes_are_marked_on_the_newest_picture_which_becomes_the_only_one(
    desk: FlaskClient, tmp_path: Path
) -> None:
    cards = tmp_path / "taught/spell_from_the_future/cards"
    cards.mkdir(parents=True)
    for number, name in enumerate(("D01.jpg", "D01+2.jpg")):
        (cards / name).write_bytes(name.encode())
        os.utime(cards / name, (1_000_000 + number, 1_000_000 + number))
    desk.post("/api/taught/boxes", json={"card": "D01", "boxes": {"A": [0.1, 0.1, 0.2, 0.2]}})
    assert sorted(path.name for path in cards.iterdir()) == ["D01.boxes.json", "D01.jpg"]
    assert (cards / "D01.jpg").read_bytes() == b"D01+2.jpg"
    desk.post("/api/taught/forget", json={"card": "D01"})
    assert list(cards.iterdir()) == []


def test_a_name_never_leaves_the_folder(desk: FlaskClient, tmp_path: Path) -> None:
    (tmp_path / "secrets.jpg").write_bytes(b"secret")
    assert desk.get("/api/taught/picture?card=../../../secrets").status_code == 404
    desk.post("/api/taught/forget", json={"card": "../../../secrets"})
    assert (tmp_path / "secrets.jpg").is_file()


def test_a_table_without_a_camera_says_so(playing: FlaskClient) -> None:
    for path in ("/api/zones", "/api/taught"):
        reply = playing.get(path)
        assert reply.status_code == 404
        assert reply.get_json()["error"]["code"] == "no_camera"


def test_who_only_looks_may_not_draw_or_teach(table: Table, tmp_path: Path) -> None:
    gate = Permissions(tmp_path / "secrets.json")
    gate.set_pin("play", "1234")
    board = Status(tmp_path / "evidence", table.changes.announce)
    lessons = Teaching(
        table, CameraService(table, board, "virtual:", tmp_path / "taught"), tmp_path / "taught"
    )
    client = create_app(table, board, gate, camera=lessons).test_client()
    assert client.post("/api/zones", json={"name": "tray"}).status_code == 401
    assert client.post("/api/taught", json={"card": "x"}).status_code == 401
    assert client.get("/api/taught/picture?card=x").status_code == 401
