"""Every reason vision gives can be said in both languages, with the same gaps."""

import string

import pytest

from companion.languages import LANGUAGES
from companion.texts import texts
from vision.reasons import ENGLISH


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(ENGLISH))
def test_a_reason_is_said_in_every_language(key: str, language: str) -> None:
    assert key in texts(language), f"{key} is missing in companion/texts/{language}.po"
    assert gaps(texts(language)[key]) == gaps(ENGLISH[key])


def test_the_english_of_the_catalogue_is_ours() -> None:
    assert {key: texts("en")[key] for key in ENGLISH} == ENGLISH
