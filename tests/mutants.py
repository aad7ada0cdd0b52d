"""Mutation run over a game's rules: break one thing at a time and see whether the game's tests
notice.

    python -m tests.mutants GAME [--most 120] [--seed 1]

Each mutant changes one comparison, number, operator, boolean or condition. Texts, packs and drawing
are left out: a test cannot be expected to hold every word of a view. The files on disk are never
touched: each mutant is tested in a fork of this process, which loads the changed source in place of
the file.
"""

import argparse
import ast
import importlib.abc
import importlib.util
import os
import random
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import hypothesis  # noqa: F401  loaded once here, so that no fork has to
import pytest

ROOT = Path(__file__).parent.parent
# What this process has loaded already is not loaded again, and pytest would complain of that.
QUIETLY = ("-x", "-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
# Whole games and worked examples first: most mutants die there, and the rest need not run.
COMMON = ("tests/games/test_recorded.py", "tests/games/test_vectors.py")
UNCHANGED = "unchanged"
LIMIT_S = 180  # a mutant that loops for ever is noticed too
NOT_RULES = {"__init__.py", "pack.py", "propose.py", "texts.py"}
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True)
class Mutant:
    """The `number`-th node of a file's syntax tree, changed."""

    file: Path
    number: int
    what: str
    line: int
    text: str

    def source(self) -> ast.Module:
        tree = ast.parse(self.file.read_text("utf-8"))
        change(next(node for at, node in enumerate(ast.walk(tree)) if at == self.number), self.what)
        return ast.fix_missing_locations(tree)

    @property
    def module(self) -> str:
        return ".".join(self.file.relative_to(ROOT).with_suffix("").parts)

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line}  {self.what}: {self.text}"


def mutants_of(file: Path) -> Iterator[Mutant]:
    for number, node in enumerate(ast.walk(ast.parse(file.read_text("utf-8")))):
        for what in changes_of(node):
            yield Mutant(file, number, what, getattr(node, "lineno", 0), ast.unparse(node)[:70])


def changes_of(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        return ["comparison"]
    if isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in SWAPS:
        return ["operator"]
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return ["boolean"]
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return ["number"]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return ["not"]
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        return ["condition"]
    return []


def change(node: ast.AST, what: str) -> None:
    match what, node:
        case "comparison", ast.Compare():
            node.ops[0] = SWAPS[type(node.ops[0])]()
        case "operator", ast.BinOp() | ast.BoolOp():
            node.op = SWAPS[type(node.op)]()
        case "boolean", ast.Constant():
            node.value = not node.value
        case "number", ast.Constant():
            node.value = int(str(node.value)) + 1
        case "not", ast.UnaryOp():
            node.op = ast.UAdd() if isinstance(node.operand, ast.Constant) else ast.Not()
            node.operand = ast.UnaryOp(ast.Not(), node.operand)
        case "condition", ast.If() | ast.IfExp() | ast.While():
            node.test = ast.UnaryOp(ast.Not(), node.test)


def rule_files(game: str) -> list[Path]:
    folder = ROOT / "companion" / "games" / game
    return sorted(
        file
        for file in folder.rglob("*.py")
        if file.name not in NOT_RULES and not {"pack", "views"} & set(file.parts)
    )


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


def tested(game: str, mutant: Mutant) -> int:
    """Starts a fork that runs the game's tests on the mutant; its exit status tells."""
    child = os.fork()
    if child:
        return child
    signal.alarm(LIMIT_S)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = (
        "1"  # a game's tests need none of them, and loading them takes time
    )
    sys.meta_path.insert(0, Loader(mutant))
    os._exit(int(pytest.main([*QUIETLY, "-k", game, *COMMON, f"tests/games/{game}"])))


def unchanged() -> Mutant:
    """The control: nothing is changed, so it must survive."""
    return Mutant(ROOT / UNCHANGED, 0, UNCHANGED, 0, "")


def run(game: str, sample: list[Mutant], jobs: int) -> list[Mutant]:
    """The mutants that survived: those whose tests all passed."""
    running: dict[int, Mutant] = {}
    survived: list[Mutant] = []
    waiting = list(sample)
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop(0)
            running[tested(game, mutant)] = mutant
        child, status = os.wait()
        mutant = running.pop(child)
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
            survived.append(mutant)
            print("" if mutant.what == UNCHANGED else f"survived  {mutant}\n", end="", flush=True)
    return survived


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="make mutants", description="mutation run over a game's rules"
    )
    parser.add_argument("game")
    parser.add_argument("--most", type=int, default=120, help="how many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    os.chdir(ROOT)
    every = [mutant for file in rule_files(args.game) for mutant in mutants_of(file)]
    sample = random.Random(args.seed).sample(every, min(args.most, len(every)))
    if not run(args.game, [unchanged()], 1):
        print(f"{args.game}: its tests fail without any change; mend that first")
        return 2
    killed = len(sample) - len(run(args.game, sample, args.jobs))
    share = 100 * killed / max(1, len(sample))
    print(
        f"{args.game}: {killed} of {len(sample)} mutants killed ({share:.0f} %), "
        f"drawn from {len(every)}"
    )
    return 0 if share >= 85 else 1


if __name__ == "__main__":
    sys.exit(main())
