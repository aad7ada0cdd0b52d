"""Four in line: lay your pieces on five by five cells until four of yours lie in line. For two."""

from companion.kit.usual import usual_game

from .rules import BOARD, STEPS, State, is_over, outcome

GAME = usual_game(
    id="four_in_line",
    prefix="fl",
    title="Four in line",
    seats=(2, 2),
    state=State,
    steps=STEPS,
    is_over=is_over,
    outcome=outcome,
    boards={"board": BOARD},
    mats=("grid 5x5",),
    open=True,
)
