"""What follows when something is set by hand: the corrections of the rules file."""

from typing import Any

from msgspec.structs import replace

from companion.games.mechamancers.pack import EMPTY, title
from companion.games.mechamancers.rules.bases import through
from companion.games.mechamancers.rules.damage import discarded
from companion.games.mechamancers.rules.goods import move_vp
from companion.games.mechamancers.rules.naming import named
from companion.games.mechamancers.rules.pledge import role_shield, ruler_of, sorted_by_role
from companion.games.mechamancers.rules.refusals import no
from companion.games.mechamancers.rules.standing import settle_passives
from companion.games.mechamancers.state import GameStory, Mech, State, mech_card, with_mech
from companion.kit.say import name_of
from companion.kit.seats import with_player


def set_vp(story: GameStory, seat: str, old: int) -> None:
    """Tokens a player has more lie in the centre no longer."""
    more = story.state.players[seat].vp - old
    story.keep(replace(story.state, vp_supply=story.state.vp_supply - more))


def set_mana(story: GameStory, seat: str, old: int) -> None:
    more = story.state.players[seat].mana - old
    story.keep(replace(story.state, mana_supply=story.state.mana_supply - more))


def set_damage(story: GameStory, seat: str, slot: str, old: int) -> None:
    """Forgotten damage or repair: the card is to be turned so. With all health gone the mech is
    destroyed.
    """
    state = story.state
    mech = state.players[seat].field[slot]
    words = named(state, f"{seat}:{slot}")
    if mech.d >= mech_card(state, mech.card).max_health:
        state = discarded(state, seat, slot)
        story.tell(state, "mm.log.destroyed", about=(seat,), sound="destroyed", **words)
        settle_passives(story)
        return
    turning = mech.turning + mech.d - old
    story.keep(with_mech(state, seat, slot, replace(mech, turning=turning)))


def set_card(story: GameStory, seat: str, slot: str, old: str, confirmed: bool) -> None:
    """Another card than was thought, a mech brought back, or none at all."""
    state = story.state
    mech = state.players[seat].field[slot]
    if mech.card == EMPTY:
        kind = mech_card(state, old).type
        state = replace(state, discard={**state.discard, kind: state.discard[kind] + 1})
        story.keep(with_mech(state, seat, slot, Mech()))
    elif old == EMPTY:
        kind = mech_card(state, mech.card).type
        gone = tuple(one for one in state.gone if (one.seat, one.slot) != (seat, slot))
        discard = {**state.discard, kind: max(0, state.discard[kind] - 1)}
        state = with_mech(state, seat, slot, Mech(mech.card))
        story.keep(replace(state, gone=gone, discard=discard))
    else:
        _mistaken(story, seat, slot, old, confirmed)
    settle_passives(story)


def _mistaken(story: GameStory, seat: str, slot: str, old: str, confirmed: bool) -> None:
    state = story.state
    mech = state.players[seat].field[slot]
    card = mech_card(state, mech.card)
    if mech.d >= card.max_health:
        raise no("E_ROT_IMPOSSIBLE", n=card.max_health, **named(state, f"{seat}:{slot}"))
    more = card.cost - mech_card(state, old).cost
    if not more:
        return
    if confirmed:
        mana = max(0, state.players[seat].mana - more)
        paid = state.players[seat].mana - mana
        state = replace(with_player(state, seat, mana=mana), mana_supply=state.mana_supply + paid)
    key = "mm.log.cost_settled" if confirmed else "mm.log.cost_differs"
    words: dict[str, Any] = {"n": abs(more), "more": more, "mech": title(card)}
    story.tell(state, key, about=(seat,), seat=name_of(seat), **words)


def set_role(story: GameStory, seat: str, old: str, confirmed: bool) -> None:
    """A role misread, or two swapped: shields and the order of those who have not acted follow."""
    state = story.state
    role = state.players[seat].role
    holders = [who for who, player in state.players.items() if player.role == role]
    other = next((who for who in holders if who != seat), "")
    if other:
        state = with_player(state, other, role=old)
    state = replace(state, ruler_holder=ruler_of(state) if state.turn_order else state.ruler_holder)
    story.keep(_reordered(state))
    for who in (seat, other) if other else (seat,):
        _shield_again(story, who, confirmed)


def _reordered(state: State) -> State:
    if not state.turn_order:
        return state
    begun = state.acted
    if state.current and state.current not in begun:
        begun = (*begun, state.current)
    rest = tuple(seat for seat in state.turn_order if seat not in begun)
    return replace(state, turn_order=(*begun, *sorted_by_role(state, rest)))


def _shield_again(story: GameStory, seat: str, confirmed: bool) -> None:
    """What this round's blows would have done to the right shield. Points move only after a yes."""
    state = story.state
    player = state.players[seat]
    was, now = player.base_shield_now, role_shield(state, seat, player.role)
    mode = state.options["base_shield_mode"]
    left = {foe: through(mode, now, player.hits.get(foe, ()))[1] for foe in player.shield_left}
    state = with_player(state, seat, base_shield_now=now, shield_left=left)
    story.tell(state, "mm.log.shield_now", about=(seat,), seat=name_of(seat), n=now)
    for foe, hits in player.hits.items():
        more = through(mode, now, hits)[0] - through(mode, was, hits)[0]
        if more:
            _moved_differently(story, seat, foe, more, confirmed)


def _moved_differently(story: GameStory, seat: str, foe: str, more: int, confirmed: bool) -> None:
    loser, winner = (seat, foe) if more > 0 else (foe, seat)
    if confirmed:
        move_vp(story, loser, winner, abs(more))
        return
    words: dict[str, Any] = {"loser": name_of(loser), "winner": name_of(winner)}
    story.tell(story.state, "mm.log.would_have_moved", about=(seat, foe), n=abs(more), **words)
