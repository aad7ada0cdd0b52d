"""What holds for every file we keep: small enough to read in one go, and at home on any machine."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILE_LINES, FUNCTION_LINES, LINE_CHARACTERS = 400, 50, 100
CODE = {
    ".py",
    ".js",
    ".css",
    ".c",
    ".h",
    ".html",
    ".scad",
    "",
}  # data, texts and locks are as long as they are
# Somebody's home, a scratch folder, a name everybody on the machine shares.
MACHINE = re.compile(r"(?<![\w$\"}])/(?:root/|work/|home/\w|tmp/\w)")
# A function of JavaScript or C, as we format them: its closing brace stands where its first line
# began.
BRACED = re.compile(
    r"^( *)(?:export |static |async )*(?:function\b.*|\w[\w *]*\([^;{}]*\)) \{\n", re.MULTILINE
)


def kept() -> list[Path]:
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    return [ROOT / name for name in names.split("\0") if name and (ROOT / name).is_file()]


def text_of(file: Path) -> str:
    """Empty for a picture or a network."""
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError:
        return ""


def functions(file: Path) -> Iterator[tuple[str, int]]:
    """Each function's first line and how many lines it has."""
    text = text_of(file)
    if file.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node.name, (node.end_lineno or 0) - node.lineno + 1
    elif file.suffix in {".js", ".c", ".h"}:
        for found in BRACED.finditer(text):
            body, closing, _ = text[found.start() :].partition(f"\n{found[1]}}}")
            yield found[0].strip(), (body + closing).count("\n") + 1


def test_no_file_is_longer_than_one_can_read() -> None:
    long = {
        str(file.relative_to(ROOT)): len(text_of(file).splitlines())
        for file in kept()
        if file.suffix in CODE
    }
    assert {name: lines for name, lines in long.items() if lines > FILE_LINES} == {}


def test_no_function_is_longer_than_a_screen() -> None:
    long = [
        f"{file.relative_to(ROOT)}: {name} has {lines} lines"
        for file in kept()
        for name, lines in functions(file)
        if lines > FUNCTION_LINES
    ]
    assert long == []


def test_no_line_of_a_script_or_style_is_wider_than_the_page() -> None:
    """Their formatter leaves remarks and texts as wide as they are. Python's lines ruff counts."""
    wide = [
        f"{file.relative_to(ROOT)}:{at} has {len(line)} characters"
        for file in kept()
        if file.suffix in {".js", ".css"}
        for at, line in enumerate(text_of(file).splitlines(), 1)
        if len(line) > LINE_CHARACTERS
    ]
    assert wide == []


def public_classes(file: Path) -> Iterator[str]:
    for node in ast.parse(text_of(file)).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def test_a_public_class_name_means_one_thing() -> None:
    """Games have their own words, and the laboratory may call a thing as training does."""
    places: dict[str, list[str]] = {}
    for file in kept():
        path = file.relative_to(ROOT)
        is_ours = path.parts[0] in {"companion", "vision", "firmware_bridge", "web"}
        is_apart = path.parts[:2] in {("companion", "games"), ("vision", "lab")}
        is_apart = is_apart or "skeleton" in path.parts  # of a game
        if is_ours and not is_apart and file.suffix == ".py":
            for name in public_classes(file):
                places.setdefault(name, []).append(str(path))
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def test_nothing_names_a_place_on_the_machine_it_was_written_on() -> None:
    named = [
        f"{file.relative_to(ROOT)}: {line.strip()[:100]}"
        for file in kept()
        for line in text_of(file).splitlines()
        if MACHINE.search(line)
    ]
    assert named == []


@pytest.mark.parametrize("suffix", [".js", ".c"])
def test_functions_in_braces_are_measured_to_their_own_brace(suffix: str, tmp_path: Path) -> None:
    first = "function far(a) {\n" if suffix == ".js" else "static int far(int a) {\n"
    file = tmp_path / f"far{suffix}"
    file.write_text(f"{first}    if (a) {{\n        b();\n    }}\n}}\n\nint c;\n")
    assert (first.strip(), 5) in list(functions(file))
