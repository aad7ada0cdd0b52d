"""A sentence that depends on a number has as many forms as its language needs."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from companion.kit.say import say
from companion.languages import LANGUAGES
from companion.texts import folders, forms, plural, sentence
from companion.texts.catalogues import counted_forms, plural_rule, read_catalogue
from tests.web.conftest import app, board, client, table

__all__ = ["app", "board", "client", "table"]  # fixtures
POLISH = "(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)"
ARABIC = "(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)"
ENGLISH = "(n != 1)"


def polish(folder: Path) -> None:
    (folder / "pl.po").write_text(
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        f'"Plural-Forms: nplurals=3; plural={POLISH};\\n"\n\n'
        'msgid "dice"\nmsgid_plural "dice"\n'
        'msgstr[0] "{n} kostka"\nmsgstr[1] "{n} kostki"\nmsgstr[2] "{n} kostek"\n',
        encoding="utf-8",
    )


@pytest.mark.parametrize(
    ("n", "said"), [(1, "kostka"), (2, "kostki"), (5, "kostek"), (12, "kostek"), (22, "kostki")]
)
def test_a_slavic_language_counts_in_three_forms(tmp_path: Path, n: int, said: str) -> None:
    polish(tmp_path)
    read = read_catalogue(tmp_path, "pl")
    assert read.forms["dice"][plural_rule(read.plural)(n)] == f"{{n}} {said}"
    assert read.texts["dice"] == "{n} kostek"


@given(st.integers(0, 100_000), st.sampled_from([POLISH, ARABIC, ENGLISH]))
def test_what_the_page_is_told_counts_as_the_rule_does(n: int, expression: str) -> None:
    rule = plural_rule(expression)
    told = counted_forms(rule)
    assert int(told[n if n < len(told) else 100 + n % 100]) == rule(n)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_catalogue_has_a_form_for_every_number_of_its_language(language: str) -> None:
    needed = {plural(language)(n) for n in range(200)}
    for folder in folders().values():
        for key, several in read_catalogue(folder, language).forms.items():
            assert set(range(len(several))) == needed, key


def test_both_languages_count_the_same_sentences() -> None:
    assert len({frozenset(forms(language)) for language in LANGUAGES}) == 1


def test_one_card_is_no_cards() -> None:
    assert sentence(say("ss.ask.draw_hand", n=1), "en", {}) == "Draw one card to hand."
    assert sentence(say("ss.ask.draw_hand", n=3), "en", {}) == "Draw 3 cards to hand."


def test_the_page_is_told_how_to_count(client: FlaskClient) -> None:
    told = client.get("/api/texts/en").json
    assert told is not None
    assert told["plural"][:3] == "101"
