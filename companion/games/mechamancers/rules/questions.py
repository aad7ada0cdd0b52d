"""Questions that come before everything else: a choice an effect leaves, a discard due, something
to do by hand. The oldest is open; each kind of question is a step of its own.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.games.mechamancers.rules.asking import ask_id
from companion.games.mechamancers.rules.naming import source_title
from companion.games.mechamancers.state import GameStory, Question, State
from companion.kit.asks import Choose, Option
from companion.kit.say import Say, name_of, say


def question_step(question: Question) -> str:
    """The step a question waits in."""
    return f"choice.{question.kind}"


def ask_later(story: GameStory, question: Question) -> None:
    """After the questions that are open already."""
    story.keep(replace(story.state, questions=(*story.state.questions, question)))


def ask_now(story: GameStory, question: Question) -> None:
    """Before the questions that are open already."""
    story.keep(replace(story.state, questions=(question, *story.state.questions)))


def answered(story: GameStory) -> Question:
    """The open question, which is now gone."""
    question, later = story.state.questions[0], story.state.questions[1:]
    story.keep(replace(story.state, questions=later))
    return question


def question_words(state: State, question: Question) -> Say:
    if question.text == "chain":
        return say("mm.question.chain")
    return say(
        f"mm.question.{question.kind}",
        seat=name_of(question.seat) if question.seat else "",
        n=question.n,
        card=source_title(state, question.card),
    )


def choice(state: State, options: Iterable[Option], number: int = 1) -> tuple[Choose, ...]:
    """The open question as a choice among these."""
    question = state.questions[0]
    return (
        Choose(
            id=ask_id(state, question_step(question)),
            say=question_words(state, question),
            seats=(question.seat,),
            options=tuple(options),
            least=number,
            most=number,
        ),
    )
