"""The page runs in a tablet browser of 2021, and its first load is small. Read from the page's own
files.
"""

import gzip
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from web.assets import STATIC
from web.bundle import FIRST, PIECES, STYLES

MOST_BYTES = 150_000  # with type and emblems
# Whatever came to all browsers only after the middle of 2021 and breaks a page that relies on it.
NEWER_JS = {
    "Array.at": r"\.at\(",
    "findLast": r"\.findLast(Index)?\(",
    "structuredClone": r"\bstructuredClone\(",
    "Object.hasOwn": r"Object\.hasOwn\(",
    "change by copy": r"\.(toSorted|toReversed|toSpliced|with)\(",
    "groupBy": r"\b(Object|Map)\.groupBy\(",
    "await outside a function": r"^(?:(?:const|let|var)\s[^=\n]*=\s*)?await\b",
    "static block": r"\bstatic\s*\{",
    "import attributes": r"\bimport\b[^\n;]*\b(?:with|assert)\s*\{",
    "error cause": r"new \w*Error\([^)]*\{\s*cause",
    "timeouts of signals": r"AbortSignal\.(timeout|any)\(",
    "popover or dialog": r"\.(showPopover|showModal|togglePopover)\(",
    "randomUUID without HTTPS": r"crypto\.randomUUID\(",
    "withResolvers": r"Promise\.withResolvers\(",
    "set methods": r"\.(isSubsetOf|isSupersetOf|symmetricDifference)\(",
    "more set methods": r"\.(intersection|union|difference)\(",
    "checkVisibility": r"\.checkVisibility\(",
    "inert": r"\.inert\b",
}
NEWER_CSS = {
    ":has": r":has\(",
    "container queries": r"@container|container-type",
    "nesting": r"(^|[{;}\s])&",
    "layers and scopes": r"@(layer|scope|property|starting-style)\b",
    "new colours": r"\b(color-mix|oklch|oklab|lch|lab|light-dark)\(",
    "dynamic heights": r"\d(dvh|svh|lvh|dvw|svw)\b",
    "subgrid": r"\bsubgrid\b",
    "single transforms": r"[;{]\s*(translate|rotate|scale)\s*:",
    "text-wrap": r"text-wrap\s*:",
    "ranges in media queries": r"@media[^{]*(<=|>=)",
}


def newer(text: str, known: dict[str, str]) -> set[str]:
    plain = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return {name for name, pattern in known.items() if re.search(pattern, plain, re.M)}


def nested(css: str) -> bool:
    """A rule inside a rule; inside @media and @keyframes they belong."""
    open_rules: list[bool] = []
    for selector, mark in re.findall(
        r"([^{};]*)([{};])", re.sub(r"/\*.*?\*/", "", css, flags=re.S)
    ):
        if mark == "{":
            if open_rules and not open_rules[-1]:
                return True
            open_rules.append(selector.strip().startswith("@"))
        elif mark == "}":
            open_rules.pop()
    return False


@pytest.mark.parametrize(
    "file", sorted(STATIC.rglob("*.js")), ids=lambda file: str(file.relative_to(STATIC))
)
def test_a_script_uses_nothing_newer_than_2021(file: Path) -> None:
    assert newer(file.read_text("utf-8"), NEWER_JS) == set()


@pytest.mark.parametrize("file", sorted(STATIC.rglob("*.css")), ids=lambda file: file.name)
def test_a_style_uses_nothing_newer_than_2021(file: Path) -> None:
    css = file.read_text("utf-8")
    assert newer(css, NEWER_CSS) == set()
    assert not nested(css)


@pytest.mark.parametrize(
    "text",
    [
        "list.at(-1)",
        "const x = await get()",
        "await get();",
        "list.findLast(f)",
        "import x from 'y' with { type: 'json' }",
    ],
)
def test_newer_script_is_noticed(text: str) -> None:
    assert newer(text, NEWER_JS)


@pytest.mark.parametrize(
    "text", ["a:has(b) {}", "p { height: 100dvh }", "p { color: color-mix(in srgb, red, blue) }"]
)
def test_newer_style_is_noticed(text: str) -> None:
    assert newer(text, NEWER_CSS)


def test_nested_style_is_noticed() -> None:
    assert nested("a { color: red; b { color: blue } }")
    assert not nested("@media print { a { color: red } } b { color: blue }")


PACKED = {"Accept-Encoding": "gzip"}


def test_the_first_load_is_at_most_150_kb_in_a_handful_of_requests(playing: FlaskClient) -> None:
    page = playing.get("/", headers=PACKED)
    links = re.findall(r'(?:href|src)="(/static/[^"]+)"', gzip.decompress(page.data).decode())
    assert len(links) < 8
    paths = [*links, "/faces.css", "/api/texts/id", "/api/table?lang=id", "/api/around"]
    sizes = [len(playing.get(path, headers=PACKED, buffered=True).data) for path in paths]
    assert len(page.data) + sum(sizes) <= MOST_BYTES


@pytest.mark.parametrize(
    "path", ["/static/js/screens/table.js", f"{PIECES}/{FIRST}", f"{PIECES}/{STYLES}"]
)
def test_a_packed_file_is_the_same_file_and_is_not_sent_twice(
    path: str, client: FlaskClient
) -> None:
    plain = client.get(path, buffered=True)
    packed = client.get(path, headers=PACKED)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    known = {**PACKED, "If-None-Match": packed.headers["ETag"]}
    again = client.get(path, headers=known, buffered=True)
    assert (again.status_code, again.data) == (304, b"")


def test_what_a_seat_may_see_is_not_packed(playing: FlaskClient) -> None:
    assert "Content-Encoding" not in playing.get("/api/table", headers=PACKED).headers
