"""What happens to mechs: damage, repair, destruction, coming and going; and the triggers this sets
off.
"""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from companion.games.mechamancers.figures import blockers, concerns, health, passives, reaches
from companion.games.mechamancers.pack import EMPTY, title
from companion.games.mechamancers.state import (
    MOST_TRIGGERS,
    Boost,
    Gone,
    Mech,
    Question,
    State,
    Told,
    Work,
    mech_card,
    mech_in,
    trigger_order,
    with_mech,
    with_player,
)
from companion.kit.say import name_of

Fired = tuple[str, str, str, str, int]  # seat, slot, card, trigger, how much damage


def named(state: State, ref: str) -> dict[str, Any]:
    """The mech meant by "ann:2", for a sentence."""
    seat, _, slot = ref.partition(":")
    card = state.players[seat].field[slot].card
    return {
        "seat": name_of(seat),
        "slot": slot,
        "mech": title(mech_card(state, card)) if card != EMPTY else "?",
    }


def damage(story: Told, hits: Iterable[tuple[str, int]], attacker: str = "") -> dict[str, int]:
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
    _bury(
        story,
        [(seat, slot) for seat, slot, _card, trigger, _n in fired if trigger == "on_destroyed"],
    )
    fire(story, fired, attacker)
    return spare


def _prevented(story: Told, ref: str, n: int) -> int:
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


def _hurt(story: Told, ref: str, dealt: int) -> Fired:
    seat, _, slot = ref.partition(":")
    mech = story.state.players[seat].field[slot]
    left = health(story.state, mech) - dealt
    words = named(story.state, ref)
    if left == 0:
        # The card keeps its last living corner until it leaves; no mech is ever stored with all its
        # health gone.
        story.tell(story.state, "mm.log.deadly", about=(seat,), n=dealt, **words)
        return seat, slot, mech.card, "on_destroyed", dealt
    after = replace(mech, d=mech.d + dealt, turning=mech.turning + dealt)
    story.tell(
        with_mech(story.state, seat, slot, after),
        "mm.log.hit",
        about=(seat,),
        n=dealt,
        health=left,
        **words,
    )
    return seat, slot, mech.card, "on_damaged", dealt


def destroy(story: Told, refs: Iterable[str]) -> None:
    """Whatever their health."""
    doomed = [
        (seat, slot)
        for seat, _, slot in (ref.partition(":") for ref in refs)
        if mech_in(story.state, f"{seat}:{slot}")
    ]
    cards = [story.state.players[seat].field[slot].card for seat, slot in doomed]
    _bury(story, doomed)
    fire(
        story,
        [(*spot, card, "on_destroyed", 1) for spot, card in zip(doomed, cards, strict=True)],
        "",
    )


def _bury(story: Told, doomed: list[tuple[str, str]]) -> None:
    guarded = {seat for seat, _slot in doomed if blockers(story.state, seat)}
    for seat, slot in doomed:
        words = named(story.state, f"{seat}:{slot}")
        state = discarded(story.state, seat, slot)
        story.tell(state, "mm.log.destroyed", about=(seat,), sound="destroyed", **words)
    if doomed:
        settle_passives(story)
    for seat in story.state.players:
        if seat in guarded and not blockers(story.state, seat):
            story.tell(
                story.state,
                "mm.log.base_open",
                about=(seat,),
                sound="base_open",
                seat=name_of(seat),
            )


def discarded(state: State, seat: str, slot: str, *, lies: bool = True) -> State:
    """The mech leaves the field; its card must still be taken away, unless another one lies there
    already.
    """
    card = state.players[seat].field[slot].card
    kind = mech_card(state, card).type
    state = with_mech(state, seat, slot, Mech())
    state = replace(state, discard={**state.discard, kind: state.discard[kind] + 1})
    return replace(state, gone=(*state.gone, Gone(seat, slot, card))) if lies else state


def return_to_hand(story: Told, refs: Iterable[str]) -> list[str]:
    """The cards go back to their owners' hands, undamaged. Returns whose hands grew."""
    seats: list[str] = []
    for ref in refs:
        seat, _, slot = ref.partition(":")
        mech = mech_in(story.state, ref)
        if mech is None:
            continue
        words = named(story.state, ref)
        kind = mech_card(story.state, mech.card).type
        hand = story.state.players[seat].hand
        state = with_player(
            with_mech(story.state, seat, slot, Mech()), seat, hand={**hand, kind: hand[kind] + 1}
        )
        state = replace(state, gone=(*state.gone, Gone(seat, slot, mech.card, "hand")))
        story.tell(state, "mm.log.to_hand", about=(seat,), **words)
        seats.append(seat)
    if seats:
        settle_passives(story)
    return list(dict.fromkeys(seats))


def heal(story: Told, refs: Iterable[str], n: int) -> None:
    """The card is turned back clockwise, at most to upright."""
    for ref in refs:
        seat, _, slot = ref.partition(":")
        mech = mech_in(story.state, ref)
        healed = min(n, mech.d) if mech else 0
        if mech is None or healed <= 0:
            continue
        after = replace(mech, d=mech.d - healed, turning=mech.turning - healed)
        state = with_mech(story.state, seat, slot, after)
        story.tell(
            state,
            "mm.log.healed",
            about=(seat,),
            n=healed,
            health=health(state, after),
            **named(state, ref),
        )


def boost(story: Told, refs: Iterable[str], given: Boost) -> None:
    for ref in refs:
        seat, _, slot = ref.partition(":")
        mech = mech_in(story.state, ref)
        if mech is not None:
            state = with_mech(story.state, seat, slot, replace(mech, boosts=(*mech.boosts, given)))
            key = f"mm.log.boost_{given.what}"
            story.tell(state, key, about=(seat,), n=given.n, **named(state, ref))


def fire(story: Told, fired: list[Fired], attacker: str) -> None:
    """Queues the abilities set off: in the order of players, then of slots; a chain has an end."""
    order = trigger_order(story.state)
    works: list[Work] = []
    chain = story.state.chain
    for seat, slot, card, trigger, n in sorted(
        fired, key=lambda one: (order.index(one[0]), one[1])
    ):
        for ability in mech_card(story.state, card).abilities:
            if ability.trigger != trigger:
                continue
            for _ in range(n if ability.per == "point" and trigger == "on_damaged" else 1):
                chain += 1
                works += [Work(effect, seat, slot, card, attacker) for effect in ability.effects]
    if chain > MOST_TRIGGERS:
        _stop_chain(story)
    elif works:
        story.keep(replace(story.state, queue=(*story.state.queue, *works), chain=chain))


def _stop_chain(story: Told) -> None:
    question = Question("manual", "", text="chain")
    state = replace(story.state, queue=(), chain=0, questions=(*story.state.questions, question))
    story.tell(state, "mm.log.chain", n=MOST_TRIGGERS)


def settle_passives(story: Told) -> None:
    """After a mech came or went: shields and stores that standing mechs give are given, or end."""
    standing_effects = list(passives(story.state))
    for seat, player in story.state.players.items():
        shield = sum(
            max(0, effect.n)
            for owner, _, effect in standing_effects
            if effect.do == "add_base_shield" and concerns(story.state, effect, owner, seat)
        )
        more = shield - player.passive_shield
        if more:
            state = (
                raised_shield(story.state, seat, more)
                if more > 0
                else ended_raise(story.state, seat, -more)
            )
            state = with_player(state, seat, passive_shield=shield)
            story.tell(
                state,
                "mm.log.shield_now",
                about=(seat,),
                seat=name_of(seat),
                n=state.players[seat].base_shield_now,
            )
    _settle_stores(story)


def _settle_stores(story: Told) -> None:
    """A store given by a standing mech is given once, and ends with the giver."""
    givers = [
        (f"{owner}:{slot}:{effect.n}", owner, slot, effect)
        for owner, slot, effect in passives(story.state)
        if effect.do == "prevent_damage"
    ]
    for seat, player in story.state.players.items():
        for at, mech in player.field.items():
            if mech.card == EMPTY:
                continue
            due = {
                source: effect.n
                for source, owner, slot, effect in givers
                if reaches(story.state, effect, owner, slot, seat, at)
            }
            kept = tuple(b for b in mech.boosts if b.until != "field" or b.source in due)
            had = {b.source for b in kept if b.until == "field"}
            fresh = tuple(
                Boost("prevent", n, "field", source)
                for source, n in due.items()
                if source not in had
            )
            if len(kept) != len(mech.boosts) or fresh:
                story.keep(with_mech(story.state, seat, at, replace(mech, boosts=(*kept, *fresh))))


def raised_shield(state: State, seat: str, n: int) -> State:
    """Raises (or lowers, not below zero) a base shield, against every opponent."""
    player = state.players[seat]
    left = {foe: max(0, cell + n) for foe, cell in player.shield_left.items()}
    return with_player(
        state, seat, base_shield_now=max(0, player.base_shield_now + n), shield_left=left
    )


def ended_raise(state: State, seat: str, n: int) -> State:
    """The shield falls back; what is left of it is capped, not lowered."""
    player = state.players[seat]
    now = max(0, player.base_shield_now - n)
    left = {foe: min(cell, now) for foe, cell in player.shield_left.items()}
    return with_player(state, seat, base_shield_now=now, shield_left=left)
