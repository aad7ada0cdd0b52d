"""What is installed from a wheel is the whole product: five games, their mats, every language, the
page, in an empty folder far from any checkout.
"""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from companion import games
from companion.languages import LANGUAGES

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with our wheel in it; the libraries are lent by this one."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    kept = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(kept, cwd=ROOT, capture_output=True, check=True).stdout.split(b"\0")
    for name in filter(None, map(os.fsdecode, names)):
        if name.split("/")[0] not in ("tests", "hardware") and (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*pip, "wheel", *offline, "-w", folder, source], check=True)
    venv.create(folder / "venv")
    site = next((folder / "venv").glob("lib*/python*/site-packages"))
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    wheel = next(folder.glob("*.whl"))
    subprocess.run([*pip, "install", *offline[:2], "--target", site, wheel], check=True)
    return folder / "venv" / "bin" / "python"


def companion(python: Path, cwd: Path, *words: str) -> str:
    done = subprocess.run(
        [python, "-m", "companion", *words], cwd=cwd, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture(scope="module")
def address(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    empty = tmp_path_factory.mktemp("empty")
    words = ["serve", "--virtual", "--port", "0", "--data", str(empty / "data")]
    served = subprocess.Popen(
        [python, "-m", "companion", *words], cwd=empty, stdout=subprocess.PIPE, text=True
    )
    assert served.stdout is not None
    yield served.stdout.readline().strip()
    served.terminate()
    served.wait(20)
    served.stdout.close()


def get(address: str, path: str) -> bytes:
    with urlopen(address + path, timeout=30) as reply:
        return bytes(reply.read())


def test_it_is_the_wheel_that_runs(python: Path, tmp_path: Path) -> None:
    code = "import companion, web, vision; print(companion.__file__)"
    found = subprocess.run([python, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert str(python.parent.parent) in found.stdout


def test_every_game_is_there_with_its_mats(python: Path, tmp_path: Path) -> None:
    told = json.loads(companion(python, tmp_path, "games", "--json"))
    assert [game["id"] for game in told] == list(games.ids())
    companion(python, tmp_path, "print", "mats", "-o", str(tmp_path / "mats.pdf"))
    assert (tmp_path / "mats.pdf").read_bytes().startswith(b"%PDF")


def test_the_page_and_every_language_are_served(address: str) -> None:
    assert b"<html" in get(address, "/")
    for language in LANGUAGES:
        texts = json.loads(get(address, f"/api/texts/{language}"))
        assert len(texts) > 100


@pytest.mark.parametrize("game", games.ids())
def test_every_game_begins(address: str, game: str) -> None:
    found = games.find(game)
    seats = [{"id": one, "colour": one} for one in found.colours[: found.seats[0]]]
    options = dict(found.suggested(found.seats[0]))
    body = json.dumps({"game": game, "seats": seats, "options": options}).encode()
    headers = {"content-type": "application/json", "origin": address}
    with urlopen(Request(f"{address}/api/games", body, headers), timeout=30) as reply:
        assert reply.status == 201
    table = json.loads(get(address, "/api/table"))
    assert table["game"] == game
    assert table["asks"]
    assert table["asks"][0]["say"]
    assert "." not in table["asks"][0]["say"].split(" ")[0].rstrip(".")
