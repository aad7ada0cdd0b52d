"""Every kind of camera, by URL."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from vision.cameras import open_camera, schemes
from vision.cameras.v4l2 import wishes
from vision.cameras.virtual import VirtualCamera
from vision.errors import CameraError
from vision.found_cameras import found_webcams
from vision.virtual.light import FELT, LIGHTS


def test_there_is_a_camera_for_every_source() -> None:
    assert schemes() == ["folder", "picamera2", "rpicam", "trouble", "v4l2", "video", "virtual"]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "nothing",
        "usb:1",
        "v4l2:/dev/no-such-video",
        "v4l2:/dev/no-such-video?format=PNG",
        "v4l2:/dev/no-such-video?focus=near",
        "v4l2:/dev/no-such-video?zoom=2",
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


def told(**options: str) -> dict[int, float]:
    return dict(wishes(options))


def test_a_webcam_is_asked_for_compressed_pictures_unless_told_otherwise() -> None:
    assert told()[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert told(format="yuyv")[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"YUYV")
    assert told(width="1920", fps="15")[cv2.CAP_PROP_FRAME_WIDTH] == 1920


def test_a_webcam_with_a_set_focus_does_not_focus_by_itself() -> None:
    wanted = list(wishes({"focus": "40", "exposure": "250", "gain": "3"}))
    order = [wish for wish, _ in wanted]
    assert dict(wanted)[cv2.CAP_PROP_AUTOFOCUS] == 0
    assert order.index(cv2.CAP_PROP_AUTOFOCUS) < order.index(cv2.CAP_PROP_FOCUS)
    assert order.index(cv2.CAP_PROP_AUTO_EXPOSURE) < order.index(cv2.CAP_PROP_EXPOSURE)
    assert cv2.CAP_PROP_AUTOFOCUS not in told()


def test_webcams_are_found_by_name_and_the_pis_own_devices_are_not(tmp_path: Path) -> None:
    """As the kernel lays it out: a webcam has a second node for its metadata, the Pi a decoder."""
    classes, by_id = tmp_path / "class", tmp_path / "by-id"
    for folder in (classes, by_id):
        folder.mkdir()
    for device, index, name, bus in (
        ("video0", "0", "HD Pro Webcam C920", "usb1/1-1"),
        ("video1", "1", "HD Pro Webcam C920", "usb1/1-1"),
        ("video2", "0", "No Name Camera", "usb1/1-2"),
        ("video10", "0", "bcm2835-codec-decode", "platform/codec"),
    ):
        real = tmp_path / "devices" / bus / device
        real.mkdir(parents=True)
        (real / "index").write_text(f"{index}\n")
        (real / "name").write_text(f"{name}\n")
        (classes / device).symlink_to(real)
    link = by_id / "usb-046d_HD_Pro_Webcam_C920-video-index0"
    link.symlink_to("/dev/video0")
    assert found_webcams(classes, by_id) == {
        str(link): "HD Pro Webcam C920",
        "/dev/video2": "No Name Camera",
    }


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
