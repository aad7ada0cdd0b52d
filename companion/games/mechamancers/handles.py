"""What people may set by hand, and what follows from it: the corrections of the rules file."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.mechamancers.base import through
from companion.games.mechamancers.damage import discarded, named, settle_passives
from companion.games.mechamancers.flow import settle
from companion.games.mechamancers.goods import move_vp, type_name
from companion.games.mechamancers.leaving import leave
from companion.games.mechamancers.pack import DRAWN, EMPTY, TYPES, check_pack, is_taught, title
from companion.games.mechamancers.pledge import begin_pledge, role_shield, ruler_of, sorted_by_role
from companion.games.mechamancers.state import (
    Mech,
    Player,
    State,
    Told,
    mech_card,
    no,
    with_mech,
    with_player,
)
from companion.kit.game import Handle
from companion.kit.play import value_at
from companion.kit.say import Value, name_of, say

NEGATIVE = "MM-E_NEGATIVE"


def handles(state: State) -> tuple[Handle, ...]:
    found = [
        Handle("event_pile", ("event_pile",), say("mm.word.event_pile"), most=99),
        *(
            Handle(f"discard:{t}", ("discard", t), say("mm.handle.discard", type=type_name(t)))
            for t in TYPES
        ),
        *(
            Handle(f"pile:{t}", ("pile", t), say("mm.handle.pile", type=type_name(t)))
            for t in DRAWN
            if state.pile[t] is not None
        ),
    ]
    people = tuple(state.players)
    if state.step == "P2":
        found.append(
            Handle("first_picker", ("first_picker",), say("mm.handle.first_picker"), words=people)
        )
    for seat, player in state.players.items():
        found += _of_player(state, seat, player)
        found += _of_field(state, seat, player)
    return (*found, *_of_pack(state))


def _of_player(state: State, seat: str, player: Player) -> Iterator[Handle]:
    who = {"seat": name_of(seat)}
    path = ("players", seat)
    yield Handle(f"vp:{seat}", (*path, "vp"), say("mm.handle.vp", **who), seat=seat, code=NEGATIVE)
    yield Handle(
        f"mana:{seat}", (*path, "mana"), say("mm.handle.mana", **who), seat=seat, code=NEGATIVE
    )
    for kind in TYPES:
        words = say("mm.handle.hand", type=type_name(kind), **who)
        yield Handle(f"hand:{seat}:{kind}", (*path, "hand", kind), words, seat=seat, code=NEGATIVE)
    secret = state.step == "P2" and state.options["roles_face"] != "open"
    if player.role and not secret:
        taught = tuple(role.id for role in state.pack.roles if is_taught(role))
        yield Handle(
            f"role:{seat}", (*path, "role"), say("mm.handle.role", **who), words=taught, seat=seat
        )
    for foe in () if secret else player.shield_left:
        words = say("mm.handle.shield", foe=name_of(foe), **who)
        at = (*path, "shield_left", foe)
        yield Handle(f"shield:{seat}:{foe}", at, words, most=player.base_shield_now, seat=seat)
    status = say("mm.handle.status", **who)
    yield Handle(f"status:{seat}", (*path, "status"), status, words=("playing", "left"), seat=seat)


def _of_field(state: State, seat: str, player: Player) -> Iterator[Handle]:
    cards = (EMPTY, *state.mech_at)
    for slot, mech in player.field.items():
        path = ("players", seat, "field", slot)
        words: dict[str, Value] = {"seat": name_of(seat), "slot": slot}
        yield Handle(
            f"card:{seat}:{slot}",
            (*path, "card"),
            say("mm.handle.card", **words),
            words=cards,
            seat=seat,
        )
        if mech.card != EMPTY:
            card = mech_card(state, mech.card)
            words = {**words, "mech": title(card)}
            hurt = say("mm.handle.d", **words)
            yield Handle(f"d:{seat}:{slot}", (*path, "d"), hurt, most=card.max_health, seat=seat)
            made = say("mm.handle.attacks", **words)
            yield Handle(
                f"attacks:{seat}:{slot}", (*path, "attacks_made"), made, most=99, seat=seat
            )


def _of_pack(state: State) -> Iterator[Handle]:
    """A wrong number in the pack is set right for the rest of the game."""
    for at, role in enumerate(state.pack.roles):
        for name in ("order", "mana", "base_shield"):
            words = say(f"mm.handle.role_{name}", role=title(role))
            yield Handle(f"pack:{role.id}:{name}", ("pack", "roles", at, name), words, most=99)
    for at, mech in enumerate(state.pack.mechs):
        path = ("pack", "mechs", at)
        yield Handle(
            f"pack:{mech.id}:cost",
            (*path, "cost"),
            say("mm.handle.cost", mech=title(mech)),
            most=99,
        )
        for d in range(len(mech.stats) if mech.type == "attack" else 0):
            for name in ("attacks", "damage"):
                words = say(f"mm.handle.corner_{name}", mech=title(mech), level=d)
                yield Handle(
                    f"pack:{mech.id}:{d}:{name}", (*path, "stats", d, name), words, most=99
                )


def adjusted(story: Told, handle: Handle, confirmed: bool) -> None:
    """The value is set already; this adds what must follow, or refuses."""
    told = story.events[-1].why
    old = told.values["old"] if told else 0
    if old == value_at(story.state, handle.path):
        return
    subject, *where = handle.id.split(":")
    match subject:
        case "vp":
            _supply(story, "vp_supply", "vp", where[0], old)
        case "mana":
            _supply(story, "mana_supply", "mana", where[0], old)
        case "d":
            _damage_set(story, where[0], where[1], old)
            settle(story)
        case "card":
            _card_set(story, where[0], where[1], str(old), confirmed)
            settle(story)
        case "role":
            _role_set(story, where[0], str(old), confirmed)
        case "status":
            leave(story, where[0])
            settle(story)
        case "first_picker":
            begin_pledge(story)
        case "pack":
            for problem in check_pack(story.state.pack):
                raise no("E_PACK", what=problem.message)
        case _:
            pass


def _supply(story: Told, supply: str, kind: str, seat: str, old: Value) -> None:
    """Tokens a player has more lie in the centre no longer."""
    more = getattr(story.state.players[seat], kind) - int(str(old))
    story.keep(replace(story.state, **{supply: getattr(story.state, supply) - more}))


def _damage_set(story: Told, seat: str, slot: str, old: Value) -> None:
    """Forgotten damage or repair: the card is to be turned so. With all health gone the mech is
    destroyed.
    """
    state = story.state
    mech = state.players[seat].field[slot]
    words = named(state, f"{seat}:{slot}")
    if mech.d >= mech_card(state, mech.card).max_health:
        story.tell(
            discarded(state, seat, slot),
            "mm.log.destroyed",
            about=(seat,),
            sound="destroyed",
            **words,
        )
        settle_passives(story)
        return
    turning = mech.turning + mech.d - int(str(old))
    story.keep(with_mech(state, seat, slot, replace(mech, turning=turning)))


def _card_set(story: Told, seat: str, slot: str, old: str, confirmed: bool) -> None:
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
        story.keep(
            replace(with_mech(state, seat, slot, Mech(mech.card)), gone=gone, discard=discard)
        )
    else:
        _mistaken(story, seat, slot, old, confirmed)
    settle_passives(story)


def _mistaken(story: Told, seat: str, slot: str, old: str, confirmed: bool) -> None:
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
    story.tell(
        state, key, about=(seat,), seat=name_of(seat), n=abs(more), more=more, mech=title(card)
    )


def _role_set(story: Told, seat: str, old: str, confirmed: bool) -> None:
    """A role misread, or two swapped: shields and the order of those who have not acted follow."""
    state = story.state
    role = state.players[seat].role
    other = next(
        (who for who, player in state.players.items() if player.role == role and who != seat), ""
    )
    if other:
        state = with_player(state, other, role=old)
    state = replace(state, ruler_holder=ruler_of(state) if state.turn_order else state.ruler_holder)
    story.keep(_reordered(state))
    for who in (seat, other) if other else (seat,):
        _shield_again(story, who, confirmed)


def _reordered(state: State) -> State:
    if not state.turn_order:
        return state
    begun = (
        *state.acted,
        *((state.current,) if state.current and state.current not in state.acted else ()),
    )
    rest = tuple(seat for seat in state.turn_order if seat not in begun)
    return replace(state, turn_order=(*begun, *sorted_by_role(state, rest)))


def _shield_again(story: Told, seat: str, confirmed: bool) -> None:
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


def _moved_differently(story: Told, seat: str, foe: str, more: int, confirmed: bool) -> None:
    loser, winner = (seat, foe) if more > 0 else (foe, seat)
    if confirmed:
        move_vp(story, loser, winner, abs(more))
        return
    words: dict[str, Any] = {"loser": name_of(loser), "winner": name_of(winner)}
    story.tell(story.state, "mm.log.would_have_moved", about=(seat, foe), n=abs(more), **words)
