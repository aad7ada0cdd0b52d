"""What a seat does not know: roles that lie face down until everybody has one."""

from companion.games.mechamancers.state import State
from companion.kit.seats import with_player

SECRET = "secret_until_all"


def is_secret(state: State) -> bool:
    """Roles lie face down until all have one, if the table plays it so."""
    return state.options["roles_face"] == SECRET and state.step == "P2"


def is_hidden(state: State, who: str, seat: str | None) -> bool:
    """Whether the role of `who` is kept from `seat`."""
    return is_secret(state) and who != seat


def known_to(state: State, seat: str | None) -> State:
    """Who holds which role is blanked while that is secret; the picker knows only which roles are
    gone.
    """
    if not is_secret(state):
        return state
    others = [who for who in state.players if who != seat]
    taken = sorted(state.players[who].role for who in others if state.players[who].role)
    if seat != state.picker:
        taken = []
    for who in others:
        role = taken.pop() if taken else ""
        state = with_player(state, who, role=role, base_shield_now=0, shield_left={})
    return state
