"""Gifts between team-mates in one territory, where the table plays with them."""

from companion.games.world_adventure.purse import gain_gold, listed, lose_gold, move_goods, room
from companion.games.world_adventure.state import Frame, State
from companion.games.world_adventure.tale import (
    Tale,
    ask_id,
    bend_if,
    log,
    placed,
    player,
    pop,
    refused,
)
from companion.games.world_adventure.words import GOODS
from companion.kit.asks import Ask, Cell, PieceWanted, Place
from companion.kit.intents import Answer
from companion.kit.say import name_of, say


def _ask_gift(state: State, frame: Frame) -> tuple[Ask, ...]:
    one = state.players[frame.seat]
    pieces = [PieceWanted("gold", say("wa.gold"), most=one.gold)]
    pieces += [
        PieceWanted(good, say(f"wa.good.{good}"), most=one.goods[good])
        for good in GOODS
        if one.goods[good]
    ]
    return (
        Place(
            id=ask_id(state, "P9"),
            say=say("wa.ask.P9", who=name_of(frame.what)),
            seats=(frame.seat,),
            sheet="gift",
            cells=(Cell("gift", say("wa.gift")),),
            pieces=tuple(pieces),
        ),
    )


def _give(tale: Tale, frame: Frame, _part: str, answer: Answer) -> None:
    given = placed(answer).get("gift", {})
    one, to = player(tale, frame.seat), frame.what
    gold = given.get("gold", 0)
    goods = {good: count for good, count in given.items() if good != "gold"}
    if gold > one.gold:
        raise refused("no_gold", price=gold, have=one.gold)
    for good, count in goods.items():
        if count > one.goods[good]:
            raise refused("not_owned", good=say(f"wa.good.{good}"), have=one.goods[good], n=count)
    number = sum(goods.values())
    bend_if(tale, number > room(tale.state, to), "no_room", n=number, room=room(tale.state, to))
    pop(tale)
    move_goods(tale, frame.seat, {good: -count for good, count in goods.items()})
    move_goods(tale, to, goods)
    if number:
        log(tale, "gift_goods", frame.seat, to, who=name_of(to), goods=listed(goods))
    if gold:
        lose_gold(tale, frame.seat, gold, "gift_gold")
        gain_gold(tale, to, gold, "gift_taken")


ASKS = {"P9": _ask_gift}
ANSWERS = {"P9": _give}
