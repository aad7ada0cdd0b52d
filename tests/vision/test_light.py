"""The light meter: what is wrong with the light is said, and good light passes."""

import cv2
import numpy as np
import pytest

from vision.arrays import Pixels
from vision.light import LightMeter, contrast_of, measured
from vision.pipeline import VisionPipeline
from vision.protocol import Watch, WatchOrder
from vision.reading import Decision, Finding, Reading, Why, box_corners


def table(level: int = 120, noise: float = 2.0) -> Pixels:
    rng = np.random.default_rng(4)
    picture = np.full((360, 640, 3), level, np.float32)
    for x in range(60, 600, 90):
        picture[120:180, x : x + 50] = level * 0.25
    return np.clip(picture + rng.normal(0, noise, picture.shape), 0, 255).astype(np.uint8)


def advice(pixels: Pixels) -> list[str]:
    return [why.key.removeprefix("sight.light.") for why in measured(pixels).advice]


def test_good_light_has_no_advice() -> None:
    light = measured(table())
    assert light.advice == ()
    assert 80 < light.brightness < 130
    assert light.sharpness is not None
    assert light.sharpness > 0.4


@pytest.mark.parametrize(("level", "expected"), [(30, ["dark"]), (250, ["bright"])])
def test_too_dark_and_too_bright_are_said(level: int, expected: list[str]) -> None:
    assert advice(table(level)) == expected


def test_a_lamp_that_mirrors_is_said_with_its_place() -> None:
    picture = table()
    cv2.circle(picture, (480, 270), 60, (255, 255, 255), cv2.FILLED)
    light = measured(picture)
    assert [why.key for why in light.advice] == ["sight.light.glare"]
    assert light.glare_at == pytest.approx((0.75, 0.75), abs=0.03)


def test_white_pips_are_no_glare() -> None:
    picture = table()
    for x in range(50, 600, 40):
        cv2.circle(picture, (x, 300), 4, (255, 255, 255), cv2.FILLED)
    assert advice(picture) == []


def test_a_lens_out_of_focus_is_said_and_a_bare_cloth_is_not_judged() -> None:
    blurred = np.asarray(cv2.GaussianBlur(table(), (0, 0), 6), np.uint8)
    assert advice(blurred) == ["blurred"]
    assert measured(np.full((360, 640, 3), 120, np.uint8)).sharpness is None


def test_closed_parts_count_for_nothing() -> None:
    picture = table()
    picture[:, :400] = 0
    assert advice(picture) == []


def test_a_flickering_lamp_is_told_from_one_that_is_dimmed() -> None:
    flickering, dimmed = LightMeter(), LightMeter()
    for number in range(30):
        flickering.see(table(120 + 10 * (number % 2)))
        dimmed.see(table(150 - number))
    assert [why.key for why in flickering.light(table()).advice] == ["sight.light.flicker"]
    assert dimmed.light(table()).advice == ()


def test_pieces_like_the_table_are_said() -> None:
    zone = np.full((100, 200, 3), 120, np.uint8)
    zone[30:60, 30:60] = 126
    zone[30:60, 120:150] = (30, 30, 200)
    alike, apart = (Finding("die", 1, box_corners(x, 30, x + 30, 60), 0.9) for x in (30, 120))
    assert contrast_of(zone, apart) > 40 > 18 > contrast_of(zone, alike)
    meter = LightMeter()
    meter.pieces(zone, (alike, apart))
    assert "sight.light.alike" in [why.key for why in meter.light(zone).advice]


def test_how_pieces_stand_out_is_forgotten_with_their_game() -> None:
    """Advice about the last game's pieces would greet the people who set up the next one."""
    pipeline = VisionPipeline(
        lambda kind: (
            lambda pixels, order: Reading("", kind, (), Decision.ASK, Why("sight.no_dice"), 0.0)
        )
    )
    pipeline.watch(Watch((WatchOrder("1:roll", "tray", "dice"),)))
    pipeline.meter.contrast = 5.0
    pipeline.watch(Watch((WatchOrder("2:roll", "tray", "dice"),)))
    assert pipeline.meter.contrast == 5.0
    pipeline.watch(Watch())
    assert pipeline.meter.contrast is None
