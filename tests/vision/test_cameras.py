"""Every kind of camera, by URL."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from vision.cameras import open_camera, schemes
from vision.cameras.virtual import VirtualCamera
from vision.errors import CameraError
from vision.virtual.light import FELT, LIGHTS


def test_there_is_a_camera_for_every_source() -> None:
    assert schemes() == ["folder", "picamera2", "trouble", "v4l2", "video", "virtual"]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "nothing",
        "usb:1",
        "v4l2:/dev/no-such-video",
        "video:no-such.mp4",
        "folder:no-such-folder",
        "picamera2:x",
        "virtual:tray",
        "virtual:?dice=many",
        "virtual:?light=moon",
        "picamera2:0",
    ],
)
def test_a_camera_that_is_not_there_is_refused_with_advice(url: str) -> None:
    with pytest.raises(CameraError, match=r"[a-z]"):
        open_camera(url)


def test_a_folder_gives_its_pictures_in_order_and_leaves_out_the_rest(tmp_path: Path) -> None:
    for name, grey in (("b.png", 20), ("a.png", 10), ("c.txt", None)):
        if grey is None:
            (tmp_path / name).write_text("no picture")
        else:
            Image.new("L", (64, 64), grey).save(tmp_path / name)
    camera = open_camera(f"folder:{tmp_path}?fps=10")
    frames = [camera.frame(), camera.frame()]
    assert [int(f.pixels[0, 0, 0]) for f in frames if f is not None] == [10, 20]
    assert camera.frame() is None


def test_a_clip_gives_its_frames_with_its_own_clock(tmp_path: Path) -> None:
    path = str(tmp_path / "clip.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 25.0, (64, 48))
    for grey in (10, 120, 230):
        writer.write(np.full((48, 64, 3), grey, np.uint8))
    writer.release()
    camera = open_camera(f"video:{path}")
    frames = [camera.frame() for _ in range(3)]
    assert [round(f.taken_at_s, 2) for f in frames if f is not None] == [0.0, 0.04, 0.08]
    assert camera.frame() is None
    camera.close()


def virtual(url: str = "virtual:?fast=1&width=640&height=360&die=40&seed=2") -> VirtualCamera:
    camera = open_camera(url)
    assert isinstance(camera, VirtualCamera)
    return camera


def settled(camera: VirtualCamera) -> np.ndarray:
    while True:
        frame = camera.frame()
        assert frame is not None
        if camera.dice.values(camera.now_s()) is not None:
            return frame.pixels


def test_the_virtual_camera_throws_dice_that_come_to_rest() -> None:
    camera = virtual()
    empty = settled(camera)
    camera.tell({"do": "throw", "colours": ["red", "white"], "values": [3, 5], "seed": 4})
    camera.frame()
    assert camera.dice.values(camera.now_s()) is None
    assert camera.dice.fallen() == [3, 5]
    thrown = settled(camera)
    assert camera.dice.values(camera.now_s()) == [3, 5]
    assert np.abs(thrown.astype(int) - empty).max() > 60


def test_the_same_seed_draws_the_same_throw() -> None:
    pictures = []
    for _ in range(2):
        camera = virtual()
        camera.tell({"do": "throw", "count": 3, "seed": 9})
        pictures.append(settled(camera))
    assert np.array_equal(*pictures)


@pytest.mark.parametrize("light", sorted(LIGHTS))
def test_every_light_shows_the_table_differently(light: str) -> None:
    camera = virtual()
    camera.tell({"do": "light", "name": light})
    camera.tell({"do": "felt", "name": sorted(FELT)[0]})
    assert 5 < float(settled(camera).mean()) < 230


def test_two_frames_are_never_the_same_so_that_it_is_never_taken_for_frozen() -> None:
    camera = virtual()
    assert not np.array_equal(settled(camera), settled(camera))


@pytest.mark.parametrize(
    "message",
    [
        {"do": "dance"},
        {"do": "throw", "colours": ["plaid"]},
        {"do": "throw", "count": 1, "values": [9]},
        {"do": "light"},
    ],
)
def test_a_message_it_does_not_understand_is_refused(message: dict[str, object]) -> None:
    with pytest.raises(CameraError):
        virtual().tell(message)
