"""Where every real piece should be: compared before and after an undo, this is what to move."""

from typing import Any

from companion.games.mechamancers.pack import DRAWN, TYPES, title
from companion.games.mechamancers.rules.goods import type_name
from companion.games.mechamancers.rules.rotation import expected
from companion.games.mechamancers.state import (
    Mech,
    Player,
    State,
    event_card,
    mech_card,
    role_card,
)
from companion.kit.say import Say, name_of, say


def where(state: State) -> dict[str, Say]:
    found = {"events": say("mm.where.events", n=state.event_pile)}
    for kind in DRAWN:
        count = state.pile[kind]
        if count is not None:
            found[f"pile:{kind}"] = say("mm.where.pile", n=count, type=type_name(kind))
    for kind in TYPES:
        count = state.discard[kind]
        found[f"discard:{kind}"] = say("mm.where.discard", n=count, type=type_name(kind))
    if state.event_now:
        found["event"] = say("mm.where.event", event=title(event_card(state, state.event_now)))
    for seat, player in state.players.items():
        found |= _of_player(state, seat, player)
    return found


def _of_player(state: State, seat: str, player: Player) -> dict[str, Say]:
    who = {"seat": name_of(seat)}
    found = {
        f"vp:{seat}": say("mm.where.vp", n=player.vp, **who),
        f"mana:{seat}": say("mm.where.mana", n=player.mana, **who),
    }
    for kind, n in player.hand.items():
        # Nobody can forget a card once drawn: going back, the table puts it back and may shuffle.
        found[f"hand:{seat}:{kind}"] = say("mm.where.hand", n=n, type=type_name(kind), **who)
    found[f"role:{seat}"] = say("mm.where.no_role", **who)
    if player.role:
        role = title(role_card(state, player.role))
        found[f"role:{seat}"] = say("mm.where.role", role=role, **who)
    for slot, mech in player.field.items():
        found[f"field:{seat}:{slot}"] = _of_slot(state, mech, {"slot": slot, **who})
    return found


def _of_slot(state: State, mech: Mech, spot: dict[str, Any]) -> Say:
    if mech.card not in state.mech_at:
        return say("mm.where.empty", **spot)
    name = title(mech_card(state, mech.card))
    return say("mm.where.mech", mech=name, quarter=expected(mech.d), **spot)
