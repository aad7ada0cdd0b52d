"""What a table agrees on beforehand: mode, target, and how open points of the rules are read."""

from companion.kit.game import OptionSpec

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
