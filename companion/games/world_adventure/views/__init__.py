"""What the tablet draws of the table: month, order, stage, events, map, tokens, stock, wanted,
runes. Drawing only.
"""

from math import cos, pi, sin

from msgspec.structs import replace

from companion.games.world_adventure.pack.atlas import atlas
from companion.games.world_adventure.rules.asking import nation_name, territory_say
from companion.games.world_adventure.rules.board import pieces, tokens_out
from companion.games.world_adventure.rules.cards import find, title
from companion.games.world_adventure.rules.runes import objective_say, stage_for, target
from companion.games.world_adventure.rules.wanted import ranks
from companion.games.world_adventure.state import GOODS, HUNTERS, OBJECTIVES, TOKENS, State, top
from companion.games.world_adventure.steps import asks
from companion.games.world_adventure.views.battle import arena
from companion.games.world_adventure.views.seats import loose, mat
from companion.kit.asks import Choose
from companion.kit.say import Say, name_of, say
from companion.kit.trackers import (
    Behind,
    Chart,
    Gauge,
    Map,
    MapPlace,
    Marker,
    Notes,
    Order,
    Phase,
    PhaseStep,
    Slot,
    Tokens,
    Track,
    Tracker,
    TurnSeat,
    View,
)

_PHASES = ("beginning", "players", "npc", "end")
_ANGLES = {"1": -90, "2": -30, "3": 30, "4": 90, "5": 150, "6": 210}


def view(state: State, _seat: str | None) -> View:
    """All of it is public; only what people look at before choosing is not told to us at all."""
    trackers: list[Tracker] = [_phase(state), _order(state), _stage(state), _events(state)]
    around: list[Tracker] = [
        _map(state),
        *_tokens(state),
        _stock(state),
        _wanted(state),
        _runes(state),
    ]
    if state.battle is not None:  # the rest waits until it is over
        trackers += [replace(one, front=True) for one in arena(state, state.battle)]
        around = [replace(one, quiet=True) for one in around]
    trackers += around
    for seat in state.players:
        trackers += mat(state, seat)
    return View(_headline(state), tuple(trackers))


def _headline(state: State) -> Say:
    if state.winner:
        return say("wa.headline.over", n=state.month)
    if state.phase == "setup":
        return say("wa.headline.setup")
    if state.battle is not None:
        return say("wa.headline.battle", month=state.month, n=state.battle.round)
    if state.active:
        return say("wa.headline.turn", month=state.month, seat=name_of(state.active))
    return say(f"wa.headline.{state.phase}", month=state.month)


def _phase(state: State) -> Phase:
    at = _PHASES.index(state.phase) if state.phase in _PHASES else -1
    steps = tuple(
        PhaseStep(name, say(f"wa.phase.{name}"), "now" if n == at else "done" if n < at else "")
        for n, name in enumerate(_PHASES)
    )
    return Phase(
        id="phase",
        say=say("wa.tracker.month_n", n=state.month),
        steps=steps,
        at=top(state).step,
        handle="month",
    )


def _order(state: State) -> Order:
    at = state.turn_order.index(state.active) if state.active else -1
    done = len(state.turn_order) if state.phase in ("npc", "end") else at
    turns = tuple(
        TurnSeat(
            seat,
            "now" if n == at else "done" if n < done else "waiting",
            "!" if state.players[seat].penalty else "",
        )
        for n, seat in enumerate(state.turn_order)
    )
    return Order(id="turn_order", say=say("wa.tracker.turn_order"), turns=turns)


def _stage(state: State) -> Gauge:
    lead = max(one.rune_count for one in state.players.values())
    next_at = {1: 4, 2: 7}.get(state.stage_lv)
    note = say("wa.stage_note", n=lead, next=next_at) if next_at else say("wa.stage_top", n=lead)
    if stage_for(state) > state.stage_lv:
        note = say("wa.stage_due", n=lead)
    return Gauge(
        id="stage_lv",
        say=say("wa.tracker.stage_lv"),
        value=state.stage_lv,
        most=3,
        note=note,
        handle="stage_lv",
    )


def _events(state: State) -> Notes:
    lines = []
    for piece in state.legendaries:
        lines.append(say("wa.legendary_lives", card=title(state, "monsters", piece.card)))
    if state.event_running:
        lines += [
            say("wa.event_now", card=title(state, "events", state.event_running)),
            *_event_text(state),
        ]
    if state.event_next:
        lines.append(say("wa.event_next", card=title(state, "events", state.event_next)))
    return Notes(id="events", say=say("wa.tracker.events"), lines=tuple(lines))


def _event_text(state: State) -> tuple[Say, ...]:
    card = find(state, "events", state.event_running)
    return (say("wa.event_text", text=card.text),) if card is not None and card.text else ()


def _map(state: State) -> Map:
    drawn = atlas(state.pack)
    here = _who_is_where(state)
    centres = _centres(state)
    lit, spots = _offered(state), drawn.cities + drawn.outer
    places = tuple(
        replace(_place(state, spot, centres, here.get(spot, ())), lit=spot in lit) for spot in spots
    )
    ways = tuple(
        (spot, other) for spot, near in drawn.near.items() for other in near if spot < other
    )
    return Map(
        id="map",
        say=say("wa.tracker.map"),
        places=places,
        ways=ways,
        note=say("wa.map_marks"),
        behind=Behind(say("wa.map_note")),
    )


def _offered(state: State) -> set[str]:
    """Where a hero or a marker may go now: the open options of what is asked."""
    offers = [ask.options for ask in asks(state) if isinstance(ask, Choose)]
    return {option.id for options in offers for option in options if option.why_not is None}


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


def _tokens(state: State) -> tuple[Tracker, ...]:
    """Three nine-step tracks, with what happens at the third, sixth and ninth."""
    tracks: list[Tracker] = [
        Track(
            id=kind,
            say=say(f"wa.tracker.{kind}"),
            most=TOKENS,
            markers=(Marker(tokens_out(getattr(state, kind))),),
            marks=(3, 6, 9),
            note=say(f"wa.{kind}_note", n=3 - total % 3),
        )
        for kind, total in (
            ("merchant_x", state.merchant_x_total),
            ("monster_x", state.monster_x_total),
        )
    ]
    tracks.append(
        Track(
            id="track_markers",
            say=say("wa.tracker.track_markers"),
            most=TOKENS,
            markers=(Marker(state.track_markers),),
            handle="track_markers",
            note=say("wa.needs_note", n=3 - state.needs_fulfilled % 3),
        )
    )
    return tuple(tracks)


def _stock(state: State) -> Tokens:
    return Tokens(
        id="stock",
        say=say("wa.tracker.stock"),
        pieces=loose({good: state.stock[good] for good in GOODS}),
    )


def _wanted(state: State) -> Track:
    order = {seat: rank for rank, seat in enumerate(ranks(state), 1)}
    markers = tuple(
        Marker(
            state.players[seat].wanted,
            seat=seat,
            say=say("wa.rank", n=order[seat]) if seat in order else say("wa.good_boy"),
            handle=f"wanted:{seat}",
        )
        for seat in state.wanted_order
    )
    ranked = tuple(name_of(seat) for seat in ranks(state))
    note = say("wa.wanted_note", seats=ranked) if ranked else None
    return Track(
        id="wanted",
        say=say("wa.tracker.wanted_track"),
        most=state.pack.wanted_max,
        markers=markers,
        note=note,
    )


def _runes(state: State) -> Chart:
    slots = tuple(
        Slot(
            name,
            objective_say(name),
            tuple(seat for seat, one in state.players.items() if one.runes.get(name)),
        )
        for name in OBJECTIVES
    )
    return Chart(id="rune_track", say=say("wa.tracker.rune_track", n=target(state)), slots=slots)
