"""Which step an answer belongs to. An ask's id is `occasion:step`, then what it concerns:
`3:P5.2:red`.
"""

from collections.abc import Callable

from companion.games.spell_from_the_future import (
    beasts,
    colours,
    ending,
    fight,
    opening,
    placing,
    precheck,
    words,
)
from companion.games.spell_from_the_future.state import State
from companion.kit.intents import Answer
from companion.kit.story import Story

Act = Callable[[Story[State], Answer], None]

ACTS: dict[str, Act] = {
    "S2": opening.laid_out,
    "S3": opening.deck_built,
    "S3.count": opening.deck_built,
    "S4": opening.first_chosen,
    "P1": opening.new_day,
    "P1.6": opening.effects_seen,
    "P2.1": words.words_drawn,
    "P2.1.words": words.words_drawn,
    "P2.2": words.words_read,
    "P3.1": beasts.beast_opened,
    "P3.2": beasts.initiative_rolled,
    "P4.1": colours.colours_drawn,
    "P4.2": colours.colour_laid,
    "P4.3": colours.colour_laid,
    "P4.4": colours.ready_pressed,
    "P4M.1": colours.mystic_dealt,
    "P4M.2": colours.mystic_word,
    "P4M.2.card": colours.mystic_word,
    "P4M.2.word": colours.mystic_word,
    "P4M.3": colours.ready_pressed,
    "precheck": precheck.looked,
    "P5.1": colours.lifted,
    "P5.2": placing.tokens_read,
    "P5.2.mind": placing.mind_shown,
    "P5.2.confirm": placing.readings_confirmed,
    "P5.3": fight.word_called,
    "P5.4": fight.ability_answered,
    "P5.4.manual": fight.manual_done,
    "P5.5": fight.fight,
    "P5.6": fight.second_strike,
    "P5.7": fight.after_fight,
    "P5.8": fight.ability_answered,
    "P5.8.confirm": fight.day_over,
    "NEXT": ending.next_attempt,
}


def step_of(ask_id: str) -> str:
    return ask_id.split(":", 2)[1] if ":" in ask_id else ask_id


def decide(state: State, answer: Answer) -> Story[State]:
    story = Story(state, answer.force)
    ACTS[step_of(answer.ask)](story, answer)
    return story
