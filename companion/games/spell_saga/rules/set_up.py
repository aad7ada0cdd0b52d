"""Set-up: five starting cards, the token on the first place, one luck card, the starting hand."""

from companion.games.spell_saga.pack import STARTING
from companion.games.spell_saga.rules.draws import (
    NEEDS,
    draw_asks,
    draw_run,
    draw_take,
    identified,
    known_cards,
)
from companion.games.spell_saga.rules.jobs import enter_step, then_on_to
from companion.games.spell_saga.rules.wording import names
from companion.games.spell_saga.setup import laid_out, starting_cards
from companion.games.spell_saga.state import (
    GameStory,
    Job,
    State,
    ask_id,
    change,
    lite,
    source_limit,
    title,
)
from companion.kit.asks import Ready, Show
from companion.kit.intents import Shown
from companion.kit.say import say
from companion.kit.steps import Asks, Reply, Step
from companion.kit.story import refuse


def find_asks(state: State, _job: Job) -> Asks:
    lines = tuple(say(f"ss.start.{kind}") for kind in STARTING)
    if lite(state):
        return (Ready(id=ask_id(state, "S2"), say=say("ss.ask.find"), lines=lines),)
    starting = tuple(card.id for card in state.cards.values() if card.cost == "start")
    find = Show(
        id=ask_id(state, "S2"),
        say=say("ss.ask.find"),
        lines=lines,
        cards="starting",
        deck="cards",
        known=known_cards(state, starting),
        least=len(STARTING),
        most=len(STARTING),
        new=True,
        needs=NEEDS,
    )
    return (find,)


def find_take(story: GameStory, _job: Job, reply: Reply) -> None:
    if isinstance(reply.value, Shown):
        shown = tuple(identified(story, seen) for seen in reply.cards)
        cards = tuple(story.state.cards[card] for card in shown)
        found = starting_cards(cards)
        missing = tuple(say(f"ss.start.{kind}") for kind in STARTING if kind not in found)
        if missing:
            raise refuse("SS-R32", "ss.refused.missing", missing=missing)
        state = laid_out(story.state, found)
        story.tell(state, "ss.log.started", cards=names(state, shown))
    enter_step(story, "S3")


def lay_asks(state: State, _job: Job) -> Asks:
    cards = tuple(say(f"ss.lay.{kind}") for kind in STARTING)
    lines = (*cards, say("ss.lay.token"))
    return (Ready(id=ask_id(state, "S3"), say=say("ss.ask.lay_out"), lines=lines),)


def shuffle_asks(state: State, _job: Job) -> Asks:
    return (Ready(id=ask_id(state, "S4"), say=say("ss.ask.shuffle")),)


# The luck card


LUCK_CARD = Job("draw", n=1, to="luck")


def luck_asks(state: State, _job: Job) -> Asks:
    return draw_asks(state, LUCK_CARD, "S5")


def luck_take(story: GameStory, _job: Job, reply: Reply) -> None:
    draw_take(story, LUCK_CARD, reply)
    enter_step(story, "S6")


def luck_run(story: GameStory, _job: Job) -> None:
    enter_step(story, "S6")
    draw_run(story, LUCK_CARD)


# The starting hand


def _starting_hand(state: State) -> Job:
    return Job("draw", n=source_limit(state), to="hand")


def hand_asks(state: State, _job: Job) -> Asks:
    return draw_asks(state, _starting_hand(state), "S6")


def hand_take(story: GameStory, job: Job, reply: Reply) -> None:
    draw_take(story, _starting_hand(story.state), reply)
    begin_play(story, job)


def begin_play(story: GameStory, _job: Job) -> None:
    enter_step(story, "T1")
    state = change(story.state, started=True)
    place = title(state, state.token) if state.token else say("ss.start.place")
    story.tell(state, "ss.log.begin", limit=source_limit(state), place=place)


STEPS = {
    "S2": Step(find_asks, find_take),
    "S3": Step(lay_asks, then_on_to("S4")),
    "S4": Step(shuffle_asks, then_on_to("S5")),
    "S5": Step(luck_asks, luck_take, luck_run),
    "S6": Step(hand_asks, hand_take, begin_play),
}
