"""Trains one network: `python -m vision.lab.dice.train finder --photographs SETS --without
byler -o finder.pt`.
"""

import argparse
import copy
import time
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from vision.arrays import Pixels
from vision.dice.appearance import evened
from vision.lab.dice import sprites
from vision.lab.dice.crops import Crop, Crops, Drawn
from vision.lab.dice.examples import (
    LARGEST_PX,
    SIDE_PX,
    SMALLEST_PX,
    Examples,
)
from vision.lab.dice.nets import FINDER_STRIDE, Finder, Judge
from vision.lab.dice.photographs import Die, Photograph, photographs
from vision.lab.dice.spoiling import BADLY, CALM, spoiled
from vision.lab.dice.surfaces import Random
from vision.lab.learning.blocks import average
from vision.lab.learning.muon import Steps

SETS = ("aws-phone", "byler", "damian", "matteo", "roboflow6", "rune-cup", "rune-trays", "tomitomi")
MISTAKEN = 0.75  # the loss of a crop whose true value was given less than a chance of a half
CELLS = SIDE_PX // FINDER_STRIDE
NETS: dict[str, type[Finder | Judge]] = {"finder": Finder, "judge": Judge}
BOXES = Path(__file__).with_name("boxes.json")


def as_input(pixels: list[Pixels]) -> Tensor:
    stacked = np.stack(pixels).transpose(0, 3, 1, 2)
    values = torch.from_numpy(stacked.astype(np.float32) / 64.0 - 2.0)
    return values.contiguous(memory_format=torch.channels_last)  # a third faster on a CPU


def finder_truth(dice: list[Die]) -> tuple[Pixels, ...]:
    """Heat, its weight, size, value and the cells where size and value count."""
    heat, weight = np.zeros((CELLS, CELLS), np.float32), np.ones((CELLS, CELLS), np.float32)
    size, value = np.zeros((2, CELLS, CELLS), np.float32), np.full((CELLS, CELLS), -1, np.int64)
    y, x = np.mgrid[0:CELLS, 0:CELLS].astype(np.float32) + 0.5
    for die in dice:
        cx, cy, reach = die.x / FINDER_STRIDE, die.y / FINDER_STRIDE, die.size / FINDER_STRIDE
        away = np.hypot(x - cx, y - cy)
        if die.size > 1.3 * LARGEST_PX:
            continue  # another scale reads it; here its pips must not pass for dice
        if not SMALLEST_PX <= die.size <= LARGEST_PX or not (0 <= cx < CELLS and 0 <= cy < CELLS):
            weight[away < reach * 0.6] = 0
            continue
        heat = np.maximum(heat, np.exp(-((away / max(0.13 * reach, 0.75)) ** 2) / 2))
        heat[min(int(cy), CELLS - 1), min(int(cx), CELLS - 1)] = 1
        core = away < max(0.14 * reach, 0.9)
        size[0][core], size[1][core] = np.log(die.width / 32), np.log(die.height / 32)
        value[core] = die.value - 1 if die.value else -2
    return heat, weight, size, value  # type: ignore[return-value]


def finder_loss(out: Tensor, heat: Tensor, weight: Tensor, size: Tensor, value: Tensor) -> Tensor:
    p = torch.sigmoid(out[:, 0]).clamp(1e-5, 1 - 1e-5)
    peak = (heat >= 0.999).float()
    near = (1 - heat) ** 4
    focal = (
        -(peak * (1 - p) ** 2 * torch.log(p) + (1 - peak) * near * p**2 * torch.log(1 - p)) * weight
    )
    count = peak.sum().clamp(min=1)
    at = value != -1
    sizes = (out[:, 1:3] - size).abs().sum(1)[at].mean() if at.any() else out.sum() * 0
    readable = value >= 0
    values = out.permute(0, 2, 3, 1)[..., 3:9][readable]
    read = nn.functional.cross_entropy(values, value[readable]) if readable.any() else out.sum() * 0
    return focal.sum() / count + sizes + read


class Lessons(Protocol):
    """Batches for one network, and how wrong it was about the last of them."""

    def batch(self) -> tuple[Tensor, list[Tensor]]: ...

    def loss(self, out: Tensor, truth: list[Tensor]) -> Tensor: ...


class FinderLessons:
    """Scenes spoiled badly half of the time, in the last batches seldom."""

    def __init__(self, examples: Examples, count: int, batches: int) -> None:
        self._examples, self._count, self._left = examples, count, batches

    def batch(self) -> tuple[Tensor, list[Tensor]]:
        badly = BADLY if self._left > 0 else CALM
        self._left -= 1
        pictures, truths = [], []
        for _ in range(self._count):
            pixels, dice = self._examples.scene()
            pictures.append(spoiled(self._examples.rng, pixels, badly))
            truths.append(finder_truth(dice))
        return as_input(pictures), [
            torch.from_numpy(np.stack(part)) for part in zip(*truths, strict=True)
        ]

    def loss(self, out: Tensor, truth: list[Tensor]) -> Tensor:
        return finder_loss(out, *truth)


class JudgeLessons:
    """What was read wrong comes again, in all but the last batches, which are calm."""

    def __init__(self, crops: Crops, rng: Random, count: int, batches: int) -> None:
        self._crops, self._rng, self._count, self._left = crops, rng, count, batches
        self._shown: list[Crop] = []

    def batch(self) -> tuple[Tensor, list[Tensor]]:
        if self._left == 0:
            self._crops.calm()
        self._left -= 1
        self._shown = [self._crops.one() for _ in range(self._count)]
        even = self._rng.uniform(0, 1, self._count)
        # Mostly as the judge will be shown them.
        even = np.where(self._rng.random(self._count) < 0.75, np.round(2 * even) / 2, even)
        evened_out = evened(np.stack([crop.shown for crop in self._shown]), even.astype(np.float32))
        pictures = torch.from_numpy(evened_out).contiguous(memory_format=torch.channels_last)
        return pictures, [torch.tensor([(crop.value - 1) % 7 for crop in self._shown])]

    def loss(self, out: Tensor, truth: list[Tensor]) -> Tensor:
        each = nn.functional.cross_entropy(out, truth[0], label_smoothing=0.02, reduction="none")
        for crop, wrong in zip(self._shown, each.tolist(), strict=True):
            if wrong > MISTAKEN:
                self._crops.again(crop)
        return each.mean()


def lessons(args: argparse.Namespace, photos: list[Photograph]) -> Lessons:
    bank, rough = sprites.kept(args.bank), round(args.steps * (1 - args.calm))
    if args.net == "finder":
        return FinderLessons(Examples(photos, bank, args.seed, args.real), args.batch, rough)
    examples = Examples(photos, bank, args.seed, 1.0)
    crops = Crops(examples, Drawn(args.drawn, bank), args.real if photos else 0.0)
    return JudgeLessons(crops, examples.rng, args.batch, rough)


def train(args: argparse.Namespace) -> None:
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(args.seed)
    net: Finder | Judge = NETS[args.net]()
    if args.start:
        net.load_state_dict(torch.load(args.start))
    net = net.to(memory_format=torch.channels_last)
    left_in = [
        name for name in args.sets.split(",") if name and name not in args.without.split(",")
    ]
    photos = photographs(args.photographs, left_in, args.boxes)
    learning = lessons(args, photos)
    print(f"{args.net}: {len(photos)} photographs of {left_in}", flush=True)
    steps = Steps(net, args.rate, args.steps)
    started, running, mean = time.monotonic(), 0.0, copy.deepcopy(net)
    net.train()
    for step in range(args.steps):
        pictures, truth = learning.batch()
        now = learning.loss(net(pictures), truth)
        steps.take(now)
        average(mean, net, step)
        running += (float(now.detach()) - running) * (0.02 if step else 1)
        if step % 100 == 99:
            print(f"{step + 1} loss {running:.3f} {time.monotonic() - started:.0f} s", flush=True)
        if step % 500 == 499 or step == args.steps - 1:
            torch.save(mean.state_dict(), args.out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net", choices=tuple(NETS))
    parser.add_argument("--photographs", type=Path, required=True, help="folder of sets")
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--without", default="", help="sets to leave out, with commas")
    parser.add_argument("--boxes", type=Path, default=BOXES)
    parser.add_argument("--bank", type=Path, default=Path("sprites.npz"))
    parser.add_argument(
        "--drawn",
        type=Path,
        default=Path("drawn.npz"),
        help="where the judge's drawn dice are kept",
    )
    parser.add_argument("--real", type=float, default=0.6, help="share of real pictures")
    parser.add_argument("--start", type=Path, help="weights to start from")
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument(
        "--calm",
        type=float,
        default=0.35,
        help="share of the steps in ordinary light, the last ones",
    )
    parser.add_argument("--rate", type=float, default=0.03)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--out", type=Path, required=True)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
