"""What goes to the Pi: everything but the laboratory, which nothing at a table may need."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from setuptools import find_packages

from companion import benchmarks
from companion.__main__ import main

ROOT = Path(__file__).parent.parent.parent
WITHOUT_LAB = """
import importlib, pkgutil, sys
sys.modules["vision.lab"] = None
import companion.cli, vision
for package in (vision, companion.cli):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.startswith("vision.lab"):
            importlib.import_module(module.name)
"""


def test_the_laboratory_is_not_packaged() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    packaged = find_packages(ROOT, **settings["tool"]["setuptools"]["packages"]["find"])
    assert {"vision", "vision.dice", "vision.virtual"} <= set(packaged)
    assert [name for name in packaged if name.startswith("vision.lab")] == []


def test_everything_at_a_table_is_there_without_the_laboratory() -> None:
    subprocess.run([sys.executable, "-c", WITHOUT_LAB], cwd=ROOT, check=True)


def test_a_benchmark_that_needs_the_laboratory_says_where_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(benchmarks, "has_lab", lambda: False)
    assert main(["bench", "--only", "dice"]) == 2
    assert "development checkout" in capsys.readouterr().err
