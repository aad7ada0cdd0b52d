"""The round around the turns: drafting roles, the order of play, the end of a round and of the
game.
"""

from typing import Any

from msgspec.structs import replace

from companion.games.mechamancers.base import full_shield
from companion.games.mechamancers.effects import end_of, next_round_begins
from companion.games.mechamancers.figures import concerns, passives
from companion.games.mechamancers.pack import ROLE_FACTS, facts_missing, is_taught, role_from, title
from companion.games.mechamancers.state import State, Told, no, playing, role_card, with_player
from companion.games.mechamancers.turn import begin_turn
from companion.kit.pieces import CardSeen
from companion.kit.say import name_of, say
from companion.kit.seats import after
from companion.kit.zones import replaced


def begin_pledge(story: Told) -> None:
    """P1: all roles return; the first picker chooses."""
    state = next_round_begins(story.state)
    for seat in state.players:
        state = with_player(state, seat, role="", base_shield_now=0, shield_left={}, hits={})
    first = state.first_picker
    if state.players[first].status == "left":
        first = next_to_pick(state, first)
    state = replace(
        state, step="P2", first_picker=first, picker=first, turn_order=(), acted=(), current=""
    )
    story.tell(state, "mm.log.pledge", about=(first,), round=state.round, seat=name_of(first))


def next_to_pick(state: State, seat: str) -> str:
    """The neighbour on the right (counter-clockwise from above) who plays and has no role; nobody:
    ''.
    """
    order = tuple(state.players)
    for steps in range(1, len(order) + 1):
        other = after(order, seat, -steps)
        if state.players[other].status == "playing" and not state.players[other].role:
            return other
    return ""


def roles_left(state: State) -> list[str]:
    taken = {player.role for player in state.players.values()}
    return [role.id for role in state.pack.roles if role.id not in taken]


def pick(story: Told, card: CardSeen) -> None:
    """P2: the picker takes a role; its base shield holds at once."""
    seat, role = story.state.picker, card.id
    holder = next((who for who, player in story.state.players.items() if player.role == role), "")
    if holder:
        raise no("E_ROLE_TAKEN", role=title(role_card(story.state, role)), seat=name_of(holder))
    teach_role(story, card)
    state = take_role(story.state, seat, role)
    following = next_to_pick(state, seat)
    state = replace(state, picker=following)
    words: dict[str, Any] = {"seat": name_of(seat), "role": title(role_card(state, role))}
    if state.options["roles_face"] == "open":
        story.tell(
            state,
            "mm.log.role_taken",
            about=(seat,),
            n=state.players[seat].base_shield_now,
            **words,
        )
    else:
        story.tell(state, "mm.log.role_taken_secretly", about=(seat,), seat=name_of(seat))
    if not following:
        set_order(story)


def teach_role(story: Told, card: CardSeen) -> None:
    """A role whose numbers nobody has typed in yet needs them now."""
    state = story.state
    role = role_card(state, card.id)
    if card.facts:
        role = role_from(role, card.facts)
        others = [other.order for other in state.pack.roles if other.id != role.id]
        if role.order is not None and role.order in others:
            raise no("E_PACK", what=say("mm.wrong.order_twice", order=role.order))
        roles = replaced(state.pack.roles, state.role_at[role.id], role)
        state = replace(state, pack=replace(state.pack, roles=roles))
        story.tell(state, "mm.log.taught", card=title(role))
    if not is_taught(role):
        raise no("E_PACK", what=facts_missing(ROLE_FACTS))


def take_role(state: State, seat: str, role: str) -> State:
    shield = role_shield(state, seat, role)
    return with_player(
        state,
        seat,
        role=role,
        base_shield_now=shield,
        shield_left=full_shield(state, seat, shield),
        hits={},
    )


def role_shield(state: State, seat: str, role: str) -> int:
    """The role's number, with what effects add to it this round."""
    promised = sum(
        last.n
        for last in state.players[seat].lasting
        if last.what == "shield" and last.until == "round"
    )
    given = sum(
        effect.n
        for owner, _slot, effect in passives(state)
        if effect.do == "add_base_shield" and concerns(state, effect, owner, seat)
    )
    return max(0, (role_card(state, role).base_shield or 0) + promised + given)


def sorted_by_role(state: State, seats: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        sorted(seats, key=lambda seat: role_card(state, state.players[seat].role).order or 0)
    )


def set_order(story: Told) -> None:
    """P3: ascending order numbers; as an option, last round's Ruler in front."""
    state = story.state
    order = sorted_by_role(state, playing(state))
    if state.options["ruler_privilege"] != "picks_first" and state.ruler_holder in order:
        order = (state.ruler_holder, *(seat for seat in order if seat != state.ruler_holder))
    state = replace(state, turn_order=order, first_actor=order[0], ruler_holder=ruler_of(state))
    story.tell(state, "mm.log.order", order=tuple(name_of(seat) for seat in order))
    begin_turn(story, order[0])


def ruler_of(state: State) -> str:
    """Whoever holds the role that is first next round."""
    for seat, player in state.players.items():
        if player.role and role_card(state, player.role).privilege.do == "first_pick":
            return seat
    return ""


def end_round(story: Told) -> None:
    """R1: needs nobody. The last round leads to the end of the game."""
    end_of(story, "turn", "round", "next_attack")
    state = story.state
    course = (*state.course, tuple(player.vp for player in state.players.values()))
    stays = state.event_now if state.event_now and _stays(state) else ""
    state = replace(state, course=course, event_stays=stays, event_now="", current="", checked=())
    ends = state.final_round or (state.event_pile == 0 and state.options["end_timing"] == "at_once")
    if ends:
        story.tell(
            replace(state, step="G1", proposals=()),
            "mm.log.game_over",
            sound="winner",
            round=state.round,
        )
        return
    story.keep(replace(state, final_round=state.event_pile == 0))
    _next_round(story)


def _stays(state: State) -> bool:
    return state.pack.events[state.event_at[state.event_now]].lasts == "next_round"


def _next_round(story: Told) -> None:
    state = story.state
    first, key = next_first_picker(state)
    state = replace(state, first_picker=first, first_next="", round=state.round + 1)
    sound = "ruler" if key == "mm.log.first_ruler" else None
    story.tell(state, key, about=(first,), sound=sound, seat=name_of(first), round=state.round)
    if state.final_round:
        story.tell(state, "mm.log.last_round", sound="last_round")
    begin_pledge(story)


def next_first_picker(state: State) -> tuple[str, str]:
    """Who chooses first in the next round, and the key of the reason."""
    if state.first_next:
        return state.first_next, "mm.log.first_by_effect"
    if state.ruler_holder and state.options["ruler_privilege"] != "acts_first":
        return state.ruler_holder, "mm.log.first_ruler"
    if state.options["fallback_first_picker"] == "first_to_pick":
        return state.first_picker, "mm.log.first_picked"
    return state.first_actor, "mm.log.first_acted"
