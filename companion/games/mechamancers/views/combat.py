"""The combat phase in numbers: what the current player can deal, against what each opponent can
take.
"""

from companion.games.mechamancers.rules.figures import attack_points, blocker_health, total_shield
from companion.games.mechamancers.state import State
from companion.kit.say import name_of, say
from companion.kit.trackers import Counter, Gauge, Tracker


def combat_trackers(state: State) -> list[Tracker]:
    attacker = state.current
    points = attack_points(state, attacker)
    found: list[Tracker] = [
        Counter(id="attack_points", say=say("mm.word.attack_points"), seat=attacker, value=points)
    ]
    foes = [seat for seat in state.players if seat != attacker]
    return [*found, *(_against(state, foe, points) for foe in foes)]


def _against(state: State, foe: str, points: int) -> Gauge:
    """The current player's attack points beside what must be exceeded."""
    attacker = state.current
    player = state.players[foe]
    shield = total_shield(state, foe, attacker)
    guards, left = blocker_health(state, foe), player.shield_left.get(attacker, 0)
    possible = min(max(0, points - shield), player.vp)
    return Gauge(
        id=f"against:{foe}",
        say=say("mm.word.against", seat=name_of(foe)),
        seat=attacker,
        value=points,
        most=max(points, shield, 1),
        against=shield,
        note=say("mm.note.total_shield", guards=guards, shield=left, n=possible),
    )
