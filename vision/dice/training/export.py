"""Writes trained weights as ONNX for OpenCV: `... training.export finder.pt judge.pt FOLDER`."""

import argparse
import warnings
from pathlib import Path

import torch
from torch import nn

from vision.dice.looks import CROP_PX
from vision.dice.training.nets import Finder, Judge


def export(net: nn.Module, weights: Path, example: tuple[int, int, int, int], to: Path, moving: dict[int, str]) -> None:
    net.load_state_dict(torch.load(weights))
    net.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net,
            (torch.zeros(*example),),
            str(to),
            input_names=["picture"],
            output_names=["out"],
            dynamic_axes={"picture": moving, "out": moving},
            opset_version=17,
            dynamo=False,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("finder", type=Path)
    parser.add_argument("judge", type=Path)
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    size = {0: "count", 2: "height", 3: "width"}
    export(Finder(), args.finder, (1, 3, 192, 192), args.folder / "finder.onnx", size)
    crop = (1, 3, CROP_PX, CROP_PX)
    export(Judge(), args.judge, crop, args.folder / "judge.onnx", {0: "count"})


if __name__ == "__main__":
    main()
