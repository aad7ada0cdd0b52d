"""Mats: printed true to size, found again by their marks, followed through bumps and hands."""

import argparse
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import print as printing
from companion.errors import SetupError
from vision.arrays import Pixels
from vision.errors import VisionSetupError
from vision.lab.scenes.mats import corners_in_picture, mat_on_table
from vision.mats.layout import Mat, Zone, mats_of
from vision.mats.sheets import PAPERS_MM, sheets
from vision.zones import command
from vision.zones.drawn_zones import DrawnZones, keep, kept
from vision.zones.locate import locate
from vision.zones.marks import MarkFinder
from vision.zones.mat_tracking import AGREEING_FRAMES, MatSight, MatTracker
from vision.zones.quad_shape import plausible

MAT = Mat(
    "tray",
    "Dice tray",
    (262, 190),
    0,
    (Zone("tray", (46, 43, 170, 104)), Zone("grid", (46, 43, 104, 104), 4, 4)),
)


def seen(seed: int, light: str = "lamp") -> tuple[Pixels, np.ndarray]:
    picture, camera = mat_on_table(np.random.default_rng(seed), MAT, "wood", light)
    return picture, corners_in_picture(MAT, camera)


def without_mark(picture: Pixels, number: int) -> Pixels:
    """A hand over one corner mark."""
    covered = picture.copy()
    quad = MarkFinder().find(picture, closely=True)[number]
    cv2.circle(covered, tuple(int(v) for v in quad.mean(axis=0)), 45, (120, 150, 200), cv2.FILLED)
    return covered


@pytest.mark.parametrize(
    ("seed", "light"), [(1, "lamp"), (2, "evening"), (3, "dim"), (4, "window glare")]
)
def test_a_mat_is_located_to_the_pixel(seed: int, light: str) -> None:
    picture, truth = seen(seed, light)
    at = locate(MAT, MarkFinder().find(picture, closely=True))
    assert at is not None
    assert np.abs(at.corners() - truth).max() < 3.5


def test_a_mat_is_located_with_two_marks_hidden() -> None:
    picture, truth = seen(1)
    at = locate(MAT, MarkFinder().find(without_mark(without_mark(picture, 0), 2), closely=True))
    assert at is not None
    assert set(at.hidden) == {0, 2}
    assert np.abs(at.corners() - truth).max() < 8


def test_with_one_mark_left_a_mat_is_hidden_not_guessed() -> None:
    picture, _ = seen(1)
    marks = MarkFinder().find(picture, closely=True)
    assert locate(MAT, {0: marks[0]}) is None


def test_marks_that_do_not_fit_the_layout_are_not_believed() -> None:
    picture, _ = seen(1)
    marks = MarkFinder().find(picture, closely=True)
    assert locate(MAT, {**marks, 2: marks[2] + 40}) is None


def test_a_bumped_mat_is_noticed_at_once_and_healed_in_a_few_frames() -> None:
    (before, _), (after, truth) = seen(1), seen(2)
    follower = MatTracker((MAT,))
    for _ in range(AGREEING_FRAMES):
        follower.see(before)
    assert follower.see(before) == {"tray": MatSight.LOCATED}
    assert follower.see(after) == {"tray": MatSight.HIDDEN}
    assert follower.place("tray") is None
    sights = [follower.see(after)["tray"] for _ in range(AGREEING_FRAMES)]
    assert MatSight.MOVED in sights
    place = follower.place("tray")
    assert place is not None
    assert np.abs(place - truth).max() < 3.5


def test_a_hand_over_a_mark_is_no_bump() -> None:
    picture, truth = seen(1)
    follower = MatTracker((MAT,))
    for _ in range(AGREEING_FRAMES + 1):
        follower.see(picture)
    assert follower.see(without_mark(picture, 1)) == {"tray": MatSight.PARTLY}
    place = follower.place("tray")
    assert place is not None
    assert np.abs(place - truth).max() < 3.5


def test_cells_of_a_zone_are_where_the_mat_has_them() -> None:
    picture, _ = seen(1)
    follower = MatTracker((MAT,))
    for _ in range(AGREEING_FRAMES + 1):
        follower.see(picture)
    grid, first, last = (follower.place("tray", "grid", cell) for cell in (None, "1,1", "4,4"))
    assert grid is not None
    assert first is not None
    assert last is not None
    assert np.allclose(grid[0], first[0], atol=0.1)
    assert np.allclose(grid[2], last[2], atol=0.1)


def every_mat() -> list[Mat]:
    return [mat for mats in printing.described().values() for mat in mats]


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_no_sheet_ends_within_a_mark_or_a_colour_patch(paper: str) -> None:
    for mat in every_mat():
        parts = [tile for sheet in sheets((mat,), paper) for tile in sheet.tiles]
        across = {tile.start_mm[0] + side for tile in parts for side in (0, tile.size_mm[0])}
        down = {tile.start_mm[1] + side for tile in parts for side in (0, tile.size_mm[1])}
        for (x0, y0), _, (x1, y1), _ in (*mat.marks().values(), *mat.patches()):
            assert not any(x0 < edge < x1 for edge in across), (mat.name, x0)
            assert not any(y0 < edge < y1 for edge in down), (mat.name, y0)


def test_the_first_cell_says_what_the_cells_are_for() -> None:
    lane = Zone("luck", (0, 0, 350, 95), cols=5, note="luck")
    assert [lane.label(cell) for cell in lane.cells()] == ["luck", "1,2", "1,3", "1,4", "1,5"]
    assert Zone("wanted", (0, 0, 100, 10), cols=10, track=True).label("1,1") == "0"


def test_the_print_command_writes_a_game_s_mats(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    args = argparse.Namespace(
        what="mats", game="runika", paper="a4", output=tmp_path / "mats.pdf", lang="en"
    )
    assert printing.run(args) == 0
    assert "pages" in capsys.readouterr().out
    with pytest.raises(SetupError, match="runika"):
        printing.prints_for("chess", "en")


def test_the_print_command_writes_stickers_for_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    args = argparse.Namespace(
        what="stickers", game=None, paper="letter", output=tmp_path / "stickers.pdf"
    )
    assert printing.run(args) == 0
    assert "300 stickers on 3 pages" in capsys.readouterr().out
    assert args.output.read_bytes().startswith(b"%PDF")
    with pytest.raises(SetupError, match="-o"):
        printing.run(argparse.Namespace(**{**vars(args), "output": tmp_path}))


def test_a_field_slot_holds_a_card_turned_sideways() -> None:
    (field,) = [
        zone
        for mat in printing.described()["mechamancers"]
        for zone in mat.zones
        if zone.name == "field"
    ][:1]
    for (x0, y0), _, (x1, y1), _ in field.cells().values():
        assert min(x1 - x0, y1 - y0) >= 88


@pytest.mark.parametrize(
    "mistake",
    [
        "size_mm = [262, 190]\nfirst_mark = 3",
        "size_mm = [60, 60]\nfirst_mark = 0",
        'size_mm = [262, 190]\nfirst_mark = 0\n[[mat.zones]]\nname = "a"\nbox_mm = [0, 0, 50, 50]',
        "size_mm = [262, 190]\nfirst_mark = 0\n"
        '[[mat.zones]]\nname = "a"\nbox_mm = [200, 60, 80, 50]',
        'size_mm = [262, 190]\nfirst_mark = 0\ncolour = "red"',
    ],
)
def test_a_mat_that_cannot_be_is_refused_with_its_place(mistake: str) -> None:
    with pytest.raises(VisionSetupError, match=r"mats\.toml"):
        mats_of(f'[[mat]]\nname = "m"\ntitle = "M"\n{mistake}\n')


def test_hand_drawn_zones_are_kept_per_camera(tmp_path: Path) -> None:
    corners = ((0.1, 0.1), (0.8, 0.12), (0.82, 0.9), (0.08, 0.88))
    keep(tmp_path, DrawnZones("v4l2:/dev/video0").with_zone("tray", corners))
    assert kept(tmp_path, "v4l2:/dev/video0").zones == {"tray": corners}
    assert kept(tmp_path, "picamera2:0").zones == {}
    assert kept(tmp_path, "v4l2:_dev_video0").zones == {}, (
        "another camera, though the file's name is the same"
    )


def test_two_cameras_with_long_names_have_their_own_zones(tmp_path: Path) -> None:
    names = [
        f"v4l2:/dev/v4l/by-id/usb-A_maker_with_a_long_name_A_camera_with_a_longer_one_{n}-video-index0"
        for n in "AB"
    ]
    at = {
        name: ((0.1 + k / 9, 0.1), (0.8, 0.12), (0.82, 0.9), (0.08, 0.88))
        for k, name in enumerate(names)
    }
    for name, corners in at.items():
        keep(tmp_path, DrawnZones(name).with_zone("tray", corners))
    assert [kept(tmp_path, name).zones for name in names] == [{"tray": at[name]} for name in names]


def test_a_damaged_file_of_zones_is_set_aside_and_stops_nothing(tmp_path: Path) -> None:
    keep(
        tmp_path,
        DrawnZones("c").with_zone("tray", ((0.1, 0.1), (0.8, 0.12), (0.82, 0.9), (0.08, 0.88))),
    )
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:20])
    assert kept(tmp_path, "c") == DrawnZones("c")
    assert [one.suffix for one in tmp_path.iterdir()] == [".damaged"]


def test_crossed_corners_are_refused() -> None:
    with pytest.raises(VisionSetupError, match="cross"):
        DrawnZones("c").with_zone("tray", ((0.1, 0.1), (0.8, 0.9), (0.8, 0.1), (0.1, 0.9)))
    assert not plausible(((0, 0), (0, 10), (10, 10), (10, 0)))


def test_the_command_names_mats_and_what_is_hidden(tmp_path: Path) -> None:
    picture, truth = seen(1)
    cv2.imwrite(str(tmp_path / "whole.png"), picture)
    cv2.imwrite(str(tmp_path / "part.png"), without_mark(picture, 1))
    images = [str(tmp_path / name) for name in ("whole.png", "part.png")]
    whole, part = command.read(argparse.Namespace(mats=None, images=images))
    assert whole["decision"] == "accept"
    assert part["mats"][0]["hidden"] == ["top right"]
    assert (
        np.abs(np.array(part["mats"][0]["corners"]) - np.array(whole["mats"][0]["corners"])).max()
        < 16
    )
    assert np.abs(np.array(whole["mats"][0]["corners"]) - truth).max() < 60
