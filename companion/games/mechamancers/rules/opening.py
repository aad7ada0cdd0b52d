"""Set-up at the table: who is youngest, the piles, what each player is handed out."""

from msgspec.structs import replace

from companion.games.mechamancers.pack import FEWEST_EVENTS, pack_warnings
from companion.games.mechamancers.rules import choices
from companion.games.mechamancers.rules.asking import ask_id
from companion.games.mechamancers.rules.field_asks import field_asks
from companion.games.mechamancers.rules.pledge import begin_pledge
from companion.games.mechamancers.rules.refusals import forbid
from companion.games.mechamancers.state import START_MANA, START_VP, GameStep, GameStory, State
from companion.kit.asks import Ask, Choose, Count, Ready
from companion.kit.say import Say, name_of, say
from companion.kit.steps import PlainStep, Reply, Step


def _ask_youngest(state: State, _frame: PlainStep) -> tuple[Choose, ...]:
    people = tuple(choices.player(seat) for seat in state.players)
    return (Choose(id=ask_id(state, "SU1"), say=say("mm.ask.youngest"), options=people),)


def _take_youngest(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    seat = reply.choice
    state = replace(story.state, youngest=seat, first_picker=seat, step="SU2")
    story.tell(state, "mm.log.youngest", about=(seat,), seat=name_of(seat))


def _ask_piles(state: State, _frame: PlainStep) -> tuple[Count, ...]:
    lines = (
        say("mm.setup.bulwarks"),
        say(f"mm.setup.piles_{state.options['piles_face']}"),
        say("mm.setup.events", n=FEWEST_EVENTS),
        say("mm.setup.spare"),
        *pack_warnings(state.pack),
    )
    words = say("mm.ask.piles")
    own = ask_id(state, "SU2")
    return (Count(id=own, say=words, lines=lines, of="event", start=FEWEST_EVENTS),)


def _take_piles(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """The pile of six, counted off unseen."""
    number = reply.number
    forbid(story, number != FEWEST_EVENTS, "E_EVENT_COUNT", n=FEWEST_EVENTS, have=number)
    state = replace(story.state, event_pile=number, step="SU3")
    story.tell(state, "mm.log.piles", n=number)


def _ask_handed_out(state: State, _frame: PlainStep) -> tuple[Ask, ...]:
    """One OK for all; or the camera, player by player."""
    lines = tuple(_hand_out(state, seat) for seat in state.players)
    waiting = [seat for seat in state.players if seat not in state.laid]
    ready = Ready(id=ask_id(state, "SU3"), say=say("mm.ask.hand_out"), lines=lines)
    return (ready, *field_asks(state, waiting))


def _hand_out(state: State, seat: str) -> Say:
    key = "mm.setup.done" if seat in state.laid else "mm.setup.hand_out"
    return say(key, seat=name_of(seat), vp=START_VP, mana=START_MANA)


def _take_handed_out(story: GameStory, _frame: PlainStep, _reply: Reply) -> None:
    story.tell(story.state, "mm.log.handed_out")
    begin_pledge(story)


STEPS: dict[str, GameStep] = {
    "SU1": Step(_ask_youngest, _take_youngest),
    "SU2": Step(_ask_piles, _take_piles),
    "SU3": Step(_ask_handed_out, _take_handed_out),
}
