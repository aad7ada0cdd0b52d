"""N1 and N2: the Brigand and the Government choose a target, walk up to two territories and scout."""

from msgspec.structs import replace

from companion.games.world_adventure import cards as shelf
from companion.games.world_adventure.atlas import atlas, is_city
from companion.games.world_adventure.draws import (
    choose_ask,
    dice_ask,
    draw_among,
    spot_options,
    territory_say,
)
from companion.games.world_adventure.purse import aboard, is_forbidden
from companion.games.world_adventure.state import Frame, State
from companion.games.world_adventure.tale import (
    Tale,
    bend_if,
    choice,
    chosen,
    log,
    pips,
    pop,
    push,
    put,
)
from companion.games.world_adventure.wanted import ranks
from companion.games.world_adventure.words import SUCCESS
from companion.kit.asks import Ask, Option
from companion.kit.intents import Answer
from companion.kit.say import name_of, say

_STEPS = 2
_NEXT = {"brigand": "N2", "government": "N3"}


def candidates(state: State, kind: str) -> tuple[str, ...]:
    """Whom it may hunt: the Brigand anybody, the Government the wanted."""
    if kind == "government":
        return ranks(state)
    seats = tuple(state.players)
    if state.options["brigand_ignores_city_players"] == "yes":
        return tuple(seat for seat in seats if not is_city(state.players[seat].territory))
    return seats


def _begin(tale: Tale, frame: Frame) -> None:
    kind = "brigand" if frame.step == "N1" else "government"
    put(tale, step=_NEXT[kind])
    state = tale.state
    if not getattr(state, kind).territory or is_forbidden(state, "skip", kind):
        return
    if not candidates(state, kind):
        log(tale, "hunter_waits", what=say(f"wa.npc.{kind}"))
        return
    push(tale, Frame("Nt", what=kind))


def _nearest(state: State, kind: str) -> tuple[str, ...] | None:
    """The candidates equally near; None if the map does not tell."""
    here = getattr(state, kind).territory
    seats = candidates(state, kind)
    same = tuple(seat for seat in seats if state.players[seat].territory == here)
    if same:
        return same
    map_ = atlas(state.pack)
    if not map_.edges_known:
        return seats if len(seats) == 1 else None
    steps = map_.distances(here, kind == "brigand")
    far = {seat: steps.get(state.players[seat].territory, 999) for seat in seats}
    return tuple(seat for seat in seats if far[seat] == min(far.values()))


def _target(tale: Tale, frame: Frame) -> None:
    """Nearest first; `names` are those told equally near where the map is unknown."""
    near = frame.names or _nearest(tale.state, frame.what)
    if near is None:
        push(tale, replace(frame, step="Nn"))
        return
    best = prefer(tale.state, frame.what, near)
    then = Frame("Nw", what=frame.what)
    if len(best) > 1:
        draw_among(tale, best, then)
    else:
        push(tale, replace(then, names=best))


def prefer(state: State, kind: str, near: tuple[str, ...]) -> tuple[str, ...]:
    """Among the equally near: the Brigand likes gold, then goods; the Government the highest rank."""
    if kind == "government":
        return tuple(seat for seat in ranks(state) if seat in near)[:1]
    worth = {seat: (state.players[seat].gold, aboard(state, seat)) for seat in near}
    return tuple(seat for seat in near if worth[seat] == max(worth.values()))


def _ask_nearest(state: State, frame: Frame) -> tuple[Ask, ...]:
    seats = candidates(state, frame.what)
    options = tuple(
        Option(seat, say("wa.do.seat", seat=name_of(seat)), seat=seat) for seat in seats
    )
    return (choose_ask(state, "Nn", options, most=len(options), what=say(f"wa.npc.{frame.what}")),)


def _told_nearest(tale: Tale, frame: Frame, _part: str, answer: Answer) -> None:
    pop(tale)
    push(tale, replace(frame, step="Nt", names=chosen(answer)))


def walk_ends(state: State, kind: str, target: str) -> tuple[str, ...] | None:
    """Where it may stand after up to two steps on a shortest way, the best proposal first; None:
    map unknown.

    The Brigand never enters a city, so towards a player in one it stops beside it.
    """
    here, there = getattr(state, kind).territory, state.players[target].territory
    if here == there:
        return (here,)
    map_ = atlas(state.pack)
    around = kind == "brigand"
    if not map_.edges_known:
        return None
    way = map_.distances(here, around)
    far = way.get(there, 0)
    steps = min(_STEPS, far - 1 if around and is_city(there) else far)
    ends = [
        spot
        for spot, taken in way.items()
        if taken == steps
        and not (around and is_city(spot))
        and map_.distances(spot, around).get(there, 999) == far - steps
    ]
    return tuple(sorted(ends, key=map_.order.__getitem__)) or (here,)


def _walk(tale: Tale, frame: Frame) -> None:
    kind, target = frame.what, frame.names[0]
    ends = walk_ends(tale.state, kind, target)
    if ends is None or len(ends) > 1:
        push(tale, replace(frame, step="Nq"))
    else:
        _arrive(tale, frame, ends[0])


def _ask_walk(state: State, frame: Frame) -> tuple[Ask, ...]:
    """Equally short ways, the first one proposed; or any territory where the map is unknown."""
    kind, target = frame.what, frame.names[0]
    ends = walk_ends(state, kind, target)
    if ends is None:
        map_ = atlas(state.pack)
        here = getattr(state, kind).territory
        ends = (here, *(spot for spot in map_.outer + map_.cities if spot != here))
        if kind == "brigand":
            ends = tuple(spot for spot in ends if not is_city(spot))
    options = spot_options(state, ends)
    return (choose_ask(state, "Nq", options, what=say(f"wa.npc.{kind}"), target=name_of(target)),)


def _told_walk(tale: Tale, frame: Frame, _part: str, answer: Answer) -> None:
    pop(tale)
    bend_if(tale, frame.what == "brigand" and is_city(choice(answer)), "npc_city")
    _arrive(tale, frame, choice(answer))


def _arrive(tale: Tale, frame: Frame, spot: str) -> None:
    kind, target = frame.what, frame.names[0]
    piece = getattr(tale.state, kind)
    put(tale, **{kind: replace(piece, territory=spot)})
    log(
        tale,
        "hunter_walks",
        target,
        what=say(f"wa.npc.{kind}"),
        spot=territory_say(tale.state, spot),
    )
    push(tale, replace(frame, step="Ns"))


def _scout(tale: Tale, frame: Frame) -> None:
    """In the target's territory it rolls the Explorer dice of its card."""
    kind, target = frame.what, frame.names[0]
    if getattr(tale.state, kind).territory != tale.state.players[target].territory:
        return
    if not shelf.ensure(tale, frame, f"{kind}:{tale.state.stage_lv}"):
        return
    if shelf.hunter(tale.state, kind).explorer:
        push(tale, replace(frame, step="Nr"))


def _ask_scout(state: State, frame: Frame) -> tuple[Ask, ...]:
    number = shelf.hunter(state, frame.what).explorer
    what, target = say(f"wa.npc.{frame.what}"), name_of(frame.names[0])
    return (dice_ask(state, "Nr", number, what=what, target=target),)


def _scouted(tale: Tale, frame: Frame, _part: str, answer: Answer) -> None:
    """One success is enough, and more bring nothing."""
    target = frame.names[0]
    pop(tale)
    found = any(die <= SUCCESS for die in pips(answer))
    log(
        tale, "hunter_finds" if found else "hunter_misses", target, what=say(f"wa.npc.{frame.what}")
    )
    if found:
        push(tale, Frame("KU", frame.what, target))


AUTO = {"N1": _begin, "N2": _begin, "Nt": _target, "Nw": _walk, "Ns": _scout}
ASKS = {"Nn": _ask_nearest, "Nq": _ask_walk, "Nr": _ask_scout}
ANSWERS = {"Nn": _told_nearest, "Nq": _told_walk, "Nr": _scouted}
