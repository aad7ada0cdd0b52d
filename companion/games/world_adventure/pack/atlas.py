"""The map and the decks of a pack, looked up fast: neighbours, distances, cards by id. Nothing that
changes in play.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Protocol, TypeVar

from companion.games.world_adventure.pack.cards import (
    Caravan,
    Event,
    Hero,
    Hunter,
    Merchant,
    Monster,
    Quest,
    RunePower,
)
from companion.games.world_adventure.pack.contents import Pack, Territory
from companion.kit.asks import CardKnown
from companion.kit.memo import by_identity


class _Named(Protocol):
    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=_Named)


@dataclass(frozen=True, slots=True)
class Atlas:
    """A pack turned into tables. `edges_known` is False where the pack does not say how nations
    touch.
    """

    names: dict[str, str]  # of the nations
    cities: tuple[str, ...]
    outer: tuple[str, ...]
    # For equally good ways: lowest direction first, then the nations as listed.
    order: dict[str, int]
    near: dict[str, tuple[str, ...]]
    edges_known: bool
    spots: dict[str, Territory]
    heroes: dict[str, Hero]
    caravans: dict[str, Caravan]
    merchants: dict[str, Merchant]
    monsters: dict[str, Monster]
    hunters: dict[str, Hunter]
    powers: dict[str, RunePower]
    events: dict[str, Event]
    quests: dict[str, Quest]
    slots: dict[str, str]  # "merchant:1:4" -> the card standing there
    told: dict[str, bool]  # whether two territories touch, as a table said in an earlier game
    bounties: dict[str, int]
    known: dict[str, tuple[CardKnown, ...]] = field(default_factory=dict)
    ways: dict[tuple[str, bool], dict[str, int]] = field(default_factory=dict)

    def distances(self, start: str, around_cities: bool) -> dict[str, int]:
        """Steps to every territory. Around cities: one may be the last step only, never passed
        through.
        """
        key = (start, around_cities)
        if key not in self.ways:
            self.ways[key] = self._search(start, around_cities)
        return self.ways[key]

    def _search(self, start: str, around_cities: bool) -> dict[str, int]:
        steps = {start: 0}
        waiting = deque([start])
        while waiting:
            here = waiting.popleft()
            if around_cities and is_city(here) and here != start:
                continue
            for there in self.near[here]:
                if there not in steps:
                    steps[there] = steps[here] + 1
                    waiting.append(there)
        return steps


def is_city(territory: str) -> bool:
    return territory.endswith(".0")


def nation_of(territory: str) -> str:
    return territory.partition(".")[0]


def ring_neighbours(territory: str) -> tuple[str, ...]:
    """Inside a nation the City touches all six, and the six touch in a ring."""
    nation, _, place = territory.partition(".")
    if place == "0":
        return tuple(f"{nation}.{n}" for n in range(1, 7))
    at = int(place)
    return (f"{nation}.0", f"{nation}.{at % 6 + 1}", f"{nation}.{(at - 2) % 6 + 1}")


def missing(card: Any) -> tuple[str, ...]:
    """Numbers without which the card cannot be played."""
    if isinstance(card, Hero):
        return tuple(f"{lv}_hp" for lv in ("lv1", "lv2") if getattr(card, lv).hp is None)
    if isinstance(card, Caravan):
        return tuple(name for name in ("cargo", "chaser", "barrier") if getattr(card, name) is None)
    return ()


def _drawn(pack: Pack) -> Atlas:
    nations = [nation.id for nation in pack.nations]
    cities = tuple(f"{nation}.0" for nation in nations)
    outer = tuple(f"{nation}.{n}" for nation, n in product(nations, range(1, 7)))
    order = {spot: int(spot[-1]) * 100 + nations.index(nation_of(spot)) for spot in cities + outer}
    near = {spot: set(ring_neighbours(spot)) for spot in cities + outer}
    for one, other in pack.edges:
        near[one].add(other)
        near[other].add(one)
    by_way = {spot: tuple(sorted(others, key=order.__getitem__)) for spot, others in near.items()}
    told = {one.id: one.touch for one in pack.touches}
    bounties = {one.id: one.gold for one in pack.bounties}
    names = {nation.id: nation.name for nation in pack.nations}
    drawn = Atlas(
        names,
        cities,
        outer,
        order,
        by_way,
        bool(pack.edges),
        _by_id(pack.territories),
        _by_id(pack.heroes),
        _by_id(pack.caravans),
        _by_id(pack.merchants),
        _by_id(pack.monsters),
        _by_id(pack.hunters),
        _by_id(pack.powers),
        _by_id(pack.events),
        _by_id(pack.quests),
        _slots(pack),
        told,
        bounties,
    )
    for kind in ("heroes", "caravans", "powers", "events", "quests"):
        shelf = getattr(drawn, kind)
        drawn.known[kind] = tuple(
            CardKnown(card.id, card.name or card.id, card.source, missing(card))
            for card in shelf.values()
        )
    return drawn


def _by_id(things: Iterable[T]) -> dict[str, T]:
    return {thing.id: thing for thing in things}


def _slots(pack: Pack) -> dict[str, str]:
    slots = {f"merchant:{card.stage}:{card.slot}": card.id for card in pack.merchants}
    for card in pack.monsters:
        if card.tier == "raid":
            slots[f"raid:{card.stage}"] = card.id
        elif card.tier != "legendary":
            slots[f"monster:{card.stage}:{card.slot}"] = card.id
    return slots | {f"{card.kind}:{card.stage}": card.id for card in pack.hunters}


# A pack grows with every card taught; only the newest few are still looked up.
atlas = by_identity(_drawn, most=16)
