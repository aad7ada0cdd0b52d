"""The doctor finds what is wrong and says what to do."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.config import Config
from companion.house import doctor
from companion.journal import Journal


def lit(level: int) -> np.ndarray:
    rng = np.random.default_rng(1)
    return np.clip(rng.normal(level, 12, (360, 640, 3)), 0, 255).astype(np.uint8)


def test_a_well_lit_sharp_picture_is_fine() -> None:
    assert doctor.picture(lit(120)).ok


@pytest.mark.parametrize(
    ("pixels", "word"),
    [
        (lit(20), "dark"),
        (lit(230), "bright"),
        (cv2.GaussianBlur(lit(120), (31, 31), 12), "sharp"),
        (np.where(np.indices((360, 640, 3))[1] < 80, 255, lit(120)).astype(np.uint8), "glares"),
    ],
)
def test_a_bad_picture_is_named_with_a_remedy(pixels: np.ndarray, word: str) -> None:
    check = doctor.picture(pixels)
    assert not check.ok
    assert word in check.what
    assert check.remedy


def test_a_camera_that_is_not_there_is_no_crash() -> None:
    (check,) = doctor.sight("v4l2:/dev/video99")
    assert not check.ok
    assert check.remedy


def test_the_virtual_camera_and_panel_are_well() -> None:
    assert all(check.ok for check in doctor.sight("virtual:?width=640&height=360&die=40&fast=1"))
    assert doctor.buttons("script:demo", Config()).ok


def test_a_panel_that_is_not_there_is_named() -> None:
    check = doctor.buttons("serial:/dev/no-such-panel", Config(), wait_s=0.2)
    assert not check.ok
    assert check.remedy


def test_a_damaged_journal_is_named(tmp_path: Path) -> None:
    assert doctor.journal(tmp_path).ok
    Journal(tmp_path / "journal.sqlite").close()
    assert doctor.journal(tmp_path).ok
    (tmp_path / "journal.sqlite").write_bytes(b"x" * 5000)
    assert not doctor.journal(tmp_path).ok


@pytest.mark.parametrize(
    ("flags", "ok"), [("0", True), ("1", False), ("50000", False), ("10000", False), ("40000", True)]
)
def test_low_voltage_is_named(tmp_path: Path, flags: str, ok: bool) -> None:
    (tmp_path / "throttled").write_text(flags)
    assert doctor.power(tmp_path / "throttled").ok is ok


def test_a_clock_that_was_never_set_is_named() -> None:
    assert not doctor.clock(1970).ok
    assert doctor.clock(2027).ok
