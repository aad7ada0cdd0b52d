"""The middle of the table as the tablet draws it: month, order, stage, events, tokens, stock,
wanted, runes.
"""

from companion.games.world_adventure.rules.board import tokens_out
from companion.games.world_adventure.rules.cards import find, title
from companion.games.world_adventure.rules.runes import objective_say, stage_for, target
from companion.games.world_adventure.rules.wanted import ranks
from companion.games.world_adventure.state import GOODS, OBJECTIVES, TOKENS, State, top
from companion.games.world_adventure.views.seats import loose
from companion.kit.say import Say, name_of, say
from companion.kit.scoreboard import phases, turn_order
from companion.kit.trackers import (
    Chart,
    Gauge,
    Marker,
    Notes,
    Order,
    Phase,
    Slot,
    Tokens,
    Track,
    Tracker,
)

_PHASES = ("beginning", "players", "npc", "end")


def headline(state: State) -> Say:
    if state.winner:
        return say("wa.headline.over", n=state.month)
    if state.phase == "setup":
        return say("wa.headline.setup")
    if state.battle is not None:
        return say("wa.headline.battle", month=state.month, n=state.battle.round)
    if state.active:
        return say("wa.headline.turn", month=state.month, seat=name_of(state.active))
    return say(f"wa.headline.{state.phase}", month=state.month)


def phase(state: State) -> Phase:
    names = [(name, say(f"wa.phase.{name}")) for name in _PHASES]
    month = say("wa.tracker.month_n", n=state.month)
    return phases(month, names, state.phase, at=top(state).step, handle="month")


def order(state: State) -> Order:
    at = state.turn_order.index(state.active) if state.active else -1
    done = len(state.turn_order) if state.phase in ("npc", "end") else at

    def state_of(seat: str) -> str:
        place = state.turn_order.index(seat)
        if place == at:
            return "now"
        return "done" if place < done else "waiting"

    badges = {seat: "!" for seat, one in state.players.items() if one.penalty}
    what = say("wa.tracker.turn_order")
    return turn_order(what, state.turn_order, state_of, id="turn_order", badges=badges)


def stage(state: State) -> Gauge:
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


def events(state: State) -> Notes:
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


def tokens(state: State) -> tuple[Tracker, ...]:
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


def stock(state: State) -> Tokens:
    return Tokens(
        id="stock",
        say=say("wa.tracker.stock"),
        pieces=loose({good: state.stock[good] for good in GOODS}),
    )


def wanted(state: State) -> Track:
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


def runes(state: State) -> Chart:
    slots = tuple(_rune_slot(state, name) for name in OBJECTIVES)
    return Chart(id="rune_track", say=say("wa.tracker.rune_track", n=target(state)), slots=slots)


def _rune_slot(state: State, name: str) -> Slot:
    holders = tuple(seat for seat, one in state.players.items() if one.runes.get(name))
    return Slot(name, objective_say(name), holders)
