"""My game: roll a die, and stop in time."""

from companion.kit.usual import usual_game

from .rules import STEPS, State, is_over

GAME = usual_game(
    id="my_game",
    prefix="mg",
    title="My game",
    seats=(2, 4),
    state=State,
    steps=STEPS,
    is_over=is_over,
    open=True,
)
