"""The whole game at one moment, in the words of the rulebook. Immutable; what did not change is
shared.

`step` is where the month stands; `stack` holds what interrupts it, the newest last: an automatic
attack in a walk, a battle in that attack, a rune in that battle, a card choice in that rune. The
last frame is what the table does now.
"""

import msgspec

from companion.games.world_adventure.pack.cards import (
    Caravan,
    Event,
    Hero,
    Hunter,
    Merchant,
    Monster,
    RunePower,
)
from companion.games.world_adventure.pack.cards import Quest as QuestCard
from companion.games.world_adventure.pack.contents import Pack
from companion.games.world_adventure.pack.effects import Effect
from companion.kit.seats import Seat
from companion.kit.story import Story

GOODS = (
    "fruit",
    "spice",
    "chocolate",
    "medicine",
    "iron",
    "silk",
)  # the good of a die number, 1 to 6
STATUSES = ("explorer", "charisma", "leadership")
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
TOKENS = 9  # X tokens of each kind, markers on the commodity track


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something begun and not finished. `what`, `n`, `dice` and `names` are the step's notes."""

    step: str
    seat: str = ""
    what: str = ""
    n: int = 0
    dice: tuple[int, ...] = ()
    names: tuple[str, ...] = ()


class Soldier(msgspec.Struct, frozen=True):
    slot: int
    level: int = 1
    exp: int = 0
    condition: str = "active"  # or fainted
    limit_break: bool = False  # made Lv 2 by Leadership 5, so he earns no rune
    trained_month: int = 0

    @property
    def active(self) -> bool:
        return self.condition == "active"


class HeldQuest(msgspec.Struct, frozen=True):
    card: str
    city: str  # where it was first taken
    places: tuple[str, ...] = ()  # of the quest meeples
    done: tuple[str, ...] = ()


class HeldPower(msgspec.Struct, frozen=True):
    card: str
    uses: int


class Player(msgspec.Struct, frozen=True):
    team: str = ""
    hero: str = ""
    hero_level: int = 1
    hero_exp: int = 0
    hero_trained_month: int = 0
    explorer: int = 0
    charisma: int = 0
    leadership: int = 0
    legendary_items: int = 0
    gold: int = 20
    gold_wasted: int = 0  # of the last gain, what went over 99
    caravan: str = ""
    mount_pet: int = 0
    cargo_up: int = 0
    smoke_bomb: int = 1
    medic_packs: int = 0
    goods: dict[str, int] = {}
    soldiers: tuple[Soldier, ...] = ()
    stalls: tuple[str, ...] = ()
    quest: HeldQuest | None = None
    quests_done: int = 0
    runes: dict[str, int] = {}
    powers: tuple[HeldPower, ...] = ()
    legendary_defeated: int = 0
    wanted: int = 0
    territory: str = ""
    penalty: bool = False
    shop_month: dict[str, int] = {}
    effects: tuple[Effect, ...] = ()  # of Rune Powers, until the turn ends

    @property
    def rune_count(self) -> int:
        return sum(self.runes.values())


class Turn(msgspec.Struct, frozen=True):
    moves: int = 0
    actions: int = 0
    bonus_taken: bool = False
    scouted: tuple[str, ...] = ()
    shop_done: bool = False
    checked: tuple[str, ...] = ()  # NPCs that have fought the active player this turn
    tolled: tuple[str, ...] = ()
    quest_tried: bool = False


class HunterPiece(msgspec.Struct, frozen=True):
    """The Brigand's or Government's meeple; without a territory it waits on its card."""

    territory: str = ""
    lost: tuple[int, ...] = ()  # damage per unit, where the table plays that it stays


class MonsterPiece(msgspec.Struct, frozen=True):
    territory: str = ""
    card: str = ""
    met_by: tuple[str, ...] = ()
    lost: int = 0


class Unit(msgspec.Struct, frozen=True):
    """A hero, soldier or NPC soldier in battle. `throw` counts from 0 where one set of dice is not
    enough.
    """

    id: str
    die: str
    level: int
    hp: int
    attack: int
    accuracy: int
    damage: int = 0
    throw: int = 0

    @property
    def active(self) -> bool:
        return self.damage < self.hp


class Buff(msgspec.Struct, frozen=True):
    kind: str
    n: int
    who: str
    rounds: int


class Side(msgspec.Struct, frozen=True):
    """`dice` are the pips by unit (and `gold`, `skill`); `given` the damage handed out, by unit."""

    who: str  # a seat, or brigand, government
    units: tuple[Unit, ...]
    rerolls: int = 0
    tried: bool = False  # the retreat die of this round
    dice: dict[str, int] = {}
    throws: int = 0  # sets of dice already rolled this round
    given: dict[str, int] | None = None
    shield: int = 0
    buffs: tuple[Buff, ...] = ()


class Battle(msgspec.Struct, frozen=True):
    """`sides` has the player alone against a merchant or monster, else the attacker and the
    defender.
    """

    kind: str  # merchant, monster, unit
    attacker: str
    defender: str
    territory: str
    sides: tuple[Side, ...]
    round: int = 0
    card: str = ""
    tier: str = ""
    hp: int = 0
    accuracy: int = 0
    retreat: int = 0
    chase: int = 0
    barrier: int = 0
    was_wanted: bool = False
    agreed: str = ""  # an end the table agreed on
    rolloff: dict[str, int] = {}


class Learned(msgspec.Struct, frozen=True):
    """What the table told us of board and cards during play: never asked again, and a draft of the
    owner's pack.
    """

    touch: dict[str, str] = {}  # "java.2|china.5" -> yes, no
    merchant: dict[str, str] = {}
    monster: dict[str, str] = {}
    legendary: dict[str, str] = {}  # colour -> territory
    bounty: dict[str, int] = {}
    heroes: dict[str, Hero] = {}
    caravans: dict[str, Caravan] = {}
    merchants: dict[str, Merchant] = {}
    monsters: dict[str, Monster] = {}
    hunters: dict[str, Hunter] = {}
    powers: dict[str, RunePower] = {}
    events: dict[str, Event] = {}
    quests: dict[str, QuestCard] = {}


class State(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    options: dict[str, int | str]
    pack: Pack
    players: dict[str, Player]
    stock: dict[str, int]
    need: dict[str, str]  # per nation; empty: fulfilled, the marker lies face down
    step: str = "S4"
    stack: tuple[Frame, ...] = ()
    occasion: int = 0
    month: int = 1
    phase: str = "setup"
    turn_order: tuple[str, ...] = ()
    active: str = ""
    turn: Turn = Turn()
    stage_lv: int = 1
    track_markers: int = TOKENS
    used_markers: int = 0
    needs_fulfilled: int = 0
    brigand_due: bool = False
    merchant_x: tuple[str, ...] = ("",) * TOKENS  # the territory of each token; empty: on its track
    monster_x: tuple[str, ...] = ("",) * TOKENS
    merchant_x_total: int = 0
    monster_x_total: int = 0
    brigand: HunterPiece = HunterPiece()
    government: HunterPiece = HunterPiece()
    minion: MonsterPiece = MonsterPiece()
    destroyer: MonsterPiece = MonsterPiece()
    raid: MonsterPiece = MonsterPiece()
    legendaries: tuple[MonsterPiece, ...] = ()
    legendaries_used: tuple[str, ...] = ()
    npcs_done: tuple[str, ...] = ()  # monsters that have acted in this NPC phase
    event_running: str = ""
    event_next: str = ""
    effects: tuple[Effect, ...] = ()  # of the event in force
    rune_faceup: tuple[str, ...] = ()
    runes_gone: tuple[str, ...] = ()
    quest_faceup: tuple[str, ...] = ()
    wanted_order: tuple[str, ...] = ()  # by arrival at the present number, the oldest first
    battle: Battle | None = None
    learned: Learned = Learned()
    winner: str = ""  # a seat or a team


GameStory = Story[State]


def top(state: State) -> Frame:
    return state.stack[-1] if state.stack else Frame(state.step, state.active)
