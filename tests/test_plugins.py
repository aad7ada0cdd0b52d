"""Games from outside: installed as packages into an environment of their own and played there, or
lying in the owner's folder; and the skeleton they begin with.
"""

import json
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from companion import games
from companion.__main__ import main

ROOT = Path(__file__).parent.parent
PLUGINS = ROOT / "tests" / "plugins"
NAMES = ("farkle", "four_in_line")


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the plug-ins in it; Tableside and its libraries are lent by this one."""
    folder = tmp_path_factory.mktemp("plugins")
    venv.create(folder / "venv")
    site = next((folder / "venv").glob("lib*/python*/site-packages"))
    (site / "lent.pth").write_text(f"{ROOT}\n{sysconfig.get_path('purelib')}\n", "utf-8")
    sources = [shutil.copytree(PLUGINS / name, folder / name) for name in NAMES]
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    offline = ["--no-deps", "--no-index", "--no-build-isolation", "--target", site]
    subprocess.run([*pip, *offline, *sources], check=True)
    return folder / "venv" / "bin" / "python"


def companion(python: Path, cwd: Path, *words: str) -> str:
    done = subprocess.run(
        [python, "-m", "companion", *words], cwd=cwd, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", NAMES)
def test_an_installed_game_passes_the_exam_and_nothing_waits_for_words(
    python: Path, tmp_path: Path, name: str
) -> None:
    assert companion(python, tmp_path, "check", "game", name).endswith("It passes.\n")


def test_an_installed_game_is_simulated_and_its_mats_are_printed(
    python: Path, tmp_path: Path
) -> None:
    words = ("simulate", "farkle", "--games", "20", "--players", "3", "--json")
    figures = json.loads(companion(python, tmp_path, *words))
    assert (figures["finished"], figures["violations"]) == (20, 0)
    file = tmp_path / "mats.pdf"
    companion(python, tmp_path, "print", "mats", "--game", "four_in_line", "-o", str(file))
    assert file.read_bytes().startswith(b"%PDF")


def test_installed_games_are_played_before_the_lens_on_the_panel_and_by_touch(
    python: Path,
) -> None:
    played = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", PLUGINS / "outside.py"]
    done = subprocess.run(played, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def own_games(data: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(games, "__path__", list(games.__path__))
    try:
        assert main(["games", "--data", str(data), "--json"]) == 0
        return [one for one in games.ids() if one == "farkle"]
    finally:
        games.find.cache_clear()


def test_games_in_the_data_folder_are_found_only_once_their_owner_allows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(PLUGINS / "farkle" / "farkle", tmp_path / "games" / "farkle")
    assert own_games(tmp_path, monkeypatch) == []
    (tmp_path / "config.toml").write_text("own_games = true\n", "utf-8")
    assert own_games(tmp_path, monkeypatch) == ["farkle"]


def test_a_game_that_cannot_be_loaded_is_named_and_the_others_are_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, code in (("lame", "import nonsense"), ("liar", "class GAME: id = 'other'")):
        (tmp_path / "games" / name).mkdir(parents=True)
        (tmp_path / "games" / name / "__init__.py").write_text(code, "utf-8")
    (tmp_path / "config.toml").write_text("own_games = true\n", "utf-8")
    words = [sys.executable, "-m", "companion", "doctor", "--data", str(tmp_path)]
    told = subprocess.run(words, cwd=ROOT, capture_output=True, text=True).stdout
    assert "'lame' cannot be loaded: ModuleNotFoundError" in told
    assert "'liar' calls itself 'other'" in told


def test_a_wrong_description_of_mats_is_a_clear_message(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "farkle"
    shutil.copytree(PLUGINS / "farkle" / "farkle", folder)
    (folder / "mats.toml").write_text('[[mat]]\nname = "tray"\n', "utf-8")
    (tmp_path / "config.toml").write_text("own_games = true\n", "utf-8")
    words = [sys.executable, "-m", "companion", "doctor", "--data", str(tmp_path)]
    told = subprocess.run(words, cwd=ROOT, capture_output=True, text=True).stdout
    assert "farkle/mats.toml: Object missing required field `title`" in told


def test_the_skeleton_passes_and_says_what_waits_for_words(tmp_path: Path) -> None:
    run = [sys.executable, "-m", "companion"]
    words = [*run, "new", "game", "ice_fishing", "--into", tmp_path]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    check = [*run, "check", "game", tmp_path / "ice_fishing"]
    done = subprocess.run(check, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "texts/id.po: 11 texts wait for words" in done.stdout
    (tmp_path / "ice_fishing" / "ice_fishing" / "texts" / "en.po").write_text("", "utf-8")
    done = subprocess.run(check, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert "there is no text if.ask.roll" in done.stdout


@pytest.mark.parametrize("name", ["Ice", "runika", "x", "a-b"])
def test_a_name_that_cannot_be_a_game_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "game", name, "--into", str(tmp_path)]) == 2
    assert name in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_is_nowhere_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "game", "nowhere"]) == 2
    assert "no folder with one" in capsys.readouterr().err
