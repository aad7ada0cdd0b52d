"""Tables that do everything a table may: forced answers, cards typed in by hand, numbers set,
lines undone, redone and corrected, options changed in the middle of a game.

    python -m tests.games.unruly GAME [--tables 20] [--intents 400] [--seed 1] [--players K]

Whatever is done, nothing but a refusal may come of it, somebody must be able to go on, and every
number can still be set to what it is.
"""

import argparse
import random
import sys
import traceback
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Self

import msgspec

from companion import games
from companion.kit.asks import Ask, Choose, Show
from companion.kit.events import fold
from companion.kit.forms import (
    Choice,
    Fact,
    Group,
    Keyed,
    Letters,
    Number,
    OneOf,
    Parts,
    Pattern,
    Several,
    Shape,
    YesNo,
    described_shortly,
    part_name,
)
from companion.kit.intents import (
    Adjust,
    Answer,
    AnswerValue,
    Chosen,
    Correct,
    Redo,
    Set,
    Shown,
    Undo,
)
from companion.kit.pieces import CardSeen
from companion.kit.play import adjusted, value_at
from companion.kit.story import RuleError
from companion.simulate import Player, set_up
from companion.table.live_game import LiveGame
from web.forms import kinds

FORCED = "my card allows this"
PATIENCE = 60  # answers tried before a table counts as stuck
HANDLES = 6  # numbers set to what they are, after every intent
DEEPEST = 4  # parts inside parts of a typed-in card


class Facts:
    """Facts of a card as somebody might type them in: of the right form, otherwise anything."""

    def __init__(self, parts: Parts, chance: random.Random) -> None:
        self.parts, self.chance = parts, chance

    def of(self, part: str, depth: int = 0) -> dict[str, Any]:
        told = {fact.name: self.one(fact, depth) for fact in self.parts[part] if self.states(fact)}
        return {name: value for name, value in told.items() if value is not None}

    def states(self, fact: Fact) -> bool:
        return fact.needed or self.chance.random() < 0.8

    def one(self, fact: Fact, depth: int) -> Any:
        return self.value(fact.shape, depth)

    def value(self, shape: Shape, depth: int) -> Any:
        chance = self.chance
        match shape:
            case Number(least=least, most=most):
                low = int(least or 0)
                return chance.randint(low, int(most) if most is not None else low + 6)
            case YesNo():
                return chance.random() < 0.5
            case Choice(choices=choices):
                return chance.choice(choices) if choices else None
            case Letters(letters=letters, most=most):
                return "".join(chance.choices(letters, k=chance.randint(1, most or 3)))
            case Pattern(signs=signs, most=most):
                side = chance.randint(1, most)
                return "/".join("".join(chance.choices(signs, k=side)) for _ in range(side))
            case Several(of=of, least=least, most=most):
                if depth > DEEPEST:
                    return []
                low = least or 0
                number = chance.randint(low, most if most is not None else low + 2)
                return [self.value(of, depth + 1) for _ in range(number)]
            case Keyed(keys=keys, of=of):
                return {key: self.value(of, depth + 1) for key in keys}
            case Group(part=part, tag=tag):
                return {**self.of(part, depth + 1), **tag} if depth <= DEEPEST else None
            case OneOf(of=of):
                return self.value(chance.choice(of), depth)
            case _:
                return chance.choice(["Owl", "the long road", "x"])


def typed_in(game: Any, ask: Show, chance: random.Random) -> AnswerValue | None:
    """The ask answered with a card nobody has entered yet, or one whose facts are lacking."""
    lacking = [card for card in ask.known if card.needs]
    if lacking and chance.random() < 0.7:
        card = chance.choice(lacking)
        return Shown((CardSeen(card.id, facts=facts_of(game, ask.deck, card.needs, chance)),))
    if not ask.new:
        return None
    facts = facts_of(game, ask.deck, ask.needs, chance) if ask.deck else {}
    return Shown((CardSeen(f"typed-{chance.randrange(30)}", facts=facts),))


def facts_of(game: Any, deck: str, needs: tuple[str, ...], chance: random.Random) -> dict[str, Any]:
    kind = dict(kinds(game))[deck]
    parts = described_shortly(kind, needs, game.short_facts)
    return Facts(parts, chance).of(part_name(kind))


def _is_typed_in(intent: Any) -> bool:
    value = intent.answer if isinstance(intent, Answer) else None
    return isinstance(value, Shown) and any(card.facts for card in value.cards)


@dataclass
class Unruly:
    """One table. `did` counts what was accepted and refused, by kind of intent."""

    game: Any
    live: LiveGame
    chance: random.Random
    did: Counter[str] = field(default_factory=Counter)
    last: Any = None

    @classmethod
    def at(cls, game_id: str, players: int, seed: int | str) -> Self:
        game = games.find(game_id)
        chance = random.Random(f"{game_id}:{players}:{seed}")
        return cls(game, LiveGame(game, set_up(game, players)), chance)

    def submit(self, intent: Any) -> bool:
        """Whether it was accepted. Anything but a refusal is a fault and comes through."""
        self.last, name = intent, type(intent).__name__
        try:
            body, state = self.live.consider(intent)
        except RuleError as error:
            if isinstance(intent, Answer) and error.may_force and self.chance.random() < 0.7:
                return self.submit(msgspec.structs.replace(intent, force=FORCED))
            self.did[f"{name} refused"] += 1
            return False
        self.live.enter(self.live.seq + 1, body, state=state)
        self.did[name] += 1
        self.did["forced"] += isinstance(intent, Answer) and intent.force is not None
        self.did["typed in"] += _is_typed_in(intent)
        return True

    def step(self) -> None:
        does = self.chance.choices(
            (self.answer, self.adjust, self.undo, self.redo, self.correct, self.option),
            (80, 6, 3, 3, 3, 1),
        )[0]
        does()

    def answer(self) -> bool:
        state = self.live.state
        asks = self.game.asks(state)
        if not asks:
            self.submit(Undo(id=self._id()))
            return False
        answer = Player(self.game, self.chance).answer(state, asks, 0)
        ask = next(one for one in asks if one.id == answer.ask)
        value = self._other(ask) or answer.answer
        return self.submit(msgspec.structs.replace(answer, id=self._id(), answer=value))

    def _other(self, ask: Ask) -> AnswerValue | None:
        """What somebody forces or types in, now and then."""
        if isinstance(ask, Show) and self.chance.random() < 0.5:
            return typed_in(self.game, ask, self.chance)
        if isinstance(ask, Choose) and self.chance.random() < 0.2:
            bending = [option.id for option in ask.options if option.bends]
            return Chosen((self.chance.choice(bending),)) if bending else None
        return None

    def adjust(self) -> None:
        handles = self.game.handles(self.live.state)
        if not handles:
            return
        handle = self.chance.choice(handles)
        now = value_at(self.live.state, handle.path)
        if handle.words:
            to: int | str = self.chance.choice(handle.words)
        else:
            most = handle.most if handle.most is not None else handle.least + 12
            near = now + self.chance.choice((-1, 1)) if isinstance(now, int) else handle.least
            to = self.chance.choice(
                (near, self.chance.randint(handle.least, max(most, handle.least)))
            )
        self.submit(Adjust(id=self._id(), handle=handle.id, to=to, reason="seen", confirmed=True))

    def undo(self) -> None:
        lines = self.live.lines
        line = self.chance.choice(lines[-8:]).seq if lines and self.chance.random() < 0.5 else None
        before, earlier = self.live.state, self._can_redo()
        if not self.submit(Undo(id=self._id(), line=line)) or self.chance.random() < 0.4:
            return
        while self.submit(Redo(id=self._id())):
            pass
        assert earlier or self.live.state == before, "redo does not lead back"

    def _can_redo(self) -> bool:
        try:
            self.live.consider(Redo(id="look"))
        except RuleError:
            return False
        return True

    def redo(self) -> None:
        self.submit(Redo(id=self._id()))

    def correct(self) -> None:
        answers = [at for at, line in enumerate(self.live.lines) if isinstance(line.intent, Answer)]
        if not answers:
            return
        at = self.chance.choice(answers[-12:])
        line, state = self.live.lines[at], self.live.state_at(at)
        ask = next((ask for ask in self.game.asks(state) if ask.id == line.intent.ask), None)
        if ask is None:
            return  # answered after confirmations that a correction gave by itself
        right = self.game.answer_like_a_player(state, ask, self.chance)
        self.submit(Correct(id=self._id(), line=line.seq, answer=right, confirmed=True))

    def option(self) -> None:
        live = [spec for spec in self.game.options if spec.live]
        if live:
            spec = self.chance.choice(live)
            to: int | str = (
                self.chance.choice(spec.values)
                if spec.values
                else self.chance.randint(spec.least, spec.most)
            )
            self.submit(Set(id=self._id(), option=spec.name, to=to))

    def _id(self) -> str:
        return f"{self.live.seq}.{sum(self.did.values())}"

    def check(self) -> None:
        """What must hold at every table, whatever was done at it."""
        state = self.live.state
        for seat in (None, *(seat.id for seat in state.seats)):
            self.game.view(state, seat)
        self.game.where(state)
        self.game.broken(state)
        lines = self.live.lines
        if lines:
            assert fold(self.live.state_at(len(lines) - 1), lines[-1].events) == state
        handles = self.game.handles(state)
        for handle in self.chance.sample(handles, min(len(handles), HANDLES)):
            to = value_at(state, handle.path)
            same = Adjust(id="same", handle=handle.id, to=to, reason="same", confirmed=True)
            assert adjusted(self.game, state, same).state == state, handle.id
        assert self.can_go_on(), f"nothing can be answered: {self.open_asks()}"

    def can_go_on(self) -> bool:
        state = self.live.state
        asks = self.game.asks(state)
        if self.game.outcome(state) is not None:
            return True
        if all(ask.optional for ask in asks):
            return False
        player = Player(self.game, self.chance)
        for _ in range(PATIENCE if asks else 0):
            try:
                self.live.consider(player.answer(state, asks, 0))
            except RuleError:
                continue
            return True
        return False

    def open_asks(self) -> list[str]:
        return [ask.id for ask in self.game.asks(self.live.state)]


def disturb(game_id: str, players: int, seed: int | str, intents: int, every: int = 1) -> Unruly:
    """A table after that many intents, checked after every so many of them."""
    table = Unruly.at(game_id, players, seed)
    for number in range(intents):
        table.step()
        if number % every == 0:
            table.check()
    return table


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.games.unruly")
    parser.add_argument("game", choices=games.ids())
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--intents", type=int, default=400)
    parser.add_argument("--players", type=int)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    faults: Counter[str] = Counter()
    first: dict[str, str] = {}
    did: Counter[str] = Counter()
    least, most = games.find(args.game).seats
    for seed in range(args.seed, args.seed + args.tables):
        players = args.players or least + seed % (min(most, 4) - least + 1)
        table = Unruly.at(args.game, players, seed)
        try:
            for _ in range(args.intents):
                table.step()
                table.check()
        except Exception as error:
            told = traceback.format_exc()
            where = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{where.filename.partition('companion/')[2]}:{where.lineno}"
            name = f"{type(error).__name__} {place} {str(error)[:100]}"
            faults[name] += 1
            first.setdefault(name, f"seed {seed} players {players}\n{table.last}\n{told}")
        did += table.did
    print(dict(did))
    for name, count in faults.most_common():
        print(f"\n=== {count} x {name}\n{first[name]}")
    print(f"{args.game}: {args.tables} tables, {sum(faults.values())} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
