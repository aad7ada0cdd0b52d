"""Trains the close look that tells stacks: `python -m vision.lab.tokens.teller LOOKS.npz -o
FOLDER`.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from vision.arrays import Floats
from vision.lab.learning.blocks import Residual, conv
from vision.lab.learning.course import course
from vision.lab.learning.export import export
from vision.lab.scenes.surfaces import Random
from vision.lab.tokens.spotter import recoloured, words
from vision.lab.tokens.stacks import EITHER, Looks
from vision.tokens.stacks import ANGLES, FEATURES, REACHES, WRAPPED, by_others, unrolled, wrapped

SCENES_AT_ONCE, MOST_OF_ONE = 20, 20
HIGH, WIDE = len(REACHES), ANGLES + 2 * WRAPPED


class Look(nn.Module):
    """What a close look shows of a piece, as a few numbers that can be held against those of other
    pieces.
    """

    def __init__(self) -> None:
        super().__init__()
        self.seen = nn.Sequential(conv(3, 24, 2), conv(24, 24), conv(24, 32, 2), Residual(32))
        self.narrow = nn.Conv2d(32, 8, 1)
        self.out = nn.Linear(8 * -(-HIGH // 4) * -(-WIDE // 4), FEATURES)

    def forward(self, x: Tensor) -> Tensor:
        found: Tensor = self.out(torch.relu(self.narrow(self.seen(x))).flatten(1))
        return found


class Verdict(nn.Module):
    """Whether others lie under a piece: by its own look, how it should look by the others, and how
    many these are.
    """

    def __init__(self) -> None:
        super().__init__()
        self.first, self.last = nn.Linear(2 * FEATURES + 2, 64), nn.Linear(64, 1)

    def forward(self, x: Tensor) -> Tensor:
        said: Tensor = self.last(torch.relu(self.first(x)))
        return said


class Teller(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.look, self.verdict = Look(), Verdict()

    def forward(self, looks: Tensor, weights: Tensor, number: Tensor) -> Tensor:
        own = self.look(looks)
        held = torch.cat([own, weights @ own, weights.sum(1, keepdim=True), number], dim=1)
        out: Tensor = self.verdict(held)[:, 0]
        return out


def shown(random: Random, scene: Looks) -> tuple[Floats, Floats, Floats]:
    """Some pieces of a scene, all turned or mirrored alike and in other colours; their places; what
    they are.
    """
    some = random.permutation(len(scene.kinds))[: int(random.integers(1, MOST_OF_ONE + 1))]
    strips, places, turn = scene.looks[some], scene.places[some], int(random.integers(ANGLES))
    if random.random() < 0.5:
        strips, places = np.roll(strips[:, :, ::-1], 1, axis=2), places * (1, -1)
    angle = 2 * np.pi * turn / ANGLES
    strips = wrapped(np.roll(strips, turn, axis=2))
    ways = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    looks = recoloured(random, strips.reshape(-1, WIDE, 3).astype(np.float32)).reshape(strips.shape)
    planes = np.asarray(looks.transpose(0, 3, 1, 2) / 64 - 2, dtype=np.float32)
    return planes, (places @ ways.T).astype(np.float32), scene.kinds[some].astype(np.float32)


def batch(random: Random, scenes: list[Looks]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    parts = [
        shown(random, scenes[int(random.integers(len(scenes)))]) for _ in range(SCENES_AT_ONCE)
    ]
    weights = torch.block_diag(*(torch.from_numpy(by_others(places)) for _, places, _ in parts))
    numbers = np.concatenate(
        [np.full((len(kinds), 1), np.log(len(kinds)) / 4, np.float32) for *_, kinds in parts]
    )
    looks = torch.from_numpy(np.concatenate([part[0] for part in parts])).contiguous(
        memory_format=torch.channels_last
    )
    return (
        looks,
        weights,
        torch.from_numpy(numbers),
        torch.from_numpy(np.concatenate([part[2] for part in parts])),
    )


def train(scenes: list[Looks], args: argparse.Namespace) -> None:
    torch.manual_seed(args.seed)
    random = np.random.default_rng(args.seed)
    net: Teller = Teller().to(memory_format=torch.channels_last)
    if args.start:
        net.load_state_dict(torch.load(args.start))

    def lesson() -> Tensor:
        looks, weights, number, kinds = batch(random, scenes)
        said, known = net(looks, weights, number), kinds != EITHER
        return nn.functional.binary_cross_entropy_with_logits(said[known], kinds[known])

    def keep(mean: Teller) -> None:
        torch.save(mean.state_dict(), args.out / "stack.pt")
        export(mean.look, (1, 3, HIGH, WIDE), args.out / "stack_look.onnx", {0: "count"})
        export(mean.verdict, (1, 2 * FEATURES + 2), args.out / "stack_verdict.onnx", {0: "count"})

    course(net, args.rate, args.steps, lesson, keep)


def scenes_of(files: list[Path]) -> list[Looks]:
    """Their close looks unrolled already."""
    scenes = []
    for file in files:
        with np.load(file) as kept:
            for n in range(len(kept.files) // 3):
                scenes.append(
                    Looks(unrolled(kept[f"looks{n}"]), kept[f"places{n}"], kept[f"kinds{n}"])
                )
    return [scene for scene in scenes if len(scene.kinds)]


def main() -> None:
    args = words(__doc__, 1500, 0.02).parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    train(scenes_of(args.files), args)


if __name__ == "__main__":
    main()
