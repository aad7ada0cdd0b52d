"""The course of a game: what is asked in each step, and who decides an answer."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.runika.rules import (
    claims,
    draft,
    effects,
    powers,
    preparation,
    resolving,
    sight,
    turns,
)
from companion.games.runika.rules.asking import name_of_ask, seat_of_ask
from companion.games.runika.state import State, Telling, target, with_player
from companion.kit.asks import Ask, Ready
from companion.kit.intents import Answer
from companion.kit.say import name_of, say
from companion.kit.story import Story

Deed = Callable[[Telling, Answer], None]


def asks(state: State) -> tuple[Ask, ...]:
    match state.step:
        case "END":
            return ()
        case "R1":
            return (draft.draw_ask(state), *_tidying_asks(state))
        case "R2":
            return (*draft.draft_asks(state), *_tidying_asks(state))
        case "T4":
            return (*turns.cleanup_asks(state), *draft.window_asks(state), *_tidying_asks(state))
        case "E1" | "E3":
            return (*turns.end_asks(state), *_tidying_asks(state))
    if state.step[0] == "S":
        return preparation.asks(state)
    return (
        *_turn_asks(state),
        *draft.window_asks(state),
        *_tidying_asks(state),
        *_sight_asks(state),
    )


def _sight_asks(state: State) -> tuple[Ask, ...]:
    """The grid as the camera sees it, wherever a deed of the active player shows on it."""
    shows = (
        state.step in ("T2", "T2A", "T2F", "T3")
        and not state.turn.offer
        and not state.turn.claiming
    )
    return (resolving.grid_ask(state),) if shows and not state.me.reroll else ()


def _turn_asks(state: State) -> tuple[Ask, ...]:
    """What the active player is asked; rolling and rerolling come from the window."""
    if state.turn.pending:
        return effects.asks(state)
    if state.me.reroll:
        return ()
    match state.step:
        case "T1":
            return powers.asks(state)
        case "T2":
            return resolving.asks(state) + (() if state.turn.offer else powers.asks(state))
    if state.turn.claiming:
        return claims.asks(state)
    return (*claims.asks(state), *powers.asks(state))


def _tidying_asks(state: State) -> tuple[Ask, ...]:
    """Tokens to take, and merits forgotten in an earlier turn: they hold nobody up."""
    found: list[Ask] = []
    for seat, player in state.players.items():
        if player.owed:
            what = say("rk.ask.take", seat=name_of(seat), n=player.owed)
            ask_id = f"{state.round}.{seat}.{player.tokens}:take"
            found.append(Ready(id=ask_id, say=what, seats=(seat,), optional=True))
        if player.kept_set == "late":
            ask_id = f"{state.round}.{seat}.{len(player.merits)}:late"
            found.append(claims.merit_ask(state, seat, ask_id, optional=True))
    return tuple(found)


def take_tokens(story: Telling, answer: Answer) -> None:
    seat = seat_of_ask(answer.ask)
    number = story.state.players[seat].owed
    story.tell(
        with_player(story.state, seat, owed=0),
        "rk.log.taken",
        about=(seat,),
        seat=name_of(seat),
        n=number,
    )


def claim_or_done(story: Telling, answer: Answer) -> None:
    if claims.choose(story, answer):
        turns.end_turn(story)
    else:
        turns.settle(story)


# Deeds of the active player; the step that follows is found afterwards.
TURN_DEEDS: dict[str, Deed] = {
    "T2": resolving.aim,
    "T2.way": resolving.choose_way,
    "T2.offer": resolving.confirm_offer,
    "T2.disk": resolving.disk_seen,
    "grid": sight.grid_seen,
    "T2A": effects.decide,
    "T2A.side": effects.decide,
    "T2F": effects.decide,
    "T2E": effects.decide,
    "T2W": effects.decide,
    "T2W.roll": effects.decide,
    "T2P": effects.decide,
    "T2P.roll": effects.decide,
    "power": powers.use,
    "T3.merit": claims.merit,
    "T3.value": claims.say_value,
    "T3.cells": claims.say_cells,
}

OTHER_DEEDS: dict[str, Deed] = {
    "S2": preparation.choose_character,
    "S3": preparation.lay_out,
    "S4": preparation.disk_ready,
    "S4.disk": preparation.disk_seen,
    "S6": preparation.deal,
    "S10": preparation.give_initiative,
    "R1": draft.draw_pool,
    "R2": draft.draft,
    "R2.pool": draft.pool_seen,
    "roll": draft.roll,
    "reroll": draft.pay_reroll,
    "reroll.which": draft.choose_rerolled,
    "reroll.throw": draft.throw_again,
    "T3": claim_or_done,
    "T4": turns.refill,
    "T4.row": turns.refill,
    "E1": turns.clear_slots,
    "E3": turns.pass_initiative,
    "take": take_tokens,
    "late": claims.late_merit,
}


def decide(state: State, answer: Answer) -> Story[State]:
    story: Story[State] = Story(state, answer.force)
    name = name_of_ask(answer.ask)
    if name in TURN_DEEDS:
        TURN_DEEDS[name](story, answer)
        turns.settle(story)
    else:
        OTHER_DEEDS[name](story, answer)
    _announce_target(story, state)
    return story


def _announce_target(story: Telling, before: State) -> None:
    """Whoever gets enough points, by whatever way, is announced at once; hidden merits keep the
    name hidden.
    """
    state, enough = story.state, target(before)
    for seat, player in state.players.items():
        if (
            before.players[seat] is player
            or not before.players[seat].total < enough <= player.total
        ):
            continue
        told = replace(state, announced=True)
        if state.on("merit_hidden"):
            story.tell(told, "rk.log.target_hidden", sound="target", n=enough)
        else:
            story.tell(
                told, "rk.log.target", about=(seat,), sound="target", seat=name_of(seat), n=enough
            )
