"""The game as the kit sees it: what is open now, and what follows from an answer. Every step's
rules are elsewhere.

Three tables name each step once: AUTO steps run by themselves, ASKS say what the others await,
ANSWERS go on from it. A step is the last frame of the stack, or with an empty stack the month's own
step.
"""

from collections.abc import Callable
from types import ModuleType

from msgspec.structs import replace

from companion.games.world_adventure import (
    actions,
    aftermath,
    appear,
    battle,
    board,
    cards,
    death,
    draws,
    effects,
    gifts,
    guild,
    hunters,
    loot,
    merchant,
    monster,
    month,
    points,
    powers,
    prowl,
    recruiter,
    runes,
    scout,
    setup,
    shop,
    travel,
    turn,
    units,
    workshop,
)
from companion.games.world_adventure.recruiter import medic_asks, use_medic_pack
from companion.games.world_adventure.state import Frame, State
from companion.games.world_adventure.tale import Tale, ask_id, choice, pop, put, top
from companion.kit.asks import Ask, Choose, Ready
from companion.kit.intents import Answer, Chosen
from companion.kit.say import say
from companion.kit.story import Story

_SUBJECTS: tuple[ModuleType, ...] = (
    actions,
    aftermath,
    appear,
    battle,
    board,
    cards,
    death,
    draws,
    effects,
    gifts,
    guild,
    hunters,
    loot,
    merchant,
    monster,
    month,
    points,
    powers,
    prowl,
    recruiter,
    runes,
    scout,
    setup,
    shop,
    travel,
    turn,
    units,
    workshop,
)
_BARRIERS = frozenset(
    {"S7", "S8", "S9", "KU3", "KU4a", "KUo"}
)  # several seats answer, in any order


def _ask_medic(state: State, frame: Frame) -> tuple[Ask, ...]:
    """MW: the battle is about to begin; Medic Packs may be used until all are ready."""
    go = Ready(id=ask_id(state, "MW"), say=say("wa.ask.MW"))
    return (go, *medic_asks(state, frame.names))


def _medic_over(tale: Tale, _frame: Frame, _part: str, _answer: Answer) -> None:
    pop(tale)


AUTO: dict[str, Callable[[Tale, Frame], None]] = {}
ASKS: dict[str, Callable[[State, Frame], tuple[Ask, ...]]] = {"MW": _ask_medic}
ANSWERS: dict[str, Callable[[Tale, Frame, str, Answer], None]] = {"MW": _medic_over}
for _subject in _SUBJECTS:
    AUTO.update(getattr(_subject, "AUTO", {}))
    ASKS.update(getattr(_subject, "ASKS", {}))
    ANSWERS.update(getattr(_subject, "ANSWERS", {}))


def asks(state: State) -> tuple[Ask, ...]:
    if state.winner:
        return ()
    frame = top(state)
    found = ASKS[frame.step](state, frame)
    if state.battle is not None or frame.step == "MW" or state.phase == "setup":
        return found
    return found + medic_asks(state, tuple(state.players))


def decide(state: State, answer: Answer) -> Story[State]:
    tale = Story(state, answer.force)
    code = answer.ask.rpartition(":")[2]
    if code.startswith("MP."):
        use_medic_pack(tale, code.split(".")[1], int(choice(answer)))
        return tale
    _bend(tale, state, answer)
    frame = top(state)
    step = frame.step
    part = "" if code == step else code[len(step) + 1 :] if code.startswith(f"{step}.") else code
    ANSWERS[step](tale, frame, part, answer)
    advance(tale)
    if not (step in _BARRIERS and top(tale.state) == frame):
        tale.keep(replace(tale.state, occasion=tale.state.occasion + 1))
    return tale


def _bend(tale: Tale, state: State, answer: Answer) -> None:
    """An option taken against its reason, because it happened anyway, is told as such."""
    if answer.force is not None and isinstance(answer.answer, Chosen):
        ask = next((ask for ask in asks(state) if ask.id == answer.ask), None)
        for one in ask.options if isinstance(ask, Choose) else ():
            if one.why_not is not None and one.id in answer.answer.options:
                tale.refuse_if(True, one.rule, one.why_not)


def advance(tale: Tale) -> None:
    """Runs every step that awaits nothing, until one does or the game is over."""
    while not tale.state.winner:
        frame = top(tale.state)
        run = AUTO.get(frame.step)
        if run is None:
            return
        if tale.state.stack:
            pop(tale)
        run(tale, frame)


def settle(tale: Tale) -> None:
    """After a change by hand: goes on from whatever it set off, on a new occasion."""
    advance(tale)
    put(tale, occasion=tale.state.occasion + 1)
