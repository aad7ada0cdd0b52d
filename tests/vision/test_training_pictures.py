"""Training pictures: whatever is done to a scene, its labels stay true."""

import numpy as np
import pytest

from vision.dice.training import sprites
from vision.dice.training.examples import SIDE_PX, Bytes, Die, Examples, stretched
from vision.dice.training.spoiling import glared, spoiled


@pytest.fixture(scope="module")
def bank() -> sprites.Bank:
    return sprites.make(12, seed=3)


def test_painting_a_die_anew_changes_its_colours_and_nothing_of_its_shape(bank: sprites.Bank) -> None:
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
    def drawn() -> list[Bytes]:
        examples = Examples([], bank, 9, 0.0)
        scenes = [spoiled(examples.rng, examples.scene()[0]) for _ in range(6)]
        return [*scenes, *(crop for _ in range(6) for crop, _ in examples.crops(64))]

    first, second = drawn(), drawn()
    assert first[0].shape == (SIDE_PX, SIDE_PX, 3)
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
