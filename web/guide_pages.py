"""The user's guide: Markdown in this repository, read on the page without the internet. General
pages lie in `web/guide/<language>`, a game's own in its folder, as `guide/<language>.md`.

Only what the guide uses is understood: headings, paragraphs, lists, tables, code, bold and links.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import groupby

from companion import games
from companion.languages import SOURCE
from companion.texts import texts

_ITEM = re.compile(r"(-|\d+\.) +")


@dataclass(frozen=True, slots=True)
class GuidePage:
    """`name` is its address below /help; `game`, whose face it has, or empty."""

    name: str
    title: str
    text: str
    game: str = ""


@cache
def guide_pages(language: str) -> tuple[GuidePage, ...]:
    """Every page there is, in this language where it has it, else in the source's."""
    own = {page.name: page for page in own_pages(language)}
    return tuple(own.get(page.name, page) for page in own_pages(SOURCE))


@cache
def own_pages(language: str) -> tuple[GuidePage, ...]:
    """Those written in this language: the general ones in the order of their files, then one for
    each game that has one.
    """
    folder = resources.files("web") / "guide" / language
    files = sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []
    general = [_page(file.name[2:-3], file) for file in files if file.name.endswith(".md")]
    of_games = [
        _page(game, file, game)
        for game in games.ids()
        if (file := _folder_of(game) / f"{language}.md").is_file()
    ]
    return (*general, *of_games)


def _folder_of(game: str) -> Traversable:
    return games.folder(game) / "guide"


def _page(name: str, file: Traversable, game: str = "") -> GuidePage:
    text = file.read_text("utf-8")
    title = text.partition("\n")[0].removeprefix("# ")
    return GuidePage(name, title, text, game)


def option_rows(game: str, language: str) -> list[tuple[str, str]]:
    """Every option of a game by its name, with why its first value is what we suggest."""
    prefix, known = games.find(game).prefix, texts(language)
    keys = [f"{prefix}.option.{option.name}" for option in games.find(game).options]
    return [(known[key], known[f"{key}.why"]) for key in keys if f"{key}.why" in known]


# Markdown


def rendered(markdown: str) -> str:
    return "\n".join(_blocks(markdown.split("\n")))


def _blocks(lines: list[str]) -> Iterator[str]:
    for kind, group in groupby(lines, key=_kind):
        block = list(group)
        match kind:
            case "heading":
                yield from (_heading(line) for line in block)
            case "code":
                code = "\n".join(line[4:] for line in block)
                yield f'<pre tabindex="0"><code>{html.escape(code)}</code></pre>'
            case "table":
                yield _table(block)
            case "list":
                yield _list(block)
            case "text":
                yield f"<p>{spoken(' '.join(block))}</p>"


def _kind(line: str) -> str:
    if not line.strip():
        return "nothing"
    if line.startswith("    "):
        return "code"
    if line.startswith("#"):
        return "heading"
    if line.startswith("|"):
        return "table"
    return "list" if _ITEM.match(line) or line.startswith("  ") else "text"


def _heading(line: str) -> str:
    level = len(line) - len(line.lstrip("#"))
    return f"<h{level}>{spoken(line[level:].strip())}</h{level}>"


def _list(lines: list[str]) -> str:
    items: list[str] = []
    for line in lines:
        if found := _ITEM.match(line):
            items.append(line[found.end() :])
        else:
            items[-1] += f" {line.strip()}"
    tag = "ol" if lines[0][0].isdecimal() else "ul"
    inner = "".join(f"<li>{spoken(item)}</li>" for item in items)
    return f"<{tag}>{inner}</{tag}>"


def _table(lines: list[str]) -> str:
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    top = "".join(f"<th>{spoken(cell)}</th>" for cell in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{spoken(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def spoken(text: str) -> str:
    """Bold, code and links; everything else is only words."""
    safe = html.escape(text)
    safe = re.sub(r"`([^`]+)`", r"<code>\1</code>", safe)
    safe = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", safe)
    safe = re.sub(r"\*([^*]+)\*", r"<em>\1</em>", safe)
    return re.sub(r"\[([^\]]+)\]\(([\w./#-]+)\)", r'<a href="\2">\1</a>', safe)
