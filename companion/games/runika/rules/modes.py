"""What the full game and its tutorials play with, and the total that closes them."""

from companion.games.runika.state import State

TUTORIAL_TARGETS = {"tutorial_1": 6, "tutorial_2": 12}


def has_masters(state: State) -> bool:
    return state.mode != "tutorial_1"


def has_masteries(state: State) -> bool:
    return state.mode == "full"


def has_powers(state: State) -> bool:
    return state.mode == "full"


def target(state: State) -> int:
    """The total that closes the game; the tutorials have their own."""
    agreed = int(state.options["target_points"])
    return TUTORIAL_TARGETS.get(state.mode, agreed)
