"""The recipe for a game in CONTRIBUTING.md: its six steps, done one after the other as written."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FARKLE = ROOT / "tests" / "plugins" / "farkle"
RECIPE = (
    (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("### A game")[2].partition("###")[0]
)
STEPS = re.split(r"^\d\. ", RECIPE, flags=re.MULTILINE)[1:]
COMMAND = re.compile(r"^       (companion .+)$", re.MULTILINE)
MISSES_PROOFS = 3  # after this step, counted from 0, the exam is not passed yet


def commands(step: str) -> list[list[str]]:
    return [shlex.split(words) for words in COMMAND.findall(step)]


def written(step: str, folder: Path) -> None:
    """The files a step names are written as they are in the game itself."""
    for name in re.findall(r"`(farkle/[\w./]+)`", step):
        shutil.copy(FARKLE / name, folder / "farkle" / name)


def run(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *words]
    env = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(folder)}
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env=env)


def test_the_recipe_has_six_steps_each_with_something_to_run() -> None:
    assert len(STEPS) == 6
    assert all(commands(step) for step in STEPS)


def test_a_game_is_made_by_doing_what_the_recipe_says(tmp_path: Path) -> None:
    for number, step in enumerate(STEPS[:-1]):
        written(step, tmp_path)
        for words in commands(step):
            done = run(words, tmp_path)
            wanted = 1 if number == MISSES_PROOFS else 0
            assert done.returncode == wanted, f"{words}: {done.stdout}{done.stderr}"
    made = tmp_path / "farkle" / "farkle"
    assert {file.name for file in made.rglob("*.*")} >= {"rules.py", "rules.txt", "turns.toml"}


@pytest.mark.parametrize("step", [STEPS[-1]])
def test_the_last_step_is_what_the_test_of_plug_ins_does(step: str) -> None:
    assert "pip install ./farkle" in step
    assert commands(step) == [["companion", "serve", "--virtual"]]
