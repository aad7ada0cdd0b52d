"""Quick cards of lite tracking: a kismet card described in a few taps, without a pack and without
its name.
"""

from companion.games.spell_saga.pack import COLOUR_WORDS, COLOURS, GLYPHS, TYPES, Card
from companion.games.spell_saga.rules.jobs import job_step, push
from companion.games.spell_saga.rules.piles import forget_quick
from companion.games.spell_saga.rules.wording import glyph_said
from companion.games.spell_saga.state import GameStory, Job, State, ask_id, change, title, with_hero
from companion.kit.asks import Choose, Count, Option
from companion.kit.intents import Counted
from companion.kit.packs import learned
from companion.kit.say import Say, say
from companion.kit.steps import Asks, Reply

COSTS = (*(str(number) for number in range(10)), "blank", "start")
ENEMY = ("attack", "armor", "rounds")


def wanted(job: Job) -> str | None:
    """The next thing to enter; None when the card is described."""
    fields = (
        ("glyph", "harmonics")
        if job.to in ("luck", "place")
        else ("type", "cost", "glyph", "harmonics")
    )
    if job.facts.get("type") == "enemy":
        fields = (*fields, *ENEMY)
    return next((field for field in fields if field not in job.facts), None)


def quick_asks(state: State, job: Job) -> Asks:
    field = wanted(job)
    if field is None:
        return ()
    hero = title(state, state.heroes[job.lane].card)
    words = say(f"ss.ask.quick_{field}", what=say(f"ss.quick.{job.to}", hero=hero))
    if field in ENEMY:
        least = 1 if field == "rounds" else 0
        number = ask_id(state, field)
        return (Count(id=number, say=words, of=field, least=least, most=20, start=least),)
    many = field == "harmonics"
    choice = Choose(
        id=ask_id(state, field),
        say=words,
        options=_options(field),
        least=0 if many else 1,
        most=5 if many else 1,
    )
    return (choice,)


def _options(field: str) -> tuple[Option, ...]:
    if field == "type":
        return tuple(Option(id=kind, say=say(f"ss.type.{kind}")) for kind in TYPES)
    if field == "glyph":
        return tuple(Option(id=mark, say=glyph_said(mark)) for mark in GLYPHS)
    if field == "harmonics":
        return tuple(
            Option(id=colour, say=say(f"ss.colour.{colour}"), colour=COLOUR_WORDS[colour])
            for colour in COLOURS
        )
    return tuple(Option(id=cost, say=say("ss.cost", cost=_cost_said(cost))) for cost in COSTS)


def _cost_said(cost: str) -> str | Say:
    return cost if cost.isdigit() else say(f"ss.cost.{cost}")


def quick_take(story: GameStory, job: Job, reply: Reply) -> None:
    field = wanted(job)
    assert field is not None
    push(story, change(job, facts={**job.facts, field: _entered(field, reply)}))


def _entered(field: str, reply: Reply) -> int | str:
    if isinstance(reply.value, Counted):
        return reply.number
    word = "".join(reply.options)
    return int(word) if field == "cost" and word.isdigit() else word


def quick_run(story: GameStory, job: Job) -> None:
    """The card is described: it becomes the action card, the luck top or the current place."""
    state = story.state
    card_id = f"q{state.made + 1}"
    kind = "place" if job.to == "place" else "story"
    card = learned(Card, card_id, {"type": kind, **job.facts})
    state = change(state, made=state.made + 1, cards={**state.cards, card_id: card})
    if job.to == "place":
        old = (state.token,)
        story.tell(change(state, token=card_id), "ss.log.quick_place", glyph=glyph_said(card.glyph))
        forget_quick(story, old)
    elif job.to == "luck":
        hero = state.heroes[job.lane]
        state = with_hero(state, job.lane, luck_stack=(card_id,))
        story.tell(
            state, "ss.log.quick_luck", hero=title(state, hero.card), glyph=glyph_said(card.glyph)
        )
        forget_quick(story, hero.luck_stack)
    else:
        story.keep(state)
        push(story, Job("lane", card=card_id, to=job.to))


STEPS = {"quick": job_step(quick_asks, quick_take, quick_run)}
