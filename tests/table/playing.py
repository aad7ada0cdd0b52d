"""Answers to whatever a table asks, for tests that need a game to move."""

import random
from typing import Any

from companion.kit.intents import Answer
from companion.simulate import Player
from companion.table.table import Accepted, Table


def next_answer(table: Table, chance: random.Random, intent_id: str, state: Any = None) -> Answer:
    """An answer to what is asked now, or was asked in this state: with several devices it may have
    moved on.
    """
    live = table.live
    assert live is not None
    state = live.state if state is None else state
    answer = Player(live.game, chance).answer(state, live.game.asks(state), 0)
    return Answer(id=intent_id, ask=answer.ask, answer=answer.answer, seat=answer.seat)


def play_on(table: Table, answers: int, seed: int = 1, prefix: str = "p") -> list[int]:
    """So many accepted answers; returns their journal numbers."""
    chance, number = random.Random(seed), 0
    accepted: list[int] = []
    while len(accepted) < answers:
        number += 1
        reply = table.submit(next_answer(table, chance, f"{prefix}{number}"))
        if isinstance(reply, Accepted):
            accepted.append(reply.seq)
    return accepted
