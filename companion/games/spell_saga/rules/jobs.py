"""Jobs: what is begun and not yet finished lies on `jobs`, the first being next. Small words to put
it there.
"""

from companion.games.spell_saga.pack import Card, Rule
from companion.games.spell_saga.state import Job, State, change
from companion.kit.say import Say
from companion.kit.story import Story

NEEDS = ("name", "type", "cost", "glyph", "harmonics", "attack", "armor", "rounds", "item_limit")


def push(story: Story[State], *jobs: Job) -> None:
    if jobs:
        story.keep(change(story.state, jobs=(*jobs, *story.state.jobs)))


def pop(story: Story[State]) -> Job:
    first, *rest = story.state.jobs
    story.keep(change(story.state, jobs=tuple(rest)))
    return first


def enter_step(story: Story[State], step: str) -> None:
    story.keep(change(story.state, step=step, asked=0))


def bend(story: Story[State], reason: tuple[str, Say] | None) -> None:
    """Refuses for that reason, unless it happened anyway."""
    if reason is not None:
        story.refuse_if(True, *reason)


def rules_of(card: Card, kind: str) -> tuple[Rule, ...]:
    if kind == "prize":
        return card.prize
    return card.penalty if kind == "penalty" else card.rules


def claim_key(card: str, index: int) -> str:
    return f"{card}:{index}"
