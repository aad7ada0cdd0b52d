"""What README says is true: its commands exist, its files are there, every config key
is explained.
"""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.__main__ import command_names, main
from companion.config import Config

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_every_config_key_is_explained() -> None:
    part = README.partition("## Configuration")[2].partition("\n## ")[0]
    explained = set(re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE))
    assert explained == set(Config.__struct_fields__)


def test_every_command_is_named_and_exists() -> None:
    named = set(re.findall(r"\.venv/bin/companion (\w+)", README))
    assert named == set(command_names())


def test_every_make_target_named_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"^ {4}(?:sudo )?make (\w+)", README, re.MULTILINE)) <= targets


def test_every_file_linked_is_there() -> None:
    for link in re.findall(r"\]\(([^):]+)\)", README):
        assert (ROOT / link).exists(), link


def test_the_walk_names_files_and_functions_that_exist() -> None:
    """One die from lens to pixel, one tap, and a press: every step is where it is said to be."""
    walk = README.partition("### One die")[2].partition("\nDecisions are")[0]
    steps = re.findall(r"`([\w/]+\.(?:py|js))`[ |(]+`([\w.]+)`", walk)
    assert len(steps) > 20
    missing = [f"{file} {name}" for file, name in steps if name not in defined_in(ROOT / file)]
    assert missing == []


def defined_in(file: Path) -> set[str]:
    """Names of functions, and of methods after that of their class."""
    text = file.read_text("utf-8")
    if file.suffix == ".js":
        return set(
            re.findall(r"^(?:export )?(?:async )?(?:function|const) (\w+)", text, re.MULTILINE)
        )
    names = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.ClassDef):
            methods = [one for one in node.body if isinstance(one, ast.FunctionDef)]
            names |= {f"{node.name}.{method.name}" for method in methods}
    return names


CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
EXAMPLES = {  # what a new thing is called in a recipe, and one that is there already
    "cameras/<scheme>": "cameras/folder",
    "transports/<scheme>": "transports/serial",
    "trackers/<kind>": "trackers/dial",
    "vision/<kind>": "vision/dice",
    "<game>": "runika",
    "<code>": "en",
}


def test_every_recipe_is_there() -> None:
    recipes = re.findall(r"^### (.+)$", CONTRIBUTING, re.MULTILINE)
    wanted = ["game", "die", "camera", "transport", "tracker", "language", "screen"]
    assert recipes == [f"A {one}" for one in wanted]


def test_every_file_and_target_a_contributor_is_sent_to_exists() -> None:
    folders = "companion|vision|firmware_bridge|web|tests"
    named = re.findall(rf"`((?:{folders})/[^` ]*)`", CONTRIBUTING)
    assert len(named) > 30
    for name in named:
        place = name
        for gap, example in EXAMPLES.items():
            place = place.replace(gap, example)
        assert (ROOT / place).exists(), name
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    told = re.findall(r"(?:^ {4}|`)make (\w+)", CONTRIBUTING, re.MULTILINE)
    assert set(told) <= targets


@pytest.mark.parametrize("command", command_names())
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    assert command in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [["dance"], ["simulate", "chess"], ["replay", "/no/such/file"], ["read", "/no/such.jpg"]],
)
def test_wrong_use_is_one_line_on_stderr_and_status_two(words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", *words], capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr
