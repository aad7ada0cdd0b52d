"""Cards that come off the deck or are looked for: recognising them, teaching new ones, where they
go.
"""

from functools import cache

import msgspec

from companion.games.spell_saga.pack import Card
from companion.games.spell_saga.rules.jobs import job_step, push
from companion.games.spell_saga.rules.piles import (
    deck_cards,
    into_hand,
    lift,
    out_of_deck,
    to_action,
    to_luck,
    zone_of,
)
from companion.games.spell_saga.rules.wording import names
from companion.games.spell_saga.state import (
    GameStory,
    Job,
    State,
    ask_id,
    change,
    hand_size,
    lane_of,
    lite,
    title,
)
from companion.kit.asks import CardKnown, Choose, Option, Ready, Show
from companion.kit.intents import Shown
from companion.kit.packs import learned
from companion.kit.pieces import CardSeen
from companion.kit.say import say
from companion.kit.steps import Asks, Reply
from companion.kit.story import refuse

# The facts a card nobody knows must come with
NEEDS = ("name", "type", "cost", "glyph", "harmonics", "attack", "armor", "rounds", "item_limit")
ZONES = {"hand": "hand", "action": "action", "extra": "action", "luck": "luck"}


def drawable(state: State, wanted: int) -> int:
    """As many as wanted, or what the deck still has."""
    if state.deck_count is None:
        return wanted
    left = min(wanted, state.deck_count)
    whole = not lite(state) and state.pack.deck_size == len(state.pack.cards)
    return min(left, len(deck_cards(state))) if whole else left


def known_cards(state: State, cards: tuple[str, ...]) -> tuple[CardKnown, ...]:
    return tuple(_known(card, state.cards[card].title, state.cards[card].source) for card in cards)


@cache
def _known(card: str, name: str, source: str) -> CardKnown:
    return CardKnown(card, name, source)


def draw_asks(state: State, job: Job, name: str = "draw") -> Asks:
    """Show so many cards off the deck; in lite tracking only a nod (or, for kismet cards, what they
    look like).
    """
    number = drawable(state, job.n)
    if number == 0 or (lite(state) and job.to != "hand"):
        return ()
    words = say(f"ss.ask.draw_{job.to}", n=number, hero=title(state, state.heroes[job.lane].card))
    if lite(state):
        return (Ready(id=ask_id(state, name), say=words),)
    draw = Show(
        id=ask_id(state, name),
        say=words,
        zone=ZONES[job.to],
        cards="deck",
        deck="cards",
        known=known_cards(state, deck_cards(state)),
        least=number,
        most=number,
        new=True,
        needs=NEEDS,
    )
    return (draw,)


def draw_run(story: GameStory, job: Job) -> None:
    """Nothing to show: the deck is empty, or lite tracking asks what the card looks like."""
    number = drawable(story.state, job.n)
    if number < job.n:
        story.tell(story.state, "ss.log.deck_short", n=number, wanted=job.n)
    if lite(story.state) and job.to != "hand":
        one = Job("quick", to=job.to, lane=job.lane)
        push(story, *(one,) * number)


def draw_take(story: GameStory, job: Job, reply: Reply) -> None:
    number = drawable(story.state, job.n)
    if not isinstance(reply.value, Shown):
        out_of_deck(story, number)
        state = change(story.state, hand_unknown=story.state.hand_unknown + number)
        story.tell(state, "ss.log.drew_hand_count", n=number, hand=hand_size(state))
        return
    for seen in reply.cards:
        _place_drawn(story, identified(story, seen), job)
    cards = names(story.state, tuple(seen.id for seen in reply.cards))
    if job.to == "hand":
        story.tell(
            story.state, "ss.log.drew_hand", cards=cards, n=number, hand=hand_size(story.state)
        )
    elif job.to == "luck":
        hero = title(story.state, story.state.heroes[job.lane].card)
        story.tell(story.state, "ss.log.drew_luck", cards=cards, hero=hero)
    if number < job.n:
        story.tell(story.state, "ss.log.deck_short", n=number, wanted=job.n)


def _place_drawn(story: GameStory, card: str, job: Job) -> None:
    from_deck(story, card)
    stir(story, card)
    if job.to == "hand":
        into_hand(story, card)
    elif job.to == "luck":
        to_luck(story, card, job.lane)
    else:
        push(story, Job("lane", card=card, to=job.to))


def from_deck(story: GameStory, card: str) -> None:
    """Off the deck; a card we believed elsewhere is a question, and moves only if the table
    insists.
    """
    zone = zone_of(story.state, card)
    taken = title(story.state, card)
    story.refuse_if(
        zone != "deck", "SS-R06", "ss.refused.twice", card=taken, zone=say(f"ss.zone.{zone}")
    )
    if zone == "deck":
        out_of_deck(story)
    else:
        lift(story, card)


def stir(story: GameStory, card: str) -> None:
    """The order of a well-shuffled deck is chance enough for picking cards later."""
    seed = story.state.seed
    for letter in card:
        seed = (seed ^ ord(letter)) * 16777619 % 2**32
    story.keep(change(story.state, seed=seed))


# Recognising and teaching


def identified(story: GameStory, seen: CardSeen) -> str:
    """The card's id; unknown cards must come with their facts, which are then remembered."""
    known = story.state.cards.get(seen.id)
    if not seen.facts:
        lacking = known.missing if known is not None else NEEDS
        if lacking:
            raise refuse("SS-R07", "ss.refused.unknown", card=seen.id, needs=_fields(lacking))
        return seen.id
    base = {} if known is None else {**msgspec.to_builtins(known), "missing": ()}
    card = learned(Card, seen.id, {**base, **seen.facts, "source": "owner", "verified": True})
    story.tell(
        change(story.state, cards={**story.state.cards, seen.id: card}),
        "ss.log.taught",
        card=card.title,
    )
    return seen.id


def _fields(names_of_fields: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name.replace("_", " ") for name in names_of_fields)


# The spot of an action card


def lane_asks(state: State, job: Job) -> Asks:
    """Several free hero spots: the player chooses. An extra card goes to any lane."""
    extra = job.to == "extra"
    free = [lane for lane, hero in enumerate(state.heroes) if hero.action is None or extra]
    if len(state.heroes) == 1 or (len(free) <= 1 and not extra):
        return ()
    taken = say("ss.refused.spot_taken")
    options = tuple(
        change(option, why_not=None if lane in free else taken, rule="SS-R05")
        for lane, option in enumerate(lane_options(state))
    )
    words = say("ss.ask.lane", card=title(state, job.card))
    return (Choose(id=ask_id(state, "lane"), say=words, zone="action", options=options),)


def lane_options(state: State) -> tuple[Option, ...]:
    return tuple(
        Option(id=hero.card, say=say("ss.option.spot_of", hero=title(state, hero.card)))
        for hero in state.heroes
    )


def lane_run(story: GameStory, job: Job) -> None:
    free = [lane for lane, hero in enumerate(story.state.heroes) if hero.action is None]
    _lay(story, job, free[0] if free else 0)


def lane_take(story: GameStory, job: Job, reply: Reply) -> None:
    _lay(story, job, lane_of(story.state, reply.choice))


def _lay(story: GameStory, job: Job, lane: int) -> None:
    to_action(story, job.card, lane, extra=job.to == "extra")
    hero = title(story.state, story.state.heroes[lane].card)
    story.tell(story.state, "ss.log.drew_action", card=title(story.state, job.card), hero=hero)


STEPS = {
    "draw": job_step(draw_asks, draw_take, draw_run),
    "lane": job_step(lane_asks, lane_take, lane_run),
}
