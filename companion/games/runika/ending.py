"""When a game is over and who has won it."""

from companion.games.runika.options import has_masters, target
from companion.games.runika.state import OVER, State
from companion.kit.outcome import Outcome, ranked
from companion.kit.say import name_of, say
from companion.kit.seats import order_of


def reasons_to_end(state: State) -> tuple[str, ...]:
    """Looked at between rounds only."""
    found = []
    if max(player.total for player in state.players.values()) >= target(state):
        found.append("points")
    if state.rune_deck <= 0:
        found.append("runes_out")
    if has_masters(state) and state.merit_deck <= 0:
        found.append("merits_out")
    if state.closing == "yes":
        found.append("vote")
    return tuple(found)


def outcome(state: State) -> Outcome | None:
    if state.step != OVER:
        return None
    totals = scores(state)
    best = max(totals.values())
    winners = tuple(seat for seat in order_of(state) if totals[seat] == best)
    names = tuple(name_of(seat) for seat in winners)
    result = (*reasons_to_end(state), "vote")[0]
    reason = say(f"rk.end.{result}", n=target(state))
    key = "rk.outcome.win" if len(winners) == 1 else "rk.outcome.tie"
    why = say(key, names=names, points=best, reason=reason)
    return Outcome(result, winners, why, ranked(totals))


def scores(state: State) -> dict[str, int]:
    return {seat: player.total for seat, player in state.players.items()}
