"""After a battle: the monster's reward, the good dropped in flight, an end the table agreed on."""

from msgspec.structs import replace

from companion.games.world_adventure import cards as shelf
from companion.games.world_adventure.battle import joiners
from companion.games.world_adventure.board import pieces, put_piece, tokens_out, with_token
from companion.games.world_adventure.draws import choose_ask, option, territory_say
from companion.games.world_adventure.effects import apply_all, renew
from companion.games.world_adventure.loot import loot_frames
from companion.games.world_adventure.merchant import end_merchant
from companion.games.world_adventure.monster import end_monster, foe
from companion.games.world_adventure.pack import Monster
from companion.games.world_adventure.purse import gain_exp, move_goods, room
from companion.games.world_adventure.runes import award, award_legendary
from companion.games.world_adventure.scout import place_picked
from companion.games.world_adventure.state import Battle, Frame, MonsterPiece, State
from companion.games.world_adventure.tale import (
    Tale,
    battle_of,
    choice,
    log,
    player,
    pop,
    push,
    put,
    put_player,
)
from companion.games.world_adventure.units_end import end_by_retreat
from companion.games.world_adventure.wanted import change_wanted
from companion.games.world_adventure.words import GOODS, MONSTERS, TOKENS
from companion.kit.asks import Ask
from companion.kit.intents import Answer
from companion.kit.say import say


def _monster_end(tale: Tale, frame: Frame) -> None:
    """KX5."""
    battle = battle_of(tale.state)
    card = shelf.monster(tale.state, battle.card)
    put(tale, battle=None)
    log(tale, f"monster_{frame.what}", frame.seat, card=card.name or card.id)
    if frame.what == "won":
        _won(tale, frame.seat, battle, card)
        return
    _stays(tale, frame.seat, battle, card)
    if frame.what == "dead":
        push(tale, Frame("D1", frame.seat), Frame("D2", frame.seat))


def _stays(tale: Tale, seat: str, battle: Battle, card: Monster) -> None:
    name = foe(battle)
    lost = card.hp - battle.hp if tale.state.options["npc_keeps_damage"] == "yes" else 0
    if name.startswith("monster:"):
        place_picked(tale, seat, card.id, battle.territory, lost)
    elif name in pieces(tale.state):
        put_piece(tale, name, lost=lost)


def _won(tale: Tale, seat: str, battle: Battle, card: Monster) -> None:
    gain_exp(tale, seat, card.exp, joiners(battle.sides[0]))
    if tale.state.options["wanted_down_on"] == "defeat" or card.wanted_delta > 0:
        change_wanted(tale, seat, card.wanted_delta)
    push(
        tale,
        *loot_frames(seat, card.cargo_dice, card.loot_dice),
        Frame("LX", seat, foe(battle), names=(card.id, battle.territory)),
    )


def _item(tale: Tale, frame: Frame) -> None:
    """A Legendary's item: a status point, placed at once, and leave to go above 4."""
    then = replace(frame, step="LY")
    if shelf.monster(tale.state, frame.names[0]).tier != "legendary":
        push(tale, then)
        return
    one = player(tale, frame.seat)
    item = shelf.monster(tale.state, frame.names[0]).item_name
    put_player(
        tale,
        frame.seat,
        legendary_items=one.legendary_items + 1,
        legendary_defeated=one.legendary_defeated + 1,
    )
    log(tale, "legendary_falls", frame.seat, item=item, sound="loud")
    push(tale, Frame("R3", frame.seat), then)


def _cleared(tale: Tale, frame: Frame) -> None:
    """The meeple of this very monster goes home; Minion and Destroyer leave a Monster X; then rune
    and triggers.
    """
    seat, name = frame.seat, frame.what
    card, spot = frame.names
    tier = shelf.monster(tale.state, card).tier
    _go_home(tale, name)
    if tier not in ("minion", "destroyer"):
        rune = (
            award_legendary(tale.state, seat)
            if tier == "legendary"
            else award(tale.state, seat, tier)
        )
        push(tale, *rune)
        return
    state = tale.state
    put(
        tale, monster_x=with_token(state.monster_x, spot), monster_x_total=state.monster_x_total + 1
    )
    log(
        tale, "monster_x", seat, spot=territory_say(state, spot), n=tokens_out(tale.state.monster_x)
    )
    push(tale, *award(tale.state, seat, tier), Frame("TX"))


def _go_home(tale: Tale, name: str) -> None:
    if name in MONSTERS:
        put(tale, **{name: MonsterPiece()})
    elif name.startswith("legendary:"):
        card = name.partition(":")[2]
        put(
            tale, legendaries=tuple(piece for piece in tale.state.legendaries if piece.card != card)
        )
        legendary_gone(tale, card)


def legendary_gone(tale: Tale, card: str) -> None:
    """When the last Legendary with an event is gone, the month's card takes effect from then on."""
    state = tale.state
    ruled = bool(shelf.monster(state, card).event)
    renew(tale)
    still = any(shelf.monster(state, piece.card).event for piece in state.legendaries)
    event = shelf.find(state, "events", state.event_running)
    if ruled and not still and event is not None and event.timing != "end":
        log(tale, "event_back", card=event.name or event.id)
        apply_all(tale, f"events:{event.id}")


def _tokens(tale: Tale, _frame: Frame) -> None:
    """Every third Monster X calls a Legendary; with nine out, all return, after that."""
    due = tale.state.monster_x_total % 3 == 0
    push(tale, *([Frame("TL")] if due else []), Frame("TXr"))


def _tokens_return(tale: Tale, _frame: Frame) -> None:
    if tokens_out(tale.state.monster_x) == TOKENS:
        put(tale, monster_x=("",) * TOKENS)
        log(tale, "monsters_return", n=TOKENS, sound="medium")


def _drop(tale: Tale, frame: Frame) -> None:
    """KD: one good is dropped; an enemy player (`what`) may take it if he has room, else it goes to
    the stock.
    """
    goods = player(tale, frame.seat).goods
    kinds = [good for good in GOODS if goods[good]]
    if len(kinds) == 1:
        _dropped(tale, frame, kinds[0])
    elif kinds:
        push(tale, replace(frame, step="KDa"))


def _ask_drop(state: State, frame: Frame) -> tuple[Ask, ...]:
    goods = state.players[frame.seat].goods
    options = tuple(
        option(good, "good", good=say(f"wa.good.{good}")) for good in GOODS if goods[good]
    )
    return (choose_ask(state, "KDa", options, frame.seat),)


def _told_drop(tale: Tale, frame: Frame, _part: str, answer: Answer) -> None:
    pop(tale)
    _dropped(tale, frame, choice(answer))


def _dropped(tale: Tale, frame: Frame, good: str) -> None:
    move_goods(tale, frame.seat, {good: -1})
    log(tale, "good_dropped", frame.seat, good=say(f"wa.good.{good}"))
    if frame.what in tale.state.players and room(tale.state, frame.what):
        push(tale, Frame("KDt", frame.what, good))


def _ask_take(state: State, frame: Frame) -> tuple[Ask, ...]:
    options = (option("yes", "yes"), option("no", "no"))
    return (choose_ask(state, "KDt", options, frame.seat, good=say(f"wa.good.{frame.what}")),)


def _told_take(tale: Tale, frame: Frame, _part: str, answer: Answer) -> None:
    pop(tale)
    if choice(answer) == "yes":
        move_goods(tale, frame.seat, {frame.what: 1})
        log(tale, "good_picked", frame.seat, good=say(f"wa.good.{frame.what}"))


def _flees(tale: Tale, frame: Frame) -> None:
    """KF: a retreat that always succeeds."""
    battle = battle_of(tale.state)
    if battle.kind == "merchant":
        end_merchant(tale, False)
    elif battle.kind == "monster":
        end_monster(tale, "retreated")
    else:
        end_by_retreat(tale, frame.seat)


AUTO = {
    "KX5": _monster_end,
    "LX": _item,
    "LY": _cleared,
    "TX": _tokens,
    "TXr": _tokens_return,
    "KD": _drop,
    "KF": _flees,
}
ASKS = {"KDa": _ask_drop, "KDt": _ask_take}
ANSWERS = {"KDa": _told_drop, "KDt": _told_take}
