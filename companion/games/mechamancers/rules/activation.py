"""The activation phase: paying for a hand card and laying it on the field."""

from msgspec.structs import replace

from companion.games.mechamancers.pack import (
    EMPTY,
    MECH_FACTS,
    MechCard,
    facts_missing,
    mech_from,
    title,
)
from companion.games.mechamancers.rules import choices
from companion.games.mechamancers.rules.abilities import ability_of, ability_option, use_ability
from companion.games.mechamancers.rules.asking import ask_id, asks_of
from companion.games.mechamancers.rules.damage import discarded
from companion.games.mechamancers.rules.figures import bulwarks_of, cost_now
from companion.games.mechamancers.rules.goods import type_name
from companion.games.mechamancers.rules.naming import named
from companion.games.mechamancers.rules.refusals import forbid, no
from companion.games.mechamancers.rules.standing import settle_passives
from companion.games.mechamancers.rules.triggers import Fired, fire
from companion.games.mechamancers.rules.turn import end_phase
from companion.games.mechamancers.state import (
    BULWARKS,
    SLOTS,
    GameStep,
    GameStory,
    Mech,
    State,
    hand_size,
    mech_card,
    standing,
    with_mech,
)
from companion.kit.asks import Ask, CardKnown, Choose, Show
from companion.kit.memo import by_identity
from companion.kit.pieces import CardSeen
from companion.kit.say import name_of, say
from companion.kit.seats import with_player
from companion.kit.steps import PlainStep, Reply, Step


def _ask(state: State, _frame: PlainStep) -> tuple[Ask, ...]:
    seat = state.current
    player = state.players[seat]
    field = standing(player)
    able = [slot for slot, mech in field if ability_of(mech_card(state, mech.card))]
    options = [ability_option(state, slot) for slot in able]
    if not free_slots(state, seat):
        options += [
            choices.mech(state, f"replace:{slot}", "mm.do.replace", f"{seat}:{slot}")
            for slot in SLOTS
        ]
    main = Choose(
        id=ask_id(state, "T3"),
        say=say("mm.ask.activation", seat=name_of(seat), mana=player.mana),
        seats=(seat,),
        options=(*options, choices.done("activation")),
    )
    return (main, _ask_for_mech(state)) if hand_size(player) else (main,)


def _ask_for_mech(state: State) -> Show:
    seat = state.current
    has_room = bool(free_slots(state, seat)) or bool(state.room)
    can_pay = any(_can_pay(state, seat, card) for card in state.pack.mechs)
    return Show(
        id=ask_id(state, "T3.activate"),
        say=asks_of(seat, "mm.ask.activate"),
        seats=(seat,),
        optional=not has_room or not can_pay,
        cards="mech",
        deck="mechs",
        known=_known(state.pack.mechs),
        new=True,
        needs=MECH_FACTS,
    )


@by_identity
def _known(mechs: tuple[MechCard, ...]) -> tuple[CardKnown, ...]:
    return tuple(CardKnown(card.id, title(card), card.source) for card in mechs)


def affordable(state: State, seat: str) -> list[str]:
    """Known cards this player might be holding and could pay for."""
    return [card.id for card in state.pack.mechs if _can_pay(state, seat, card)]


def _can_pay(state: State, seat: str, card: MechCard) -> bool:
    player = state.players[seat]
    return bool(player.hand[card.type]) and cost_now(state, seat, card) <= player.mana


def free_slots(state: State, seat: str) -> list[str]:
    return [slot for slot in SLOTS if state.players[seat].field[slot].card == EMPTY]


def _take(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """One of ability:4, replace:2, done."""
    verb, _, slot = reply.choice.partition(":")
    match verb:
        case "ability":
            use_ability(story, slot)
        case "replace":
            choose_room(story, slot)
        case _:
            end_phase(story)


def _take_mech(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    activate(story, reply.cards[0])


def choose_room(story: GameStory, slot: str) -> None:
    """The field is full: this mech will make room for the next one."""
    state = story.state
    if free_slots(state, state.current):
        raise no("E_REPLACE_NEEDLESS")
    words = named(state, f"{state.current}:{slot}")
    story.tell(replace(state, room=slot), "mm.log.room", about=(state.current,), **words)


def activate(story: GameStory, card: CardSeen, slot: str = "") -> None:
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


def teach_mech(story: GameStory, card: CardSeen) -> None:
    """A card not in the pack needs what is printed on it."""
    state = story.state
    if not card.facts:
        raise no("E_PACK", what=facts_missing(MECH_FACTS))
    taught = mech_from(card.id, card.facts)
    pack = replace(state.pack, mechs=(*state.pack.mechs, taught))
    at = {**state.mech_at, card.id: len(state.pack.mechs)}
    story.tell(replace(state, pack=pack, mech_at=at), "mm.log.taught", card=title(taught))


def _check_price(story: GameStory, seat: str, card: MechCard) -> None:
    player = story.state.players[seat]
    cost = cost_now(story.state, seat, card)
    forbid(story, cost > player.mana, "E_MANA", mech=title(card), cost=cost, mana=player.mana)
    forbid(story, player.hand[card.type] < 1, "E_NOT_IN_HAND", type=type_name(card.type))


def _slot_for(state: State, seat: str, slot: str) -> str:
    free = free_slots(state, seat)
    if not free:
        if not state.room:
            raise no("E_FIELD_FULL", n=len(SLOTS))
        free = [state.room]
    slot = slot or free[0]
    if slot not in free:
        raise no("E_SLOT", slot=slot)
    return slot


def _check_bulwarks(state: State, card: MechCard) -> None:
    """Only when the hand count was wrong could there be a fifth."""
    in_hands = sum(player.hand["bulwark"] for player in state.players.values())
    if card.type != "bulwark" or in_hands:
        return
    on_fields = sum(bulwarks_of(state, seat) for seat in state.players)
    if on_fields >= min(BULWARKS, len(state.players)):
        raise no("E_BULWARK_COUNT", n=BULWARKS)


def _pay(story: GameStory, seat: str, card: MechCard) -> None:
    state = story.state
    player = state.players[seat]
    cost = min(cost_now(state, seat, card), player.mana)
    hand = {**player.hand, card.type: max(0, player.hand[card.type] - 1)}
    state = with_player(state, seat, mana=player.mana - cost, hand=hand)
    state = replace(state, mana_supply=state.mana_supply + cost)
    story.tell(state, "mm.log.paid", about=(seat,), seat=name_of(seat), n=cost, mech=title(card))


def _make_room(story: GameStory, seat: str, slot: str) -> None:
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
        fire(story, [Fired(seat, slot, card, "on_destroyed")])


def _lay(story: GameStory, seat: str, slot: str, card: MechCard) -> None:
    state = with_mech(story.state, seat, slot, Mech(card.id, fresh=True))
    gone = tuple(one for one in state.gone if (one.seat, one.slot) != (seat, slot))
    state = replace(state, gone=gone, room="")
    story.tell(state, "mm.log.activated", about=(seat,), **named(state, f"{seat}:{slot}"))
    settle_passives(story)
    fire(story, [Fired(seat, slot, card.id, "on_activate")])


STEPS: dict[str, GameStep] = {"T3": Step(_ask, _take), "T3.activate": Step(take=_take_mech)}
