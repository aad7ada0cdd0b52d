"""Drawn dice show what they should, from every side."""

from dataclasses import replace

import numpy as np
import pytest

from vision.virtual.die_render import (
    FACES,
    REACH,
    DieLook,
    Lighting,
    MirroredLamp,
    Viewpoint,
    place,
    resting,
    sprite,
    tumbling,
)

WHITE = DieLook((0.9, 0.9, 0.9), (0.0, 0.0, 0.0), gloss=0.0)
ABOVE = Viewpoint(0.0, 20.0)
LAMP = Lighting((0.0, 0.0, 1.0))


@pytest.mark.parametrize("value", range(1, 7))
def test_a_resting_die_shows_its_value_on_top(value: int) -> None:
    up = resting(value, 30.0)[2]
    axis, sign = FACES[value]
    assert up[axis] * sign == pytest.approx(1.0, abs=1e-5)


def test_opposite_faces_sum_to_seven() -> None:
    for value, (axis, sign) in FACES.items():
        assert FACES[7 - value] == (axis, -sign)


@pytest.mark.parametrize("value", range(1, 7))
def test_more_pips_cover_more_of_the_face(value: int) -> None:
    drawn = sprite(WHITE, resting(value, 0.0), ABOVE, LAMP, 120)
    dark = (drawn.colour.sum(axis=2) < 0.3) & (drawn.alpha > 0.5)
    one_pip = np.pi * (WHITE.pip_radius * 120 / (2 * REACH)) ** 2
    assert dark.sum() / one_pip == pytest.approx(value, rel=0.25)


@pytest.mark.parametrize("seed", range(4))
def test_a_turn_in_the_air_is_a_turn(seed: int) -> None:
    turn = tumbling(seed)
    assert np.allclose(turn @ turn.T, np.eye(3), atol=1e-5)
    assert np.linalg.det(turn) == pytest.approx(1.0, abs=1e-5)


def test_the_box_holds_the_die() -> None:
    drawn = sprite(WHITE, resting(5, 20.0), Viewpoint(35.0), LAMP, 100)
    x0, y0, x1, y1 = (round(edge) for edge in drawn.box)
    outside = drawn.alpha.copy()
    outside[y0:y1, x0:x1] = 0
    assert outside.max() == 0
    assert 40 < x1 - x0 < 100


def test_a_camera_on_its_side_sees_a_die_on_its_side() -> None:
    upright = sprite(WHITE, resting(5, 0.0), Viewpoint(35.0, 14.0), LAMP, 100).box
    rolled = sprite(WHITE, resting(5, 0.0), Viewpoint(35.0, 14.0, 90.0), LAMP, 100).box
    assert upright[3] - upright[1] > 1.1 * (upright[2] - upright[0])
    assert rolled[2] - rolled[0] == pytest.approx(upright[3] - upright[1], abs=1.5)
    assert rolled[3] - rolled[1] == pytest.approx(upright[2] - upright[0], abs=1.5)


def test_a_ring_lamp_above_is_mirrored_as_a_ring_on_a_face_that_bulges() -> None:
    lamp = MirroredLamp((0.0, 0.0, 1.0), across=0.3, along=0.05)
    look = replace(WHITE, body=(0.1, 0.1, 0.1), pips=False, bulge=0.25, gloss=0.0)
    plain = sprite(look, resting(1, 0.0), ABOVE, LAMP, 100)
    lit = sprite(look, resting(1, 0.0), ABOVE, replace(LAMP, mirrored=lamp), 100)
    bright = (lit.colour - plain.colour).max(axis=2) > 0.3
    rows, columns = np.nonzero(bright)
    away = np.hypot(rows - 49.5, columns - 49.5)
    assert away.min() > 8
    assert away.max() < 28
    assert not bright[45:55, 45:55].any()


def test_hollow_pips_mirror_a_lamp_that_the_flat_face_does_not() -> None:
    light = replace(
        LAMP, mirrored=MirroredLamp((0.6, 0.0, 1.0), across=0.3, along=0.3, is_ring=False)
    )
    flat, hollow = (
        sprite(replace(WHITE, hollow=depth), resting(4, 0.0), ABOVE, light, 100)
        for depth in (0.0, 0.8)
    )
    assert flat.parts is not None
    assert hollow.parts is not None
    top = (slice(30, 70), slice(30, 70), 2)
    assert flat.parts[top].max() == 0
    assert hollow.parts[top].max() > 0.2


def test_a_low_lamp_throws_a_shadow_away_from_it() -> None:
    drawn = sprite(WHITE, resting(1, 0.0), ABOVE, Lighting((1.0, 0.0, 0.8)), 100)
    left, right = drawn.shadow[:, :40].sum(), drawn.shadow[:, 60:].sum()
    assert left > 3 * right


def test_placing_half_outside_is_cut_off_at_the_edge() -> None:
    surface = np.full((60, 60, 3), 0.4, np.float32)
    drawn = sprite(WHITE, resting(6, 0.0), ABOVE, LAMP, 50)
    place(surface, drawn, 40, 40)
    place(surface, drawn, 200, 200)
    assert surface[:30, :30] == pytest.approx(0.4)
    assert surface.max() > 0.6
