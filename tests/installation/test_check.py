"""What is in the way is said before anything is changed, and is true."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.__main__ import parser_of

ROOT = Path(__file__).parents[2]
SERVICE = ROOT / "hardware" / "service"
sys.path.insert(0, str(SERVICE))
import supported  # noqa: E402


@pytest.mark.parametrize(
    ("version", "is_64_bit", "machine", "has_venv", "said"),
    [
        ((3, 11, 2), True, "aarch64", True, ""),
        ((3, 14, 0), True, "x86_64", True, ""),
        ((3, 13, 1), True, "arm64", True, ""),
        ((3, 11, 2), False, "aarch64", True, "64-bit Raspberry Pi OS"),  # a 64-bit kernel below it
        ((3, 11, 2), True, "armv7l", True, "32-bit system (armv7l)"),
        ((3, 9, 2), True, "aarch64", True, "this is 3.9"),
        ((3, 11, 2), True, "aarch64", False, "apt-get install python3-venv"),
    ],
)
def test_what_is_in_the_way_is_said_with_what_to_do(
    version: tuple[int, int, int], is_64_bit: bool, machine: str, has_venv: bool, said: str
) -> None:
    trouble = supported.trouble(version, is_64_bit, machine, has_venv)
    assert said in trouble
    assert bool(trouble) == bool(said)


def test_this_machine_is_supported() -> None:
    subprocess.run([sys.executable, SERVICE / "supported.py"], check=True)


@pytest.fixture
def make_run(tmp_path: Path) -> Callable[[str], subprocess.CompletedProcess[str]]:
    """`make .venv/.python` in a copy, with a Python that takes itself for another machine's."""

    def run(pretended: str) -> subprocess.CompletedProcess[str]:
        shutil.copy(ROOT / "Makefile", tmp_path)
        shutil.copytree(SERVICE, tmp_path / "hardware" / "service")
        program = tmp_path / "python"
        program.write_text(
            f"#!{sys.executable}\nimport platform, runpy, sys\n"
            f"platform.machine = lambda: {pretended!r}\n"
            "sys.argv = sys.argv[1:]\nrunpy.run_path(sys.argv[0], run_name='__main__')\n"
        )
        program.chmod(0o755)
        return subprocess.run(
            ["make", ".venv/.python", f"PYTHON={program}"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_make_run_refuses_a_32_bit_system_politely(
    make_run: Callable[[str], subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    done = make_run("armv7l")
    assert done.returncode != 0
    assert "use the 64-bit Raspberry Pi OS" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_a_wheel_that_cannot_be_had_is_named_by_the_check(tmp_path: Path) -> None:
    """The lock is asked for, not only Python: that one line without a wheel stopped `make run`
    while the check called everything well.
    """
    shutil.copytree(SERVICE, tmp_path / "hardware" / "service")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "requirements.lock").write_text(
        f"no-such-wheel==1.0 --hash=sha256:{'0' * 64}\n", "utf-8"
    )
    target = tmp_path / "root"
    done = subprocess.run(
        [tmp_path / "hardware" / "service" / "install", "--root", target, "--check"],
        env={**os.environ, "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "not every wheel can be had" in done.stderr
    assert "no-such-wheel==1.0" in done.stderr
    assert not target.exists()


def test_the_container_takes_only_what_is_there_and_starts_what_exists() -> None:
    lines = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    copied = [word for line in lines if line.startswith("COPY ") for word in line.split()[1:-1]]
    assert {"companion", "vision", "firmware_bridge", "web", "requirements.lock"} <= set(copied)
    assert [name for name in copied if not (ROOT / name).exists()] == []
    (command,) = [json.loads(line.removeprefix("CMD ")) for line in lines if line[:4] == "CMD "]
    args = parser_of(command[1]).parse_args(command[2:])
    assert (command[0], args.virtual, args.host) == ("companion", True, "0.0.0.0")
