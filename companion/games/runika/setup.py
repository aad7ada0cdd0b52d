"""The state a game starts from."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.runika.options import has_masteries
from companion.games.runika.pack import BASIC_RUNES, MERITS, Pack
from companion.games.runika.rules.bag import rebalanced
from companion.games.runika.rules.rune_row import claimed_basics
from companion.games.runika.state import Mastery, Player, Space, State
from companion.kit.game import Options, Seats
from companion.kit.story import refuse


def setup(options: Options, seats: Seats, pack: Pack) -> State:
    if not 2 <= len(seats) <= 4:
        raise refuse("E-PLAYERS", "rk.refused.players", n=len(seats))
    bag: dict[str, int] = {spec.id: spec.count for spec in pack.dice}
    state = State(
        seats=seats,
        options=dict(options),
        pack=pack,
        step="S2",
        players={seat.id: Player() for seat in seats},
        bag=bag,
        row=(Space(),) * (len(seats) + 1),
        masteries={},
    )
    if not has_masteries(state):
        return state
    masteries = [rune.id for rune in pack.runes if rune.kind == "mastery"]
    return replace(state, masteries=dict.fromkeys(masteries, Mastery()))


def derived(state: State, position: Mapping[str, Any]) -> State:
    """What is nowhere in sight lies in the bag and in the decks; whose turn it is has begun."""
    if not state.initiative and state.active:
        state = replace(state, initiative=state.active)
    if "bag" not in position:
        state = rebalanced(state)
    if "rune_deck" not in position:
        in_row = sum(space.height for space in state.row)
        out = in_row + claimed_basics(state) + state.runes_aside
        state = replace(state, rune_deck=BASIC_RUNES - out)
    if "merit_deck" not in position:
        held = sum(len(player.merits) for player in state.players.values())
        state = replace(state, merit_deck=MERITS - held - state.merits_aside)
    return state
