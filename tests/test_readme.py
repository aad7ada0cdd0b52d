"""What README says is true: its commands exist, its files are there, every config key
is explained.
"""

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
