"""The Beast deck: which difficulty is played, and how many Beasts of each tier it has."""

from companion.games.spell_from_the_future.options import DIFFICULTIES, MIXES
from companion.games.spell_from_the_future.pack import TIERS
from companion.games.spell_from_the_future.state import State, mode


def difficulty(state: State) -> str:
    """In a campaign the chapter decides, otherwise the table."""
    if state.campaign is not None:
        return DIFFICULTIES[state.campaign.chapter - 1]
    return str(state.options["difficulty"])


def tier_mix(state: State) -> tuple[int, ...]:
    """How many Beasts of each tier are drawn for the deck of seven."""
    if state.options["difficulty_table"] == "own" and mode(state) != "campaign":
        return tuple(int(state.options[f"own_t{tier}"]) for tier in range(1, len(TIERS) + 1))
    return MIXES[difficulty(state)]
