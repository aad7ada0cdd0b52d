"""Farkle: roll six dice, set aside what scores, and dare to roll the rest. For 2 to 6."""

from companion.kit.game import OptionSpec
from companion.kit.usual import usual_game

from .rules import STEPS, State, is_over

GAME = usual_game(
    id="farkle",
    prefix="fk",
    title="Farkle",
    seats=(2, 6),
    state=State,
    steps=STEPS,
    is_over=is_over,
    open=True,
    options=(
        OptionSpec("goal", default=10_000, least=1_000, most=20_000, live=False),
        OptionSpec("opening", default=500, least=0, most=1_000),
    ),
)
