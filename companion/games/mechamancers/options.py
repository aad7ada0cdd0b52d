"""The ways to go that asks offer, made once and kept: they are the same frozen values again and
again.
"""

from functools import cache

from companion.kit.asks import Option
from companion.kit.say import name_of, say


@cache
def draw(kind: str, n: int) -> Option:
    return Option(f"draw:{kind}:{n}", say("mm.do.draw", n=n, type=say(f"mm.type.{kind}")))


@cache
def discard(kind: str, n: int) -> Option:
    return Option(f"discard:{kind}:{n}", say("mm.do.discard", n=n, type=say(f"mm.type.{kind}")))


@cache
def done(phase: str) -> Option:
    return Option("done", say(f"mm.do.done_{phase}"))


@cache
def peek(option_id: str, looked: int, moved: int, back: str) -> Option:
    detail = say("mm.do.peek_any_order") if back == "any_order" else None
    return Option(
        option_id, say("mm.do.peek" if moved else "mm.do.peek_none", n=looked, moved=moved), detail
    )


@cache
def announce() -> Option:
    return Option("privilege:announce", say("mm.do.announce"))


@cache
def mech(
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
