"""Death and resurrection: what is lost and to whom, the bounty, the city of the awakening marker,
the penalty.
"""

from msgspec.structs import replace

from companion.games.world_adventure.rules import cards as shelf
from companion.games.world_adventure.rules.asking import (
    ask_id,
    choose_ask,
    marker_ask,
    nation_name,
    option,
)
from companion.games.world_adventure.rules.battle.loot import offer_goods
from companion.games.world_adventure.rules.changes import (
    log,
    player,
    pop,
    push,
    put,
    put_player,
)
from companion.games.world_adventure.rules.city.guild import lose_quest
from companion.games.world_adventure.rules.possessions import gain_gold, move_goods
from companion.games.world_adventure.rules.remember import remember_bounty
from companion.games.world_adventure.rules.wanted import bounty, stand_rightmost
from companion.games.world_adventure.state import Frame, GameStory, State
from companion.kit.asks import Count
from companion.kit.say import say
from companion.kit.steps import Asks, Reply, Step


def _loses_all(story: GameStory, frame: Frame) -> None:
    """D1: gold, goods and quest to the victor, or away; wanted 0; soldiers down; the hero will
    stand again.
    """
    seat, victor = frame.seat, frame.what
    one = player(story, seat)
    goods = dict(one.goods)
    move_goods(story, seat, {good: -count for good, count in goods.items()})
    soldiers = tuple(replace(soldier, condition="fainted") for soldier in one.soldiers)
    put_player(story, seat, gold=0, gold_wasted=0, soldiers=soldiers)
    if one.wanted:
        put_player(story, seat, wanted=0)
        stand_rightmost(story, seat)
    if one.quest is not None and not victor:
        lose_quest(story, seat)
    log(story, "falls", seat, n=one.gold, sound="loud")
    if victor:
        if one.quest is not None:
            push(story, Frame("D1q", victor, seat))
        gain_gold(story, victor, one.gold, "spoils_gold")
        offer_goods(story, victor, goods)


def _ask_quest(state: State, frame: Frame) -> Asks:
    """The victor may have the quest; one he holds already goes to the face-up row."""
    held = state.players[frame.what].quest
    card = shelf.title(state, "quests", held.card) if held is not None else ""
    swap = "swap" if state.players[frame.seat].quest is not None else "take"
    return (
        choose_ask(
            state, "D1q", (option("take", swap), option("leave", "leave_it")), frame.seat, card=card
        ),
    )


def _told_quest(story: GameStory, frame: Frame, reply: Reply) -> None:
    """A quest won keeps its city and its places."""
    victor, loser = frame.seat, frame.what
    pop(story)
    held = player(story, loser).quest
    if reply.choice == "take" and held is not None:
        lose_quest(story, victor)
        put_player(story, victor, quest=held)
        put_player(story, loser, quest=None)
        log(story, "quest_won", victor, card=shelf.title(story.state, "quests", held.card))
    else:
        lose_quest(story, loser)
        log(story, "quest_left", victor)


def _bounty(story: GameStory, frame: Frame) -> None:
    """DB: the printed gold for the loser's number or rank before he fell; asked once if nobody
    knows it.
    """
    gold = bounty(story.state, frame.what)
    if gold is None:
        push(story, replace(frame, step="DBa"))
    elif gold:
        gain_gold(story, frame.seat, gold, "bounty")


def _ask_bounty(state: State, frame: Frame) -> Asks:
    key = "DBa_rank" if state.pack.bounty.by == "rank" else "DBa"
    return (
        Count(
            id=ask_id(state, "DBa"), say=say(f"wa.ask.{key}", n=int(frame.what)), of="gold", most=99
        ),
    )


def _told_bounty(story: GameStory, frame: Frame, reply: Reply) -> None:
    gold = reply.number
    learned = story.state.learned
    pop(story)
    put(story, learned=replace(learned, bounty={**learned.bounty, frame.what: gold}))
    remember_bounty(story, frame.what, gold)
    log(story, "bounty_read", what=frame.what, n=gold)
    push(story, replace(frame, step="DB"))


def _ask_awakening(state: State, frame: Frame) -> Asks:
    return (marker_ask(state, "D2", frame.seat),)


def _awakened(story: GameStory, frame: Frame, reply: Reply) -> None:
    """D2 and D3: in the city drawn, with a penalty; if it was his own turn, that is over."""
    seat, nation = frame.seat, reply.cards[0].id
    pop(story)
    put_player(story, seat, territory=f"{nation}.0", penalty=True)
    if seat == story.state.active:
        put(story, step="P8")
    log(story, "awakens", seat, nation=nation_name(story.state, nation))


STEPS = {
    "D1": Step(run=_loses_all),
    "DB": Step(run=_bounty),
    "D1q": Step(_ask_quest, _told_quest),
    "DBa": Step(_ask_bounty, _told_bounty),
    "D2": Step(_ask_awakening, _awakened),
}
