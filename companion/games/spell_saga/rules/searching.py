"""Looking for a card: at the top of the deck, in the whole deck, or everywhere in the game."""

from companion.games.spell_saga.rules.candidates import candidates, passes
from companion.games.spell_saga.rules.draws import identified, known_cards
from companion.games.spell_saga.rules.entering import hero_limit_reached
from companion.games.spell_saga.rules.exchanges import put
from companion.games.spell_saga.rules.jobs import NEEDS, bend, push
from companion.games.spell_saga.rules.piles import out_of_deck, zone_of
from companion.games.spell_saga.rules.wording import ask_id, effect_said
from companion.games.spell_saga.state import Job, State, hand_size, lite, title
from companion.kit.asks import Ask, Ready, Show
from companion.kit.intents import AnswerValue, Shown
from companion.kit.say import say
from companion.kit.story import Story


def search_ask(state: State, job: Job) -> Ask:
    effect = job.effect
    assert effect is not None
    key = "ss.ask.search_top" if effect.top else "ss.ask.search"
    words = say(
        key, n=effect.top or effect.n, card=title(state, job.card), what=effect_said(effect)
    )
    if lite(state):
        return Ready(id=ask_id(state, "search"), say=words)
    known = known_cards(state, candidates(state, effect, job.card, job.lane))
    return Show(
        id=ask_id(state, "search"),
        say=words,
        cards="search",
        deck="cards",
        known=known,
        least=0,
        most=effect.n,
        new=True,
        needs=NEEDS,
    )


def search_take(story: Story[State], job: Job, value: AnswerValue) -> None:
    """At most so many are taken, none if none is found; the rest goes back as it was."""
    effect = job.effect
    assert effect is not None
    found = value.cards if isinstance(value, Shown) else ()
    for seen in found:
        card = identified(story, seen)
        wrong = not passes(story.state, card, effect.only, job.card)
        story.refuse_if(wrong, "SS-R34", "ss.refused.not_sought", card=title(story.state, card))
        if effect.to == "hero":
            bend(story, hero_limit_reached(story.state))
        if zone_of(story.state, card) == "deck":
            out_of_deck(story)
        put(story, card, effect.to or "hand", job.lane)
    if not found:
        story.tell(story.state, "ss.log.found_none", hand=hand_size(story.state))
    whole = "deck" in effect.zones or "in_game" in effect.zones
    if whole and story.state.options["shuffle_after_search"] == "on":
        push(story, Job("shuffle", card=job.card))


def shuffle_ask(state: State, _job: Job) -> Ask:
    return Ready(id=ask_id(state, "shuffle"), say=say("ss.ask.shuffle_again"))


def shuffle_take(story: Story[State], _job: Job, _value: AnswerValue) -> None:
    story.tell(story.state, "ss.log.shuffled")
