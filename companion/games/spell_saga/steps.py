"""The machine: which asks are open, what an answer does, and the steps that need nobody."""

from collections.abc import Callable
from typing import NamedTuple

from companion.games.spell_saga.rules import (
    attacks,
    battle,
    card_rules,
    draws,
    effects,
    entering,
    lite_actions,
    losing,
    luck,
    optional_actions,
    quick_cards,
    recounting,
    searching,
    set_up,
    turn,
)
from companion.games.spell_saga.rules.jobs import enter_step, pop
from companion.games.spell_saga.rules.reading import to_fight
from companion.games.spell_saga.rules.wording import ask_id
from companion.games.spell_saga.state import Job, State, change, won_or_lost
from companion.kit.asks import Ask, Ready
from companion.kit.intents import Answer, AnswerValue, Chosen
from companion.kit.memo import by_identity
from companion.kit.say import say
from companion.kit.story import Story

AskOf = Callable[[State, Job], Ask | None]
Take = Callable[[Story[State], Job, AnswerValue], None]
Run = Callable[[Story[State], Job], None]


def _never(_story: Story[State], job: Job) -> None:
    """A job that always asks, or one that has become pointless: nothing to do."""


def _no_ask(_state: State, _job: Job) -> None:
    return None


def _no_take(_story: Story[State], job: Job, _value: AnswerValue) -> None:
    raise AssertionError(f"nothing was asked for {job.do}")


class Kind(NamedTuple):
    """What a job asks, what its answer does, and what happens when it need not ask."""

    ask: AskOf = _no_ask
    take: Take = _no_take
    run: Run = _never


JOBS: dict[str, Kind] = {
    "draw": Kind(
        lambda state, job: draws.draw_ask(state, job, "draw"), draws.draw_take, draws.draw_run
    ),
    "lane": Kind(draws.lane_ask, draws.lane_take, draws.lane_run),
    "quick": Kind(quick_cards.quick_ask, quick_cards.quick_take, quick_cards.quick_run),
    "rule": Kind(run=card_rules.rule_run),
    "offer": Kind(card_rules.offer_ask, card_rules.offer_take),
    "condition": Kind(card_rules.condition_ask, card_rules.condition_take),
    "effect": Kind(effects.effect_ask, effects.effect_take, effects.effect_run),
    "confirm": Kind(recounting.confirm_ask, recounting.confirm_take),
    "search": Kind(searching.search_ask, searching.search_take),
    "shuffle": Kind(searching.shuffle_ask, searching.shuffle_take),
    "to": Kind(entering.to_ask, entering.to_take, entering.to_run),
    "pay": Kind(losing.pay_ask, losing.pay_take),
    "enter": Kind(run=entering.enter_run),
    "rehome": Kind(entering.rehome_ask, entering.rehome_take),
    "lose": Kind(losing.lose_ask, losing.lose_take, losing.lose_run),
    "trim": Kind(losing.trim_job_ask, losing.trim_job_take),
    "take": Kind(luck.take_ask, luck.take_take),
    "advantage": Kind(run=battle.advantage_run),
    "number": Kind(attacks.number_ask, attacks.number_take),
    "hit": Kind(run=attacks.hit_run),
    "under": Kind(run=optional_actions.under_run),
    "price": Kind(lite_actions.price_ask, lite_actions.price_take),
    "recount": Kind(recounting.recount_ask, recounting.recount_take),
    "again": Kind(recounting.again_ask, recounting.again_take),
}
STEP_ASKS = set_up.ASKS | turn.ASKS | battle.ASKS
STEP_RUNS = set_up.RUNS | turn.RUNS | battle.RUNS
STEP_TAKES = set_up.TAKES | turn.TAKES | battle.TAKES


def main_ask(state: State) -> Ask | None:
    """What must be answered before play goes on; None while the machine can go on by itself."""
    if state.jobs:
        job = state.jobs[0]
        return JOBS[job.do].ask(state, job)
    ask = STEP_ASKS.get(state.step)
    return ask(state) if ask is not None else None


@by_identity
def asks(state: State) -> tuple[Ask, ...]:
    if won_or_lost(state):
        return ()
    ask = main_ask(state)
    if ask is None:  # an option changed under a waiting question: play simply goes on
        return (Ready(id=ask_id(state, "on"), say=say("ss.ask.on")),)
    if state.jobs or state.step not in optional_actions.OPEN:
        return (ask,)
    return ask, optional_actions.may_ask(state)


def decide(state: State, answer: Answer) -> Story[State]:
    story = Story(state, answer.force)
    story.keep(change(state, asked=state.asked + 1))
    value = answer.answer
    if answer.ask.endswith(":may"):
        assert isinstance(value, Chosen)
        optional_actions.may_take(story, value.options[0])
    elif answer.ask.endswith(":on"):
        pass
    elif state.jobs:
        job = pop(story)
        JOBS[job.do].take(story, job, value)
    else:
        STEP_TAKES[state.step](story, value)
    go_on(story)
    if _lie_differently(state, story.state):
        card_rules.announce_bonuses(story)
    return story


def _lie_differently(before: State, after: State) -> bool:
    same = (
        before.heroes is after.heroes
        and before.places is after.places
        and before.attached is after.attached
    )
    return after.started and not (
        same and before.story is after.story and before.token == after.token
    )


def go_on(story: Story[State]) -> None:
    """Everything that awaits nobody, until the table is needed again."""
    while not won_or_lost(story.state):
        if story.state.jobs:
            if main_ask(story.state) is not None:
                return
            job = pop(story)
            JOBS[job.do].run(story, job)
        elif not _interrupted(story):
            if main_ask(story.state) is not None:
                return
            STEP_RUNS[story.state.step](story)


def _interrupted(story: Story[State]) -> bool:
    """Things that come up by themselves: a rule in hand, luck that follows the cards, enemies, the
    end of a round.
    """
    state = story.state
    if not state.started:
        return False
    if card_rules.heed_hand(story):
        return True
    if state.options["luck_live"] == "auto" and state.step in ("T7", "T8", "T10", *battle.FIGHTING):
        before = story.state
        luck.follow_cards(story)
        if story.state is not before:
            return True
    if state.battle is not None and state.step in battle.JOINABLE:
        battle.sync(story)
    if battle.no_one_left(story.state):
        enter_step(story, "B4")
        return True
    if state.step == "T10" and to_fight(state):
        enter_step(story, "B1")
        return True
    return False
