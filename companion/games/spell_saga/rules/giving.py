"""Switching items between heroes: an exchange, or a gift to a free slot. Faces and marks stay as
they are.
"""

from collections.abc import Iterator

from companion.games.spell_saga.rules.buying import slots_full
from companion.games.spell_saga.rules.jobs import Reason
from companion.games.spell_saga.state import (
    GameStory,
    Hero,
    State,
    change,
    item_at,
    items_of,
    lane_of,
    title,
    with_hero,
)
from companion.kit.asks import Option
from companion.kit.say import say
from companion.kit.zones import without


def gives(state: State) -> Iterator[Option]:
    if len(state.heroes) < 2:
        return
    for lane, item in items_of(state):
        for other_lane, other in enumerate(state.heroes):
            if other_lane == lane:
                continue
            yield _gift(state, item.card, other.card)
            if other_lane > lane:  # a trade is offered once, by the first of the two
                yield from (_trade(state, item.card, theirs.card) for theirs in other.items)


def _trade(state: State, item: str, other: str) -> Option:
    words = say("ss.option.trade", item=title(state, item), other=title(state, other))
    return Option(id=f"trade:{item}:{other}", say=words)


def _gift(state: State, item: str, hero: str) -> Option:
    reason = give_closed(state, [item, hero])
    code, why = reason if reason is not None else ("not_now", None)
    words = say("ss.option.give", item=title(state, item), hero=title(state, hero))
    return Option(
        id=f"give:{item}:{hero}", say=words, why_not=why, rule=code, bends=code == "SS-R14"
    )


def give_closed(state: State, rest: list[str]) -> Reason | None:
    item, hero = rest
    if item_at(state, item) is None:
        return "SS-R17", say("ss.refused.not_carried", card=title(state, item))
    return slots_full(state, lane_of(state, hero))


def trade_closed(state: State, rest: list[str]) -> Reason | None:
    for item in rest:
        if item_at(state, item) is None:
            return "SS-R17", say("ss.refused.not_carried", card=title(state, item))
    return None


def give(story: GameStory, rest: list[str]) -> None:
    card, hero = rest
    found = item_at(story.state, card)
    assert found is not None
    lane, item = found
    giver = story.state.heroes[lane]
    story.keep(with_hero(story.state, lane, items=without(giver.items, item)))
    goal = lane_of(story.state, hero)
    state = with_hero(story.state, goal, items=(*story.state.heroes[goal].items, item))
    story.tell(state, "ss.log.given", item=title(state, card), hero=title(state, hero))


def trade(story: GameStory, rest: list[str]) -> None:
    mine, theirs = (item_at(story.state, card) for card in rest)
    assert mine is not None
    assert theirs is not None
    swap = {mine[1].card: theirs[1], theirs[1].card: mine[1]}
    heroes: list[Hero] = []
    for hero in story.state.heroes:
        items = tuple(swap.get(item.card, item) for item in hero.items)
        heroes.append(change(hero, items=items))
    state = change(story.state, heroes=tuple(heroes))
    story.tell(state, "ss.log.traded", item=title(state, rest[0]), other=title(state, rest[1]))
