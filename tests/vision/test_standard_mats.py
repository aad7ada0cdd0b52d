"""Mats by name: a tray, a dock for each seat, a board of so many cells."""

import pytest

from vision.errors import VisionSetupError
from vision.mats.layout import areas, check_mat
from vision.mats.standard import standard_mats


@pytest.mark.parametrize("grid", ["grid 1x1", "grid 3x3", "grid 5x5", "grid 8x8", "grid 12x2"])
def test_every_zone_lies_on_its_mat_and_beside_the_marks(grid: str) -> None:
    for mat in standard_mats(("tray", "seat docks", grid), "test"):
        check_mat(mat, "test")


def test_the_cells_of_a_grid_are_named_by_row_and_column_and_read_as_a_whole() -> None:
    (mat,) = standard_mats(("grid 2x3",), "test")
    board = areas(mat)["board"]
    assert list(board.cells_mm) == ["1,1", "1,2", "1,3", "2,1", "2,2", "2,3"]
    assert (board.rows, board.cols) == (2, 3)


def test_each_seat_has_its_dock() -> None:
    docks = standard_mats(("seat docks",), "test")
    assert "dock:3" in areas(docks[2])


@pytest.mark.parametrize("names", [("trey",), ("grid 0x5",), ("grid 99x5",), ("tray", "tray")])
def test_a_name_that_means_no_mat_is_said_with_what_there_is(names: tuple[str, ...]) -> None:
    with pytest.raises(VisionSetupError, match=r"test: .*tray, seat docks, grid RxC"):
        standard_mats(names, "test")
