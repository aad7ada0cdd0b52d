"""The pieces our networks are built of, and the mean of their steps that is kept."""

import torch
from torch import Tensor, nn

AVERAGED = 0.004  # how much of each step goes into the weights that are kept, later on


def conv(inside: int, outside: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = conv(channels, channels)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


def average(mean: nn.Module, net: nn.Module, step: int) -> None:
    """The mean of the last few hundred steps is kept: it reads other tables better than any one of
    them.
    """
    share = max(AVERAGED, 1 / (step + 1))
    with torch.no_grad():
        for kept, now in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            kept.copy_(kept.lerp(now, share) if kept.dtype.is_floating_point else now)
