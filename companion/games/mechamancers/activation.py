"""The activation phase: paying for a hand card and laying it on the field; abilities used by
choice.
"""

from msgspec.structs import replace

from companion.games.mechamancers.damage import discarded, fire, named, settle_passives
from companion.games.mechamancers.effects import ON_MECHS, candidates, possible_foes, whose
from companion.games.mechamancers.figures import cost_now
from companion.games.mechamancers.goods import type_name
from companion.games.mechamancers.pack import (
    EMPTY,
    MECH_FACTS,
    Ability,
    MechCard,
    facts_missing,
    mech_from,
    title,
)
from companion.games.mechamancers.state import (
    BULWARKS,
    SLOTS,
    Mech,
    State,
    Told,
    Work,
    forbid,
    mech_card,
    no,
    standing,
    with_mech,
    with_player,
)
from companion.kit.pieces import CardSeen
from companion.kit.say import name_of


def free_slots(state: State, seat: str) -> list[str]:
    return [slot for slot in SLOTS if state.players[seat].field[slot].card == EMPTY]


def teach_mech(story: Told, card: CardSeen) -> None:
    """A card not in the pack needs what is printed on it."""
    state = story.state
    if not card.facts:
        raise no("E_PACK", what=facts_missing(MECH_FACTS))
    taught = mech_from(card.id, card.facts)
    pack = replace(state.pack, mechs=(*state.pack.mechs, taught))
    at = {**state.mech_at, card.id: len(state.pack.mechs)}
    story.tell(replace(state, pack=pack, mech_at=at), "mm.log.taught", card=title(taught))


def activate(story: Told, card: CardSeen, slot: str = "") -> None:
    """Pay, take the replaced mech away, lay the new one, then what it does on arrival. No slot: the
    lowest free one.
    """
    if card.id in story.state.role_at or card.id in story.state.event_at:
        raise no("E_CARD_TYPE")
    if card.id not in story.state.mech_at:
        teach_mech(story, card)
    seat = story.state.current
    printed = mech_card(story.state, card.id)
    _check_price(story, seat, printed)
    slot = _slot_for(story.state, seat, slot)
    _check_bulwarks(story.state, printed)
    _pay(story, seat, printed)
    _make_room(story, seat, slot)
    _lay(story, seat, slot, printed)


def _check_price(story: Told, seat: str, card: MechCard) -> None:
    player = story.state.players[seat]
    cost = cost_now(story.state, seat, card)
    forbid(story, cost > player.mana, "E_MANA", mech=title(card), cost=cost, mana=player.mana)
    forbid(story, player.hand[card.type] < 1, "E_NOT_IN_HAND", type=type_name(card.type))


def _slot_for(state: State, seat: str, slot: str) -> str:
    free = free_slots(state, seat)
    if not free:
        if not state.room:
            raise no("E_FIELD_FULL", n=len(SLOTS))
        slot = slot or state.room
        if slot != state.room:
            raise no("E_SLOT", slot=slot)
        return slot
    slot = slot or free[0]
    if slot not in free:
        raise no("E_SLOT", slot=slot)
    return slot


def _check_bulwarks(state: State, card: MechCard) -> None:
    """Only when the hand count was wrong could there be a fifth."""
    on_fields = sum(
        mech_card(state, mech.card).type == "bulwark"
        for player in state.players.values()
        for _, mech in standing(player)
    )
    in_hands = sum(player.hand["bulwark"] for player in state.players.values())
    if card.type == "bulwark" and in_hands == 0 and on_fields >= min(BULWARKS, len(state.players)):
        raise no("E_BULWARK_COUNT", n=BULWARKS)


def _pay(story: Told, seat: str, card: MechCard) -> None:
    state = story.state
    player = state.players[seat]
    cost = min(cost_now(state, seat, card), player.mana)
    hand = {**player.hand, card.type: max(0, player.hand[card.type] - 1)}
    state = with_player(state, seat, mana=player.mana - cost, hand=hand)
    state = replace(state, mana_supply=state.mana_supply + cost)
    story.tell(state, "mm.log.paid", about=(seat,), seat=name_of(seat), n=cost, mech=title(card))


def _make_room(story: Told, seat: str, slot: str) -> None:
    """A replaced mech is discarded, not destroyed: it sets nothing off, unless the table plays it
    so.
    """
    state = story.state
    card = state.players[seat].field[slot].card
    if card == EMPTY:
        return
    words = named(state, f"{seat}:{slot}")
    story.tell(discarded(state, seat, slot, lies=False), "mm.log.replaced", about=(seat,), **words)
    settle_passives(story)
    if state.options["removed_triggers"] == "on":
        fire(story, [(seat, slot, card, "on_destroyed", 1)], "")


def _lay(story: Told, seat: str, slot: str, card: MechCard) -> None:
    state = with_mech(story.state, seat, slot, Mech(card.id, fresh=True))
    gone = tuple(one for one in state.gone if (one.seat, one.slot) != (seat, slot))
    state = replace(state, gone=gone, room="")
    story.tell(state, "mm.log.activated", about=(seat,), **named(state, f"{seat}:{slot}"))
    settle_passives(story)
    fire(story, [(seat, slot, card.id, "on_activate", 1)], "")


def choose_room(story: Told, slot: str) -> None:
    """The field is full: this mech will make room for the next one."""
    state = story.state
    if free_slots(state, state.current):
        raise no("E_REPLACE_NEEDLESS")
    words = named(state, f"{state.current}:{slot}")
    story.tell(replace(state, room=slot), "mm.log.room", about=(state.current,), **words)


def affordable(state: State, seat: str) -> list[str]:
    """Known cards this player might be holding and could pay for."""
    player = state.players[seat]
    return [
        card.id
        for card in state.pack.mechs
        if player.hand[card.type] and cost_now(state, seat, card) <= player.mana
    ]


# Abilities used by choice


def ability_of(card: MechCard) -> Ability | None:
    return next((ability for ability in card.abilities if ability.trigger == "turn"), None)


def use_ability(story: Told, slot: str) -> None:
    state = story.state
    seat = state.current
    mech = state.players[seat].field[slot]
    if mech.card == EMPTY:
        raise no("E_TARGET")
    card = mech_card(state, mech.card)
    ability = ability_of(card)
    once = state.options["ability_use"] == "once_per_turn"
    cost = ability.cost_mana if ability else 0
    mana = state.players[seat].mana
    forbid(story, cost > mana, "E_MANA", mech=title(card), cost=cost, mana=mana)
    forbid(
        story, mech.fresh and state.options["summoning_delay"] == "on", "E_FRESH", mech=title(card)
    )
    forbid(story, once and mech.ability_used, "E_ABILITY_USED", mech=title(card))
    if ability is None:
        raise no("E_ABILITY_NONE", mech=title(card))
    _check_targets(state, slot, ability, title(card))
    _start(story, slot, ability, min(cost, mana))


def _check_targets(state: State, slot: str, ability: Ability, mech: str) -> None:
    """An ability that could do nothing at all is not spent."""
    works = [Work(effect, state.current, slot) for effect in ability.effects]
    if any(does_something(state, work) for work in works):
        return
    if any(work.effect.do == "heal" for work in works):
        raise no("E_HEAL_FULL", mech=mech)
    raise no("E_TARGET")


def does_something(state: State, work: Work) -> bool:
    if work.effect.who == "chosen_foe" and not possible_foes(state, work.effect, work.owner):
        return False
    if work.effect.do not in ON_MECHS:
        return True
    return any(candidates(state, work, side) for side in whose(state, work))


def _start(story: Told, slot: str, ability: Ability, cost: int) -> None:
    state = story.state
    seat = state.current
    mech = replace(state.players[seat].field[slot], ability_used=True)
    state = with_mech(state, seat, slot, mech)
    state = with_player(state, seat, mana=state.players[seat].mana - cost)
    works = tuple(Work(effect, seat, slot, mech.card) for effect in ability.effects)
    state = replace(state, queue=(*state.queue, *works), mana_supply=state.mana_supply + cost)
    story.tell(state, "mm.log.ability", about=(seat,), n=cost, **named(state, f"{seat}:{slot}"))
