"""Phase 4: two colours are chosen, or a Mystic word; then everybody places in secret and presses
ready.

Nothing behind the screens is known here: the engine hears only that a player is ready.
"""

import msgspec

from companion.games.spell_from_the_future.pack import ColorCard, colour_of, with_card, word_of
from companion.games.spell_from_the_future.rules.readings import tokens_ask, usual_cells
from companion.games.spell_from_the_future.rules.wording import ask_id, by_first
from companion.games.spell_from_the_future.rules.words import draw_words, known_words, word_card
from companion.games.spell_from_the_future.state import GameStory, State, left_of, replace
from companion.kit.asks import CardKnown, Choose, Option, Ready, Show
from companion.kit.intents import Chosen, Readied, Shown
from companion.kit.packs import learned
from companion.kit.pieces import CardSeen
from companion.kit.say import name_of, say
from companion.kit.seats import order_of, with_player
from companion.kit.steps import Asks, PlainStep, Reply, Step
from companion.kit.story import refuse

EACH_DRAWS = 2


def _draw(state: State, _frame: PlainStep) -> Asks:
    first, left = state.first_player, left_of(state, state.first_player)
    after = draw_order(state)
    lines = (
        () if after is None else (say("sf.draw.reshuffle", n=after, discard=state.color_discard),)
    )
    ask_say = say("sf.ask.P4.1", name=name_of(first), left=name_of(left))
    return (Ready(id=ask_id(state, "P4.1"), say=ask_say, seats=(first,), lines=lines),)


def draw_order(state: State) -> int | None:
    """After how many of the four cards the discard must be shuffled into a new deck; None: not at
    all.
    """
    return state.color_deck if state.color_deck < 2 * EACH_DRAWS else None


def colours_drawn(story: GameStory, _frame: PlainStep, _reply: Reply) -> None:
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


def _colour(state: State, _frame: PlainStep) -> Asks:
    first = state.first_player
    who = first if state.step == "P4.2" else left_of(state, first)
    gone = (*state.color_open, *state.colors_discarded)
    ask = Show(
        id=ask_id(state, state.step),
        say=say("sf.ask.P4.2", name=name_of(who)),
        seats=(who,),
        zone="middle",
        cards="color",
        deck="colours",
        known=tuple(
            CardKnown(c.id, c.title, c.source) for c in state.pack.colours if c.id not in gone
        ),
        new=True,
    )
    return (ask,)


def colour_laid(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """P4.2 and P4.3: one card open in the middle, the other under the deck."""
    assert isinstance(reply.value, Shown)
    card = _colour_card(story, reply.value.cards[0])
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


def _colour_card(story: GameStory, seen: CardSeen) -> ColorCard:
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


def _mystic_deal(state: State, _frame: PlainStep) -> Asks:
    return (Ready(id=ask_id(state, "P4M.1"), say=say("sf.ask.P4M.1")),)


def mystic_dealt(story: GameStory, _frame: PlainStep, _reply: Reply) -> None:
    """P4M.1."""
    story.tell(replace(story.state, step="P4M.2"), "sf.log.mystic_dealt")


def _mystic_word(state: State, _frame: PlainStep) -> Asks:
    first = state.first_player
    if state.mystic_card is not None:
        card = word_of(state.pack, state.mystic_card)
        texts = card.texts() if card else ()
        options = tuple(Option(str(at), say("sf.word", word=text)) for at, text in enumerate(texts))
        pick = say("sf.ask.P4M.2.word", name=name_of(first))
        return (Choose(id=ask_id(state, "P4M.2.word"), say=pick, seats=(first,), options=options),)
    show = Show(
        id=ask_id(state, "P4M.2.card"),
        say=say("sf.ask.P4M.2.card"),
        seats=(first,),
        zone="middle",
        optional=True,
        cards="word",
        deck="words",
        known=known_words(state.pack.words),
        new=True,
        needs=("words",),
    )
    return (*by_first(state, "P4M.2"), show)


def mystic_word(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """P4M.2: one more Word Card; its name, then its word, may be entered, or is only said aloud."""
    value = reply.value
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


def _placing(state: State, _frame: PlainStep) -> Asks:
    """The barrier before the screens go up; with the option on, a private look for each player."""
    if state.mystic_round:
        word = state.mystic_word or say("sf.word_said")
        ask_say = say("sf.ask.P4M.3", limit=state.token_limit, word=word)
    else:
        ask_say = say("sf.ask.P4.4", limit=state.token_limit)
    reminder = (say("sf.place.silence"),) if state.options["table_talk_reminder"] == "on" else ()
    lines = (say("sf.place.white"), say("sf.place.black"), *reminder)
    done = tuple(seat for seat, player in state.players.items() if player.ready)
    ready = Ready(
        id=ask_id(state, state.step),
        say=ask_say,
        seats=order_of(state),
        lines=lines,
        done=done,
        withdraw=True,
    )
    if state.options["private_precheck"] == "off":
        return (ready,)
    usual = usual_cells(state)
    looks = tuple(tokens_ask(state, seat, "precheck", usual) for seat in order_of(state))
    return (ready, *looks)


def ready_pressed(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """P4.4 and P4M.3: when the last player is ready the screens may be lifted."""
    value, seat = reply.value, reply.seat
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


def _lift(state: State, _frame: PlainStep) -> Asks:
    return (Ready(id=ask_id(state, "P5.1"), say=say("sf.ask.P5.1")),)


def lifted(story: GameStory, _frame: PlainStep, _reply: Reply) -> None:
    """P5.1: from here to the end of phase 5 the seats may be looked at."""
    story.tell(replace(story.state, step="P5.2"), "sf.log.lifted")


STEPS = {
    "P4.1": Step(_draw, colours_drawn),
    "P4.2": Step(_colour, colour_laid),
    "P4.3": Step(_colour, colour_laid),
    "P4.4": Step(_placing, ready_pressed),
    "P4M.1": Step(_mystic_deal, mystic_dealt),
    "P4M.2": Step(_mystic_word, mystic_word),
    "P4M.2.card": Step(take=mystic_word),
    "P4M.2.word": Step(take=mystic_word),
    "P4M.3": Step(_placing, ready_pressed),
    "P5.1": Step(_lift, lifted),
}
