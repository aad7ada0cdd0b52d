"""Which tests reach which lines of a game, and how long each takes: run once, kept in `build`."""

import json
import os
import time
from collections.abc import Generator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import coverage
import pytest

from tests.mutants.mutations import ROOT, Mutant

# What this process has loaded already is not loaded again, and pytest would complain of that.
QUIETLY = ("-x", "-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
KEPT = ROOT / "build" / "mutants"
AT_IMPORT = ""  # the context of lines that run while a module is loaded


@dataclass
class Reach:
    """By file and line the tests that come there, and each test's seconds."""

    lines: dict[str, dict[int, list[str]]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def tests_of(self, mutant: Mutant) -> set[str]:
        by_line = self.lines.get(str(mutant.file.relative_to(ROOT)), {})
        found = {test for line in mutant.lines for test in by_line.get(line, ())}
        return set(self.seconds) if AT_IMPORT in found else found


class Watch:
    """Notes for each test where it comes and how long it takes."""

    def __init__(self, counting: coverage.Coverage) -> None:
        self._counting = counting
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self._counting.switch_context(item.nodeid)
        begun = time.process_time()
        told = yield
        self.seconds[item.nodeid] = round(time.process_time() - begun, 3)
        self._counting.switch_context(AT_IMPORT)
        return told


def reach_of(game: str) -> Reach | None:
    """None: the tests fail without any change."""
    kept = KEPT / f"{game}.reach.{_digest(game)}.json"
    if not kept.exists() and not _measured(game, kept):
        return None
    told = json.loads(kept.read_text("utf-8"))
    lines = {
        file: {int(line): tests for line, tests in by_line.items()}
        for file, by_line in told["lines"].items()
    }
    return Reach(lines, told["seconds"])


def _digest(game: str) -> str:
    """Other rules or other tests are reached anew."""
    folders = (ROOT / "tests" / "games", ROOT / "companion" / "games" / game)
    files = sorted(file for folder in folders for file in folder.rglob("*.py"))
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def _measured(game: str, kept: Path) -> bool:
    """In a process of its own: what it loads must not be loaded here."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    counting = coverage.Coverage(
        data_file=None, config_file=False, source=[str(ROOT / "companion" / "games" / game)]
    )
    watch = Watch(counting)
    counting.start()
    status = int(pytest.main([*QUIETLY, "-k", game, "tests/games"], plugins=[watch]))
    counting.stop()
    if status == 0:
        kept.parent.mkdir(parents=True, exist_ok=True)
        told = {"lines": _lines(counting), "seconds": watch.seconds}
        kept.write_text(json.dumps(told), "utf-8")
    os._exit(status)


def _lines(counting: coverage.Coverage) -> dict[str, dict[int, list[str]]]:
    data = counting.get_data()
    return {
        str(Path(file).relative_to(ROOT)): data.contexts_by_lineno(file)
        for file in data.measured_files()
    }
