"""Every word the page asks for is in the catalogues, and none of the page's words is left over."""

import re
from pathlib import Path

from companion.texts import texts
from web.assets import STATIC, WAITING

KEY = re.compile(r'"(web\.[a-z_.]+)"')
MADE = re.compile(
    r"`(web\.[a-z_.]*)\$\{"
)  # built from a word: all that begin like this count as used


def scripts() -> str:
    return "\n".join(Path(file).read_text("utf-8") for file in sorted(STATIC.rglob("*.js")))


def test_every_word_of_the_page_is_translated() -> None:
    used = set(KEY.findall(scripts()))
    assert used - set(texts("en")) == set()
    assert used - set(texts("id")) == set()


def test_no_word_of_the_page_is_left_over() -> None:
    source = scripts()
    used, begun = {WAITING, *KEY.findall(source)}, tuple(MADE.findall(source))
    page_words = {
        key for key in texts("en") if key.startswith("web.") and not key.startswith("web.pack.")
    }
    assert {key for key in page_words - used if not key.startswith(begun)} == set()
