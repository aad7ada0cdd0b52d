"""Trains the finder of loose pieces: `python -m vision.lab.tokens.spotter SCENES.npz -o
FILE.onnx`.
"""

import argparse
import copy
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.arrays import Floats, Pixels
from vision.lab.learning.blocks import Residual, conv
from vision.lab.learning.course import course
from vision.lab.learning.export import export
from vision.lab.scenes.surfaces import Random
from vision.tokens.detector import STRIDE, USUAL_PX

SIDE_PX, AT_ONCE = 96, 12
SMALLEST, LARGEST = 0.62, 1.55  # of the usual radius: what is to be found at this size
UNDECIDED = 1.18  # a little smaller or larger: neither right nor wrong
CELLS = SIDE_PX // STRIDE


class Spotter(nn.Module):
    """Fully convolutional: the chance of a piece's middle here, its reach across and down."""

    def __init__(self) -> None:
        super().__init__()
        self.by_two = nn.Sequential(conv(3, 16, 2), conv(16, 16))
        self.by_four = nn.Sequential(conv(16, 40, 2), Residual(40))
        self.by_eight = nn.Sequential(conv(40, 64, 2), Residual(64), Residual(64), Residual(64))
        self.to_quarter, self.to_half = nn.Conv2d(64, 40, 1), nn.Conv2d(40, 24, 1)
        self.wider = nn.Conv2d(16, 24, 1)
        self.joined = conv(40, 40)
        self.last = conv(24, 24)
        self.out = nn.Conv2d(24, 3, 1)
        with torch.no_grad():
            self.out.bias[0] = -4.0  # most of a table is no piece

    def forward(self, x: Tensor) -> Tensor:
        half = self.by_two(x)
        quarter = self.by_four(half)
        eighth = self.by_eight(quarter)
        quarter = self.joined(torch.relu(quarter + _doubled(self.to_quarter(eighth))))
        half = self.last(torch.relu(self.wider(half) + _doubled(self.to_half(quarter))))
        found: Tensor = self.out(half)
        return found


def _doubled(x: Tensor) -> Tensor:
    return nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")


def crop(random: Random, picture: Pixels, pieces: Floats) -> tuple[Pixels, Floats]:
    """A part of a scene at some size, turned over, in other colours, spoiled."""
    usual = float(np.median(pieces[:, 2:4].max(axis=1))) if len(pieces) else 18.0
    scale = np.exp(random.uniform(np.log(0.5), np.log(2.0))) * USUAL_PX / usual
    if len(pieces) and random.random() < 0.8:
        middle = pieces[int(random.integers(len(pieces))), :2] + random.uniform(-24, 24, 2) / scale
    else:
        middle = random.uniform((0, 0), picture.shape[1::-1])
    ways = scale * np.array([[random.choice((-1, 1)), 0], [0, random.choice((-1, 1))]])
    if random.random() < 0.5:
        ways = ways[::-1]
    matrix = np.column_stack([ways, SIDE_PX / 2 - ways @ middle])
    shrunk = cv2.GaussianBlur(picture, (0, 0), 0.45 / scale) if scale < 0.8 else picture
    seen = cv2.warpAffine(
        shrunk,
        matrix,
        (SIDE_PX, SIDE_PX),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT_101,
    )
    reach = pieces[:, 2:4] @ np.abs(ways).T
    rows = np.column_stack([pieces[:, :2] @ ways.T + matrix[:, 2], reach])
    edge = np.array([[0, 0], picture.shape[1::-1]]) @ ways.T + matrix[:, 2]
    return _spoiled(random, np.asarray(seen, dtype=np.uint8), edge), rows.astype(np.float32)


def _spoiled(random: Random, seen: Pixels, edge: NDArray[np.float64]) -> Pixels:
    """Beyond the scene's edge nothing is shown twice; colours, contrast and noise differ."""
    low, high = np.sort(edge, axis=0)
    rows, cols = np.mgrid[0:SIDE_PX, 0:SIDE_PX]
    beyond = (cols < low[0]) | (cols >= high[0]) | (rows < low[1]) | (rows >= high[1])
    out = seen.astype(np.float32)
    if beyond.any() and not beyond.all():
        out[beyond] = np.median(out[~beyond], axis=0)
    return recoloured(random, out)


def recoloured(random: Random, out: Floats) -> Pixels:
    """Other colours, contrast, focus and noise."""
    if random.random() < 0.6:
        mixed = np.eye(3) + random.normal(0, 0.12, (3, 3))
        out = out @ mixed.T.astype(np.float32)
    if random.random() < 0.15:
        out = np.repeat(out.mean(axis=2, keepdims=True), 3, axis=2)
    if random.random() < 0.1:
        out = out[:, :, list(random.permutation(3))]
    out = (out - 128) * random.uniform(0.6, 1.25) + 128 + random.uniform(-35, 35)
    if random.random() < 0.4:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), random.uniform(0.3, 1.3)), dtype=np.float32)
    noisy = out + random.normal(0, random.uniform(0.5, 7), out.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def truth(pieces: Floats) -> tuple[Floats, ...]:
    """Heat, how much each cell counts, reach across and down, and the cells where that counts."""
    heat, reach, known = (np.zeros((n, CELLS, CELLS), np.float32).squeeze() for n in (1, 2, 1))
    counts = np.ones((CELLS, CELLS), np.float32)
    y, x = np.mgrid[0:CELLS, 0:CELLS].astype(np.float32) + 0.5
    for across, down, wide, high in pieces / STRIDE:
        if not (0 <= across < CELLS and 0 <= down < CELLS):
            continue
        away, share = (
            np.hypot((x - across) / wide, (y - down) / high),
            max(wide, high) * STRIDE / USUAL_PX,
        )
        if SMALLEST <= share <= LARGEST:
            heat = np.maximum(heat, np.exp(-((away / max(0.22, 0.8 / min(wide, high))) ** 2) / 2))
            heat[int(down), int(across)] = 1
            core = away < max(0.4, 1.2 / min(wide, high))
            reach[0][core], reach[1][core] = (
                np.log(wide * STRIDE / USUAL_PX),
                np.log(high * STRIDE / USUAL_PX),
            )
            known[core] = 1
        elif SMALLEST / UNDECIDED <= share <= LARGEST * UNDECIDED:
            counts[away < 0.7] = 0
    return heat, counts, reach, known


def loss(out: Tensor, heat: Tensor, counts: Tensor, reach: Tensor, known: Tensor) -> Tensor:
    p = torch.sigmoid(out[:, 0]).clamp(1e-5, 1 - 1e-5)
    peak = (heat >= 0.999).float()
    focal = (
        -(
            peak * (1 - p) ** 2 * torch.log(p)
            + (1 - peak) * (1 - heat) ** 4 * p**2 * torch.log(1 - p)
        )
        * counts
    )
    sizes = (out[:, 1:3] - reach).abs().sum(1)
    return focal.sum() / peak.sum().clamp(min=1) + (sizes * known).sum() / known.sum().clamp(min=1)


def batch(
    random: Random, scenes: list[tuple[Pixels, Floats]], count: int
) -> tuple[Tensor, list[Tensor]]:
    pictures, truths = [], []
    for _ in range(count):
        picture, pieces = crop(random, *scenes[int(random.integers(len(scenes)))])
        pictures.append(picture.astype(np.float32).transpose(2, 0, 1) / 64 - 2)
        truths.append(truth(pieces))
    shown = torch.from_numpy(np.stack(pictures)).contiguous(memory_format=torch.channels_last)
    return shown, [torch.from_numpy(np.stack(part)) for part in zip(*truths, strict=True)]


def train(scenes: list[tuple[Pixels, Floats]], args: argparse.Namespace) -> None:
    torch.manual_seed(args.seed)
    random = np.random.default_rng(args.seed)
    net: Spotter = Spotter().to(memory_format=torch.channels_last)
    if args.start:
        net.load_state_dict(torch.load(args.start))

    def lesson() -> Tensor:
        pictures, true = batch(random, scenes, AT_ONCE)
        return loss(net(pictures), *true)

    def keep(mean: Spotter) -> None:
        torch.save(mean.state_dict(), args.out.with_suffix(".pt"))
        whole = mixed(mean, args.start, args.keep)
        export(whole, (1, 3, SIDE_PX, SIDE_PX), args.out, {0: "count", 2: "height", 3: "width"})

    course(net, args.rate, args.steps, lesson, keep)


def mixed(net: Spotter, start: Path | None, keep: float) -> Spotter:
    """Some of the start is kept: a few new lessons unlearn some of the old ones, and the mean knows
    both.
    """
    out = copy.deepcopy(net)
    if start and keep:
        before = torch.load(start)
        out.load_state_dict(
            {name: keep * before[name] + (1 - keep) * now for name, now in net.state_dict().items()}
        )
    return out


def scenes_of(files: list[Path]) -> list[tuple[Pixels, Floats]]:
    scenes = []
    for file in files:
        with np.load(file) as kept:
            scenes += [
                (kept[f"picture{n}"], kept[f"pieces{n}"]) for n in range(len(kept.files) // 2)
            ]
    return scenes


def words(what: str | None, steps: int, rate: float) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--start", type=Path, help="weights to start from")
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("-o", "--out", type=Path, required=True)
    return parser


def main() -> None:
    parser = words(__doc__, 8000, 0.03)
    parser.add_argument("--keep", type=float, default=0.0, help="how much of these is kept")
    args = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    train(scenes_of(args.files), args)


if __name__ == "__main__":
    main()
