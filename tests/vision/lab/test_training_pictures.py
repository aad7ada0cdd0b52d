"""Training pictures: whatever is done to a scene, its labels stay true."""

from pathlib import Path

import numpy as np
import pytest

from vision.arrays import Pixels
from vision.dice.appearance import CROP_PX
from vision.lab.dice import sprites
from vision.lab.dice.crops import CUT_PX, Crop, Crops, Drawn, turned
from vision.lab.dice.examples import SIDE_PX, Examples, stretched
from vision.lab.dice.judge_crops import judge_crops
from vision.lab.dice.photographs import Die
from vision.lab.dice.spoiling import BADLY, glared, spoiled
from vision.lab.dice.truth import with_mended


@pytest.fixture(scope="module")
def bank() -> sprites.Bank:
    return sprites.make(12, seed=3)


def test_painting_a_die_anew_changes_its_colours_and_nothing_of_its_shape(
    bank: sprites.Bank,
) -> None:
    layers = bank.pixels[0].astype(np.float32) / 255
    before = layers.copy()
    sprites.painted(np.random.default_rng(5), layers)
    assert np.array_equal(layers[..., 3:], before[..., 3:])
    assert np.abs(layers[..., :3] - before[..., :3]).max() > 0.1
    assert (layers[..., :3][layers[..., 3] == 0] == 0).all()


def test_lamps_are_mirrored_on_dice_only() -> None:
    rng = np.random.default_rng(1)
    for _ in range(40):
        picture = np.full((100, 100, 3), 90, np.uint8)
        glared(rng, picture, [(30.0, 40.0, 30.0)])
        rows, columns = np.nonzero(picture[..., 0] != 90)
        assert np.hypot(columns - 30, rows - 40).max(initial=0) < 20


def test_a_stretched_scene_takes_its_dice_along() -> None:
    pixels = np.zeros((160, 160, 3), np.uint8)
    pixels[50:70, 100:120] = 255
    moved, (placed,) = stretched(pixels, [Die(110, 60, 20, 20, 4)], 1.3)
    rows, columns = np.nonzero(moved[..., 0] > 127)
    assert columns.mean() == pytest.approx(placed.x, abs=1)
    assert rows.mean() == pytest.approx(placed.y, abs=1)
    assert np.ptp(columns) + 1 == pytest.approx(placed.width, abs=2)
    assert np.ptp(rows) + 1 == pytest.approx(placed.height, abs=2)


def test_scenes_and_crops_come_without_end_and_the_seed_makes_them(bank: sprites.Bank) -> None:
    def drawn() -> list[Pixels]:
        examples = Examples([], bank, 9, 0.0)
        scenes = [spoiled(examples.rng, examples.scene()[0], BADLY) for _ in range(6)]
        return [*scenes, *(crop for _ in range(6) for crop, _ in judge_crops(examples, 64))]

    first, second = drawn(), drawn()
    assert first[0].shape == (SIDE_PX, SIDE_PX, 3)
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


def test_drawn_dice_are_kept_in_a_file_and_come_turned_with_their_values(
    bank: sprites.Bank, tmp_path: Path
) -> None:
    drawn = Drawn(tmp_path / "drawn.npz", bank, count=40, seed=2)
    again = Drawn(tmp_path / "drawn.npz", bank, count=0, seed=2)
    assert np.array_equal(drawn.pixels, again.pixels)
    assert set(again.value.tolist()) <= set(range(7))
    crops = Crops(Examples([], bank, 9, 0.0), again, real_share=0.0)
    crop = crops.one()
    assert crop.shown.shape == (CROP_PX, CROP_PX, 3)
    assert crop.value in again.value


def test_what_was_read_wrong_comes_again_shown_in_another_way(
    bank: sprites.Bank, tmp_path: Path
) -> None:
    drawn = Drawn(tmp_path / "drawn.npz", bank, count=40, seed=2)
    crops = Crops(Examples([], bank, 9, 0.0), drawn, real_share=0.0)
    wrong = Crop(
        np.full((CUT_PX, CUT_PX, 3), 200, np.uint8), 4, np.zeros((CROP_PX, CROP_PX, 3), np.uint8)
    )
    crops.again(wrong)
    coming = [crops.one() for _ in range(60)]
    back = [crop for crop in coming if crop.cut is wrong.cut]
    assert [crop.value for crop in back] == [4]  # once: it must be read wrong again to come again
    assert not np.array_equal(back[0].shown, wrong.shown)
    crops.again(wrong)
    crops.calm()
    crops.again(wrong)
    assert not any(crops.one().cut is wrong.cut for _ in range(60))


def test_a_turned_cut_keeps_its_middle_and_shows_the_judge_less_around_it() -> None:
    cut = np.zeros((CUT_PX, CUT_PX, 3), np.uint8)
    cut[44:52, 44:52] = 255
    rng = np.random.default_rng(4)
    for _ in range(30):
        rows, columns = np.nonzero(turned(rng, cut)[..., 0] > 100)
        assert np.hypot(rows.mean() - 23.5, columns.mean() - 23.5) < 5
        assert 3 < np.ptp(rows) + 1 < 9


def test_a_mended_label_takes_the_place_of_the_wrong_one_and_a_missing_one_is_added() -> None:
    wrong, other = {"box": [10, 10, 50, 50], "value": 5}, {"box": [100, 10, 140, 50], "value": 2}
    mended = with_mended([wrong, other], [[12, 9, 51, 49, 4], [200, 200, 240, 240, 6]])
    assert sorted(die["value"] for die in mended) == [2, 4, 6]
