"""One mutant on trial: a fork of this process loads the changed source in place of the file and
runs the tests that reach it, the likeliest to notice first.
"""

import importlib.abc
import importlib.util
import os
import resource
import sys
from collections import Counter
from collections.abc import Iterable
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.mutants.mutations import Mutant
from tests.mutants.reach import QUIETLY, Reach

PATIENCE_S = 15.0  # of tests as they take unchanged; what nobody notices by then has survived
HANGS_S = 15  # of processor time beyond five times that: it loops for ever
MEMORY = 3 << 30


class Loader(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives the changed source when the mutant's module is imported."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant

    def find_spec(
        self, name: str, path: Any, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return importlib.util.spec_from_loader(name, self) if name == self._mutant.module else None

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self._mutant.file)
        exec(compile(self._mutant.source(), str(self._mutant.file), "exec"), module.__dict__)


class InOrder:
    """Only these tests, in this order; the first that fails is told through the pipe."""

    def __init__(self, tests: list[str], told: int) -> None:
        self._rank = {test: at for at, test in enumerate(tests)}
        self._told = told

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        wanted = [item for item in items if item.nodeid in self._rank]
        items[:] = sorted(wanted, key=lambda item: self._rank[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os.write(self._told, report.nodeid.encode())


def in_order(tests: Iterable[str], reach: Reach, kills: Counter[str]) -> list[str]:
    """Those that noticed most in the shortest time first, as far as patience goes."""

    def worth(test: str) -> float:
        return (kills[test] + 0.1) / (reach.seconds[test] + 0.02)

    chosen, seconds = [], 0.0
    for test in sorted(tests, key=lambda test: (-worth(test), test)):
        seconds += reach.seconds[test]
        if seconds > PATIENCE_S:
            break
        chosen.append(test)
    return chosen


def tried(mutant: Mutant, tests: list[str], seconds: float) -> str | None:
    """Who noticed; None: it survived."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        _run(mutant, tests, writing, HANGS_S + 5 * int(seconds))
    os.close(writing)
    status = os.waitpid(child, 0)[1]
    with os.fdopen(reading, "rb") as pipe:
        by = pipe.read().decode()
    if os.WIFEXITED(status):
        return (by or "loading it") if os.WEXITSTATUS(status) else None
    return "it hangs"


def _run(mutant: Mutant, tests: list[str], told: int, limit_s: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (limit_s, limit_s + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.meta_path.insert(0, Loader(mutant))
    files = sorted({str(Path(test.partition("::")[0])) for test in tests})
    os._exit(int(pytest.main([*QUIETLY, *files], plugins=[InOrder(tests, told)])))
