"""The pledge: everybody takes a role, to the right; then the order of play is known."""

from typing import Any

from msgspec.structs import replace

from companion.games.mechamancers.pack import (
    ROLE_FACTS,
    RoleCard,
    facts_missing,
    is_taught,
    role_from,
    title,
)
from companion.games.mechamancers.rules.asking import ask_id, asks_of
from companion.games.mechamancers.rules.bases import full_shield
from companion.games.mechamancers.rules.figures import concerns, passives
from companion.games.mechamancers.rules.lasting import next_round_begins
from companion.games.mechamancers.rules.refusals import no
from companion.games.mechamancers.rules.tokens import token_asks
from companion.games.mechamancers.rules.turn import begin_turn
from companion.games.mechamancers.state import GameStep, GameStory, State, playing, role_card
from companion.kit.asks import Ask, CardKnown, Show
from companion.kit.memo import by_identity
from companion.kit.pieces import CardSeen
from companion.kit.say import name_of, say
from companion.kit.seats import after, order_of, with_player
from companion.kit.steps import PlainStep, Reply, Step
from companion.kit.story import RuleError, refuse
from companion.kit.zones import replaced


def begin_pledge(story: GameStory) -> None:
    """P1: all roles return; the first picker chooses."""
    state = next_round_begins(story.state)
    for seat in state.players:
        state = without_role(state, seat)
    first = state.first_picker
    if state.players[first].status == "left":
        first = next_to_pick(state, first)
    state = replace(state, step="P2", first_picker=first, picker=first)
    state = replace(state, turn_order=(), acted=(), current="")
    story.tell(state, "mm.log.pledge", about=(first,), round=state.round, seat=name_of(first))


def without_role(state: State, seat: str) -> State:
    """No role, no shield."""
    return with_player(state, seat, role="", base_shield_now=0, shield_left={}, hits={})


def next_to_pick(state: State, seat: str) -> str:
    """The neighbour on the right (counter-clockwise from above) who plays and has no role; nobody:
    ''.
    """
    order = order_of(state)
    for steps in range(1, len(order) + 1):
        other = after(order, seat, -steps)
        if state.players[other].status == "playing" and not state.players[other].role:
            return other
    return ""


def roles_left(state: State) -> list[str]:
    taken = {player.role for player in state.players.values()}
    return [role.id for role in state.pack.roles if role.id not in taken]


# Taking a role


def _ask(state: State, _frame: PlainStep) -> tuple[Ask, ...]:
    seat = state.picker
    role = Show(
        id=ask_id(state, "P2"),
        say=asks_of(seat, "mm.ask.pick"),
        seats=(seat,),
        zone=f"role:{seat}",
        cards="role",
        deck="roles",
        known=tuple(_known(role_card(state, role)) for role in roles_left(state)),
    )
    return (role, *token_asks(state))


@by_identity
def _known(card: RoleCard) -> CardKnown:
    """A role whose numbers nobody has typed in yet is asked for them when it is taken."""
    return CardKnown(card.id, title(card), card.source, () if is_taught(card) else ROLE_FACTS)


def _take(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    pick(story, reply.cards[0])


def pick(story: GameStory, card: CardSeen) -> None:
    """P2: the picker takes a role; its base shield holds at once."""
    seat, role = story.state.picker, card.id
    holder = next((who for who, player in story.state.players.items() if player.role == role), "")
    if holder:
        raise role_is_taken(story.state, holder)
    teach_role(story, card)
    state = take_role(story.state, seat, role)
    following = next_to_pick(state, seat)
    _tell_taken(story, replace(state, picker=following), seat)
    if not following:
        set_order(story)


def role_is_taken(state: State, holder: str) -> RuleError:
    """While roles are secret it is not said by whom."""
    role = title(role_card(state, state.players[holder].role))
    if roles_are_secret(state):
        return refuse("MM-E_ROLE_TAKEN", "mm.refused.role_gone", role=role)
    return no("E_ROLE_TAKEN", role=role, seat=name_of(holder))


def roles_are_secret(state: State) -> bool:
    """Roles lie face down until all have one, if the table plays it so."""
    return state.step == "P2" and state.options["roles_face"] != "open"


def _tell_taken(story: GameStory, state: State, seat: str) -> None:
    if state.options["roles_face"] != "open":
        story.tell(state, "mm.log.role_taken_secretly", about=(seat,), seat=name_of(seat))
        return
    player = state.players[seat]
    words: dict[str, Any] = {"seat": name_of(seat), "role": title(role_card(state, player.role))}
    story.tell(state, "mm.log.role_taken", about=(seat,), n=player.base_shield_now, **words)


def teach_role(story: GameStory, card: CardSeen) -> None:
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
        only = (state.picker,) if roles_are_secret(state) else None
        story.tell(state, "mm.log.taught", only=only, card=title(role))
    if not is_taught(role):
        raise no("E_PACK", what=facts_missing(ROLE_FACTS))


def take_role(state: State, seat: str, role: str) -> State:
    shield = role_shield(state, seat, role)
    left = full_shield(state, seat, shield)
    return with_player(state, seat, role=role, base_shield_now=shield, shield_left=left, hits={})


def role_shield(state: State, seat: str, role: str) -> int:
    """The role's number, with what effects add to it this round."""
    total = role_card(state, role).base_shield or 0
    for last in state.players[seat].lasting:
        if last.what == "shield" and last.until == "round":
            total += last.n
    for owner, _slot, effect in passives(state):
        if effect.do == "add_base_shield" and concerns(state, effect, owner, seat):
            total += effect.n
    return max(0, total)


# The order of play


def sorted_by_role(state: State, seats: tuple[str, ...]) -> tuple[str, ...]:
    roles = {seat: role_card(state, state.players[seat].role) for seat in seats}
    return tuple(sorted(seats, key=lambda seat: roles[seat].order or 0))


def set_order(story: GameStory) -> None:
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


STEPS: dict[str, GameStep] = {"P2": Step(_ask, _take)}
