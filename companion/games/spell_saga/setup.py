"""The table before the first card is drawn; the starting cards of a pack are laid out."""

from collections.abc import Mapping
from itertools import chain
from typing import Any

from companion.games.spell_saga.pack import STARTING, Card, SagaPack, kind_at_start
from companion.games.spell_saga.state import (
    SPOTS,
    Hero,
    Item,
    State,
    change,
    lite,
)
from companion.kit.seats import Seat
from companion.kit.story import refuse


def setup(options: Mapping[str, int | str], seats: tuple[Seat, ...], pack: SagaPack) -> State:
    """The table before the first card is drawn; the starting cards of the pack are laid out
    already.
    """
    if len(seats) != 1:
        raise refuse("SS-001", "ss.refused.solo", n=len(seats))
    plain = dict(options)
    if plain["tracking"] == "lite":
        return State(
            seats=seats,
            options=plain,
            pack=pack,
            step="S2",
            cards={},
            heroes=(Hero("hero1"),),
            story_unknown=1,
        )
    state = State(
        seats=seats,
        options=plain,
        pack=pack,
        step="S2",
        cards={card.id: card for card in pack.cards},
        deck_count=None if pack.deck_size is None else pack.deck_size,
    )
    found = starting_cards(pack.cards)
    return laid_out(state, found) if set(found) == set(STARTING) else state


def starting_cards(cards: tuple[Card, ...]) -> dict[str, Card]:
    return {kind_at_start(card): card for card in cards if card.cost == "start"}


def laid_out(state: State, found: dict[str, Card]) -> State:
    hero, place = found["hero"], found["place"]
    base, each = hero.source_base or 0, hero.source_per_story or 0
    return change(
        state,
        story=(found["story"].id,),
        heroes=(Hero(hero.id, (Item(found["item"].id),)),),
        places=((place.id,), *((),) * (SPOTS - 1)),
        attached={place.id: (found["room"].id,)},
        token=place.id,
        source_base=base,
        source_per_story=each,
        source_start=base + each,
        hero_limit=hero.hero_limit,
        deck_count=None if state.pack.deck_size is None else state.pack.deck_size - len(STARTING),
    )


def derived(state: State, position: Mapping[str, Any]) -> State:
    """Rooms of a place that is no longer there are gone with it, and so is whoever stood there."""
    if lite(state):
        return state
    lying = set(chain(*state.places))
    if "attached" not in position:
        attached = {host: cards for host, cards in state.attached.items() if host in lying}
        state = change(state, attached=attached)
    if "token" not in position and state.token not in (*lying, *chain(*state.attached.values())):
        state = change(state, token="")
    return state
