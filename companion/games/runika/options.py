"""What a table agrees on beforehand: mode, target, and how open points of the rules are read."""

from companion.games.runika.state import State
from companion.kit.game import OptionSpec

TUTORIAL_TARGETS = {"tutorial_1": 6, "tutorial_2": 12}
_SWITCHES = {
    "reroll_zero": "on",
    "roll_piecemeal": "off",
    "reroll_during_resolve": "off",
    "air_push_self_off": "off",
    "influence_needs_effect": "off",
    "earth_must_change": "off",
    "merit_optional": "off",
    "merit_hidden": "off",
    "one_rune_per_turn": "off",
    "same_turn_stack": "off",
    "fresh_power_same_turn": "on",
    "grey_fixed": "off",
    "repeat_own_mastery": "off",
}

OPTIONS = (
    OptionSpec("mode", ("full", "tutorial_1", "tutorial_2"), "full", live=False),
    OptionSpec("target_points", default=20, least=1, most=999, live=False),
    *(OptionSpec(name, ("on", "off"), default, live=False) for name, default in _SWITCHES.items()),
    OptionSpec("mastery_completion_limit", default=0, least=0, most=99, live=False),
)


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
