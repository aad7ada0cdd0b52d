"""After a battle: the monster's reward, the good dropped in flight, an end the table agreed on."""

from msgspec.structs import replace

from companion.games.world_adventure.pack.cards import Monster
from companion.games.world_adventure.rules import cards as shelf
from companion.games.world_adventure.rules.asking import choose_ask, option, territory_say
from companion.games.world_adventure.rules.battle.common import joiners
from companion.games.world_adventure.rules.battle.loot import loot_frames
from companion.games.world_adventure.rules.battle.merchant import end_merchant
from companion.games.world_adventure.rules.battle.monster import end_monster, foe
from companion.games.world_adventure.rules.battle.units_end import end_by_retreat
from companion.games.world_adventure.rules.board import pieces, put_piece, tokens_out, with_token
from companion.games.world_adventure.rules.changes import (
    battle_of,
    log,
    player,
    pop,
    push,
    put,
    put_player,
)
from companion.games.world_adventure.rules.effects import apply_all, renew
from companion.games.world_adventure.rules.possessions import gain_exp, move_goods, room
from companion.games.world_adventure.rules.runes import award, award_legendary
from companion.games.world_adventure.rules.turn.scout import place_picked
from companion.games.world_adventure.rules.wanted import change_wanted
from companion.games.world_adventure.state import (
    GOODS,
    MONSTERS,
    TOKENS,
    Battle,
    Frame,
    GameStory,
    MonsterPiece,
    State,
)
from companion.kit.say import say
from companion.kit.steps import Asks, Reply, Step


def _monster_end(story: GameStory, frame: Frame) -> None:
    """KX5."""
    battle = battle_of(story.state)
    card = shelf.monster(story.state, battle.card)
    put(story, battle=None)
    log(story, f"monster_{frame.what}", frame.seat, card=card.name or card.id)
    if frame.what == "won":
        _won(story, frame.seat, battle, card)
        return
    _stays(story, frame.seat, battle, card)
    if frame.what == "dead":
        push(story, Frame("D1", frame.seat), Frame("D2", frame.seat))


def _stays(story: GameStory, seat: str, battle: Battle, card: Monster) -> None:
    name = foe(battle)
    lost = card.hp - battle.hp if story.state.options["npc_keeps_damage"] == "yes" else 0
    if name.startswith("monster:"):
        place_picked(story, seat, card.id, battle.territory, lost)
    elif name in pieces(story.state):
        put_piece(story, name, lost=lost)


def _won(story: GameStory, seat: str, battle: Battle, card: Monster) -> None:
    gain_exp(story, seat, card.exp, joiners(battle.sides[0]))
    if story.state.options["wanted_down_on"] == "defeat" or card.wanted_delta > 0:
        change_wanted(story, seat, card.wanted_delta)
    push(
        story,
        *loot_frames(seat, card.cargo_dice, card.loot_dice),
        Frame("LX", seat, foe(battle), names=(card.id, battle.territory)),
    )


def _item(story: GameStory, frame: Frame) -> None:
    """A Legendary's item: a status point, placed at once, and leave to go above 4."""
    then = replace(frame, step="LY")
    if shelf.monster(story.state, frame.names[0]).tier != "legendary":
        push(story, then)
        return
    one = player(story, frame.seat)
    item = shelf.monster(story.state, frame.names[0]).item_name
    put_player(
        story,
        frame.seat,
        legendary_items=one.legendary_items + 1,
        legendary_defeated=one.legendary_defeated + 1,
    )
    log(story, "legendary_falls", frame.seat, item=item, sound="loud")
    push(story, Frame("R3", frame.seat), then)


def _cleared(story: GameStory, frame: Frame) -> None:
    """The meeple of this very monster goes home; Minion and Destroyer leave a Monster X; then rune
    and triggers.
    """
    seat, name = frame.seat, frame.what
    card, spot = frame.names
    tier = shelf.monster(story.state, card).tier
    _go_home(story, name)
    if tier not in ("minion", "destroyer"):
        rune = (
            award_legendary(story.state, seat)
            if tier == "legendary"
            else award(story.state, seat, tier)
        )
        push(story, *rune)
        return
    state = story.state
    put(
        story,
        monster_x=with_token(state.monster_x, spot),
        monster_x_total=state.monster_x_total + 1,
    )
    log(
        story,
        "monster_x",
        seat,
        spot=territory_say(state, spot),
        n=tokens_out(story.state.monster_x),
    )
    push(story, *award(story.state, seat, tier), Frame("TX"))


def _go_home(story: GameStory, name: str) -> None:
    if name in MONSTERS:
        put(story, **{name: MonsterPiece()})
    elif name.startswith("legendary:"):
        card = name.partition(":")[2]
        put(
            story,
            legendaries=tuple(piece for piece in story.state.legendaries if piece.card != card),
        )
        legendary_gone(story, card)


def legendary_gone(story: GameStory, card: str) -> None:
    """When the last Legendary with an event is gone, the month's card takes effect from then on."""
    state = story.state
    ruled = bool(shelf.monster(state, card).event)
    renew(story)
    still = any(shelf.monster(state, piece.card).event for piece in state.legendaries)
    event = shelf.find(state, "events", state.event_running)
    if ruled and not still and event is not None and event.timing != "end":
        log(story, "event_back", card=event.name or event.id)
        apply_all(story, f"events:{event.id}")


def _tokens(story: GameStory, _frame: Frame) -> None:
    """Every third Monster X calls a Legendary; with nine out, all return, after that."""
    due = story.state.monster_x_total % 3 == 0
    push(story, *([Frame("TL")] if due else []), Frame("TXr"))


def _tokens_return(story: GameStory, _frame: Frame) -> None:
    if tokens_out(story.state.monster_x) == TOKENS:
        put(story, monster_x=("",) * TOKENS)
        log(story, "monsters_return", n=TOKENS, sound="medium")


def _drop(story: GameStory, frame: Frame) -> None:
    """KD: one good is dropped; an enemy player (`what`) may take it if he has room, else it goes to
    the stock.
    """
    goods = player(story, frame.seat).goods
    kinds = [good for good in GOODS if goods[good]]
    if len(kinds) == 1:
        _dropped(story, frame, kinds[0])
    elif kinds:
        push(story, replace(frame, step="KDa"))


def _ask_drop(state: State, frame: Frame) -> Asks:
    goods = state.players[frame.seat].goods
    options = tuple(
        option(good, "good", good=say(f"wa.good.{good}")) for good in GOODS if goods[good]
    )
    return (choose_ask(state, "KDa", options, frame.seat),)


def _told_drop(story: GameStory, frame: Frame, reply: Reply) -> None:
    pop(story)
    _dropped(story, frame, reply.choice)


def _dropped(story: GameStory, frame: Frame, good: str) -> None:
    move_goods(story, frame.seat, {good: -1})
    log(story, "good_dropped", frame.seat, good=say(f"wa.good.{good}"))
    if frame.what in story.state.players and room(story.state, frame.what):
        push(story, Frame("KDt", frame.what, good))


def _ask_take(state: State, frame: Frame) -> Asks:
    options = (option("yes", "yes"), option("no", "no"))
    return (choose_ask(state, "KDt", options, frame.seat, good=say(f"wa.good.{frame.what}")),)


def _told_take(story: GameStory, frame: Frame, reply: Reply) -> None:
    pop(story)
    if reply.choice == "yes":
        move_goods(story, frame.seat, {frame.what: 1})
        log(story, "good_picked", frame.seat, good=say(f"wa.good.{frame.what}"))


def _flees(story: GameStory, frame: Frame) -> None:
    """KF: a retreat that always succeeds."""
    battle = battle_of(story.state)
    if battle.kind == "merchant":
        end_merchant(story, False)
    elif battle.kind == "monster":
        end_monster(story, "retreated")
    else:
        end_by_retreat(story, frame.seat)


STEPS = {
    "KX5": Step(run=_monster_end),
    "LX": Step(run=_item),
    "LY": Step(run=_cleared),
    "TX": Step(run=_tokens),
    "TXr": Step(run=_tokens_return),
    "KD": Step(run=_drop),
    "KF": Step(run=_flees),
    "KDa": Step(_ask_drop, _told_drop),
    "KDt": Step(_ask_take, _told_take),
}
