"""Coming into play: what follows when a card arrives, seen or only counted."""

from companion.games.spell_saga.pack import Card
from companion.games.spell_saga.rules.card_rules import entering_rules
from companion.games.spell_saga.rules.jobs import job_step, push
from companion.games.spell_saga.rules.piles import (
    attach_item,
    attach_to_place,
    cycle,
    lift,
    on_spot,
    zone_of,
)
from companion.games.spell_saga.state import (
    GameStory,
    Hero,
    Item,
    Job,
    State,
    ask_id,
    change,
    has_item_slot,
    item_limit,
    lane_of,
    lite,
    source_limit,
    story_count,
    title,
)
from companion.kit.asks import Choose, Option
from companion.kit.say import Say, say
from companion.kit.steps import Asks, Reply

BEFORE_LUCK = ("T1", "T2", "T3", "T4", "T5")


def enter_run(story: GameStory, job: Job) -> None:
    card = story.state.cards[job.card]
    if lite(story.state):
        _enter_lite(story, card)
        return
    if zone_of(story.state, job.card) != "deck":
        lift(story, job.card)
    arrive(story, job.card, job.to)


def _enter_lite(story: GameStory, card: Card) -> None:
    cycle(story, card.id)
    enter_unseen(story, card.type)


def enter_unseen(story: GameStory, kind: str) -> None:
    """Lite tracking counts stories and heroes; everything else is only said."""
    if kind == "story":
        state = change(story.state, story_unknown=story.state.story_unknown + 1)
        tell_story(story, state, say("ss.type.story"))
    elif kind == "hero":
        new_hero(story, f"hero{len(story.state.heroes) + 1}")
    else:
        story.tell(story.state, "ss.log.entered", card=say(f"ss.type.{kind}"))


def arrive(story: GameStory, card: str, goal: str) -> None:
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


def _arrive_item(story: GameStory, card: str, goal: str) -> None:
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


def to_story(story: GameStory, card: str) -> None:
    state = change(story.state, story=(*story.state.story, card))
    tell_story(story, state, title(state, card))
    if state.cards[card].type == "story":
        push(story, *entering_rules(state, card))


def tell_story(story: GameStory, state: State, card: str | Say) -> None:
    """A new story card opens costs and widens the hand."""
    story.tell(
        state,
        "ss.log.story",
        card=card,
        sound="story",
        n=story_count(state),
        limit=source_limit(state),
    )


def new_hero(story: GameStory, card: str) -> None:
    """A lane of its own, with one luck card drawn for it."""
    late = story.state.step not in BEFORE_LUCK  # no action card any more, hence no luck this turn
    hero = Hero(card, luck="NO", why="missing") if late else Hero(card)
    state = change(story.state, heroes=(*story.state.heroes, hero))
    story.tell(state, "ss.log.new_hero", hero=title(state, card), sound="hero")
    if state.options["new_hero_luck"] == "draw_one":
        push(story, Job("draw", n=1, to="luck", lane=len(state.heroes) - 1))


def rehome_asks(state: State, job: Job) -> Asks:
    """A hero has left: its item goes to a hero with a free slot, or under the deck."""
    free = [hero for lane, hero in enumerate(state.heroes) if has_item_slot(state, lane)]
    heroes = tuple(
        Option(id=h.card, say=say("ss.option.to_hero", hero=title(state, h.card))) for h in free
    )
    words = say("ss.ask.rehome", item=title(state, job.card))
    cycle_it = Option(id="cycle", say=say("ss.option.cycle"))
    return (Choose(id=ask_id(state, "rehome"), say=words, options=(*heroes, cycle_it)),)


def rehome_take(story: GameStory, job: Job, reply: Reply) -> None:
    goal = reply.choice
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


STEPS = {
    "enter": job_step(run=enter_run),
    "rehome": job_step(rehome_asks, rehome_take),
}
