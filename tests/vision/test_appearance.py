"""What the judge is shown: pips of any colour on any plastic, as strong as light and shadow."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.appearance import CROP_PX, FIRST_LOOK, FURTHER_LOOKS, evened, looked_at

Bytes = NDArray[np.uint8]


def die(
    body: tuple[int, int, int], pip: tuple[int, int, int], shade: float = 0.0
) -> tuple[Bytes, NDArray[np.bool_]]:
    """A face with two pips, darker to one side; and where the pips are."""
    y, x = np.mgrid[0:CROP_PX, 0:CROP_PX]
    pips = (np.hypot(x - 16, y - 16) < 4) | (np.hypot(x - 32, y - 32) < 4)
    light = 1 - shade * x / CROP_PX
    pixels = np.where(pips[..., None], np.array(pip), np.array(body)) * light[..., None]
    return np.clip(pixels, 0, 255).astype(np.uint8), pips


def shown(pixels: Bytes, even: float) -> NDArray[np.float32]:
    return evened(pixels[None], np.array([even], np.float32))[0]


def contrast(look: NDArray[np.float32], pips: NDArray[np.bool_]) -> float:
    """How far pips are from plastic, against how much the plastic varies by itself."""
    apart = np.linalg.norm(look[:, pips].mean(axis=1) - look[:, ~pips].mean(axis=1))
    return float(apart / look[:, ~pips].std(axis=1).max())


def test_red_pips_on_blue_of_the_same_lightness_stand_out_once_colours_are_evened() -> None:
    pixels, pips = die((96, 64, 60), (72, 66, 84), shade=0.7)
    assert contrast(shown(pixels, 1.0), pips) > 1.8 * contrast(shown(pixels, 0.0), pips)


@pytest.mark.parametrize("even", [0.0, 0.5, 1.0])
def test_a_dimmer_lamp_changes_nothing(even: float) -> None:
    pixels, _ = die((200, 180, 160), (40, 30, 30))
    dim = (pixels // 2).astype(np.uint8)
    assert np.abs(shown(pixels, even) - shown(dim, even)).mean() < 0.06


def test_a_plain_table_has_nothing_to_show() -> None:
    plain = np.full((1, CROP_PX, CROP_PX, 3), 90, np.uint8)
    assert np.abs(evened(plain, np.ones(1, np.float32))).max() < 0.01


def test_every_further_look_is_another_picture() -> None:
    pixels, _ = die((150, 60, 40), (60, 60, 130), shade=0.6)
    looks = [looked_at(pixels[None], [look]) for look in (FIRST_LOOK, *FURTHER_LOOKS)]
    assert all(np.abs(a - b).mean() > 0.02 for i, a in enumerate(looks) for b in looks[:i])
