"""What whole games say, as people read it: headlines of nine words, nothing unfilled or doubled,
and one thing is one thing.
"""

import re

import pytest

from companion import games
from companion.languages import LANGUAGES, SOURCE
from tests.games.told import headlines, sentences

MOST_WORDS = 9
MOST_BELOW = 24


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", games.ids())
def test_no_headline_of_a_whole_game_has_more_than_nine_words(game_id: str, language: str) -> None:
    asked = headlines(game_id, games.find(game_id).seats[1], language)
    assert len(asked) > 5
    long = {key: say for say, (_, key) in asked.items() if len(say.split()) > MOST_WORDS}
    assert long == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", games.ids())
def test_what_stands_below_a_headline_is_one_or_two_short_sentences(
    game_id: str, language: str
) -> None:
    asked = headlines(game_id, games.find(game_id).seats[1], language)
    long = {key: below for below, key in asked.values() if len(below.split()) > MOST_BELOW}
    assert long == {}


DOUBLED = re.compile(r"[,;:!?]{2}|(?<!\.)\.\.(?!\.)|\s[,;?]|\(\(|\)\)| {2}|[:,] ?$|\(\)|: \.|·\s*$")
BARE = re.compile(r"[{}]|\b[a-z]+_[a-z_]+\b|\b(?:sf|rk|mm|ss|wa|kit|web)\.[a-z]")
ONE = re.compile(
    r"\b1 (?:more )?(?:cards|dice|tokens|points(?! token)|players|Hits|events|quarters|markers"
    r"|merits|times|rounds|soldiers|runes|cities|Word Cards|Color Cards|units)\b"
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", games.ids())
def test_every_sentence_of_a_whole_game_is_filled_and_has_single_signs(
    game_id: str, language: str
) -> None:
    told = sentences(game_id, games.find(game_id).seats[1], language)
    assert len(told) > 40
    wrong = {key: text for text, key in told.items() if DOUBLED.search(text) or BARE.search(text)}
    assert wrong == {}


@pytest.mark.parametrize("game_id", games.ids())
def test_one_thing_is_not_said_as_several(game_id: str) -> None:
    told = sentences(game_id, games.find(game_id).seats[1], SOURCE)
    assert {key: text for text, key in told.items() if ONE.search(text)} == {}
