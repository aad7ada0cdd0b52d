"""Tokens and hand cards changing places: mana, victory points, draws, discards."""

from typing import Any

from msgspec.structs import replace

from companion.games.mechamancers.figures import over_limit
from companion.games.mechamancers.pack import DRAWN, RoleCard
from companion.games.mechamancers.state import Question, State, Told, hand_size, with_player
from companion.kit.say import Say, name_of, say


def type_name(kind: str) -> Say:
    return say(f"mm.type.{kind}")


def draw_words(role: RoleCard) -> tuple[Say, ...]:
    """What a role may draw: "2 attack", "1 attack or unique", "3 of any type"."""
    return tuple(
        say("mm.draws_any", n=one.count)
        if len(one.types) == len(DRAWN)
        else say("mm.draws", n=one.count, types=tuple(type_name(kind) for kind in one.types))
        for one in role.draw or ()
    )


def gain_mana(
    story: Told, seat: str, n: int, key: str = "mm.log.mana_gained", **values: Any
) -> None:
    """Below zero: back to the supply, as far as there is any."""
    state = story.state
    n = max(n, -state.players[seat].mana)
    state = with_player(state, seat, mana=state.players[seat].mana + n)
    state = replace(state, mana_supply=state.mana_supply - n)
    story.tell(
        state,
        key if n >= 0 else "mm.log.mana_lost",
        about=(seat,),
        seat=name_of(seat),
        n=abs(n),
        **values,
    )


def gain_vp(story: Told, seat: str, n: int) -> None:
    """From the supply, or (below zero) back to it, as far as there is any."""
    state = story.state
    n = max(n, -state.players[seat].vp)
    state = with_player(state, seat, vp=state.players[seat].vp + n)
    state = replace(state, vp_supply=state.vp_supply - n)
    key = "mm.log.vp_gained" if n >= 0 else "mm.log.vp_lost"
    story.tell(state, key, about=(seat,), sound="vp", seat=name_of(seat), n=abs(n))


def move_vp(story: Told, loser: str, winner: str, n: int) -> int:
    """At most what the loser has; returns how many moved."""
    state = story.state
    n = min(n, state.players[loser].vp)
    if n <= 0 or loser == winner:
        return 0
    state = with_player(state, loser, vp=state.players[loser].vp - n)
    state = with_player(state, winner, vp=state.players[winner].vp + n)
    about = (winner, loser)
    story.tell(
        state,
        "mm.log.vp_moved",
        about=about,
        sound="vp",
        n=n,
        loser=name_of(loser),
        winner=name_of(winner),
    )
    return n


def draw_cards(story: Told, seat: str, kind: str, n: int) -> int:
    """From the pile, shuffling the discard in when it runs out; returns how many there were."""
    state = story.state
    drawn = 0
    while drawn < n:
        pile = state.pile[kind]
        if pile is None:
            drawn = n
        elif pile > 0:
            taken = min(pile, n - drawn)
            state = replace(state, pile={**state.pile, kind: pile - taken})
            drawn += taken
        elif state.discard[kind] and state.options["empty_pile"] == "reshuffle":
            state = replace(
                state,
                pile={**state.pile, kind: state.discard[kind]},
                discard={**state.discard, kind: 0},
            )
            story.tell(state, "mm.log.reshuffle", type=type_name(kind))
        else:
            break
    hand = state.players[seat].hand
    state = with_player(state, seat, hand={**hand, kind: hand[kind] + drawn})
    key = "mm.log.drawn" if drawn else "mm.log.none_to_draw"
    story.tell(state, key, about=(seat,), seat=name_of(seat), n=drawn, type=type_name(kind))
    return drawn


def limit_hand(story: Told, seat: str) -> None:
    """Cards gained outside the own resource phase are counted at once: too many make a discard due."""
    state = story.state
    at_leisure = (
        state.step == "T2"
        and state.current == seat
        and state.options["hand_limit"] != "discard_at_once"
    )
    surplus = over_limit(state.players[seat])
    if surplus and not at_leisure:
        due_discard(story, seat, surplus)


def due_discard(story: Told, seat: str, n: int) -> None:
    """Makes a hand discard due, together with what may be due already."""
    state = story.state
    already = sum(q.n for q in state.questions if q.kind == "discard" and q.seat == seat)
    n = min(n, hand_size(state.players[seat]) - already)
    if n > 0:
        question = Question("discard", seat, n)
        story.keep(replace(state, questions=(*state.questions, question)))


def discard_cards(story: Told, seat: str, kind: str, n: int) -> None:
    """From the hand, without any gain. A Bulwark leaves the game."""
    state = discarded_from_hand(story.state, seat, {kind: n})
    story.tell(
        state, "mm.log.discarded", about=(seat,), seat=name_of(seat), n=n, type=type_name(kind)
    )


def discarded_from_hand(state: State, seat: str, numbers: dict[str, int]) -> State:
    hand = state.players[seat].hand
    left = {kind: have - numbers.get(kind, 0) for kind, have in hand.items()}
    state = with_player(state, seat, hand=left)
    return replace(
        state, discard={kind: have + numbers.get(kind, 0) for kind, have in state.discard.items()}
    )
