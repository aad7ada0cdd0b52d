"""How a game ended, what must always hold, and where every real card should lie."""

from collections.abc import Iterator

from companion.games.spell_saga.moves import zone_of
from companion.games.spell_saga.state import (
    SPOTS,
    STACK_MOST,
    State,
    action_cards,
    hand_size,
    items_of,
    lite,
    spot_of,
    story_count,
    title,
)
from companion.kit.outcome import Outcome
from companion.kit.say import Say, say
from companion.kit.zones import host_of, root_of


def outcome(state: State) -> Outcome | None:
    if state.result == "WON":
        return Outcome(
            "won",
            (state.seats[0].id,),
            say("ss.outcome.won", n=state.turn, story=story_count(state)),
        )
    if state.result == "LOST":
        return Outcome("lost", (), say("ss.outcome.lost", n=state.turn, story=story_count(state)))
    if state.result == "GIVEN_UP":
        return Outcome(
            "given_up", (), say("ss.outcome.given_up", n=state.turn, story=story_count(state))
        )
    return None


# Invariants


def broken(state: State) -> tuple[str, ...]:
    return tuple(name for name, holds in _claims(state) if not holds)


def _claims(state: State) -> Iterator[tuple[str, bool]]:
    lying = list(_all_lying(state))
    yield "every card lies in one place", len(lying) == len(set(lying))
    judged = (
        [card for hero in state.heroes for card in action_cards(hero)] if lite(state) else lying
    )
    yield "every card is known", all(card in state.cards for card in judged)
    yield (
        "five spots, five cards each",
        len(state.places) == SPOTS and all(len(stack) <= STACK_MOST for stack in state.places),
    )
    yield "at least one hero", bool(state.heroes) or not state.started
    yield (
        "counts are not negative",
        min(state.hand_unknown, state.story_unknown, state.deck_count or 0) >= 0,
    )
    yield "the token stands on a place", _token_stands(state)
    yield (
        "attachments have a host",
        all(_has_host(state, host) for host in state.attached if state.attached[host]),
    )
    yield "a battle only in battle steps", (state.battle is not None) <= state.step.startswith("B")
    yield "the end has a result", (state.step in ("WON", "LOST")) == (state.result != "")
    yield (
        "the action pile is empty between turns",
        state.step != "T1" or not any(map(action_cards, state.heroes)),
    )
    yield "lost means an empty hand", state.result != "LOST" or hand_size(state) == 0


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


# Where everything should be


def where(state: State) -> dict[str, Say]:
    """Each card that lies somewhere, the deck, the token: what to move after an undo."""
    if lite(state):
        return {
            "hand": say("ss.where.hand_count", n=hand_size(state)),
            "story": say("ss.where.story_count", n=story_count(state)),
        }
    found = {card: _where(state, card) for card in state.cards}
    if state.token:
        place = (
            say("ss.option.spot", n=int(state.token[1:]))
            if state.token[0] == "@"
            else title(state, state.token)
        )
        found["token"] = say("ss.where.token", place=place)
    if state.deck_count is not None:
        found["deck"] = say("ss.where.deck", n=state.deck_count)
    return found


def _where(state: State, card: str) -> Say:
    zone, named = zone_of(state, card), title(state, card)
    spot, host = spot_of(state, card), host_of(state.attached, card)
    if spot is not None:
        return say(
            "ss.where.place", card=named, n=spot + 1, depth=state.places[spot].index(card) + 1
        )
    if host is not None:
        return say("ss.where.attached", card=named, host=title(state, host))
    if zone == "deck":
        return say("ss.where.card_deck", card=named)
    if zone in ("hand", "story", "hero"):
        return say(f"ss.where.{zone}", card=named)
    hero = next(h for h in state.heroes if _in_lane(state, h.card, card))
    face = next((item.face for _, item in items_of(state) if item.card == card), "up")
    return say(f"ss.where.{zone}_{face}", card=named, hero=title(state, hero.card))


def _in_lane(state: State, hero: str, card: str) -> bool:
    one = next(h for h in state.heroes if h.card == hero)
    items = any(card == item.card or card in item.songs for item in one.items)
    return items or card in action_cards(one) or card in one.luck_stack
