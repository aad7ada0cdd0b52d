"""Every refusal of the rules: its word, the row of the rules file it belongs to, whether the table
may bend it.
"""

from companion.games.world_adventure.state import GameStory
from companion.kit.say import Say, Value
from companion.kit.story import RuleError, refuse

# The rows of the rules file's section 10, and the words each may be refused with.
_REFUSALS = {
    "WA-R01": ("bad_die",),
    "WA-R02": ("wrong_colours",),
    "WA-R03": ("dice_number",),
    "WA-R04": ("no_roll_due",),
    "WA-R05": ("other_side",),
    "WA-R06": ("not_active",),
    "WA-R07": ("penalty_turn",),
    "WA-R08": ("no_moves", "not_neighbour", "closed_city", "forbidden"),
    "WA-R10": ("no_actions",),
    "WA-R11": (
        "scouted_already",
        "target_in_city",
        "team_mate",
        "no_explorer",
        "merchant_used",
        "no_merchant",
        "not_here",
    ),
    "WA-R12": ("monster_used", "no_monster", "in_city"),
    "WA-R13": ("slot_not_rolled",),
    "WA-R14": ("no_chase",),
    "WA-R15": ("no_gold",),
    "WA-R16": (
        "not_rolled",
        "out_of_stock",
        "in_need",
        "no_room",
        "not_owned",
        "sell_first",
        "sell_something",
    ),
    "WA-R17": ("shop_done", "shop_closed"),
    "WA-R18": ("stall_taken", "stall_charisma", "stall_most", "not_in_city"),
    "WA-R19": ("upgrade_most", "no_upgrade"),
    "WA-R20": ("caravan_price", "caravan_same"),
    "WA-R21": ("no_slot", "slot_taken"),
    "WA-R22": ("no_level_two",),
    "WA-R23": ("too_little_exp", "level_two", "trained"),
    "WA-R24": ("not_fainted",),
    "WA-R25": ("points_sum", "status_four", "status_five", "status_none"),
    "WA-R26": (
        "points_too_many",
        "points_fainted",
        "points_beyond",
        "points_hero",
        "points_accuracy",
        "points_left",
    ),
    "WA-R27": ("hero_last", "not_standing"),
    "WA-R28": ("retreat_tried", "no_bomb", "retreat_late"),
    "WA-R29": ("reroll_gold", "no_reroll"),
    "WA-R30": ("power_yellow", "power_purple", "power_none"),
    "WA-R31": ("quest_held", "no_quest", "quest_place", "quest_tried"),
    "WA-R33": ("same_city", "turn_markers"),
    "WA-R34": ("no_nation",),
    "WA-R35": ("x_place",),
    "WA-R36": ("npc_city", "npc_walk"),
    "WA-R37": ("not_now",),
    "WA-R38": ("in_battle",),
    "WA-R39": ("seats", "teams"),
    "WA-R40": ("over",),
    "WA-R41": ("facts", "not_in_deck", "needs_nine", "hero_taken"),
}
CODES: dict[str, str] = {}
for _code, _words in _REFUSALS.items():
    CODES.update(dict.fromkeys((f"wa.refused.{word}" for word in _words), _code))
# Limits of the menus that the table may overrule ("my card allows this"); the rest would have no
# meaning.
_BENDING = (
    "no_actions",
    "forbidden",
    "closed_city",
    "scouted_already",
    "target_in_city",
    "no_explorer",
    "merchant_used",
    "no_merchant",
    "monster_used",
    "no_monster",
    "no_gold",
    "shop_done",
    "shop_closed",
    "stall_charisma",
    "retreat_tried",
    "quest_place",
    "quest_tried",
    "too_little_exp",
    "trained",
)
BENDING = frozenset(f"wa.refused.{word}" for word in _BENDING)


def refused(word: str, /, **values: Value) -> RuleError:
    """To raise, for what has no meaning."""
    key = f"wa.refused.{word}"
    return refuse(CODES[key], Say(key, values))


def bend_if(story: GameStory, broken: bool, word: str, /, **values: Value) -> None:
    """A rule the table may bend by saying that it happened anyway."""
    if broken:
        key = f"wa.refused.{word}"
        story.refuse_if(True, CODES[key], Say(key, values))
