"""The game as the kit sees it: what is open now, and what follows from an answer. Every step's
rules are elsewhere.

Three tables name each step once: AUTO steps run by themselves, ASKS say what the others await,
ANSWERS go on from it. A step is the last frame of the stack, or with an empty stack the month's own
step.
"""

from collections.abc import Callable
from types import ModuleType

from msgspec.structs import replace

from companion.games.world_adventure.rules import (
    board,
    cards,
    drawing,
    effects,
    month,
    rune_powers,
    runes,
    set_up,
)
from companion.games.world_adventure.rules.asking import ask_id
from companion.games.world_adventure.rules.battle import (
    aftermath,
    common,
    damage,
    death,
    loot,
    merchant,
    monster,
    units,
)
from companion.games.world_adventure.rules.changes import choice, pop, put
from companion.games.world_adventure.rules.city import guild, recruiter, shop, workshop
from companion.games.world_adventure.rules.city.recruiter import medic_asks, use_medic_pack
from companion.games.world_adventure.rules.npcs import appear, hunters, monsters
from companion.games.world_adventure.rules.turn import actions, course, gifts, scout, travel
from companion.games.world_adventure.state import Frame, GameStory, State, top
from companion.kit.asks import Ask, Choose, Ready
from companion.kit.intents import Answer, Chosen
from companion.kit.say import say
from companion.kit.story import Story

_SUBJECTS: tuple[ModuleType, ...] = (
    board,
    cards,
    drawing,
    effects,
    month,
    rune_powers,
    runes,
    set_up,
    aftermath,
    common,
    damage,
    death,
    loot,
    merchant,
    monster,
    units,
    guild,
    recruiter,
    shop,
    workshop,
    appear,
    hunters,
    monsters,
    actions,
    course,
    gifts,
    scout,
    travel,
)
_BARRIERS = frozenset(
    {"S7", "S8", "S9", "KU3", "KU4a", "KUo"}
)  # several seats answer, in any order


def _ask_medic(state: State, frame: Frame) -> tuple[Ask, ...]:
    """MW: the battle is about to begin; Medic Packs may be used until all are ready."""
    go = Ready(id=ask_id(state, "MW"), say=say("wa.ask.MW"))
    return (go, *medic_asks(state, frame.names))


def _medic_over(story: GameStory, _frame: Frame, _part: str, _answer: Answer) -> None:
    pop(story)


AUTO: dict[str, Callable[[GameStory, Frame], None]] = {}
ASKS: dict[str, Callable[[State, Frame], tuple[Ask, ...]]] = {"MW": _ask_medic}
ANSWERS: dict[str, Callable[[GameStory, Frame, str, Answer], None]] = {"MW": _medic_over}
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
    story = Story(state, answer.force)
    code = answer.ask.rpartition(":")[2]
    if code.startswith("MP."):
        use_medic_pack(story, code.split(".")[1], int(choice(answer)))
        return story
    _bend(story, state, answer)
    frame = top(state)
    step = frame.step
    part = "" if code == step else code[len(step) + 1 :] if code.startswith(f"{step}.") else code
    ANSWERS[step](story, frame, part, answer)
    advance(story)
    if not (step in _BARRIERS and top(story.state) == frame):
        story.keep(replace(story.state, occasion=story.state.occasion + 1))
    return story


def _bend(story: GameStory, state: State, answer: Answer) -> None:
    """An option taken against its reason, because it happened anyway, is told as such."""
    if answer.force is not None and isinstance(answer.answer, Chosen):
        ask = next((ask for ask in asks(state) if ask.id == answer.ask), None)
        for one in ask.options if isinstance(ask, Choose) else ():
            if one.why_not is not None and one.id in answer.answer.options:
                story.refuse_if(True, one.rule, one.why_not)


def advance(story: GameStory) -> None:
    """Runs every step that awaits nothing, until one does or the game is over."""
    while not story.state.winner:
        frame = top(story.state)
        run = AUTO.get(frame.step)
        if run is None:
            return
        if story.state.stack:
            pop(story)
        run(story, frame)


def settle(story: GameStory) -> None:
    """After a change by hand: goes on from whatever it set off, on a new occasion."""
    advance(story)
    put(story, occasion=story.state.occasion + 1)
