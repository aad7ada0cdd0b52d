"""The lock stays installable where people are; `.ci/lock-matrix` asks for every wheel."""

import tomllib
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def matrix() -> ModuleType:
    loader = SourceFileLoader("lock_matrix", str(ROOT / ".ci" / "lock-matrix"))
    spec = spec_from_loader("lock_matrix", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def names(pins: list[str]) -> set[str]:
    return {pin.partition("==")[0] for pin in pins}


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_pins_libraries_only_where_there_are_pins_to_drive(matrix: ModuleType, lock: str) -> None:
    file = str(ROOT / lock)
    assert "lgpio" in names(matrix.pins_for(file, "3.11", "Linux aarch64"))
    assert "lgpio" not in names(matrix.pins_for(file, "3.13", "Linux aarch64"))
    assert "lgpio" not in names(matrix.pins_for(file, "3.12", "macOS arm64"))
    assert "flask" in names(matrix.pins_for(file, "3.14", "macOS arm64"))


def test_every_dependency_is_pinned(matrix: ModuleType) -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    pinned = names(matrix.pins_for(str(ROOT / "requirements.lock"), "3.11", "Linux x86-64"))
    assert {line.partition(";")[0].strip() for line in told} <= pinned
