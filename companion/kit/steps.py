"""A game as a table of steps, and the machine that walks it.

A step says what it asks, what an answer to it does, and what it runs when it needs nobody. What is
begun and not finished is pending: a stack whose top the game tells (`top`), the game's own step
lying below everything. The machine owns the one loop of every game: an answer is taken by its step,
then every step that needs nobody runs, until somebody is asked again or the game is over.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import msgspec

from companion.kit.asks import Ask, Choose
from companion.kit.intents import (
    Answer,
    AnswerValue,
    Chosen,
    Counted,
    Placed,
    Rolled,
    Shown,
)
from companion.kit.pieces import CardSeen
from companion.kit.story import Story


class AskId(msgspec.Struct, frozen=True, gc=False):
    """One occasion of asking: `3:P5.2:red` is step P5.2 of day 3, about red.

    What an ask is about stands behind a second colon, or behind a dot (`3.1:field.red`) in games
    whose journals have always had it so.
    """

    occasion: str
    step: str
    about: str = ""
    mark: str = ":"

    def __str__(self) -> str:
        if not self.about:
            return f"{self.occasion}:{self.step}"
        return f"{self.occasion}:{self.step}{self.mark}{self.about}"

    @property
    def moments(self) -> tuple[str, ...]:
        """The parts of the occasion: round, seat, how many questions before."""
        return tuple(self.occasion.split("."))

    @property
    def subjects(self) -> tuple[str, ...]:
        """What it is about, part by part: a seat, then the how-manieth time."""
        return tuple(self.about.split(":"))

    @property
    def name(self) -> str:
        """Its last word, also where there is only one."""
        return self.about or self.step or self.occasion

    @classmethod
    def parse(cls, text: str, steps: Collection[str] = ()) -> "AskId":
        """Taken apart. `steps` are the names a game has: behind a dot only what is not part of a
        step's name is what the ask is about.
        """
        occasion, colon, name = text.partition(":")
        if not colon:
            occasion, name = "", text
        if ":" in name:
            step, _, about = name.partition(":")
            return cls(occasion, step, about)
        step = name
        while step and step not in steps:
            step = step.rpartition(".")[0]
        if not step or step == name:
            return cls(occasion, name)
        return cls(occasion, step, name[len(step) + 1 :], ".")


class Reply(msgspec.Struct, frozen=True, gc=False):
    """An answer as a step takes it: which ask it answers, who gave it, and what was answered."""

    id: AskId
    answer: Answer

    @property
    def about(self) -> str:
        return self.id.about

    @property
    def seat(self) -> str | None:
        return self.answer.seat

    @property
    def value(self) -> AnswerValue:
        return self.answer.answer

    @property
    def options(self) -> tuple[str, ...]:
        value = self.answer.answer
        return value.options if isinstance(value, Chosen) else ()

    @property
    def choice(self) -> str:
        """The one option chosen; empty where nothing was."""
        options = self.options
        return options[0] if options else ""

    @property
    def pips(self) -> tuple[int, ...]:
        dice = self.value.dice if isinstance(self.value, Rolled) else ()
        return tuple(die.pips for die in dice)

    @property
    def pips_by_colour(self) -> dict[str, int]:
        dice = self.value.dice if isinstance(self.value, Rolled) else ()
        return {die.colour or "": die.pips for die in dice}

    @property
    def cards(self) -> tuple[CardSeen, ...]:
        return self.value.cards if isinstance(self.value, Shown) else ()

    @property
    def number(self) -> int:
        return self.value.number if isinstance(self.value, Counted) else 0

    @property
    def pieces(self) -> dict[str, dict[str, int]]:
        """How many pieces lie in each cell, by kind."""
        sheet: dict[str, dict[str, int]] = {}
        cells = self.value.cells if isinstance(self.value, Placed) else {}
        for cell, pieces in cells.items():
            counts = sheet.setdefault(cell, {})
            for piece in pieces:
                counts[piece.id] = counts.get(piece.id, 0) + piece.count
        return sheet


class Pending(Protocol):
    """What is begun and not finished: at least the name of its step."""

    @property
    def step(self) -> str: ...


class PlainStep(msgspec.Struct, frozen=True, gc=False):
    """What is pending in a game that interrupts nothing: just its step."""

    step: str


S = TypeVar("S", bound=msgspec.Struct)
F = TypeVar("F", bound=Pending)
Asks = tuple[Ask, ...]


@dataclass(frozen=True)
class Step(Generic[S, F]):
    """`asks`: what is open while this is pending. `take`: what its answer does. `run`: what happens
    by itself when nothing is asked; without it the step waits.
    """

    asks: Callable[[S, F], Asks] | None = None
    take: Callable[[Story[S], F, Reply], None] | None = None
    run: Callable[[Story[S], F], None] | None = None


@dataclass(frozen=True)
class Machine(Generic[S, F]):
    """`top` tells what is pending, `drop` takes it off before it runs (nothing, where steps name
    their successor themselves). `is_over`: nothing is asked any more.

    `beside` adds what is open beside the pending step. `comes_up` does what interrupts by itself,
    and says whether it did. `begin` is called before an answer is taken, `follows` after all of it.
    `named` tells by an ask's id which step takes the answer; if none of the table, the pending one.
    """

    steps: Mapping[str, Step[S, F]]
    top: Callable[[S], F]
    is_over: Callable[[S], bool]
    drop: Callable[[Story[S]], None] | None = None
    beside: Callable[[S, Asks], Asks] | None = None
    comes_up: Callable[[Story[S]], bool] | None = None
    begin: Callable[[Story[S]], None] | None = None
    follows: Callable[[Story[S], S, Reply], None] | None = None
    named: Callable[[AskId], str] | None = None

    def asks(self, state: S) -> Asks:
        if self.is_over(state):
            return ()
        asks = self.pending_asks(state)
        return asks if self.beside is None else self.beside(state, asks)

    def pending_asks(self, state: S) -> Asks:
        """What the pending step itself asks; nothing while the machine can go on alone."""
        frame = self.top(state)
        asks = self.steps[frame.step].asks
        return asks(state, frame) if asks is not None else ()

    def decide(self, state: S, answer: Answer) -> Story[S]:
        story = Story(state, answer.force)
        frame = self.top(state)
        reply = Reply(AskId.parse(answer.ask, self.steps), answer)
        if story.force is not None:
            self._bend(story, reply)
        if self.begin is not None:
            self.begin(story)
        take = self.step_of(reply.id, frame).take
        if take is None:
            raise AssertionError(f"step {reply.id.step} takes no answer")
        take(story, frame, reply)
        self.advance(story)
        if self.follows is not None:
            self.follows(story, state, reply)
        return story

    def step_of(self, ask: AskId, frame: F) -> Step[S, F]:
        """The step an ask belongs to: the one it names, or whatever is pending."""
        name = ask.step if self.named is None else self.named(ask)
        return self.steps.get(name) or self.steps[frame.step]

    def _bend(self, story: Story[S], reply: Reply) -> None:
        """An option taken against its reason, because it happened anyway, is told as such."""
        if not reply.options:
            return
        asks = self.asks(story.state)
        ask = next((ask for ask in asks if ask.id == reply.answer.ask), None)
        options = ask.options if isinstance(ask, Choose) else ()
        for option in options:
            if option.why_not is not None and option.id in reply.options:
                story.refuse_if(True, option.rule, option.why_not)

    def advance(self, story: Story[S]) -> None:
        """Runs every step that needs nobody, until one does or the game is over."""
        while not self.is_over(story.state):
            if self.comes_up is not None and self.comes_up(story):
                continue
            frame = self.top(story.state)
            step = self.steps[frame.step]
            if step.run is None or (step.asks is not None and step.asks(story.state, frame)):
                return
            if self.drop is not None:
                self.drop(story)
            step.run(story, frame)
