"""The whole of a Spell Saga table as frozen data, and the numbers that follow from it at once."""

from itertools import chain
from typing import Literal

import msgspec

from companion.games.spell_saga.pack import Card, Colours, Effect, Glyph, SagaPack, Until
from companion.kit.seats import Seat
from companion.kit.steps import AskId
from companion.kit.story import Story

Luck = Literal["UNCHECKED", "GOOD", "BAD", "NO"]
SPOTS = 5
STACK_MOST = 5


class Item(msgspec.Struct, frozen=True):
    """An item attached to a hero. `used`: in this battle round, whoever carries it."""

    card: str
    face: Literal["up", "down"] = "up"
    songs: tuple[str, ...] = ()
    used: bool = False


class Hero(msgspec.Struct, frozen=True):
    """A hero and its lane: items, luck stack (index 0 is the top), action spot. `left`: good luck
    was declined.
    """

    card: str
    items: tuple[Item, ...] = ()
    luck_stack: tuple[str, ...] = ()
    action: str | None = None
    extras: tuple[str, ...] = ()
    luck: Luck = "UNCHECKED"
    why: str = ""
    match: str = ""
    acted: bool = False
    target: str = ""
    item_used: bool = False
    left: bool = False


class Enemy(msgspec.Struct, frozen=True):
    """`hits` is the attack received this round; the changes last until its end."""

    card: str
    lane: int
    attack: int
    armor: int
    rounds: int
    hits: int = 0
    first: bool = False
    attacked: bool = False
    defeated: bool = False
    attack_change: int = 0
    armor_change: int = 0


class Battle(msgspec.Struct, frozen=True):
    round: int = 1
    rounds: int = 1
    enemies: tuple[Enemy, ...] = ()
    pending_damage: int = 0
    shield: int = 0
    settled: tuple[str, ...] = ()  # enemies whose prize or penalty is done


class Tint(msgspec.Struct, frozen=True):
    """An effect on a card's colours or glyph."""

    card: str
    until: Until
    colours: Colours | None = None
    add: bool = False
    glyph: Glyph | None = None


class Job(msgspec.Struct, frozen=True):
    """Something begun and not yet finished: a payment, a draw, a choice, a search. The first of
    `jobs` is next.
    """

    do: str
    card: str = ""
    n: int = 0
    lane: int = 0
    to: str = ""
    picked: tuple[str, ...] = ()
    effect: Effect | None = None
    facts: dict[str, int | str] = {}

    @property
    def step(self) -> str:
        """Which step of the game's table this is."""
        return self.do


class State(msgspec.Struct, frozen=True, kw_only=True):
    seats: tuple[Seat, ...]
    options: dict[str, int | str]
    pack: SagaPack
    step: str
    turn: int = 0
    cards: dict[str, Card]
    story: tuple[str, ...] = ()
    story_unknown: int = 0  # cards counted but not looked at: all of them in lite tracking
    heroes: tuple[Hero, ...] = ()
    places: tuple[tuple[str, ...], ...] = ((),) * SPOTS
    attached: dict[str, tuple[str, ...]] = {}
    token: str = ""  # a place or room; "@3" is the emptied spot 3; "" means no place at all
    hand: tuple[str, ...] = ()
    hand_unknown: int = 0
    deck_count: int | None = None
    source_base: int = 4
    source_per_story: int = 1
    source_start: int = 5
    hero_limit: int | None = None
    gains: dict[str, int] = {}
    claimed: tuple[str, ...] = ()
    acknowledged: tuple[str, ...] = ()  # blank-cost cards whose condition is met, this turn
    noted: tuple[str, ...] = ()  # action cards acknowledged in step 8 (option ack)
    heeded: tuple[str, ...] = ()  # hand cards whose mandatory rule has been followed
    turned: tuple[str, ...] = ()  # folk that fight as enemies
    warned: tuple[str, ...] = ()
    chimed: tuple[str, ...] = ()  # colour bonuses announced as claimable this turn
    tints: tuple[Tint, ...] = ()
    battle: Battle | None = None
    battles: int = 0
    jobs: tuple[Job, ...] = ()
    asked: int = 0
    draws_left: int = 0  # action cards still to be drawn in step 5
    made: int = 0  # quick cards made so far
    seed: int = 1  # stirred by every card drawn; only for random_loss = companion
    fix: str = ""  # where a correction by hand arrives before it is carried out
    result: str = ""
    started: bool = False


GameStory = Story[State]
change = msgspec.structs.replace


def ask_id(state: State, name: str) -> str:
    """Names this occasion: the turn, the step and how many answers the step has had."""
    return str(AskId(str(state.turn), f"{state.step}.{state.asked}", name))


def lite(state: State) -> bool:
    return state.options["tracking"] == "lite"


def story_count(state: State) -> int:
    return len(state.story) + state.story_unknown


def hand_size(state: State) -> int:
    return len(state.hand) + state.hand_unknown


def extra_source(state: State) -> int:
    return sum(
        state.cards[hero.card].source_extra for hero in state.heroes if hero.card in state.cards
    )


def source_limit(state: State) -> int:
    """Story cards times the hero's number plus its base, what further heroes add, and effects;
    never below 0.
    """
    if state.options["source_limit"] == "fixed":
        own = state.source_start
    else:
        own = state.source_per_story * story_count(state) + state.source_base
    return max(0, own + extra_source(state) + state.gains.get("source", 0))


def hero_limit(state: State) -> int | None:
    if state.hero_limit is None:
        return None
    extra = sum(
        state.cards[hero.card].hero_limit_extra for hero in state.heroes if hero.card in state.cards
    )
    return max(1, state.hero_limit + extra + state.gains.get("hero", 0))


def item_limit(state: State, lane: int) -> int | None:
    card = state.cards.get(state.heroes[lane].card)
    if card is None or card.item_limit is None:
        return None
    return max(0, card.item_limit + state.gains.get("item", 0))


def has_item_slot(state: State, lane: int) -> bool:
    limit = item_limit(state, lane)
    return limit is None or len(state.heroes[lane].items) < limit


def lane_of(state: State, hero: str) -> int:
    return next(lane for lane, one in enumerate(state.heroes) if one.card == hero)


def with_hero(state: State, lane: int, **fields: object) -> State:
    hero = change(state.heroes[lane], **fields)
    return change(state, heroes=(*state.heroes[:lane], hero, *state.heroes[lane + 1 :]))


def action_cards(hero: Hero) -> tuple[str, ...]:
    return hero.extras if hero.action is None else (hero.action, *hero.extras)


def action_pile(state: State) -> tuple[str, ...]:
    """The action cards of all lanes."""
    lanes = [action_cards(hero) for hero in state.heroes]
    return tuple(chain.from_iterable(lanes))


def marks_cleared(state: State) -> State:
    """Nobody has attacked or used an item yet."""
    fresh = {"item_used": False, "acted": False, "target": ""}
    heroes = tuple(change(hero, items=_unused(hero.items), **fresh) for hero in state.heroes)
    return change(state, heroes=heroes)


def _unused(items: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple(change(item, used=False) if item.used else item for item in items)


def spot_of(state: State, card: str) -> int | None:
    return next((spot for spot, stack in enumerate(state.places) if card in stack), None)


def items_of(state: State) -> tuple[tuple[int, Item], ...]:
    found: list[tuple[int, Item]] = []
    for lane, hero in enumerate(state.heroes):
        for item in hero.items:
            found.append((lane, item))
    return tuple(found)


def item_at(state: State, card: str) -> tuple[int, Item] | None:
    """The item of that card and the lane of its hero."""
    for lane, hero in enumerate(state.heroes):
        for item in hero.items:
            if item.card == card:
                return lane, item
    return None


def items_down(state: State) -> tuple[str, ...]:
    return tuple(item.card for _, item in items_of(state) if item.face == "down")


def placed(state: State) -> tuple[str, ...]:
    """All places of the ring, also those buried in their stacks."""
    return tuple(chain.from_iterable(state.places))


def title(state: State, card: str) -> str:
    known = state.cards.get(card)
    return known.title if known is not None else card


def won_or_lost(state: State) -> bool:
    return state.result != ""
