"""What is asked now, step by step. Lean: this runs for every answer."""

from collections.abc import Callable
from functools import lru_cache

from companion.games.spell_from_the_future import asks_resolve as resolve
from companion.games.spell_from_the_future.beasts import column
from companion.games.spell_from_the_future.colours import draw_order
from companion.games.spell_from_the_future.ending import story_text
from companion.games.spell_from_the_future.opening import TIER_CELLS, drawn_by, effect_said
from companion.games.spell_from_the_future.pack import TIERS, Beast, WordCard, word_of
from companion.games.spell_from_the_future.setup import difficulty, tier_mix
from companion.games.spell_from_the_future.state import State, left_of, occasion, order
from companion.games.spell_from_the_future.thoughts import place_said
from companion.kit.asks import (
    Ask,
    CardKnown,
    Cell,
    Choose,
    Count,
    DieWanted,
    Option,
    PieceWanted,
    Place,
    Ready,
    Roll,
    Show,
)
from companion.kit.say import Say, name_of, say

BEAST_FACTS = ("mystic", "health", "attack", "damage", "if_defeated", "if_not_defeated")
CHECKLIST = ("boards", "sets", "markers", "tokens", "damage", "cubes", "words", "colours")


def asks(state: State) -> tuple[Ask, ...]:
    return _ASKS[state.step](state)


def _id(state: State, step: str) -> str:
    return f"{occasion(state)}:{step}"


def _lay_out(state: State) -> tuple[Ask, ...]:
    players = len(state.seats)
    lines = tuple(
        say(f"sf.setup.{line}", n=players, damage=state.village_damage) for line in CHECKLIST
    )
    if story_text(state):
        lines = (say("sf.story", text=story_text(state)), *lines)
    if state.in_force["damage_mode"] == "flat1":
        lines = (*lines, say("sf.warn.flat1"))
    return (Ready(id=_id(state, "S2"), say=say("sf.ask.S2"), lines=lines),)


def _deck(state: State) -> tuple[Ask, ...]:
    mix = tier_mix(state)
    values = dict(zip("abcd", mix, strict=True))
    order_line = say(f"sf.setup.{state.options['beast_order']}")
    lines = (
        say("sf.setup.difficulty", name=say(f"sf.option.difficulty.{difficulty(state)}")),
        order_line,
    )
    confirm = Ready(id=_id(state, "S3"), say=say("sf.ask.S3", **values), lines=lines)
    count = Place(
        id=_id(state, "S3.count"),
        say=say("sf.ask.S3.count"),
        optional=True,
        sheet="beast_deck",
        cells=tuple(Cell(cell, most=size) for cell, size in zip(TIER_CELLS, TIERS, strict=True)),
        pieces=(PieceWanted("beast", say("sf.piece.beast")),),
    )
    return (confirm, count)


def _first(state: State) -> tuple[Ask, ...]:
    if state.options["first_mage_start"] == "random":
        lines = tuple(
            say("sf.setup.draw", faces=faces, name=name_of(seat))
            for seat, faces in drawn_by(state).items()
        )
        ask_id = _id(state, f"S4:{state.draws}")
        return (
            Roll(
                id=ask_id, say=say("sf.ask.S4.draw"), dice=(DieWanted(),), zone="tray", lines=lines
            ),
        )
    options = tuple(
        Option(seat, say("sf.name", name=name_of(seat)), seat=seat) for seat in order(state)
    )
    return (Choose(id=_id(state, "S4"), say=say("sf.ask.S4"), options=options),)


def _by_first(state: State, step: str, *lines: Say) -> tuple[Ask, ...]:
    """A confirmation by the 1st Mage."""
    first = state.first_player
    return (
        Ready(
            id=_id(state, step),
            say=say(f"sf.ask.{step}", name=name_of(first)),
            seats=(first,),
            lines=lines,
        ),
    )


def _new_day(state: State) -> tuple[Ask, ...]:
    first = left_of(state, state.first_player)
    lines = [say("sf.day.pass", name=name_of(first)), say("sf.day.words", n=state.word_cards_open)]
    if state.color_open:
        lines.append(say("sf.day.colours", n=len(state.color_open)))
    lines.append(
        say("sf.day.mystic", n=len(state.seats)) if state.mystic_round else say("sf.day.minds")
    )
    lines += [say("sf.day.tokens"), say("sf.day.cubes"), say("sf.day.beast")]
    if state.color_deck < 4 and state.options["color_reshuffle"] == "below_four":
        lines.append(say("sf.day.reshuffle"))
    today = [modifier for modifier in state.pending_modifiers if modifier.for_round == state.round]
    lines += [say("sf.day.effect", effect=effect_said(modifier.effect)) for modifier in today]
    ask_say = say("sf.ask.P1", name=name_of(first))
    return (Ready(id=_id(state, "P1"), say=ask_say, seats=(first,), lines=tuple(lines)),)


def _effects(state: State) -> tuple[Ask, ...]:
    effects = tuple(effect_said(modifier.effect) for modifier in state.pending_modifiers)
    ask_say = say("sf.ask.P1.6", effects=effects)
    first = state.first_player
    return (
        Ready(id=_id(state, "P1.6"), say=ask_say, seats=(first,), lines=(say("sf.day.by_hand"),)),
    )


def _words(state: State) -> tuple[Ask, ...]:
    number, slots = state.word_cards_this_round, state.pack.generator_slots
    first = state.first_player
    count = Count(
        id=_id(state, "P2.1"),
        say=say("sf.ask.P2.1", name=name_of(first), n=number),
        seats=(first,),
        zone="generator",
        of="word_cards",
        most=slots,
        start=number,
        piece="card",
    )
    show = Show(
        id=_id(state, "P2.1.words"),
        say=say("sf.ask.P2.1.words"),
        seats=(first,),
        zone="generator",
        optional=True,
        cards="word",
        deck="words",
        known=_known_words(state.pack.words),
        least=number,
        most=number,
        new=True,
        needs=("words",),
    )
    return (count, show) if number else (count,)


@lru_cache(maxsize=16)
def _known_words(words: tuple[WordCard, ...]) -> tuple[CardKnown, ...]:
    return tuple(CardKnown(card.id, ", ".join(card.texts()), card.source) for card in words)


def _read_aloud(state: State) -> tuple[Ask, ...]:
    lines = tuple(place_said(state, letter) for letter in state.letters)
    return _by_first(state, "P2.2", *lines)


def _beast(state: State) -> tuple[Ask, ...]:
    players, how = len(state.seats), str(state.in_force["two_player_stats"])

    def known(beast: Beast) -> CardKnown:
        missing = () if column(beast, players, how) else BEAST_FACTS
        return CardKnown(beast.id, beast.title, beast.source, needs=missing)

    ask = Show(
        id=_id(state, "P3.1"),
        say=say("sf.ask.P3.1", name=name_of(state.first_player)),
        seats=(state.first_player,),
        zone="middle",
        cards="beast",
        deck="beasts",
        known=tuple(
            known(beast) for beast in state.pack.beasts if beast.id not in state.beasts_met
        ),
        new=True,
        needs=BEAST_FACTS,
    )
    return (ask,)


def _roll(state: State) -> tuple[Ask, ...]:
    first = state.first_player
    ask_say = say("sf.ask.P3.2", name=name_of(first))
    return (
        Roll(id=_id(state, "P3.2"), say=ask_say, seats=(first,), zone="tray", dice=(DieWanted(),)),
    )


def _draw(state: State) -> tuple[Ask, ...]:
    first, left = state.first_player, left_of(state, state.first_player)
    after = draw_order(state)
    lines = (
        () if after is None else (say("sf.draw.reshuffle", n=after, discard=state.color_discard),)
    )
    ask_say = say("sf.ask.P4.1", name=name_of(first), left=name_of(left))
    return (Ready(id=_id(state, "P4.1"), say=ask_say, seats=(first,), lines=lines),)


def _colour(state: State) -> tuple[Ask, ...]:
    first = state.first_player
    who = first if state.step == "P4.2" else left_of(state, first)
    gone = (*state.color_open, *state.colors_discarded)
    ask = Show(
        id=_id(state, state.step),
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


def _placing(state: State) -> tuple[Ask, ...]:
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
        id=_id(state, state.step),
        say=ask_say,
        seats=order(state),
        lines=lines,
        done=done,
        withdraw=True,
    )
    if state.options["private_precheck"] == "off":
        return (ready,)
    usual = resolve.usual_cells(state)
    return (ready, *(resolve.tokens_ask(state, seat, "precheck", usual) for seat in order(state)))


def _mystic_deal(state: State) -> tuple[Ask, ...]:
    return (Ready(id=_id(state, "P4M.1"), say=say("sf.ask.P4M.1")),)


def _mystic_word(state: State) -> tuple[Ask, ...]:
    first = state.first_player
    if state.mystic_card is not None:
        card = word_of(state.pack, state.mystic_card)
        texts = card.texts() if card else ()
        options = tuple(Option(str(at), say("sf.word", word=text)) for at, text in enumerate(texts))
        pick = say("sf.ask.P4M.2.word", name=name_of(first))
        return (Choose(id=_id(state, "P4M.2.word"), say=pick, seats=(first,), options=options),)
    show = Show(
        id=_id(state, "P4M.2.card"),
        say=say("sf.ask.P4M.2.card"),
        seats=(first,),
        zone="middle",
        optional=True,
        cards="word",
        deck="words",
        known=_known_words(state.pack.words),
        new=True,
        needs=("words",),
    )
    return (*_by_first(state, "P4M.2"), show)


def _over(state: State) -> tuple[Ask, ...]:
    if state.campaign is None or state.campaign.result != "running":
        return ()
    key = "sf.ask.NEXT.won" if state.result == "survived" else "sf.ask.NEXT.lost"
    ask_say = say(key, chapter=state.campaign.chapter, lives=state.campaign.lives)
    return (Ready(id=_id(state, "NEXT"), say=ask_say),)


_ASKS: dict[str, Callable[[State], tuple[Ask, ...]]] = {
    "S2": _lay_out,
    "S3": _deck,
    "S4": _first,
    "P1": _new_day,
    "P1.6": _effects,
    "P2.1": _words,
    "P2.2": _read_aloud,
    "P3.1": _beast,
    "P3.2": _roll,
    "P4.1": _draw,
    "P4.2": _colour,
    "P4.3": _colour,
    "P4.4": _placing,
    "P4M.1": _mystic_deal,
    "P4M.2": _mystic_word,
    "P4M.3": _placing,
    "P5.1": resolve.lift,
    "P5.2": resolve.readings,
    "P5.3": resolve.calling,
    "P5.4": resolve.abilities,
    "P5.5": resolve.counted,
    "P5.6": resolve.struck,
    "P5.7": resolve.struck,
    "P5.8": resolve.aftermath,
    "END": _over,
}
STEPS = frozenset(_ASKS)
