"""Writes a trained network as ONNX for OpenCV."""

import warnings
from pathlib import Path

import torch
from torch import nn


def export(net: nn.Module, example: tuple[int, ...], to: Path, moving: dict[int, str]) -> None:
    """`example` is the shape of an input; its sides named in `moving` may be of any length."""
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
