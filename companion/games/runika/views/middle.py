"""What the tablet draws in the middle of the table: round and turns, pool, spell masters, rune row,
decks, bag.
"""

from functools import partial

from companion.games.runika.ending import reasons_to_end
from companion.games.runika.options import has_masters, target
from companion.games.runika.pack import DiceSpec
from companion.games.runika.rules.bag import bag_count
from companion.games.runika.rules.claims import claimable
from companion.games.runika.rules.dice import ELEMENT_SAY, ELEMENT_WORDS, die_say
from companion.games.runika.state import OVER, State
from companion.games.runika.views.cards import mastery_cards, row_cards
from companion.kit.say import Say, name_of, say
from companion.kit.scoreboard import turn_order
from companion.kit.seats import order_of, starting_with
from companion.kit.trackers import (
    CardFace,
    Cards,
    Counter,
    Loose,
    Marker,
    Notes,
    Phase,
    PhaseStep,
    Pile,
    Tokens,
    Track,
    Tracker,
)

FEW = 3
_PHASES = {"draft": ("R1", "R2"), "turns": ("T",), "end": ("E1", "E3")}


def table_trackers(state: State) -> list[Tracker]:
    """What is looked at most comes first."""
    found: list[Tracker] = []
    last = _last_round(state)
    if last is not None:
        found.append(last)
    if sum(state.pool.values()):
        found.append(_pool(state))
    glowing = {claim.rune.id for claim in claimable(state)} if state.step == "T3" else set()
    found.append(row_cards(state, glowing))
    if state.masteries:
        found.append(mastery_cards(state, glowing))
    if has_masters(state):
        found.append(_masters(state))
    found += [_order(state), _race(state), _phase(state), *_decks(state)]
    found += [_bag(state), _bag_by_colour(state)]
    return found


def _phase(state: State) -> Tracker:
    now = next((name for name, steps in _PHASES.items() if state.step.startswith(steps)), "")
    steps = []
    for name in _PHASES:
        steps.append(PhaseStep(name, say(f"rk.phase.{name}"), "now" if name == now else ""))
    return Phase(id="phase", say=say("rk.view.round", n=state.round), steps=tuple(steps), at=now)


def _order(state: State) -> Tracker:
    order = order_of(state)
    if state.initiative:
        order = starting_with(order, state.initiative)
    badges = {state.initiative: "♛"}
    return turn_order(say("rk.view.order"), order, partial(_turn_of, state), badges=badges)


def _turn_of(state: State, seat: str) -> str:
    if seat == (state.active or state.picker):
        return "now"
    return "done" if seat in state.had_turn else "waiting"


def _race(state: State) -> Tracker:
    totals = {seat: player.total for seat, player in state.players.items()}
    best = max(totals.values())
    markers = tuple(Marker(one, seat, counts=one == best) for seat, one in totals.items())
    most = max(target(state), best)
    return Track(id="race", say=say("rk.view.race"), most=most, markers=markers)


def _last_round(state: State) -> Tracker | None:
    reasons = reasons_to_end(state) if state.step != OVER and state.step[0] != "S" else ()
    if state.announced and state.on("merit_hidden") and "points" not in reasons:
        reasons = ("points", *reasons)
    if not reasons:
        return None
    why = tuple(say(f"rk.end.{reason}", n=target(state)) for reason in reasons)
    return Notes(id="last_round", say=say("rk.view.last_round"), size=2, lines=why)


def _pool(state: State) -> Tracker:
    left = sum(state.pool.values())
    lying = [spec for spec in state.pack.dice if spec.id in state.pool]
    pieces = tuple(_loose(spec, state.pool[spec.id]) for spec in lying)
    note = say("rk.view.pick", seat=name_of(state.picker), n=left)
    return Tokens(id="pool", say=say("rk.view.pool"), pieces=pieces, note=note)


def _loose(spec: DiceSpec, count: int) -> Loose:
    return Loose(ELEMENT_WORDS[spec.id], ELEMENT_SAY[spec.id], count, spec.colour)


def _masters(state: State) -> Tracker:
    cards = tuple(_master(state, master.id) for master in state.pack.masters)
    return Cards(id="masters", say=say("rk.view.masters"), cards=cards)


def _master(state: State, element: str) -> CardFace:
    die = state.slots[element]
    present = [seat for seat in state.seats if state.players[seat.id].influence[element]]
    lines = [say(f"rk.ability.{element}")]
    if present:
        names = tuple(name_of(seat.id) for seat in present)
        lines.append(say("rk.view.tokens_of", names=names))
    return CardFace(
        element,
        state.pack.master(element).name,
        colour=state.pack.colours[element],
        colours=tuple(seat.colour for seat in present),
        badge=element,
        lines=tuple(lines),
        faded=bool(die),
        mark=say("rk.view.slot_full", die=die_say(die)) if die else say("rk.view.slot_empty"),
        handle=f"slot.{element}",
    )


def _decks(state: State) -> list[Tracker]:
    found = [_deck("rune_deck", say("rk.view.rune_deck"), state.rune_deck)]
    if has_masters(state):
        found.append(_deck("merit_deck", say("rk.view.merit_deck"), state.merit_deck))
    return found


def _deck(name: str, what: Say, count: int) -> Tracker:
    note = say("rk.view.few_left") if count <= FEW else None
    return Pile(id=name, say=what, handle=name, count=count, note=note)


def _bag(state: State) -> Tracker:
    return Counter(id="bag", say=say("rk.view.bag"), value=bag_count(state))


def _bag_by_colour(state: State) -> Tracker:
    """Where more dice of a colour were seen than assumed, its count is not known."""
    known = [spec for spec in state.pack.dice if state.bag[spec.id] >= 0]
    pieces = tuple(_loose(spec, state.bag[spec.id]) for spec in known)
    unknown = say("rk.view.bag_unknown") if len(known) < len(state.pack.dice) else None
    what = say("rk.view.bag_colours")
    return Tokens(id="bag_colours", say=what, pieces=pieces, note=unknown, quiet=True)
