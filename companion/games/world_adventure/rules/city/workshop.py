"""The Caravan Workshop: upgrades bought and sold, the caravan exchanged."""

from companion.games.world_adventure.pack.atlas import missing
from companion.games.world_adventure.rules import cards as shelf
from companion.games.world_adventure.rules.asking import ask_id, choose_ask, goods_wanted, option
from companion.games.world_adventure.rules.cards import caravan
from companion.games.world_adventure.rules.changes import (
    log,
    player,
    pop,
    push,
    put_player,
)
from companion.games.world_adventure.rules.possessions import (
    aboard,
    capacity,
    gain_gold,
    move_goods,
    pay,
    price,
)
from companion.games.world_adventure.rules.refusals import bend_if, refused
from companion.games.world_adventure.rules.runes import award
from companion.games.world_adventure.state import GOODS, UPGRADES, Frame, GameStory, Player, State
from companion.kit.asks import Cell, Option, Place
from companion.kit.say import say
from companion.kit.steps import Asks, Reply, Step


def _ask_workshop(state: State, frame: Frame) -> Asks:
    one = state.players[frame.seat]
    options = [_buy_option(state, frame.seat, one, kind) for kind in UPGRADES]
    sell = state.pack.upgrade.sell
    options += [
        option(f"sell:{kind}", "sell_upgrade", what=say(f"wa.upgrade.{kind}"), price=sell)
        for kind in UPGRADES
        if getattr(one, kind)
    ]
    options += [
        _exchange_option(state, frame.seat, card.id) for card in shelf.known(state, "caravans")
    ]
    if not state.pack.complete:
        options.append(option("new", "caravan_new"))
    return (
        choose_ask(state, "P5c", (*options, option("done", "done")), frame.seat, gold=one.gold),
    )


def _buy_option(state: State, seat: str, one: Player, kind: str) -> Option:
    cost = price(state, seat, "upgrade", state.pack.upgrade.buy)
    what = say(f"wa.upgrade.{kind}")
    why = None
    if getattr(one, kind) >= UPGRADES[kind]:
        why = say("wa.refused.upgrade_most", what=what, n=UPGRADES[kind])
    elif one.gold < cost:
        why = say("wa.refused.no_gold", price=cost, have=one.gold)
    return option(f"buy:{kind}", "buy_upgrade", why, what=what, price=cost)


def proceeds(state: State, seat: str) -> int:
    """What selling all upgrades and the caravan brings."""
    one = state.players[seat]
    pieces: int = sum(getattr(one, kind) for kind in UPGRADES)
    return pieces * state.pack.upgrade.sell + caravan(state, one.caravan).sell


def _exchange_option(state: State, seat: str, card: str) -> Option:
    new, one = caravan(state, card), state.players[seat]
    total = one.gold + proceeds(state, seat)
    why = None
    if card == one.caravan:
        why = say("wa.refused.caravan_same")
    elif total < new.buy:
        why = say("wa.refused.caravan_price", sum=total, price=new.buy)
    name = new.name or new.id
    return option(f"caravan:{card}", "caravan", why, card=name, level=new.level, price=new.buy)


def _work(story: GameStory, frame: Frame, reply: Reply) -> None:
    action, _, what = reply.choice.partition(":")
    if action == "done":
        pop(story)
    elif action == "buy":
        _buy(story, frame.seat, what)
    elif action == "sell":
        _sell(story, frame.seat, what)
    elif action == "new" or missing(caravan(story.state, what)):
        push(story, Frame("P5n", frame.seat, what))
    else:
        exchange(story, frame.seat, what)


def _buy(story: GameStory, seat: str, kind: str) -> None:
    put_player(story, seat, **{kind: getattr(player(story, seat), kind) + 1})
    cost = price(story.state, seat, "upgrade", story.state.pack.upgrade.buy)
    pay(story, seat, cost, "upgrade_bought", what=say(f"wa.upgrade.{kind}"))
    push(story, *full_caravan(story.state, seat))


def full_caravan(state: State, seat: str) -> list[Frame]:
    """A Lv 2 caravan with every upgrade it can have earns a rune."""
    one = state.players[seat]
    full = all(getattr(one, kind) >= most for kind, most in UPGRADES.items())
    return (
        award(state, seat, "caravan_full")
        if full and caravan(state, one.caravan).level == 2
        else []
    )


def _sell(story: GameStory, seat: str, kind: str) -> None:
    put_player(story, seat, **{kind: getattr(player(story, seat), kind) - 1})
    gain_gold(
        story, seat, story.state.pack.upgrade.sell, "upgrade_sold", what=say(f"wa.upgrade.{kind}")
    )
    _unload(story, seat)


def _unload(story: GameStory, seat: str) -> None:
    if aboard(story.state, seat) > capacity(story.state, seat):
        push(story, Frame("P5u", seat, n=aboard(story.state, seat) - capacity(story.state, seat)))


def exchange(story: GameStory, seat: str, card: str) -> None:
    """All upgrades and the old caravan are sold, then the new one is paid; refused as a whole if
    that does not do.
    """
    state, one = story.state, player(story, seat)
    new = caravan(state, card)
    total = one.gold + proceeds(state, seat)
    bend_if(story, total < new.buy, "caravan_price", sum=total, price=new.buy)
    old = caravan(state, one.caravan)
    put_player(story, seat, **dict.fromkeys(UPGRADES, 0))
    upgrades = proceeds(state, seat) - old.sell
    # The purse may pass 99 for a moment here: the book sums up before it pays, so nothing is cut
    # off in between.
    gold = max(0, total - new.buy)
    put_player(story, seat, caravan=card, gold=min(99, gold), gold_wasted=max(0, gold - 99))
    log(
        story,
        "caravan_bought",
        seat,
        card=new.name or new.id,
        old=old.name or old.id,
        price=new.buy,
        upgrades=upgrades,
        n=old.sell,
    )
    _unload(story, seat)
    if new.level == 2:
        push(story, *award(story.state, seat, "caravan_lv2"))


def _ask_new(state: State, frame: Frame) -> Asks:
    return (shelf.show(state, "P5n", "caravans", seat=frame.seat),)


def _new(story: GameStory, frame: Frame, reply: Reply) -> None:
    card = shelf.meet(story, "caravans", reply.cards[0])
    pop(story)
    if card.id == player(story, frame.seat).caravan:
        raise refused("caravan_same")
    exchange(story, frame.seat, card.id)


def _ask_unload(state: State, frame: Frame) -> Asks:
    goods = state.players[frame.seat].goods
    return (
        Place(
            id=ask_id(state, "P5u"),
            say=say("wa.ask.P5u", n=frame.n),
            seats=(frame.seat,),
            sheet="stock",
            cells=(Cell("back", say("wa.back_to_stock")),),
            pieces=goods_wanted({good: goods[good] for good in GOODS if goods[good]}),
            least=frame.n,
            most=frame.n,
        ),
    )


def _unloaded(story: GameStory, frame: Frame, reply: Reply) -> None:
    goods = reply.pieces.get("back", {})
    have = player(story, frame.seat).goods
    for good, count in goods.items():
        if count > have[good]:
            raise refused("not_owned", good=say(f"wa.good.{good}"), have=have[good], n=count)
    if sum(goods.values()) != frame.n:
        raise refused(
            "no_room", n=aboard(story.state, frame.seat), room=capacity(story.state, frame.seat)
        )
    pop(story)
    move_goods(story, frame.seat, {good: -count for good, count in goods.items()})
    log(story, "unloaded", frame.seat, n=frame.n)


STEPS = {
    "P5c": Step(_ask_workshop, _work),
    "P5n": Step(_ask_new, _new),
    "P5u": Step(_ask_unload, _unloaded),
}
