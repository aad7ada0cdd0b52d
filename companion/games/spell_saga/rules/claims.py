"""Harmonic and discordant bonuses: can a list of colours be claimed now, from which cards, or where
does it break.
"""

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.spell_saga.rules.harmonics import cost_bits, fits_in_order, fits_unordered
from companion.games.spell_saga.rules.reading import (
    current_place,
    eff,
    hero_group,
    own_colours,
    place_tops,
    ring_rows,
)
from companion.games.spell_saga.state import State
from companion.kit.zones import family, ring_windows, row_windows

Nodes = tuple[tuple[str, int], ...]


class Source(NamedTuple):
    """Cards that lie together. `shape`: row, ring, or loose (any order, any of them)."""

    name: str
    shape: str
    nodes: Nodes


class Found(NamedTuple):
    source: str
    cards: tuple[str, ...]


class Near(NamedTuple):
    """The nearest miss: so many colours of the list are found there."""

    source: str
    cards: tuple[str, ...]
    found: int


def sources(state: State) -> list[Source]:
    """Everything a bonus may be claimed from; runs never mix piles."""
    return [*_rows(state), *_kismets(state), *_groups(state)]


def _rows(state: State) -> Iterator[Source]:
    row = "loose" if state.options["row_adjacency"] == "all" else "row"
    yield Source("story", row, _nodes(state, state.story))
    yield Source(
        "luck",
        row,
        _nodes(state, tuple(hero.luck_stack[0] for hero in state.heroes if hero.luck_stack)),
    )
    stretches, whole = ring_rows(state, place_tops(state))
    shape = "loose" if state.options["place_adjacency"] == "all" else "ring" if whole else "row"
    if shape == "loose":
        stretches = [[top for top in place_tops(state) if top is not None]]
    for stretch in stretches:
        yield Source("places", shape, _nodes(state, tuple(stretch)))


def _kismets(state: State) -> Iterator[Source]:
    place, order = current_place(state), state.options["kismet_order"]
    for hero in state.heroes:
        if place is not None and hero.action is not None and hero.luck_stack:
            luck = hero.luck_stack[0]
            cards = (place, luck, hero.action) if order == "pla" else (place, hero.action, luck)
            yield Source("kismet", "loose" if order == "any" else "row", _nodes(state, cards))


def _groups(state: State) -> Iterator[Source]:
    for hero in state.heroes:
        yield Source("hero", "loose", _printed(state, hero_group(state, hero)))
    for top in place_tops(state):
        if top is not None and top in state.attached:
            yield Source("attached", "loose", _printed(state, family(state.attached, top)))


def _nodes(state: State, cards: tuple[str, ...]) -> Nodes:
    return tuple((card, eff(state, card)) for card in cards)


def _printed(state: State, cards: tuple[str, ...]) -> Nodes:
    return tuple((card, own_colours(state, card)) for card in cards)


def claim(state: State, cost: str, among: list[Source] | None = None) -> Found | None:
    """Where the colours lie, if they may be claimed."""
    wanted = cost_bits(cost)
    for source in sources(state) if among is None else among:
        cards = _found(state, source, wanted)
        if cards is not None:
            return Found(source.name, cards)
    return None


def _found(state: State, source: Source, wanted: tuple[int, ...]) -> tuple[str, ...] | None:
    many = state.options["multi_fill"] == "many"
    if not wanted:
        return None
    if source.shape == "loose":
        masks = [mask for _, mask in source.nodes]
        fits = fits_unordered(wanted, masks, whole=False, many=many)
        return tuple(card for card, _ in source.nodes) if fits else None
    windows = ring_windows if source.shape == "ring" else row_windows
    for size in range(1 if many else len(wanted), len(wanted) + 1):
        for window in windows(source.nodes, size):
            if _run_fits(state, wanted, [mask for _, mask in window], many):
                return tuple(card for card, _ in window)
    return None


def _run_fits(state: State, wanted: tuple[int, ...], masks: list[int], many: bool) -> bool:
    if state.options["bonus_order"] == "connected_set":
        return all(masks) and fits_unordered(wanted, masks, whole=True, many=many)
    return fits_in_order(wanted, masks, many=many) or fits_in_order(wanted[::-1], masks, many=many)


def nearest(state: State, cost: str, among: list[Source] | None = None) -> Near | None:
    """The source that gets furthest along the list, forwards or backwards, and where it stops."""
    best: Near | None = None
    for source in sources(state) if among is None else among:
        for size in range(len(cost) - 1, 0, -1):
            part = next(
                (p for p in (cost[:size], cost[-size:]) if _found(state, source, cost_bits(p))),
                None,
            )
            if part is not None and (best is None or size > best.found):
                best = Near(source.name, _found(state, source, cost_bits(part)) or (), size)
            if part is not None:
                break
    return best
