"""Hand cards that go under the deck: chosen ones (payment, trim) and random ones (damage)."""

from companion.games.spell_saga.rules.jobs import push
from companion.games.spell_saga.rules.piles import cycle, into_deck
from companion.games.spell_saga.rules.wording import ask_id, names
from companion.games.spell_saga.state import (
    Job,
    State,
    change,
    hand_size,
    lite,
    source_limit,
    title,
)
from companion.kit.asks import Ask, CardKnown, Choose, Option, Ready, Show
from companion.kit.intents import AnswerValue, Chosen, Shown
from companion.kit.say import Say, say
from companion.kit.story import Story

UNKNOWN = "unknown"


def hand_options(state: State, but: str = "") -> tuple[Option, ...]:
    """Every hand card, also those not looked at."""
    known = tuple(
        Option(id=card, say=say("ss.option.card", card=title(state, card)), card=card)
        for card in state.hand
        if card != but
    )
    hidden = tuple(
        Option(id=f"{UNKNOWN}{at}", say=say("ss.option.unknown", n=at))
        for at in range(1, state.hand_unknown + 1)
    )
    return known + hidden


def choose_from_hand(state: State, number: int, name: str, words: Say, but: str = "") -> Ask:
    """So many cards of choice; in lite tracking only a nod."""
    if lite(state):
        return Ready(id=ask_id(state, name), say=words)
    options = hand_options(state, but)
    return Choose(
        id=ask_id(state, name), say=words, zone="hand", options=options, least=number, most=number
    )


def trim_ask(state: State, excess: int, name: str) -> Ask:
    words = say("ss.ask.trim", hand=hand_size(state), limit=source_limit(state), n=excess)
    return choose_from_hand(state, excess, name, words)


def lose_cards(story: Story[State], value: AnswerValue, number: int, key: str) -> None:
    """Under the deck with the chosen cards, or with so many that nobody looked at."""
    if isinstance(value, Chosen):
        picked = value.options
    elif isinstance(value, Shown):
        picked = tuple(card.id for card in value.cards)
    else:
        picked = tuple(f"{UNKNOWN}{at}" for at in range(1, number + 1)) if lite(story.state) else ()
    if not picked:
        return
    cards = tuple(card for card in picked if not card.startswith(UNKNOWN))
    said = names(story.state, cards)
    hidden = len(picked) - len(cards)
    for card in cards:
        cycle(story, card)
    if hidden:
        into_deck(story, hidden)
        story.keep(change(story.state, hand_unknown=max(0, story.state.hand_unknown - hidden)))
    if hidden:
        said = (*said, *((f"{hidden} ×",)))
    story.tell(story.state, key, cards=said, n=len(picked), hand=hand_size(story.state))


# Trimming by hand correction, paying


def trim_job_ask(state: State, _job: Job) -> Ask | None:
    excess = hand_size(state) - source_limit(state)
    return trim_ask(state, excess, "trim") if excess > 0 else None


def trim_job_take(story: Story[State], _job: Job, value: AnswerValue) -> None:
    lose_cards(
        story, value, max(0, hand_size(story.state) - source_limit(story.state)), "ss.log.trimmed"
    )


def pay_ask(state: State, job: Job) -> Ask | None:
    if job.n == 0:
        return None
    words = say("ss.ask.pay", n=job.n, card=title(state, job.card))
    return choose_from_hand(state, job.n, "pay", words, but=job.card)


def pay_take(story: Story[State], job: Job, value: AnswerValue) -> None:
    lose_cards(story, value, job.n, "ss.log.paid")


# Random loss


def lose_ask(state: State, job: Job) -> Ask | None:
    """Damage: the player mixes the hand and pulls; the camera reads what is gone."""
    number = min(job.n, hand_size(state))
    if number == 0:
        return None
    if state.options["random_loss"] == "companion":
        spots = positions(state.seed, hand_size(state), number)
        words = say(
            "ss.ask.lose_positions",
            n=number,
            positions=tuple(at + 1 for at in spots),
            seed=state.seed,
        )
        return Ready(id=ask_id(state, "lose"), say=words, zone="hand")
    words = say("ss.ask.lose", n=number)
    if lite(state):
        return Ready(id=ask_id(state, "lose"), say=words)
    known = tuple(CardKnown(card, title(state, card)) for card in state.hand)
    hidden = tuple(CardKnown(f"{UNKNOWN}{at}", UNKNOWN) for at in range(1, state.hand_unknown + 1))
    return Show(
        id=ask_id(state, "lose"),
        say=words,
        zone="hand",
        cards="hand",
        known=known + hidden,
        least=number,
        most=number,
    )


def lose_take(story: Story[State], job: Job, value: AnswerValue) -> None:
    state = story.state
    number = min(job.n, hand_size(state))
    if state.options["random_loss"] == "companion" and not lite(state):
        whole = (*state.hand, *(f"{UNKNOWN}{at}" for at in range(1, state.hand_unknown + 1)))
        picked = tuple(whole[at] for at in positions(state.seed, len(whole), number))
        story.keep(change(state, seed=_next(state.seed)))
        value = Chosen(picked)
    lose_cards(story, value, number, "ss.log.lost_cards")
    if job.n > number:
        story.tell(story.state, "ss.log.lapsed", n=job.n - number)
    if hand_size(story.state) <= 1:
        story.tell(story.state, "ss.log.hand_low", n=hand_size(story.state), sound="warning")


def lose_run(story: Story[State], job: Job) -> None:
    if job.n:
        story.tell(story.state, "ss.log.lapsed", n=job.n)


def damage(story: Story[State], number: int) -> None:
    push(story, Job("lose", n=number))


def _next(seed: int) -> int:
    return (seed * 1664525 + 1013904223) % 2**32


def positions(seed: int, size: int, number: int) -> tuple[int, ...]:
    """Which hand cards, counted from the left, by the logged seed."""
    left, picked = list(range(size)), []
    for _ in range(min(number, size)):
        seed = _next(seed)
        picked.append(left.pop((seed >> 16) % len(left)))
    return tuple(sorted(picked))
