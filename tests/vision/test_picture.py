"""Any file may be given as a picture: it is read safely or refused in plain words."""

import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from vision.errors import PictureError
from vision.picture import load


def photo(width: int = 320, height: int = 200) -> Image.Image:
    rng = np.random.default_rng(1)
    return Image.fromarray(rng.integers(0, 255, (height, width, 3), dtype=np.uint8))


def stored(folder: Path, image: Image.Image, name: str, **options: object) -> Path:
    path = folder / name
    image.save(path, **options)
    return path


def test_a_photograph_keeps_its_size_and_its_colours_are_blue_green_red(tmp_path: Path) -> None:
    red = Image.new("RGB", (100, 60), (250, 10, 20))
    picture = load(stored(tmp_path, red, "red.png"))
    assert picture.pixels.shape == (60, 100, 3)
    assert picture.pixels[30, 50].tolist() == [20, 10, 250]
    assert (picture.width_px, picture.height_px, picture.scale) == (100, 60, 1.0)


def test_a_photograph_taken_sideways_is_turned_upright(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[274] = 6  # the camera was held upright
    picture = load(stored(tmp_path, photo(), "side.jpg", exif=exif))
    assert picture.pixels.shape == (320, 200, 3)
    assert (picture.width_px, picture.height_px) == (200, 320)


def test_a_large_photograph_is_shrunk_and_says_by_how_much(tmp_path: Path) -> None:
    picture = load(stored(tmp_path, photo(4000, 3000), "large.jpg"))
    assert max(picture.pixels.shape) == 1600
    assert picture.scale == pytest.approx(2.5)
    assert picture.width_px == 4000


@pytest.mark.parametrize("mode", ["L", "LA", "RGBA", "P", "CMYK", "1"])
def test_every_way_to_store_colour_becomes_eight_bits(tmp_path: Path, mode: str) -> None:
    name = "picture.tif" if mode == "CMYK" else "picture.png"
    picture = load(stored(tmp_path, photo().convert(mode), name))
    assert picture.pixels.shape == (200, 320, 3)
    assert picture.pixels.dtype == np.uint8


def test_sixteen_bits_are_scaled_not_cut(tmp_path: Path) -> None:
    ramp = np.linspace(0, 65535, 100 * 100).reshape(100, 100).astype(np.uint16)
    picture = load(stored(tmp_path, Image.fromarray(ramp), "deep.png"))
    assert picture.pixels[0, 0, 0] == 0
    assert picture.pixels[99, 99, 0] == 255
    assert 110 < picture.pixels[50, 0, 0] < 140


def test_a_cut_off_file_is_refused(tmp_path: Path) -> None:
    whole = io.BytesIO()
    photo().save(whole, "JPEG")
    path = tmp_path / "cut.jpg"
    path.write_bytes(whole.getvalue()[: len(whole.getvalue()) // 2])
    with pytest.raises(PictureError, match="damaged or cut off"):
        load(path)


def test_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.jpg"
    path.write_text("not a picture")
    with pytest.raises(PictureError, match="not a picture"):
        load(path)


def test_a_single_pixel_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="too small"):
        load(stored(tmp_path, Image.new("RGB", (1, 1)), "dot.png"))


def test_a_moving_picture_is_refused(tmp_path: Path) -> None:
    frames = [photo(), photo().rotate(90)]
    path = tmp_path / "moving.gif"
    frames[0].save(path, save_all=True, append_images=frames[1:])
    with pytest.raises(PictureError, match="several pictures"):
        load(path)


def test_a_picture_that_would_fill_the_memory_is_refused_before_it_is_decoded(
    tmp_path: Path,
) -> None:
    path = stored(tmp_path, Image.new("1", (30_000, 30_000)), "huge.png")
    with pytest.raises(PictureError, match="too large"):
        load(path)


@pytest.mark.parametrize("name", ["missing.jpg", "."])
def test_what_is_no_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(PictureError):
        load(tmp_path / name)


@settings(max_examples=60)
@given(
    data=st.binary(max_size=400),
    head=st.sampled_from(
        [b"", b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"BM", b"II*\0"]
    ),
)
def test_any_bytes_are_read_or_refused(tmp_path: Path, data: bytes, head: bytes) -> None:
    path = tmp_path / "any"
    path.write_bytes(head + data)
    try:
        load(path)
    except PictureError as refused:
        assert str(path) in str(refused)
