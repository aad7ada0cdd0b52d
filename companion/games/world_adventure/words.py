"""The fixed words and numbers of the game: goods, nations, dice, objectives, limits. No rules."""

GOODS = (
    "fruit",
    "spice",
    "chocolate",
    "medicine",
    "iron",
    "silk",
)  # the good of a die number, 1 to 6
PLACES = ("0", "1", "2", "3", "4", "5", "6")  # the City, then N, NE, SE, S, SW, NW
STATUSES = ("explorer", "charisma", "leadership")
SLOT_DICE = ("red", "black", "purple", "blue", "green")  # the die of the soldier in slot 1 to 5
NPC_DICE = (*SLOT_DICE, "silver", "gold")  # units without a hero take the second set in this order
HERO_DIE = "silver"
SKILL_DIE = "gold"

UPGRADES = {
    "mount_pet": 1,
    "cargo_up": 1,
    "smoke_bomb": 1,
    "medic_packs": 3,
}  # the most of each on one caravan
MONSTERS = (
    "minion",
    "destroyer",
    "raid",
)  # pieces of which one stands at most; Legendaries are many
HUNTERS = ("brigand", "government")

OBJECTIVES = (
    "legendary",
    "hero_lv2",
    "soldiers_lv2",
    "caravan_lv2",
    "caravan_full",
    "stall_2",
    "stall_3",
    "stall_4",
    "brigand",
    "government",
    "player_1",
    "player_2",
    "minion",
    "destroyer",
    "raid",
    "quest_1",
    "quest_2",
    "quest_3",
    "merchant_green",
    "merchant_yellow",
    "sale_12",
    "sale_16",
)

TARGETS = {"comp9": 9, "comp12": 12, "coop18": 18, "coop27": 27}
SEATS_FOR = {"comp9": (2, 3, 4), "comp12": (2, 3, 4), "coop18": (4,), "coop27": (6,)}
THRESHOLDS = (1, 4, 7)  # own runes that open a slot and bring a status point
STAGE_RUNES = (4, 7)  # runes of the leader that raise the Stage Lv to 2 and 3

GOLD_MOST = 99
EXP_MOST = 6
STATUS_FREE_MOST = 4  # without a Legendary item
STATUS_MOST = 5
TOKENS = 9  # X tokens of each kind, markers on the commodity track
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
