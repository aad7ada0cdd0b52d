"""Set-up: five starting cards, the token on the first place, one luck card, the starting hand."""

from collections.abc import Callable

from companion.games.spell_saga.pack import STARTING
from companion.games.spell_saga.rules.draws import (
    draw_ask,
    draw_run,
    draw_take,
    identified,
    known_cards,
)
from companion.games.spell_saga.rules.jobs import NEEDS, enter_step, push
from companion.games.spell_saga.rules.wording import ask_id, names
from companion.games.spell_saga.setup import laid_out, starting_cards
from companion.games.spell_saga.state import (
    Job,
    State,
    change,
    lite,
    source_limit,
    title,
)
from companion.kit.asks import Ask, Ready, Show
from companion.kit.intents import AnswerValue, Shown
from companion.kit.say import say
from companion.kit.story import Story, refuse


def _find_ask(state: State) -> Ask:
    lines = tuple(say(f"ss.start.{kind}") for kind in STARTING)
    if lite(state):
        return Ready(id=ask_id(state, "S2"), say=say("ss.ask.find"), lines=lines)
    known = known_cards(
        state, tuple(card.id for card in state.cards.values() if card.cost == "start")
    )
    return Show(
        id=ask_id(state, "S2"),
        say=say("ss.ask.find"),
        lines=lines,
        cards="starting",
        deck="cards",
        known=known,
        least=len(STARTING),
        most=len(STARTING),
        new=True,
        needs=NEEDS,
    )


def _find_take(story: Story[State], value: AnswerValue) -> None:
    if isinstance(value, Shown):
        cards = tuple(story.state.cards[identified(story, seen)] for seen in value.cards)
        found = starting_cards(cards)
        missing = tuple(say(f"ss.start.{kind}") for kind in STARTING if kind not in found)
        if missing:
            raise refuse("SS-R32", "ss.refused.missing", missing=missing)
        state = laid_out(story.state, found)
        story.tell(state, "ss.log.started", cards=names(state, tuple(card.id for card in cards)))
    enter_step(story, "S3")


def _lay_ask(state: State) -> Ask:
    lines = tuple(say(f"ss.lay.{kind}") for kind in STARTING)
    return Ready(
        id=ask_id(state, "S3"), say=say("ss.ask.lay_out"), lines=(*lines, say("ss.lay.token"))
    )


def _shuffle_ask(state: State) -> Ask:
    return Ready(id=ask_id(state, "S4"), say=say("ss.ask.shuffle"))


def _luck_job() -> Job:
    return Job("draw", n=1, to="luck")


def _hand_job(state: State) -> Job:
    return Job("draw", n=source_limit(state), to="hand")


def _luck_take(story: Story[State], value: AnswerValue) -> None:
    draw_take(story, _luck_job(), value)
    enter_step(story, "S6")


def _luck_run(story: Story[State]) -> None:
    enter_step(story, "S6")
    draw_run(story, _luck_job())


def _hand_take(story: Story[State], value: AnswerValue) -> None:
    draw_take(story, _hand_job(story.state), value)
    begin_play(story)


def begin_play(story: Story[State]) -> None:
    enter_step(story, "T1")
    state = change(story.state, started=True)
    place = title(state, state.token) if state.token else say("ss.start.place")
    story.tell(state, "ss.log.begin", limit=source_limit(state), place=place)


def _hand_run(story: Story[State]) -> None:
    push(story)
    begin_play(story)


ASKS: dict[str, Callable[[State], Ask | None]] = {
    "S2": _find_ask,
    "S3": _lay_ask,
    "S4": _shuffle_ask,
    "S5": lambda state: draw_ask(state, _luck_job(), "S5"),
    "S6": lambda state: draw_ask(state, _hand_job(state), "S6"),
}
RUNS: dict[str, Callable[[Story[State]], None]] = {"S5": _luck_run, "S6": _hand_run}
TAKES: dict[str, Callable[[Story[State], AnswerValue], None]] = {
    "S2": _find_take,
    "S3": lambda story, _value: enter_step(story, "S4"),
    "S4": lambda story, _value: enter_step(story, "S5"),
    "S5": _luck_take,
    "S6": _hand_take,
}
