"""The virtual table: mats whose marks are found, pieces where they were put, and a camera that can
be cut off.
"""

import threading
from pathlib import Path

import numpy as np
import pytest

from vision.arrays import Pixels
from vision.cameras import open_camera
from vision.cameras.virtual import VirtualCamera
from vision.errors import CameraError
from vision.mats.layout import Mat, box, mats_in
from vision.protocol import VirtualMessage
from vision.virtual.layout import laid_out, through
from vision.zones.mat_tracking import MatSight, MatTracker

GAMES = Path(__file__).parent.parent.parent / "companion" / "games"
FILES = sorted(GAMES.glob("*/mats.toml"))
OTHERS = (":3", ":4", ":5")  # seats nobody sits at: two play


def mats(file: Path) -> tuple[Mat, ...]:
    return tuple(mat for mat in mats_in(file) if not mat.name.endswith(OTHERS))


def looking_at(file: Path, url: str = "virtual:?fast=1&felt=wood") -> VirtualCamera:
    camera = open_camera(url)
    assert isinstance(camera, VirtualCamera)
    camera.tell({"do": "mats", "file": str(file), "names": [mat.name for mat in mats(file)]})
    return camera


def seen(camera: VirtualCamera, frames: int = 1) -> Pixels:
    for _ in range(frames):
        frame = camera.frame()
    assert frame is not None
    return frame.pixels


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_every_mat_of_every_game_is_found_by_its_marks(file: Path) -> None:
    camera = looking_at(file)
    assert camera.table.layout is not None
    follower = MatTracker(tuple(spot.mat for spot in camera.table.layout.spots))
    for _ in range(120):  # small marks need a close look, which comes now and then
        sights = follower.see(seen(camera))
        if MatSight.LOST not in sights.values() and MatSight.HIDDEN not in sights.values():
            break
    layout, matrix = camera.table.layout, camera.table.matrix
    assert layout is not None
    assert matrix is not None
    for spot in layout.spots:
        where = follower.place(spot.mat.name)
        assert where is not None
        assert np.abs(where - through(matrix, spot.place(spot.mat.outline()))).max() < 3


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_mats_never_lie_on_each_other_nor_outside_the_picture(file: Path) -> None:
    layout = laid_out(mats(file), 16 / 9)
    boxes = [(spot.x_mm, spot.y_mm, *spot.mat.size_mm) for spot in layout.spots]
    for at, (x, y, wide, high) in enumerate(boxes):
        assert x >= 0
        assert y >= 0
        assert x + wide <= layout.size_mm[0]
        assert y + high <= layout.size_mm[1]
        for x2, y2, wide2, high2 in boxes[at + 1 :]:
            assert x + wide <= x2 or x2 + wide2 <= x or y + high <= y2 or y2 + high2 <= y


def test_a_piece_slides_to_its_place_and_lies_there_until_it_is_taken() -> None:
    camera = looking_at(FILES[0])
    assert camera.table.matrix is not None
    empty = seen(camera).astype(int)
    camera.tell({"do": "put", "id": "a", "kind": "token", "look": "red", "x": 200, "y": 150})
    moving = seen(camera, 3).astype(int)
    still = seen(camera, 15).astype(int)
    x, y = through(camera.table.matrix, ((200, 150),))[0].astype(int)
    assert still[y, x, 2] > still[y, x, 0] + 80
    assert np.abs(moving - still).max() > 60
    camera.tell({"do": "take", "id": "a"})
    assert np.abs(seen(camera).astype(int) - empty)[y - 5 : y + 5, x - 5 : x + 5].max() < 60


def test_dice_come_to_rest_in_the_tray_that_is_printed() -> None:
    camera = looking_at(GAMES / "runika" / "mats.toml")
    camera.tell({"do": "throw", "colours": ["red"] * 5, "seed": 1})
    seen(camera, 45)
    assert camera.table.layout is not None
    assert camera.table.matrix is not None
    quad = through(camera.table.matrix, box(*camera.table.layout.areas()["tray"].box_mm))
    for die in camera.dice.dice:
        assert quad[:, 0].min() < die.rest[0] < quad[:, 0].max()
        assert quad[:, 1].min() < die.rest[1] < quad[:, 1].max()


def test_a_hard_throw_comes_off_the_rim_and_lies_where_a_gentle_one_would() -> None:
    gentle, hard = (looking_at(GAMES / "runika" / "mats.toml") for _ in range(2))
    throw: VirtualMessage = {"do": "throw", "colours": ["red"] * 3, "seed": 2}
    gentle.tell(throw)
    hard.tell(throw | {"towards": 90, "hard": 1.0, "cocked": 1})
    rests = [die.rest for die in hard.dice.dice]
    assert rests == [die.rest for die in gentle.dice.dice]
    assert hard.dice.fallen() == gentle.dice.fallen()
    assert [die.lean_deg > 0 for die in hard.dice.dice] == [False, True, False]
    farthest = [0.0] * 3
    for _ in range(66):
        seen(hard)
        farthest = [
            max(far, die.where(hard.now_s())[1])
            for far, die in zip(farthest, hard.dice.dice, strict=True)
        ]
    assert all(far > rest[1] + 5 for far, rest in zip(farthest, rests, strict=True))
    assert hard.dice.values(hard.now_s()) == gentle.dice.fallen()
    assert all(
        slow.lasts_s > 1.9 * quick.lasts_s
        for slow, quick in zip(hard.dice.dice, gentle.dice.dice, strict=True)
    )


def test_a_bump_moves_the_camera_and_the_mats_are_found_again() -> None:
    camera, follower = looking_at(FILES[0]), MatTracker(mats(FILES[0]))
    for _ in range(8):
        follower.see(seen(camera))
    before = follower.place("middle")
    camera.tell({"do": "bump", "right": 8, "down": -5, "turned": 0.4})
    seen(camera, 15)
    for _ in range(8):
        sights = follower.see(seen(camera))
    after = follower.place("middle")
    assert sights["middle"] in (MatSight.LOCATED, MatSight.MOVED, MatSight.PARTLY)
    assert before is not None
    assert after is not None
    assert 3 < np.abs(after - before).max() < 30


def test_a_pulled_cable_gives_no_picture_until_it_is_plugged_in_and_the_table_is_as_it_was() -> (
    None
):
    camera = looking_at(FILES[0], "virtual:?fast=1&table=pulled")
    camera.tell(
        {
            "do": "put",
            "id": "a",
            "kind": "card",
            "look": "D1",
            "title": "Mudling",
            "x": 100,
            "y": 100,
        }
    )
    camera.tell({"do": "unplug"})
    said: list[str] = []

    def look() -> None:
        try:
            camera.frame()
        except CameraError as error:
            said.append(str(error))

    waiting = threading.Thread(target=look)
    waiting.start()
    camera.close()
    waiting.join(10)
    assert "cable" in said[0]
    again = open_camera("virtual:?fast=1&table=pulled")
    assert isinstance(again, VirtualCamera)
    again.tell({"do": "plug"})
    assert again.frame() is not None
    assert list(again.table.lying.pieces) == ["a"]


def test_what_is_laid_or_taken_while_the_camera_draws_changes_nothing_under_its_pen() -> None:
    camera = looking_at(FILES[0])
    lying = camera.table.lying
    card: VirtualMessage = {
        "do": "put",
        "kind": "card",
        "look": "D1",
        "title": "Mudling",
        "x": 100,
        "y": 100,
    }
    camera.tell(card | {"id": "a"})
    drawing = iter(lying.pieces.values())  # where the capture thread may be when a hand comes
    next(drawing)
    camera.tell(card | {"id": "b"})
    camera.tell({"do": "take", "id": "a"})
    assert list(drawing) == []
    assert list(lying.pieces) == ["b"]


def test_a_passing_hand_covers_and_leaves() -> None:
    camera = looking_at(FILES[0])
    empty = seen(camera).astype(int)
    camera.tell({"do": "hand", "seconds": 1.0})
    assert (np.abs(seen(camera, 15).astype(int) - empty).max(axis=2) > 60).mean() > 0.03
    assert (np.abs(seen(camera, 20).astype(int) - empty).max(axis=2) > 60).mean() < 0.001


@pytest.mark.parametrize(
    "message",
    [
        {"do": "put", "id": "a", "kind": "ship"},
        {"do": "put", "kind": "card"},
        {"do": "put", "id": "a", "kind": "card", "x": "left"},
    ],
)
def test_a_piece_that_does_not_exist_is_refused(message: dict[str, str]) -> None:
    with pytest.raises(CameraError):
        looking_at(FILES[0]).tell(message)


def test_mats_told_of_again_leave_what_lies_on_them() -> None:
    camera = looking_at(FILES[0])
    camera.tell({"do": "throw", "seed": 1, "colours": ["white"], "values": [5]})
    names: list[int | str] = [mat.name for mat in mats(FILES[0])]
    camera.tell({"do": "mats", "file": str(FILES[0]), "names": names})
    assert camera.dice.fallen() == [5]
    camera.tell({"do": "mats", "file": str(FILES[0]), "names": names[:1]})
    assert camera.dice.fallen() == []
