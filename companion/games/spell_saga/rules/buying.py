"""Buying: what a card costs, why it cannot be had now, and where it may go."""

from companion.games.spell_saga.pack import Card
from companion.games.spell_saga.rules.harmonics import broken_joint
from companion.games.spell_saga.rules.jobs import Reason, bend, job_step, push
from companion.games.spell_saga.rules.piles import (
    spot_of_token,
)
from companion.games.spell_saga.rules.reading import (
    cost_of,
    current_place,
    eff,
    may_be_used,
    place_tops,
    tops_with,
    would_be_harmonic,
)
from companion.games.spell_saga.rules.rule_reasons import ignored
from companion.games.spell_saga.rules.wording import names
from companion.games.spell_saga.state import (
    SPOTS,
    STACK_MOST,
    GameStory,
    Hero,
    Job,
    State,
    ask_id,
    change,
    hand_size,
    has_item_slot,
    hero_limit,
    item_limit,
    lane_of,
    lite,
    title,
)
from companion.kit.asks import Choose, Option
from companion.kit.say import Say, say
from companion.kit.steps import Asks, Reply


def harmonic_entry(card: Card) -> bool:
    return any(rule.condition == "tops_would_be_harmonic" for rule in card.rules)


# Why a card cannot be bought


def buy_closed(state: State, card: str) -> Reason | None:
    """None if the card may be bought now."""
    known = state.cards[card]
    if known.type == "enemy" or card in state.turned:
        return "SS-R11", say("ss.refused.enemy", card=known.title)
    if not may_be_used(state, card):
        return ignored(state, card, "SS-R09")
    return poor(state, card) or no_room(state, known)


def poor(state: State, card: str) -> Reason | None:
    cost = cost_of(state, state.cards[card]) or 0
    others = _others_in_hand(state, card)
    if others < cost:
        return "SS-R13", say("ss.refused.hand_small", n=others, cost=cost)
    return None


def _others_in_hand(state: State, card: str) -> int:
    """What can pay for the card: it does not pay for itself."""
    return hand_size(state) - (card in state.hand)


def no_room(state: State, card: Card) -> Reason | None:
    """No destination at all: refused before anything is paid."""
    if card.type == "hero":
        return hero_limit_reached(state)
    if card.type == "place" and not lite(state):
        open_spots = [o for o in destinations(state, card) if o.why_not is None]
        if not open_spots:
            return "SS-R15", say("ss.refused.no_room", card=card.title)
    return None


def hero_limit_reached(state: State) -> Reason | None:
    limit = hero_limit(state)
    if limit is not None and len(state.heroes) >= limit:
        return "SS-R14", say("ss.refused.hero_limit", n=limit)
    return None


# Where it may go


def destinations(state: State, card: Card) -> tuple[Option, ...]:
    if card.type == "item":
        return _item_destinations(state)
    if card.type == "place" and card.room:
        return _room_destinations(state)
    if card.type == "place":
        return _spot_destinations(state, card)
    return ()


def _item_destinations(state: State) -> tuple[Option, ...]:
    """A hero with a free slot, or one of its items to be cycled for the new one."""
    found: list[Option] = []
    for lane, hero in enumerate(state.heroes):
        words = say("ss.option.to_hero", hero=title(state, hero.card))
        full = slots_full(state, lane)
        code, why = full if full is not None else ("SS-R14", None)
        found.append(Option(id=hero.card, say=words, why_not=why, rule=code, bends=True))
        if full is not None:
            found += _instead_of(state, hero)
    return tuple(found)


def slots_full(state: State, lane: int) -> Reason | None:
    if has_item_slot(state, lane):
        return None
    hero = title(state, state.heroes[lane].card)
    return "SS-R14", say("ss.refused.item_limit", n=item_limit(state, lane) or 0, hero=hero)


def _instead_of(state: State, hero: Hero) -> list[Option]:
    named = title(state, hero.card)
    found: list[Option] = []
    for item in hero.items:
        words = say("ss.option.instead_of", hero=named, item=title(state, item.card))
        found.append(Option(id=f"{hero.card}/{item.card}", say=words))
    return found


def _room_destinations(state: State) -> tuple[Option, ...]:
    """Any place on top of a stack; the current one first."""
    here = current_place(state)
    tops = [top for top in place_tops(state) if top is not None]
    tops.sort(key=lambda top: top != here)
    return tuple(
        Option(id=top, say=say("ss.option.beside", place=title(state, top)), card=top)
        for top in tops
    )


def _spot_destinations(state: State, card: Card) -> tuple[Option, ...]:
    found: list[Option] = []
    for spot in range(SPOTS):
        closed = spot_closed(state, card, spot)
        code, words = closed if closed is not None else ("not_now", None)
        stack = state.places[spot]
        label = say("ss.option.on_top", n=spot + 1, place=title(state, stack[0])) if stack else None
        found.append(
            Option(
                id=str(spot + 1),
                say=label or say("ss.option.spot", n=spot + 1),
                why_not=words,
                rule=code,
                bends=closed is not None,
            )
        )
    return tuple(found)


def spot_closed(state: State, card: Card, spot: int) -> Reason | None:
    stack = state.places[spot]
    if stack and not all(state.places):
        return "SS-R15", say("ss.refused.empty_first")
    if len(stack) >= STACK_MOST:
        return "SS-R15", say("ss.refused.stack_full", n=STACK_MOST)
    if stack and spot == spot_of_token(state):
        return "SS-R15", say("ss.refused.stack_visited")
    if harmonic_entry(card) and not would_be_harmonic(state, card.id, spot):
        return "SS-R16", broken_ring(state, card.id, spot)
    return None


def broken_ring(state: State, card: str, spot: int) -> Say:
    """The ring as it would be, and the joint that does not fit."""
    ring = tuple(top for top in tops_with(state, card, spot) if top is not None)
    joint = broken_joint([eff(state, one) for one in ring], state.options, ring=True)
    at = title(state, ring[joint or 0])
    return say("ss.refused.ring", places=names(state, ring), joint=at)


def enter_closed(state: State, card: str) -> Reason | None:
    """A place that enters by its own condition, without payment."""
    options = destinations(state, state.cards[card])
    if any(option.why_not is None for option in options):
        return None
    no_place = "SS-R15", say("ss.refused.no_room", card=title(state, card))
    reasons = [(option.rule, option.why_not) for option in options if option.why_not is not None]
    return next((one for one in reasons if one[0] == "SS-R16"), (*reasons, no_place)[0])


# Buying, step by step


def buy(story: GameStory, card: str) -> None:
    """Destination first, then the payment, then the card arrives."""
    state = story.state
    bend(story, buy_closed(state, card))
    cost = cost_of(state, state.cards[card]) or 0
    push(
        story,
        Job("to", card=card),
        Job("pay", card=card, n=min(cost, _others_in_hand(state, card))),
        Job("enter", card=card),
    )


def enter_free(story: GameStory, card: str) -> None:
    bend(story, enter_closed(story.state, card))
    push(story, Job("to", card=card), Job("enter", card=card))


def to_asks(state: State, job: Job) -> Asks:
    """Only a real choice is asked for."""
    options = destinations(state, state.cards[job.card])
    if lite(state) or not options:
        return ()
    open_ones = [option for option in options if option.why_not is None]
    if len(options) == 1 and open_ones:
        return ()
    words = say("ss.ask.to", card=title(state, job.card))
    return (Choose(id=ask_id(state, "to"), say=words, options=options),)


def to_run(story: GameStory, job: Job) -> None:
    options = destinations(story.state, story.state.cards[job.card])
    if options and not lite(story.state):
        _aim(story, options[0].id)


def to_take(story: GameStory, job: Job, reply: Reply) -> None:
    goal = reply.choice
    state = story.state
    card = state.cards[job.card]
    if card.type == "place" and not card.room:
        bend(story, spot_closed(state, card, int(goal) - 1))
    elif card.type == "item" and "/" not in goal:
        bend(story, slots_full(state, lane_of(state, goal)))
    _aim(story, goal)


def _aim(story: GameStory, goal: str) -> None:
    """Tells the arrival, which waits behind the payment, where to go."""
    jobs = list(story.state.jobs)
    at = next(at for at, job in enumerate(jobs) if job.do == "enter")
    jobs[at] = change(jobs[at], to=goal)
    story.keep(change(story.state, jobs=tuple(jobs)))


STEPS = {"to": job_step(to_asks, to_take, to_run)}
