"""N1 and N2: the Brigand and the Government choose a target, walk up to two steps and scout."""

from msgspec.structs import replace

from companion.games.world_adventure.pack.atlas import atlas, is_city
from companion.games.world_adventure.rules import cards as shelf
from companion.games.world_adventure.rules.asking import (
    choose_ask,
    dice_ask,
    spot_options,
    territory_say,
)
from companion.games.world_adventure.rules.changes import log, pop, push, put
from companion.games.world_adventure.rules.constants import SUCCESS
from companion.games.world_adventure.rules.drawing import draw_among
from companion.games.world_adventure.rules.possessions import aboard, is_forbidden
from companion.games.world_adventure.rules.refusals import bend_if
from companion.games.world_adventure.rules.wanted import ranks
from companion.games.world_adventure.state import Frame, GameStory, State
from companion.kit.asks import Option
from companion.kit.say import name_of, say
from companion.kit.steps import Asks, Reply, Step

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


def _begin(story: GameStory, frame: Frame) -> None:
    kind = "brigand" if frame.step == "N1" else "government"
    put(story, step=_NEXT[kind])
    state = story.state
    if not getattr(state, kind).territory or is_forbidden(state, "skip", kind):
        return
    if not candidates(state, kind):
        log(story, "hunter_waits", what=say(f"wa.npc.{kind}"))
        return
    push(story, Frame("Nt", what=kind))


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


def _target(story: GameStory, frame: Frame) -> None:
    """Nearest first; `names` are those told equally near where the map is unknown."""
    near = frame.names or _nearest(story.state, frame.what)
    if near is None:
        push(story, replace(frame, step="Nn"))
        return
    best = prefer(story.state, frame.what, near)
    then = Frame("Nw", what=frame.what)
    if len(best) > 1:
        draw_among(story, best, then)
    else:
        push(story, replace(then, names=best))


def prefer(state: State, kind: str, near: tuple[str, ...]) -> tuple[str, ...]:
    """Among the equally near: the Brigand likes gold, then goods; the Government rank."""
    if kind == "government":
        return tuple(seat for seat in ranks(state) if seat in near)[:1]
    worth = {seat: (state.players[seat].gold, aboard(state, seat)) for seat in near}
    return tuple(seat for seat in near if worth[seat] == max(worth.values()))


def _ask_nearest(state: State, frame: Frame) -> Asks:
    seats = candidates(state, frame.what)
    options = tuple(
        Option(seat, say("wa.do.seat", seat=name_of(seat)), seat=seat) for seat in seats
    )
    return (choose_ask(state, "Nn", options, most=len(options), what=say(f"wa.npc.{frame.what}")),)


def _told_nearest(story: GameStory, frame: Frame, reply: Reply) -> None:
    pop(story)
    push(story, replace(frame, step="Nt", names=reply.options))


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


def _walk(story: GameStory, frame: Frame) -> None:
    kind, target = frame.what, frame.names[0]
    ends = walk_ends(story.state, kind, target)
    if ends is None or len(ends) > 1:
        push(story, replace(frame, step="Nq"))
    else:
        _arrive(story, frame, ends[0])


def _ask_walk(state: State, frame: Frame) -> Asks:
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


def _told_walk(story: GameStory, frame: Frame, reply: Reply) -> None:
    pop(story)
    bend_if(story, frame.what == "brigand" and is_city(reply.choice), "npc_city")
    _arrive(story, frame, reply.choice)


def _arrive(story: GameStory, frame: Frame, spot: str) -> None:
    kind, target = frame.what, frame.names[0]
    piece = getattr(story.state, kind)
    put(story, **{kind: replace(piece, territory=spot)})
    log(
        story,
        "hunter_walks",
        target,
        what=say(f"wa.npc.{kind}"),
        spot=territory_say(story.state, spot),
    )
    push(story, replace(frame, step="Ns"))


def _scout(story: GameStory, frame: Frame) -> None:
    """In the target's territory it rolls the Explorer dice of its card."""
    kind, target = frame.what, frame.names[0]
    if getattr(story.state, kind).territory != story.state.players[target].territory:
        return
    if not shelf.ensure(story, frame, f"{kind}:{story.state.stage_lv}"):
        return
    if shelf.hunter(story.state, kind).explorer:
        push(story, replace(frame, step="Nr"))


def _ask_scout(state: State, frame: Frame) -> Asks:
    number = shelf.hunter(state, frame.what).explorer
    what, target = say(f"wa.npc.{frame.what}"), name_of(frame.names[0])
    return (dice_ask(state, "Nr", number, what=what, target=target),)


def _scouted(story: GameStory, frame: Frame, reply: Reply) -> None:
    """One success is enough, and more bring nothing."""
    target = frame.names[0]
    pop(story)
    found = any(die <= SUCCESS for die in reply.pips)
    log(
        story,
        "hunter_finds" if found else "hunter_misses",
        target,
        what=say(f"wa.npc.{frame.what}"),
    )
    if found:
        push(story, Frame("KU", frame.what, target))


STEPS = {
    "N1": Step(run=_begin),
    "N2": Step(run=_begin),
    "Nt": Step(run=_target),
    "Nw": Step(run=_walk),
    "Ns": Step(run=_scout),
    "Nn": Step(_ask_nearest, _told_nearest),
    "Nq": Step(_ask_walk, _told_walk),
    "Nr": Step(_ask_scout, _scouted),
}
