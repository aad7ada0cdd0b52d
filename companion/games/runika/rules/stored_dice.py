"""A player's stored dice: named by their place, thrown by their colour, gone once resolved."""

from functools import lru_cache

from companion.games.runika.rules.dice import (
    DICE_KIND,
    count_elements,
    die_say,
    face_words,
    rolled,
)
from companion.games.runika.state import NO_DIE, Player, State, with_turn
from companion.kit.asks import DieWanted, Option
from companion.kit.intents import Rolled
from companion.kit.pieces import Die
from companion.kit.seats import with_player
from companion.kit.steps import Reply


def unrolled(player: Player) -> tuple[int, ...]:
    return tuple(at for at, die in enumerate(player.stored) if die[1] == "?")


def dice_at(player: Player, places: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(player.stored[at] for at in places)


def dice_wanted(state: State, dice: tuple[str, ...]) -> tuple[DieWanted, ...]:
    """These dice, to be thrown: by colour, because the rules tell them apart by it."""
    return _wanted(dice, state.pack.colour_pairs, face_words(state.pack.energy_icon_by_face))


@lru_cache(maxsize=1024)
def _wanted(
    dice: tuple[str, ...], colours: tuple[tuple[str, str], ...], faces: tuple[str, ...]
) -> tuple[DieWanted, ...]:
    numbers = count_elements(dice)
    return tuple(
        DieWanted(DICE_KIND, colour, numbers[e], faces) for e, colour in colours if numbers[e]
    )


def thrown(
    state: State, stored: tuple[str, ...], places: tuple[int, ...], reply: Reply
) -> tuple[str, ...]:
    """The stored dice after these were thrown; dice of one colour take their faces in order."""
    assert isinstance(reply.value, Rolled)
    element_of = {spec.colour: spec.id for spec in state.pack.dice}
    lying: dict[str, list[Die]] = {}
    for die in reply.value.dice:
        lying.setdefault(element_of[str(die.colour)], []).append(die)
    after = list(stored)
    for at in places:
        waiting = lying.get(stored[at][0])
        if waiting:
            after[at] = rolled(stored[at][0], waiting.pop(0).face)
    return tuple(after)


def die_options(state: State, player: Player) -> tuple[Option, ...]:
    return _die_options(player.stored, state.pack.colour_pairs)


@lru_cache(maxsize=1024)
def _die_options(
    stored: tuple[str, ...], colours: tuple[tuple[str, str], ...]
) -> tuple[Option, ...]:
    colour_of = dict(colours)
    places = enumerate(stored, start=1)
    return tuple(Option(str(at), die_say(die), colour=colour_of[die[0]]) for at, die in places)


def places_chosen(reply: Reply) -> tuple[int, ...]:
    return tuple(sorted(int(option) - 1 for option in reply.options))


def without(stored: tuple[str, ...], at: int) -> tuple[str, ...]:
    return stored[:at] + stored[at + 1 :]


def taken(state: State, at: int) -> State:
    """A die of the active player is being resolved: it is stored no longer, and the reroll window
    closes.
    """
    state = with_player(state, state.active, stored=without(state.me.stored, at), resolving=True)
    return with_turn(state, aim=NO_DIE)
