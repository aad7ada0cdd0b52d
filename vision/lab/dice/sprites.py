"""A bank of rendered dice, made once and kept in a file, because drawing one takes 30 ms."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.lab.dice.surfaces import smooth_noise
from vision.virtual import die_render
from vision.virtual.die_render import Colour, DieLook, Lighting, MirroredLamp, Viewpoint

SIZE_PX = 104
_LIGHTNESS = np.array([0.11, 0.59, 0.3])
# the share of dice glossy enough to mirror a lamp or window: between pips that looks like one more
MIRRORING = 0.45
BRIGHTEST = 2.0  # light is kept as a share of this
# Degrees from straight above. Most tables are seen steeply; phones look from aside, and there a
# die's front is larger than its top: networks that had seen few such dice read the front.
TILTS = ((0, 12), (0, 50), (20, 58), (38, 66))
# From above, dice at the picture's rim show the side that faces its middle, wherever that is: there
# the larger face is the top. From farther aside the camera is held level, and the upper face is.
ROLLED_BELOW = 30


@dataclass(frozen=True, slots=True)
class Bank:
    """Sprites as stacked arrays. `value` 0: leaning or in the air, nobody could say; -1: a cube
    without pips.
    """

    pixels: NDArray[np.uint8]  # count, side, side, 8: colour, opacity, shadow; light, pips, shine
    box: NDArray[np.float32]
    value: NDArray[np.int8]


def random_look(rng: np.random.Generator) -> DieLook:
    body = _body(rng)
    light = sum(body) / 3
    dark_pips = light > 0.6 or (light > 0.35 and rng.random() < 0.3)
    pip: Colour = (0.05, 0.05, 0.05) if dark_pips else (0.93, 0.93, 0.93)
    if rng.random() < 0.2:
        b, g, r = np.clip((0 if dark_pips else 1) + rng.uniform(-0.6, 0.6, 3), 0.02, 1).tolist()
        pip = (b, g, r)
    if rng.random() < 0.06:
        pip = (0.2, 0.7, 0.85)  # gilded
    swirl = _body(rng) if rng.random() < 0.2 else None
    red_one = rng.random() < 0.08
    return DieLook(
        body=body,
        pip=pip,
        rounding=float(rng.uniform(0.06, 0.42)),
        ball=float(rng.uniform(1.33, 1.85)),
        pip_radius=float(rng.uniform(0.11, 0.24)),
        pip_spread=float(rng.uniform(0.42, 0.58)),
        one_scale=float(rng.uniform(1.3, 2.0)) if red_one else 1.0,
        one_colour=(0.1, 0.1, 0.8) if red_one else None,
        swirl=swirl,
        swirl_waves=tuple(float(w) for w in rng.uniform(0.5, 3.5, 4)),
        ring=_body(rng) if rng.random() < 0.04 else None,
        opacity=float(rng.uniform(0.65, 0.95)) if rng.random() < 0.2 else 1.0,
        gloss=float(rng.choice([0.0, 0.3, 0.8, 1.6])),
        pips=rng.random() > 0.07,
        bulge=float(rng.uniform(0.0, 0.3)),
        hollow=float(rng.uniform(0.0, 0.9)),
    )


def random_lamp(rng: np.random.Generator, tilt_deg: float) -> MirroredLamp:
    """Where the top mirrors it: a ring lamp, a window or a tube, about where the camera's own
    mirror image is.
    """
    tilt = np.deg2rad(tilt_deg)
    x, y, z = np.array([0.0, np.sin(tilt), np.cos(tilt)]) + rng.normal(0, 0.2, 3)
    is_ring = rng.random() < 0.5
    across, along = rng.uniform(0.06, 0.5), rng.uniform(0.015, 0.07)
    if (
        not is_ring and rng.random() < 0.5
    ):  # a window: as wide as a tube is long, it would hide the whole face
        across, along = rng.uniform(0.04, 0.25, 2)
    turn, strength = rng.uniform(0, 180), rng.uniform(0.25, 0.95)
    towards = (float(x), float(y), float(max(z, 0.1)))
    return MirroredLamp(towards, float(across), float(along), float(turn), is_ring, float(strength))


def _body(rng: np.random.Generator) -> Colour:
    roll = rng.random()
    if roll < 0.25:
        white = rng.uniform(0.7, 1.0)
        return (float(white * rng.uniform(0.8, 1)), float(white), float(white))
    if roll < 0.4:
        black = float(rng.uniform(0.02, 0.25))
        return (black, black, black)
    strong, weak = rng.uniform(0.4, 1.0), rng.uniform(0.0, 0.35)
    b, g, r = rng.permutation([strong, weak, float(rng.uniform(weak, strong))]).tolist()
    return (b, g, r)


def painted(rng: np.random.Generator, layers: NDArray[np.float32]) -> None:
    """Other plastic and other pips on a sprite of eight layers (0 to 1), in place: any pips on any
    body.
    """
    light, pips, shine, alpha = (
        layers[..., 5:6] * BRIGHTEST,
        layers[..., 6:7],
        layers[..., 7:8],
        layers[..., 3:4],
    )
    body = np.asarray(_body(rng), np.float32)
    plastic = np.broadcast_to(body, (*layers.shape[:2], 3))
    if rng.random() < 0.45:  # swirls, marble, pearl
        other = (
            np.asarray(_body(rng), np.float32)
            if rng.random() < 0.5
            else body * np.float32(rng.uniform(0.3, 1.6))
        )
        waves = smooth_noise(rng, layers.shape[0], *(int(n) for n in rng.integers(3, 14, 2)))[
            ..., None
        ]
        part = np.clip(
            waves * np.float32(rng.uniform(0.6, 3)) + np.float32(rng.uniform(0.1, 0.9)), 0, 1
        )
        plastic = plastic * (1 - part) + other * part
    ink = np.asarray(_ink(rng, plastic.mean(axis=(0, 1))), np.float32)
    paint = plastic * (1 - pips) + ink * pips
    layers[..., :3] = np.clip(paint * light + shine, 0, 1) * alpha


def _ink(rng: np.random.Generator, body: NDArray[np.float32]) -> Colour:
    """White or black as most dice have it; else any colour one can tell from the body, often by its
    hue alone.
    """
    roll = rng.random()
    if roll < 0.35:
        grey = 0.05 if body.mean() > rng.uniform(0.35, 0.6) else 0.93
        return (grey, grey, grey)
    while True:
        ink = rng.uniform(0, 1, 3)
        if roll > 0.7:  # as light as the body: red on blue, green on grey
            ink = np.clip(ink + (body - ink) @ _LIGHTNESS * rng.uniform(0.7, 1.1), 0, 1)
        if np.abs(ink - body).max() > rng.uniform(0.13, 0.5):
            b, g, r = ink.tolist()
            return (b, g, r)


def make(count: int, seed: int) -> Bank:
    rng = np.random.default_rng(seed)
    pixels = np.zeros((count, SIZE_PX, SIZE_PX, 8), np.uint8)
    box, value = np.zeros((count, 4), np.float32), np.zeros(count, np.int8)
    for i in range(count):
        look, face = random_look(rng), int(rng.integers(1, 7))
        in_air = rng.random() < 0.1
        turn = (
            die_render.tumbling(int(rng.integers(1 << 30)))
            if in_air
            else die_render.resting(face, float(rng.uniform(0, 360)))
        )
        tilt = float(rng.uniform(*TILTS[int(rng.integers(len(TILTS)))]))
        view = Viewpoint(
            tilt,
            float(rng.uniform(8, 30)),
            float(rng.uniform(0, 360)) if tilt < ROLLED_BELOW else 0.0,
        )
        x, y = rng.normal(0, 0.6, 2)
        light = Lighting(
            (float(x), float(y), 1.0),
            float(rng.uniform(0.2, 0.9)),
            float(rng.uniform(0.2, 0.7)),
            float(rng.uniform(2, 12)),
            mirrored=random_lamp(rng, tilt) if rng.random() < MIRRORING else None,
        )
        die = die_render.sprite(look, turn, view, light, SIZE_PX)
        assert die.parts is not None
        parts = np.clip(die.parts / np.array([BRIGHTEST, 1, 1], np.float32), 0, 1)
        pixels[i] = (
            np.dstack([die.colour, die.alpha[..., None], die.shadow[..., None], parts]) * 255
        )
        box[i] = die.box
        value[i] = -1 if not look.pips else _top(turn) if in_air else face
    return Bank(pixels, box, value)


def _top(turn: Floats) -> int:
    """The value on top if the die lies nearly flat, else 0."""
    up = turn[2]
    axis = int(np.abs(up).argmax())
    if abs(up[axis]) < 0.97:
        return 0
    return next(v for v, (a, sign) in die_render.FACES.items() if a == axis and sign * up[axis] > 0)


def kept(path: Path, count: int = 3200, seeds: tuple[int, ...] = (100, 101)) -> Bank:
    """The bank in the file, made now (in about four minutes) if it is not there."""
    if not path.exists():
        parts = [make(count, seed) for seed in seeds]
        layers = {
            name: np.concatenate([getattr(part, name) for part in parts])
            for name in ("pixels", "box", "value")
        }
        np.savez_compressed(path, pixels=layers["pixels"], box=layers["box"], value=layers["value"])
    with np.load(path) as stored:
        return Bank(stored["pixels"], stored["box"], stored["value"])
