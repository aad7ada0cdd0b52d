"""How the page's scripts and styles travel: in one piece each. A browser spends more on asking for
sixty small files, six at a time, than on reading them.

Nothing is built: what is served is what was written, without comments and indentation, one module
after the other, those first that others import. It holds for scripts in our manner
(`import { a, b } from "./c.js";`, exported functions and constants, no circles). What is fetched
later, on demand, is a piece too, without what the page has already.
"""

import posixpath
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FIRST, STYLES, PIECES = "js/main.js", "css/page.css", "/static/pieces"
_IMPORT = re.compile(r'^import\s\{([^}]*)\}\sfrom\s"(\.{1,2}/[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export\s((?:async\s)?function|const)\s(\w+)", re.MULTILINE)
_LATER = re.compile(r'\bimport\("(\.{1,2}/[^"]+)"\)')
_LINE_COMMENT = re.compile(r"^\s*//[^\n]*\n", re.MULTILINE)
_BLOCK_COMMENT = re.compile(r"^\s*/\*.*?\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_SHEET = re.compile(r'\s*<link rel="stylesheet" href="/static/([^"]+)">')


def lean(text: str) -> str:
    """Without what only its readers need: comments on lines of their own, and indentation."""
    without_lines = _LINE_COMMENT.sub("", text)
    return _INDENT.sub("", _BLOCK_COMMENT.sub("", without_lines))


@dataclass(frozen=True, slots=True)
class Script:
    """One module as it was written, made lean; names are paths within the page's folder."""

    name: str
    text: str

    @classmethod
    @cache
    def of(cls, folder: Path, name: str) -> "Script":
        return cls(name, lean((folder / name).read_text("utf-8")))

    def imports(self) -> tuple[str, ...]:
        return tuple(self.beside(other) for _, other in _IMPORT.findall(self.text))

    def later(self) -> tuple[str, ...]:
        return tuple(self.beside(other) for other in _LATER.findall(self.text))

    def exports(self) -> str:
        return ", ".join(name for _, name in _EXPORT.findall(self.text))

    def beside(self, other: str) -> str:
        """A name that this script calls another by, as everybody does."""
        return posixpath.normpath(posixpath.join(posixpath.dirname(self.name), other))

    def as_part(self) -> str:
        """With its own names kept to itself; run once, however many pieces hold it."""
        text = _IMPORT.sub(
            lambda found: f'const {{{found[1]}}} = tableside["{self.beside(found[2])}"];', self.text
        )
        text = _LATER.sub(
            lambda found: f'import("{PIECES}/{self.beside(found[1])}")', _EXPORT.sub(r"\1 \2", text)
        )
        body = f"{text}return {{ {self.exports()} }};\n"
        return f'tableside["{self.name}"] ??= (() => {{\n{body}}})();\n'


@cache
def needed(folder: Path, name: str = FIRST) -> tuple[str, ...]:
    """A script and all that it imports, each once and after what it imports itself."""
    others = dict.fromkeys(
        other for one in Script.of(folder, name).imports() for other in needed(folder, one)
    )
    return (*others, name)


@cache
def pieces(folder: Path) -> dict[str, str]:
    """Everything that travels in one piece, by name."""
    first = needed(folder)
    found = {FIRST: _joined(folder, first), STYLES: _sheets(folder)}
    waiting = [other for name in first for other in Script.of(folder, name).later()]
    while waiting:
        name = waiting.pop()
        own = tuple(one for one in needed(folder, name) if one not in first)
        waiting += [
            other for one in own for other in Script.of(folder, one).later() if other not in found
        ]
        exported = (
            f'export const {{ {Script.of(folder, name).exports()} }} = tableside["{name}"];\n'
        )
        found[name] = _joined(folder, own) + exported
    return found


def _joined(folder: Path, names: tuple[str, ...]) -> str:
    return "globalThis.tableside ??= {};\n" + "".join(
        Script.of(folder, one).as_part() for one in names
    )


def _sheets(folder: Path) -> str:
    page = (folder / "index.html").read_text("utf-8")
    return "".join(lean((folder / name).read_text("utf-8")) for name in _SHEET.findall(page))


def with_pieces(page: str) -> str:
    """The page naming pieces where it was written with files."""
    sheet = f'<link rel="stylesheet" href="{PIECES}/{STYLES}">'
    return _SHEET.sub("", page).replace(
        '<script type="module" src="/static/', f'{sheet}\n  <script type="module" src="{PIECES}/'
    )
