"""Exposure and white balance: held once everything lies in its place, let go when the lamp was
switched.
"""

from typing import Any

from vision.protocol import CameraHealth
from vision.reading import Light, Why
from vision.worker import LOCK_AFTER_S, RELEASE_AFTER_S, ExposureLock

GOOD = CameraHealth(True, 30.0, {}, light=Light(120, 0.0, 0.0))
DARK = CameraHealth(True, 30.0, {}, light=Light(20, 0.0, 0.0, advice=(Why("sight.light.dark"),)))


class Sensor:
    def __init__(self) -> None:
        self.locks = 0

    def lock(self) -> None:
        self.locks += 1


class Open:
    """Stands where the capture thread stands: a camera, and a way to open it anew."""

    def __init__(self) -> None:
        self.camera: Any = Sensor()
        self.opened = 1

    def reopen(self) -> None:
        self.camera, self.opened = Sensor(), self.opened + 1


def test_it_is_held_once_when_all_has_been_well_for_a_while() -> None:
    capture: Any = Open()
    exposure = ExposureLock(capture)
    for second in range(8):
        exposure.mind(GOOD, second >= 2, float(second))
        assert exposure.is_locked == (second >= 2 + LOCK_AFTER_S)
    assert capture.camera.locks == 1


def test_it_is_not_held_in_the_dark_or_while_mats_are_lost() -> None:
    capture: Any = Open()
    exposure = ExposureLock(capture)
    for second in range(10):
        exposure.mind(DARK, True, float(second))
        exposure.mind(GOOD, False, second + 0.5)
    assert not exposure.is_locked


def test_another_light_lets_it_go_and_it_is_held_again() -> None:
    capture: Any = Open()
    exposure = ExposureLock(capture)
    for second in range(4):
        exposure.mind(GOOD, True, float(second))
    assert exposure.is_locked
    for second in range(4, 5 + int(RELEASE_AFTER_S)):
        exposure.mind(DARK, True, float(second))
    assert (exposure.is_locked, capture.opened) == (False, 2)
    for second in range(12, 16):
        exposure.mind(GOOD, True, float(second))
    assert exposure.is_locked
