"""What the table may play differently: the contested rules, each with its usual way first."""

from companion.kit.game import OptionSpec


def _option(name: str, *values: str) -> OptionSpec:
    return OptionSpec(name, values, values[0])


OPTIONS = (
    _option("ruler_privilege", "picks_first", "acts_first", "both"),
    _option("fallback_first_picker", "first_to_act", "first_to_pick"),
    _option("base_shield_mode", "pool", "single_hit"),
    _option("vp_source", "defender", "supply"),
    _option("vp_shortfall", "capped", "topped_up"),
    _option("bulwark_blocks", "yes", "no"),
    _option("blockers_guard", "base", "base_and_mechs"),
    _option("overkill", "lost", "spills"),
    _option("quirk_return", "same_order", "any_order"),
    _option("removed_triggers", "off", "on"),
    _option("hand_limit", "discard_at_end_of_resource", "discard_at_once", "stop_drawing"),
    _option("draw_mode", "up_to", "exact"),
    _option("warlock_target", "resource_phase", "name_in_combat"),
    _option("barricade_target", "own", "any"),
    _option("summoning_delay", "off", "on"),
    _option("ability_use", "once_per_turn", "unlimited"),
    _option("empty_pile", "reshuffle", "skip"),
    _option("end_timing", "extra_round", "at_once"),
    _option("tie_break", "shared", "mana", "field_health"),
    _option("roles_face", "open", "secret_until_all"),
    _option("piles_face", "down", "up"),
)
