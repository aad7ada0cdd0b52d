"""Every text exists in English and Indonesian, with the same gaps; none is left over."""

import pytest

from companion import games
from companion.exam import texts as exam
from companion.exam.played import one_game
from companion.kit.trackers import Cards
from companion.languages import LANGUAGES
from companion.texts import folders, texts, unfinished
from tests.games.tables import TABLES
from tests.web.forms import sayings
from web.forms import UNSAID, asked_shortly, short_form

every_game = pytest.mark.parametrize("game_id", games.ids())


@pytest.mark.parametrize("owner", folders())
def test_every_language_has_the_same_texts_with_the_same_gaps(owner: str) -> None:
    assert list(exam.languages_agree(folders()[owner])) == []


@pytest.mark.parametrize("owner", folders())
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_waits_for_its_words(owner: str, language: str) -> None:
    assert unfinished(folders()[owner], language) == ()


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_every_sentence_said_in_a_game_has_a_text_and_fills_its_gaps(
    game_id: str, players: int
) -> None:
    assert list(exam.everything_said_has_words(game_id, players)) == []


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_every_figure_on_a_card_is_a_sign_or_has_a_word(game_id: str, players: int) -> None:
    told = one_game(game_id, players)
    views = [
        told.game.view(state, state.seats[0].id)
        for state in told.states[:: max(1, len(told.states) // 60)]
    ]
    cards = [
        card
        for view in views
        for one in view.trackers
        if isinstance(one, Cards)
        for card in one.cards
    ]
    named = {name for card in cards for name, _ in card.figures if name.isascii()}
    assert {f"web.figure.{name}" for name in named} <= set(texts("en"))


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_every_fact_people_are_asked_for_has_a_word(game_id: str, players: int) -> None:
    told = one_game(game_id, players)
    asked = {one for state in told.states for one in asked_shortly(told.game.asks(state)).items()}
    forms = [
        short_form(game_id, deck, names, language)
        for deck, names in asked
        for language in LANGUAGES
    ]
    assert [text for text in sayings(forms) if text.startswith(UNSAID) or "(" in text] == []


@every_game
def test_every_key_written_in_the_rules_has_a_text(game_id: str) -> None:
    assert list(exam.every_key_in_the_rules_has_words(game_id)) == []


@every_game
def test_every_refusal_has_its_rule_in_words(game_id: str) -> None:
    assert list(exam.every_refusal_has_its_rule_in_words(game_id)) == []


@every_game
def test_every_option_is_said_in_plain_words_and_its_default_has_a_reason(game_id: str) -> None:
    assert list(exam.every_option_has_words(game_id)) == []
