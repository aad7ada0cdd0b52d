"""Ids and words that all asks are made of."""

from functools import cache

from companion.games.mechamancers.state import State
from companion.kit.say import Say, name_of, say
from companion.kit.steps import AskId, Reply


def ask_id(state: State, step: str, about: str = "") -> str:
    """The occasion is the round and how many answers came before, so none is ever asked twice."""
    return f"{state.round}.{state.asked}{_name(step, about)}"


@cache
def _name(step: str, about: str) -> str:
    """All of the id but the occasion, made once: every state asks a handful of the same names."""
    return str(AskId("", step, about, "."))


@cache
def asks_of(seat: str, key: str) -> Say:
    """That sentence, said to this player."""
    return say(key, seat=name_of(seat))


def numbers_laid(reply: Reply) -> dict[str, int]:
    """How many pieces lie in each cell: hand cards by type, tokens by kind."""
    return {cell: sum(counts.values()) for cell, counts in reply.pieces.items()}
