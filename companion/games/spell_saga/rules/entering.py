"""Coming into play: what a card costs, where it may go, and what follows when it arrives."""

from companion.games.spell_saga.pack import Card
from companion.games.spell_saga.rules.card_rules import Reason, entering_rules, ignored
from companion.games.spell_saga.rules.harmonics import broken_joint
from companion.games.spell_saga.rules.jobs import bend, push
from companion.games.spell_saga.rules.piles import (
    attach_item,
    attach_to_place,
    cycle,
    lift,
    on_spot,
    spot_of_token,
    zone_of,
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
from companion.games.spell_saga.rules.wording import ask_id, names
from companion.games.spell_saga.state import (
    SPOTS,
    STACK_MOST,
    Hero,
    Item,
    Job,
    State,
    change,
    hand_size,
    has_item_slot,
    hero_limit,
    item_limit,
    lane_of,
    lite,
    source_limit,
    story_count,
    title,
)
from companion.kit.asks import Ask, Choose, Option
from companion.kit.intents import AnswerValue, Chosen
from companion.kit.say import Say, say
from companion.kit.story import Story


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
    others = hand_size(state) - (card in state.hand)
    if others < cost:
        return "SS-R13", say("ss.refused.hand_small", n=others, cost=cost)
    return None


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


def price(state: State, card: Card) -> int:
    return cost_of(state, card) or 0


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
        named = title(state, hero.card)
        limit = item_limit(state, lane)
        full = (
            None
            if has_item_slot(state, lane)
            else say("ss.refused.item_limit", n=limit or 0, hero=named)
        )
        found.append(
            Option(
                id=hero.card,
                say=say("ss.option.to_hero", hero=named),
                why_not=full,
                rule="SS-R14",
                bends=True,
            )
        )
        if full is not None:
            found += [
                Option(
                    id=f"{hero.card}/{item.card}",
                    say=say("ss.option.instead_of", hero=named, item=title(state, item.card)),
                )
                for item in hero.items
            ]
    return tuple(found)


def _room_destinations(state: State) -> tuple[Option, ...]:
    """Any place on top of a stack; the current one first."""
    here = current_place(state)
    tops = sorted(
        (top for top in place_tops(state) if top is not None), key=lambda top: top != here
    )
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
    worst = next((option for option in options if option.rule == "SS-R16"), options[0])
    return worst.rule, worst.why_not or say("ss.refused.no_room", card=title(state, card))


# Buying, step by step


def buy(story: Story[State], card: str) -> None:
    """Destination first, then the payment, then the card arrives."""
    state = story.state
    bend(story, buy_closed(state, card))
    cost = price(state, state.cards[card])
    push(
        story,
        Job("to", card=card),
        Job("pay", card=card, n=min(cost, hand_size(state))),
        Job("enter", card=card),
    )


def enter_free(story: Story[State], card: str) -> None:
    bend(story, enter_closed(story.state, card))
    push(story, Job("to", card=card), Job("enter", card=card))


def to_ask(state: State, job: Job) -> Ask | None:
    """Only a real choice is asked for."""
    options = destinations(state, state.cards[job.card])
    if lite(state) or not options:
        return None
    open_ones = [option for option in options if option.why_not is None]
    if len(options) == 1 and open_ones:
        return None
    words = say("ss.ask.to", card=title(state, job.card))
    return Choose(id=ask_id(state, "to"), say=words, options=options)


def to_run(story: Story[State], job: Job) -> None:
    options = destinations(story.state, story.state.cards[job.card])
    if options and not lite(story.state):
        _aim(story, options[0].id)


def to_take(story: Story[State], job: Job, value: AnswerValue) -> None:
    assert isinstance(value, Chosen)
    goal = value.options[0]
    state = story.state
    card = state.cards[job.card]
    if card.type == "place" and not card.room:
        bend(story, spot_closed(state, card, int(goal) - 1))
    elif card.type == "item" and "/" not in goal:
        lane = lane_of(state, goal)
        full, limit = not has_item_slot(state, lane), item_limit(state, lane) or 0
        story.refuse_if(full, "SS-R14", "ss.refused.item_limit", n=limit, hero=title(state, goal))
    _aim(story, goal)


def _aim(story: Story[State], goal: str) -> None:
    """Tells the arrival, which waits behind the payment, where to go."""
    jobs = list(story.state.jobs)
    at = next(at for at, job in enumerate(jobs) if job.do == "enter")
    jobs[at] = change(jobs[at], to=goal)
    story.keep(change(story.state, jobs=tuple(jobs)))


def enter_run(story: Story[State], job: Job) -> None:
    card = story.state.cards[job.card]
    if lite(story.state):
        _enter_lite(story, card)
        return
    if zone_of(story.state, job.card) != "deck":
        lift(story, job.card)
    arrive(story, job.card, job.to)


def _enter_lite(story: Story[State], card: Card) -> None:
    cycle(story, card.id)
    enter_unseen(story, card.type)


def enter_unseen(story: Story[State], kind: str) -> None:
    """Lite tracking counts stories and heroes; everything else is only said."""
    if kind == "story":
        state = change(story.state, story_unknown=story.state.story_unknown + 1)
        tell_story(story, state, say("ss.type.story"))
    elif kind == "hero":
        new_hero(story, f"hero{len(story.state.heroes) + 1}")
    else:
        story.tell(story.state, "ss.log.entered", card=say(f"ss.type.{kind}"))


def arrive(story: Story[State], card: str, goal: str) -> None:
    """The card, already lifted, takes its place by its type."""
    known = story.state.cards[card]
    if known.type == "story":
        to_story(story, card)
        return
    if known.type == "hero" or (known.folk_kind == "hero" and goal == "hero"):
        new_hero(story, card)
    elif known.type == "item":
        _arrive_item(story, card, goal)
    elif known.type == "place" and not known.room:
        on_spot(story, card, int(goal) - 1)
        if story.state.token == "":
            story.keep(change(story.state, token=f"@{goal}"))
    else:
        attach_to_place(story, card, goal)
    story.tell(story.state, "ss.log.entered", card=known.title)
    push(story, *entering_rules(story.state, card))


def _arrive_item(story: Story[State], card: str, goal: str) -> None:
    hero, _, old = goal.partition("/")
    if old:
        named = title(story.state, old)
        cycle(story, old)
        story.tell(story.state, "ss.log.cycled", card=named)
    lane = lane_of(story.state, hero)
    if item_limit(story.state, lane) is None and hero not in story.state.warned:
        warned = change(story.state, warned=(*story.state.warned, hero))
        story.tell(warned, "ss.log.no_limit_known", hero=title(story.state, hero))
    attach_item(story, Item(card), lane)


def to_story(story: Story[State], card: str) -> None:
    state = change(story.state, story=(*story.state.story, card))
    tell_story(story, state, title(state, card))
    if state.cards[card].type == "story":
        push(story, *entering_rules(state, card))


def tell_story(story: Story[State], state: State, card: str | Say) -> None:
    """A new story card opens costs and widens the hand."""
    story.tell(
        state,
        "ss.log.story",
        card=card,
        sound="story",
        n=story_count(state),
        limit=source_limit(state),
    )


def new_hero(story: Story[State], card: str) -> None:
    """A lane of its own, with one luck card drawn for it."""
    state = change(story.state, heroes=(*story.state.heroes, Hero(card)))
    story.tell(state, "ss.log.new_hero", hero=title(state, card), sound="hero")
    if state.options["new_hero_luck"] == "draw_one":
        push(story, Job("draw", n=1, to="luck", lane=len(state.heroes) - 1))


def rehome_ask(state: State, job: Job) -> Ask:
    """A hero has left: its item goes to a hero with a free slot, or under the deck."""
    free = [hero for lane, hero in enumerate(state.heroes) if has_item_slot(state, lane)]
    heroes = tuple(
        Option(id=h.card, say=say("ss.option.to_hero", hero=title(state, h.card))) for h in free
    )
    words = say("ss.ask.rehome", item=title(state, job.card))
    cycle_it = Option(id="cycle", say=say("ss.option.cycle"))
    return Choose(id=ask_id(state, "rehome"), say=words, options=(*heroes, cycle_it))


def rehome_take(story: Story[State], job: Job, value: AnswerValue) -> None:
    assert isinstance(value, Chosen)
    goal = value.options[0]
    item = Item(job.card, "down" if job.to == "down" else "up", job.picked)
    if goal == "cycle":
        attach_item(story, item, 0)
        cycle(story, job.card)
        story.tell(story.state, "ss.log.cycled", card=title(story.state, job.card))
        return
    attach_item(story, item, lane_of(story.state, goal))
    story.tell(
        story.state,
        "ss.log.given",
        item=title(story.state, job.card),
        hero=title(story.state, goal),
    )
