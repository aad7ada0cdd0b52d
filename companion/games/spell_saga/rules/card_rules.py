"""Rules printed on cards: where they work, when they must or may be followed, and why one cannot be
used now.
"""

from collections.abc import Iterator

from companion.games.spell_saga.pack import Card, Rule
from companion.games.spell_saga.rules.claims import Source, claim, nearest
from companion.games.spell_saga.rules.jobs import claim_key, push, rules_of
from companion.games.spell_saga.rules.piles import cycle, flip, zone_of
from companion.games.spell_saga.rules.reading import (
    CONDITIONAL,
    ack,
    current_place,
    eff,
    may_be_used,
    to_fight,
    would_be_harmonic,
)
from companion.games.spell_saga.rules.wording import ask_id, colours_said, names, rule_said
from companion.games.spell_saga.state import (
    SPOTS,
    Item,
    Job,
    State,
    action_cards,
    change,
    items_of,
    lite,
    story_count,
    title,
    with_hero,
)
from companion.kit.asks import Ask, Choose, Option
from companion.kit.intents import AnswerValue, Chosen
from companion.kit.say import Say, say
from companion.kit.story import Story
from companion.kit.zones import host_of

Reason = tuple[str, Say]


# Where rules work


def visited(state: State) -> tuple[str, ...]:
    """The current place and the folk attached to it: their rules are awake."""
    here = current_place(state)
    if here is None:
        return ()
    return (
        here,
        *(card for card in state.attached.get(here, ()) if state.cards[card].type == "folk"),
    )


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


def carrier(state: State, card: str) -> int | None:
    """The lane of the hero a card belongs to: the hero itself, its item, a song on it."""
    for lane, hero in enumerate(state.heroes):
        if card == hero.card or any(card == item.card or card in item.songs for item in hero.items):
            return lane
    return None


def item_at(state: State, card: str) -> tuple[int, Item] | None:
    return next(((lane, item) for lane, item in items_of(state) if item.card == card), None)


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
    early = state.options["item_lock_from"] == "draw" and state.step in (
        "T5",
        "T6",
        "T7",
        "T8",
        "T9",
        "T10",
    )
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
    if rule.bonus != "none" or _is_song_rule(rule):
        return None
    return locked(state, lane, item)


def _is_song_rule(rule: Rule) -> bool:
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


def announce_bonuses(story: Story[State]) -> None:
    """A colour bonus that has just become claimable is said once."""
    state = story.state
    if lite(state) or state.result:
        return
    for card in awake(state):
        for index, rule in enumerate(_rules(state, card)):
            key = claim_key(card, index)
            if (
                rule.bonus_cost
                and key not in story.state.chimed
                and rule_closed(state, card, index) is None
            ):
                chimed = change(story.state, chimed=(*story.state.chimed, key))
                story.tell(chimed, "ss.log.claimable", card=title(state, card), sound="chime")


# Mandatory rules


def place_rules(state: State) -> tuple[Job, ...]:
    """Step 3: the place's own rules, then those of its folk."""
    return tuple(
        Job("rule", card=card, n=index, to="rules")
        for card in visited(state)
        for index, rule in enumerate(_rules(state, card))
        if rule.mode == "mandatory" and rule.timing == "step_3"
    )


def _rules(state: State, card: str) -> tuple[Rule, ...]:
    known = state.cards.get(card)
    return known.rules if known is not None else ()


def entering_rules(state: State, card: str) -> tuple[Job, ...]:
    return tuple(
        Job("rule" if rule.mode == "mandatory" else "offer", card=card, n=index, to="rules")
        for index, rule in enumerate(_rules(state, card))
        if rule.timing == "on_enter"
    )


def _must_in_hand(state: State, card: str) -> tuple[Job, ...]:
    return tuple(
        Job("rule", card=card, n=index, to="rules")
        for index, rule in enumerate(_rules(state, card))
        if rule.mode == "mandatory" and rule.timing == "while_acknowledged"
    )


def heed_hand(story: Story[State]) -> bool:
    """Mandatory rules of hand cards, as soon as the card is acknowledged there. True if one came
    up.
    """
    state = story.state
    for card in state.hand:
        if (
            card not in state.heeded
            and _must_in_hand(state, card)
            and ack(state, card) == "ACKNOWLEDGED"
        ):
            story.keep(change(state, heeded=(*state.heeded, card)))
            push(story, *_must_in_hand(state, card))
            return True
    return False


def mandatory_of_actions(state: State) -> tuple[Job, ...]:
    cards = [
        card for hero in state.heroes for card in action_cards(hero) if may_be_used(state, card)
    ]
    return tuple(job for card in cards for job in _must_in_hand(state, card))


def condition_jobs(state: State) -> tuple[Job, ...]:
    """Blank-cost action cards whose own condition only the player can judge."""
    return tuple(
        Job("condition", card=card)
        for hero in state.heroes
        for card in action_cards(hero)
        if not lite(state)
        and ack(state, card) == CONDITIONAL
        and _judged_by_player(state.cards[card])
    )


def _judged_by_player(card: Card) -> bool:
    return card.cost == "blank" and not any(
        rule.condition == "tops_would_be_harmonic" for rule in card.rules
    )


def condition_ask(state: State, job: Job) -> Ask:
    words = say("ss.ask.condition", card=title(state, job.card))
    return Choose(id=ask_id(state, "condition"), say=words, options=yes_no())


def condition_take(story: Story[State], job: Job, value: AnswerValue) -> None:
    assert isinstance(value, Chosen)
    met = value.options[0] == "yes"
    state = story.state
    if met:
        state = change(state, acknowledged=(*state.acknowledged, job.card))
    key = "ss.log.condition_met" if met else "ss.log.condition_not_met"
    story.tell(state, key, card=title(state, job.card))


def yes_no() -> tuple[Option, ...]:
    return (Option(id="yes", say=say("ss.option.yes")), Option(id="no", say=say("ss.option.no")))


def end_rules(state: State) -> tuple[Option, ...]:
    """Optional rules that wait for the end of the turn."""
    return tuple(
        rule_option(state, card, index, "rule")
        for card in awake(state)
        for index, rule in enumerate(_rules(state, card))
        if rule.timing == "end_of_turn" and rule_closed(state, card, index) is None
    )


def rule_option(
    state: State, card: str, index: int, verb: str, why: Reason | None = None
) -> Option:
    code, words = why if why is not None else ("not_now", None)
    rule = state.cards[card].rules[index]
    return Option(
        id=f"{verb}:{card}:{index}",
        say=say(f"ss.option.{verb}", card=title(state, card)),
        detail=rule_said(rule),
        why_not=words,
        rule=code,
        bends=why is not None,
        card=card,
    )


# Following a rule


def rule_run(story: Story[State], job: Job) -> None:
    """Pays the rule's cost, then its effects come one by one."""
    card = story.state.cards[job.card]
    rule = rules_of(card, job.to)[job.n]
    lane = carrier(story.state, job.card)
    if rule.once or rule.bonus != "none":
        story.keep(change(story.state, claimed=(*story.state.claimed, claim_key(job.card, job.n))))
    key = "ss.log.rule" if rule.bonus == "none" else "ss.log.claimed"
    story.tell(story.state, key, card=card.title, rule=rule_said(rule))
    mark_use(story, job.card, rule)
    pay_with_itself(story, job.card, rule.cost)
    effects = tuple(
        Job("effect", card=job.card, lane=lane or 0, effect=effect) for effect in rule.effects
    )
    push(story, *(effects or (Job("confirm", card=job.card, n=job.n, to=job.to),)))


def mark_use(story: Story[State], card: str, rule: Rule) -> None:
    found = item_at(story.state, card)
    if found is not None and rule.bonus == "none" and not _is_song_rule(rule):
        use_item(story, found[0], card)


def use_item(story: Story[State], lane: int, card: str) -> None:
    """The lock counts the hero and the item."""
    if lock_is_on(story.state):
        hero = story.state.heroes[lane]
        items = tuple(change(item, used=True) if item.card == card else item for item in hero.items)
        story.keep(with_hero(story.state, lane, items=items, item_used=True))


def pay_with_itself(story: Story[State], card: str, cost: str) -> None:
    named = title(story.state, card)
    if cost == "flip":
        flip(story, card, "down")
        story.tell(story.state, "ss.log.flipped", card=named)
    elif cost == "cycle":
        cycle(story, card)
        story.tell(story.state, "ss.log.cycled", card=named)


def offer_ask(state: State, job: Job) -> Ask:
    rule = rules_of(state.cards[job.card], job.to)[job.n]
    words = say("ss.ask.offer", card=title(state, job.card), rule=rule_said(rule))
    return Choose(id=ask_id(state, "offer"), say=words, options=yes_no())


def offer_take(story: Story[State], job: Job, value: AnswerValue) -> None:
    assert isinstance(value, Chosen)
    if value.options[0] == "yes":
        push(story, change(job, do="rule"))
    else:
        story.tell(story.state, "ss.log.declined", card=title(story.state, job.card))
