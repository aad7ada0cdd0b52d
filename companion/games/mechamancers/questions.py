"""Questions that come before everything else: a choice an effect leaves, a discard due, something
to do by hand.
"""

from msgspec.structs import replace

from companion.games.mechamancers.combat import spill_into
from companion.games.mechamancers.goods import discard_cards, draw_cards, limit_hand
from companion.games.mechamancers.resource import peeked, transmute
from companion.games.mechamancers.state import Question, State, Told, no
from companion.kit.intents import AnswerValue, Chosen, Placed
from companion.kit.pieces import count_of


def card_numbers(placed: Placed) -> dict[str, int]:
    """Hand cards laid out by type."""
    return {kind: count_of(pieces) for kind, pieces in placed.cells.items()}


def answer_question(story: Told, value: AnswerValue) -> None:
    """The oldest question is answered and gone; a discard may be answered in parts."""
    question, later = story.state.questions[0], story.state.questions[1:]
    story.keep(replace(story.state, questions=later))
    if question.kind == "manual":
        story.tell(story.state, "mm.log.manual_done")
    elif isinstance(value, Placed):
        transmute(story, question.seat, card_numbers(value), question.n)
    elif isinstance(value, Chosen):
        _chosen(story, question, value.options)


def _chosen(story: Told, question: Question, options: tuple[str, ...]) -> None:
    match question.kind:
        case "foe":
            story.keep(_with_foe(story.state, options[0]))
        case "mechs":
            work = story.state.queue[0]
            work = replace(
                work, asked=(*work.asked, question.side), picked=(*work.picked, *options)
            )
            story.keep(replace(story.state, queue=(work, *story.state.queue[1:])))
        case "discard":
            _, kind, n = options[0].split(":")
            _discard(story, question, kind, int(n))
        case "peek":
            peeked(story, question.seat, int(question.text), int(options[0]))
        case "spill":
            spill_into(story, question, options[0])
        case _:
            _draw(story, question, options[0])


def _with_foe(state: State, foe: str) -> State:
    """The whole ability is aimed at the same opponent."""
    first = state.queue[0]
    same = (first.owner, first.slot, first.card)
    queue = tuple(
        replace(work, foe=foe)
        if (work.owner, work.slot, work.card) == same and not work.foe
        else work
        for work in state.queue
    )
    return replace(state, queue=queue)


def _discard(story: Told, question: Question, kind: str, n: int) -> None:
    if n > question.n:
        raise no("E_DISCARD_NEEDLESS", n=question.n)
    discard_cards(story, question.seat, kind, n)
    if n < question.n:
        rest = replace(question, n=question.n - n)
        story.keep(replace(story.state, questions=(rest, *story.state.questions)))


def _draw(story: Told, question: Question, kind: str) -> None:
    """One card at a time, each of the type its player names."""
    draw_cards(story, question.seat, kind, 1)
    if question.n > 1:
        rest = replace(question, n=question.n - 1)
        story.keep(replace(story.state, questions=(rest, *story.state.questions)))
    else:
        limit_hand(story, question.seat)
