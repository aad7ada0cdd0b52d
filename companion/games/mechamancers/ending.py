"""Who has won and why, and what must always be true."""

from companion.games.mechamancers.figures import health
from companion.games.mechamancers.pack import EMPTY, TYPES
from companion.games.mechamancers.state import (
    BULWARKS,
    HAND_LIMIT,
    SLOTS,
    Player,
    State,
    hand_size,
    mech_card,
    playing,
    standing,
)
from companion.kit.outcome import Outcome, Standing
from companion.kit.say import name_of, say

STEPS = ("SU1", "SU2", "SU3", "P2", "T1", "T2", "T3", "T4", "E1", "E2", "G1")
NOBODY = Player(0, 0, {}, {})


def field_health(state: State, seat: str) -> int:
    return sum(health(state, mech) for _slot, mech in standing(state.players[seat]))


def ranking(state: State) -> tuple[Standing, ...]:
    """Best first; equal players share the better place. Whoever left is not ranked."""
    rule = state.options["tie_break"]
    scores: dict[str, tuple[int, int]] = {}
    for seat in playing(state):
        player = state.players[seat]
        second = (
            player.mana
            if rule == "mana"
            else field_health(state, seat)
            if rule == "field_health"
            else 0
        )
        scores[seat] = (player.vp, second)
    best_first = sorted(scores, key=lambda seat: scores[seat], reverse=True)
    return tuple(
        Standing(seat, 1 + sum(other > scores[seat] for other in scores.values()), scores[seat][0])
        for seat in best_first
    )


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


def broken(state: State) -> tuple[str, ...]:
    found = []
    if sum(player.vp for player in state.players.values()) + state.vp_supply != state.vp_total:
        found.append("vp_sum")
    if not 0 <= state.event_pile <= 99:
        found.append("event_pile")
    roles = [player.role for player in state.players.values() if player.role]
    if len(set(roles)) != len(roles) or any(role not in state.role_at for role in roles):
        found.append("roles")
    if not _somebody_is_meant(state):
        found.append("step")
    for seat, player in state.players.items():
        found += _broken_player(state, seat, player)
    if _bulwarks(state) > min(BULWARKS, len(state.players)):
        found.append("bulwarks")
    if any(n is not None and n < 0 for n in (*state.pile.values(), *state.discard.values())):
        found.append("piles")
    return tuple(found)


def _somebody_is_meant(state: State) -> bool:
    """A step that waits for somebody names who; a turn belongs to a player of this round's order."""
    if state.step not in STEPS:
        return False
    if state.step == "P2":
        return state.picker in state.players
    if state.step == "T2" and not state.players.get(state.current, NOBODY).role:
        return False
    return not state.step.startswith("T") or state.current in state.turn_order


def _broken_player(state: State, seat: str, player: Player) -> list[str]:
    found = []
    if player.vp < 0 or player.mana < 0 or any(player.hand[kind] < 0 for kind in TYPES):
        found.append("negative")
    due = any(question.kind == "discard" and question.seat == seat for question in state.questions)
    at_leisure = due or (state.step in ("T1", "T2") and state.current == seat)
    if hand_size(player) > HAND_LIMIT and not at_leisure:
        found.append("hand")
    if len(player.field) != len(SLOTS) or any(slot not in player.field for slot in SLOTS):
        found.append("field")
    if any(not _sound(state, mech.card, mech.d) for mech in player.field.values()):
        found.append("damage")
    if any(not 0 <= cell <= player.base_shield_now for cell in player.shield_left.values()):
        found.append("shield")
    return found


def _sound(state: State, card: str, d: int) -> bool:
    if card == EMPTY:
        return d == 0
    return card in state.mech_at and 0 <= d < mech_card(state, card).max_health


def _bulwarks(state: State) -> int:
    """On fields and in hands; those gone or never used make up the rest of the four."""
    fields = sum(
        mech.card in state.mech_at and mech_card(state, mech.card).type == "bulwark"
        for player in state.players.values()
        for mech in player.field.values()
    )
    return fields + sum(player.hand["bulwark"] for player in state.players.values())
