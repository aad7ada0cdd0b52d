"""One thing changed in a file of rules: a comparison, number, operator, boolean or condition.

Texts, packs and drawing are left out: a test cannot be expected to hold every word of a view.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[2]
NOT_RULES = {"__init__.py", "pack.py", "propose.py", "texts.py", "under_way.py"}
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


@cache
def _digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()[:12]


@dataclass(frozen=True)
class Mutant:
    """The `number`-th node of a file's syntax tree, changed."""

    file: Path
    number: int
    what: str
    line: int
    text: str
    lines: range = range(0)  # of the statement it stands in

    def source(self) -> ast.Module:
        tree = ast.parse(self.file.read_text("utf-8"))
        change(next(node for at, node in enumerate(ast.walk(tree)) if at == self.number), self.what)
        return ast.fix_missing_locations(tree)

    @property
    def key(self) -> str:
        """What is remembered of it: another source is another mutant."""
        return f"{self.number}:{self.what}:{_digest(self.file)}:{self}"

    @property
    def module(self) -> str:
        return ".".join(self.file.relative_to(ROOT).with_suffix("").parts)

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line}  {self.what}: {self.text}"


def mutants_of(file: Path) -> Iterator[Mutant]:
    tree = ast.parse(file.read_text("utf-8"))
    lines = _lines(tree)
    passed_over = _decorators(tree)
    for number, node in enumerate(ast.walk(tree)):
        if node in passed_over:
            continue
        for what in changes_of(node):
            line = getattr(node, "lineno", 0)
            yield Mutant(
                file, number, what, line, " ".join(ast.unparse(node).split())[:70], lines[node]
            )


def _decorators(tree: ast.Module) -> set[ast.AST]:
    """The size of a memory changes nothing but speed."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        for decorator in getattr(node, "decorator_list", ()):
            found.update(ast.walk(decorator))
    return found


def _lines(tree: ast.Module) -> dict[ast.AST, range]:
    """The lines of the innermost statement around each node; of one with a body only its head."""
    found: dict[ast.AST, range] = {tree: range(0)}
    for node in ast.walk(tree):
        for inner in ast.iter_child_nodes(node):
            found[inner] = _head(inner) if isinstance(inner, ast.stmt) else found[node]
    return found


def _head(node: ast.stmt) -> range:
    body = getattr(node, "body", None)
    end = body[0].lineno if body else (node.end_lineno or node.lineno) + 1
    return range(node.lineno, max(end, node.lineno + 1))


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
