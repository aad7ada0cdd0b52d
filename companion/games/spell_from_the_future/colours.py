"""Phase 4: two colours are chosen, or a Mystic word; then everybody places in secret and presses
ready.

Nothing behind the screens is known here: the engine hears only that a player is ready.
"""

import msgspec

from companion.games.spell_from_the_future.pack import ColorCard, colour_of, with_card
from companion.games.spell_from_the_future.state import State, left_of, replace, with_player
from companion.games.spell_from_the_future.words import draw_words, word_card
from companion.kit.intents import Answer, Chosen, Readied, Shown
from companion.kit.packs import learned
from companion.kit.pieces import CardSeen
from companion.kit.say import name_of
from companion.kit.story import Story, refuse

EACH_DRAWS = 2


def draw_order(state: State) -> int | None:
    """After how many of the four cards the discard must be shuffled into a new deck; None: not at
    all.
    """
    return state.color_deck if state.color_deck < 2 * EACH_DRAWS else None


def colours_drawn(story: Story[State], _answer: Answer) -> None:
    """P4.1: both choosers hold two cards, which nobody else may know."""
    state = story.state
    after = draw_order(state)
    if after is not None:
        deck = state.color_deck + state.color_discard
        state = replace(
            state, color_deck=deck, color_discard=0, colors_discarded=(), reshuffled_after=after
        )
        story.tell(state, "sf.log.colours_reshuffled", sound="reshuffle", n=after)
    taken = 2 * EACH_DRAWS
    story.tell(
        replace(state, color_deck=state.color_deck - taken, color_hands=taken, step="P4.2"),
        "sf.log.colours_drawn",
        name=name_of(state.first_player),
        left=name_of(left_of(state, state.first_player)),
    )


def colour_laid(story: Story[State], answer: Answer) -> None:
    """P4.2 and P4.3: one card open in the middle, the other under the deck."""
    assert isinstance(answer.answer, Shown)
    card = _colour_card(story, answer.answer.cards[0])
    state = story.state
    if card.id in state.color_open:
        raise refuse("SF-E10", "sf.refused.colour_open", colour=card.title)
    in_discard = card.id in state.colors_discarded
    story.refuse_if(in_discard, "SF-E10", "sf.refused.colour_discarded", colour=card.title)
    is_first = state.step == "P4.2"
    who = state.first_player if is_first else left_of(state, state.first_player)
    state = replace(
        state,
        color_open=(*state.color_open, card.id),
        color_hands=state.color_hands - EACH_DRAWS,
        color_deck=state.color_deck + 1,
        step="P4.3" if is_first else "P4.4",
    )
    story.tell(state, "sf.log.colour", about=(who,), name=name_of(who), colour=card.title)


def _colour_card(story: Story[State], seen: CardSeen) -> ColorCard:
    """One of the ten; a colour nobody has named yet may be named now."""
    card = colour_of(story.state.pack, seen.id)
    if card is None:
        raise refuse("no_such_card", "kit.refused.no_such_card", card=seen.id)
    if not seen.facts:
        return card
    named = learned(
        ColorCard, card.id, {"name_en": card.name_en, "name_id": card.name_id, **seen.facts}
    )
    pack = msgspec.structs.replace(
        story.state.pack, colours=with_card(story.state.pack.colours, named)
    )
    story.tell(replace(story.state, pack=pack), "sf.log.taught", card=named.title)
    return named


def mystic_dealt(story: Story[State], _answer: Answer) -> None:
    """P4M.1."""
    story.tell(replace(story.state, step="P4M.2"), "sf.log.mystic_dealt")


def mystic_word(story: Story[State], answer: Answer) -> None:
    """P4M.2: one more Word Card; its name, then its word, may be entered, or it is only said aloud."""
    value = answer.answer
    if isinstance(value, Shown):
        card = word_card(story, value.cards[0])
        story.keep(replace(story.state, mystic_card=card.id))
        return
    word = ""
    if isinstance(value, Chosen):
        card = word_card(story, CardSeen(story.state.mystic_card or ""))
        word = card.texts()[int(value.options[0])]
    draw_words(story, 1)
    state = replace(story.state, mystic_word=word, step="P4M.3")
    story.tell(state, "sf.log.mystic_word" if word else "sf.log.mystic_said", word=word)


def ready_pressed(story: Story[State], answer: Answer) -> None:
    """P4.4 and P4M.3: when the last player is ready the screens may be lifted."""
    value, seat = answer.answer, answer.seat
    assert isinstance(value, Readied)
    assert seat is not None
    state = with_player(story.state, seat, ready=value.ready)
    if not value.ready:
        story.tell(state, "sf.log.not_ready", about=(seat,), name=name_of(seat))
        return
    waiting = [one for one, player in state.players.items() if not player.ready]
    if not waiting:
        story.tell(replace(state, step="P5.1"), "sf.log.all_ready", about=(seat,), sound="gong")
    else:
        sound = "tick" if len(waiting) == 1 else None
        story.tell(state, "sf.log.ready", about=(seat,), sound=sound, name=name_of(seat))


def lifted(story: Story[State], _answer: Answer) -> None:
    """P5.1: from here to the end of phase 5 the seats may be looked at."""
    story.tell(replace(story.state, step="P5.2"), "sf.log.lifted")
