"""Real positions with one thing changed, as somebody might mistype them: each is refused with
words, or a game plays on from it.

    python -m tests.games.mutated_positions GAME [--mutants 400] [--seed 1] [--answers 3000]

A position is taken from a game played by chance; one of its fields is changed: a number, a name, a
list, what stands beside it. `--answers`: how far a game is played on (the end comes first).
"""

import argparse
import copy
import random
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from companion import games
from companion.kit.game import Game
from companion.kit.play import answered
from companion.kit.position import arranged, position_of
from companion.kit.story import RuleError
from companion.simulate import Player, set_up

PATIENCE = 400  # answers refused in a row before a game counts as stuck
Place = tuple[str | int, ...]


@dataclass(frozen=True)
class Mutant:
    """One place of a position, and what stands there instead."""

    position: dict[str, Any]
    place: Place
    was: Any
    now: Any

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.place))}: {self.was!r} -> {self.now!r}"[:200]


@dataclass
class Figures:
    fields: set[str] = field(default_factory=set)
    refused: Counter[str] = field(default_factory=Counter)
    positions: int = 0
    played: int = 0
    answers: int = 0


def places(value: Any, at: Place = ()) -> Iterator[Place]:
    """Every place in a position, the outer ones first."""
    if at:
        yield at
    inside = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        inside = enumerate(value)
    for key, one in inside:
        yield from places(one, (*at, key))


def at_place(position: Any, place: Place) -> Any:
    for key in place:
        position = position[key]
    return position


def changed(value: Any, others: list[str], chance: random.Random) -> Any:
    """The value with one mistake in it."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chance.choice((value + 1, value - 1, 0, -1, 7, 99, 10**6))
    if isinstance(value, str):
        return chance.choice((value[:-1], f"{value}x", "", "nobody", *others[:4]))
    if isinstance(value, list):
        return _other_list(value, chance)
    if isinstance(value, dict) and value:
        key = chance.choice(list(value))
        less = {name: one for name, one in value.items() if name != key}
        return chance.choice((less, {**less, f"{key}x": value[key]}, {}))
    return chance.choice((1, "x", [], {"x": 1}, None))


def _other_list(value: list[Any], chance: random.Random) -> list[Any]:
    if not value:
        return chance.choice((["x"], [0], [{}]))
    one = chance.choice(value)
    less = [other for other in value if other is not one]
    return chance.choice((less, [*value, one], value[::-1], []))


def mutant_of(position: dict[str, Any], chance: random.Random) -> Mutant:
    every = list(places(position))
    place = chance.choice(every)
    was = at_place(position, place)
    words = [one for spot in every if isinstance(one := at_place(position, spot), str)]
    now = changed(was, chance.sample(words, min(4, len(words))), chance)
    mutated = copy.deepcopy(position)
    inner = at_place(mutated, place[:-1])
    inner[place[-1]] = now
    return Mutant(mutated, place, was, now)


def states_of(game: Game[Any], players: int, seed: int) -> list[Any]:
    """States of one game by chance, from its start to its end."""
    chance = random.Random(f"{game.id}:{players}:{seed}")
    state, player, found = set_up(game, players), Player(game, chance), []
    for number in range(4000):
        asks = game.asks(state)
        if not asks:
            break
        try:
            state = answered(game, state, player.answer(state, asks, number), asks).state
        except RuleError:
            continue
        found.append(state)
    return found


def play_on(game: Game[Any], state: Any, chance: random.Random, most: int) -> int:
    """Answers given until the end, looked at by everybody on the way; raises where nobody can go
    on.
    """
    player, given, refused = Player(game, chance), 0, 0
    seats = (None, *(seat.id for seat in state.seats))
    while given < most and game.outcome(state) is None:
        if given % 25 == 0:
            for seat in seats:
                game.view(state, seat)
            game.handles(state)
            game.where(state)
        asks = game.asks(state)
        assert not all(ask.optional for ask in asks), "nothing must be answered"
        assert refused < PATIENCE, f"nothing can be answered: {[ask.id for ask in asks]}"
        try:
            state = answered(game, state, player.answer(state, asks, given), asks).state
        except RuleError:
            refused += 1
            continue
        given, refused = given + 1, 0
    return given


def tried(game: Game[Any], start: Any, mutant: Mutant, figures: Figures, most: int) -> None:
    """Refused with path and words, or played on; anything else is a fault and comes through."""
    name = ".".join("N" if isinstance(key, int) or key.isdigit() else key for key in mutant.place)
    figures.fields.add(name)
    try:
        state = arranged(game, start.options, start.seats, start.pack, mutant.position)
    except RuleError as error:
        assert error.code == "bad_position", error
        figures.refused[error.say.key] += 1
        return
    figures.played += 1
    figures.answers += play_on(game, state, random.Random(str(mutant)), most)


def mutants(game: Game[Any], seed: int, number: int) -> Iterator[tuple[Any, Mutant]]:
    """So many mutants of positions of one game; each with its start."""
    chance = random.Random(f"{game.id}:{seed}")
    least, most = game.seats
    states = states_of(game, least + seed % (min(most, 4) - least + 1), seed)
    for _ in range(number):
        state = chance.choice(states)
        position = msgspec.json.decode(msgspec.json.encode(position_of(game, state)))
        yield state, mutant_of(position, chance)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.games.mutated_positions")
    parser.add_argument("game", choices=games.ids())
    parser.add_argument("--mutants", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--answers", type=int, default=3000)
    args = parser.parse_args()
    game, figures = games.find(args.game), Figures()
    faults: Counter[str] = Counter()
    first: dict[str, str] = {}
    for seed in range(args.seed, args.seed + max(1, args.mutants // 50)):
        for start, mutant in mutants(game, seed, min(50, args.mutants)):
            figures.positions += 1
            try:
                tried(game, start, mutant, figures, args.answers)
            except Exception as error:
                where = traceback.extract_tb(error.__traceback__)[-1]
                place = f"{where.filename.partition('companion/')[2]}:{where.lineno}"
                name = f"{type(error).__name__} {place} {str(error)[:100]}"
                faults[name] += 1
                first.setdefault(name, f"{mutant}\n{traceback.format_exc(limit=-4)}")
    for name, count in faults.most_common():
        print(f"=== {count} x {name}\n{first[name]}")
    print(
        f"{game.id}: {figures.positions} mutants of {len(figures.fields)} fields, "
        f"{sum(figures.refused.values())} refused, {figures.played} played on "
        f"({figures.answers} answers), {sum(faults.values())} faults; {dict(figures.refused)}"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
