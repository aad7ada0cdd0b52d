"""A language is its catalogues: found, served and offered everywhere without being listed."""

import json
import re
from dataclasses import replace
from html import unescape
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.__main__ import main
from companion.config import Config, read_config
from companion.errors import SetupError
from companion.languages import LANGUAGES, SOURCE, languages_in
from companion.texts.catalogues import Catalogue, read_catalogue
from tests.web.conftest import app, board, client, table

__all__ = ["app", "board", "client", "table"]  # fixtures
ROOT = Path(__file__).parent.parent


def test_whoever_has_a_catalogue_is_a_language_and_the_source_comes_first(tmp_path: Path) -> None:
    for name in ("id.po", "de.po", "en.po", "readme.txt"):
        (tmp_path / name).write_text("")
    assert languages_in(tmp_path) == ("en", "de", "id")


def test_english_and_indonesian_are_there() -> None:
    assert set(LANGUAGES) >= {"en", "id"}


def test_the_page_is_told_each_language_with_its_own_name_and_voice(client: FlaskClient) -> None:
    told = attribute(client.get("/").text, "languages")
    assert tuple(told) == LANGUAGES
    assert told["id"] == {"name": "Bahasa Indonesia", "voice": "id-ID"}
    assert tuple(attribute(client.get("/").text, "waiting")) == LANGUAGES


def attribute(page: str, name: str) -> dict[str, dict[str, str]]:
    found = re.search(rf'data-{name}="([^"]*)"', page)
    assert found is not None
    told: dict[str, dict[str, str]] = json.loads(unescape(found[1]))
    return told


def test_the_description_names_each_language(client: FlaskClient) -> None:
    described = client.get("/api/openapi.json").json
    assert described is not None
    (language,) = (
        one for one in described["paths"]["/api/log"]["get"]["parameters"] if one["name"] == "lang"
    )
    assert tuple(language["schema"]["enum"]) == LANGUAGES


def test_a_language_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('language = "tlh"')
    with pytest.raises(SetupError, match=f"'tlh'; there are: {', '.join(LANGUAGES)}"):
        read_config(file)
    assert read_config(file, lenient=True) == Config()


@pytest.mark.parametrize("folder", ["companion", "web"])
def test_nobody_lists_the_languages(folder: str) -> None:
    listed = re.compile(
        r"""["']en["'].{0,20}["']id["']|["']id["'].{0,20}["']en["']|Bahasa Indonesia|id-ID"""
    )
    files = [*(ROOT / folder).rglob("*.py"), *(ROOT / folder).rglob("*.js")]
    named = {
        str(file.relative_to(ROOT)): found[0]
        for file in files
        if (found := re.search(listed, file.read_text("utf-8")))
    }
    assert named == {}


def test_a_complete_language_is_said_to_be_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["texts", "check"]) == 0
    assert re.fullmatch(r"id: (\d+) of \1, 100.0 %\n", capsys.readouterr().out)


def test_what_a_language_lacks_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def halved(folder: Traversable, language: str) -> Catalogue:
        whole = read_catalogue(folder, language)
        if language == SOURCE or "devices.choose" not in whole.texts:
            return whole
        kept = {key: text for key, text in whole.texts.items() if key != "devices.choose"}
        return replace(whole, texts=kept | {"devices.camera": "{gap}"})

    monkeypatch.setattr("companion.cli.texts.read_catalogue", halved)
    assert main(["texts", "check", "id"]) == 1
    assert "id devices lacks: devices.camera, devices.choose" in capsys.readouterr().out


def test_a_language_nobody_began_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["texts", "check", "xx"]) == 2
    assert "companion/texts/xx.po" in capsys.readouterr().err
