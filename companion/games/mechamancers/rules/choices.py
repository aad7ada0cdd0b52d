"""The ways to go that asks offer, made once and kept: they are the same frozen values again and
again.
"""

from functools import cache

from companion.games.mechamancers.pack import TYPES, title
from companion.games.mechamancers.state import Player, State, mech_card
from companion.kit.asks import Option
from companion.kit.say import name_of, say


@cache
def draw(kind: str, n: int) -> Option:
    return Option(f"draw:{kind}:{n}", say("mm.do.draw", n=n, type=say(f"mm.type.{kind}")))


@cache
def discard(kind: str, n: int) -> Option:
    return Option(f"discard:{kind}:{n}", say("mm.do.discard", n=n, type=say(f"mm.type.{kind}")))


def discards(player: Player, most: int) -> list[Option]:
    """Every way to discard up to so many cards of one type."""
    found: list[Option] = []
    for kind in TYPES:
        able = min(player.hand[kind], most)
        found += [discard(kind, n) for n in range(1, able + 1)]
    return found


@cache
def done(phase: str) -> Option:
    return Option("done", say(f"mm.do.done_{phase}"))


@cache
def peek(option_id: str, looked: int, moved: int, back: str) -> Option:
    words = say("mm.do.peek" if moved else "mm.do.peek_none", n=looked, moved=moved)
    detail = say("mm.do.peek_any_order") if back == "any_order" else None
    return Option(option_id, words, detail)


@cache
def announce() -> Option:
    return Option("privilege:announce", say("mm.do.announce"))


def mech(state: State, option_id: str, key: str, ref: str, n: int = 0, of: int = 0) -> Option:
    """Something to do with the mech meant by "ann:2"."""
    seat, _, slot = ref.partition(":")
    card = state.players[seat].field[slot].card
    return _mech(option_id, key, seat, slot, card, title(mech_card(state, card)), n, of)


@cache
def _mech(
    option_id: str, key: str, seat: str, slot: str, card: str, name: str, n: int, of: int
) -> Option:
    words = say(key, seat=name_of(seat), slot=slot, mech=name, left=n, of=of)
    return Option(option_id, words, seat=seat, card=card)


@cache
def base(seat: str, shield: int) -> Option:
    return Option(f"{seat}:base", say("mm.do.base", seat=name_of(seat), shield=shield), seat=seat)


@cache
def player(seat: str) -> Option:
    return Option(seat, say("mm.option_seat", seat=name_of(seat)), seat=seat)


@cache
def pile(kind: str) -> Option:
    return Option(kind, say(f"mm.type.{kind}"))


@cache
def verdict(what: str, name: str, times: int) -> Option:
    key = "hit" if what.startswith("hit:") else what
    return Option(what, say(f"mm.verdict.{key}", mech=name, times=times))
