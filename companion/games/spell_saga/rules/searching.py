"""Looking for a card: at the top of the deck, in the whole deck, or everywhere in the game."""

from companion.games.spell_saga.rules.buying import hero_limit_reached
from companion.games.spell_saga.rules.candidates import candidates, passes
from companion.games.spell_saga.rules.draws import NEEDS, identified, known_cards
from companion.games.spell_saga.rules.exchanges import put
from companion.games.spell_saga.rules.jobs import bend, job_step, push
from companion.games.spell_saga.rules.piles import out_of_deck, zone_of
from companion.games.spell_saga.rules.wording import effect_said
from companion.games.spell_saga.state import GameStory, Job, State, ask_id, hand_size, lite, title
from companion.kit.asks import Ready, Show
from companion.kit.say import say
from companion.kit.steps import Asks, Reply


def search_asks(state: State, job: Job) -> Asks:
    effect = job.effect
    assert effect is not None
    key = "ss.ask.search_top" if effect.top else "ss.ask.search"
    words = say(
        key, n=effect.top or effect.n, card=title(state, job.card), what=effect_said(effect)
    )
    if lite(state):
        return (Ready(id=ask_id(state, "search"), say=words),)
    search = Show(
        id=ask_id(state, "search"),
        say=words,
        cards="search",
        deck="cards",
        known=known_cards(state, candidates(state, effect, job.card, job.lane)),
        least=0,
        most=effect.n,
        new=True,
        needs=NEEDS,
    )
    return (search,)


def search_take(story: GameStory, job: Job, reply: Reply) -> None:
    """At most so many are taken, none if none is found; the rest goes back as it was."""
    effect = job.effect
    assert effect is not None
    for seen in reply.cards:
        card = identified(story, seen)
        wrong = not passes(story.state, card, effect.only, job.card)
        story.refuse_if(wrong, "SS-R34", "ss.refused.not_sought", card=title(story.state, card))
        if effect.to == "hero":
            bend(story, hero_limit_reached(story.state))
        if zone_of(story.state, card) == "deck":
            out_of_deck(story)
        put(story, card, effect.to or "hand", job.lane)
    if not reply.cards:
        story.tell(story.state, "ss.log.found_none", hand=hand_size(story.state))
    whole = "deck" in effect.zones or "in_game" in effect.zones
    if whole and story.state.options["shuffle_after_search"] == "on":
        push(story, Job("shuffle", card=job.card))


def shuffle_asks(state: State, _job: Job) -> Asks:
    return (Ready(id=ask_id(state, "shuffle"), say=say("ss.ask.shuffle_again")),)


def shuffle_take(story: GameStory, _job: Job, _reply: Reply) -> None:
    story.tell(story.state, "ss.log.shuffled")


STEPS = {
    "search": job_step(search_asks, search_take),
    "shuffle": job_step(shuffle_asks, shuffle_take),
}
