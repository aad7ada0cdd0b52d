"""The network as a second witness on grids: what it says alone, and against contrast and rims."""

import numpy as np
import pytest

from vision.tokens.cell_network import Witness
from vision.tokens.discs import Discs
from vision.tokens.reader import A_LITTLE, GridReading, _agreed

PIECE, PAPER = 4 * A_LITTLE, 0.5 * A_LITTLE  # how unlike a bare cell the middle of this one is


def agreed(
    chance: float, *, full: bool = False, doubtful: bool = False, unlike: float = PIECE
) -> tuple[bool, bool]:
    """Whether one cell is full and whether it is asked about, when the network finds a piece there
    so likely.
    """
    one, none = np.ones(1, np.float32), np.zeros((1, 2), np.float32)
    found = Discs(one, none, np.zeros((1, 3), np.float32), unlike * one, 0.36, one)
    seen = _agreed(
        GridReading(np.array([full]), np.array([doubtful]), found),
        Witness(chance * one, none, one, one),
    )
    return bool(seen.full[0]), bool(seen.doubtful[0])


FULL, BARE, ASKED = (True, False), (False, False), (False, True)


@pytest.mark.parametrize(
    ("chance", "said"),
    [(0.1, BARE), (0.3, BARE), (0.4, ASKED), (0.78, ASKED), (0.88, ASKED), (0.92, FULL)],
)
def test_what_only_the_network_sees_is_a_piece_above_nine_tenths_alone(
    chance: float, said: tuple[bool, bool]
) -> None:
    """Bare squares among shining discs on a printed board reached 0.78."""
    assert agreed(chance) == said


@pytest.mark.parametrize(("chance", "said"), [(0.1, BARE), (0.5, ASKED), (0.78, FULL)])
def test_where_contrast_is_unsure_the_network_decides_sooner(
    chance: float, said: tuple[bool, bool]
) -> None:
    assert agreed(chance, doubtful=True) == said


def test_a_ring_printed_on_the_sheet_is_asked_about_however_sure_the_network_is() -> None:
    assert agreed(0.97, unlike=PAPER) == (True, True)


@pytest.mark.parametrize(("chance", "asked"), [(0.1, True), (0.3, False), (0.9, False)])
def test_a_piece_the_network_surely_does_not_see_is_asked_about(chance: float, asked: bool) -> None:
    assert agreed(chance, full=True) == (True, asked)
