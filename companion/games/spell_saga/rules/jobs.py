"""Jobs: what is begun and not yet finished lies on `jobs`, the first being next. Small words to put
it there and to take it off.
"""

from collections.abc import Callable

from companion.games.spell_saga.state import GameStory, Job, State, change
from companion.kit.say import Say
from companion.kit.steps import Asks, Reply, Step

Reason = tuple[str, Say]  # the rule that forbids it, and why
Take = Callable[[GameStory, Job, Reply], None]
Run = Callable[[GameStory, Job], None]


def job_step(
    asks: Callable[[State, Job], Asks] | None = None,
    take: Take | None = None,
    run: Run | None = None,
) -> Step[State, Job]:
    """A step that lies on `jobs`: it is taken off before its answer is heeded."""

    def take_off(story: GameStory, job: Job, reply: Reply) -> None:
        drop(story)
        assert take is not None
        take(story, job, reply)

    return Step(asks, take_off if take is not None else None, run)


def lapse(_story: GameStory, _job: Job) -> None:
    """For a job that has become pointless: nothing happens."""


def push(story: GameStory, *jobs: Job) -> None:
    if jobs:
        story.keep(change(story.state, jobs=(*jobs, *story.state.jobs)))


def drop(story: GameStory) -> None:
    """The job at hand; the steps of the game themselves are not on the pile."""
    if story.state.jobs:
        story.keep(change(story.state, jobs=story.state.jobs[1:]))


def pending(state: State) -> Job:
    """What is to be done next: the first job, or else the step of the game itself."""
    return state.jobs[0] if state.jobs else Job(state.step)


ONE_HEROS = ("luck", "take", "again", "number", "hit")  # jobs, or draws, that go with their hero


def close_lane(story: GameStory, lane: int) -> None:
    """A hero has left: what waited for that hero alone is dropped, what waits for those behind it
    moves up, and so do the enemies of a battle.
    """
    state = story.state
    jobs = tuple(
        change(job, lane=_moved_up(job.lane, lane))
        for job in state.jobs
        if job.lane != lane or not (job.do in ONE_HEROS or job.to in ONE_HEROS)
    )
    state = change(state, jobs=jobs)
    if state.battle is not None:
        enemies = tuple(
            change(enemy, lane=_moved_up(enemy.lane, lane)) for enemy in state.battle.enemies
        )
        state = change(state, battle=change(state.battle, enemies=enemies))
    story.keep(state)


def _moved_up(own: int, closed: int) -> int:
    """Those of the closed lane go to the first, where its action cards went."""
    if own == closed:
        return 0
    return own - 1 if own > closed else own


def enter_step(story: GameStory, step: str) -> None:
    story.keep(change(story.state, step=step, asked=0))


def on_to(step: str) -> Run:
    """For a step of the game that does nothing but lead to the next."""
    return lambda story, _job: enter_step(story, step)


def then_on_to(step: str) -> Take:
    return lambda story, _job, _reply: enter_step(story, step)


def bend(story: GameStory, reason: Reason | None) -> None:
    """Refuses for that reason, unless it happened anyway."""
    if reason is not None:
        story.refuse_if(True, *reason)
