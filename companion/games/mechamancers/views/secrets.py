"""What a seat does not know: roles that lie face down until everybody has one."""

from companion.games.mechamancers.rules.pledge import roles_are_secret
from companion.games.mechamancers.state import State
from companion.kit.seats import with_player


def is_hidden(state: State, who: str, seat: str | None) -> bool:
    """Whether the role of `who` is kept from `seat`."""
    return roles_are_secret(state) and who != seat


def known_to(state: State, seat: str | None) -> State:
    """Who holds which role is blanked while that is secret; the picker knows only which roles are
    gone.
    """
    if not roles_are_secret(state):
        return state
    others = [who for who in state.players if who != seat]
    taken = sorted(state.players[who].role for who in others if state.players[who].role)
    if seat != state.picker:
        taken = []
    for who in others:
        role = taken.pop() if taken else ""
        state = with_player(state, who, role=role, base_shield_now=0, shield_left={})
    return state
