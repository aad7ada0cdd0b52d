"""Phase 2: Word Cards go into the Spell Generator and their words get letters."""

from functools import lru_cache
from itertools import chain

import msgspec

from companion.games.spell_from_the_future.pack import WordCard, taught_word, with_card, word_of
from companion.games.spell_from_the_future.rules.wording import ask_id, by_first, place_said
from companion.games.spell_from_the_future.state import LETTERS, GameStory, State, replace
from companion.kit.asks import CardKnown, Count, Show
from companion.kit.intents import Counted, Shown
from companion.kit.pieces import CardSeen
from companion.kit.say import name_of, say
from companion.kit.steps import Asks, PlainStep, Reply, Step


def _words(state: State, _frame: PlainStep) -> Asks:
    number, slots = state.word_cards_this_round, state.pack.generator_slots
    first = state.first_player
    count = Count(
        id=ask_id(state, "P2.1"),
        say=say("sf.ask.P2.1", name=name_of(first), n=number),
        seats=(first,),
        zone="generator",
        of="word_cards",
        most=slots,
        start=number,
        piece="card",
    )
    show = Show(
        id=ask_id(state, "P2.1.words"),
        say=say("sf.ask.P2.1.words"),
        seats=(first,),
        zone="generator",
        optional=True,
        cards="word",
        deck="words",
        known=known_words(state.pack.words),
        least=number,
        most=number,
        new=True,
        needs=("words",),
    )
    return (count, show) if number else (count,)


def words_drawn(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """P2.1: so many cards lie in the slots; cards shown by name also give their words."""
    value = reply.value
    texts: tuple[str, ...] = ()
    if isinstance(value, Shown):
        seen = len(value.cards)
        texts = tuple(chain.from_iterable(_visible(story, card) for card in value.cards))
    else:
        assert isinstance(value, Counted)
        seen = value.number
    want = story.state.word_cards_this_round
    story.refuse_if(seen != want, "SF-E06", "sf.refused.word_cards", n=want, seen=seen)
    draw_words(story, want)
    letters = tuple(LETTERS[: want * story.state.pack.words_per_slot])
    state = replace(
        story.state, letters=letters, words=dict(zip(letters, texts, strict=False)), step="P2.2"
    )
    story.tell(state, "sf.log.words", n=want, letters=", ".join(letters))


def _visible(story: GameStory, seen: CardSeen) -> tuple[str, ...]:
    """The words a slot shows of this card."""
    return word_card(story, seen).texts()[: story.state.pack.words_per_slot]


def word_card(story: GameStory, seen: CardSeen) -> WordCard:
    """The card as the pack has it, or as it has just been typed in."""
    known = word_of(story.state.pack, seen.id)
    if known is not None and not seen.facts:
        return known
    card = taught_word(seen.id, seen.facts)
    pack = msgspec.structs.replace(story.state.pack, words=with_card(story.state.pack.words, card))
    story.keep(replace(story.state, pack=pack))
    return card


def draw_words(story: GameStory, number: int) -> None:
    """From the deck to the middle; a deck that runs out is made anew from the discard."""
    state = story.state
    if state.word_deck_count < number:
        deck = state.word_deck_count + state.word_discard_count
        state = replace(state, word_deck_count=deck, word_discard_count=0)
        story.tell(state, "sf.log.words_reshuffled", sound="reshuffle", n=deck)
    deck, open_now = max(0, state.word_deck_count - number), state.word_cards_open + number
    story.keep(replace(state, word_deck_count=deck, word_cards_open=open_now))


@lru_cache(maxsize=16)
def known_words(words: tuple[WordCard, ...]) -> tuple[CardKnown, ...]:
    return tuple(CardKnown(card.id, ", ".join(card.texts()), card.source) for card in words)


def _read_aloud(state: State, _frame: PlainStep) -> Asks:
    lines = tuple(place_said(state, letter) for letter in state.letters)
    return by_first(state, "P2.2", *lines)


def words_read(story: GameStory, _frame: PlainStep, _reply: Reply) -> None:
    """P2.2: the words have been read aloud."""
    state = story.state
    beast_next = state.in_force["phase_order"] == "spell_first"
    step = "P3.1" if beast_next else choosing_step(state)
    story.tell(replace(state, step=step), "sf.log.words_read", name=name_of(state.first_player))


def choosing_step(state: State) -> str:
    """Phase 4 begins here; a Mystic Beast turns it round."""
    return "P4M.1" if state.mystic_round else "P4.1"


STEPS = {
    "P2.1": Step(_words, words_drawn),
    "P2.1.words": Step(take=words_drawn),
    "P2.2": Step(_read_aloud, words_read),
}
