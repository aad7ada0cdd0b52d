"""Hand cards that go under the deck: chosen ones (payment, trim) and random ones (damage)."""

from companion.games.spell_saga.rules.jobs import job_step, lapse
from companion.games.spell_saga.rules.piles import cycle, into_deck
from companion.games.spell_saga.rules.wording import card_options, names
from companion.games.spell_saga.state import (
    GameStory,
    Job,
    State,
    ask_id,
    change,
    hand_size,
    lite,
    source_limit,
    title,
)
from companion.kit.asks import Ask, CardKnown, Choose, Option, Ready, Show
from companion.kit.say import Say, say
from companion.kit.steps import Asks, Reply

UNKNOWN = "unknown"


def unseen(number: int) -> tuple[str, ...]:
    """So many hand cards that nobody has looked at."""
    return tuple(f"{UNKNOWN}{at}" for at in range(1, number + 1))


def hand_options(state: State, but: str = "") -> tuple[Option, ...]:
    """Every hand card, also those not looked at."""
    known = card_options(state, tuple(card for card in state.hand if card != but))
    hidden = tuple(
        Option(id=card, say=say("ss.option.unknown", n=at))
        for at, card in enumerate(unseen(state.hand_unknown), 1)
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


def given_up(state: State, reply: Reply, number: int) -> tuple[str, ...]:
    """The cards chosen or shown; in lite tracking so many that nobody looked at."""
    shown = tuple(card.id for card in reply.cards)
    return reply.options or shown or (unseen(number) if lite(state) else ())


def lose_cards(story: GameStory, picked: tuple[str, ...], key: str) -> None:
    """These go under the deck, told in the words of `key`."""
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
        said = (*said, f"{hidden} ×")
    story.tell(story.state, key, cards=said, n=len(picked), hand=hand_size(story.state))


# Trimming, in its step or by a correction by hand


def excess(state: State) -> int:
    """So many cards more than the source limit allows."""
    return max(0, hand_size(state) - source_limit(state))


def trim_ask(state: State, name: str) -> Ask:
    number = excess(state)
    words = say("ss.ask.trim", hand=hand_size(state), limit=source_limit(state), n=number)
    return choose_from_hand(state, number, name, words)


def trim_asks(state: State, _job: Job) -> Asks:
    return (trim_ask(state, "trim"),) if excess(state) else ()


def trim_take(story: GameStory, _job: Job, reply: Reply) -> None:
    cards = given_up(story.state, reply, excess(story.state))
    lose_cards(story, cards, "ss.log.trimmed")


# Paying


def pay_asks(state: State, job: Job) -> Asks:
    if job.n == 0:
        return ()
    words = say("ss.ask.pay", n=job.n, card=title(state, job.card))
    return (choose_from_hand(state, job.n, "pay", words, but=job.card),)


def pay_take(story: GameStory, job: Job, reply: Reply) -> None:
    lose_cards(story, given_up(story.state, reply, job.n), "ss.log.paid")


# Random loss


def lose_asks(state: State, job: Job, name: str = "lose") -> Asks:
    """Damage: the player mixes the hand and pulls; the camera reads what is gone."""
    number = min(job.n, hand_size(state))
    if number == 0:
        return ()
    if state.options["random_loss"] == "companion":
        words = _positions_said(state, number)
        return (Ready(id=ask_id(state, name), say=words, zone="hand"),)
    words = say("ss.ask.lose", n=number)
    if lite(state):
        return (Ready(id=ask_id(state, name), say=words),)
    known = tuple(CardKnown(card, title(state, card)) for card in state.hand)
    hidden = tuple(CardKnown(card, UNKNOWN) for card in unseen(state.hand_unknown))
    pull = Show(
        id=ask_id(state, name),
        say=words,
        zone="hand",
        cards="hand",
        known=known + hidden,
        least=number,
        most=number,
    )
    return (pull,)


def _positions_said(state: State, number: int) -> Say:
    spots = positions(state.seed, hand_size(state), number)
    counted = tuple(at + 1 for at in spots)
    return say("ss.ask.lose_positions", n=number, positions=counted, seed=state.seed)


def lose_take(story: GameStory, job: Job, reply: Reply) -> None:
    state = story.state
    number = min(job.n, hand_size(state))
    if state.options["random_loss"] == "companion" and not lite(state):
        whole = (*state.hand, *unseen(state.hand_unknown))
        picked = tuple(whole[at] for at in positions(state.seed, len(whole), number))
        story.keep(change(state, seed=_next(state.seed)))
    else:
        picked = given_up(state, reply, number)
    lose_cards(story, picked, "ss.log.lost_cards")
    if job.n > number:
        story.tell(story.state, "ss.log.lapsed", n=job.n - number)
    if hand_size(story.state) <= 1:
        story.tell(story.state, "ss.log.hand_low", n=hand_size(story.state), sound="warning")


def lose_run(story: GameStory, job: Job) -> None:
    if job.n:
        story.tell(story.state, "ss.log.lapsed", n=job.n)


def _next(seed: int) -> int:
    return (seed * 1664525 + 1013904223) % 2**32


def positions(seed: int, size: int, number: int) -> tuple[int, ...]:
    """Which hand cards, counted from the left, by the logged seed."""
    left, picked = list(range(size)), []
    for _ in range(min(number, size)):
        seed = _next(seed)
        picked.append(left.pop((seed >> 16) % len(left)))
    return tuple(sorted(picked))


STEPS = {
    "pay": job_step(pay_asks, pay_take, lapse),
    "lose": job_step(lose_asks, lose_take, lose_run),
    "trim": job_step(trim_asks, trim_take, lapse),
}
