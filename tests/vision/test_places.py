"""What lies where: boxes of a sheet, slots with turned cards, a disk; and hints where the tracker
differs.
"""

from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest

from vision.arrays import Pixels
from vision.cards.appearance import flatten
from vision.cards.reader import CardReading
from vision.dice.symbols import pieces
from vision.dice.taught_faces import Album
from vision.lab.scenes.places import Place, dice_on_grid, dice_on_mat
from vision.lab.scenes.table import _lay_disc
from vision.lab.trials.place_trials import seen_flat, taught_dice
from vision.mats.layout import Mat, Zone
from vision.places.compare import InSlot, PlaceDifference, hints
from vision.places.sheets import read_sheet
from vision.places.slots import cards_in_slots, dice_in_cells, disk_turn, turn_in
from vision.places.taught_sheets import TaughtSheet, where_it_lies
from vision.protocol import WatchOrder
from vision.reading import Decision
from vision.tokens.recogniser import recognise
from vision.virtual.faces import BODY_COLOURS

BOXES = {"A": (0.05, 0.3, 0.4, 0.4), "B": (0.55, 0.3, 0.4, 0.4)}
CORNERS = np.array([[60, 60], [540, 60], [540, 396], [60, 396]], dtype=np.float32)


def sheet(pieces: list[tuple[float, float, str]]) -> Pixels:
    picture = np.full((460, 600, 3), 90, np.uint8)
    picture[60:396, 60:540] = (140, 165, 150)
    picture[70:110, 80:500] = (70, 60, 160)
    for number, (x, y, colour) in enumerate(pieces):
        _lay_disc(np.random.default_rng(number), picture, np.array([x, y]), 22, colour)
    return picture


@pytest.mark.parametrize("taught", [True, False])
def test_pieces_are_counted_box_by_box(taught: bool) -> None:
    pieces = [(130.0, 230.0, "white"), (200.0, 240.0, "white"), (400.0, 220.0, "black")]
    empty = sheet([])[60:396, 60:540] if taught else None
    read = read_sheet(sheet(pieces), CORNERS, BOXES, ["white", "black"], empty)
    assert read.boxes == {"A": {"white": 2}, "B": {"black": 1}}
    assert read.accept


def test_a_piece_beside_every_box_is_asked() -> None:
    empty = sheet([])[60:396, 60:540]
    read = read_sheet(sheet([(300.0, 240.0, "black")]), CORNERS, BOXES, ["white", "black"], empty)
    assert not read.accept


SLOT = np.array([[0, 0], [95, 0], [95, 95], [0, 95]], dtype=np.float32)


def card(
    turn_deg: float, accept: bool = True, centre: tuple[float, float] = (47, 47)
) -> CardReading:
    own = np.array([[-31, -44], [31, -44], [31, 44], [-31, 44]], dtype=np.float32)
    a = np.radians(turn_deg)
    turned = own @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + centre
    return CardReading("mech", turned.astype(np.float32), round(turn_deg / 90) % 4, 0.9, accept)


@pytest.mark.parametrize(("degrees", "turns"), [(0, 0), (92, 1), (175, 2), (268, 3)])
def test_a_card_s_turn_is_told_in_its_slot(degrees: float, turns: int) -> None:
    assert cards_in_slots([card(degrees)], {"1,1": SLOT})["1,1"] == InSlot("mech", turns, True, 0.9)


def test_the_far_side_of_the_table_sees_its_own_turn() -> None:
    far = np.roll(SLOT, 2, axis=0)
    assert turn_in(card(0).corners, far) == (2, True)


def test_a_card_lying_askew_or_two_in_a_slot_are_asked() -> None:
    assert not cards_in_slots([card(45)], {"1,1": SLOT})["1,1"].accept
    assert not cards_in_slots([card(0), card(90)], {"1,1": SLOT})["1,1"].accept


def test_an_empty_slot_is_not_in_the_reading() -> None:
    assert cards_in_slots([card(0, centre=(300, 300))], {"1,1": SLOT}) == {}


def test_a_sheet_with_bare_paper_is_found_without_dividing_by_nothing() -> None:
    """Warnings are errors here: windows without any print have no spread."""
    bare = np.full((200, 300, 3), 220, np.uint8)
    bare[20:90, 20:140] = 60
    bare[40:70, 40:100] = 150
    table = np.full((400, 600, 3), 90, np.uint8)
    table[100:300, 150:450] = bare
    lies = where_it_lies(table, (TaughtSheet(bare, {"A": (0.1, 0.1, 0.2, 0.2)}),))
    assert lies is not None
    assert np.abs(lies[1][0] - (150, 100)).max() < 4


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_a_disk_s_turn_is_read_from_the_colour_at_its_top(turns: int) -> None:
    colours = ("red", "blue", "yellow", "green")
    rows, cols = np.mgrid[0:120, 0:120] - 59.5
    sector = np.round(np.degrees(np.arctan2(cols, -rows)) / 90).astype(int) % 4
    table = np.array([BODY_COLOURS[colours[(k - turns) % 4]] for k in range(4)], dtype=np.uint8)
    assert disk_turn(np.ascontiguousarray(table[sector]), colours) == (turns, True)


def test_only_a_sure_sight_gives_a_hint() -> None:
    tracked = {"1,1": ("mech", 0), "1,2": ("wall", None), "1,3": (None, None)}
    sure = {"1,1": InSlot("mech", 1, True, 0.9), "1,2": InSlot("wall", 2, True, 0.9)}
    assert hints(tracked, sure) == (PlaceDifference("1,1", "mech", "mech", 0, 1),)
    doubtful = {"1,1": InSlot("other", 1, False, 0.3), "1,2": InSlot("wall", 0, True, 0.9)}
    assert hints(tracked, doubtful) == ()
    assert hints({}, {"2,1": InSlot("mech", 0, True, 0.9)}) == (
        PlaceDifference("2,1", None, "mech"),
    )


def test_the_watch_process_gets_tokens_by_cell_or_counted() -> None:
    flat = np.full((240, 240, 3), 170, np.uint8)
    _lay_disc(np.random.default_rng(1), flat, np.array([90.0, 150.0]), 22, "black")
    order = WatchOrder("1:place", "dock:1", "tokens", colours=("white", "black"), rows=4, cols=4)
    reading = recognise(flat, order)
    assert [(finding.cell, finding.colour) for finding in reading.findings] == [("3,2", "black")]
    assert reading.decision is Decision.ACCEPT
    counted = recognise(flat, WatchOrder("2:count", "dock:1", "tokens", 2, ("red", "black")))
    assert counted.decision is Decision.ASK


def taught_and_laid(element: str, seed: int) -> tuple[Album, Place]:
    """A red die and one of another colour on a printed grid; only red ones were taught."""
    dice = {"2,2": ("fire", "energy"), "3,4": (element, "points")}
    album = Album()
    for number, light in enumerate(("daylight", "lamp")):
        place = dice_on_grid(
            np.random.default_rng((seed, number)), {"2,2": ("fire", "energy")}, "wood", light
        )
        (piece,) = (piece for piece in pieces(grid_of(place)) if piece.squareness > 0.7)
        album.teach("fire", "energy", piece.face)
    return album, dice_on_grid(np.random.default_rng((seed, 9)), dice, "felt", "daylight")


def grid_of(place: Place) -> Pixels:
    return flatten(place.picture, place.corners, (440, 440))


CELLS = {
    f"{row + 1},{col + 1}": np.array([[0, 0], [110, 0], [110, 110], [0, 110]], np.float32)
    + np.array([110 * col, 110 * row], np.float32)
    for row in range(4)
    for col in range(4)
}


def test_dice_are_read_in_the_cells_they_lie_in_and_bare_cells_are_left_out() -> None:
    album, place = taught_and_laid("water", 3)
    read = dice_in_cells(grid_of(place), CELLS, album)
    assert set(read) == {"2,2", "3,4"}
    assert (read["2,2"].value, read["2,2"].colour, read["2,2"].accept) == ("energy", "fire", True)
    assert not read["3,4"].accept


def test_a_die_of_the_board_s_own_colour_is_asked_not_overlooked() -> None:
    album, place = taught_and_laid("fire", 4)
    flat = grid_of(place)
    flat[240:300, 30:90] = (238, 240, 242)
    cv2.fillPoly(flat, [np.array([[50, 250], [74, 262], [58, 288]], np.int32)], (25, 25, 25))
    there = dice_in_cells(flat, CELLS, album)["3,1"]
    assert (there.value, there.accept) == (None, False)


def test_a_blue_die_by_candle_light_is_known_by_the_white_printed_on_its_mat() -> None:
    board = Mat("dock", "Player board", (190, 192), 4, (Zone("grid", (46, 43.5, 104, 104), 4, 4),))
    lay = partial(dice_on_mat, mat=board)
    album = taught_dice(62, lay)
    place = lay(np.random.default_rng(7), {"2,3": ("water", "points")}, "cork", "candle")
    assert place is not None
    in_white_light = dice_in_cells(*seen_flat(place, 4, 4, 110), album)
    assert [
        (cell, seen.colour, seen.value, seen.accept) for cell, seen in in_white_light.items()
    ] == [("2,3", "water", "points", True)]
    as_it_came = dice_in_cells(*seen_flat(replace(place, white=None), 4, 4, 110), album)
    assert not as_it_came["2,3"].accept
