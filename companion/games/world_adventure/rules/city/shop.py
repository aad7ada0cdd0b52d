"""The Merchant Shop: sell first, then six dice show what may be bought; a need fulfilled counts
towards the Brigand.
"""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.world_adventure.pack.atlas import nation_of
from companion.games.world_adventure.rules.asking import (
    ask_id,
    dice_ask,
    goods_wanted,
    nation_name,
    option,
)
from companion.games.world_adventure.rules.changes import (
    log,
    player,
    pop,
    push,
    put,
    put_player,
    put_turn,
    swap_top,
)
from companion.games.world_adventure.rules.constants import BUY_PRICE, NEED_PRICE, SELL_PRICE
from companion.games.world_adventure.rules.possessions import (
    gain_gold,
    in_force,
    listed,
    move_goods,
    pay,
    quiet_exp,
    room,
)
from companion.games.world_adventure.rules.refusals import bend_if, refused
from companion.games.world_adventure.rules.runes import award
from companion.games.world_adventure.state import GOODS, Frame, GameStory, State
from companion.kit.asks import Cell, Choose, Place
from companion.kit.say import Say, say
from companion.kit.steps import Asks, Reply, Step


def need_here(state: State, seat: str) -> str:
    return state.need[nation_of(state.players[seat].territory)]


def buy_price(state: State, seat: str) -> int:
    """4 gold less Charisma, and what the month's event does to prices."""
    least = int(state.options["min_good_price"])
    return max(
        least, BUY_PRICE - state.players[seat].charisma + in_force(state, seat, "price", "buy_good")
    )


def sell_price(state: State, seat: str, good: str) -> int:
    base = NEED_PRICE if good == need_here(state, seat) else SELL_PRICE
    return max(0, base + in_force(state, seat, "price", "sell_good"))


def offered(state: State, seat: str, dice: tuple[int, ...]) -> dict[str, int]:
    """Pieces of each good that the dice offer: in stock, and not the good in need here."""
    need = need_here(state, seat)
    return {
        good: min(dice.count(pip), state.stock[good])
        for pip, good in enumerate(GOODS, 1)
        if good != need and min(dice.count(pip), state.stock[good])
    }


def _ask_shop(state: State, frame: Frame) -> Asks:
    """`n` is what was sold for in this visit, `names` what was sold, `dice` the goods on offer.
    Until the dice are rolled one may sell as often as one likes.
    """
    if frame.dice:
        return (_buying(state, frame),)
    dice = replace(
        dice_ask(state, "P5s.roll", 6, frame.seat),
        say=say("wa.ask.P5s_roll", price=buy_price(state, frame.seat)),
    )
    close = Choose(
        id=ask_id(state, "P5s.close"),
        say=say("wa.ask.P5s_close"),
        seats=(frame.seat,),
        options=(option("close", "close"),),
    )
    if not any(state.players[frame.seat].goods.values()):
        return (dice, close)
    return (_selling(state, frame.seat), dice, close)


def _selling(state: State, seat: str) -> Place:
    goods = {good: count for good, count in state.players[seat].goods.items() if count}
    need = need_here(state, seat)
    return Place(
        id=ask_id(state, "P5s.sell"),
        say=say(
            "wa.ask.P5s_sell",
            need=say(f"wa.good.{need or 'none'}"),
            price=SELL_PRICE,
            best=NEED_PRICE,
        ),
        seats=(seat,),
        sheet="shop",
        cells=(Cell("sold", say("wa.sold")),),
        pieces=goods_wanted(goods, {good: sell_price(state, seat, good) for good in goods}),
        least=1,
        most=sum(goods.values()),
    )


def _buying(state: State, frame: Frame) -> Place:
    seat = frame.seat
    offer = offered(state, seat, frame.dice)
    free = _free_choice(state, seat)
    price = buy_price(state, seat)
    return Place(
        id=ask_id(state, "P5s.buy"),
        say=say(
            "wa.ask.P5s_buy",
            offer=listed(offer),
            price=price,
            room=room(state, seat),
            free=free,
        ),
        seats=(seat,),
        sheet="shop",
        cells=(Cell("bought", say("wa.bought")),),
        pieces=goods_wanted(
            {good: state.stock[good] for good in GOODS},
            dict.fromkeys(GOODS, price),
            dict(_not_for_sale(state, seat, offer)),
        ),
        most=room(state, seat),
    )


def _not_for_sale(state: State, seat: str, offer: dict[str, int]) -> Iterator[tuple[str, Say]]:
    """Why a good is not on offer here; with a free choice everything in stock is, save the need."""
    need, free = need_here(state, seat), _free_choice(state, seat)
    for good in GOODS:
        if good == need:
            yield good, say("wa.shop.in_need")
        elif not state.stock[good]:
            yield good, say("wa.shop.none_left")
        elif not free and good not in offer:
            yield good, say("wa.shop.not_rolled")


def _free_choice(state: State, seat: str) -> int:
    """Charisma 4: one good beyond the dice."""
    return 1 if state.players[seat].charisma >= 4 else 0


def _roll_offer(story: GameStory, frame: Frame, reply: Reply) -> None:
    swap_top(story, replace(frame, dice=reply.pips))
    offer = offered(story.state, frame.seat, reply.pips)
    log(story, "shop_dice", frame.seat, offer=listed(offer))


def _close(story: GameStory, frame: Frame, _reply: Reply) -> None:
    close_shop(story, frame)


def _sell(story: GameStory, frame: Frame, reply: Reply) -> None:
    seat, have = frame.seat, player(story, frame.seat).goods
    goods = reply.pieces.get("sold", {})
    if not goods:
        raise refused("sell_something")
    for good, count in goods.items():
        if count > have[good]:
            raise refused("not_owned", good=say(f"wa.good.{good}"), have=have[good], n=count)
    total = sum(sell_price(story.state, seat, good) * count for good, count in goods.items())
    sold = tuple(Counter(goods).elements())
    move_goods(story, seat, {good: -count for good, count in goods.items()})
    swap_top(story, replace(frame, names=(*frame.names, *sold), n=frame.n + total))
    gain_gold(story, seat, total, "sold", goods=listed(goods))


def _buy(story: GameStory, frame: Frame, reply: Reply) -> None:
    _take_bought(story, frame, reply.pieces.get("bought", {}))
    close_shop(story, frame)


def _take_bought(story: GameStory, frame: Frame, goods: dict[str, int]) -> None:
    """Each die offers one piece; one more of free choice at Charisma 4."""
    seat, state = frame.seat, story.state
    need, free = need_here(state, seat), _free_choice(state, seat)
    offer = {good: frame.dice.count(pip) for pip, good in enumerate(GOODS, 1)}
    beyond = 0
    for good, count in goods.items():
        name = say(f"wa.good.{good}")
        if count > state.stock[good]:
            raise refused("out_of_stock", good=name, have=state.stock[good])
        bend_if(story, good == need, "in_need", good=name)
        beyond += max(0, count - offer[good])
    bend_if(story, beyond > free, "not_rolled", n=beyond, free=free)
    number = sum(goods.values())
    bend_if(story, number > room(state, seat), "no_room", n=number, room=room(state, seat))
    if number:
        move_goods(story, seat, goods)
        pay(story, seat, number * buy_price(state, seat), "bought", goods=listed(goods))


def close_shop(story: GameStory, frame: Frame) -> None:
    """A visit counts once something was sold or the dice were rolled. Then need, experience, runes,
    Brigand.
    """
    seat, state = frame.seat, story.state
    nation = nation_of(state.players[seat].territory)
    pop(story)
    if not frame.names and not frame.dice:
        return
    put_turn(story, shop_done=True)
    put_player(story, seat, shop_month={**player(story, seat).shop_month, nation: state.month})
    log(
        story,
        "shop_closes",
        seat,
        nation=nation_name(state, nation),
        month=state.month + int(state.options["shop_wait"]),
    )
    need = state.need[nation]
    if need and need in frame.names:
        _fulfil(story, frame, nation, need)


def _fulfil(story: GameStory, frame: Frame, nation: str, need: str) -> None:
    state, seat = story.state, frame.seat
    count = state.needs_fulfilled + 1
    put(story, need={**state.need, nation: ""}, needs_fulfilled=count)
    log(story, "need_fulfilled", seat, nation=nation_name(state, nation), n=count, sound="soft")
    quiet_exp(story, seat, 2 if frame.n >= 16 else 1 if frame.n >= 12 else 0)
    frames = _sale_runes(state, frame, need)
    if count % 3 == 0:
        if state.options["brigand_when"] == "end_of_month":
            put(story, brigand_due=True)
        else:
            frames.append(Frame("TB"))
    push(story, *frames)


def _sale_runes(state: State, frame: Frame, need: str) -> list[Frame]:
    """At least two goods, one in need, for 12 (16) gold or more."""
    others = [good for good in frame.names if good != need]
    enough = (
        bool(others) if state.options["sale_second_good"] == "other_kind" else len(frame.names) >= 2
    )
    runes = state.players[frame.seat].runes
    earned = [
        name
        for name, least in (("sale_12", 12), ("sale_16", 16))
        if frame.n >= least and not runes[name]
    ]
    if not enough or not earned:
        return []
    if state.options["sale_rune_per_trade"] == "one":
        earned = earned[-1:]
    return award(state, frame.seat, *earned)


STEPS = {
    "P5s": Step(_ask_shop),
    "P5s.sell": Step(take=_sell),
    "P5s.roll": Step(take=_roll_offer),
    "P5s.buy": Step(take=_buy),
    "P5s.close": Step(take=_close),
}
