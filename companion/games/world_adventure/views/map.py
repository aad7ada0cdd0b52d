"""The map as the tablet draws it: every territory, who and what stands there, where one may go."""

from itertools import chain
from math import cos, pi, sin

from msgspec.structs import replace

from companion.games.world_adventure.pack.atlas import atlas
from companion.games.world_adventure.rules.asking import nation_name, territory_say
from companion.games.world_adventure.rules.board import pieces
from companion.games.world_adventure.state import HUNTERS, State
from companion.games.world_adventure.steps import asks
from companion.kit.asks import Choose
from companion.kit.say import name_of, say
from companion.kit.trackers import (
    Behind,
    Map,
    MapPlace,
    Marker,
)

_ANGLES = {"1": -90, "2": -30, "3": 30, "4": 90, "5": 150, "6": 210}


def map_of(state: State) -> Map:
    drawn = atlas(state.pack)
    here = _who_is_where(state)
    centres = _centres(state)
    lit, spots = _offered(state), drawn.cities + drawn.outer
    places = tuple(
        replace(_place(state, spot, centres, here.get(spot, ())), lit=spot in lit) for spot in spots
    )
    return Map(
        id="map",
        say=say("wa.tracker.map"),
        places=places,
        ways=_ways(drawn.near),
        note=say("wa.map_marks"),
        behind=Behind(say("wa.map_note")),
    )


def _ways(near: dict[str, tuple[str, ...]]) -> tuple[tuple[str, str], ...]:
    """Each pair of neighbours once."""
    ways: list[tuple[str, str]] = []
    for spot, others in near.items():
        ways += [(spot, other) for other in others if spot < other]
    return tuple(ways)


def _offered(state: State) -> set[str]:
    """Where a hero or a marker may go now: the open options of what is asked."""
    offers = chain.from_iterable(ask.options for ask in asks(state) if isinstance(ask, Choose))
    return {option.id for option in offers if option.why_not is None}


def _who_is_where(state: State) -> dict[str, tuple[Marker, ...]]:
    found: dict[str, list[Marker]] = {}
    for seat, one in state.players.items():
        if one.territory:
            marker = Marker(
                0, seat=seat, say=say("wa.hero_of", who=name_of(seat)), handle=f"territory:{seat}"
            )
            found.setdefault(one.territory, []).append(marker)
    for name in HUNTERS:
        spot = getattr(state, name).territory
        if spot:
            found.setdefault(spot, []).append(_npc(name, name))
    for name, piece in pieces(state).items():
        kind = name.partition(":")[0]
        found.setdefault(piece.territory, []).append(_npc(kind, name))
    for kind, badge in (("merchant_x", "$×"), ("monster_x", "!×")):
        for spot in getattr(state, kind):
            if spot:
                found.setdefault(spot, []).append(
                    Marker(0, say=say(f"wa.tracker.{kind}"), colour="white", badge=badge)
                )
    for seat, one in state.players.items():
        for nation in one.stalls:
            stall = Marker(0, seat=seat, say=say("wa.stall_of", who=name_of(seat)), badge="⌂")
            found.setdefault(f"{nation}.0", []).append(stall)
    return {spot: tuple(markers) for spot, markers in found.items()}


def _npc(kind: str, handle: str) -> Marker:
    return Marker(
        0, say=say(f"wa.npc.{kind}"), colour="black", badge=kind[0].upper(), handle=handle
    )


def _centres(state: State) -> dict[str, tuple[float, float]]:
    centres = {}
    for at, nation in enumerate(state.pack.nations):
        x, y = 17.0 + 33 * (at % 3), 17.0 + 33 * (at // 3 % 3)
        centres[nation.id] = (
            nation.x if nation.x is not None else x,
            nation.y if nation.y is not None else y,
        )
    return centres


def _place(
    state: State, spot: str, centres: dict[str, tuple[float, float]], markers: tuple[Marker, ...]
) -> MapPlace:
    nation, _, place = spot.partition(".")
    x, y = centres[nation]
    if place == "0":
        need = say("wa.needs", good=say(f"wa.good.{state.need[nation] or 'none'}"))
        return MapPlace(spot, nation_name(state, nation), x, y, nation, markers, (need,))
    angle = _ANGLES[place] * pi / 180
    short, full = say(f"wa.compass.{place}"), territory_say(state, spot)
    return MapPlace(spot, short, x + 11 * cos(angle), y + 11 * sin(angle), nation, markers, (full,))
