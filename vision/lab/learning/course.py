"""A course of lessons: steps are taken after each, and what is kept is the mean of the last few
hundred.
"""

import copy
import time
from collections.abc import Callable
from typing import TypeVar

from torch import Tensor, nn

from vision.lab.learning.blocks import average
from vision.lab.learning.muon import Steps

Net = TypeVar("Net", bound=nn.Module)
EVERY = 500  # steps: what was learned by then is kept


def course(
    net: Net, rate: float, steps: int, lesson: Callable[[], Tensor], keep: Callable[[Net], None]
) -> None:
    """`lesson`: how wrong the network is about something it is shown."""
    taking, running, started = Steps(net, rate, steps), 0.0, time.monotonic()
    mean = copy.deepcopy(net)
    net.train()
    for step in range(steps):
        now = lesson()
        taking.take(now)
        average(mean, net, step)
        running += (float(now.detach()) - running) * (0.02 if step else 1)
        if step % 100 == 99:
            print(f"{step + 1} loss {running:.4f} {time.monotonic() - started:.0f} s", flush=True)
        if step % EVERY == EVERY - 1 or step == steps - 1:
            keep(mean)
