"""The table's options: the mode, and every ruling where the book leaves room. The first value is
what we play.
"""

from companion.kit.game import Options, OptionSpec


def _words(name: str, *values: str, live: bool = True) -> OptionSpec:
    return OptionSpec(name, values, values[0], live=live)


OPTIONS = (
    _words("mode", "comp9", "comp12", "coop18", "coop27", live=False),
    _words("legendary_required", "no", "yes"),
    _words("legendary_runes", "once", "each"),
    _words("sale_rune_per_trade", "both", "one"),
    _words("sale_second_good", "any", "other_kind"),
    _words("rune_used_to", "faceup", "out_of_game"),
    _words("scout_bonus", "per_turn", "per_roll"),
    OptionSpec("min_good_price", default=0, least=0, most=1),
    _words("toll_when", "enter", "first_service"),
    _words("leadership_reroll", "per_battle", "per_round"),
    _words("stay_check", "end_of_turn", "start_of_turn"),
    OptionSpec("shop_wait", default=2, least=2, most=3),
    _words("brigand_when", "at_once", "end_of_month"),
    _words("quiet_exp_fainted", "yes", "no"),
    _words("accuracy_source", "card", "fixed3"),
    _words("npc_damage", "auto", "opponents_choose"),
    _words("npc_keeps_damage", "no", "yes"),
    _words("failed_retreat", "continue", "free_hit"),
    _words("legendary_replace", "no", "yes"),
    _words("brigand_ignores_city_players", "no", "yes"),
    _words("wanted_down_on", "defeat", "attack"),
    _words("penalty_recover", "no", "yes"),
    _words("team_gifts", "no", "same_territory"),
)


def suggested(players: int) -> Options:
    """Six play three against three; up to four each for himself."""
    return {"mode": "coop27"} if players == 6 else {}
