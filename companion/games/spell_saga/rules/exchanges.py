"""Cards that change places with one another, songs on items, and cards an effect puts somewhere."""

from companion.games.spell_saga.rules.buying import hero_limit_reached
from companion.games.spell_saga.rules.entering import new_hero, to_story
from companion.games.spell_saga.rules.jobs import bend, push
from companion.games.spell_saga.rules.piles import (
    cycle,
    into_deck,
    into_hand,
    lift,
    orphaned,
    to_action,
    to_luck,
    zone_of,
)
from companion.games.spell_saga.state import (
    GameStory,
    Item,
    Job,
    State,
    change,
    hand_size,
    item_at,
    title,
    with_hero,
)
from companion.kit.say import say


def swapped(story: GameStory, a: str, b: str) -> None:
    """Each takes the other's exact position."""
    state = story.state
    songs = (*_songs_of(state, a), *_songs_of(state, b))
    story.keep(_with_swap(state, a, b))
    orphaned(story, songs)
    story.tell(story.state, "ss.log.switched", card=title(state, a), other=title(state, b))


def _songs_of(state: State, card: str) -> tuple[str, ...]:
    found = item_at(state, card)
    return found[1].songs if found is not None else ()


def _with_swap(state: State, a: str, b: str) -> State:
    def other(card: str) -> str:
        return b if card == a else a if card == b else card

    def item(one: Item) -> Item:
        return one if one.card not in (a, b) else Item(other(one.card), used=one.used)

    heroes = tuple(
        change(
            hero,
            luck_stack=tuple(map(other, hero.luck_stack)),
            items=tuple(map(item, hero.items)),
            action=None if hero.action is None else other(hero.action),
            extras=tuple(map(other, hero.extras)),
        )
        for hero in state.heroes
    )
    places = tuple(tuple(map(other, stack)) for stack in state.places)
    return change(state, hand=tuple(map(other, state.hand)), heroes=heroes, places=places)


def attach_song(story: GameStory, song: str, item: str) -> None:
    """On the item; when its slots are full, the oldest song is cycled."""
    found = item_at(story.state, item)
    if found is None:
        return
    slots = max(1, story.state.cards[item].song_slots)
    for old in found[1].songs[: max(0, len(found[1].songs) - slots + 1)]:
        named = title(story.state, old)
        cycle(story, old)
        story.tell(story.state, "ss.log.cycled", card=named)
    lift(story, song)
    lane, one = item_at(story.state, item) or found
    items = tuple(
        change(i, songs=(*i.songs, song)) if i.card == one.card else i
        for i in story.state.heroes[lane].items
    )
    state = with_hero(story.state, lane, items=items)
    story.tell(state, "ss.log.attached", card=title(state, song), host=title(state, item))


def put(story: GameStory, card: str, to: str, lane: int) -> None:
    """Where an effect sends a card."""
    named = title(story.state, card)
    if to == "hero":
        bend(story, hero_limit_reached(story.state))
    if zone_of(story.state, card) != "deck":
        lift(story, card)
    if to == "hero":
        new_hero(story, card)
    elif to == "story":
        to_story(story, card)
    elif to == "place":
        push(story, Job("to", card=card), Job("enter", card=card))
    else:
        _drop(story, card, to, lane)
        zone = say(f"ss.zone.{to}")
        story.tell(story.state, "ss.log.put", card=named, zone=zone, hand=hand_size(story.state))


def _drop(story: GameStory, card: str, to: str, lane: int) -> None:
    if to == "hand":
        into_hand(story, card)
    elif to == "luck":
        to_luck(story, card, lane)
    elif to == "action":
        to_action(story, card, lane, extra=True)
    else:
        into_deck(story)
