"""How the page's own files travel: packed, and in few pieces (`bundle.py`), so that a first load is
small and quick.
"""

import base64
import gzip
import hashlib
import html
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

from companion.languages import LANGUAGES
from companion.texts import texts
from web.bundle import with_pieces

STATIC = Path(__file__).parent / "static"
BOOT = "js/boot.js"
WAITING = "web.slow"  # said before any catalogue has come
PACKED = (
    "text/",
    "application/javascript",
    "application/json",
    "application/manifest+json",
    "image/svg+xml",
)
OURS = ("/", "/faces.css")
SMALLEST = 600  # below, packing saves less than its own header costs


def install(app: Flask) -> None:
    app.after_request(packed)


def packed(response: Response) -> Response:
    """Only what is the same for everybody: a file or the texts. What a seat may see is never packed
    with secrets.
    """
    is_ours = request.path in OURS or request.path.startswith(("/static/", "/api/texts", "/help"))
    if not is_ours or response.status_code != 200 or not request.accept_encodings.quality("gzip"):
        return response
    if not str(response.mimetype).startswith(PACKED):
        return response
    response.direct_passthrough = False
    whole = response.get_data()
    response.close()  # the file it came from
    if len(whole) < SMALLEST:
        return response
    response.set_data(_squeezed(whole))
    response.headers["Content-Encoding"] = "gzip"
    response.headers.add("Vary", "Accept-Encoding")
    mark, _ = response.get_etag()
    if mark is not None:
        response.set_etag(mark, weak=True)  # the same file in other bytes
    return response


@lru_cache(maxsize=256)
def _squeezed(whole: bytes) -> bytes:
    return gzip.compress(whole, 9, mtime=0)


def page_of(folder: Path) -> str:
    """The page, knowing the languages there are and holding the one script that must not fail to
    come.
    """
    whole = with_pieces((folder / "index.html").read_text("utf-8"))
    told = {
        language: {part: texts(language)[f"language.{part}"] for part in ("name", "voice")}
        for language in LANGUAGES
    }
    waiting = {language: texts(language)[WAITING] for language in LANGUAGES}
    whole = whole.replace("<html ", f'<html data-languages="{_attribute(told)}" ', 1)
    boot = f'<script data-waiting="{_attribute(waiting)}">{_boot(folder)}'
    return whole.replace(f'<script src="/static/{BOOT}">', boot)


def _attribute(value: dict[str, Any]) -> str:
    return html.escape(json.dumps(value, ensure_ascii=False))


def _boot(folder: Path) -> str:
    return (folder / BOOT).read_text("utf-8")


def boot_mark(folder: Path) -> str:
    """By this the content policy knows the one script that stands inside the page."""
    digest = hashlib.sha256(_boot(folder).encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
