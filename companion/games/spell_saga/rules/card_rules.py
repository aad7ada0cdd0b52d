"""Rules printed on cards: when they must or may be followed, and what following one does."""

from companion.games.spell_saga.pack import Card, Rule, Timing
from companion.games.spell_saga.rules.jobs import Reason, job_step, push
from companion.games.spell_saga.rules.piles import cycle, flip
from companion.games.spell_saga.rules.reading import (
    ACKNOWLEDGED,
    CONDITIONAL,
    ack,
    may_be_used,
)
from companion.games.spell_saga.rules.rule_reasons import (
    awake,
    carrier,
    claim_key,
    is_song_rule,
    lock_is_on,
    rule_closed,
    visited,
)
from companion.games.spell_saga.rules.wording import rule_said
from companion.games.spell_saga.state import (
    GameStory,
    Job,
    State,
    action_pile,
    ask_id,
    change,
    item_at,
    lite,
    title,
    with_hero,
)
from companion.kit.asks import Choose, Option
from companion.kit.say import say
from companion.kit.steps import Asks, Reply


def rules_of(card: Card, kind: str) -> tuple[Rule, ...]:
    if kind == "prize":
        return card.prize
    return card.penalty if kind == "penalty" else card.rules


def announce_bonuses(story: GameStory) -> None:
    """A colour bonus that has just become claimable is said once."""
    state = story.state
    if lite(state) or state.result:
        return
    for card in awake(state):
        for index, rule in enumerate(_rules(state, card)):
            key = claim_key(card, index)
            if not rule.bonus_cost or key in story.state.chimed:
                continue
            if rule_closed(state, card, index) is None:
                chimed = change(story.state, chimed=(*story.state.chimed, key))
                story.tell(chimed, "ss.log.claimable", card=title(state, card), sound="chime")


# Mandatory rules


def place_rules(state: State) -> tuple[Job, ...]:
    """Step 3: the place's own rules, then those of its folk."""
    jobs: list[Job] = []
    for card in visited(state):
        jobs += _mandatory(state, card, "step_3")
    return tuple(jobs)


def _rules(state: State, card: str) -> tuple[Rule, ...]:
    known = state.cards.get(card)
    return known.rules if known is not None else ()


def _mandatory(state: State, card: str, timing: Timing) -> tuple[Job, ...]:
    """The rules of a card that must be followed at that time."""
    return tuple(
        Job("rule", card=card, n=index, to="rules")
        for index, rule in enumerate(_rules(state, card))
        if rule.mode == "mandatory" and rule.timing == timing
    )


def entering_rules(state: State, card: str) -> tuple[Job, ...]:
    return tuple(
        Job("rule" if rule.mode == "mandatory" else "offer", card=card, n=index, to="rules")
        for index, rule in enumerate(_rules(state, card))
        if rule.timing == "on_enter"
    )


def _must_in_hand(state: State, card: str) -> tuple[Job, ...]:
    return _mandatory(state, card, "while_acknowledged")


def heed_hand(story: GameStory) -> bool:
    """Mandatory rules of hand cards, as soon as the card is acknowledged there. True if one came
    up.
    """
    state = story.state
    for card in state.hand:
        if card in state.heeded:
            continue
        jobs = _must_in_hand(state, card)
        if jobs and ack(state, card) == ACKNOWLEDGED:
            story.keep(change(state, heeded=(*state.heeded, card)))
            push(story, *jobs)
            return True
    return False


def mandatory_of_actions(state: State) -> tuple[Job, ...]:
    jobs: list[Job] = []
    for card in action_pile(state):
        if may_be_used(state, card):
            jobs += _must_in_hand(state, card)
    return tuple(jobs)


def condition_jobs(state: State) -> tuple[Job, ...]:
    """Blank-cost action cards whose own condition only the player can judge."""
    if lite(state):
        return ()
    open_ones = [card for card in action_pile(state) if ack(state, card) == CONDITIONAL]
    return tuple(
        Job("condition", card=card) for card in open_ones if _judged_by_player(state.cards[card])
    )


def _judged_by_player(card: Card) -> bool:
    return card.cost == "blank" and not any(
        rule.condition == "tops_would_be_harmonic" for rule in card.rules
    )


def condition_asks(state: State, job: Job) -> Asks:
    words = say("ss.ask.condition", card=title(state, job.card))
    return (Choose(id=ask_id(state, "condition"), say=words, options=yes_no()),)


def condition_take(story: GameStory, job: Job, reply: Reply) -> None:
    met = reply.choice == "yes"
    state = story.state
    if met:
        state = change(state, acknowledged=(*state.acknowledged, job.card))
    key = "ss.log.condition_met" if met else "ss.log.condition_not_met"
    story.tell(state, key, card=title(state, job.card))


def yes_no() -> tuple[Option, ...]:
    return (Option(id="yes", say=say("ss.option.yes")), Option(id="no", say=say("ss.option.no")))


def end_rules(state: State) -> tuple[Option, ...]:
    """Optional rules that wait for the end of the turn."""
    options: list[Option] = []
    for card in awake(state):
        for index, rule in enumerate(_rules(state, card)):
            if rule.timing == "end_of_turn" and rule_closed(state, card, index) is None:
                options.append(rule_option(state, card, index, "rule"))
    return tuple(options)


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


def rule_run(story: GameStory, job: Job) -> None:
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


def mark_use(story: GameStory, card: str, rule: Rule) -> None:
    found = item_at(story.state, card)
    if found is not None and rule.bonus == "none" and not is_song_rule(rule):
        use_item(story, found[0], card)


def use_item(story: GameStory, lane: int, card: str) -> None:
    """The lock counts the hero and the item."""
    if lock_is_on(story.state):
        hero = story.state.heroes[lane]
        items = tuple(change(item, used=True) if item.card == card else item for item in hero.items)
        story.keep(with_hero(story.state, lane, items=items, item_used=True))


def pay_with_itself(story: GameStory, card: str, cost: str) -> None:
    named = title(story.state, card)
    if cost == "flip":
        flip(story, card, "down")
        story.tell(story.state, "ss.log.flipped", card=named)
    elif cost == "cycle":
        cycle(story, card)
        story.tell(story.state, "ss.log.cycled", card=named)


def offer_asks(state: State, job: Job) -> Asks:
    rule = rules_of(state.cards[job.card], job.to)[job.n]
    words = say("ss.ask.offer", card=title(state, job.card), rule=rule_said(rule))
    return (Choose(id=ask_id(state, "offer"), say=words, options=yes_no()),)


def offer_take(story: GameStory, job: Job, reply: Reply) -> None:
    if reply.choice == "yes":
        push(story, change(job, do="rule"))
    else:
        story.tell(story.state, "ss.log.declined", card=title(story.state, job.card))


STEPS = {
    "rule": job_step(run=rule_run),
    "offer": job_step(offer_asks, offer_take),
    "condition": job_step(condition_asks, condition_take),
}
