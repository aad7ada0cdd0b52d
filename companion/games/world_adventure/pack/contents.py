"""A whole pack: the board, the fixed numbers, and every deck."""

from typing import Annotated, Literal

import msgspec

from companion.games.world_adventure.pack.cards import (
    Caravan,
    Event,
    Hero,
    Hunter,
    Merchant,
    Monster,
    Quest,
    RunePower,
    SoldierStats,
    UpgradePrice,
)
from companion.games.world_adventure.pack.effects import Natural, Source


class Nation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`x` and `y` (0 to 100) are where its City is drawn; without them nations are drawn three in a
    row.
    """

    id: str
    name: str
    x: float | None = None
    y: float | None = None


class Territory(msgspec.Struct, frozen=True):
    """Symbols printed there; None: not known. `legendary`: the colour of a special territory."""

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
