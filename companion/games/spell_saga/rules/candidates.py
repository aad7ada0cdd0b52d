"""Which cards an effect may mean: zones, filters, pairs for an exchange, goals for the token."""

from itertools import chain, combinations, product

from companion.games.spell_saga.pack import Effect, Filter
from companion.games.spell_saga.rules.piles import deck_cards, zone_of
from companion.games.spell_saga.rules.reading import (
    current_place,
    eff,
    glyph,
    may_be_used,
    own_colours,
    place_tops,
)
from companion.games.spell_saga.state import State, action_pile, item_at, items_of, placed
from companion.kit.zones import host_of


def zone_cards(state: State, zone: str, source: str, lane: int) -> tuple[str, ...]:
    heroes = state.heroes
    match zone:
        case "this":
            return (source,)
        case "hand":
            return state.hand
        case "story":
            return state.story
        case "hero":
            return tuple(hero.card for hero in heroes)
        case "items":
            return tuple(item.card for _, item in items_of(state))
        case "songs":
            return tuple(chain.from_iterable(item.songs for _, item in items_of(state)))
        case "place_tops":
            return tuple(top for top in place_tops(state) if top is not None)
        case "place_all":
            return placed(state)
        case "attached":
            return _attached(state, source)
        case "luck_top":
            return heroes[lane].luck_stack[:1]
        case "luck":
            return tuple(chain.from_iterable(hero.luck_stack for hero in heroes))
        case "action":
            return action_pile(state)
        case "deck" | "deck_top":
            return deck_cards(state)
        case "play_area":
            return tuple(card for card in state.cards if in_play(state, card))
        case _:  # in_game: hand, play area and deck
            return tuple(state.cards)


def in_play(state: State, card: str) -> bool:
    return zone_of(state, card) not in ("deck", "hand")


def _attached(state: State, source: str) -> tuple[str, ...]:
    carried = item_at(state, source)
    songs = carried[1].songs if carried is not None else ()
    return (*state.attached.get(source, ()), *songs)


def passes(state: State, card: str, only: Filter, source: str) -> bool:
    known = state.cards[card]
    return (
        (only.type is None or known.type == only.type)
        and (only.folk_kind is None or known.folk_kind == only.folk_kind)
        and (not only.subtype or only.subtype in known.subtypes)
        and (not only.not_subtype or only.not_subtype not in known.subtypes)
        and (only.glyph is None or glyph(state, card) == only.glyph)
        and (not only.colour or only.colour in known.harmonics)
        and _shares(state, card, only, source)
    )


def _shares(state: State, card: str, only: Filter, source: str) -> bool:
    if only.shares == "current_place":
        here = current_place(state)
        return here is not None and bool(eff(state, card) & eff(state, here))
    return only.shares != "this" or bool(eff(state, card) & eff(state, source))


def candidates(state: State, effect: Effect, source: str, lane: int) -> tuple[str, ...]:
    """Every card in the zones that passes the filter; a song is attached only when acknowledged."""
    found: list[str] = []
    for zone in effect.zones:
        cards = zone_cards(state, zone, source, lane)
        found += [card for card in cards if passes(state, card, effect.only, source)]
    unique = dict.fromkeys(found)
    if effect.do == "attach":
        return tuple(card for card in unique if may_be_used(state, card))
    return tuple(card for card in unique if card != source or "this" in effect.zones)


def pairs(state: State, effect: Effect, lane: int) -> tuple[tuple[str, str], ...]:
    """Two cards from different zones that may change places."""
    rows: list[list[str]] = []
    for zone in effect.zones:
        cards = zone_cards(state, zone, "", lane)
        rows.append([card for card in cards if passes(state, card, effect.only, "")])
    found: list[tuple[str, str]] = []
    for one, other in combinations(rows, 2):
        found += product(one, other)
    if effect.only.shares != "pair":
        return tuple(found)
    return tuple(pair for pair in found if shares_glyph_or_colour(state, *pair))


def shares_glyph_or_colour(state: State, a: str, b: str) -> bool:
    same_glyph = glyph(state, a) == glyph(state, b) != "-"
    return same_glyph or bool(own_colours(state, a) & own_colours(state, b))


def token_goals(state: State, effect: Effect) -> tuple[str, ...]:
    """Places of the ring, at any depth if the effect reaches there; never where the token stands,
    never rooms.
    """
    zone = "place_all" if effect.buried else "place_tops"
    here = current_place(state)
    return tuple(
        card
        for card in zone_cards(state, zone, "", 0)
        if card != here
        and host_of(state.attached, card) is None
        and passes(state, card, effect.only, "")
    )
