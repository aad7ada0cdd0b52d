"""Writes the dice networks for OpenCV: `... training.export finder.pt judge.pt FOLDER`."""

import argparse
from pathlib import Path

import torch
from torch import nn

from vision.dice.appearance import CROP_PX
from vision.lab.dice.nets import Finder, Judge
from vision.lab.learning.export import export


def trained(net: nn.Module, weights: Path) -> nn.Module:
    net.load_state_dict(torch.load(weights))
    return net


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("finder", type=Path)
    parser.add_argument("judge", type=Path)
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    size = {0: "count", 2: "height", 3: "width"}
    export(trained(Finder(), args.finder), (1, 3, 192, 192), args.folder / "finder.onnx", size)
    crop = (1, 3, CROP_PX, CROP_PX)
    export(trained(Judge(), args.judge), crop, args.folder / "judge.onnx", {0: "count"})


if __name__ == "__main__":
    main()
