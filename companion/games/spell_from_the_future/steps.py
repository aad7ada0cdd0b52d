"""The course of a game: every step of every chapter, and the machine that walks them."""

from companion.games.spell_from_the_future.rules import (
    beasts,
    calling,
    colours,
    fight,
    morning,
    readings,
    village,
    words,
)
from companion.games.spell_from_the_future.state import State
from companion.kit.steps import Machine, PlainStep

MACHINE: Machine[State, PlainStep] = Machine(
    steps=morning.STEPS
    | words.STEPS
    | beasts.STEPS
    | colours.STEPS
    | readings.STEPS
    | calling.STEPS
    | fight.STEPS
    | village.STEPS,
    top=lambda state: PlainStep(state.step),
    is_over=lambda _state: False,  # a campaign goes on after its games end
)
asks = MACHINE.asks
decide = MACHINE.decide
# What a position may name: the steps that ask something, not every ask that is open beside one.
NAMES = frozenset(name for name, step in MACHINE.steps.items() if step.asks is not None)
