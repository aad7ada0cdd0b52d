"""Phase 2: Word Cards go into the Spell Generator and their words get letters."""

import msgspec

from companion.games.spell_from_the_future.pack import WordCard, taught_word, with_card, word_of
from companion.games.spell_from_the_future.state import LETTERS, State, replace
from companion.kit.intents import Answer, Counted, Shown
from companion.kit.pieces import CardSeen
from companion.kit.say import name_of
from companion.kit.story import Story


def words_drawn(story: Story[State], answer: Answer) -> None:
    """P2.1: so many cards lie in the slots; cards shown by name also give their words."""
    value = answer.answer
    texts: tuple[str, ...] = ()
    if isinstance(value, Shown):
        seen = len(value.cards)
        texts = tuple(text for card in value.cards for text in _visible(story, card))
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


def _visible(story: Story[State], seen: CardSeen) -> tuple[str, ...]:
    """The words a slot shows of this card."""
    return word_card(story, seen).texts()[: story.state.pack.words_per_slot]


def word_card(story: Story[State], seen: CardSeen) -> WordCard:
    """The card as the pack has it, or as it has just been typed in."""
    known = word_of(story.state.pack, seen.id)
    if known is not None and not seen.facts:
        return known
    card = taught_word(seen.id, seen.facts)
    pack = msgspec.structs.replace(story.state.pack, words=with_card(story.state.pack.words, card))
    story.keep(replace(story.state, pack=pack))
    return card


def draw_words(story: Story[State], number: int) -> None:
    """From the deck to the middle; a deck that runs out is made anew from the discard."""
    state = story.state
    if state.word_deck_count < number:
        deck = state.word_deck_count + state.word_discard_count
        state = replace(state, word_deck_count=deck, word_discard_count=0)
        story.tell(state, "sf.log.words_reshuffled", sound="reshuffle", n=deck)
    deck, open_now = max(0, state.word_deck_count - number), state.word_cards_open + number
    story.keep(replace(state, word_deck_count=deck, word_cards_open=open_now))


def words_read(story: Story[State], _answer: Answer) -> None:
    """P2.2: the words have been read aloud."""
    state = story.state
    beast_next = state.in_force["phase_order"] == "spell_first"
    step = "P3.1" if beast_next else choosing_step(state)
    story.tell(replace(state, step=step), "sf.log.words_read", name=name_of(state.first_player))


def choosing_step(state: State) -> str:
    """Phase 4 begins here; a Mystic Beast turns it round."""
    return "P4M.1" if state.mystic_round else "P4.1"
