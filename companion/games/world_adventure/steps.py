"""The table of steps: what each asks, what an answer to it does, what runs by itself.

A step is the last frame of the stack, or with an empty stack the month's own step.
"""

from operator import attrgetter

from msgspec.structs import replace

from companion.games.world_adventure.rules import (
    battle,
    board,
    cards,
    city,
    drawing,
    effects,
    medic_packs,
    month,
    npcs,
    rune_powers,
    runes,
    set_up,
    turn,
)
from companion.games.world_adventure.state import Frame, GameStory, State, top
from companion.kit.steps import Machine, Reply, Step

STEPS: dict[str, Step[State, Frame]] = {
    **set_up.STEPS,
    **month.STEPS,
    **turn.STEPS,
    **city.STEPS,
    **battle.STEPS,
    **npcs.STEPS,
    **runes.STEPS,
    **rune_powers.STEPS,
    **effects.STEPS,
    **medic_packs.STEPS,
    **board.STEPS,
    **cards.STEPS,
    **drawing.STEPS,
}
# Several seats answer, in any order: the others' asks keep their names meanwhile.
_BARRIERS = frozenset({"S7", "S8", "S9", "KU3", "KU4a", "KUo"})


def _drop(story: GameStory) -> None:
    state = story.state
    if state.stack:
        story.keep(replace(state, stack=state.stack[:-1]))


def _count_occasion(story: GameStory) -> None:
    story.keep(replace(story.state, occasion=story.state.occasion + 1))


def _next_occasion(story: GameStory, before: State, reply: Reply) -> None:
    """A Medic Pack is used beside what is asked, which stays the same ask."""
    frame = top(before)
    same = frame.step in _BARRIERS and top(story.state) == frame
    if reply.id.step != "MP" and not same:
        _count_occasion(story)


MACHINE: Machine[State, Frame] = Machine(
    steps=STEPS,
    top=top,
    is_over=attrgetter("winner"),
    drop=_drop,
    beside=medic_packs.beside,
    follows=_next_occasion,
)
asks = MACHINE.asks
decide = MACHINE.decide
NAMES = frozenset(STEPS)  # where a position may stand


def settle(story: GameStory) -> None:
    """After a change by hand: goes on from whatever it set off, on a new occasion."""
    MACHINE.advance(story)
    _count_occasion(story)


def halfway(state: State) -> bool:
    """A territory of which only the nation is drawn, cards announced and not yet shown, a Rune
    Power kept for which another must go: the rest of the deed is still asked.
    """
    frame = top(state)
    match frame.step:
        case "A1":
            return bool(frame.names)
        case "P6":
            return frame.what == "unseen" and not frame.names
        case "R5a":
            return bool(frame.what) or (bool(frame.n) and not frame.names)
    return False
