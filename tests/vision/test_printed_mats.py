"""Mats on paper: true to size, whole, in the game's colours and the table's language, and found
again by the camera's own code.
"""

import argparse
import subprocess
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion import games
from companion.cli import print as printing
from companion.languages import LANGUAGES
from companion.texts import texts
from vision.arrays import Pixels
from vision.mats.emblem import steps
from vision.mats.layout import Mat
from vision.mats.pdf import free_span
from vision.mats.sheets import MARGIN_MM, PAPERS_MM, sheets
from vision.mats.standard import standard_mats
from vision.zones.marks import MarkFinder
from web.faces import emblem_on_paper

DPI = 100
PX_PER_MM = DPI / 25.4
OURS = [(game, mat) for game, mats in printing.described().items() for mat in mats]
STANDARD = standard_mats(("tray", "seat docks", "grid 5x5"), "standard")
MATS = [*OURS, *(("standard", mat) for mat in STANDARD)]


def printed(folder: Path, game: str, paper: str, language: str) -> list[Pixels]:
    """Every page of a game's mats as the printer would have it."""
    file = folder / "mats.pdf"
    args = argparse.Namespace(what="mats", game=game, paper=paper, output=file, lang=language)
    assert printing.run(args) == 0
    subprocess.run(["pdftoppm", "-r", str(DPI), "-png", file, folder / "page"], check=True)
    return [np.asarray(Image.open(page).convert("RGB")) for page in sorted(folder.glob("page*"))]


@pytest.mark.parametrize(
    ("game", "paper", "language"),
    [
        (game, "a4" if at % 2 else "letter", "id" if at % 2 else "en")
        for at, game in enumerate(games.ids())
    ],
)
def test_printed_marks_are_found_and_nothing_lies_in_the_printer_s_margin(
    tmp_path: Path, game: str, paper: str, language: str
) -> None:
    pages = printed(tmp_path, game, paper, language)
    found: set[int] = set()
    edge = int(MARGIN_MM * PX_PER_MM) - 1
    for page in pages:
        found |= set(MarkFinder().find(np.ascontiguousarray(page[:, :, ::-1]), closely=True))
        inner = page[edge:-edge, edge:-edge]
        assert int((page < 250).sum()) == int((inner < 250).sum())
    assert found == {mark for mat in printing.described()[game] for mark in mat.marks()}


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_the_bar_measures_100_mm_on_every_sheet(tmp_path: Path, paper: str) -> None:
    (one,) = printing.prints_for("world_adventure", "en")
    pages = printed(tmp_path, "world_adventure", paper, "en")
    for page, sheet in zip(pages, sheets(one.mats, paper), strict=True):
        dark = page.max(axis=2) < 140
        lines = near_end(dark.T if sheet.footer_beside else dark)
        assert max(map(longest, lines)) / PX_PER_MM == pytest.approx(100, abs=0.6)


def near_end(dark: np.ndarray) -> np.ndarray:
    """The lines of the footer: within its height from the margin."""
    end = dark.shape[0] - int(MARGIN_MM * PX_PER_MM)
    return dark[end - int(2.0 * PX_PER_MM) : end + 1]


def longest(row: np.ndarray) -> int:
    runs = np.diff(np.flatnonzero(np.diff(np.concatenate(([0], row.astype(int), [0])))))
    return int(runs[::2].max()) if len(runs) else 0


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_the_tiles_of_a_mat_cover_it_and_fit_within_the_margins(paper: str) -> None:
    for _, mat in MATS:
        covered = np.zeros([round(side) for side in mat.size_mm], bool)
        for sheet in sheets((mat,), paper):
            (tile,) = sheet.tiles
            (x, y), (wide, high) = tile.start_mm, tile.size_mm
            covered[round(x) : round(x + wide), round(y) : round(y + high)] = True
            assert wide <= sheet.room_mm[0]
            assert high <= sheet.room_mm[1]
        assert covered.all(), mat.name


def test_small_mats_share_a_sheet() -> None:
    (sheet,) = sheets((Mat("a", "A", (190, 126), 4), Mat("b", "B", (190, 126), 8)), "a4")
    first, second = sheet.tiles
    assert second.at_mm[1] >= first.at_mm[1] + 126 + 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_written_on_a_mat_has_its_words(language: str) -> None:
    for _, mat in MATS:
        for text in (mat.title, *(zone.note for zone in mat.zones if zone.note)):
            key, values = printing.mat_key(text)
            assert key in texts(language), key
            if language == "en":
                assert texts("en")[key].format(**values) == text


def test_no_word_for_a_mat_is_left_over() -> None:
    written = {mat.title for _, mat in MATS} | {z.note for _, mat in MATS for z in mat.zones}
    used = {printing.mat_key(text)[0] for text in written if text}
    there = {key for key in texts("en") if key.startswith(("mats.title.", "mats.note."))}
    assert there == used


def test_every_mat_has_room_for_its_name() -> None:
    for game, mat in MATS:
        high = mat.size_mm[1]
        spans = [free_span(mat, top, top + 15) for top in (4.0, high - 19.0)]
        assert max(right - left for left, right in spans) >= 40, (game, mat.name)


@pytest.mark.parametrize("game", games.ids())
def test_the_emblem_can_be_drawn_and_stays_in_its_square(game: str) -> None:
    drawn = emblem_on_paper(game)
    assert "var(" not in drawn
    for path in drawn.split(' d="')[1:]:
        for kind, values in steps(path.partition('"')[0]):
            assert kind in "MLCZ"
            assert all(0 <= value <= 64 for value in values)


def test_a_path_is_written_out_step_by_step() -> None:
    assert list(steps("M1 2 3 4H5V6C7 8 9 10 11 12S13 14 15 16Z")) == [
        ("M", (1, 2)),
        ("L", (3, 4)),
        ("L", (5, 4)),
        ("L", (5, 6)),
        ("C", (7, 8, 9, 10, 11, 12)),
        ("C", (13, 14, 13, 14, 15, 16)),
        ("Z", ()),
    ]
