"""Rune Powers: the card each rune brings, full slots, equal names, the deck that runs dry, and
cards used up.
"""

from collections import Counter

from msgspec.structs import replace

from companion.games.world_adventure.rules import cards as shelf
from companion.games.world_adventure.rules.asking import choose_ask, option
from companion.games.world_adventure.rules.changes import (
    log,
    player,
    pop,
    push,
    put,
    put_player,
    swap_top,
)
from companion.games.world_adventure.rules.refusals import bend_if
from companion.games.world_adventure.rules.runes import rune_slots
from companion.games.world_adventure.state import Frame, GameStory, HeldPower, State
from companion.kit.asks import Ask, Option, Show
from companion.kit.say import say
from companion.kit.steps import Asks, Reply, Step


def unseen(state: State) -> Counter[str] | None:
    """The cards still face down; None where not all cards of the deck are known."""
    if not state.pack.complete:
        return None
    left = Counter({card.id: card.copies for card in state.pack.powers})
    left.subtract(state.rune_faceup)
    left.subtract(state.runes_gone)
    for one in state.players.values():
        left.subtract(held.card for held in one.powers)
    return +left


def _name(state: State, card: str) -> str:
    return shelf.title(state, "powers", card)


def held_alike(state: State, seat: str, card: str) -> HeldPower | None:
    """The power of the same name this player holds: a second one may only replace it."""
    name = _name(state, card)
    return next(
        (held for held in state.players[seat].powers if _name(state, held.card) == name), None
    )


def slots_full(state: State, seat: str) -> bool:
    one = state.players[seat]
    return len(one.powers) >= rune_slots(one.rune_count)


def _gain(story: GameStory, frame: Frame) -> None:
    """R5, if there is a card anywhere."""
    left = unseen(story.state)
    if left is not None and not left and not story.state.rune_faceup:
        log(story, "no_powers", frame.seat)
    else:
        push(story, replace(frame, step="R5a"))


def _ask_power(state: State, frame: Frame) -> Asks:
    """From two unseen cards or the face-up pile; then which to keep; then, with all slots full,
    which goes.
    """
    seat = frame.seat
    if frame.what:
        return (_ask_swap(state, frame),)
    if frame.names:
        return (_ask_keep(state, frame),)
    if frame.n:
        return (_ask_pair(state, frame),)
    row = tuple(
        Option(
            f"open:{card}",
            say("wa.do.power", card=_name(state, card), n=shelf.power(state, card).uses),
            card=card,
        )
        for card in dict.fromkeys(state.rune_faceup)
    )
    none = (option("none", "none"),) if slots_full(state, seat) else ()
    return (choose_ask(state, "R5", (option("unseen", "unseen"), *row, *none), seat),)


def _ask_pair(state: State, frame: Frame) -> Show:
    left = unseen(state)
    number = 2 if left is None else min(2, left.total())
    return shelf.show(
        state,
        "R5u",
        "powers",
        seat=frame.seat,
        least=1 if left is None else number,
        most=number,
        n=number,
    )


def _may_throw(state: State, seat: str, offer: tuple[str, ...]) -> bool:
    """With a free slot and a card of another name on offer, one must be kept."""
    return slots_full(state, seat) or all(held_alike(state, seat, card) for card in offer)


def _ask_keep(state: State, frame: Frame) -> Ask:
    seat = frame.seat
    options = []
    for card in dict.fromkeys(frame.names):
        alike = held_alike(state, seat, card)
        key = "power_replace" if alike is not None else "power"
        uses = shelf.power(state, card).uses
        options.append(
            Option(card, say(f"wa.do.{key}", card=_name(state, card), n=uses), card=card)
        )
    if _may_throw(state, seat, frame.names):
        options.append(option("none", "none"))
    return choose_ask(state, "R5k", tuple(options), seat)


def _ask_swap(state: State, frame: Frame) -> Ask:
    held = [one.card for one in state.players[frame.seat].powers]
    options = tuple(
        option(card, "power_throw", card=_name(state, card)) for card in (*held, frame.what)
    )
    return choose_ask(state, "R5s", options, frame.seat)


def _choose_source(story: GameStory, frame: Frame, reply: Reply) -> None:
    """R5: two unseen cards, one of the face-up pile, or none."""
    if reply.choice == "unseen":
        _draw(story, frame)
        return
    card = reply.choice.removeprefix("open:")
    pop(story)
    put(story, rune_faceup=shelf.without(story.state.rune_faceup, card))
    _settle(story, frame.seat, card)


def _draw(story: GameStory, frame: Frame) -> None:
    """A deck too short is made new from the face-up pile."""
    left = unseen(story.state)
    if left is not None and left.total() < 2 and story.state.rune_faceup:
        put(story, rune_faceup=())
        log(story, "powers_mixed")
    swap_top(story, replace(frame, n=2))


def _look(story: GameStory, frame: Frame, reply: Reply) -> None:
    shown = reply.cards
    left = unseen(story.state)
    seen = Counter(card.id for card in shown)
    if left is not None:
        for one, number in seen.items():
            bend_if(story, number > left[one], "not_in_deck", card=_name(story.state, one))
    for card in shown:
        shelf.meet(story, "powers", card)
    swap_top(story, replace(frame, names=tuple(card.id for card in shown)))


def _keep(story: GameStory, frame: Frame, reply: Reply) -> None:
    """R5k."""
    rest = shelf.without(frame.names, reply.choice)
    pop(story)
    put(story, rune_faceup=(*story.state.rune_faceup, *rest))
    _settle(story, frame.seat, reply.choice)


def _settle(story: GameStory, seat: str, card: str) -> None:
    if card == "none":
        log(story, "power_none", seat)
        return
    alike = held_alike(story.state, seat, card)
    if alike is not None:
        _drop(story, seat, alike.card)
        _add(story, seat, card)
    elif slots_full(story.state, seat):
        push(story, Frame("R5a", seat, card))
    else:
        _add(story, seat, card)


def _throw(story: GameStory, frame: Frame, reply: Reply) -> None:
    """R5s."""
    card = reply.choice
    pop(story)
    if card == frame.what:
        put(story, rune_faceup=(*story.state.rune_faceup, card))
        log(story, "power_thrown", frame.seat, card=_name(story.state, card))
    else:
        _drop(story, frame.seat, card)
        _add(story, frame.seat, frame.what)


def _drop(story: GameStory, seat: str, card: str) -> None:
    put_player(
        story, seat, powers=tuple(held for held in player(story, seat).powers if held.card != card)
    )
    put(story, rune_faceup=(*story.state.rune_faceup, card))
    log(story, "power_thrown", seat, card=_name(story.state, card))


def _add(story: GameStory, seat: str, card: str) -> None:
    uses = shelf.power(story.state, card).uses
    put_player(story, seat, powers=(*player(story, seat).powers, HeldPower(card, uses)))
    log(story, "power_gained", seat, card=_name(story.state, card), n=uses)


def use_up(story: GameStory, seat: str, card: str) -> None:
    """One use less; after the last the card goes to the face-up pile, or out of the game."""
    powers = player(story, seat).powers
    left = next(held.uses for held in powers if held.card == card) - 1
    if left:
        put_player(
            story,
            seat,
            powers=tuple(replace(h, uses=left) if h.card == card else h for h in powers),
        )
        return
    put_player(story, seat, powers=tuple(held for held in powers if held.card != card))
    pile = "rune_faceup" if story.state.options["rune_used_to"] == "faceup" else "runes_gone"
    put(story, **{pile: (*getattr(story.state, pile), card)})
    log(story, "power_spent", seat, card=_name(story.state, card))


STEPS = {
    "R5": Step(take=_choose_source, run=_gain),
    "R5a": Step(_ask_power),
    "R5u": Step(take=_look),
    "R5k": Step(take=_keep),
    "R5s": Step(take=_throw),
}
