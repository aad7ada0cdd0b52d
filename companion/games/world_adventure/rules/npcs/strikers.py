"""Which NPC attacks the active player where he stands: on arrival, or when he stays."""

from companion.games.world_adventure.pack.atlas import is_city
from companion.games.world_adventure.rules.board import pieces, question, touches
from companion.games.world_adventure.state import HUNTERS, Frame, State


def next_striker(state: State, seat: str) -> str | Frame:
    """The next NPC that attacks the active player where he stands; a question if the map does not
    tell; or nothing.
    """
    one = state.players[seat]
    here, checked = one.territory, state.turn.checked
    for name in HUNTERS:
        piece = getattr(state, name)
        if (
            piece.territory == here
            and name not in checked
            and (name == "brigand" or one.wanted > 0)
        ):
            return name
    if is_city(here):
        return ""
    for name, monster in pieces(state).items():
        if name in checked or seat in monster.met_by or name in ("minion", "destroyer"):
            continue
        if monster.territory == here:
            return name
        if name == "raid":
            near = touches(state, here, monster.territory)
            if near is None:
                return question("touch", here, monster.territory)
            if near:
                return name
    return ""
