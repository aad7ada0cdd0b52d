"""The whole house, with a real eye process: what lies behind screens is in no picture and in no
file; what lies open is compared with the tracker."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.config import Config
from companion.service.service import Service
from companion.service.virtual.stage import Stage
from tests.service.test_service import SEATS, until

CAMERA = "virtual:?table=screens&felt=wood&fps=8"
PICTURES = 3


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    made = Service(tmp_path, Config(), camera=CAMERA, panel="", virtual=True)
    made.start("127.0.0.1", 0)
    made.status.pictures_per_s = 8.0
    yield made
    made.stop()


def shows_pink(jpeg: bytes) -> bool:
    """Pink is a token's colour that nothing else on this table has, also after compression."""
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        return False
    hue, strength, light = np.moveaxis(
        cv2.cvtColor(np.asarray(picture, np.uint8), cv2.COLOR_BGR2HSV), 2, 0
    )
    return int(((hue > 145) & (hue < 175) & (strength > 70) & (light > 90)).sum()) > 8


def spot(service: Service, place: str, cell: str = "") -> dict[str, float]:
    """The middle of a place or of one of its cells, as fractions of the picture."""
    face = service.table.snapshot()
    stage = Stage.of(face) if face is not None else None
    assert stage is not None
    area = stage.layout.areas()[place]
    x, y, wide, high = area.cells_mm[cell] if cell else area.box_mm
    ((across, down),) = stage.seen(((x + wide / 2, y + high / 2),))
    return {"x": across, "y": down}


def put(service: Service, look: str, place: str) -> None:
    service.status.tell(
        {"to": "table", "do": "put", "kind": "token", "look": look, **spot(service, place)}
    )


def newer_pictures(service: Service, number: int) -> list[bytes]:
    found: list[bytes] = []
    ends_s = time.monotonic() + 90
    while len(found) < number and time.monotonic() < ends_s:
        jpeg = service.status.picture()
        if jpeg is not None and jpeg not in found:
            found.append(jpeg)
        service.table.changes.wait(-1, 0.05)
    return found


def test_nothing_behind_a_screen_reaches_the_page_or_any_file_and_what_lies_open_does(
    service: Service, tmp_path: Path
) -> None:
    service.table.begin("spell_from_the_future", SEATS)
    is_laid = lambda: "pieces" in service.status.shown().get("scene", {})  # noqa: E731
    until(lambda: service.status.shown()["camera"].state == "on" and is_laid(), "laid")
    for place in ("card:1", "unplaced:1", "unplaced:2"):
        put(service, "pink", place)
    pictures = newer_pictures(service, PICTURES)
    assert len(pictures) == PICTURES
    assert not any(shows_pink(jpeg) for jpeg in pictures)
    drawings = tmp_path / "taught_virtual"  # cards as we draw them, of any colour: no camera's
    kept = [path for path in tmp_path.rglob("*") if path.is_file() and drawings not in path.parents]
    assert kept
    assert not any(shows_pink(path.read_bytes()) for path in kept)
    put(service, "pink", "color")
    until(
        lambda: shows_pink(service.status.picture() or b""),
        "pink in the open middle is seen: else this proves nothing",
    )


def test_a_marker_moved_to_another_number_is_a_quiet_hint_until_it_lies_right_again(
    service: Service,
) -> None:
    service.table.begin("world_adventure", SEATS)
    before, home = service.table.last_seq, spot(service, "wanted", "1,1")
    until(
        lambda: service.status.shown()["camera"].state == "on" and markers_at(service, home), "laid"
    )
    (marker,) = markers_at(service, home)
    move = {"to": "table", "do": "move", "id": marker["id"]}
    service.status.tell({**move, **spot(service, "wanted", "1,5")})
    until(
        lambda: hinted(service) == [("wanted", "sight.hint.marker_of", 4, 0)], "the hint is shown"
    )
    service.status.tell({**move, **home})
    until(lambda: not hinted(service), "the hint is gone")
    assert service.table.last_seq == before, "nothing was changed by it"


def hinted(service: Service) -> list[tuple[Any, ...]]:
    """Place and key of each hint, what is seen and what the tracker has."""
    return [
        (hint.place, hint.say.key, hint.say.values.get("seen"), hint.say.values.get("tracked"))
        for hint in service.status.shown()["hints"]
    ]


def markers_at(service: Service, place: dict[str, float]) -> list[dict[str, Any]]:
    def is_there(piece: dict[str, Any]) -> bool:
        x, y = (sum(side) / 4 for side in zip(*piece["corners"], strict=True))
        return abs(x - place["x"]) < 0.01 and abs(y - place["y"]) < 0.01

    return [
        piece
        for piece in service.status.shown().get("scene", {}).get("pieces", ())
        if is_there(piece)
    ]
