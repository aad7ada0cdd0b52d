"""Mutation run over a game's rules: break one thing at a time and see whether the game's tests notice.

    python -m tests.mutants GAME [--most 120] [--seed 1]

Each mutant changes one comparison, number, operator, boolean or returned value. Texts, packs and drawing are left
out: a test cannot be expected to hold every word of a view. The files on disk are never touched; a mutant lives in a
copy that comes first on the path.
"""

import argparse
import ast
import copy
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent
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


def mutants_of(source: str) -> Iterator[tuple[int, str, str]]:
    """Line, what was changed, and the changed source."""
    tree = ast.parse(source)
    for number, node in enumerate(ast.walk(tree)):
        for what in changes_of(node):
            changed = copy.deepcopy(tree)
            spot = next(other for at, other in enumerate(ast.walk(changed)) if at == number)
            change(spot, what)
            yield getattr(node, "lineno", 0), f"{what}: {ast.unparse(node)[:70]}", ast.unparse(changed)


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
            node.ops[0] = SWAPS[type(node.ops[0])]()  # type: ignore[assignment]
        case "operator", ast.BinOp() | ast.BoolOp():
            node.op = SWAPS[type(node.op)]()  # type: ignore[assignment]
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
        file for file in folder.rglob("*.py") if file.name not in NOT_RULES and not file.name.startswith("view")
    )


def survives(game: str, file: Path, source: str) -> bool:
    """Whether the game's tests still pass with this mutant in place of the file."""
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder)
        skip = shutil.ignore_patterns("__pycache__", ".venv", ".git", "static", "weights")
        for part in ("companion", "tests"):
            shutil.copytree(ROOT / part, copied / part, ignore=skip)
        shutil.copy(ROOT / "pyproject.toml", copied)
        (copied / file.relative_to(ROOT)).write_text(source, "utf-8")
        tests = f"tests/games/{game}"
        command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", tests]
        try:
            return subprocess.run(command, cwd=copied, capture_output=True, timeout=90).returncode == 0
        except subprocess.TimeoutExpired:
            return False


def main() -> int:
    parser = argparse.ArgumentParser(prog="make mutants", description="mutation run over a game's rules")
    parser.add_argument("game")
    parser.add_argument("--most", type=int, default=120, help="how many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    every = [(file, *mutant) for file in rule_files(args.game) for mutant in mutants_of(file.read_text("utf-8"))]
    sample = random.Random(args.seed).sample(every, min(args.most, len(every)))
    with ThreadPoolExecutor(args.jobs) as pool:
        results = list(pool.map(lambda mutant: survives(args.game, mutant[0], mutant[3]), sample))
    for (file, line, what, _), survived in zip(sample, results, strict=True):
        if survived:
            print(f"survived  {file.relative_to(ROOT)}:{line}  {what}")
    killed = results.count(False)
    share = 100 * killed / max(1, len(results))
    print(f"{args.game}: {killed} of {len(results)} mutants killed ({share:.0f} %), drawn from {len(every)}")
    return 0 if share >= 85 else 1


if __name__ == "__main__":
    sys.exit(main())
