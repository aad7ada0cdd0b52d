"""Steps S2 to S4 (boards out, Beast deck built, who begins), and the morning of each day (P1)."""

from companion.games.spell_from_the_future.pack import TIERS
from companion.games.spell_from_the_future.rules.deck import difficulty, tier_mix
from companion.games.spell_from_the_future.rules.village import story_text
from companion.games.spell_from_the_future.rules.wording import ask_id, effect_said
from companion.games.spell_from_the_future.state import (
    MOST_TOKENS,
    USUAL_TOKENS,
    USUAL_WORDS,
    GameStory,
    Modifier,
    Player,
    State,
    left_of,
    replace,
)
from companion.kit.asks import Cell, Choose, DieWanted, Option, PieceWanted, Place, Ready, Roll
from companion.kit.intents import Chosen, Placed, Rolled
from companion.kit.pieces import count_of
from companion.kit.say import name_of, say
from companion.kit.seats import order_of
from companion.kit.steps import Asks, PlainStep, Reply, Step

TIER_CELLS = ("T1", "T2", "T3", "T4")


CHECKLIST = ("boards", "sets", "markers", "tokens", "damage", "cubes", "words", "colours")


def _lay_out(state: State, _frame: PlainStep) -> Asks:
    players = len(state.seats)
    lines = tuple(
        say(f"sf.setup.{line}", n=players, damage=state.village_damage) for line in CHECKLIST
    )
    if story_text(state):
        lines = (say("sf.story", text=story_text(state)), *lines)
    if state.in_force["damage_mode"] == "flat1":
        lines = (*lines, say("sf.warn.flat1"))
    return (Ready(id=ask_id(state, "S2"), say=say("sf.ask.S2"), lines=lines),)


def laid_out(story: GameStory, _frame: PlainStep, _reply: Reply) -> None:
    story.tell(replace(story.state, step="S3"), "sf.log.laid_out")


def _deck(state: State, _frame: PlainStep) -> Asks:
    mix = tier_mix(state)
    values = dict(zip("abcd", mix, strict=True))
    order_line = say(f"sf.setup.{state.options['beast_order']}")
    lines = (
        say("sf.setup.difficulty", name=say(f"sf.option.difficulty.{difficulty(state)}")),
        order_line,
    )
    confirm = Ready(id=ask_id(state, "S3"), say=say("sf.ask.S3", **values), lines=lines)
    count = Place(
        id=ask_id(state, "S3.count"),
        say=say("sf.ask.S3.count"),
        optional=True,
        sheet="beast_deck",
        cells=tuple(Cell(cell, most=size) for cell, size in zip(TIER_CELLS, TIERS, strict=True)),
        pieces=(PieceWanted("beast", say("sf.piece.beast")),),
    )
    return (confirm, count)


def deck_built(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """S3. Counting the tiers is optional; a count given must be the mix."""
    mix = tier_mix(story.state)
    if isinstance(reply.value, Placed):
        have = tuple(count_of(reply.value.cells.get(cell, ())) for cell in TIER_CELLS)
        wrong = have != mix
        story.refuse_if(wrong, "SF-E03", "sf.refused.mix", want=_listed(mix), have=_listed(have))
    story.tell(replace(story.state, step="S4"), "sf.log.deck_built", mix=_listed(mix))
    if story.state.first_player:  # a further attempt of a campaign
        _begin(story, story.state.first_player)


def _listed(counts: tuple[int, ...]) -> str:
    return ", ".join(str(count) for count in counts)


def _first(state: State, _frame: PlainStep) -> Asks:
    if state.options["first_mage_start"] == "random":
        lines = tuple(
            say("sf.setup.draw", faces=faces, name=name_of(seat))
            for seat, faces in drawn_by(state).items()
        )
        draw = ask_id(state, "S4", str(state.draws))
        return (
            Roll(id=draw, say=say("sf.ask.S4.draw"), dice=(DieWanted(),), zone="tray", lines=lines),
        )
    options = tuple(
        Option(seat, say("sf.name", name=name_of(seat)), seat=seat) for seat in order_of(state)
    )
    return (Choose(id=ask_id(state, "S4"), say=say("sf.ask.S4"), options=options),)


def first_chosen(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    """S4: the table names the 1st Mage, or the die draws one; faces that would favour a seat are
    rolled again.
    """
    if isinstance(reply.value, Chosen):
        _begin(story, reply.value.options[0])
        return
    assert isinstance(reply.value, Rolled)
    face = reply.value.dice[0].pips
    drawn = next((seat for seat, faces in drawn_by(story.state).items() if face in faces), None)
    if drawn is None:
        story.tell(
            replace(story.state, draws=story.state.draws + 1), "sf.log.draw_again", face=face
        )
    else:
        _begin(story, drawn)


def drawn_by(state: State) -> dict[str, tuple[int, ...]]:
    """Which faces of the die draw which seat: as many for each, the rest are rolled again."""
    seats = order_of(state)
    fair = 6 // len(seats) * len(seats)
    return {seat: tuple(range(at, fair + 1, len(seats))) for at, seat in enumerate(seats, 1)}


def _begin(story: GameStory, first: str) -> None:
    state = replace(story.state, first_player=first, step=first_step(story.state))
    story.tell(state, "sf.log.first_mage", about=(first,), name=name_of(first))


def first_step(state: State) -> str:
    """Where a day begins once its preparation is done."""
    return "P3.1" if state.in_force["phase_order"] == "beast_first" else "P2.1"


def _new_day(state: State, _frame: PlainStep) -> Asks:
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
    return (Ready(id=ask_id(state, "P1"), say=ask_say, seats=(first,), lines=tuple(lines)),)


def new_day(story: GameStory, _frame: PlainStep, _reply: Reply) -> None:
    """P1.1 to P1.6 on one confirmation."""
    state = replace(story.state, in_force=dict(story.state.options))
    first = left_of(state, state.first_player)
    story.tell(
        replace(state, first_player=first), "sf.log.first_mage", about=(first,), name=name_of(first)
    )
    story.tell(_cleared(story.state), "sf.log.cleared")
    _reshuffle_early(story)
    _wake_effects(story)


def _cleared(state: State) -> State:
    """Words and colours to their discards, tokens and Mind Cards off the table, cubes to zero, the
    Beast away.
    """
    return replace(
        state,
        word_discard_count=state.word_discard_count + state.word_cards_open,
        word_cards_open=0,
        color_discard=state.color_discard + len(state.color_open),
        colors_discarded=state.colors_discarded + state.color_open,
        color_open=(),
        reshuffled_after=None,
        letters=(),
        words={},
        mystic_round=False,
        mystic_card=None,
        mystic_word=None,
        players={seat: _rested(player) for seat, player in state.players.items()},
        current_beast=None,
        beast_defeated="unknown",
        attack_blocked="unknown",
        initiative="none",
        initiative_roll=None,
        attack_total=0,
        defence_total=0,
        called=(),
        proposals=(),
        gains=(),
    )


def _rested(player: Player) -> Player:
    return Player(player.white_vp, player.black_vp, player.minds_used)


def _reshuffle_early(story: GameStory) -> None:
    """The option below_four: with fewer than four cards left, discard and deck become one deck in
    the morning.
    """
    state = story.state
    if state.in_force["color_reshuffle"] == "below_four" and state.color_deck < 4:
        together = state.color_deck + state.color_discard
        after = replace(state, color_deck=together, color_discard=0, colors_discarded=())
        story.tell(after, "sf.log.colours_together", sound="reshuffle", n=together)


def _wake_effects(story: GameStory) -> None:
    """P1.6: what the last Beast left is active today; older effects are gone."""
    state = story.state
    today = tuple(
        modifier for modifier in state.pending_modifiers if modifier.for_round == state.round
    )
    wanted = USUAL_WORDS + _sum(today, "word_cards")
    words = max(0, min(state.pack.generator_slots, wanted))
    limit = max(0, min(MOST_TOKENS, USUAL_TOKENS + _sum(today, "token_limit")))
    manual = any(modifier.effect.do == "manual" for modifier in today)
    state = replace(
        state,
        pending_modifiers=today,
        word_cards_this_round=words,
        token_limit=limit,
        step="P1.6" if manual else first_step(state),
    )
    story.keep(state)
    for modifier in today:
        story.tell(
            story.state, "sf.log.active", beast=modifier.beast, effect=effect_said(modifier.effect)
        )
    if wanted > words:
        story.tell(story.state, "sf.log.no_more_slots", want=wanted, have=words)


def _sum(modifiers: tuple[Modifier, ...], do: str) -> int:
    return sum(modifier.effect.n for modifier in modifiers if modifier.effect.do == do)


def _effects(state: State, _frame: PlainStep) -> Asks:
    effects = tuple(effect_said(modifier.effect) for modifier in state.pending_modifiers)
    ask_say = say("sf.ask.P1.6", effects=effects)
    first = state.first_player
    return (
        Ready(
            id=ask_id(state, "P1.6"), say=ask_say, seats=(first,), lines=(say("sf.day.by_hand"),)
        ),
    )


def effects_seen(story: GameStory, _frame: PlainStep, _reply: Reply) -> None:
    """P1.6 with an effect in words: the table has set its numbers and goes on."""
    story.tell(replace(story.state, step=first_step(story.state)), "sf.log.effects_seen")


STEPS = {
    "S2": Step(_lay_out, laid_out),
    "S3": Step(_deck, deck_built),
    "S3.count": Step(take=deck_built),
    "S4": Step(_first, first_chosen),
    "P1": Step(_new_day, new_day),
    "P1.6": Step(_effects, effects_seen),
}
