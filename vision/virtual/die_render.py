"""Dice drawn by ray marching a rounded cube, for the virtual camera and for training. Knows one
die, no scene.

A sprite is a die as a camera sees it, with the shadow it throws; put it on any surface with
`place`.
"""

from dataclasses import dataclass, field
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats

Colour = tuple[float, float, float]  # blue, green, red, 0 to 1

STEPS = 18
SHADOW_STEPS = 10
REACH = 1.9  # half width of a sprite, in half dice: the die at any turn, and most of its shadow

# Face directions of a western die: opposite faces sum to seven.
Direction = tuple[int, int]  # axis and sign
FACES: dict[int, Direction] = {1: (2, 1), 6: (2, -1), 2: (0, 1), 5: (0, -1), 3: (1, 1), 4: (1, -1)}
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class DieLook:
    """How one die is made."""

    body: Colour
    pip: Colour
    rounding: float = 0.25
    ball: float = 1.55  # the sphere that cuts the corners; above 1.73 it cuts nothing
    pip_radius: float = 0.19
    pip_spread: float = 0.5
    one_scale: float = 1.0
    one_colour: Colour | None = None
    swirl: Colour | None = None
    swirl_waves: tuple[float, ...] = (2.1, 1.3, 2.7, 0.4)
    ring: Colour | None = None  # a disc of another colour behind the pips
    opacity: float = 1.0
    gloss: float = 0.4
    pips: bool = True
    bulge: float = 0.0  # how far the faces' edges lean outward, and ...
    hollow: float = 0.0  # ... the pips' edges inward: both bend what is mirrored


@dataclass(frozen=True, slots=True)
class MirroredLamp:
    """A lamp or window as a glossy die mirrors it: a ring, or a pane `across` and `along`
    in size.
    """

    towards: tuple[float, float, float]
    across: float  # half its width as an angle; of a ring, its radius
    along: float  # half its length; of a ring, half its thickness
    turn_deg: float = 0.0
    is_ring: bool = True
    strength: float = 0.8


@dataclass(frozen=True, slots=True)
class Lighting:
    """One lamp and the room around it."""

    towards: tuple[float, float, float] = (0.4, 0.3, 1.0)
    strength: float = 0.75
    ambient: float = 0.45
    softness: float = 6.0  # high: hard shadows
    tint: Colour = (1.0, 1.0, 1.0)
    mirrored: MirroredLamp | None = None


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Where the camera is, seen from the die: tilt from straight above, and distance in half dice;
    then its roll.
    """

    tilt_deg: float = 15.0
    distance: float = 14.0
    roll_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class DieSprite:
    """Colour (premultiplied), opacity and shadow, all square; `box` is the die itself within it."""

    colour: Floats
    alpha: Floats
    shadow: Floats
    box: tuple[float, float, float, float] = field(default=(0, 0, 0, 0))
    # light, pips and shine apart, so that a die can be painted anew without drawing it
    parts: Floats | None = None

    @property
    def size_px(self) -> int:
        return int(self.alpha.shape[0])


def resting(value: int, yaw_deg: float, lean_deg: float = 0.0) -> Floats:
    """The turn of a die that shows `value` on top; leaning dice are cocked."""
    axis, sign = FACES[value]
    turn = np.zeros((3, 3), np.float32)  # rows: world axes in die axes
    up = np.zeros(3, np.float32)
    up[axis] = sign
    turn[2] = up
    side = np.zeros(3, np.float32)
    side[(axis + 1) % 3] = 1
    turn[0] = side
    turn[1] = np.cross(turn[2], turn[0])
    return np.asarray(_about(0, lean_deg) @ _about(2, yaw_deg) @ turn, np.float32)


def tumbling(seed: int) -> Floats:
    """A turn in mid air, uniformly random."""
    matrix, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))
    turned = matrix.astype(np.float32)
    if np.linalg.det(turned) < 0:
        turned[0] *= -1
    return turned


def _about(axis: int, degrees: float) -> Floats:
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    i, j = (axis + 1) % 3, (axis + 2) % 3
    matrix = np.eye(3, dtype=np.float32)
    matrix[i, i], matrix[i, j], matrix[j, i], matrix[j, j] = c, -s, s, c
    return matrix


def sprite(
    look: DieLook, turn: Floats, view: Viewpoint, light: Lighting, size_px: int, height: float = 0.0
) -> DieSprite:
    """One die drawn `size_px` wide (die plus margin); the rows of `turn` are the world's axes in
    the die's.
    """
    origin, rays = _camera(view, size_px)
    lift = _resting_height(turn, look) + height
    centre = np.array([0, 0, lift], np.float32)
    start = np.asarray((origin - centre) @ turn, np.float32)
    ray = np.asarray(rays @ turn, np.float32)
    hit, where = _march(look, start, ray, view.distance)
    colour, alpha, parts = _shaded(look, where, ray, turn, light, hit)
    shadow = _shadow(look, origin, rays, centre, turn, light)
    shape = (size_px, size_px)
    rows, columns = np.nonzero(hit.reshape(shape))
    box = (0.0, 0.0, 0.0, 0.0)
    if rows.size:
        box = (
            float(columns.min()),
            float(rows.min()),
            float(columns.max() + 1),
            float(rows.max() + 1),
        )
    return DieSprite(
        colour.reshape(*shape, 3),
        alpha.reshape(shape),
        shadow.reshape(shape),
        box,
        parts.reshape(*shape, 3),
    )


def _camera(view: Viewpoint, size_px: int) -> tuple[Floats, Floats]:
    tilt = np.deg2rad(view.tilt_deg)
    away = np.array([0, -np.sin(tilt), np.cos(tilt)], np.float32)
    level, rising = (
        np.array([1, 0, 0], np.float32),
        np.array([0, np.cos(tilt), np.sin(tilt)], np.float32),
    )
    roll = np.deg2rad(view.roll_deg)
    right, up = (
        np.cos(roll) * level + np.sin(roll) * rising,
        np.cos(roll) * rising - np.sin(roll) * level,
    )
    eye = away * view.distance + np.array([0, 0, 1], np.float32)
    span = (np.arange(size_px, dtype=np.float32) + 0.5) / size_px * 2 - 1
    u, v = np.meshgrid(span * REACH, -span * REACH)
    rays = u.reshape(-1, 1) * right + v.reshape(-1, 1) * up - away * view.distance
    return eye, (rays / np.linalg.norm(rays, axis=1, keepdims=True)).astype(np.float32)


def _resting_height(turn: Floats, look: DieLook) -> float:
    """How high the middle of the die is when its lowest point touches the table."""
    corners = np.array(list(product((-1, 1), repeat=3)), np.float32)
    flat = 1 - look.rounding
    return float(-(corners * flat @ turn.T)[:, 2].min() + look.rounding)


def _distance(look: DieLook, points: Floats) -> Floats:
    over = np.abs(points) - (1 - look.rounding)
    outside = (
        np.sqrt((np.maximum(over, 0) ** 2).sum(axis=1))
        + np.minimum(over.max(axis=1), 0)
        - look.rounding
    )
    ball = np.sqrt((points * points).sum(axis=1)) - look.ball
    return np.asarray(np.maximum(outside, ball), np.float32)


def _march(
    look: DieLook, start: Floats, rays: Floats, distance: float
) -> tuple[NDArray[np.bool_], Floats]:
    near = -(rays @ start)
    miss = np.sqrt(np.maximum((start @ start) - near**2, 0)) > 1.74
    travelled = (near - 1.74).astype(np.float32)
    active = np.nonzero(~miss)[0]
    for _ in range(STEPS):
        gap = _distance(look, start + rays[active] * travelled[active, None])
        travelled[active] += gap
        active = active[(gap > 0.002) & (travelled[active] < distance + 3)]
        if not active.size:
            break
    where = (start + rays * travelled[:, None]).astype(np.float32)
    hit = ~miss
    hit[active] = False
    hit[hit] &= _distance(look, where[hit]) < 0.03
    return hit, where


def _normals(look: DieLook, points: Floats) -> Floats:
    base = _distance(look, points)
    steps = np.eye(3, dtype=np.float32) * 0.01
    slope = np.stack([_distance(look, points + step) - base for step in steps], axis=1)
    return np.asarray(
        slope / np.maximum(np.linalg.norm(slope, axis=1, keepdims=True), 1e-6), np.float32
    )


def _shaded(
    look: DieLook,
    where: Floats,
    rays: Floats,
    turn: Floats,
    light: Lighting,
    hit: NDArray[np.bool_],
) -> tuple[Floats, Floats, Floats]:
    colour, alpha = np.zeros((len(hit), 3), np.float32), np.zeros(len(hit), np.float32)
    parts = np.zeros((len(hit), 3), np.float32)
    points = where[hit]
    normals = _normals(look, points)
    paint, dent, lean = _paint(look, points)
    lamp = np.asarray(light.towards, np.float32) @ turn
    lamp /= np.linalg.norm(lamp)
    upward = np.array([0, 0, 1], np.float32) @ turn
    diffuse = np.maximum(normals @ lamp, 0) * light.strength * (1 - 0.35 * dent)
    ambient = light.ambient * (0.75 + 0.25 * normals @ upward)
    half = lamp - rays[hit]
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    shine = (
        np.maximum((normals * half).sum(axis=1), 0) ** 60 * look.gloss * light.strength * (1 - dent)
    )
    if light.mirrored is not None:
        shine += _mirrored(light.mirrored, normals + lean, rays[hit], turn)
    lit = paint * (diffuse + ambient)[:, None] * np.asarray(light.tint, np.float32) + shine[:, None]
    opacity = np.maximum(look.opacity, dent)
    colour[hit], alpha[hit] = np.clip(lit, 0, 1) * opacity[:, None], opacity
    parts[hit] = np.stack([diffuse + ambient, dent, shine], axis=1)
    return colour, alpha, parts


def _mirrored(lamp: MirroredLamp, normals: Floats, rays: Floats, turn: Floats) -> Floats:
    """How much of the lamp each point shows: where the ray goes on to, seen from the lamp's
    middle.
    """
    normals = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    away = (rays - 2 * (rays * normals).sum(axis=1, keepdims=True) * normals) @ turn.T
    middle = np.asarray(lamp.towards, np.float32)
    middle /= np.linalg.norm(middle)
    right = np.cross([0.0, 1.0, 0.0], middle)
    right /= np.linalg.norm(right)
    up, ahead, angle = (
        np.cross(middle, right),
        np.maximum(away @ middle, 0.05),
        np.deg2rad(lamp.turn_deg),
    )
    x, y = away @ right / ahead, away @ up / ahead
    x, y = x * np.cos(angle) - y * np.sin(angle), x * np.sin(angle) + y * np.cos(angle)
    if lamp.is_ring:
        inside = lamp.along - np.abs(np.hypot(x, y) - lamp.across)
    else:
        inside = np.minimum(lamp.across - np.abs(x), lamp.along - np.abs(y))
    return np.asarray(
        np.clip(inside / 0.02 + 0.5, 0, 1) * (away @ middle > 0.05) * lamp.strength, np.float32
    )


def _paint(look: DieLook, points: Floats) -> tuple[Floats, Floats, Floats]:
    """Colour of the surface, 1 where a pip is, and how the surface leans from that of a plain
    rounded cube.
    """
    paint = np.broadcast_to(np.asarray(look.body, np.float32), points.shape).copy()
    if look.swirl is not None:
        a, b, c, d = look.swirl_waves
        wave = np.sin(
            points @ np.array([a, b, c], np.float32)
            + 2 * np.sin(points[:, 0] * c + points[:, 2] * a + d)
        )
        part = np.clip(wave * 1.2 + 0.5, 0, 1)[:, None]
        paint = paint * (1 - part) + np.asarray(look.swirl, np.float32) * part
    dent, lean = np.zeros(len(points), np.float32), np.zeros_like(points)
    facing = np.abs(points).argmax(axis=1)
    for value, (axis, sign) in FACES.items():
        here, across = (
            np.nonzero((facing == axis) & (points[:, axis] * sign > 0))[0],
            [(axis + 1) % 3, (axis + 2) % 3],
        )
        if here.size:
            flat = points[:, across][here]
            leaning = look.bulge * flat
            if look.pips:
                _paint_face(look, value, here, flat, paint, dent, leaning)
            lean[here[:, None], across] = leaning
    return paint.astype(np.float32), dent, lean


def _paint_face(
    look: DieLook,
    value: int,
    here: NDArray[np.intp],
    flat: Floats,
    paint: Floats,
    dent: Floats,
    leaning: Floats,
) -> None:
    if look.ring is not None:
        inside = (flat**2).sum(axis=1) < 0.72
        paint[here[inside]] = look.ring
    radius = look.pip_radius * (look.one_scale if value == 1 else 1)
    colour = look.one_colour if value == 1 and look.one_colour is not None else look.pip
    for x, y in _PIPS[value]:
        gap = np.hypot(flat[:, 0] - x * look.pip_spread, flat[:, 1] - y * look.pip_spread)
        cover = np.clip((radius - gap) / 0.05 + 0.5, 0, 1).astype(np.float32)
        inside = cover > 0
        spot = here[inside]
        paint[spot] = (
            paint[spot] * (1 - cover[inside, None])
            + np.asarray(colour, np.float32) * cover[inside, None]
        )
        dent[spot] = np.maximum(dent[spot], cover[inside])
        leaning[inside] -= (
            look.hollow / radius * (flat[inside] - np.array([x, y]) * look.pip_spread)
        )


def _shadow(
    look: DieLook, eye: Floats, rays: Floats, centre: Floats, turn: Floats, light: Lighting
) -> Floats:
    """How much of the lamp the die keeps from the table, 0 to 1, at every pixel."""
    reach = -eye[2] / np.minimum(rays[:, 2], -1e-3)
    ground = (eye + rays * reach[:, None] - centre) @ turn
    lamp = np.asarray(light.towards, np.float32)
    lamp = (lamp / np.linalg.norm(lamp)) @ turn
    travelled = np.full(len(rays), 0.08, np.float32)
    free = np.ones(len(rays), np.float32)
    for _ in range(SHADOW_STEPS):
        gap = _distance(look, (ground + lamp * travelled[:, None]).astype(np.float32))
        free = np.minimum(free, np.clip(light.softness * gap / travelled, 0, 1))
        travelled += np.clip(gap, 0.05, 0.8)
    size = round(len(rays) ** 0.5)
    span = np.abs(np.linspace(-1, 1, size, dtype=np.float32))
    # no hard edge where the sprite ends
    inner = np.clip((1 - np.maximum(span[:, None], span)) / 0.25, 0, 1).reshape(-1)
    return np.asarray(
        (1 - free) * inner * light.strength / (light.strength + light.ambient), np.float32
    )


def place(surface: Floats, die: DieSprite, left: int, top: int) -> None:
    """Lays a sprite on a surface (BGR, 0 to 1), shadow first; what hangs over the edge is
    cut off.
    """
    size = die.size_px
    x0, y0, x1, y1 = (
        max(left, 0),
        max(top, 0),
        min(left + size, surface.shape[1]),
        min(top + size, surface.shape[0]),
    )
    if x0 >= x1 or y0 >= y1:
        return
    part = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    under = surface[y0:y1, x0:x1]
    under *= (1 - die.shadow[part])[..., None]
    under *= (1 - die.alpha[part])[..., None]
    under += die.colour[part]
