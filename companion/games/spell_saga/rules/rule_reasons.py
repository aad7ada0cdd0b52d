"""Where the rules printed on cards work, and why one cannot be used now."""

from collections.abc import Iterator

from companion.games.spell_saga.pack import Card, Rule
from companion.games.spell_saga.rules.claims import Source, claim, nearest
from companion.games.spell_saga.rules.jobs import Reason
from companion.games.spell_saga.rules.piles import zone_of
from companion.games.spell_saga.rules.reading import (
    CONDITIONAL,
    ack,
    current_place,
    eff,
    may_be_used,
    to_fight,
    would_be_harmonic,
)
from companion.games.spell_saga.rules.wording import colours_said, names
from companion.games.spell_saga.state import (
    SPOTS,
    Item,
    State,
    item_at,
    story_count,
    title,
)
from companion.kit.say import Say, say
from companion.kit.zones import host_of

AFTER_DRAWING = ("T5", "T6", "T7", "T8", "T9", "T10")


# Where rules work


def visited(state: State) -> tuple[str, ...]:
    """The current place and the folk attached to it: their rules are awake."""
    here = current_place(state)
    if here is None:
        return ()
    beside = state.attached.get(here, ())
    return (here, *(card for card in beside if state.cards[card].type == "folk"))


def awake(state: State) -> Iterator[str]:
    """All cards whose rules work where they lie, in table order."""
    yield from (card for card in state.story if state.cards[card].type == "story")
    for hero in state.heroes:
        yield hero.card
        for item in hero.items:
            yield item.card
            yield from item.songs
    yield from visited(state)


def works_at(state: State, card: str) -> Reason | None:
    """Why a card's rules do not work where it lies now; None if they do."""
    if card in awake(state):
        return None
    zone = zone_of(state, card)
    host = host_of(state.attached, card)
    if zone in ("place", "attached") and not _buried(state, card):
        return "SS-R20", say(
            "ss.refused.not_visited", card=title(state, card), place=title(state, host or card)
        )
    return "SS-R20", say("ss.refused.sleeps", card=title(state, card), zone=say(f"ss.zone.{zone}"))


def _buried(state: State, card: str) -> bool:
    return any(card in stack[1:] for stack in state.places)


def claim_key(card: str, index: int) -> str:
    return f"{card}:{index}"


def carrier(state: State, card: str) -> int | None:
    """The lane of the hero a card belongs to: the hero itself, its item, a song on it."""
    for lane, hero in enumerate(state.heroes):
        if card == hero.card or any(card == item.card or card in item.songs for item in hero.items):
            return lane
    return None


# Why a rule cannot be used


def rule_closed(
    state: State, card: str, index: int, among: list[Source] | None = None
) -> Reason | None:
    known = state.cards[card]
    rule = known.rules[index]
    here = (
        _wakes_in_hand(state, card)
        if rule.timing == "while_acknowledged"
        else works_at(state, card)
    )
    return (
        here
        or _timing_closed(state, known, rule)
        or _used_closed(state, card, index, rule)
        or item_closed(state, card, rule)
        or _bonus_closed(state, card, rule, among)
        or condition_closed(state, card, rule)
    )


def _wakes_in_hand(state: State, card: str) -> Reason | None:
    if zone_of(state, card) not in ("hand", "action"):
        return "SS-R20", say(
            "ss.refused.sleeps",
            card=title(state, card),
            zone=say(f"ss.zone.{zone_of(state, card)}"),
        )
    return None if may_be_used(state, card) else ignored(state, card, "SS-R18")


def ignored(state: State, card: str, code: str) -> Reason:
    if ack(state, card) == CONDITIONAL:
        return "SS-R10", say("ss.refused.blank", card=title(state, card))
    known = state.cards[card]
    return code, say(
        "ss.refused.ignored", card=title(state, card), cost=known.cost, story=story_count(state)
    )


def _timing_closed(state: State, card: Card, rule: Rule) -> Reason | None:
    if rule.timing == "in_battle" and state.battle is None:
        return "SS-R22", say("ss.refused.no_battle", card=card.title)
    if rule.timing == "end_of_turn" and state.step != "TE":
        return "SS-R20", say("ss.refused.end_of_turn", card=card.title)
    return None


def _used_closed(state: State, card: str, index: int, rule: Rule) -> Reason | None:
    limited = rule.once or (rule.bonus != "none" and state.options["bonus_repeat"] == "once")
    if limited and claim_key(card, index) in state.claimed:
        return "SS-R25", say("ss.refused.claimed", card=title(state, card))
    return None


def lock_is_on(state: State) -> bool:
    """In a battle; by option from the moment an acknowledged enemy has been drawn."""
    if state.battle is not None:
        return True
    early = state.options["item_lock_from"] == "draw" and state.step in AFTER_DRAWING
    return early and bool(to_fight(state))


def item_closed(state: State, card: str, rule: Rule) -> Reason | None:
    """A plain rule of an item is a use of it: it must lie face-up, and the lock counts it. Bonuses
    are not uses.
    """
    found = item_at(state, card)
    if found is None:
        return None
    lane, item = found
    if item.face == "down":
        return "SS-R17", say("ss.refused.face_down", card=title(state, card))
    if rule.bonus != "none" or is_song_rule(rule):
        return None
    return locked(state, lane, item)


def is_song_rule(rule: Rule) -> bool:
    return bool(rule.effects) and all(effect.do == "attach" for effect in rule.effects)


def locked(state: State, lane: int, item: Item) -> Reason | None:
    if not lock_is_on(state):
        return None
    if item.used:
        return "SS-R22", say("ss.refused.item_used", card=title(state, item.card))
    if state.heroes[lane].item_used:
        return "SS-R21", say("ss.refused.item_lock", hero=title(state, state.heroes[lane].card))
    return None


def _bonus_closed(state: State, card: str, rule: Rule, among: list[Source] | None) -> Reason | None:
    if rule.bonus == "good_luck":
        return good_luck_closed(state, card)
    if rule.bonus != "none" and rule.bonus_cost and claim(state, rule.bonus_cost, among) is None:
        return "SS-R23", why_no_claim(state, rule.bonus_cost, among)
    return None


def why_no_claim(state: State, cost: str, among: list[Source] | None = None) -> Say:
    """Where the run breaks, and the nearest source."""
    near = nearest(state, cost, among)
    colours = colours_said(cost)
    if near is None:
        return say("ss.refused.no_colours", colours=colours)
    source, cards = say(f"ss.source.{near.source}"), names(state, near.cards)
    return say(
        "ss.refused.run_breaks",
        colours=colours,
        n=near.found,
        of=len(cost),
        source=source,
        cards=cards,
    )


def good_luck_closed(state: State, card: str) -> Reason | None:
    """On a hero or its item that hero's luck counts; on any other card, anyone's."""
    lane = carrier(state, card)
    lanes = range(len(state.heroes)) if lane is None else (lane,)
    if any(state.heroes[at].luck == "GOOD" for at in lanes):
        return None
    words = tuple(say(f"ss.luck_word.{state.heroes[at].luck}") for at in lanes)
    return "SS-R24", say("ss.refused.not_good", card=title(state, card), luck=words)


def condition_closed(state: State, card: str, rule: Rule) -> Reason | None:
    if rule.condition == "all_share_harmonic" and not hand_shares(state):
        return "SS-R23", say("ss.refused.hand_colours")
    if rule.condition == "story_at_least" and story_count(state) < rule.least:
        return "SS-R20", say("ss.refused.story_least", n=rule.least, story=story_count(state))
    if rule.condition == "good_luck":
        return good_luck_closed(state, card)
    if rule.condition == "tops_would_be_harmonic" and not any(
        would_be_harmonic(state, card, at) for at in range(SPOTS)
    ):
        return "SS-R16", say("ss.refused.tops", card=title(state, card))
    return None


def hand_shares(state: State) -> bool:
    """Every hand card has one colour in common; an empty hand has not."""
    if not state.hand or state.hand_unknown:
        return False
    common = 31
    for card in state.hand:
        common &= eff(state, card)
    return common != 0
