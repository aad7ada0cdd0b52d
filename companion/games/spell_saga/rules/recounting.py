"""Prompts beside the rules: doing what a text says, counting the hand again, going back after a
correction.
"""

from companion.games.spell_saga.rules.card_rules import yes_no
from companion.games.spell_saga.rules.draws import identified, known_cards
from companion.games.spell_saga.rules.jobs import NEEDS, enter_step, rules_of
from companion.games.spell_saga.rules.luck import check_luck
from companion.games.spell_saga.rules.piles import into_deck, into_hand, lift, out_of_deck, zone_of
from companion.games.spell_saga.rules.reading import match_of
from companion.games.spell_saga.rules.wording import ask_id, names, rule_said
from companion.games.spell_saga.state import Job, State, change, hand_size, title, with_hero
from companion.kit.asks import Ask, Choose, Ready, Show
from companion.kit.intents import AnswerValue, Chosen, Shown
from companion.kit.say import say
from companion.kit.story import Story

HAND_MOST = 60


def confirm_ask(state: State, job: Job) -> Ask:
    """A rule without encoding: its words are shown and the player does it."""
    card = state.cards[job.card]
    rules = rules_of(card, job.to)
    text = rule_said(rules[job.n]) if job.to and rules else say("ss.effect.manual", text=card.text)
    return Ready(id=ask_id(state, "do"), say=say("ss.ask.do", card=card.title, what=text))


def confirm_take(story: Story[State], job: Job, _value: AnswerValue) -> None:
    story.tell(story.state, "ss.log.followed", card=title(story.state, job.card))


# Counting the hand again


def recount_ask(state: State, _job: Job) -> Ask:
    return Show(
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
    )


def recount_take(story: Story[State], _job: Job, value: AnswerValue) -> None:
    """What the table shows counts; the difference is told."""
    assert isinstance(value, Shown)
    seen = tuple(identified(story, card) for card in value.cards)
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


def again_ask(state: State, job: Job) -> Ask:
    words = say("ss.ask.again", hero=title(state, state.heroes[job.lane].card))
    return Choose(id=ask_id(state, "again"), say=words, options=yes_no())


def again_take(story: Story[State], _job: Job, value: AnswerValue) -> None:
    assert isinstance(value, Chosen)
    if value.options[0] == "yes":
        for lane in range(len(story.state.heroes)):
            story.keep(with_hero(story.state, lane, match=match_of(story.state, lane)))
            check_luck(story, lane)
        enter_step(story, "T6")
