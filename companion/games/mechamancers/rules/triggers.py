"""Abilities that something sets off: they wait in the queue, in the order of players and slots."""

from typing import NamedTuple

from msgspec.structs import replace

from companion.games.mechamancers.pack import Ability
from companion.games.mechamancers.rules.questions import ask_later
from companion.games.mechamancers.state import (
    MOST_TRIGGERS,
    GameStory,
    Question,
    Work,
    mech_card,
    trigger_order,
)


class Fired(NamedTuple):
    """Something that happened to a mech, and how much of it."""

    seat: str
    slot: str
    card: str
    trigger: str
    n: int = 1


def fire(story: GameStory, fired: list[Fired], attacker: str = "") -> None:
    """Queues the abilities set off; a chain has an end."""
    order = trigger_order(story.state)
    works: list[Work] = []
    chain = story.state.chain
    for one in sorted(fired, key=lambda one: (order.index(one.seat), one.slot)):
        abilities = mech_card(story.state, one.card).abilities
        for ability in abilities:
            for _ in range(_times(ability, one)):
                chain += 1
                works += _works(ability, one, attacker)
    if chain > MOST_TRIGGERS:
        _stop_chain(story)
    elif works:
        story.keep(replace(story.state, queue=(*story.state.queue, *works), chain=chain))


def _times(ability: Ability, fired: Fired) -> int:
    """Some abilities work once for each point of damage."""
    if ability.trigger != fired.trigger:
        return 0
    return fired.n if ability.per == "point" and fired.trigger == "on_damaged" else 1


def _works(ability: Ability, fired: Fired, attacker: str) -> list[Work]:
    seat, slot, card = fired.seat, fired.slot, fired.card
    return [Work(effect, seat, slot, card, attacker) for effect in ability.effects]


def _stop_chain(story: GameStory) -> None:
    ask_later(story, Question("manual", "", text="chain"))
    story.tell(replace(story.state, queue=(), chain=0), "mm.log.chain", n=MOST_TRIGGERS)
