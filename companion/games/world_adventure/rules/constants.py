"""The fixed numbers of the game: dice, limits, prices. No rules."""

SLOT_DICE = ("red", "black", "purple", "blue", "green")  # the die of the soldier in slot 1 to 5
NPC_DICE = (*SLOT_DICE, "silver", "gold")  # units without a hero take the second set in this order
HERO_DIE = "silver"
SKILL_DIE = "gold"

TARGETS = {"comp9": 9, "comp12": 12, "coop18": 18, "coop27": 27}
SEATS_FOR = {"comp9": (2, 3, 4), "comp12": (2, 3, 4), "coop18": (4,), "coop27": (6,)}
THRESHOLDS = (1, 4, 7)  # own runes that open a slot and bring a status point
STAGE_RUNES = (4, 7)  # runes of the leader that raise the Stage Lv to 2 and 3

GOLD_MOST = 99
EXP_MOST = 6
STATUS_FREE_MOST = 4  # without a Legendary item
STATUS_MOST = 5
SUCCESS = 3  # a die of 1 to 3 succeeds where nothing else is said

GOLD_BY_PIPS = {1: 2, 2: 2, 3: 3, 4: 3, 5: 3, 6: 4}

STALL_PRICE = 5
STALL_INCOME = 5
STALLS_MOST = 4
TOLL = 2
SELL_PRICE = 4
NEED_PRICE = 6
BUY_PRICE = 4
RECRUIT_PRICE = 5
RECOVER_PRICE = 2
TRAIN_PRICE = 5
EVOLVE_PRICE = 15
CANCEL_PRICE = 5
PLAYER_EXP = 2
STALL_EXP = 1
PENALTY_DICE = 3
