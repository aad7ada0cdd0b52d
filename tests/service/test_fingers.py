"""Fingers on the panel: pressing what `next_press` says gives the answer that was wanted, whatever
is asked.
"""

import random

import pytest

from companion import games
from companion.kit.asks import Ask, Place
from companion.kit.intents import Answer
from companion.kit.play import answered
from companion.kit.story import RuleError
from companion.service.panel import actions
from companion.service.virtual.fingers import Dialled, next_press, presses_left
from companion.simulate import Player, set_up

MOST = 400


def pressed(asks: tuple[Ask, ...], seats: tuple[str, ...], wanted: Answer) -> object:
    """The panel's own meaning of one press after the other, until an intent comes out."""
    scene, ask = actions.PanelScene(asks, seats), next(ask for ask in asks if ask.id == wanted.ask)
    focus = actions.settled(scene, actions.PanelFocus())
    for number in range(MOST):
        at = Dialled(focus.ask, focus.number, focus.taken, focus.seat)
        role = next_press(ask, wanted, at, seats)
        if role is None:
            return None
        act = actions.act(role, scene, focus, str(number))
        if act.intent is not None:
            return act.intent
        assert act.focus != focus, f"{role} does nothing"
        focus = act.focus
    raise AssertionError("pressing never came to an end")


@pytest.mark.parametrize("game_id", games.ids())
def test_every_answer_the_panel_can_give_is_the_one_that_was_wanted(game_id: str) -> None:
    game, chance = games.find(game_id), random.Random(7)
    state, player, given = set_up(game), Player(games.find(game_id), random.Random(7)), 0
    for number in range(150):
        asks = game.asks(state)
        if not asks:
            break
        wanted = player.answer(state, asks, number)
        seats = tuple(seat.id for seat in state.seats)
        if chance.random() < 0.5:
            intent = pressed(asks, seats, wanted)
            if intent is not None:
                assert isinstance(intent, Answer)
                assert (intent.ask, intent.answer) == (wanted.ask, wanted.answer)
                given += 1
            else:
                ask = next(ask for ask in asks if ask.id == wanted.ask)
                assert isinstance(ask, Place) or presses_left(ask, wanted, seats, MOST) is None
        try:
            state = answered(game, state, wanted, asks).state
        except RuleError:
            continue
    assert given > 20
