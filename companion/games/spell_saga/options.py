"""The rulings where the book is silent or says two things: 32 table options. The first value is the
default.
"""

from companion.kit.game import OptionSpec

CHOICES: dict[str, tuple[str, ...]] = {
    "luck_table": ("s11", "s13"),
    "luck_live": ("manual", "auto"),
    "good_luck_optional": ("off", "on"),
    "source_limit": ("dynamic", "fixed"),
    "ring_gaps": ("skip", "strict"),
    "place_adjacency": ("ring", "all"),
    "row_adjacency": ("neighbours", "all"),
    "bonus_order": ("ordered", "connected_set"),
    "kismet_order": ("pal", "pla", "any"),
    "multi_fill": ("one", "many"),
    "ring_order": ("open", "closed"),
    "harmonic_zigzag": ("off", "on"),
    "dual_status": ("exclusive", "choice"),
    "attach_share": ("group", "direct"),
    "attach_to": ("card", "stack"),
    "room_entry_rotates": ("off", "on"),
    "buried_visit": ("to_top", "in_place"),
    "orphans": ("cycle", "to_hand"),
    "songs_free": ("on", "off"),
    "starting_redraw": ("blank", "zero"),
    "new_hero_luck": ("draw_one", "empty"),
    "item_lock_from": ("battle", "draw"),
    "advantage": ("each_round", "once"),
    "damage_timing": ("round_end", "immediate"),
    "end_window": ("after_trim", "before_trim"),
    "bonus_repeat": ("once", "free"),
    "ack": ("live", "at_step_8"),
    "shuffle_after_search": ("on", "off"),
    "facedown_colours": ("hidden", "count"),
    "place_rules_on_effect_move": ("off", "on"),
    "random_loss": ("table", "companion"),
    "tracking": ("full", "lite"),
}
SETUP_ONLY = ("tracking",)  # what was never looked at cannot be known later
OPTIONS = tuple(
    OptionSpec(name, values, values[0], live=name not in SETUP_ONLY)
    for name, values in CHOICES.items()
)
