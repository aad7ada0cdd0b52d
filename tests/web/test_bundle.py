"""The page's scripts and styles in one piece: all of them, in order, and nothing twice."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from web.assets import STATIC
from web.bundle import FIRST, PIECES, STYLES, Script, lean, needed, pieces

SCRIPTS = sorted(file for file in STATIC.rglob("*.js") if file.name != "boot.js")
OURS = re.compile(
    r'import \{\s\w+(,\s+\w+)*,?\s\} from "\.{1,2}/[\w/.]+\.js";\n'
    r"|export (async function \w+\(|function \w+\(|const \w+ =)"
)
PART = re.compile(r'^tableside\["([^"]+)"\] \?\?=', re.MULTILINE)


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: str(file.relative_to(STATIC)))
def test_a_script_imports_and_exports_in_our_manner(file: Path) -> None:
    text = file.read_text("utf-8")
    places = [found.start() for found in re.finditer(r"^(?:import|export)\b", text, re.MULTILINE)]
    assert [text[place : place + 80] for place in places if not OURS.match(text, place)] == []


def test_each_script_comes_once_and_after_what_it_imports() -> None:
    order = PART.findall(pieces(STATIC)[FIRST])
    assert len(order) == len(set(order)) > 30
    assert order[-1] == FIRST
    for at, name in enumerate(order):
        assert set(Script.of(STATIC, name).imports()) <= set(order[:at])


def test_what_is_fetched_later_is_a_piece_without_what_the_page_has() -> None:
    made = pieces(STATIC)
    later = set(made) - {FIRST, STYLES}
    named = {
        name
        for text in made.values()
        for name in re.findall(rf'import\("{PIECES}/([^"]+)"\)', text)
    }
    assert named == later > {"js/virtual/index.js", "js/screens/packs.js", "js/screens/teach.js"}
    first = set(PART.findall(made[FIRST]))
    for name in later:
        parts = set(PART.findall(made[name]))
        assert parts == set(needed(STATIC, name)) - first
        assert name in parts


def test_every_script_travels_in_some_piece() -> None:
    travelling = {name for text in pieces(STATIC).values() for name in PART.findall(text)}
    assert travelling == {file.relative_to(STATIC).as_posix() for file in SCRIPTS}


def test_the_styles_keep_the_order_of_the_page() -> None:
    written = re.findall(r'href="/static/(css/[^"]+)"', (STATIC / "index.html").read_text("utf-8"))
    assert {STATIC / name for name in written} == set((STATIC / "css").rglob("*.css"))
    texts = [(STATIC / name).read_text("utf-8") for name in written]
    assert pieces(STATIC)[STYLES] == "".join(lean(text) for text in texts)


def test_what_travels_is_lean_and_says_the_same() -> None:
    written = (
        "// why\nconst a = 1; // here\n/** @type {x} */\n  call(`a//b`);\n/* two\n lines */\nb();\n"
    )
    assert lean(written) == "const a = 1; // here\ncall(`a//b`);\nb();\n"
    assert lean("/* why */\na {\n  color: red; /* so */\n}\n") == "a {\ncolor: red; /* so */\n}\n"


def test_a_piece_nobody_made_is_not_there(client: FlaskClient) -> None:
    assert client.get(f"{PIECES}/js/nothing.js").status_code == 404
    assert client.get(f"{PIECES}/js/boot.js").status_code == 404
