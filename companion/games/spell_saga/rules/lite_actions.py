"""You may also, in lite tracking: only counts and the kismet cards are known, the rest is asked of
the player.

buy:CARD (the action card)  buy_story  buy_hero  buy_other  gone:CARD  kismet:HERO  place
leave:HERO  luck  demo
"""

from collections.abc import Iterator

from msgspec import structs

from companion.games.spell_saga.rules.buying import buy_closed, hero_limit_reached
from companion.games.spell_saga.rules.entering import enter_unseen
from companion.games.spell_saga.rules.jobs import Reason, bend, job_step, push
from companion.games.spell_saga.rules.losing import lose_cards, unseen
from companion.games.spell_saga.rules.luck import LUCK_BUTTON, recheck, recheck_closed
from companion.games.spell_saga.rules.piles import cycle, lift
from companion.games.spell_saga.rules.reading import current_place, may_be_used
from companion.games.spell_saga.rules.rule_reasons import ignored
from companion.games.spell_saga.state import (
    GameStory,
    Job,
    State,
    action_cards,
    ask_id,
    change,
    hand_size,
    lane_of,
    story_count,
    title,
)
from companion.kit.asks import Count, Option
from companion.kit.say import say
from companion.kit.steps import Asks, Reply

BUYS = ("story", "hero", "item", "place", "spell_song", "folk")


def listed(state: State) -> Iterator[Option]:
    for hero in state.heroes:
        for card in action_cards(hero):
            yield _option(state, f"buy:{card}", "ss.option.buy_action", buy_closed(state, card))
            yield _option(state, f"gone:{card}", "ss.option.gone", _gone_closed(state, card))
        yield Option(
            id=f"kismet:{hero.card}", say=say("ss.option.kismet", hero=title(state, hero.card))
        )
        if len(state.heroes) > 1:
            yield Option(
                id=f"leave:{hero.card}",
                say=say("ss.option.hero_leaves", hero=title(state, hero.card)),
            )
    for kind in BUYS:
        yield _option(state, f"buy_{kind}", f"ss.option.buy_{kind}", _buy_closed(state, kind))
    if current_place(state) is not None:
        yield Option(id="place", say=say("ss.option.place_changed"))
    yield structs.replace(
        _option(state, "luck", "ss.option.luck", recheck_closed(state)), button=LUCK_BUTTON
    )
    yield Option(id="demo", say=say("ss.option.demo_lite"))
    yield Option(id="give_up", say=say("ss.option.give_up"))


def _option(state: State, option: str, key: str, reason: Reason | None) -> Option:
    code, why = reason if reason is not None else ("not_now", None)
    card = option.partition(":")[2]
    return Option(id=option, say=say(key, card=title(state, card)), why_not=why, rule=code)


def _buy_closed(state: State, kind: str) -> Reason | None:
    if hand_size(state) == 0:
        return "SS-R13", say("ss.refused.hand_small", n=0, cost=0)
    return hero_limit_reached(state) if kind == "hero" else None


def _gone_closed(state: State, card: str) -> Reason | None:
    """Folk and songs leave the action pile for free when acknowledged."""
    if state.cards[card].type not in ("folk", "spell_song"):
        return "SS-R18", say("ss.refused.not_free", card=title(state, card))
    return None if may_be_used(state, card) else ignored(state, card, "SS-R18")


def take(story: GameStory, verb: str, rest: list[str]) -> bool:
    """True if it was one of lite tracking's own actions."""
    state = story.state
    if verb.startswith("buy_"):
        bend(story, _buy_closed(state, verb[4:]))
        push(story, Job("price", to=verb[4:]))
    elif verb == "gone":
        bend(story, _gone_closed(state, rest[0]))
        cycle(story, rest[0])
        story.tell(story.state, "ss.log.played", card=title(state, rest[0]))
    elif verb == "kismet":
        push(story, Job("quick", to="luck", lane=lane_of(state, rest[0])))
    elif verb == "place":
        push(story, Job("quick", to="place"))
    elif verb == "leave":
        lift(story, rest[0])
        story.tell(story.state, "ss.log.hero_left", hero=title(state, rest[0]))
    elif verb == "luck":
        recheck(story)
    elif verb == "demo":
        won = change(state, step="WON", result="WON", jobs=(), battle=None)
        story.tell(won, "ss.log.won", n=state.turn, card=say("ss.type.story"), sound="victory")
    else:
        return False
    return True


# Buying a card from a hand nobody has looked at: its cost is typed in


def price_asks(state: State, job: Job) -> Asks:
    words = say("ss.ask.price", kind=say(f"ss.type.{job.to}"), story=story_count(state))
    return (Count(id=ask_id(state, "price"), say=words, of="cost", least=0, most=20),)


def price_take(story: GameStory, job: Job, reply: Reply) -> None:
    """The card itself and its payment leave the hand."""
    state, cost = story.state, reply.number
    story.refuse_if(
        cost > story_count(state), "SS-R09", "ss.refused.cost", cost=cost, story=story_count(state)
    )
    free = job.to == "folk" or (job.to == "spell_song" and state.options["songs_free"] == "on")
    due = 0 if free else cost
    others = hand_size(state) - 1
    story.refuse_if(others < due, "SS-R13", "ss.refused.hand_small", n=others, cost=due)
    story.keep(change(state, hand_unknown=max(0, state.hand_unknown - 1)))
    lose_cards(story, unseen(min(due, others)), "ss.log.paid")
    enter_unseen(story, job.to)


STEPS = {"price": job_step(price_asks, price_take)}
