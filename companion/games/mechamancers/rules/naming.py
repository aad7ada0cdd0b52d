"""How cards are called in sentences."""

from typing import Any

from companion.games.mechamancers.pack import EMPTY, title
from companion.games.mechamancers.state import State, event_card, mech_card
from companion.kit.say import name_of


def named(state: State, ref: str) -> dict[str, Any]:
    """The mech meant by "ann:2", for a sentence."""
    seat, _, slot = ref.partition(":")
    card = state.players[seat].field[slot].card
    return {
        "seat": name_of(seat),
        "slot": slot,
        "mech": title(mech_card(state, card)) if card != EMPTY else "?",
    }


def source_title(state: State, card: str) -> str:
    """The name of the card an effect comes from, mech or event."""
    if card in state.mech_at:
        return title(mech_card(state, card))
    return title(event_card(state, card)) if card in state.event_at else ""
