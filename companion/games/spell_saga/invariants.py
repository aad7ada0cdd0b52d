"""What must always hold, whatever was played, undone or set by hand."""

from collections.abc import Iterator

from companion.games.spell_saga.rules.piles import zone_of
from companion.games.spell_saga.state import (
    SPOTS,
    STACK_MOST,
    State,
    action_cards,
    action_pile,
    hand_size,
    items_of,
    lite,
    spot_of,
)
from companion.kit.game import Name
from companion.kit.zones import root_of


def names(state: State) -> Iterator[Name]:
    """Every card a state names; in lite tracking most of them are only counted."""
    if lite(state):
        return
    yield from (("hand", card, state.cards) for card in state.hand)
    yield from (("story", card, state.cards) for card in state.story)
    for lane, hero in enumerate(state.heroes):
        at = f"heroes.{lane}"
        yield f"{at}.card", hero.card, state.cards
        yield from ((f"{at}.action", card, state.cards) for card in action_cards(hero))
        yield from ((f"{at}.luck_stack", card, state.cards) for card in hero.luck_stack)
        yield from ((f"{at}.items", item.card, state.cards) for item in hero.items)
    for spot, stack in enumerate(state.places):
        yield from ((f"places.{spot}", card, state.cards) for card in stack)
    for host, beside in state.attached.items():
        yield from ((f"attached.{host}", card, state.cards) for card in beside)


def broken(state: State) -> tuple[str, ...]:
    return tuple(name for name, holds in _claims(state) if not holds)


def _claims(state: State) -> Iterator[tuple[str, bool]]:
    lying = list(_all_lying(state))
    yield "one_place", len(lying) == len(set(lying))
    judged = action_pile(state) if lite(state) else lying
    yield "cards_known", all(card in state.cards for card in judged)
    yield (
        "spots",
        len(state.places) == SPOTS and all(len(stack) <= STACK_MOST for stack in state.places),
    )
    yield "heroes", bool(state.heroes) or not state.started
    yield (
        "counts",
        min(state.hand_unknown, state.story_unknown, state.deck_count or 0) >= 0,
    )
    yield "token", _token_stands(state)
    yield (
        "hosts",
        all(_has_host(state, host) for host in state.attached if state.attached[host]),
    )
    yield "battle_only", (state.battle is not None) <= state.step.startswith("B")
    yield (
        "battle_there",
        state.battle is not None or not state.step.startswith("B") or state.step == "B1",
    )
    yield "result", (state.step in ("WON", "LOST")) == (state.result != "")
    yield (
        "action_pile",
        state.step != "T1" or not action_pile(state),
    )
    yield "empty_hand", state.result != "LOST" or hand_size(state) == 0


def _all_lying(state: State) -> Iterator[str]:
    yield from state.hand
    yield from state.story
    for hero in state.heroes:
        yield hero.card
        yield from action_cards(hero)
        yield from hero.luck_stack
    for _, item in items_of(state):
        yield item.card
        yield from item.songs
    for stack in state.places:
        yield from stack
    for beside in state.attached.values():
        yield from beside


def _token_stands(state: State) -> bool:
    if state.token == "" or lite(state):
        return True
    if state.token.startswith("@"):
        return state.token[1:] in {str(spot + 1) for spot in range(SPOTS)}
    return zone_of(state, state.token) in ("place", "attached")


def _has_host(state: State, host: str) -> bool:
    return spot_of(state, root_of(state.attached, host)) is not None
