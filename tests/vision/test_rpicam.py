"""The Pi camera through `rpicam-vid`, with a program that stands in for it."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.camera import Camera, Frame
from vision.cameras import open_camera
from vision.errors import CameraError
from vision.found_cameras import found_pi_cameras
from vision.jpeg_stream import JpegStream
from vision.rpicam_listing import cameras_listed

STAND_IN = Path(__file__).parent / "rpicam_stand_in.py"
SMALL = "width=64&height=48"
HQ = """0 : imx477 [4056x3040] (/base/soc/i2c0mux/i2c@1/imx477@1a)
    Modes: 'SRGGB10_CSI2P' : 1332x990 [120.05 fps - (696, 528)/2664x1980 crop]
           'SRGGB12_CSI2P' : 2028x1080 [50.03 fps - (0, 440)/4056x2160 crop]
                             2028x1520 [40.01 fps - (0, 0)/4056x3040 crop]
                             4056x3040 [10.00 fps - (0, 0)/4056x3040 crop]

1 : imx219_noir [3280x2464 10-bit RGGB] (/base/axi/pcie@1000120000/rp1/i2c@70000/imx219@10)
    Modes: 'SRGGB10_CSI2P' : 640x480 [206.65 fps - (1000, 752)/1280x960 crop]
                             1640x1232 [41.85 fps - (0, 0)/3280x2464 crop]
"""


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The stand-in under the names of the real programs."""
    for name in ("rpicam-vid", "rpicam-hello"):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\nexec {sys.executable} {STAND_IN} "$@"\n')
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("STAND_IN", str(tmp_path))
    return tmp_path


@pytest.fixture
def opened(notes: Path) -> Iterator[Callable[[str], Camera]]:
    cameras: list[Camera] = []

    def open_one(url: str) -> Camera:
        cameras.append(open_camera(url))
        return cameras[-1]

    yield open_one
    for camera in cameras:
        camera.close()


def shown(camera: Camera) -> Frame:
    frame = camera.frame()
    assert frame is not None
    return frame


def started_with(notes: Path) -> list[str]:
    return (notes / "words").read_text().splitlines()


def test_it_gives_the_programs_pictures(opened: Callable[[str], Camera]) -> None:
    camera = opened(f"rpicam:0?{SMALL}")
    frames = [shown(camera) for _ in range(3)]
    assert [frame.number for frame in frames] == [1, 2, 3]
    assert frames[0].pixels.shape == (48, 64, 3)
    assert frames[0].pixels[4, 4, 0] > 150 > 80 > frames[0].pixels[-8, 20, 0]


def test_it_shows_all_the_sensor_sees_and_focuses_once(
    opened: Callable[[str], Camera], notes: Path
) -> None:
    shown(opened(f"rpicam:?{SMALL}"))
    (words,) = started_with(notes)
    assert "--mode 2304:1296 " in f"{words} "  # 1536x864 is cut out of the middle
    assert "--autofocus-mode auto" in words
    assert "--shutter" not in words


def test_what_is_set_is_told_to_the_program(opened: Callable[[str], Camera], notes: Path) -> None:
    url = "focus=1.25&exposure=8000&gain=2&white=1.8,1.6&mode=4608:2592&fps=10&quality=80"
    shown(opened(f"rpicam:1?{SMALL}&{url}"))
    words = started_with(notes)[0]
    for pair in (
        *("--camera 1", "--autofocus-mode manual --lens-position 1.25", "--shutter 8000"),
        *("--gain 2", "--awbgains 1.8,1.6", "--mode 4608:2592", "--framerate 10", "--quality 80"),
    ):
        assert pair in words


def test_locked_it_keeps_what_it_had_measured(opened: Callable[[str], Camera], notes: Path) -> None:
    camera = opened(f"rpicam:0?{SMALL}")
    for _ in range(3):
        shown(camera)
    camera.lock()
    assert shown(camera).number == 4  # the same camera goes on
    again = started_with(notes)[1]
    assert "--shutter 16650 --gain 2.5 --awbgains 1.750000,1.500000" in again
    camera.lock()
    shown(camera)
    assert len(started_with(notes)) == 2  # nothing left to fix


def test_one_that_ends_is_an_error_with_its_last_words(
    opened: Callable[[str], Camera], notes: Path
) -> None:
    camera = opened(f"rpicam:0?{SMALL}")
    shown(camera)
    (notes / "end").write_text("ERROR: *** no cameras available ***")
    with pytest.raises(CameraError, match=r"no cameras available.*ribbon cable"):
        list(iter(camera.frame, None))


def test_closed_it_ends_quietly_and_can_be_closed_twice(opened: Callable[[str], Camera]) -> None:
    camera = opened(f"rpicam:0?{SMALL}")
    shown(camera)
    camera.close()
    camera.close()
    assert camera.frame() is None


@pytest.mark.parametrize(
    ("turn", "bright"),
    [("rotate=180", (-4, -4)), ("rotate=90", (4, -4)), ("flip=across", (4, -4))],
)
def test_it_can_hang_any_way_round(
    opened: Callable[[str], Camera], turn: str, bright: tuple[int, int]
) -> None:
    pixels = shown(opened(f"rpicam:0?{SMALL}&{turn}")).pixels
    assert pixels.shape == ((64, 48, 3) if turn == "rotate=90" else (48, 64, 3))
    assert pixels[bright][0] > 150


@pytest.mark.parametrize(
    "url",
    [
        "rpicam:front",
        "rpicam:0?program=/bin/sh",
        "rpicam:0?focus=near",
        "rpicam:0?white=2",
        "rpicam:0?mode=--output",
        "rpicam:0?rotate=45",
        "rpicam:0?flip=over",
    ],
)
def test_what_it_does_not_know_is_refused_before_anything_runs(notes: Path, url: str) -> None:
    with pytest.raises(CameraError, match=r"give|has no option"):
        open_camera(url)
    assert not (notes / "words").exists()


def test_without_the_program_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(CameraError, match="apt install rpicam-apps-lite"):
        open_camera("rpicam:0")
    assert found_pi_cameras() == ()


def test_the_found_cameras_have_the_names_on_their_boxes(notes: Path) -> None:
    assert [camera.title for camera in found_pi_cameras()] == ["Camera Module 3 Wide"]
    assert [camera.title for camera in cameras_listed(HQ)] == ["HQ Camera", "Camera Module 2"]
    assert cameras_listed("No cameras available!") == ()


@pytest.mark.parametrize(
    ("width", "fps", "mode"), [(1280, 30, "2028:1520"), (2560, 10, "4056:3040")]
)
def test_the_smallest_mode_that_shows_everything_is_taken(width: int, fps: int, mode: str) -> None:
    assert str(cameras_listed(HQ)[0].whole_view(width, fps)) == mode


def test_a_list_without_crops_leaves_the_choice_to_the_program() -> None:
    unknown = HQ.replace("(0, 0)/4056x3040", "(65535, 65535)/65535x65535")
    assert cameras_listed(unknown)[0].whole_view(1280, 30) is None


def jpegs(count: int) -> list[bytes]:
    rng = np.random.default_rng(3)
    pictures = [rng.integers(0, 256, (40, 56, 3), np.uint8) for _ in range(count)]
    return [cv2.imencode(".jpg", picture)[1].tobytes() for picture in pictures]


@given(st.lists(st.integers(1, 4000), max_size=12), st.binary(max_size=40))
def test_a_stream_cut_anywhere_gives_the_same_pictures(cuts: list[int], before: bytes) -> None:
    pictures = jpegs(3)
    whole = before.replace(b"\xff", b"") + b"".join(pictures)
    stream, found, start = JpegStream(), [], 0
    for size in [*cuts, len(whole)]:
        found += stream.receive(whole[start : start + size])
        start += size
    assert found == pictures


@given(st.lists(st.binary(max_size=200), max_size=10))
def test_any_bytes_are_survived(pieces: list[bytes]) -> None:
    stream = JpegStream()
    for piece in pieces:
        list(stream.receive(b"\xff\xd8" + piece))
