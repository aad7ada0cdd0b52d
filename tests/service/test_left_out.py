"""Mats that do not fit under the virtual camera are named, not dropped in silence."""

from companion.service.places import TablePlaces
from companion.service.virtual.scene import left_out
from companion.service.virtual.stage import ASPECT, Stage
from vision.mats.layout import Mat
from vision.virtual.layout import laid_out

WIDE = Mat("a", "Large", (700, 400), 0)
TALL = Mat("b", "Larger", (500, 500), 4)
SPARE = Mat("c", "Nobody needs it", (900, 500), 8, extra=True)


def test_a_mat_that_does_not_fit_is_named() -> None:
    mats = (WIDE, TALL, SPARE)
    assert left_out(Stage(TablePlaces(mats, ()), laid_out(mats, ASPECT))) == ["Larger"]


def test_nothing_is_said_when_only_mats_nobody_needs_are_away() -> None:
    mats = (WIDE, SPARE)
    assert left_out(Stage(TablePlaces(mats, ()), laid_out(mats, ASPECT))) == []
