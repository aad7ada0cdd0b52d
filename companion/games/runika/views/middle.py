"""What the tablet draws in the middle of the table: round and turns, pool, spell masters, rune row,
decks, bag.
"""

from companion.games.runika.ending import reasons_to_end
from companion.games.runika.pack import DiceSpec, Rune
from companion.games.runika.rules.bag import bag_count
from companion.games.runika.rules.claims import claimable
from companion.games.runika.rules.dice import ELEMENT_SAY, ELEMENT_WORDS, die_say
from companion.games.runika.rules.modes import has_masters, target
from companion.games.runika.rules.powers import power_say
from companion.games.runika.state import OVER, Claimed, State
from companion.kit.say import Say, name_of, say
from companion.kit.seats import order_of, starting_with
from companion.kit.trackers import (
    CardFace,
    Cards,
    Counter,
    Loose,
    Marker,
    Notes,
    Order,
    Phase,
    PhaseStep,
    Pile,
    Tokens,
    Track,
    Tracker,
    TurnSeat,
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
    found.append(_row(state, glowing))
    if state.masteries:
        found.append(_masteries(state, glowing))
    if has_masters(state):
        found.append(_masters(state))
    found += [_order(state), _race(state), _phase(state), *_decks(state)]
    found += [_bag(state), _bag_by_colour(state)]
    return found


def _phase(state: State) -> Tracker:
    now = next((name for name, steps in _PHASES.items() if state.step.startswith(steps)), "")
    steps = tuple(
        PhaseStep(name, say(f"rk.phase.{name}"), "now" if name == now else "") for name in _PHASES
    )
    return Phase(id="phase", say=say("rk.view.round", n=state.round), steps=steps, at=now)


def _order(state: State) -> Tracker:
    order = (
        starting_with(order_of(state), state.initiative) if state.initiative else order_of(state)
    )
    now = state.active or state.picker
    turns = tuple(
        TurnSeat(
            seat,
            "now" if seat == now else "done" if seat in state.had_turn else "waiting",
            "♛" if seat == state.initiative else "",
        )
        for seat in order
    )
    return Order(id="order", say=say("rk.view.order"), turns=turns)


def _race(state: State) -> Tracker:
    totals = {seat: player.total for seat, player in state.players.items()}
    markers = tuple(
        Marker(total, seat, counts=total == max(totals.values())) for seat, total in totals.items()
    )
    return Track(
        id="race",
        say=say("rk.view.race"),
        most=max(target(state), *totals.values()),
        markers=markers,
    )


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
    pieces = tuple(
        _loose(spec, state.pool[spec.id]) for spec in state.pack.dice if spec.id in state.pool
    )
    note = say("rk.view.pick", seat=name_of(state.picker), n=left)
    return Tokens(id="pool", say=say("rk.view.pool"), pieces=pieces, note=note)


def _loose(spec: DiceSpec, count: int) -> Loose:
    return Loose(ELEMENT_WORDS[spec.id], ELEMENT_SAY[spec.id], count, spec.colour)


def _masters(state: State) -> Tracker:
    return Cards(
        id="masters",
        say=say("rk.view.masters"),
        cards=tuple(_master(state, one.id) for one in state.pack.masters),
    )


def _master(state: State, element: str) -> CardFace:
    master, die = state.pack.master(element), state.slots[element]
    tokens = tuple(
        name_of(seat) for seat, player in state.players.items() if player.influence[element]
    )
    lines = [say(f"rk.ability.{element}")]
    if tokens:
        lines.append(say("rk.view.tokens_of", names=tokens))
    return CardFace(
        element,
        master.name,
        colour=state.pack.colours[element],
        colours=tuple(
            seat.colour for seat in state.seats if state.players[seat.id].influence[element]
        ),
        badge=element,
        lines=tuple(lines),
        faded=bool(die),
        mark=say("rk.view.slot_full", die=die_say(die)) if die else say("rk.view.slot_empty"),
        handle=f"slot.{element}",
    )


def letter_of(rune: Rune) -> str:
    """The element's letter, so that nobody needs to see its colour; a star for a wild one."""
    return rune.element or ("✱" if rune.kind == "wild" else "")


def _card(state: State, rune: Rune, **more: object) -> CardFace:
    lines = (power_say(state, Claimed(rune.id, 0)),)
    colour = (
        state.pack.colours[rune.element]
        if rune.element
        else "purple"
        if rune.kind == "wild"
        else None
    )
    value: int | str = "?" if rune.value is None else rune.value
    return CardFace(
        rune.id,
        rune.name,
        colour=colour,
        glyph=letter_of(rune),
        pattern=rune.frame,
        figures=(("points", value),),
        lines=lines,
        source=rune.source,
        **more,  # type: ignore[arg-type]
    )


def _row(state: State, glowing: set[str]) -> Tracker:
    cards = []
    for at, space in enumerate(state.row):
        if space.height:
            mark = _mark(state, at, space.rune in glowing)
            badge = f"×{space.height}" if space.height > 1 else ""
            handle, slot = f"row.{at + 1}", str(at + 1)
            cards.append(
                _card(
                    state,
                    state.pack.rune(space.rune),
                    badge=badge,
                    mark=mark,
                    slot=slot,
                    handle=handle,
                )
            )
    return Cards(id="row", say=say("rk.view.row"), cards=tuple(cards), slots=len(state.row))


def _mark(state: State, at: int, glows: bool) -> Say | None:
    if at in state.turn.uncovered:
        return say("rk.view.next_turn")
    return say("rk.view.can_claim") if glows else None


def _masteries(state: State, glowing: set[str]) -> Tracker:
    cards = []
    for rune_id, mastery in state.masteries.items():
        mark = say("rk.view.can_claim") if rune_id in glowing else None
        if mastery.owner:
            value = state.pack.rune(rune_id).value or 0
            mark = say("rk.view.owned", seat=name_of(mastery.owner), n=value)
        badge = "✦" if rune_id in glowing else ""
        cards.append(
            _card(
                state, state.pack.rune(rune_id), mark=mark, badge=badge, handle=f"mastery.{rune_id}"
            )
        )
    return Cards(id="masteries", say=say("rk.view.masteries"), cards=tuple(cards))


def _decks(state: State) -> list[Tracker]:
    few = say("rk.view.few_left")
    note = few if state.rune_deck <= FEW else None
    found: list[Tracker] = [
        Pile(
            id="rune_deck",
            say=say("rk.view.rune_deck"),
            handle="rune_deck",
            count=state.rune_deck,
            note=note,
        )
    ]
    if has_masters(state):
        note = few if state.merit_deck <= FEW else None
        count = state.merit_deck
        found.append(
            Pile(
                id="merit_deck",
                say=say("rk.view.merit_deck"),
                handle="merit_deck",
                count=count,
                note=note,
            )
        )
    return found


def _bag(state: State) -> Tracker:
    return Counter(id="bag", say=say("rk.view.bag"), value=bag_count(state))


def _bag_by_colour(state: State) -> Tracker:
    """Where more dice of a colour were seen than assumed, its count is not known."""
    known = [spec for spec in state.pack.dice if state.bag[spec.id] >= 0]
    pieces = tuple(_loose(spec, state.bag[spec.id]) for spec in known)
    unknown = say("rk.view.bag_unknown") if len(known) < len(state.pack.dice) else None
    return Tokens(
        id="bag_colours", say=say("rk.view.bag_colours"), pieces=pieces, note=unknown, quiet=True
    )
