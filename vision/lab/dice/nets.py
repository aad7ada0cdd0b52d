"""The networks: `Finder` finds dice and reads them once, `Judge` reads each found die again on its
own crop.

They share no weights and see the die in other colours and sizes, so that their mistakes differ.
"""

import torch
from torch import Tensor, nn

from vision.lab.learning.blocks import Residual, conv

FINDER_STRIDE = 4
FINDER_CHANNELS = 9  # how likely a middle is here, width, height, six values
JUDGE_CLASSES = 7  # six values, and "no die one could read"


class Finder(nn.Module):
    """Fully convolutional: a map of die middles at a quarter of the picture's size."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = conv(3, 12, 2)
        self.quarter = conv(12, 24, 2)
        self.eighth = nn.Sequential(conv(24, 48, 2), Residual(48))
        # the cheapest place for depth
        self.sixteenth = nn.Sequential(conv(48, 80, 2), Residual(80), Residual(80))
        self.back_to_eighth = nn.Conv2d(80, 48, 1)
        self.back_to_quarter = nn.Conv2d(48, 24, 1)
        self.join = conv(24, 24)
        self.out = nn.Conv2d(24, FINDER_CHANNELS, 1)
        nn.init.constant_(self.out.bias, 0.0)
        with torch.no_grad():
            self.out.bias[0] = -4.0  # most of a table is no die

    def forward(self, x: Tensor) -> Tensor:
        quarter = self.quarter(self.stem(x))
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        eighth = torch.relu(eighth + _doubled(self.back_to_eighth(sixteenth)))
        quarter = torch.relu(quarter + _doubled(self.back_to_quarter(eighth)))
        found: Tensor = self.out(self.join(quarter))
        return found


def _doubled(x: Tensor) -> Tensor:
    return nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")


class Judge(nn.Module):
    """One die's crop, shown as `looks` has it, in; its value out."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(3, 24, 5, 2, 2, bias=False),
            nn.BatchNorm2d(24),
            nn.ReLU(inplace=True),
            Residual(24),  # here pips can still be told from the lamps mirrored between them
            conv(24, 48, 2),
            Residual(48),
            Residual(48),
            conv(48, 96, 2),
            Residual(96),
        )
        self.out = nn.Linear(96 * 4, JUDGE_CLASSES)

    def forward(self, x: Tensor) -> Tensor:
        # Averages per quadrant keep where the pips are; one average would only keep how much of
        # them there is.
        pooled = nn.functional.avg_pool2d(self.body(x), 3)
        logits: Tensor = self.out(pooled.flatten(1))
        return logits
