"""Games brought to a moment worth looking at: played by the engine, named people at the table."""

import random
from collections.abc import Callable

from msgspec.structs import replace

from companion import games
from companion.kit.asks import Ask
from companion.kit.intents import Answer
from companion.simulate import Player, set_up
from companion.table.table import Accepted, Table

NAMES = ("Ani", "Budi", "Citra", "Dewi", "Eka", "Fajar")
# How many answers lead well into each game, with how many players.
MOMENTS = {
    "mechamancers": (120, 4),
    "runika": (60, 3),
    "spell_from_the_future": (52, 3),
    "spell_saga": (50, 1),
    "world_adventure": (60, 4),
}


def play(
    table: Table,
    game_id: str,
    answers: int,
    players: int | None = None,
    seed: int = 5,
    until: Callable[[tuple[Ask, ...]], bool] = lambda asks: False,
) -> list[Answer]:
    """So many answers of a game, or all of it, or until this is asked; those that the rules refuse
    are left out.
    """
    game, given = games.find(game_id), list[Answer]()
    start = set_up(game, players)
    table.begin(
        game_id,
        tuple(replace(seat, name=NAMES[at]) for at, seat in enumerate(start.seats)),
        dict(start.options),
    )
    player = Player(game, random.Random(seed))
    for number in range(answers):
        assert table.live is not None
        state = table.live.state
        if game.outcome(state) is not None or until(game.asks(state)):
            break
        answer = player.answer(state, game.asks(state), number)
        if isinstance(table.submit(answer), Accepted):
            given.append(answer)
    return given
