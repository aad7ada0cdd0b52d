"""What is printed on board and cards, as data. What a pack leaves open is asked once, when it first
matters.
"""

from typing import Annotated, Any, Literal

import msgspec

from companion.kit.forms import Prose

Source = Literal["printed", "demo", "owner"]
Natural = Annotated[int, msgspec.Meta(ge=0)]
Pips = Annotated[int, msgspec.Meta(ge=0, le=6)]
StageLv = Annotated[int, msgspec.Meta(ge=1, le=3)]
SlotNumber = Annotated[int, msgspec.Meta(ge=1, le=6)]

EffectKind = Literal[
    "gain_gold",
    "lose_gold",
    "random_gold",
    "gain_goods",
    "gain_good",
    "lose_good",
    "gain_exp",
    "wanted",
    "extra_strike",
    "add_attack",
    "damage",
    "accuracy",
    "shield",
    "heal_unit",
    "heal_hp",
    "faint",
    "reroll",
    "extra_dice",
    "auto_success",
    "move",
    "action",
    "chase",
    "cargo_slots",
    "barrier",
    "price",
    "place_self",
    "place_marker",
    "check",
    "status_point",
    "allow_limit_break",
    "forbid",
    "skip",
    "retreat_success",
    "manual",
]

_COUNTED: dict[str, None] = {"n": None}
_Roll = Literal["scout", "quest"]
_Price = Literal[
    "buy_good", "sell_good", "recruit", "recover", "train", "evolve", "upgrade", "stall"
]
_Deed = Literal["travel", "scout", "engage", "shop", "stall", "workshop", "recruiter", "quest"]
_Part = Literal["brigand", "government", "monsters", "raid", "income"]
_Unit = Literal["", "all", "hero", "1", "2", "3", "4", "5", "6"]
_Good = Literal["", "fruit", "spice", "chocolate", "medicine", "iron", "silk"]
_City = Literal[
    "", "java.0", "japan.0", "china.0", "rusia.0", "india.0", "persia.0", "arabia.0", "egypt.0", "europe.0"
]  # fmt: skip
_GOES_WITH: dict[EffectKind, dict[str, Any]] = {
    "gain_gold": _COUNTED,
    "lose_gold": _COUNTED,
    "random_gold": _COUNTED,
    "gain_goods": _COUNTED,
    "gain_good": {"what": _Good},
    "lose_good": _COUNTED,
    "gain_exp": {"n": None, "who": _Unit},
    "wanted": _COUNTED,
    "extra_strike": {"n": None, "who": _Unit, "rounds": None},
    "add_attack": {"n": None, "who": _Unit, "rounds": None},
    "damage": _COUNTED,
    "accuracy": {"n": None, "who": Literal["", "enemy"], "rounds": None},
    "shield": _COUNTED,
    "heal_unit": _COUNTED,
    "heal_hp": _COUNTED,
    "faint": _COUNTED,
    "reroll": _COUNTED,
    "extra_dice": {"n": None, "what": _Roll},
    "auto_success": {"what": _Roll},
    "move": _COUNTED,
    "action": _COUNTED,
    "chase": _COUNTED,
    "cargo_slots": _COUNTED,
    "barrier": _COUNTED,
    "price": {"what": _Price, "n": None},
    "place_self": {"what": _City},
    "place_marker": _COUNTED,
    "check": {"what": Literal["explorer", "charisma", "leadership"], "n": None},
    "status_point": _COUNTED,
    "allow_limit_break": _COUNTED,
    "forbid": {"what": _Deed},
    "skip": {"what": _Part},
    "retreat_success": {},
    "manual": {"text": None},
}


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One primitive. `what` names its object (a price, an action, a kind of dice), `who` a unit or
    side.
    """

    kind: Annotated[EffectKind, msgspec.Meta(extra={"parts": _GOES_WITH})]
    n: int = 1
    who: str = ""
    what: str = ""
    rounds: Natural = 1
    text: Prose = ""


class _Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    name: str = ""
    source: Source = "owner"
    verified: bool = False


class Skill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str = ""
    condition: Literal["none", "hero_hit", "manual"] = "none"
    effects: tuple[Effect, ...] = ()
    text: Prose = ""


class HeroStats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Without `cast` no Gold die is rolled for this hero; `hp` may be unknown until the card is
    met.
    """

    hp: Annotated[int, msgspec.Meta(ge=1)] | None = None
    attack: Natural = 1
    accuracy: Pips = 3
    cast: Pips | None = None
    skill: Skill = Skill()


SHORT_FACTS: dict[str, Any] = {
    "skill": str,
    **dict.fromkeys(("lv1_hp", "lv2_hp", "lv1_attack", "lv2_attack"), Natural),
    **dict.fromkeys(("lv1_cast", "lv2_cast"), Pips),
}


class Hero(_Card, frozen=True, kw_only=True):
    lv1: HeroStats = HeroStats()
    lv2: HeroStats = HeroStats(attack=2)


class SoldierStats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hp: Annotated[int, msgspec.Meta(ge=1)]
    attack: Natural
    accuracy: Pips = 3


class Caravan(_Card, frozen=True, kw_only=True):
    level: Literal[1, 2] = 1
    cargo: Natural | None = None
    chaser: Natural | None = None
    barrier: Natural | None = None
    buy: Natural = 10
    sell: Natural = 5


class UpgradePrice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    buy: Natural = 5
    sell: Natural = 2


class Merchant(_Card, frozen=True, kw_only=True):
    stage: StageLv
    slot: SlotNumber
    tier: Literal["green", "yellow", "other"]
    hp: Annotated[int, msgspec.Meta(ge=1)]
    accuracy: Pips
    exp: Natural
    cargo_dice: Natural
    loot_dice: Natural


class Monster(_Card, frozen=True, kw_only=True):
    """`stage` and `slot` are 0 where the tier has none; a Legendary has a colour, an item and
    perhaps an event.
    """

    tier: Annotated[
        Literal["minion", "destroyer", "raid", "legendary"],
        msgspec.Meta(
            extra={
                "parts": {
                    "minion": {"stage": None, "slot": None},
                    "destroyer": {"stage": None, "slot": None},
                    "raid": {"stage": None},
                    "legendary": {"color": None, "item_name": None, "event": None},
                }
            }
        ),
    ]
    stage: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    slot: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    hp: Annotated[int, msgspec.Meta(ge=1)]
    accuracy: Pips
    retreat: Pips
    exp: Natural
    wanted_delta: int
    cargo_dice: Natural
    loot_dice: Natural
    color: str = ""
    item_name: str = ""
    event: tuple[Effect, ...] = ()


class Hunter(_Card, frozen=True, kw_only=True):
    kind: Literal["brigand", "government"]
    stage: StageLv
    explorer: Natural
    lv1_units: Natural
    lv2_units: Natural
    exp: Natural = 2
    wanted_delta: int = 0
    gold: Natural = 0


class RunePower(_Card, frozen=True, kw_only=True):
    """`copies` of the same name are in the deck; yellow works outside battle, purple inside."""

    color: Literal["yellow", "purple"]
    uses: Annotated[int, msgspec.Meta(ge=1)] = 1
    effects: tuple[Effect, ...] = ()
    text: Prose = ""
    copies: Annotated[int, msgspec.Meta(ge=1)] = 1


class Event(_Card, frozen=True, kw_only=True):
    text: Prose = ""
    effects: tuple[Effect, ...] = ()
    timing: Literal["start", "all_month", "end"] = "start"


class Check(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    status: Literal["explorer", "charisma"]
    successes: Annotated[int, msgspec.Meta(ge=1)] = 1


class Quest(_Card, frozen=True, kw_only=True):
    """Done where `location` says; `meeples` mark places drawn by awakening marker (and die, for
    outer ones).
    """

    text: Prose = ""
    location: Annotated[
        Literal["taken_city", "marker_city", "marker_outer", "named", "manual"],
        msgspec.Meta(extra={"parts": {"named": {"place": None}}}),
    ] = "taken_city"
    place: str = ""
    meeples: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0
    check: Check | None = None
    exp: Natural = 0
    gold: Natural = 0
    effects: tuple[Effect, ...] = ()


class Nation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`x` and `y` (0 to 100) are where its City is drawn; without them nations are drawn three in a
    row.
    """

    id: str
    name: str
    x: float | None = None
    y: float | None = None


class Territory(msgspec.Struct, frozen=True):
    """Symbols printed there; None: not known yet. `legendary` is the colour of a special territory."""

    id: str
    source: Source = "printed"
    merchant: bool | None = None
    monster: bool | None = None
    legendary: str | None = None
    polygon: tuple[tuple[float, float], ...] = ()


class Touch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the table said of two territories of different nations (`china.5|java.2`): a draft of
    `edges`.
    """

    id: str
    touch: bool
    source: Source = "owner"


class BountyRead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Gold the table read off the board for so many points, or for a rank."""

    id: str
    gold: Natural
    source: Source = "owner"


class Bounty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    by: Literal["points", "rank"] = "points"
    gold: dict[str, Natural] = {}


class Pack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Board and cards. `complete`: every card of the decks is in here, so what is left in a deck
    can be counted.
    """

    source: Source
    verified: bool = False
    complete: bool = False
    nations: tuple[Nation, ...] = ()
    territories: tuple[Territory, ...] = ()
    edges: tuple[tuple[str, str], ...] = ()
    touches: tuple[Touch, ...] = ()
    bounties: tuple[BountyRead, ...] = ()
    wanted_max: Annotated[int, msgspec.Meta(ge=1)] = 9
    bounty: Bounty = Bounty()
    soldier_lv1: SoldierStats = SoldierStats(2, 1)
    soldier_lv2: SoldierStats = SoldierStats(4, 2)
    upgrade: UpgradePrice = UpgradePrice()
    heroes: tuple[Hero, ...] = ()
    caravans: tuple[Caravan, ...] = ()
    merchants: tuple[Merchant, ...] = ()
    monsters: tuple[Monster, ...] = ()
    hunters: tuple[Hunter, ...] = ()
    powers: tuple[RunePower, ...] = ()
    events: tuple[Event, ...] = ()
    quests: tuple[Quest, ...] = ()
