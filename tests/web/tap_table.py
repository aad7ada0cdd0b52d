"""How many taps a turn costs, by touch alone and with a camera, and how many set-up does: counted
over whole games by chance from what each answer takes on the page. Prints the table.

python -m tests.web.tap_table [--games 3]
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable
from statistics import median
from typing import Any

from companion import games
from companion.kit.asks import Ask, Choose, Place, Ready, Roll, Show
from companion.kit.asks import Count as CountAsk
from companion.kit.game import Game
from companion.kit.intents import AnswerValue, Chosen, Counted, Placed, Readied, Rolled, Shown
from companion.kit.play import answered
from companion.kit.story import RuleError
from companion.simulate import Player, set_up
from tests.web.moments import MOMENTS

# What one turn of each game is, and how many play.
TURN: dict[str, Callable[[Any], Any]] = {
    "mechamancers": lambda state: state.round,
    "runika": lambda state: (state.round, state.active),
    "spell_from_the_future": lambda state: state.round,
    "spell_saga": lambda state: state.turn,
    "world_adventure": lambda state: (state.month, state.active),
}
MOST = 1500


def taps(ask: Ask, value: AnswerValue) -> int:
    """Taps that give this answer once its question stands in the band."""
    match ask, value:
        case Roll(), Rolled():
            return len(value.dice)
        case Choose(), Chosen():
            return 1 if ask.least == ask.most == 1 else len(value.options) + 1
        case Show(), Shown():
            return 1 if ask.least == ask.most == 1 else len(value.cards) + 1
        case CountAsk(), Counted():
            return abs(value.number - ask.start) + 1
        case Place(), Placed():
            return _laying(ask, value) + 1
        case Ready(), Readied():
            return 1
        case _:
            raise AssertionError(f"{value} is no answer to {ask}")


def taps_before(ask: Ask, value: AnswerValue) -> int:
    """With the controls of the first tablet: several dice were confirmed."""
    several = isinstance(value, Rolled) and len(value.dice) > 1
    return taps(ask, value) + several


def _laying(ask: Place, value: Placed) -> int:
    is_counted = all(not piece.faces and not piece.turns for piece in ask.pieces)
    total = 0
    for cell in {*ask.now, *value.cells}:
        lies, wanted = ask.now.get(cell, ()), value.cells.get(cell, ())
        if lies == wanted:
            continue
        if is_counted:
            before, after = _counts(lies), _counts(wanted)
            total += sum(abs(after[one] - before[one]) for one in {*before, *after})
        else:
            total += 2 * len(lies) + sum(2 + piece.turn for piece in wanted)
    return total


def _counts(pieces: Any) -> Counter[str]:
    found = Counter[str]()
    for piece in pieces:
        found[piece.id] += piece.count
    return found


def is_read(ask: Ask) -> bool:
    """What a camera answers by itself."""
    return isinstance(ask, Roll | Show | Place) and ask.zone is not None


def passes(game: Game[Any], state: Any, ask: Ask) -> bool:
    """What the page answers by itself."""
    return isinstance(ask, Ready) and ask.id in game.view(state, None).passing


Figures = tuple[list[int], list[list[int]]]


def counted(game_id: str, seed: int, most: int = MOST) -> Figures:
    """Set-up and each turn: by touch, with a camera, and by touch on the first tablet."""
    game = games.find(game_id)
    state, player = set_up(game, MOMENTS[game_id][1]), Player(game, random.Random(seed))
    setup, turns = [0, 0, 0], dict[Any, list[int]]()
    for number in range(most):
        if game.outcome(state) is not None:
            break
        asks = game.asks(state)
        answer = player.answer(state, asks, number)
        ask = next(one for one in asks if one.id == answer.ask)
        first = next((one for one in asks if not one.optional), None)
        chip = int(ask is not first)
        by_touch = 0 if passes(game, state, ask) else taps(ask, answer.answer) + chip
        figures = (
            by_touch,
            0 if is_read(ask) else by_touch,
            taps_before(ask, answer.answer) + chip,
        )
        try:
            after = answered(game, state, answer).state
        except RuleError:
            continue
        is_setup = state.step.startswith("S")
        place = setup if is_setup else turns.setdefault(TURN[game_id](state), [0, 0, 0])
        place[:] = [sum(pair) for pair in zip(place, figures, strict=True)]
        state = after
    return setup, list(turns.values())


def main() -> None:
    given = argparse.ArgumentParser()
    given.add_argument("--games", type=int, default=3)
    wanted = given.parse_args()
    words = ("touch", "camera", "touch before")
    head = [f"{what}, {word}" for what in ("turn", "set-up") for word in words]
    print(f"{'taps (median)':24}" + "".join(f"{word:>22}" for word in head))
    for game_id in sorted(TURN):
        every = [counted(game_id, seed) for seed in range(wanted.games)]
        turns = [turn for _, all_turns in every for turn in all_turns]
        setups = [setup for setup, _ in every]
        figures = [median(one) for rows in (turns, setups) for one in zip(*rows, strict=True)]
        print(f"{game_id:24}" + "".join(f"{figure:>22g}" for figure in figures), flush=True)


if __name__ == "__main__":
    main()
