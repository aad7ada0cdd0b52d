"""Where every real card should lie."""

from companion.games.spell_saga.rules.piles import zone_of
from companion.games.spell_saga.state import (
    State,
    action_cards,
    hand_size,
    items_of,
    lite,
    spot_of,
    story_count,
    title,
)
from companion.kit.say import Say, say
from companion.kit.zones import host_of


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
