"""The table is set up (S4 to S10): board, needs, mats, heroes, status points, caravans, starting
cities, the first event.
"""

from msgspec.structs import replace

from companion.games.world_adventure.pack.check import pack_warnings
from companion.games.world_adventure.rules import cards as shelf
from companion.games.world_adventure.rules.asking import (
    ask_id,
    ask_say,
    goods_wanted,
    marker_ask,
    nation_name,
)
from companion.games.world_adventure.rules.changes import log, put, put_player
from companion.games.world_adventure.rules.constants import STATUS_FREE_MOST
from companion.games.world_adventure.rules.refusals import bend_if, refused
from companion.games.world_adventure.state import (
    GOODS,
    STATUSES,
    TOKENS,
    Frame,
    GameStory,
    State,
)
from companion.kit.asks import Ask, Cell, PieceWanted, Place, Ready
from companion.kit.say import say
from companion.kit.steps import Asks, Reply, Step

_POINTS = 5
_CHECKLIST = ("hunters", "events", "legendaries", "powers", "tokens", "stage", "monsters", "wanted")
_MAT = ("slots", "goods", "quests", "supplies")


def _go(story: GameStory, step: str) -> None:
    put(story, step=step)


def _checklist(state: State, frame: Frame) -> Asks:
    lines = (
        *(say(f"wa.check.{line}", n=len(state.seats)) for line in _CHECKLIST),
        *pack_warnings(state.pack),
    )
    return (Ready(id=ask_id(state, frame.step), say=say("wa.ask.S4"), lines=lines),)


def _checked(story: GameStory, _frame: Frame, _reply: Reply) -> None:
    _go(story, "S5")
    log(story, "board_ready")


def needs_sheet(state: State, step: str, nations: tuple[str, ...]) -> Place:
    """A commodity marker for each of these cities, face up."""
    return Place(
        id=ask_id(state, step),
        say=ask_say(step, n=len(nations)),
        zone="middle",
        sheet="needs",
        cells=tuple(_city_cell(state, nation) for nation in nations),
        pieces=goods_wanted(dict.fromkeys(GOODS)),
        least=len(nations),
        most=len(nations),
        per_cell=1,
    )


def _city_cell(state: State, nation: str) -> Cell:
    return Cell(nation, say("wa.city", nation=nation_name(state, nation)))


def needs_read(state: State, reply: Reply, nations: tuple[str, ...]) -> dict[str, str]:
    """The good per city; every city named must have exactly one marker."""
    sheet = reply.pieces
    for nation in nations:
        if sum(sheet.get(nation, {}).values()) != 1:
            raise refused("needs_nine", city=nation_name(state, nation), n=len(nations))
    return {nation: next(iter(sheet[nation])) for nation in nations}


def _ask_needs(state: State, _frame: Frame) -> Asks:
    return (needs_sheet(state, "S5", tuple(state.need)),)


def _take_needs(story: GameStory, _frame: Frame, reply: Reply) -> None:
    put(story, need=needs_read(story.state, reply, tuple(story.state.need)), step="S6")
    log(story, "needs_read", n=TOKENS)


def _ask_mat(state: State, _frame: Frame) -> Asks:
    ask = shelf.show(state, "S6", "quests", least=0, most=3)
    lines = tuple(say(f"wa.check.{line}", n=len(state.seats)) for line in _MAT)
    return (replace(ask, lines=lines),)


def _take_mat(story: GameStory, _frame: Frame, reply: Reply) -> None:
    shown = reply.cards
    for seen in shown:
        shelf.meet(story, "quests", seen)
    put(story, quest_faceup=tuple(seen.id for seen in shown), step="S7")
    log(story, "quests_open", n=len(shown))


def _ask_heroes(state: State, _frame: Frame) -> Asks:
    dealt = 2 if not state.seats[0].team else len(state.seats)
    return tuple(
        replace(
            shelf.show(state, "S7", "heroes", seat=seat.id, about=seat.id, n=dealt),
            zone=f"dock:{seat.id}",
        )
        for seat in state.seats
        if not state.players[seat.id].hero
    )


def _take_hero(story: GameStory, _frame: Frame, reply: Reply) -> None:
    seat = reply.about
    seen = reply.cards[0]
    taken = any(one.hero == seen.id for one in story.state.players.values())
    bend_if(story, taken, "hero_taken", card=shelf.title(story.state, "heroes", seen.id))
    shelf.meet(story, "heroes", seen)
    put_player(story, seat, hero=seen.id)
    log(story, "hero", seat, card=shelf.title(story.state, "heroes", seen.id))
    if all(one.hero for one in story.state.players.values()):
        _go(story, "S8")


def _spent(state: State, seat: str) -> int:
    one = state.players[seat]
    return one.explorer + one.charisma + one.leadership


def _points_sheet(state: State, seat: str) -> Place:
    return Place(
        id=ask_id(state, "S8.points", seat),
        say=say("wa.ask.S8_points", n=_POINTS),
        seats=(seat,),
        sheet="status",
        cells=tuple(
            Cell(status, say(f"wa.status.{status}"), STATUS_FREE_MOST) for status in STATUSES
        ),
        pieces=(PieceWanted("point", say("wa.point"), most=_POINTS),),
        least=_POINTS,
        most=_POINTS,
        per_cell=STATUS_FREE_MOST,
    )


def _ask_mats(state: State, _frame: Frame) -> Asks:
    asks: list[Ask] = []
    for seat in state.seats:
        if not _spent(state, seat.id):
            asks.append(_points_sheet(state, seat.id))
        if not state.players[seat.id].caravan:
            ask = shelf.show(state, "S8.caravan", "caravans", seat=seat.id, about=seat.id)
            known = tuple(one for one in ask.known if shelf.caravan(state, one.id).level == 1)
            asks.append(
                replace(ask, say=say("wa.ask.S8_caravan"), known=known, zone=f"dock:{seat.id}")
            )
    return tuple(asks)


def _take_caravan(story: GameStory, _frame: Frame, reply: Reply) -> None:
    seat = reply.about
    card = shelf.meet(story, "caravans", reply.cards[0])
    bend_if(story, card.level != 1, "caravan_price", sum=0, price=card.buy)
    put_player(story, seat, caravan=card.id)
    log(story, "caravan", seat, card=card.name or card.id)
    _mats_done(story)


def _mats_done(story: GameStory) -> None:
    if all(one.caravan and _spent(story.state, seat) for seat, one in story.state.players.items()):
        _go(story, "S9")


def _take_points(story: GameStory, _frame: Frame, reply: Reply) -> None:
    seat = reply.about
    points = {status: sum(pieces.values()) for status, pieces in reply.pieces.items()}
    total = sum(points.values())
    if total != _POINTS:
        raise refused("points_sum", n=total, most=_POINTS)
    for status, number in points.items():
        bend_if(story, number > STATUS_FREE_MOST, "status_four", status=say(f"wa.status.{status}"))
    explorer, charisma, leadership = (points.get(status, 0) for status in STATUSES)
    put_player(story, seat, explorer=explorer, charisma=charisma, leadership=leadership)
    log(story, "points", seat, explorer=explorer, charisma=charisma, leadership=leadership)
    _mats_done(story)


def _ask_awakening(state: State, _frame: Frame) -> Asks:
    return tuple(
        marker_ask(state, "S9", seat.id, about=seat.id)
        for seat in state.seats
        if not state.players[seat.id].territory
    )


def _take_awakening(story: GameStory, _frame: Frame, reply: Reply) -> None:
    seat = reply.about
    city = f"{reply.cards[0].id}.0"
    others = [one.territory for one in story.state.players.values()]
    bend_if(story, city in others, "same_city", city=nation_name(story.state, reply.cards[0].id))
    put_player(story, seat, territory=city)
    log(story, "awakened", seat, nation=nation_name(story.state, reply.cards[0].id))
    if all(one.territory for one in story.state.players.values()):
        _go(story, "S10")


def _ask_first_event(state: State, _frame: Frame) -> Asks:
    return (shelf.show(state, "S10", "events"),)


def _take_first_event(story: GameStory, _frame: Frame, reply: Reply) -> None:
    card = shelf.meet(story, "events", reply.cards[0])
    put(story, event_next=card.id, step="B1", phase="beginning", occasion=0)
    log(story, "begins", card=card.name or card.id)


STEPS = {
    "S4": Step(_checklist, _checked),
    "S5": Step(_ask_needs, _take_needs),
    "S6": Step(_ask_mat, _take_mat),
    "S7": Step(_ask_heroes, _take_hero),
    "S8": Step(_ask_mats),
    "S8.points": Step(take=_take_points),
    "S8.caravan": Step(take=_take_caravan),
    "S9": Step(_ask_awakening, _take_awakening),
    "S10": Step(_ask_first_event, _take_first_event),
}
