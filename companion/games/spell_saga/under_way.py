"""A game already under way: the beginning of a turn, with everything that lies on the table."""

from typing import Any, get_args

from companion.games.spell_saga.pack import GLYPHS
from companion.games.spell_saga.rules.wording import glyph_said
from companion.games.spell_saga.state import SPOTS, STACK_MOST, Luck, State, lite
from companion.kit.forms import Choice, Fact, Parts, Several
from companion.kit.say import Value, say
from companion.kit.under_way import (
    WHOLE,
    UnderWay,
    always,
    number,
    one_of,
    parts_of,
    some_of,
)

FIXED = {"step": "T1", "started": True}


def under_way(start: State) -> UnderWay:
    return _counted() if lite(start) else _laid_out(start)


def _counted() -> UnderWay:
    """In lite tracking cards are only counted."""
    heroes = tuple(f"hero{n}" for n in range(1, 5))
    parts: Parts = {
        WHOLE: always(
            number("turn"),
            number("story_unknown"),
            number("hand_unknown"),
            parts_of("heroes", "hero"),
        ),
        "hero": always(one_of("card", heroes)),
    }
    begun = {"turn": 1, "story_unknown": 1, "hand_unknown": 5, "heroes": [{"card": "hero1"}]}
    return UnderWay(parts, begun, FIXED)


def _laid_out(start: State) -> UnderWay:
    of = {kind: _of_type(start, kind) for kind in ("hero", "item", "song", "place", "story")}
    every = tuple(start.cards)
    stack = Several(Choice(of["place"]), most=STACK_MOST)
    parts: Parts = {
        WHOLE: always(
            number("turn"),
            some_of("story", of["story"]),
            some_of("hand", every),
            parts_of("heroes", "hero"),
            Fact("places", Several(stack, SPOTS, SPOTS)),
            one_of("token", of["place"]),
            number("deck_count"),
        ),
        "hero": (
            *always(one_of("card", of["hero"]), parts_of("items", "item")),
            some_of("luck_stack", every),
        ),
        "item": (*always(one_of("card", of["item"])), some_of("songs", of["song"])),
    }
    heroes = [
        {"card": hero.card, "items": [{"card": item.card} for item in hero.items]}
        for hero in start.heroes
    ]
    begun: dict[str, Any] = {
        "turn": 1,
        "story": list(start.story),
        "hand": [],
        "heroes": heroes,
        "places": [list(stack) for stack in start.places],
        "token": start.token,
    }
    if start.deck_count is not None:
        begun["deck_count"] = start.deck_count
    return UnderWay(parts, begun, FIXED, called(start))


def called(state: State) -> dict[str, Value]:
    """What cards, glyphs and kinds of luck are called."""
    glyphs: dict[str, Value] = {glyph: glyph_said(glyph) for glyph in GLYPHS}
    lucks: dict[str, Value] = {luck: say(f"ss.luck.{luck}") for luck in get_args(Luck)}
    return {**glyphs, **lucks, **{card.id: card.title for card in state.cards.values()}}


def _of_type(start: State, kind: str) -> tuple[str, ...]:
    return tuple(card.id for card in start.cards.values() if card.type == kind)
