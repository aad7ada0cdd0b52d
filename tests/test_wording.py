"""Texts as people read them: no doubled signs, one spelling of colour, braces that are filled."""

import re

import pytest

from companion.languages import LANGUAGES
from companion.texts import texts

DOUBLED = re.compile(r"[,;:!?]{2}|(?<!\.)\.\.(?!\.)|\s[,;?]|\(\(|\)\)| {2}")
PARTS = re.compile(r"\{[a-z_0-9]+\}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sign_is_doubled_and_no_value_misspelt(language: str) -> None:
    wrong = {
        key: text
        for key, text in texts(language).items()
        if DOUBLED.search(text) or set("{}") & set(PARTS.sub("", text))
    }
    assert wrong == {}


def test_colour_has_one_spelling() -> None:
    """The rulebook's Color Cards keep their name."""
    plain = {
        key: PARTS.sub("", text.replace("Color Card", "")) for key, text in texts("en").items()
    }
    assert {key: text for key, text in plain.items() if re.search("color", text, re.I)} == {}
