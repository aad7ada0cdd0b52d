"""What can be read off the table at any moment: colours, kismet cards, luck, who is acknowledged.
Changes nothing.
"""

from typing import NamedTuple

from companion.games.spell_saga.pack import Card
from companion.games.spell_saga.rules.harmonics import bits, letters, ring_status, row_status, union
from companion.games.spell_saga.state import (
    Hero,
    Item,
    Luck,
    State,
    action_cards,
    items_of,
    story_count,
)
from companion.kit.zones import arcs, family, host_of, root_of

ACKNOWLEDGED = "ACKNOWLEDGED"
IGNORED = "IGNORED"
CONDITIONAL = "CONDITIONAL"


class Reading(NamedTuple):
    """A luck check: its word, and why (harmonics, equal, different, two, no_glyph, missing)."""

    luck: Luck
    why: str
    match: str


# Colours and glyphs


def own_colours(state: State, card: str) -> int:
    known = state.cards.get(card)
    mask = bits(known.harmonics) if known is not None else 0
    for tint in state.tints:
        if tint.card == card and tint.colours is not None:
            mask = mask | bits(tint.colours) if tint.add else bits(tint.colours)
    return mask


def glyph(state: State, card: str) -> str:
    known = state.cards.get(card)
    mark = known.glyph if known is not None else "-"
    for tint in state.tints:
        if tint.card == card and tint.glyph is not None:
            mark = tint.glyph
    return mark


def lends_colours(state: State, item: Item) -> bool:
    return item.face == "up" or state.options["facedown_colours"] == "count"


def hero_group(state: State, hero: Hero) -> tuple[str, ...]:
    """The hero, its items and their songs; items lying face-down lend nothing."""
    cards = [hero.card]
    for item in hero.items:
        if lends_colours(state, item):
            cards.append(item.card)
        cards += item.songs
    return tuple(cards)


def group_of(state: State, card: str) -> tuple[str, ...]:
    """The whole attachment group the card belongs to; alone if it is attached to nothing."""
    if card in state.attached or host_of(state.attached, card) is not None:
        return family(state.attached, root_of(state.attached, card))
    for hero in state.heroes:
        if card == hero.card or any(card == item.card or card in item.songs for item in hero.items):
            return hero_group(state, hero)
    return (card,)


def _beside(state: State, card: str) -> tuple[str, ...]:
    """Only the cards directly attached to this one, or that it is attached to."""
    host = host_of(state.attached, card)
    near = (card, *state.attached.get(card, ()), *((host,) if host else ()))
    for hero in state.heroes:
        shown = tuple(item for item in hero.items if lends_colours(state, item))
        if card == hero.card:
            near += tuple(item.card for item in shown)
        for item in shown:
            if card == item.card:
                near += (hero.card, *item.songs)
            elif card in item.songs:
                near += (item.card,)
    return near


def face_down(state: State, card: str) -> bool:
    return any(item.card == card and not lends_colours(state, item) for _, item in items_of(state))


def eff(state: State, card: str) -> int:
    """Effective colours: printed ones and those shared through attachment."""
    if face_down(state, card):
        return 0
    near = (
        _beside(state, card) if state.options["attach_share"] == "direct" else group_of(state, card)
    )
    return union(own_colours(state, one) for one in near)


# Places


def current_place(state: State) -> str | None:
    return None if state.token == "" or state.token.startswith("@") else state.token


def place_tops(state: State) -> tuple[str | None, ...]:
    return tuple(stack[0] if stack else None for stack in state.places)


def ring_rows(state: State, tops: tuple[str | None, ...]) -> tuple[list[list[str]], bool]:
    """The tops as one ring (True), or as the rows between gaps when gaps cut it."""
    if state.options["ring_gaps"] == "strict" and None in tops:
        return arcs(tops), False
    return [[top for top in tops if top is not None]], True


def places_status(state: State, tops: tuple[str | None, ...] | None = None) -> str:
    rows, whole = ring_rows(state, place_tops(state) if tops is None else tops)
    nodes: list[list[int]] = []
    for row in rows:
        nodes.append([eff(state, card) for card in row])
    return ring_status(nodes, state.options, whole=whole)


def tops_with(state: State, card: str, spot: int) -> tuple[str | None, ...]:
    tops = place_tops(state)
    return (*tops[:spot], card, *tops[spot + 1 :])


def would_be_harmonic(state: State, card: str, spot: int) -> bool:
    return places_status(state, tops_with(state, card, spot)) in ("HARMONIC", "BOTH")


def story_status(state: State) -> str:
    return row_status([eff(state, card) for card in state.story], state.options)


def luck_status(state: State) -> str:
    tops = [hero.luck_stack[0] for hero in state.heroes if hero.luck_stack]
    return row_status([eff(state, card) for card in tops], state.options)


# Luck


def kismet(state: State, lane: int) -> tuple[str, str, str] | None:
    """Current place, the hero's action card, top of its luck stack; None if one is missing."""
    place, hero = current_place(state), state.heroes[lane]
    if place is None or hero.action is None or not hero.luck_stack:
        return None
    return place, hero.action, hero.luck_stack[0]


def match_of(state: State, lane: int) -> str:
    triple = kismet(state, lane)
    if triple is None:
        return ""
    place, action, luck = triple
    return letters(eff(state, place) & eff(state, action) & eff(state, luck))


def luck_of(state: State, lane: int) -> Reading:
    """The check as it would read now; incomplete, this turn's earlier result stays."""
    triple = kismet(state, lane)
    if triple is None:
        hero = state.heroes[lane]
        return (
            Reading("NO", "missing", "")
            if hero.luck == "UNCHECKED"
            else Reading(hero.luck, hero.why, hero.match)
        )
    match = match_of(state, lane)
    if match:
        return Reading("GOOD", "harmonics", match)
    glyphs = [glyph(state, card) for card in triple]
    if "-" in glyphs:
        return Reading("NO", "no_glyph", "")
    return by_glyphs(len(set(glyphs)), str(state.options["luck_table"]))


def by_glyphs(different: int, table: str) -> Reading:
    if different == 1:
        return Reading("GOOD", "equal", "")
    first, second = ("NO", "BAD") if table == "s11" else ("BAD", "NO")
    return Reading(first, "two", "") if different == 2 else Reading(second, "different", "")  # type: ignore[arg-type]


# Acknowledging


def cost_of(state: State, card: Card) -> int | None:
    """The number to be met and paid; None for a blank cost."""
    if card.cost == "start":
        return 0 if state.options["starting_redraw"] == "zero" else None
    return None if card.cost == "blank" else card.cost


def ack(state: State, card: str) -> str:
    """Acknowledged, ignored, or conditional on the card's own text."""
    known = state.cards.get(card)
    if known is None:
        return CONDITIONAL
    cost = cost_of(state, known)
    if cost is None:
        return ACKNOWLEDGED if card in state.acknowledged else CONDITIONAL
    return ACKNOWLEDGED if cost <= story_count(state) or card in state.acknowledged else IGNORED


def may_be_used(state: State, card: str) -> bool:
    """Acknowledged, also when step 8 has fixed the state of the action cards."""
    if (
        state.options["ack"] == "at_step_8"
        and fixed(state)
        and any(card in action_cards(h) for h in state.heroes)
    ):
        return card in state.noted
    return ack(state, card) == ACKNOWLEDGED


def fixed(state: State) -> bool:
    return state.step in ("T9", "T10", "TE") or state.step.startswith("B")


def is_enemy(state: State, card: str) -> bool:
    known = state.cards.get(card)
    return card in state.turned or (known is not None and known.type == "enemy")


def to_fight(state: State) -> tuple[tuple[int, str], ...]:
    """Acknowledged enemies in the action pile, by lane."""
    found: list[tuple[int, str]] = []
    for lane, hero in enumerate(state.heroes):
        enemies = [card for card in action_cards(hero) if is_enemy(state, card)]
        found += [(lane, card) for card in enemies if may_be_used(state, card)]
    return tuple(found)
