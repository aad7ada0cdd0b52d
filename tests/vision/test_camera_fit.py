"""Heights, fields and pixels add up, and every game's mats lie under one camera that can read
them.
"""

import json
from xml.etree import ElementTree

import pytest

from companion import games
from companion.__main__ import main
from companion.service.places import mats_in_use
from vision.lab.trials.scale_trials import TRIALS, tried
from vision.mats.camera_fit import ASPECT, LEAST_PX_PER_MM, LENSES, CameraFit, across
from vision.virtual.layout import WIDEST_MM, laid_out

TABLES = [
    (game.id, players)
    for game in games.every()
    for players in range(game.seats[0], game.seats[1] + 1)
]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_no_mat_that_is_needed_is_left_out_whoever_plays(game: str, players: int) -> None:
    """Mechamancers and Spell Saga once needed 1.2 m of table; the virtual table dropped mats."""
    needed = [mat for mat in mats_in_use(game, players) if not mat.extra]
    layout = laid_out(tuple(needed), ASPECT)
    assert {spot.mat.name for spot in layout.spots} == {mat.name for mat in needed}
    assert layout.size_mm[0] <= WIDEST_MM


@pytest.mark.parametrize(("game", "players"), TABLES)
@pytest.mark.parametrize("lens", LENSES)
def test_every_table_can_be_read_at_1920_pixels(game: str, players: int, lens: str) -> None:
    """All but stickers, which are for cards printed at home: they want the camera lower."""
    needed = tuple(mat for mat in mats_in_use(game, players) if not mat.extra)
    fit = CameraFit.over(LENSES[lens], laid_out(needed, ASPECT).size_mm, 1920)
    needed_too = {what: good for what, good in fit.reads().items() if what != "stickers"}
    assert all(needed_too.values()), (fit.px_per_mm, fit.reads())


@pytest.mark.parametrize("lens", LENSES.values(), ids=list(LENSES))
def test_height_and_width_are_each_other_s_reverse(lens: object) -> None:
    assert isinstance(lens, type(LENSES["module3"]))
    assert lens.width_mm(lens.height_mm(1000)) == pytest.approx(1000)


def test_a_webcam_s_diagonal_is_not_its_width() -> None:
    assert across(78) == pytest.approx(70.4, abs=0.1)
    assert across(90) == pytest.approx(82.1, abs=0.1)


def test_a_camera_module_3_hangs_770_mm_above_a_metre() -> None:
    """By hand: half a metre over the tangent of 33 degrees."""
    assert LENSES["module3"].height_mm(1000) == pytest.approx(770, abs=1)


def test_the_command_says_what_is_read_and_what_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["layout", "mechamancers", "--camera", "module3", "--width", "800"]) == 1
    assert "not " in capsys.readouterr().out
    assert main(["layout", "mechamancers", "--camera", "module3", "--width", "1920"]) == 0
    assert "dock:4" in capsys.readouterr().out
    assert main(["layout", "runika", "--players", "2", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert [mat["name"] for mat in said["mats"]].count("dock:3") == 0
    assert len(said["cameras"]) == 2 * len(LENSES)


@pytest.mark.parametrize(
    "words", [["chess"], ["runika", "--players", "9"], ["runika", "--width", "1"]]
)
def test_what_cannot_be_laid_out_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["layout", *words]) == 2
    assert capsys.readouterr().err.startswith("companion layout: ")


def test_the_drawing_shows_every_mat_and_the_height(tmp_path: object) -> None:
    file = f"{tmp_path}/plan.svg"
    assert main(["layout", "spell_saga", "--camera", "module3", "--drawing", file]) == 0
    words = [text.text for text in ElementTree.parse(file).iter("{http://www.w3.org/2000/svg}text")]
    assert {"middle", "lanes", "rows"} <= set(words)
    assert any((word or "").endswith("mm") for word in words)


@pytest.mark.parametrize("kind", ["marks", "stickers"])
def test_the_least_scale_is_that_of_the_trial(kind: str) -> None:
    """A few scenes of the long trial: far below the least figure reading fails, at it it works."""
    assert set(LEAST_PX_PER_MM) == set(TRIALS)
    least = LEAST_PX_PER_MM[kind]
    seen = tried(kind, scenes=3, seed=29, scales=(0.5 * least, least))
    (_, coarse, _), (there, fine, wrong) = seen.values()
    assert coarse < 0.9 * fine
    assert fine >= 0.9 * there
    assert wrong == 0
