"""Tokens and hand cards changing places: mana, victory points, draws, discards."""

from typing import Any

from msgspec.structs import replace

from companion.games.mechamancers.pack import DRAWN, Allowance, RoleCard
from companion.games.mechamancers.rules.figures import over_limit
from companion.games.mechamancers.rules.questions import ask_later
from companion.games.mechamancers.state import GameStory, Question, State, hand_size
from companion.kit.say import Say, name_of, say
from companion.kit.seats import with_player


def type_name(kind: str) -> Say:
    return say(f"mm.type.{kind}")


def draw_words(role: RoleCard) -> tuple[Say, ...]:
    """What a role may draw: "2 attack", "1 attack or unique", "3 of any type"."""
    return tuple(_allowance_words(allowance) for allowance in role.draw or ())


def _allowance_words(allowance: Allowance) -> Say:
    if len(allowance.types) == len(DRAWN):
        return say("mm.draws_any", n=allowance.count)
    types = tuple(type_name(kind) for kind in allowance.types)
    return say("mm.draws", n=allowance.count, types=types)


def gain_mana(
    story: GameStory, seat: str, n: int, key: str = "mm.log.mana_gained", **values: Any
) -> None:
    """Below zero: back to the supply, as far as there is any."""
    state, loses = story.state, n < 0
    n = max(n, -state.players[seat].mana)
    state = with_player(state, seat, mana=state.players[seat].mana + n)
    state = replace(state, mana_supply=state.mana_supply - n)
    lost = "mm.log.mana_lost" if n else "mm.log.no_mana_left"
    why = lost if loses else key
    story.tell(state, why, about=(seat,), seat=name_of(seat), n=abs(n), **values)


def gain_vp(story: GameStory, seat: str, n: int) -> None:
    """From the supply, or (below zero) back to it, as far as there is any."""
    state, loses = story.state, n < 0
    n = max(n, -state.players[seat].vp)
    state = with_player(state, seat, vp=state.players[seat].vp + n)
    state = replace(state, vp_supply=state.vp_supply - n)
    lost = "mm.log.vp_lost" if n else "mm.log.nothing_to_take"
    key = lost if loses else "mm.log.vp_gained"
    story.tell(state, key, about=(seat,), sound="vp", seat=name_of(seat), n=abs(n))


def move_vp(story: GameStory, loser: str, winner: str, n: int) -> int:
    """At most what the loser has; returns how many moved."""
    state = story.state
    n = min(n, state.players[loser].vp)
    if n <= 0 or loser == winner:
        return 0
    state = with_player(state, loser, vp=state.players[loser].vp - n)
    state = with_player(state, winner, vp=state.players[winner].vp + n)
    names: dict[str, Any] = {"loser": name_of(loser), "winner": name_of(winner)}
    story.tell(state, "mm.log.vp_moved", about=(winner, loser), sound="vp", n=n, **names)
    return n


def draw_cards(story: GameStory, seat: str, kind: str, n: int) -> int:
    """From the pile, shuffling the discard in when it runs out; returns how many there were."""
    drawn = 0
    while drawn < n:
        taken = _take_from_pile(story, kind, n - drawn)
        if not taken and not _renew_pile(story, kind):
            break
        drawn += taken
    state = story.state
    hand = state.players[seat].hand
    state = with_player(state, seat, hand={**hand, kind: hand[kind] + drawn})
    key = "mm.log.drawn" if drawn else "mm.log.none_to_draw"
    story.tell(state, key, about=(seat,), seat=name_of(seat), n=drawn, type=type_name(kind))
    return drawn


def _take_from_pile(story: GameStory, kind: str, wanted: int) -> int:
    """How many of these the pile gives. A pile whose size nobody knows gives all."""
    pile = story.state.pile[kind]
    if pile is None:
        return wanted
    taken = min(pile, wanted)
    if taken:
        story.keep(replace(story.state, pile={**story.state.pile, kind: pile - taken}))
    return taken


def _renew_pile(story: GameStory, kind: str) -> bool:
    state = story.state
    if not state.discard[kind] or state.options["empty_pile"] != "reshuffle":
        return False
    pile = {**state.pile, kind: state.discard[kind]}
    state = replace(state, pile=pile, discard={**state.discard, kind: 0})
    story.tell(state, "mm.log.reshuffle", type=type_name(kind))
    return True


def limit_hand(story: GameStory, seat: str) -> None:
    """Cards gained outside the own resource phase count at once: too many make a discard due."""
    state = story.state
    in_resource_phase = state.step == "T2" and state.current == seat
    at_leisure = in_resource_phase and state.options["hand_limit"] != "discard_at_once"
    surplus = over_limit(state.players[seat])
    if surplus and not at_leisure:
        due_discard(story, seat, surplus)


def due_discard(story: GameStory, seat: str, n: int) -> None:
    """Makes a hand discard due, together with what may be due already."""
    state = story.state
    due = [question for question in state.questions if question.kind == "discard"]
    already = sum(question.n for question in due if question.seat == seat)
    n = min(n, hand_size(state.players[seat]) - already)
    if n > 0:
        ask_later(story, Question("discard", seat, n))


def discard_cards(story: GameStory, seat: str, kind: str, n: int) -> None:
    """From the hand, without any gain. A Bulwark leaves the game."""
    state = discarded_from_hand(story.state, seat, {kind: n})
    story.tell(
        state, "mm.log.discarded", about=(seat,), seat=name_of(seat), n=n, type=type_name(kind)
    )


def discarded_from_hand(state: State, seat: str, numbers: dict[str, int]) -> State:
    hand = state.players[seat].hand
    left = {kind: have - numbers.get(kind, 0) for kind, have in hand.items()}
    discard = {kind: have + numbers.get(kind, 0) for kind, have in state.discard.items()}
    return replace(with_player(state, seat, hand=left), discard=discard)
