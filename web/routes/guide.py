"""The user's guide, in the language of the device; it needs no script and no internet."""

import html

from flask import Blueprint, Response, abort, current_app, g, redirect
from werkzeug.wrappers import Response as Answer

from companion.kit.say import say
from companion.languages import LANGUAGES
from companion.texts import sentence
from web.api_page import api_page
from web.endpoints import endpoint
from web.guide_pages import GuidePage, guide_pages, option_rows, rendered
from web.openapi import described
from web.viewer import LANGUAGE, choose_language

guide_routes = Blueprint("guide", __name__)
guide_routes.before_request(choose_language)


@guide_routes.get("/help")
@endpoint("look", "the user's guide", LANGUAGE, media="text/html", status=302)
def guide() -> Answer:
    return redirect(f"/help/{guide_pages(g.language)[0].name}?lang={g.language}")


@guide_routes.get("/help/<name>")
@endpoint("look", "a page of the guide", LANGUAGE, media="text/html", problems=(404,))
def guide_page(name: str) -> Response:
    pages = (*guide_pages(g.language), api_page(described(current_app), g.language))
    page = next((one for one in pages if one.name == name), None) or abort(404)
    return Response(_whole(page, pages, g.language), mimetype="text/html")


def _whole(page: GuidePage, pages: tuple[GuidePage, ...], language: str) -> str:
    face = f' data-game="{page.game}"' if page.game else ""
    return f"""<!doctype html>
<html lang="{language}"{face}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(page.title)} - Tableside</title>
<link rel="stylesheet" href="/static/css/tokens.css">
<link rel="stylesheet" href="/static/guide/guide.css">
<link rel="stylesheet" href="/faces.css">
</head>
<body class="guide">
<nav>{_ways(page, pages, language)}</nav>
<main>
{rendered(page.text)}
{_options(page, language)}
</main>
</body>
</html>
"""


def _ways(page: GuidePage, pages: tuple[GuidePage, ...], language: str) -> str:
    def link(address: str, title: str, is_here: bool = False, more: str = "") -> str:
        here = ' aria-current="page"' if is_here else ""
        return f'<li><a href="{address}"{here}{more}>{html.escape(title)}</a></li>'

    chapters = "".join(
        link(f"/help/{one.name}?lang={language}", one.title, one.name == page.name) for one in pages
    )
    others = "".join(
        link(
            f"/help/{page.name}?lang={one}", _said("web.help.language", one), more=f' lang="{one}"'
        )
        for one in LANGUAGES
        if one != language
    )
    table = link("/", _said("web.help.table", language))
    return f"<ul>{table}</ul><ul>{chapters}</ul><ul>{others}</ul>"


def _options(page: GuidePage, language: str) -> str:
    """What the book leaves open, straight from the game: it cannot be out of date."""
    rows = option_rows(page.game, language) if page.game else []
    if not rows:
        return ""
    lines = "".join(
        f"<tr><td>{html.escape(name)}</td><td>{html.escape(why)}</td></tr>" for name, why in rows
    )
    head = "".join(
        f"<th>{_said(f'web.help.option_{one}', language)}</th>" for one in ("name", "why")
    )
    return (
        f"<h2>{_said('web.help.options', language)}</h2>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"
    )


def _said(key: str, language: str) -> str:
    return sentence(say(key), language, {})
