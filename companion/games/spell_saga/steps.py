"""The table of all steps, from the chapters of the rules, and the machine that walks it."""

from companion.games.spell_saga.rules import (
    attacks,
    battle,
    buying,
    card_rules,
    draws,
    effects,
    entering,
    lite_actions,
    losing,
    luck,
    optional_actions,
    prizes,
    quick_cards,
    recounting,
    searching,
    set_up,
    turn,
    turn_end,
)
from companion.games.spell_saga.rules.jobs import drop, pending
from companion.games.spell_saga.state import GameStory, Job, State, change, won_or_lost
from companion.kit.memo import by_identity
from companion.kit.steps import AskId, Machine, Reply, Step

CHAPTERS = (
    set_up,
    turn,
    turn_end,
    draws,
    quick_cards,
    luck,
    battle,
    attacks,
    prizes,
    optional_actions,
    lite_actions,
    buying,
    entering,
    losing,
    card_rules,
    effects,
    searching,
    recounting,
)
STEPS: dict[str, Step[State, Job]] = {}
for chapter in CHAPTERS:
    STEPS |= chapter.STEPS


def count_answer(story: GameStory) -> None:
    story.keep(change(story.state, asked=story.state.asked + 1))


def comes_up(story: GameStory) -> bool:
    """Things that come up by themselves between jobs: a rule in hand, luck that follows the cards,
    enemies, the end of a round.
    """
    if story.state.jobs or not story.state.started:
        return False
    return card_rules.heed_hand(story) or luck.comes_up(story) or battle.comes_up(story)


def announce(story: GameStory, before: State, _reply: Reply) -> None:
    if _lie_differently(before, story.state):
        card_rules.announce_bonuses(story)


def _lie_differently(before: State, after: State) -> bool:
    """Whether cards that lend colours have moved since."""
    same = (
        before.heroes is after.heroes
        and before.places is after.places
        and before.attached is after.attached
        and before.story is after.story
        and before.token == after.token
    )
    return after.started and not same


def named(ask: AskId) -> str:
    """What is open beside the pending step has a step of its own; its name stands last."""
    return ask.about if ask.about in ("may", "on") else ""


MACHINE: Machine[State, Job] = Machine(
    steps=STEPS,
    top=pending,
    is_over=won_or_lost,
    drop=drop,
    beside=optional_actions.beside,
    comes_up=comes_up,
    begin=count_answer,
    follows=announce,
    named=named,
)
asks = by_identity(MACHINE.asks)
decide = MACHINE.decide
NAMES = frozenset(STEPS) | {"WON", "LOST"}  # where a position may stand


def halfway(state: State) -> bool:
    """A purchase that is not paid yet, an attack without its number, a card half described."""
    job = pending(state)
    return job.do in ("to", "pay", "number") or (job.do == "quick" and bool(job.facts))
