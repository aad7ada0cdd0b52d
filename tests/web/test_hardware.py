"""The first start at a real table: the page names what is plugged in, and one tap uses it."""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.config import Config, change_config, read_config
from companion.errors import SetupError
from companion.service import hardware_choice
from companion.service.found_devices import FoundDevice
from companion.service.hardware_choice import HardwareChoice, turned
from companion.texts import texts
from tests.faults.service import free_port
from tests.vision.test_rpicam import STAND_IN
from tests.web.test_around_the_table import killed, serve

CAMERA = FoundDevice("rpicam:0", "Camera Module 3")
WORDS = texts("en")


@pytest.fixture
def real_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The service as `make install` starts it, with a Pi camera's program standing in."""
    for name in ("rpicam-vid", "rpicam-hello"):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\nexec {sys.executable} {STAND_IN} "$@"\n')
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("STAND_IN", str(tmp_path))
    process, address = serve(tmp_path / "data", free_port())
    yield address
    killed(process)


def test_a_camera_is_chosen_seen_and_turned(real_table: str, chromium: Any, tmp_path: Path) -> None:
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    page.goto(real_table)
    page.locator('[data-note="camera_waits"] button').click()
    page.locator('[data-kind="camera"] [data-url="rpicam:0"]').click()
    picture = page.locator("#hardware .lens img")
    expect(picture).to_have_attribute("src", re.compile("/api/picture"), timeout=30_000)
    page.locator('[data-turn="180"]').click()
    expect(page.locator('[data-turn="180"][aria-pressed="true"]')).to_be_visible(timeout=30_000)
    expect(page.locator("#notes")).to_be_hidden(timeout=30_000)
    expect(picture).to_have_attribute("src", re.compile("/api/picture"), timeout=30_000)
    kept = read_config(tmp_path / "data" / "config.toml")
    assert kept.camera == "rpicam:0?rotate=180"
    assert kept.panel == ""


def choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **more: bool) -> HardwareChoice:
    monkeypatch.setattr(hardware_choice, "cameras_found", lambda: [CAMERA])
    monkeypatch.setattr(hardware_choice, "panels_found", list)
    return HardwareChoice(tmp_path, "", "", **more)


def test_what_is_not_plugged_in_is_refused_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SetupError, match="Nothing is plugged in at v4l2:/dev/video7"):
        choice(tmp_path, monkeypatch).choose("v4l2:/dev/video7", "", 0)
    with pytest.raises(SetupError, match="not by 45"):
        choice(tmp_path, monkeypatch).choose("rpicam:0", "", 45)
    with pytest.raises(SetupError, match="without --camera"):
        choice(tmp_path, monkeypatch, is_fixed=True).choose("rpicam:0", "", 0)
    assert list(tmp_path.iterdir()) == []


def test_a_camera_that_waits_is_said_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert choice(tmp_path, monkeypatch).shown()["is_open"]
    assert not choice(tmp_path, monkeypatch, is_fixed=True).shown()["is_open"]


def test_turning_keeps_what_else_was_set() -> None:
    assert turned("rpicam:0?width=1920", 90) == "rpicam:0?width=1920&rotate=90"
    assert turned("rpicam:0?width=1920&rotate=90", 0) == "rpicam:0?width=1920"
    assert turned("", 90) == ""


def test_the_rest_of_the_file_stays_as_its_owner_wrote_it(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('# mine\nport = 8000\ncamera = "v4l2:"\n\n[mqtt]\nbase = "club" # ours\n')
    changed = change_config(file, {"camera": 'say "cheese"', "panel": "gpio:"})
    assert changed == read_config(file)
    assert (changed.camera, changed.panel, changed.port) == ('say "cheese"', "gpio:", 8000)
    assert changed.mqtt.base == "club"
    assert "# mine" in file.read_text()
    assert "# ours" in file.read_text()


def test_a_file_nobody_understands_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("port = = 3\n")
    with pytest.raises(SetupError, match="Nothing was changed"):
        change_config(file, {"camera": "rpicam:0"})
    assert file.read_text() == "port = = 3\n"


def test_a_first_choice_makes_the_file(tmp_path: Path) -> None:
    assert change_config(tmp_path / "new" / "config.toml", {"panel": "gpio:"}) == Config(
        panel="gpio:"
    )
