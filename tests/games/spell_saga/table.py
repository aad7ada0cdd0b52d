"""A Spell Saga table for tests: the demo deck with plain example cards, and states made in one
line.
"""

import tomllib
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from companion.games.spell_saga import GAME
from companion.games.spell_saga.pack import Card, SagaPack
from companion.games.spell_saga.state import State, change
from companion.kit.intents import Answer, AnswerValue, Chosen, Counted, Readied, Shown
from companion.kit.pieces import CardSeen
from companion.kit.play import answered
from companion.kit.position import arranged
from companion.kit.seats import Seat
from companion.kit.steps import AskId
from companion.kit.story import RuleError, Story
from companion.packs import merged, shipped

SEATS = (Seat("blue", colour="blue"),)
EMPTY = {
    "started": True,
    "turn": 1,
    "attached": {"PL0": []},
    "deck_count": 40,
    "heroes": [{"card": "HE0"}],
}


@cache
def example_cards() -> dict[str, Any]:
    file = resources.files("companion.games.spell_saga") / "examples" / "cards.toml"
    return tomllib.loads(file.read_text("utf-8"))


@cache
def example_pack() -> SagaPack:
    return msgspec.convert(merged(shipped(GAME, "demo"), example_cards()), SagaPack)


@cache
def demo_pack() -> SagaPack:
    return msgspec.convert(shipped(GAME, "demo"), SagaPack)


def at(step: str, options: dict[str, Any] | None = None, **position: Any) -> State:
    """A state in that step: one hero, no room, whatever else is given."""
    state: State = arranged(
        GAME, options or {}, SEATS, example_pack(), {**EMPTY, "step": step, **position}
    )
    return state


# Answering


def asked(state: State) -> list[str]:
    """What the open asks are called."""
    return [AskId.parse(ask.id).name for ask in GAME.asks(state)]


def ask_named(state: State, name: str) -> str:
    found = [ask.id for ask in GAME.asks(state) if AskId.parse(ask.id).name == name]
    return found[0] if found else f"0:T0.0:{name}"


def answer(state: State, name: str, value: AnswerValue, force: str | None = None) -> Story[State]:
    return answered(
        GAME, state, Answer(id="1", ask=ask_named(state, name), answer=value, force=force)
    )


def choose(state: State, name: str, *options: str, force: str | None = None) -> State:
    return answer(state, name, Chosen(options), force).state


def show(state: State, name: str, *cards: str | CardSeen, force: str | None = None) -> State:
    seen = tuple(card if isinstance(card, CardSeen) else CardSeen(card) for card in cards)
    return answer(state, name, Shown(seen), force).state


def ready_on(state: State, *names: str) -> State:
    for name in names:
        state = answer(state, name, Readied()).state
    return state


def count(state: State, name: str, number: int) -> State:
    return answer(state, name, Counted(number)).state


def refusal(state: State, name: str, value: AnswerValue | str) -> str:
    """The code an answer is refused with; empty if it is accepted."""
    given = Chosen((value,)) if isinstance(value, str) else value
    try:
        answer(state, name, given)
    except RuleError as error:
        return error.code
    return ""


def options_of(state: State, name: str) -> dict[str, str]:
    """The ids of an ask's options with the refusal behind them; open ones have an empty code."""
    ask = next(ask for ask in GAME.asks(state) if AskId.parse(ask.id).name == name)
    return {
        one.id: one.rule if one.why_not is not None else "" for one in getattr(ask, "options", ())
    }


def opened(state: State, name: str) -> list[str]:
    return [option for option, code in options_of(state, name).items() if not code]


def with_cards(state: State, *cards: dict[str, Any]) -> State:
    """The same table, with these cards known (in the deck until something puts them elsewhere)."""
    known = {
        card["id"]: msgspec.convert({"type": "story", "cost": 1, **card}, Card) for card in cards
    }
    return change(state, cards=state.cards | known)


def told(story: Story[State]) -> list[str]:
    return [event.why.key for event in story.events if event.why is not None]
