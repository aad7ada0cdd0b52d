"""The table's options: the mode, and every ruling where the book leaves room."""

from companion.kit.game import Options, OptionSpec

DIFFICULTIES = ("easy", "normal", "hard", "very_hard")


MIXES: dict[str, tuple[int, int, int, int]] = {
    "easy": (2, 3, 1, 1),
    "normal": (1, 2, 2, 2),
    "hard": (0, 1, 3, 3),
    "very_hard": (0, 0, 2, 5),
}


PLAYERS: dict[str, tuple[int, int]] = {"standard": (3, 5), "two_player": (2, 2), "campaign": (2, 5)}


PLAYER_COLOURS = ("red", "blue", "green", "yellow", "purple")


OPTIONS = (
    OptionSpec("mode", ("standard", "two_player", "campaign"), "standard", live=False),
    OptionSpec("difficulty", DIFFICULTIES, "normal"),
    OptionSpec("difficulty_table", ("printed", "own"), "printed", live=False),
    OptionSpec("own_t1", default=1, most=6, live=False),
    OptionSpec("own_t2", default=2, most=6, live=False),
    OptionSpec("own_t3", default=2, most=5, live=False),
    OptionSpec("own_t4", default=2, most=5, live=False),
    OptionSpec("phase_order", ("spell_first", "beast_first"), "spell_first"),
    OptionSpec("beast_order", ("shuffled", "tier_ascending"), "shuffled"),
    OptionSpec("first_mage_start", ("table_choice", "random"), "table_choice"),
    OptionSpec("damage_mode", ("printed", "shortfall", "flat1"), "printed"),
    OptionSpec("mixed_box", ("per_colour", "whole_box_hit"), "per_colour"),
    OptionSpec("black_vp_after_quick_kill", ("keep", "drop"), "keep"),
    OptionSpec("color_reshuffle", ("on_demand", "below_four"), "on_demand"),
    OptionSpec("min_tokens", default=0, most=1),
    OptionSpec("placement_repair", ("owner_removes", "void_card"), "owner_removes"),
    OptionSpec("table_talk_reminder", ("on", "off"), "on"),
    OptionSpec("two_player_stats", ("column_or_scaled", "three_player_column"), "column_or_scaled"),
    OptionSpec("campaign_lives", default=3, least=1, most=9, live=False),
    OptionSpec("campaign_damage_carry", ("none", "half"), "none"),
    OptionSpec("private_precheck", ("off", "on"), "off"),
)


def suggested(players: int) -> Options:
    """Two people are offered the mode for two; the usual game refuses them."""
    return {"mode": "two_player"} if players == 2 else {}
