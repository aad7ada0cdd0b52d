"""What each player has: goods, field, role and base, hand."""

from companion.games.mechamancers.pack import TYPES
from companion.games.mechamancers.rules.figures import blockers
from companion.games.mechamancers.rules.goods import type_name
from companion.games.mechamancers.state import HAND_LIMIT, Player, State, hand_size, role_card
from companion.games.mechamancers.views.cards import (
    TYPE_BADGES,
    TYPE_COLOURS,
    field_cards,
    role_face,
)
from companion.kit.say import say
from companion.kit.scoreboard import score
from companion.kit.trackers import CardFace, Cards, Gauge, Tracker


def player_trackers(state: State, seat: str, *, hidden: bool) -> list[Tracker]:
    """`hidden`: the role, and with it the shield, is kept from whoever looks."""
    player = state.players[seat]
    found: list[Tracker] = [
        score(seat, "vp", say("mm.word.vp"), player.vp, counts=True, pips="token"),
        score(seat, "mana", say("mm.word.mana"), player.mana, size=1, pips="drop"),
        field_cards(state, seat),
    ]
    if player.role and not hidden:
        found += [_role(state, seat, player), _base(state, seat, player)]
    return [*found, _hand(seat, player)]


def _role(state: State, seat: str, player: Player) -> Cards:
    face = role_face(role_card(state, player.role))
    own = f"role:{seat}"
    return Cards(id=own, say=say("mm.word.role"), seat=seat, cards=(face,), handle=own)


def _hand(seat: str, player: Player) -> Cards:
    """Card backs by type, which everybody can see; from the eighth on they are marked."""
    kinds: list[str] = []
    for kind in TYPES:
        kinds += [kind] * player.hand[kind]
    return Cards(
        id=f"hand:{seat}",
        say=say("mm.word.hand"),
        seat=seat,
        cards=tuple(_back(seat, kind, at) for at, kind in enumerate(kinds)),
        slots=HAND_LIMIT,
        note=say("mm.note.hand", n=hand_size(player), most=HAND_LIMIT),
    )


def _back(seat: str, kind: str, at: int) -> CardFace:
    return CardFace(
        f"{kind}{at}",
        type_name(kind),
        face_up=False,
        colour=TYPE_COLOURS[kind],
        badge=TYPE_BADGES[kind],
        mark=say("mm.note.too_many") if at >= HAND_LIMIT else None,
        handle=f"hand:{seat}:{kind}",
    )


def _base(state: State, seat: str, player: Player) -> Gauge:
    """The shield against whoever acts now; guarded while blockers stand."""
    against = state.current if state.current not in ("", seat) else ""
    value = player.shield_left.get(against, 0) if against else player.base_shield_now
    guarded = bool(blockers(state, seat))
    return Gauge(
        id=f"base:{seat}",
        say=say("mm.word.base_shield"),
        seat=seat,
        value=value,
        most=max(1, player.base_shield_now),
        handle=f"shield:{seat}:{against}" if against in player.shield_left else None,
        note=say("mm.note.guarded") if guarded else say("mm.note.open"),
        shape="ring",
        locked=guarded,
    )
