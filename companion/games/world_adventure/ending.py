"""How a game ended, and why."""

from companion.games.world_adventure.rules.runes import standing, target, winners
from companion.games.world_adventure.state import State
from companion.kit.outcome import Outcome, ranked
from companion.kit.say import name_of, say


def outcome(state: State) -> Outcome | None:
    if not state.winner:
        return None
    won = winners(state)
    runes = standing(state, won[0])
    names = tuple(name_of(seat) for seat in won)
    key = "wa.outcome.team" if len(won) > 1 else "wa.outcome.player"
    why = say(key, names=names, n=runes, target=target(state), month=state.month)
    return Outcome("team" if len(won) > 1 else "runes", won, why, ranked(scores(state)))


def scores(state: State) -> dict[str, int]:
    return {seat: one.rune_count for seat, one in state.players.items()}
