"""Steps 9 and 10 of a turn and its end: battles, the trimmed hand, the action pile cleared."""

from companion.games.spell_saga.rules.card_rules import end_rules
from companion.games.spell_saga.rules.jobs import enter_step, push
from companion.games.spell_saga.rules.losing import excess, trim_ask, trim_take
from companion.games.spell_saga.rules.piles import cycle
from companion.games.spell_saga.rules.reading import to_fight
from companion.games.spell_saga.state import (
    GameStory,
    Job,
    State,
    action_pile,
    ask_id,
    change,
    hand_size,
    source_limit,
    title,
)
from companion.kit.asks import Choose, Option, Ready
from companion.kit.say import say
from companion.kit.steps import Asks, Reply, Step


def battle_run(story: GameStory, _job: Job) -> None:
    if to_fight(story.state):
        enter_step(story, "B1")
    else:
        enter_step(story, "TE" if _window_before_trim(story.state) else "T10")


def _window_before_trim(state: State) -> bool:
    return state.options["end_window"] == "before_trim"


def last_asks(state: State, _job: Job) -> Asks:
    """Step 10: what is too much in hand, and the last chance for everything optional."""
    if excess(state):
        return (trim_ask(state, "T10"),)
    warning = (say("ss.line.last_cards", n=hand_size(state)),) if hand_size(state) <= 1 else ()
    words = say("ss.ask.no_trim", hand=hand_size(state), limit=source_limit(state))
    return (Ready(id=ask_id(state, "T10"), say=words, lines=warning),)


def last_take(story: GameStory, job: Job, reply: Reply) -> None:
    trim_take(story, job, reply)
    if _window_before_trim(story.state):
        end_turn(story)
    else:
        enter_step(story, "TE")


def end_asks(state: State, _job: Job) -> Asks:
    options = end_rules(state)
    if not options:
        return ()
    done = Option(id="done", say=say("ss.option.done"))
    return (Choose(id=ask_id(state, "TE"), say=say("ss.ask.end"), options=(*options, done)),)


def end_take(story: GameStory, job: Job, reply: Reply) -> None:
    if reply.choice == "done":
        end_run(story, job)
        return
    _, card, index = reply.choice.split(":")
    push(story, Job("rule", card=card, n=int(index), to="rules"))


def end_run(story: GameStory, _job: Job) -> None:
    if _window_before_trim(story.state):
        enter_step(story, "T10")
    else:
        end_turn(story)


def end_turn(story: GameStory) -> None:
    """The action pile is cleared; an empty hand now ends the game."""
    for card in action_pile(story.state):
        named = title(story.state, card)
        cycle(story, card)
        story.tell(story.state, "ss.log.cleared", card=named)
    state = story.state
    if hand_size(state) == 0:
        lost = change(state, step="LOST", result="LOST", jobs=())
        story.tell(lost, "ss.log.lost", n=state.turn, sound="loss")
        return
    enter_step(story, "T1")
    story.tell(story.state, "ss.log.turn_over", n=state.turn, hand=hand_size(state))


STEPS = {
    "T9": Step(run=battle_run),
    "T10": Step(last_asks, last_take),
    "TE": Step(end_asks, end_take, end_run),
}
