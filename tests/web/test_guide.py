"""The user's guide: served in every language without the internet, the same text as in the
repository.
"""

import re
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.__main__ import command_names
from companion.languages import LANGUAGES
from web.guide_pages import guide_pages, option_rows, rendered

PAGES = [(language, page.name) for language in LANGUAGES for page in guide_pages(language)]


def test_help_leads_to_the_first_page_in_the_language_of_the_device(client: FlaskClient) -> None:
    sent = client.get("/help", headers={"Accept-Language": "id"})
    assert sent.status_code == 302
    assert sent.location == "/help/start?lang=id"


@pytest.mark.parametrize(("language", "name"), PAGES)
def test_every_page_is_whole_and_all_its_links_lead_somewhere(
    client: FlaskClient, language: str, name: str
) -> None:
    sent = client.get(f"/help/{name}?lang={language}")
    assert sent.status_code == 200
    assert "Content-Security-Policy" in sent.headers
    page = sent.get_data(as_text=True)
    assert f'<html lang="{language}"' in page
    assert "<script" not in page
    assert not re.search(r'(src|href)="https?:', page)
    for link in set(re.findall(r'href="([^"]+)"', page)):
        address = link if link.startswith("/") else f"/help/{link}"
        with client.get(unescape(address)) as there:
            assert there.status_code == 200, link


def test_a_page_that_is_not_there_is_not_found(client: FlaskClient) -> None:
    assert client.get("/help/chess").status_code == 404
    assert client.get("/help/..%2f..%2fREADME").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_a_page_with_its_options(client: FlaskClient, language: str) -> None:
    for game in games.every():
        page = client.get(f"/help/{game.id}?lang={language}").get_data(as_text=True)
        assert f'data-game="{game.id}"' in page
        rows = option_rows(game.id, language)
        assert len(rows) > 5
        assert all(name in unescape(page) for name, _ in rows)


def test_every_language_has_the_same_pages_with_the_same_parts() -> None:
    def shape(language: str) -> list[tuple[str, list[str]]]:
        parts = r"^(#+ |\| |\d+\. |- |    )"
        return [
            (page.name, re.findall(parts, page.text, re.MULTILINE))
            for page in guide_pages(language)
        ]

    for language in LANGUAGES[1:]:
        assert shape(language) == shape(LANGUAGES[0])


def test_every_command_in_the_guide_exists() -> None:
    for language in LANGUAGES:
        for page in guide_pages(language):
            for command in re.findall(r"`(?:sudo )?companion (\w+)", page.text):
                assert command in command_names(), (page.name, command)


def test_markdown_is_read_and_nothing_else_gets_through() -> None:
    assert rendered("# A & B") == "<h1>A &amp; B</h1>"
    assert rendered("one\ntwo") == "<p>one two</p>"
    assert rendered("- a\n  b\n- *c*") == "<ul><li>a b</li><li><em>c</em></li></ul>"
    assert rendered("1. a\n2. `b`") == "<ol><li>a</li><li><code>b</code></li></ol>"
    assert "<td><strong>x</strong></td>" in rendered("| a |\n|---|\n| **x** |")
    code = "<code>a &lt; b\nc</code>"
    assert rendered("    a < b\n    c") == f'<pre tabindex="0">{code}</pre>'
    assert "<script>" not in rendered("<script>alert(1)</script>")
    assert "href" not in rendered("[x](javascript:alert)")


def test_the_repository_leads_readers_to_the_guide() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    assert "web/guide/en/1-start.md" in readme


def test_every_address_of_the_service_can_be_read_about_without_the_internet(
    client: FlaskClient,
) -> None:
    described = client.get("/api/openapi.json").json
    assert described is not None
    page = client.get("/help/api?lang=id").text
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert f"<h3>{method.upper()} {path}</h3>" in page
            assert f"<strong>{operation['x-role']}</strong>" in page
    assert "//" not in re.sub(r"https?://localhost", "", page.partition("<main>")[0])
    assert "<title>Untuk program" in page
