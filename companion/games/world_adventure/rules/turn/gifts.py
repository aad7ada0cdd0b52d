"""Gifts between team-mates in one territory, where the table plays with them."""

from companion.games.world_adventure.rules.asking import ask_id, goods_wanted
from companion.games.world_adventure.rules.changes import log, player, pop
from companion.games.world_adventure.rules.possessions import (
    gain_gold,
    listed,
    lose_gold,
    move_goods,
    room,
)
from companion.games.world_adventure.rules.refusals import bend_if, refused
from companion.games.world_adventure.state import GOODS, Frame, GameStory, State
from companion.kit.asks import Cell, PieceWanted, Place
from companion.kit.say import name_of, say
from companion.kit.steps import Asks, Reply, Step


def _ask_gift(state: State, frame: Frame) -> Asks:
    one = state.players[frame.seat]
    gold = PieceWanted("gold", say("wa.gold"), most=one.gold)
    goods = {good: one.goods[good] for good in GOODS if one.goods[good]}
    return (
        Place(
            id=ask_id(state, "P9"),
            say=say("wa.ask.P9", who=name_of(frame.what)),
            seats=(frame.seat,),
            sheet="gift",
            cells=(Cell("gift", say("wa.gift")),),
            pieces=(gold, *goods_wanted(goods)),
        ),
    )


def _give(story: GameStory, frame: Frame, reply: Reply) -> None:
    given = reply.pieces.get("gift", {})
    one, to = player(story, frame.seat), frame.what
    gold = given.get("gold", 0)
    goods = {good: count for good, count in given.items() if good != "gold"}
    if gold > one.gold:
        raise refused("no_gold", price=gold, have=one.gold)
    for good, count in goods.items():
        if count > one.goods[good]:
            raise refused("not_owned", good=say(f"wa.good.{good}"), have=one.goods[good], n=count)
    number = sum(goods.values())
    bend_if(story, number > room(story.state, to), "no_room", n=number, room=room(story.state, to))
    pop(story)
    move_goods(story, frame.seat, {good: -count for good, count in goods.items()})
    move_goods(story, to, goods)
    if number:
        log(story, "gift_goods", frame.seat, to, who=name_of(to), goods=listed(goods))
    if gold:
        lose_gold(story, frame.seat, gold, "gift_gold")
        gain_gold(story, to, gold, "gift_taken")


STEPS = {
    "P9": Step(_ask_gift, _give),
}
