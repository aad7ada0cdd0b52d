"""Loot after a battle or by a card: goods by dice, gold by dice, goods of a fallen player."""

from collections import Counter

from companion.games.world_adventure.rules.asking import ask_id, dice_ask, goods_wanted
from companion.games.world_adventure.rules.changes import log, pop, push
from companion.games.world_adventure.rules.constants import GOLD_BY_PIPS
from companion.games.world_adventure.rules.possessions import gain_gold, listed, move_goods, room
from companion.games.world_adventure.rules.refusals import bend_if, refused
from companion.games.world_adventure.state import GOODS, Frame, GameStory, State
from companion.kit.asks import Cell, Place
from companion.kit.say import say
from companion.kit.steps import Asks, Reply, Step


def loot_frames(seat: str, cargo_dice: int, gold_dice: int) -> list[Frame]:
    return [
        Frame(step, seat, n=number)
        for step, number in (("L1", cargo_dice), ("L2", gold_dice))
        if number
    ]


def _ask_dice(state: State, frame: Frame) -> Asks:
    return (dice_ask(state, frame.step, frame.n, frame.seat),)


def _goods_rolled(story: GameStory, frame: Frame, reply: Reply) -> None:
    """Each die gives the good of its number, while the stock has it."""
    rolled = reply.pips
    goods = {
        good: min(rolled.count(pip), story.state.stock[good]) for pip, good in enumerate(GOODS, 1)
    }
    pop(story)
    log(story, "cargo_dice", frame.seat, goods=listed(goods))
    offer_goods(story, frame.seat, goods)


def offer_goods(story: GameStory, seat: str, goods: dict[str, int]) -> None:
    """As many as fit; the owner chooses what stays behind among these, not among what is aboard."""
    number, free = sum(goods.values()), room(story.state, seat)
    if number <= free:
        if number:
            move_goods(story, seat, goods)
            log(story, "goods_taken", seat, n=number, goods=listed(goods))
    elif free:
        offered = Counter({good: goods.get(good, 0) for good in GOODS})
        push(story, Frame("L1c", seat, n=free, names=tuple(offered.elements())))
    else:
        log(story, "goods_left", seat, n=number)


def _ask_which(state: State, frame: Frame) -> Asks:
    return (
        Place(
            id=ask_id(state, "L1c"),
            say=say("wa.ask.L1c", n=frame.n),
            seats=(frame.seat,),
            sheet="loot",
            cells=(Cell("taken", say("wa.taken")),),
            pieces=goods_wanted(Counter(frame.names)),
            most=frame.n,
        ),
    )


def _goods_chosen(story: GameStory, frame: Frame, reply: Reply) -> None:
    goods = reply.pieces.get("taken", {})
    for good, count in goods.items():
        if count > frame.names.count(good):
            raise refused("not_rolled", n=count, free=frame.names.count(good))
    number = sum(goods.values())
    bend_if(story, number > frame.n, "no_room", n=number, room=frame.n)
    pop(story)
    move_goods(story, frame.seat, goods)
    log(story, "goods_taken", frame.seat, n=number, goods=listed(goods))


def _gold_rolled(story: GameStory, frame: Frame, reply: Reply) -> None:
    pop(story)
    gain_gold(story, frame.seat, sum(GOLD_BY_PIPS[die] for die in reply.pips), "gold_dice")


STEPS = {
    "L1": Step(_ask_dice, _goods_rolled),
    "L1c": Step(_ask_which, _goods_chosen),
    "L2": Step(_ask_dice, _gold_rolled),
}
