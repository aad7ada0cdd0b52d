"""What happens to mechs: damage, repair, destruction, going back to the hand."""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.games.mechamancers.rules.figures import blockers, health
from companion.games.mechamancers.rules.naming import named
from companion.games.mechamancers.rules.standing import settle_passives
from companion.games.mechamancers.rules.triggers import Fired, fire
from companion.games.mechamancers.state import (
    Boost,
    GameStory,
    Gone,
    Mech,
    State,
    mech_card,
    mech_in,
    with_mech,
)
from companion.kit.say import name_of
from companion.kit.seats import with_player

Spot = tuple[str, str]  # seat and slot


def damage(story: GameStory, hits: Iterable[tuple[str, int]], attacker: str = "") -> dict[str, int]:
    """All targets are hit together, then the destroyed leave, then triggers queue. Returns what was
    left over.
    """
    spare: dict[str, int] = {}
    fired: list[Fired] = []
    for ref, n in hits:
        mech = mech_in(story.state, ref)
        if mech is None:
            continue
        got_through = _prevented(story, ref, n)
        dealt = min(got_through, health(story.state, mech))
        spare[ref] = got_through - dealt
        if dealt:
            fired.append(_hurt(story, ref, dealt))
    _bury(story, [(one.seat, one.slot) for one in fired if one.trigger == "on_destroyed"])
    fire(story, fired, attacker)
    return spare


def _prevented(story: GameStory, ref: str, n: int) -> int:
    """Takes what it can from the mech's stores; returns what reaches the mech."""
    seat, _, slot = ref.partition(":")
    mech = story.state.players[seat].field[slot]
    boosts: list[Boost] = []
    left = n
    for boost in mech.boosts:
        used = min(left, boost.n) if boost.what == "prevent" and boost.until != "next_round" else 0
        left -= used
        # A store given by a standing mech is kept when used up, or it would be given again.
        if boost.n > used or boost.what != "prevent" or boost.until == "field":
            boosts.append(replace(boost, n=boost.n - used) if used else boost)
    if left < n:
        state = with_mech(story.state, seat, slot, replace(mech, boosts=tuple(boosts)))
        story.tell(state, "mm.log.prevented", about=(seat,), n=n - left, **named(state, ref))
    return left


def _hurt(story: GameStory, ref: str, dealt: int) -> Fired:
    seat, _, slot = ref.partition(":")
    mech = story.state.players[seat].field[slot]
    left = health(story.state, mech) - dealt
    words = named(story.state, ref)
    if left == 0:
        # The card keeps its last living corner until it leaves; no mech is ever stored with all its
        # health gone.
        story.tell(story.state, "mm.log.deadly", about=(seat,), n=dealt, **words)
        return Fired(seat, slot, mech.card, "on_destroyed", dealt)
    after = replace(mech, d=mech.d + dealt, turning=mech.turning + dealt)
    state = with_mech(story.state, seat, slot, after)
    story.tell(state, "mm.log.hit", about=(seat,), n=dealt, health=left, **words)
    return Fired(seat, slot, mech.card, "on_damaged", dealt)


def destroy(story: GameStory, refs: Iterable[str]) -> None:
    """Whatever their health."""
    fired: list[Fired] = []
    for ref in refs:
        seat, _, slot = ref.partition(":")
        mech = mech_in(story.state, ref)
        if mech is not None:
            fired.append(Fired(seat, slot, mech.card, "on_destroyed"))
    _bury(story, [(one.seat, one.slot) for one in fired])
    fire(story, fired)


def _bury(story: GameStory, doomed: list[Spot]) -> None:
    guarded = {seat for seat, _slot in doomed if blockers(story.state, seat)}
    for seat, slot in doomed:
        words = named(story.state, f"{seat}:{slot}")
        state = discarded(story.state, seat, slot)
        story.tell(state, "mm.log.destroyed", about=(seat,), sound="destroyed", **words)
    if doomed:
        settle_passives(story)
    for seat in story.state.players:
        if seat in guarded and not blockers(story.state, seat):
            words = {"seat": name_of(seat)}
            story.tell(story.state, "mm.log.base_open", about=(seat,), sound="base_open", **words)


def discarded(state: State, seat: str, slot: str, *, lies: bool = True) -> State:
    """The mech leaves the field; its card must still be taken away, unless another one lies there
    already.
    """
    card = state.players[seat].field[slot].card
    kind = mech_card(state, card).type
    state = with_mech(state, seat, slot, Mech())
    state = replace(state, discard={**state.discard, kind: state.discard[kind] + 1})
    return replace(state, gone=(*state.gone, Gone(seat, slot, card))) if lies else state


def return_to_hand(story: GameStory, refs: Iterable[str]) -> list[str]:
    """The cards go back to their owners' hands, undamaged. Returns whose hands grew."""
    seats: list[str] = []
    for ref in refs:
        mech = mech_in(story.state, ref)
        if mech is not None:
            seats.append(_picked_up(story, ref, mech))
    if seats:
        settle_passives(story)
    return list(dict.fromkeys(seats))


def _picked_up(story: GameStory, ref: str, mech: Mech) -> str:
    seat, _, slot = ref.partition(":")
    words = named(story.state, ref)
    kind = mech_card(story.state, mech.card).type
    hand = story.state.players[seat].hand
    state = with_mech(story.state, seat, slot, Mech())
    state = with_player(state, seat, hand={**hand, kind: hand[kind] + 1})
    state = replace(state, gone=(*state.gone, Gone(seat, slot, mech.card, "hand")))
    story.tell(state, "mm.log.to_hand", about=(seat,), **words)
    return seat


def heal(story: GameStory, refs: Iterable[str], n: int) -> None:
    """The card is turned back clockwise, at most to upright."""
    for ref in refs:
        seat, _, slot = ref.partition(":")
        mech = mech_in(story.state, ref)
        healed = min(n, mech.d) if mech else 0
        if mech is None or healed <= 0:
            continue
        after = replace(mech, d=mech.d - healed, turning=mech.turning - healed)
        state = with_mech(story.state, seat, slot, after)
        words = {"health": health(state, after), **named(state, ref)}
        story.tell(state, "mm.log.healed", about=(seat,), n=healed, **words)


def boost(story: GameStory, refs: Iterable[str], given: Boost) -> None:
    """Something for a while: more swords, more damage, a store against damage."""
    for ref in refs:
        seat, _, slot = ref.partition(":")
        mech = mech_in(story.state, ref)
        if mech is not None:
            state = with_mech(story.state, seat, slot, replace(mech, boosts=(*mech.boosts, given)))
            key = f"mm.log.boost_{given.what}"
            story.tell(state, key, about=(seat,), n=given.n, **named(state, ref))
