"""The Python face: a game by name, its asks, plain answers, refusals as exceptions."""

from pathlib import Path

import pytest

from companion import games, play
from companion.kit.intents import Chosen, Rolled, Shown
from tests.examples.greedy_runika import play_one

PACKAGE = """
from companion.games.spell_from_the_future import GAME as REAL
import dataclasses
GAME = dataclasses.replace(REAL, id="{name}", title="Another")
"""


@pytest.mark.parametrize("name", games.ids())
def test_a_game_is_played_by_its_samples(name: str) -> None:
    game = play.open_game(name, seed=3)
    for _ in range(60):
        if game.outcome is not None:
            break
        ask = game.asks[0]
        try:
            game.answer(ask, game.sample(ask))
        except play.IllegalAnswerError as error:
            assert error.code
            assert error.sentence
    assert game.view().trackers
    assert set(game.scores) <= {seat.id for seat in game.state.seats}


def test_undo_and_redo_go_back_and_forth() -> None:
    game = play.open_game("spell_from_the_future", ("red", "blue", "green"), seed=1)
    before = game.position
    ask = game.asks[0]
    after = game.answer(ask, game.sample(ask)).position
    assert game.undo().position == before
    assert game.redo().position == after


def test_a_position_opens_the_same_game_again() -> None:
    game = play.open_game("runika", ("red", "blue"), seed=5)
    for _ in range(20):
        game.answer(game.asks[0], game.sample(game.asks[0]))
    again = play.open_game("runika", ("red", "blue"), position=game.position)
    assert again.position == game.position
    assert [ask.id for ask in again.asks] == [ask.id for ask in game.asks]


def test_plain_values_are_answers() -> None:
    game = play.open_game("spell_from_the_future", ("red", "blue", "green"), seed=2)
    seen = set()
    for _ in range(80):
        ask = game.asks[0]
        value = game.sample(ask)
        plain: object = value
        if isinstance(value, Rolled):
            plain = [die.face for die in value.dice]
        elif isinstance(value, Chosen):
            plain = list(value.options)
        elif isinstance(value, Shown):
            plain = [card.id for card in value.cards]
        seen.add(type(value))
        assert play.plainly(ask, plain) == value
        game.answer(ask, plain)
    assert {Rolled, Shown} <= seen


def test_a_refusal_has_a_code_and_a_sentence_and_changes_nothing() -> None:
    game = play.open_game("spell_from_the_future", ("red", "blue", "green"))
    before = game.position
    with pytest.raises(play.IllegalAnswerError) as refused:
        play.open_game("spell_from_the_future", ("red",))
    assert refused.value.code == "SF-E01"
    assert "." in refused.value.sentence
    assert game.position == before


def test_a_question_nobody_asks_is_named() -> None:
    game = play.open_game("runika")
    with pytest.raises(Exception, match="Nobody asks 'nonsense'"):
        game.answer("nonsense", 3)


def test_looking_ahead_changes_nothing() -> None:
    game = play.open_game("runika", seed=4)
    before = game.position
    game.after(game.asks[0], game.sample(game.asks[0]))
    assert game.position == before


def test_the_greedy_bot_plays_to_the_end() -> None:
    assert play_one(seed=1).outcome is not None


def test_a_game_in_a_folder_is_found_once_it_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "another_game"
    folder.mkdir()
    (folder / "__init__.py").write_text(PACKAGE.format(name="another_game"), "utf-8")
    assert "another_game" not in games.ids()
    monkeypatch.setattr(games, "__path__", list(games.__path__))
    games.look_in(str(tmp_path))
    try:
        assert "another_game" in games.ids()
        assert games.find("another_game").title == "Another"
        assert games.folder("another_game").joinpath("__init__.py").is_file()
    finally:
        games.find.cache_clear()
