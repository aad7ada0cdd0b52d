"""Tokens: which cells hold a piece and of which colour; loose pieces counted; doubt is asked."""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.arrays import Pixels
from vision.errors import VisionSetupError
from vision.lab.scenes.table import _lay_disc, grid_on_table
from vision.tokens import command
from vision.tokens.colours import known, named
from vision.tokens.grid import TokenGrid
from vision.tokens.loose import read_zone
from vision.tokens.loose_colours import named_under_one_lamp
from vision.tokens.reader import CellReading, read_grid


def sheet(
    rows: int, cols: int, pieces: dict[tuple[int, int], str], paper: int = 170
) -> tuple[Pixels, TokenGrid]:
    """A flat grey sheet with round pieces in the middle of their cells."""
    cell = 60
    picture = np.full((rows * cell + 120, cols * cell + 120, 3), 100, np.uint8)
    x1, y1 = 60 + cols * cell, 60 + rows * cell
    picture[60:y1, 60:x1] = paper
    for (row, col), colour in pieces.items():
        centre = np.array([60 + (col + 0.5) * cell, 60 + (row + 0.5) * cell])
        _lay_disc(np.random.default_rng(row * 31 + col), picture, centre, 0.36 * cell, colour)
    return picture, TokenGrid(
        ((60.0, 60.0), (float(x1), 60.0), (float(x1), float(y1)), (60.0, float(y1))), rows, cols
    )


def accepted(cells: list[CellReading]) -> dict[tuple[int, int], str | None]:
    return {(cell.row, cell.col): cell.colour for cell in cells if cell.accept}


PIECES = {(0, 0): "white", (1, 2): "black", (3, 3): "white", (2, 1): "black"}


def test_pieces_are_found_in_their_cells_with_their_colours() -> None:
    picture, grid = sheet(4, 5, PIECES)
    assert accepted(read_grid(picture, grid, ["white", "black"])) == PIECES


def test_an_empty_sheet_has_no_pieces() -> None:
    picture, grid = sheet(4, 5, {})
    assert read_grid(picture, grid, ["white", "black"]) == []


def test_one_piece_alone_is_found() -> None:
    picture, grid = sheet(6, 6, {(4, 2): "black"})
    assert accepted(read_grid(picture, grid, ["white", "black"])) == {(4, 2): "black"}


@pytest.mark.parametrize("ratio", [0.3, 0.35, 0.5, 0.7, 1.0])
@pytest.mark.parametrize("colours", [("blue", "yellow"), ("white", "black")])
def test_pieces_much_smaller_than_their_cells_are_found_before_they_are_named(
    colours: tuple[str, str], ratio: float
) -> None:
    random = np.random.default_rng(3)
    picture, laid = grid_on_table(random, colours, "wood", "lamp", 4, 4, False, ratio=ratio)
    a, b, c, d = [(float(x), float(y)) for x, y in laid.corners]
    read = accepted(read_grid(picture, TokenGrid((a, b, c, d), 4, 4), list(colours)))
    assert read.items() <= laid.cells.items()
    assert len(read) >= len(laid.cells) - 1


def test_star_points_of_a_bare_board_are_no_small_pieces() -> None:
    board = np.full((560, 560, 3), (120, 175, 205), np.uint8)
    for line in range(9):
        at = 40 + line * 60
        cv2.line(board, (40, at), (520, at), (40, 60, 70), 1)
        cv2.line(board, (at, 40), (at, 520), (40, 60, 70), 1)
    for x, y in ((160, 160), (400, 160), (280, 280), (160, 400), (400, 400)):
        cv2.circle(board, (x, y), 8, (20, 30, 35), cv2.FILLED)
    corners = ((40.0, 40.0), (520.0, 40.0), (520.0, 520.0), (40.0, 520.0))
    grid = TokenGrid(corners, 9, 9, "intersections")
    assert accepted(read_grid(board, grid, ["white", "black"])) == {}


def test_numbers_printed_in_bare_cells_are_no_pieces() -> None:
    picture, grid = sheet(4, 4, {})
    for row, col in np.ndindex(4, 4):
        at = (82 + 60 * col, 98 + 60 * row)
        cv2.putText(picture, str(row + col), at, cv2.FONT_HERSHEY_DUPLEX, 0.6, (30, 30, 30), 2)
    assert accepted(read_grid(picture, grid, ["white", "black"])) == {}


def test_two_small_pieces_in_one_cell_are_asked_about() -> None:
    picture, grid = sheet(3, 3, {})
    for centre in ((75.0, 136.0), (104.0, 164.0), (210.0, 210.0)):
        _lay_disc(np.random.default_rng(1), picture, np.array(centre), 11.0, "black")
    read = {(cell.row, cell.col): cell for cell in read_grid(picture, grid, ["white", "black"])}
    assert not read[1, 0].accept
    assert read[2, 2].accept


def test_white_and_yellow_pieces_by_a_warm_lamp_are_never_all_yellow_without_a_question() -> None:
    white, yellow = [(98, 131, 165), (102, 139, 174), (109, 147, 182)], [(21, 120, 164)] * 3
    looks = np.array([*white, *yellow], np.float32)
    truth = ["white"] * 3 + ["yellow"] * 3
    named_so = named_under_one_lamp(looks, 156.0, ["white", "yellow"])
    wrong = [name != true for name, true in zip(named_so.names, truth, strict=True)]
    assert not any(bad and clear >= 0 for bad, clear in zip(wrong, named_so.clear, strict=True))


def test_a_full_sheet_is_full() -> None:
    full = {
        (row, col): ("red" if (row + col) % 3 else "green") for row in range(4) for col in range(4)
    }
    picture, grid = sheet(4, 4, full)
    assert accepted(read_grid(picture, grid, ["red", "green"])) == full


@pytest.mark.parametrize("seed", [2, 5])
def test_a_chequered_board_in_a_lit_scene_is_read_without_a_silent_mistake(seed: int) -> None:
    random = np.random.default_rng(seed)
    picture, laid = grid_on_table(random, ("red", "green"), "wood", "lamp", 6, 6, True)
    a, b, c, d = [(float(x), float(y)) for x, y in laid.corners]
    cells = read_grid(picture, TokenGrid((a, b, c, d), 6, 6), ["red", "green"])
    asked = {(cell.row, cell.col) for cell in cells if not cell.accept}
    assert {
        place: colour for place, colour in laid.cells.items() if place not in asked
    } == accepted(cells)
    assert len(asked) <= 3


def test_a_white_piece_on_white_paper_is_seen_by_its_rim() -> None:
    pieces = {(0, 0): "white", (1, 2): "black", (3, 3): "white", (2, 1): "black", (0, 4): "black"}
    picture, grid = sheet(4, 5, pieces, paper=225)
    noise = np.random.default_rng(4).normal(0, 1.5, picture.shape)
    cells = read_grid(np.clip(picture + noise, 0, 255).astype(np.uint8), grid, ["white", "black"])
    assert {(cell.row, cell.col): cell.colour for cell in cells} == pieces


def test_a_window_mirrored_on_the_board_is_no_white_piece() -> None:
    picture, grid = sheet(4, 5, PIECES, paper=140)
    glare = np.zeros(picture.shape[:2], np.float32)
    box = cv2.boxPoints(((270.0, 90.0), (34.0, 60.0), 25.0)).astype(
        np.int32
    )  # over the cell (0, 3)
    cv2.fillConvexPoly(glare, box, 110.0)
    lit = np.clip(picture + cv2.GaussianBlur(glare, (0, 0), 5)[:, :, None], 0, 255).astype(np.uint8)
    assert accepted(read_grid(lit, grid, ["white", "black"])) == PIECES


def test_a_printed_ring_is_never_taken_for_a_piece() -> None:
    picture, grid = sheet(4, 5, PIECES)
    cv2.circle(picture, (90, 210), 21, (120, 120, 120), 1, cv2.LINE_AA)  # in the cell (2, 0)
    assert accepted(read_grid(picture, grid, ["white", "black"])) == PIECES


def test_a_piece_between_two_cells_is_asked() -> None:
    picture, grid = sheet(4, 4, {})
    _lay_disc(np.random.default_rng(1), picture, np.array([180.0, 150.0]), 22, "black")
    cells = read_grid(picture, grid, ["white", "black"])
    assert not any(cell.accept for cell in cells)
    assert cells


def test_bright_pieces_in_warm_light_are_still_white() -> None:
    picture, grid = sheet(4, 5, PIECES)
    warm = np.clip(picture * np.array([0.55, 0.8, 1.0]), 0, 255).astype(np.uint8)
    assert accepted(read_grid(warm, grid, ["white", "black"])) == PIECES


def test_unknown_colour_names_are_refused_with_the_known_ones() -> None:
    with pytest.raises(VisionSetupError, match="purple"):
        known(["white", "mauve"])


def test_a_colour_half_way_between_two_is_not_clear() -> None:
    looks = np.array([[128.0, 0, 0]], dtype=np.float32)
    assert named(looks, 230, ["white", "black"]).clear[0] < 0.25


def loose(pieces: list[tuple[float, float, str]]) -> Pixels:
    picture = np.full((400, 600, 3), (90, 140, 170), np.uint8)
    for number, (x, y, colour) in enumerate(pieces):
        _lay_disc(np.random.default_rng(number), picture, np.array([x, y]), 30, colour)
    return picture


def test_loose_pieces_are_counted_by_colour() -> None:
    seen = read_zone(
        loose([(100, 100, "red"), (300, 120, "red"), (200, 300, "white")]),
        ["red", "white", "black"],
    )
    assert (seen.count, seen.accept) == ({"red": 2, "white": 1}, True)


def test_touching_pieces_are_counted_or_asked_never_miscounted() -> None:
    seen = read_zone(
        loose([(200, 200, "red"), (258, 200, "red"), (229, 250, "red")]), ["red", "white"]
    )
    assert seen.count == {"red": 3} or not seen.accept


def test_stacked_pieces_are_asked_as_two_or_three() -> None:
    picture = loose([(200, 200, "red"), (400, 100, "red"), (230, 205, "red")])
    seen = read_zone(picture, ["red", "white"])
    assert not seen.accept
    assert seen.doubt is not None
    assert seen.doubt[0] < seen.doubt[1]


def test_pieces_of_the_table_s_own_colour_are_asked() -> None:
    grass = np.full((400, 600, 3), (62, 138, 50), np.uint8)
    _lay_disc(np.random.default_rng(1), grass, np.array([100.0, 100.0]), 30, "red")
    assert not read_zone(grass, ["red", "green"]).accept


def test_the_command_takes_one_grid_or_a_list_by_file(tmp_path: Path) -> None:
    picture, grid = sheet(4, 5, PIECES)
    cv2.imwrite(str(tmp_path / "a.png"), picture)
    shape = {
        "corners": [list(corner) for corner in grid.corners],
        "rows": 4,
        "cols": 5,
        "kind": "squares",
    }
    for content in (shape, [{"file": "a.png", "grid": shape}]):
        (tmp_path / "grid.json").write_text(json.dumps(content))
        args = argparse.Namespace(
            grid=tmp_path / "grid.json",
            zone=None,
            colours="white,black",
            images=[str(tmp_path / "a.png")],
        )
        (line,) = command.read(args)
        assert line["count"] == {"white": 2, "black": 2}
        assert line["decision"] == "accept"


def test_a_picture_without_a_grid_in_the_list_is_one_of_loose_pieces(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), loose([(100, 100, "red"), (220, 150, "white")]))
    for row in ({"file": "a.png", "grid": None}, {"file": "a.png", "count": {"red": 1}}):
        (tmp_path / "labels.json").write_text(json.dumps([row]))
        (line,) = command.read(called(tmp_path, "labels.json", None, "red,white"))
        assert line["count"] == {"red": 1, "white": 1}


SQUARE = [[0, 0], [9, 0], [9, 9], [0, 9]]
NO_GRIDS: list[object] = [
    {"corners": SQUARE, "rows": 0, "cols": 4},
    {"corners": SQUARE, "rows": 4, "cols": 4000},
    {"corners": SQUARE, "rows": 4, "cols": 4, "kind": "hexes"},
    {"corners": [[5, 5]] * 4, "rows": 4, "cols": 4},
    {"corners": SQUARE[:3], "rows": 4, "cols": 4},
    {"rows": 4},
    [3],
    "grid",
]


@pytest.mark.parametrize("content", NO_GRIDS)
def test_what_is_no_grid_is_refused_in_plain_words(tmp_path: Path, content: object) -> None:
    (tmp_path / "grid.json").write_text(json.dumps(content))
    with pytest.raises(VisionSetupError, match="not a grid"):
        list(command.read(called(tmp_path, "grid.json", None, "red")))


def called(
    folder: Path, grid: str | None, zone: str | None, colours: str | None
) -> argparse.Namespace:
    file = folder / grid if grid else None
    return argparse.Namespace(grid=file, zone=zone, colours=colours, images=[str(folder / "a.png")])


def test_cells_beyond_the_picture_are_asked_not_empty(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), loose([]))
    grid = {"corners": [[300, 100], [900, 100], [900, 300], [300, 300]], "rows": 1, "cols": 4}
    (tmp_path / "grid.json").write_text(json.dumps(grid))
    (line,) = command.read(called(tmp_path, "grid.json", None, "red,white"))
    assert [cell[1:] for cell in line["cells"]] == [[2, None, "ask"], [3, None, "ask"]]


WRONG = [
    (None, "1,2,3", "red"),
    (None, None, None),
    ("no.json", None, "red"),
    (None, "9,9,9,9", "red"),
]


@pytest.mark.parametrize("words", WRONG)
def test_wrong_use_is_refused_in_plain_words(
    tmp_path: Path, words: tuple[str | None, str | None, str | None]
) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), loose([]))
    with pytest.raises(VisionSetupError):
        list(command.read(called(tmp_path, *words)))


@pytest.mark.parametrize("level", [0, 96, 255])
def test_a_zone_of_one_single_colour_is_read_without_a_warning(level: int) -> None:
    for wide in (1, 8, 200):
        assert read_zone(np.full((wide, wide, 3), level, np.uint8), ["red", "blue"]).count == {}


def test_pieces_that_stand_out_are_not_hard_to_see_whatever_the_table() -> None:
    zone = np.full((300, 300, 3), 176, np.uint8)
    for x in (60, 150, 240):
        cv2.circle(zone, (x, 150), 24, (245, 245, 245), cv2.FILLED, cv2.LINE_AA)
    seen = read_zone(zone, ["white"])
    assert (seen.count, seen.accept) == ({"white": 3}, True)


def test_a_faint_round_edge_is_asked_about_also_where_nothing_else_lies() -> None:
    paper = np.full((480, 640, 3), 214, np.uint8)
    cv2.circle(paper, (300, 240), 40, (196, 196, 196), 3, cv2.LINE_AA)
    seen = read_zone(cv2.GaussianBlur(paper, (0, 0), 1.0), ["red"])
    assert seen.count == {}
    assert not seen.accept


def test_a_piece_as_light_as_no_other_of_its_name_is_not_clear() -> None:
    """A black disc under a mirrored window is nearer to white than to black, and unlike every white
    one.
    """
    lightness = [238, 240, 242, 239, 22, 24, 20, 178]
    looks = np.array([(level, 0, 0) for level in lightness], dtype=np.float32)
    told = named(looks, 245.0, ["white", "black"])
    assert told.names[-1] == "white"
    assert (told.clear[:-1] > 0.5).all()
    assert told.clear[-1] == 0
