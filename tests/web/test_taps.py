"""No tap is lost, none counts twice, none lands on a neighbour, however busy the table and however
slow the tablet is. A short run of what `python -m tests.web.taps` does 500 times for each kind of
control.
"""

from typing import Any

import pytest

from tests.web.tap_scenes import SCENES, Scene
from tests.web.taps import hurried

FEW = 8
SLOWER = 4  # than the machine that runs this


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_every_tap_counts_once(scene: Scene, chromium: Any) -> None:
    count = hurried(chromium, scene, FEW, slower=SLOWER)
    assert count.is_clean, count.odd
    assert count.taps == FEW
