"""Who has won and why."""

from companion.games.mechamancers.rules.figures import health
from companion.games.mechamancers.state import State, playing, standing
from companion.kit.outcome import Outcome, Standing
from companion.kit.say import name_of, say


def field_health(state: State, seat: str) -> int:
    return sum(health(state, mech) for _slot, mech in standing(state.players[seat]))


def ranking(state: State) -> tuple[Standing, ...]:
    """Best first; equal players share the better place. Whoever left is not ranked."""
    scores = {seat: (state.players[seat].vp, _tie_break(state, seat)) for seat in playing(state)}
    best_first = sorted(scores, key=lambda seat: scores[seat], reverse=True)
    return tuple(_standing(seat, scores) for seat in best_first)


def _tie_break(state: State, seat: str) -> int:
    match state.options["tie_break"]:
        case "mana":
            return state.players[seat].mana
        case "field_health":
            return field_health(state, seat)
        case _:
            return 0


def _standing(seat: str, scores: dict[str, tuple[int, int]]) -> Standing:
    better = sum(other > scores[seat] for other in scores.values())
    return Standing(seat, 1 + better, scores[seat][0])


def outcome(state: State) -> Outcome | None:
    if state.step != "G1":
        return None
    standings = ranking(state)
    winners = tuple(one.seat for one in standings if one.place == 1)
    vp = standings[0].score or 0
    names = tuple(name_of(seat) for seat in winners)
    if len(winners) > 1:
        return Outcome("shared", winners, say("mm.won.shared", seats=names, n=vp), standings)
    tied = sum(one.score == vp for one in standings) > 1
    key = f"mm.won.{state.options['tie_break']}" if tied else "mm.won.most"
    return Outcome("won", winners, say(key, seat=names[0], n=vp), standings)


def scores(state: State) -> dict[str, int]:
    return {seat: state.players[seat].vp for seat in playing(state)}
