"""Taking the picture: where the camera stands, the light, and all that a cheap lens and
sensor add.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.lab.scenes.surfaces import Plane, Random, noise

LIGHTS = ("lamp", "daylight", "evening", "window glare", "two lamps", "dim")
# for measuring only: nothing is taught or chosen in them
HELD_OUT_LIGHTS = ("candle", "hanging lamp")


@dataclass(frozen=True, slots=True)
class View:
    """From the flat table to the picture: a slanted view and a lens that bends straight lines a
    little.
    """

    matrix: NDArray[np.float64]
    size: tuple[int, int]
    bend: float

    def point(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        straight = cv2.perspectiveTransform(
            points.reshape(-1, 1, 2).astype(np.float32), self.matrix
        )
        bent, _ = cv2.projectPoints(
            np.concatenate(
                [
                    _on_lens(np.asarray(straight, dtype=np.float32).reshape(-1, 2), self.size),
                    np.ones((len(straight), 1)),
                ],
                axis=1,
            ),
            np.zeros(3),
            np.zeros(3),
            _lens(self.size),
            np.array([self.bend, 0, 0, 0, 0]),
        )
        return np.asarray(bent.reshape(-1, 2), dtype=np.float32)

    def take(self, flat: Pixels) -> Pixels:
        seen = cv2.warpPerspective(
            flat, self.matrix, self.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
        if not self.bend:
            return np.asarray(seen, dtype=np.uint8)
        across, down = self._straightened()
        return np.asarray(
            cv2.remap(seen, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.uint8
        )

    def _straightened(self) -> tuple[Plane, Plane]:
        """For each pixel where it comes from: worked out at every eighth one, for a lens bends
        smoothly.
        """
        width, height = self.size
        cols, rows = np.meshgrid(
            np.linspace(0, width - 1, width // 8), np.linspace(0, height - 1, height // 8)
        )
        grid = np.stack([cols.ravel(), rows.ravel()], axis=1).reshape(-1, 1, 2)
        lens = _lens(self.size)
        source = cv2.undistortPoints(grid, lens, np.array([self.bend, 0, 0, 0, 0]), P=lens).reshape(
            (*rows.shape, 2)
        )
        fine_cols, fine_rows = np.meshgrid(
            np.linspace(0, cols.shape[1] - 1, width, dtype=np.float32),
            np.linspace(0, cols.shape[0] - 1, height, dtype=np.float32),
        )
        planes = [np.ascontiguousarray(source[..., axis], dtype=np.float32) for axis in (0, 1)]
        across, down = (
            cv2.remap(plane, fine_cols, fine_rows, cv2.INTER_LINEAR) for plane in planes
        )
        return np.asarray(across, dtype=np.float32), np.asarray(down, dtype=np.float32)


def _lens(size: tuple[int, int]) -> NDArray[np.float64]:
    return np.array(
        [[size[0], 0, size[0] / 2], [0, size[0], size[1] / 2], [0, 0, 1]], dtype=np.float64
    )


def _on_lens(points: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float64]:
    return np.asarray((points - (size[0] / 2, size[1] / 2)) / size[0], dtype=np.float64)


def view(
    random: Random, flat_size: tuple[int, int], size: tuple[int, int], slant: float = 0.16
) -> View:
    """A camera above the table, up to `slant` of the picture's width off straight down, turned a
    few degrees.
    """
    width, height = flat_size
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    target = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], dtype=np.float32)
    lean, side = random.uniform(-slant, slant), random.uniform(-slant / 2, slant / 2)
    target[:2, 0] += np.array([1, -1]) * max(lean, 0) * size[0] / 2
    target[2:, 0] += np.array([-1, 1]) * max(-lean, 0) * size[0] / 2
    target[[0, 3], 1] += np.array([1, -1]) * max(side, 0) * size[1] / 2
    target[[1, 2], 1] += np.array([1, -1]) * max(-side, 0) * size[1] / 2
    turn = np.radians(random.uniform(-4, 4))
    middle = target.mean(axis=0)
    turned = (target - middle) @ np.array(
        [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]
    ) * 1.06 + middle
    matrix = cv2.getPerspectiveTransform(corners, turned.astype(np.float32))
    return View(np.asarray(matrix, dtype=np.float64), size, float(random.uniform(-0.12, 0.05)))


def lit(random: Random, seen: Pixels, light: str) -> Pixels:
    """The light of the room on the whole picture: its colour, its fall-off, soft shadows,
    reflections.
    """
    height, width = seen.shape[:2]
    amount = _falloff(random, height, width, light)
    amount *= _soft_shadows(random, height, width)
    colour = {
        "lamp": (0.80, 0.95, 1.08),
        "daylight": (1.06, 1.0, 0.96),
        "evening": (0.66, 0.88, 1.08),
        "window glare": (1.05, 1.0, 0.97),
        "two lamps": (0.85, 0.97, 1.05),
        "dim": (0.82, 0.94, 1.02),
        "candle": (0.52, 0.8, 1.1),
        "hanging lamp": (0.74, 0.92, 1.08),
    }[light]
    level = {"dim": 0.42, "candle": 0.6, "evening": 0.7}.get(light, 1.0) * random.uniform(
        0.85, 1.05
    )
    out = (
        seen.astype(np.float32) * (amount * level)[:, :, None] * np.array(colour, dtype=np.float32)
    )
    if light == "window glare":
        out += _glare(random, height, width)[:, :, None]
    return np.asarray(np.clip(out, 0, 255), dtype=np.uint8)


def _falloff(random: Random, height: int, width: int, light: str) -> Plane:
    if light == "hanging lamp":
        return _cone(random, height, width)
    rows, cols = np.mgrid[0:height, 0:width].astype(np.float32)
    total = np.zeros((height, width), np.float32)
    lamps = 2 if light == "two lamps" else 1
    for _ in range(lamps):
        x, y = random.uniform(-0.2, 1.2) * width, random.uniform(-0.2, 1.2) * height
        reach = random.uniform(1.1, 1.8) * width * (0.6 if light == "candle" else 1.0)
        total += 1 / (1 + ((cols - x) ** 2 + (rows - y) ** 2) / reach**2)
    return np.asarray(0.45 + 0.55 * total / total.max(), dtype=np.float32)


def _cone(random: Random, height: int, width: int) -> Plane:
    """Under a shade that hangs low: bright within a circle, half as bright beyond it, the step some
    fingers wide.
    """
    rows, cols = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = random.uniform(0.2, 0.8) * width, random.uniform(0.2, 0.8) * height
    reach, soft = random.uniform(0.3, 0.6) * width, random.uniform(0.04, 0.12) * width
    within = 1 / (1 + np.exp((np.hypot(cols - x, rows - y) - reach) / soft))
    return np.asarray(0.5 + 0.5 * within, dtype=np.float32)


SOFT = 4  # soft things are drawn in a quarter of the size


def _soft_shadows(random: Random, height: int, width: int) -> Plane:
    shade = np.ones((height // SOFT, width // SOFT), np.float32)
    for _ in range(int(random.integers(0, 3))):
        mask = np.zeros(shade.shape, np.float32)
        centre = random.uniform(0, width) / SOFT, random.uniform(0, height) / SOFT
        axes = random.uniform(0.1, 0.4) * width / SOFT, random.uniform(0.05, 0.2) * width / SOFT
        cv2.ellipse(mask, (centre, axes, float(random.uniform(0, 180))), 1.0, cv2.FILLED)
        shade *= 1 - random.uniform(0.1, 0.35) * cv2.GaussianBlur(
            mask, (0, 0), random.uniform(10, 40) / SOFT
        )
    return np.asarray(
        cv2.resize(shade, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.float32
    )


def _glare(random: Random, height: int, width: int) -> Plane:
    """A window mirrored in sleeves and polish: a soft bright patch, not everywhere white."""
    mask = np.zeros((height // SOFT, width // SOFT), np.float32)
    x, y = random.uniform(0.1, 0.9) * width / SOFT, random.uniform(0.1, 0.9) * height / SOFT
    wide, high = random.uniform(40, 140) / SOFT, random.uniform(60, 220) / SOFT
    box = (float(x), float(y)), (float(wide), float(high)), float(random.uniform(0, 180))
    cv2.fillConvexPoly(mask, cv2.boxPoints(box).astype(np.int32), 1.0)
    bright = cv2.GaussianBlur(mask, (0, 0), random.uniform(8, 30) / SOFT) * random.uniform(40, 120)
    return np.asarray(
        cv2.resize(bright, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.float32
    )


def developed(random: Random, seen: Pixels, light: str) -> Pixels:
    """Blur of focus and motion, sensor noise (more of it in dim light), JPEG."""
    out = cv2.GaussianBlur(seen, (0, 0), random.uniform(0.3, 1.0))
    if random.random() < 0.25:
        length, angle = random.uniform(1, 4), random.uniform(0, np.pi)
        kernel = np.zeros((9, 9), np.float32)
        reach = length / 2
        ends = [
            (
                round(16 * (4 + s * reach * np.cos(angle))),
                round(16 * (4 + s * reach * np.sin(angle))),
            )
            for s in (-1, 1)
        ]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
        out = cv2.filter2D(out, -1, kernel / kernel.sum())
    spread = random.uniform(1, 3) * {"dim": 2.5, "candle": 2.0}.get(light, 1.0)
    fine = np.asarray(random.standard_normal(out.shape, dtype=np.float32))
    grain = fine + noise(random, out.shape[0], out.shape[1], (2, 2))[:, :, None] * 0.4
    noisy = np.asarray(
        np.clip(np.asarray(out, dtype=np.float32) + grain * spread, 0, 255), dtype=np.uint8
    )
    _, stored = cv2.imencode(
        ".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(72, 95))]
    )
    return np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR), dtype=np.uint8)
