"""Every sentence that whole games tell and ask, as people read it."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from companion import games
from companion.exam.texts import says
from companion.kit.say import Say
from companion.simulate import Player, Tally, play, set_up
from companion.texts import explanation, sentence
from tests.web.moments import NAMES

SEED = 3
LOOKED = 12  # answers between two looks at all that is shown, which takes its time


@cache
def said(game_id: str, players: int) -> tuple[tuple[Say, ...], tuple[Say, ...]]:
    """What one whole game by chance asks, and what it tells; each text and value once."""
    game = games.find(game_id)
    asked, told = dict[str, Say](), dict[str, Say]()

    def watch(state: Any, story: Any) -> None:
        asked.update({str(ask.say): ask.say for ask in game.asks(state)})
        told.update({str(one): one for one in _told(game, state, story)})
        seen[0] += 1
        if seen[0] % LOOKED == 0:
            told.update({str(one): one for one in _shown(game, state)})

    seen = [0]
    play(game, set_up(game, players), Player(game, random.Random(SEED)), Tally(), watch)
    return tuple(asked.values()), tuple(told.values())


def _told(game: Any, state: Any, story: Any) -> Iterator[Say]:
    yield from (event.why for event in story.events if event.why is not None)
    yield game.view(state, None).headline
    for ask in game.asks(state):
        yield from ask.lines
        for option in getattr(ask, "options", ()):
            yield option.say
            yield from (one for one in (option.detail, option.why_not) if one is not None)


def _shown(game: Any, state: Any) -> Iterator[Say]:
    """Everything on the table, what may be set by hand, and where the pieces lie."""
    yield from says(game.view(state, None).trackers)
    yield from says(game.handles(state))
    yield from says(game.where(state))


def names_at(game_id: str) -> dict[str, str]:
    return dict(zip(games.find(game_id).colours, NAMES, strict=False))


def headlines(game_id: str, players: int, language: str) -> dict[str, tuple[str, str]]:
    """Every headline, with what is said below it and the text it comes from."""
    names = names_at(game_id)
    return {
        sentence(words, language, names): (explanation(words, language, names), words.key)
        for words in said(game_id, players)[0]
    }


def sentences(game_id: str, players: int, language: str) -> dict[str, str]:
    """Everything the game says, with the text it comes from."""
    names, (asked, told) = names_at(game_id), said(game_id, players)
    spoken = {sentence(words, language, names): words.key for words in (*asked, *told)}
    return spoken | {explanation(words, language, names): words.key for words in asked}
