"""The ways to go that asks offer, made once and kept: they are the same frozen values again and again."""

from functools import lru_cache

from companion.kit.asks import Option
from companion.kit.say import name_of, say


@lru_cache(1024)
def draw(kind: str, n: int) -> Option:
    return Option(f"draw:{kind}:{n}", say("mm.do.draw", n=n, type=say(f"mm.type.{kind}")))


@lru_cache(1024)
def discard(kind: str, n: int) -> Option:
    return Option(f"discard:{kind}:{n}", say("mm.do.discard", n=n, type=say(f"mm.type.{kind}")))


@lru_cache(16)
def done(phase: str) -> Option:
    return Option("done", say(f"mm.do.done_{phase}"))


@lru_cache(64)
def peek(option_id: str, looked: int, moved: int, back: str) -> Option:
    detail = say("mm.do.peek_any_order") if back == "any_order" else None
    return Option(option_id, say("mm.do.peek" if moved else "mm.do.peek_none", n=looked, moved=moved), detail)


@lru_cache(4)
def announce() -> Option:
    return Option("privilege:announce", say("mm.do.announce"))


@lru_cache(8192)
def mech(option_id: str, key: str, seat: str, slot: str, card: str, name: str, n: int, of: int) -> Option:
    words = say(key, seat=name_of(seat), slot=slot, mech=name, left=n, of=of)
    return Option(option_id, words, seat=seat, card=card)


@lru_cache(256)
def base(seat: str, shield: int) -> Option:
    return Option(f"{seat}:base", say("mm.do.base", seat=name_of(seat), shield=shield), seat=seat)


@lru_cache(64)
def player(seat: str) -> Option:
    return Option(seat, say("mm.option_seat", seat=name_of(seat)), seat=seat)


@lru_cache(64)
def pile(kind: str) -> Option:
    return Option(kind, say(f"mm.type.{kind}"))


@lru_cache(1024)
def verdict(what: str, name: str, times: int) -> Option:
    key = "hit" if what.startswith("hit:") else what
    return Option(what, say(f"mm.verdict.{key}", mech=name, times=times))
