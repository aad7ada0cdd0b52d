"""What is printed on board and cards, as data. What a pack leaves open is asked once, when it first
matters.
"""

from typing import Annotated, Any, Literal

import msgspec

from companion.games.world_adventure.pack.effects import (
    Effect,
    Natural,
    Pips,
    SlotNumber,
    Source,
    StageLv,
)
from companion.kit.forms import Prose


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
    **dict.fromkeys(("lv1_cast", "lv2_cast", "lv1_accuracy", "lv2_accuracy"), Pips),
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
