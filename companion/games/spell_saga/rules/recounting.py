"""Prompts beside the rules: doing what a text says, counting the hand again, going back after a
correction.
"""

from companion.games.spell_saga.rules.card_rules import rules_of, yes_no
from companion.games.spell_saga.rules.draws import NEEDS, identified, known_cards
from companion.games.spell_saga.rules.jobs import enter_step, job_step
from companion.games.spell_saga.rules.luck import check_luck
from companion.games.spell_saga.rules.piles import into_deck, into_hand, lift, out_of_deck, zone_of
from companion.games.spell_saga.rules.reading import match_of
from companion.games.spell_saga.rules.wording import names, rule_said
from companion.games.spell_saga.state import (
    GameStory,
    Job,
    State,
    ask_id,
    change,
    hand_size,
    title,
    with_hero,
)
from companion.kit.asks import Choose, Ready, Show
from companion.kit.say import say
from companion.kit.steps import Asks, Reply

HAND_MOST = 60


def confirm_asks(state: State, job: Job) -> Asks:
    """A rule without encoding: its words are shown and the player does it."""
    card = state.cards[job.card]
    rules = rules_of(card, job.to)
    text = rule_said(rules[job.n]) if job.to and rules else say("ss.effect.manual", text=card.text)
    return (Ready(id=ask_id(state, "do"), say=say("ss.ask.do", card=card.title, what=text)),)


def confirm_take(story: GameStory, job: Job, _reply: Reply) -> None:
    story.tell(story.state, "ss.log.followed", card=title(story.state, job.card))


# Counting the hand again


def recount_asks(state: State, _job: Job) -> Asks:
    count = Show(
        id=ask_id(state, "recount"),
        say=say("ss.ask.recount"),
        zone="hand",
        cards="hand",
        deck="cards",
        known=known_cards(state, tuple(state.cards)),
        least=0,
        most=HAND_MOST,
        new=True,
        needs=NEEDS,
        as_it_lies=True,
    )
    return (count,)


def recount_take(story: GameStory, _job: Job, reply: Reply) -> None:
    """What the table shows counts; the difference is told."""
    seen = tuple(identified(story, card) for card in reply.cards)
    before = story.state.hand
    for card in before:
        if card not in seen:
            lift(story, card)
            into_deck(story)
    for card in seen:
        if card not in before:
            if zone_of(story.state, card) == "deck":
                out_of_deck(story)
            else:
                lift(story, card)
            into_hand(story, card)
    state = change(story.state, hand_unknown=0)
    gone = names(state, tuple(card for card in before if card not in seen)) or say("ss.no_card")
    new = names(state, tuple(card for card in seen if card not in before)) or say("ss.no_card")
    story.tell(state, "ss.log.recounted", gone=gone, new=new, hand=hand_size(state))


# Back to step 6 after a corrected kismet card


def again_asks(state: State, job: Job) -> Asks:
    words = say("ss.ask.again", hero=title(state, state.heroes[job.lane].card))
    return (Choose(id=ask_id(state, "again"), say=words, options=yes_no()),)


def again_take(story: GameStory, _job: Job, reply: Reply) -> None:
    if reply.choice == "yes":
        for lane in range(len(story.state.heroes)):
            story.keep(with_hero(story.state, lane, match=match_of(story.state, lane)))
            check_luck(story, lane)
        enter_step(story, "T6")


STEPS = {
    "confirm": job_step(confirm_asks, confirm_take),
    "recount": job_step(recount_asks, recount_take),
    "again": job_step(again_asks, again_take),
}
