"""What a look took is given back to the system."""

from unittest.mock import patch

import numpy as np
import pytest

from vision import memory
from vision.memory import give_back


def resident() -> int:
    with open("/proc/self/statm") as numbers:
        return int(numbers.read().split()[1]) * 4096


@pytest.mark.skipif(memory._trim() is None, reason="only glibc can be told to")
def test_freed_pieces_are_given_back() -> None:
    pieces = [np.ones(50_000, np.uint8) for _ in range(1000)]
    del pieces[::2]
    held = resident()
    give_back()
    assert held - resident() > 10_000_000


def test_without_glibc_nothing_happens() -> None:
    with patch.object(memory, "_trim", lambda: None):
        give_back()
