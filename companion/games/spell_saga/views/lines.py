"""Live lines: which bonuses can be claimed now and why another cannot, the limits, what luck would
read.

Each result opens: the rule in a sentence, and the cards it was read from.
"""

from collections.abc import Iterator
from itertools import chain

from companion.games.spell_saga.pack import Rule
from companion.games.spell_saga.rules.claims import Source, claim, nearest, sources
from companion.games.spell_saga.rules.reading import kismet, luck_of
from companion.games.spell_saga.rules.rule_reasons import awake, rule_closed
from companion.games.spell_saga.rules.wording import colours_said, luck_said, names
from companion.games.spell_saga.state import (
    State,
    change,
    hand_size,
    hero_limit,
    item_at,
    lite,
    source_limit,
    story_count,
    title,
)
from companion.games.spell_saga.views.cards import face
from companion.kit.say import Say, Value, say
from companion.kit.trackers import Behind, CardFace


def bonuses(state: State) -> Iterator[tuple[Say, Behind]]:
    """Every bonus of a card that is awake: claimable from these cards, or why not."""
    if lite(state) or not state.started:
        return
    among = sources(state)
    for card in awake(state):
        for index, rule in enumerate(state.cards[card].rules):
            if rule.bonus != "none":
                yield _bonus(state, card, index, among)


def _bonus(state: State, card: str, index: int, among: list[Source]) -> tuple[Say, Behind]:
    rule = state.cards[card].rules[index]
    reason = rule_closed(state, card, index, among)
    values: dict[str, Value] = {"card": title(state, card), "kind": say(f"ss.bonus.{rule.bonus}")}
    found = claim(state, rule.bonus_cost, among) if rule.bonus_cost else None
    if reason is not None:
        line = say("ss.line.bonus_closed", why=reason[1], **values)
    elif found is None:
        line = say("ss.line.bonus_open", **values)
    else:
        cards, where = names(state, found.cards), say(f"ss.source.{found.source}")
        line = say(
            "ss.line.bonus_found",
            colours=colours_said(rule.bonus_cost),
            cards=cards,
            source=where,
            **values,
        )
    read_from = _looked_at(state, card, rule)
    if rule.bonus_cost:
        at = found or nearest(state, rule.bonus_cost, among)
        read_from = at.cards if at is not None else ()
    cards = (card, *(one for one in read_from if one != card))
    return line, Behind(_bonus_rule(state, rule), faces(state, cards))


def _bonus_rule(state: State, rule: Rule) -> Say:
    if rule.bonus_cost:
        order = "connected" if state.options["bonus_order"] == "connected_set" else "ordered"
        return say(f"ss.behind.bonus_{order}", colours=colours_said(rule.bonus_cost))
    if rule.bonus == "good_luck":
        return say("ss.behind.good_luck")
    return say(
        "ss.behind.hand" if rule.condition == "all_share_harmonic" else "ss.behind.condition"
    )


def _looked_at(state: State, card: str, rule: Rule) -> tuple[str, ...]:
    """What a bonus without colours looks at: the kismet cards, or the hand."""
    if rule.bonus == "good_luck":
        carried = item_at(state, card)
        lanes = range(len(state.heroes)) if carried is None else (carried[0],)
        triples = [kismet(state, lane) or () for lane in lanes]
        return tuple(dict.fromkeys(chain.from_iterable(triples)))
    return state.hand if rule.condition == "all_share_harmonic" else ()


LUCK_BY = {
    "harmonics": ("GOOD",),
    "equal": ("GOOD",),
    "two": ("NO", "BAD"),
    "different": ("NO", "BAD"),
    "no_glyph": ("NO",),
    "missing": ("NO",),
    "": ("UNCHECKED",),
}


def luck_behind(state: State, lane: int) -> Behind:
    """The rule that made the luck of a hero. What two equal or three different glyphs mean is the
    table's option.
    """
    hero = state.heroes[lane]
    if hero.luck not in LUCK_BY.get(hero.why, ()):
        return Behind(say("ss.behind.luck_set"))
    either = len(LUCK_BY[hero.why]) > 1
    return Behind(
        say(f"ss.behind.luck_{hero.why or 'unchecked'}{f'_{hero.luck}' if either else ''}")
    )


def order_behind(state: State, cards: tuple[str, ...]) -> Behind:
    return Behind(say("ss.behind.order"), faces(state, cards))


def faces(state: State, cards: tuple[str, ...]) -> tuple[CardFace, ...]:
    """Small: title, glyph and colours only, and nothing to set by hand."""
    return tuple(
        change(face(state, card), lines=(), figures=(), handle=None, source="") for card in cards
    )


def hint_lines(state: State) -> tuple[Say, ...]:
    """What a luck check would read now, where that differs from the result that counts."""
    lines: list[Say] = []
    for lane, hero in enumerate(state.heroes):
        if kismet(state, lane) is None or hero.luck == "UNCHECKED":
            continue
        now = luck_of(state, lane)
        if now.luck != hero.luck:
            words = luck_said(state, lane, now.luck, now.why, now.match)
            lines.append(say("ss.line.would_read", hero=title(state, hero.card), luck=words))
    return tuple(lines)


def limit_lines(state: State) -> tuple[Say, ...]:
    heroes = hero_limit(state)
    lines = [
        say("ss.line.acknowledges", n=story_count(state)),
        say("ss.line.source_limit", n=source_limit(state), story=story_count(state)),
        say("ss.line.armor", n=hand_size(state)),
    ]
    if heroes is not None:
        lines.append(say("ss.line.hero_limit", n=heroes, have=len(state.heroes)))
    return tuple(lines)
