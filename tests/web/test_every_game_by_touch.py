"""Each game's main flow by touch, in a real browser. The engine finds a game in which the wanted
things happen.
"""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from companion import games
from companion.kit.game import Game
from companion.kit.intents import Answer
from companion.kit.play import answered
from companion.kit.story import RuleError
from companion.simulate import Player, set_up
from companion.table.table import Table
from tests.web.browser import TABLET, watched
from tests.web.fingers import tap

Happened = Callable[[set[str], Any], bool]
# A sale, a scouted merchant and a monster, both fought with dice to an end.
FOUGHT_AND_TRADED = {
    "wa.log.sold",
    "wa.log.merchant_attacked",
    "wa.log.merchant_hit",
    "wa.log.monster_hit",
}
WANTED: dict[str, tuple[int | None, Happened]] = {
    "runika": (2, lambda keys, state: state.round > 2),
    "mechamancers": (2, lambda keys, state: state.round > 2),
    "spell_saga": (
        1,
        lambda keys, state: state.turn > 10 and "ss.log.battle" in keys and "claimed" in keys,
    ),
    "world_adventure": (
        2,
        lambda keys, state: state.month > 1 and state.battle is None and keys >= FOUGHT_AND_TRADED,
    ),
}
MOST = 420


def found(game: Game[Any], players: int | None, happened: Happened) -> list[Answer]:
    """The answers of a game in which it all happens soon; the shortest of a few hundred."""
    best: list[Answer] | None = None
    for seed in range(300):
        answers = one_game(
            game, players, random.Random(seed), happened, len(best) if best else MOST
        )
        if answers is not None and (best is None or len(answers) < len(best)):
            best = answers
        if best is not None and len(best) < MOST // 3:
            break
    assert best is not None, "no game was found in which everything wanted happens"
    return best


def one_game(
    game: Game[Any], players: int | None, chance: random.Random, happened: Happened, most: int
) -> list[Answer] | None:
    state, player, keys, answers = (
        set_up(game, players),
        Player(game, chance),
        set[str](),
        list[Answer](),
    )
    while len(answers) < most and game.outcome(state) is None:
        answer = player.answer(state, game.asks(state), len(answers))
        try:
            story = answered(game, state, answer)
        except RuleError:
            continue
        answers.append(answer)
        state = story.state
        keys |= {event.why.key for event in story.events if event.why is not None}
        keys |= {"claimed"} if getattr(state, "claimed", None) else set()
        if happened(keys, state):
            return answers
    return None


@pytest.mark.parametrize("game_id", WANTED)
def test_the_main_flow_by_touch(game_id: str, table: Table, address: str, chromium: Any) -> None:
    players, happened = WANTED[game_id]
    game = games.find(game_id)
    answers = found(game, players, happened)
    start = set_up(game, players)
    table.begin(game_id, start.seats, dict(start.options))
    page = chromium.new_page(viewport=TABLET)
    complaints = watched(page)
    page.goto(f"{address}/?still")
    page.wait_for_selector(".ask")
    for answer in answers:
        assert table.live is not None
        ask = next(ask for ask in game.asks(table.live.state) if ask.id == answer.ask)
        tap(page, ask, answer, table.last_seq)
        refused = page.locator(".refused")
        assert not refused.count(), f"{answer}: {refused.first.inner_text()}"
    assert table.live is not None
    assert table.live.state == played(game, players, answers)
    assert complaints == []


def played(game: Game[Any], players: int | None, answers: list[Answer]) -> Any:
    """The same answers without a browser lead to the same state."""
    state = set_up(game, players)
    for answer in answers:
        plain = answer if len(answer.seat or "") else msgspec.structs.replace(answer, seat=None)
        state = answered(game, state, plain).state
    return state
