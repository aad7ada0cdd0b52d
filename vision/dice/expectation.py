"""What an ask knows of its dice, as evidence: it says how many were rolled, and mostly so many lie
there.
"""

import math
from collections.abc import Sequence

import numpy as np

FARTHER = 0.5  # each step away from the number asked for is so many times as likely as the last


def chance_of_just_these(
    taken: Sequence[float], others: Sequence[float], number: int, other_number: float
) -> float:
    """The chance that all that was taken for dice are dice and nothing else is, `number` being
    asked for and found. Each has its own chance to be one; `other_number` is how often another
    number lies there: one fell off the table, one was left over from before.
    """
    counts = np.ones(1)
    for chance in (*taken, *others):
        counts = np.convolve(counts, (1 - chance, chance))
    away = np.abs(np.arange(len(counts)) - number)
    prior = np.where(away == 0, 1 - other_number, other_number * FARTHER**away)
    just_these = math.prod(taken) * math.prod(1 - chance for chance in others)
    return float(just_these * (1 - other_number) / (counts @ prior))
