"""What people may set by hand, and what follows from it: the corrections of the rules file."""

from collections.abc import Iterator

from companion.games.mechamancers.pack import DRAWN, EMPTY, TYPES, check_pack, is_taught, title
from companion.games.mechamancers.rules.corrections import (
    set_card,
    set_damage,
    set_mana,
    set_role,
    set_vp,
)
from companion.games.mechamancers.rules.goods import type_name
from companion.games.mechamancers.rules.leaving import leave
from companion.games.mechamancers.rules.pledge import begin_pledge, roles_are_secret
from companion.games.mechamancers.rules.refusals import no
from companion.games.mechamancers.state import GameStory, Player, State, mech_card
from companion.games.mechamancers.steps import MACHINE
from companion.kit.game import Handle
from companion.kit.play import value_at
from companion.kit.say import Value, name_of, say

NEGATIVE = "MM-E_NEGATIVE"


def handles(state: State) -> tuple[Handle, ...]:
    found = [Handle("event_pile", ("event_pile",), say("mm.word.event_pile"), most=99)]
    for kind in TYPES:
        words = say("mm.handle.discard", type=type_name(kind))
        found.append(Handle(f"discard:{kind}", ("discard", kind), words))
    for kind in DRAWN:
        if state.pile[kind] is not None:
            words = say("mm.handle.pile", type=type_name(kind))
            found.append(Handle(f"pile:{kind}", ("pile", kind), words))
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
    secret = roles_are_secret(state)
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


def adjusted(story: GameStory, handle: Handle, confirmed: bool) -> None:
    """The value is set already; this adds what must follow, or refuses."""
    told = story.events[-1].why
    old = told.values["was"] if told else 0
    if old == value_at(story.state, handle.path):
        return
    subject, *where = handle.id.split(":")
    match subject:
        case "vp":
            set_vp(story, where[0], int(str(old)))
        case "mana":
            set_mana(story, where[0], int(str(old)))
        case "d":
            set_damage(story, where[0], where[1], int(str(old)))
            MACHINE.advance(story)
        case "card":
            set_card(story, where[0], where[1], str(old), confirmed)
            MACHINE.advance(story)
        case "role":
            set_role(story, where[0], str(old), confirmed)
        case "event_pile":  # without a card to turn up the round is over
            MACHINE.advance(story)
        case "status":
            leave(story, where[0])
            MACHINE.advance(story)
        case "first_picker":
            begin_pledge(story)
        case "pack":
            for problem in check_pack(story.state.pack):
                raise no("E_PACK", what=problem.message)
        case _:
            pass
