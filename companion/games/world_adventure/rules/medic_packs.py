"""Medic Packs (MP) heal in anybody's turn, and once more just before a battle (MW)."""

from msgspec.structs import replace

from companion.games.world_adventure.rules.asking import ask_id, option
from companion.games.world_adventure.rules.changes import log, player, pop, push, put_player
from companion.games.world_adventure.rules.possessions import (
    fainted_soldiers,
    put_soldier,
    soldier_in,
)
from companion.games.world_adventure.rules.refusals import bend_if, refused
from companion.games.world_adventure.state import Frame, GameStory, State, top
from companion.kit.asks import Choose, Ready
from companion.kit.say import say
from companion.kit.steps import Asks, Reply, Step


def beside(state: State, asks: Asks) -> Asks:
    """A pack may be used beside whatever is asked, except in a battle."""
    if state.battle is not None or state.phase == "setup":
        return asks
    packs = medic_asks(state, tuple(state.players))
    return asks + packs if packs and top(state).step != "MW" else asks


def medic_asks(state: State, seats: tuple[str, ...]) -> tuple[Choose, ...]:
    """A Medic Pack heals one fainted soldier at once, in anybody's turn, outside battle."""
    asks = []
    for seat in seats:
        one = state.players[seat]
        if not one.medic_packs:
            continue
        fainted = fainted_soldiers(state, seat)
        if fainted:
            about = f"{seat}.{one.medic_packs}"
            options = tuple(
                option(str(soldier.slot), "soldier", n=soldier.slot) for soldier in fainted
            )
            asks.append(
                Choose(
                    id=ask_id(state, "MP", about),
                    say=say("wa.ask.MP", n=one.medic_packs),
                    seats=(seat,),
                    options=options,
                    optional=True,
                )
            )
    return tuple(asks)


def _use(story: GameStory, _frame: Frame, reply: Reply) -> None:
    seat, slot = reply.about.rpartition(".")[0], int(reply.choice)
    soldier = soldier_in(story.state, seat, slot)
    if soldier is None:
        raise refused("not_fainted")
    bend_if(story, soldier.active, "not_fainted")
    put_player(story, seat, medic_packs=player(story, seat).medic_packs - 1)
    put_soldier(story, seat, slot, condition="active")
    log(story, "medic_pack", seat, slot=slot)


def medic_window(story: GameStory, frame: Frame, *seats: str) -> bool:
    """Just before a battle whoever is in it may still use Medic Packs; then the battle begins."""
    ready = tuple(
        seat
        for seat in seats
        if player(story, seat).medic_packs and fainted_soldiers(story.state, seat)
    )
    if frame.names or not ready:
        return False
    push(story, Frame("MW", names=ready), replace(frame, names=("asked",)))
    return True


def _ask_before_battle(state: State, frame: Frame) -> Asks:
    """MW: the battle is about to begin; Medic Packs may be used until all are ready."""
    go = Ready(id=ask_id(state, "MW"), say=say("wa.ask.MW"))
    return (go, *medic_asks(state, frame.names))


def _battle_begins(story: GameStory, _frame: Frame, _reply: Reply) -> None:
    pop(story)


STEPS = {
    "MW": Step(_ask_before_battle, _battle_begins),
    "MP": Step(take=_use),
}
