"""KU4, the distribution of damage: who gives out which points, where they may go, and the policy of
NPCs.
"""

from dataclasses import dataclass

from msgspec.structs import replace

from companion.games.world_adventure.rules.asking import ask_id, choose_ask, option, unit_say
from companion.games.world_adventure.rules.battle.common import made_easier, strikes, targets
from companion.games.world_adventure.rules.battle.effects import weakest
from companion.games.world_adventure.rules.board import are_enemies
from companion.games.world_adventure.rules.changes import (
    battle_of,
    log,
    pop,
    push,
    put_side,
    side_of,
)
from companion.games.world_adventure.rules.refusals import bend_if, refused
from companion.games.world_adventure.state import HUNTERS, Battle, Frame, GameStory, State, Unit
from companion.kit.asks import Ask, Cell, PieceWanted, Place
from companion.kit.pieces import Cells, Piece
from companion.kit.say import Say, say
from companion.kit.steps import Asks, Reply, Step

Shares = dict[str, dict[str, int]]  # points by unit hit, then by die


@dataclass(frozen=True, slots=True)
class Blow:
    """A die's points: `die` names it, `pips` is what it must not exceed."""

    die: str
    pips: int
    points: int


def blows(battle: Battle, at: int) -> list[Blow]:
    """What this side has to give out; effects on accuracy are reckoned into the pips."""
    side, easier = battle.sides[at], made_easier(battle, at)
    return [
        Blow(_die_name(unit), pips - easier, points)
        for unit, pips, points in strikes(side)
        if points
    ]


def _die_name(unit: Unit) -> str:
    return unit.die if not unit.throw else f"{unit.die}{unit.throw + 1}"


def shared_out(found: list[Blow], units: tuple[Unit, ...]) -> Shares:
    """One by one to the weakest soldier the die can hit, the hero last: the policy of NPCs, and our
    suggestion.
    """
    shares: Shares = {}
    left = {blow.die: blow.points for blow in found}
    pips = {blow.die: blow.pips for blow in found}
    again = True
    while again:  # once more, because a fallen soldier may have opened the way to the hero
        again = False
        for die in left:
            while left[die] and (unit := weakest(units, pips[die])) is not None:
                units = tuple(
                    replace(one, damage=one.damage + 1) if one is unit else one for one in units
                )
                cell = shares.setdefault(unit.id, {})
                cell[die] = cell.get(die, 0) + 1
                left[die] -= 1
                again = True
    return shares


def _sums(shares: Shares) -> dict[str, int]:
    return {unit: sum(cell.values()) for unit, cell in shares.items() if cell}


def giver(state: State, at: int) -> str:
    """Who gives out the points of this side: its player; for an NPC nobody, or an opponent where
    the table plays so.
    """
    battle = battle_of(state)
    side, fighter = battle.sides[at], battle.sides[1 - at].who
    if side.who not in HUNTERS:
        return side.who
    if state.options["npc_damage"] == "auto":
        return ""
    order = state.turn_order
    start = order.index(fighter)
    others = (*order[start + 1 :], *order[:start])
    return next((seat for seat in others if are_enemies(state, seat, fighter)), "")


def _distribute(story: GameStory, frame: Frame) -> None:
    """What needs no choice is given out at once; for the rest the table is asked."""
    asked = False
    for at, side in enumerate(battle_of(story.state).sides):
        if frame.n not in (0, at + 1):
            continue
        battle = battle_of(story.state)
        shares = shared_out(blows(battle, at), targets(story.state, battle, at))
        if not shares or not giver(story.state, at):
            put_side(story, at, given=_sums(shares))
            if side.who in HUNTERS:
                log(story, "npc_points", side.who, n=sum(_sums(shares).values()))
        else:
            asked = True
    if asked:
        push(story, replace(frame, step="KU4a"))


def _open(state: State, only: int) -> list[int]:
    sides = battle_of(state).sides
    return [at for at, side in enumerate(sides) if only in (0, at + 1) and side.given is None]


def _points_said(blow: Blow) -> Say:
    """The die's colour and what it shows; a second throw of the same die has a number behind its
    colour.
    """
    return say(
        "wa.points_of", die=say(f"wa.colour.{blow.die.rstrip('0123456789')}"), pips=blow.pips
    )


def _ask_points(state: State, frame: Frame) -> Asks:
    asks: list[Ask] = []
    for at in _open(state, frame.n):
        who, seat = battle_of(state).sides[at].who, giver(state, at)
        asks.append(_sheet(state, at, who, seat))
        ready = option("suggested", "suggested")
        asks.append(choose_ask(state, "KU4s", (ready,), seat, about=who, optional=True))
    return tuple(asks)


def _sheet(state: State, at: int, who: str, seat: str) -> Place:
    """All points of one side, by target."""
    battle = battle_of(state)
    found, units = blows(battle, at), targets(state, battle, at)
    total = sum(blow.points for blow in found)
    wanted = [PieceWanted(blow.die, _points_said(blow), most=blow.points) for blow in found]
    return Place(
        id=ask_id(state, "KU4", who),
        say=say("wa.ask.KU4", n=total),
        seats=(seat,),
        sheet="damage",
        cells=tuple(_target(unit) for unit in units),
        now=_suggested(found, units),
        pieces=tuple(wanted),
        most=total,
    )


def _target(unit: Unit) -> Cell:
    what = say("wa.target", unit=unit_say(unit.id), n=unit.accuracy)
    return Cell(unit.id, what, unit.hp - unit.damage)


def _suggested(found: list[Blow], units: tuple[Unit, ...]) -> Cells:
    """The sheet opens with a legal way to give them out, to be changed or taken as it is."""
    return as_pieces(shared_out(found, units))


def as_pieces(shares: Shares) -> Cells:
    cells: dict[str, tuple[Piece, ...]] = {}
    for unit, dice in shares.items():
        cells[unit] = tuple(Piece(die, count) for die, count in dice.items())
    return cells


def _take_sheet(story: GameStory, frame: Frame, reply: Reply) -> None:
    """KU4: the whole sheet of one side."""
    at = _side_number(story, reply)
    battle = battle_of(story.state)
    shares = reply.pieces
    check_shares(story, blows(battle, at), targets(story.state, battle, at), shares)
    _give(story, frame, at, shares)


def _take_suggested(story: GameStory, frame: Frame, reply: Reply) -> None:
    """KU4s."""
    at = _side_number(story, reply)
    battle = battle_of(story.state)
    _give(story, frame, at, shared_out(blows(battle, at), targets(story.state, battle, at)))


def _side_number(story: GameStory, reply: Reply) -> int:
    return side_of(story.state, reply.about)[0]


def _give(story: GameStory, frame: Frame, at: int, shares: Shares) -> None:
    sums = _sums(shares)
    put_side(story, at, given=sums)
    log(story, "points_given", battle_of(story.state).sides[at].who, n=sum(sums.values()))
    if not _open(story.state, frame.n):
        pop(story)


def check_shares(
    story: GameStory, found: list[Blow], units: tuple[Unit, ...], shares: Shares
) -> None:
    by_id = {unit.id: unit for unit in units}
    sums = _sums(shares)
    for blow in found:
        used = sum(cell.get(blow.die, 0) for cell in shares.values())
        if used > blow.points:
            raise refused(
                "points_too_many",
                n=used,
                most=blow.points,
                die=say(f"wa.colour.{blow.die.rstrip('23')}"),
            )
    for unit, points in sums.items():
        left = by_id[unit].hp - by_id[unit].damage
        bend_if(story, points > left, "points_beyond", unit=unit_say(unit), n=points, most=left)
    for unit, cell in shares.items():
        for blow in found:
            missed = blow.pips > by_id[unit].accuracy and cell.get(blow.die, 0) > 0
            bend_if(story, missed, "points_accuracy", unit=unit_say(unit), n=by_id[unit].accuracy)
    after = tuple(
        replace(unit, damage=min(unit.hp, unit.damage + sums.get(unit.id, 0))) for unit in units
    )
    soldiers_stand = any(unit.active for unit in after if unit.id != "hero")
    bend_if(story, soldiers_stand and sums.get("hero", 0) > 0, "points_hero")
    for blow in found:
        idle = blow.points - sum(cell.get(blow.die, 0) for cell in shares.values())
        wasted = idle > 0 and weakest(after, blow.pips) is not None
        bend_if(story, wasted, "points_left", n=idle)


STEPS = {
    "KU4": Step(take=_take_sheet, run=_distribute),
    "KU4a": Step(_ask_points),
    "KU4s": Step(take=_take_suggested),
}
