"""Steps S2 to S4 (boards out, Beast deck built, who begins) and what each new day does before its
first card.
"""

from companion.games.spell_from_the_future.pack import Effect
from companion.games.spell_from_the_future.setup import tier_mix
from companion.games.spell_from_the_future.state import (
    MOST_TOKENS,
    USUAL_TOKENS,
    USUAL_WORDS,
    Modifier,
    Player,
    State,
    left_of,
    order,
    replace,
)
from companion.kit.intents import Answer, Chosen, Placed, Rolled
from companion.kit.pieces import count_of
from companion.kit.say import Say, name_of, say
from companion.kit.story import Story

TIER_CELLS = ("T1", "T2", "T3", "T4")


def laid_out(story: Story[State], _answer: Answer) -> None:
    story.tell(replace(story.state, step="S3"), "sf.log.laid_out")


def deck_built(story: Story[State], answer: Answer) -> None:
    """S3. Counting the tiers is optional; a count given must be the mix."""
    mix = tier_mix(story.state)
    if isinstance(answer.answer, Placed):
        have = tuple(count_of(answer.answer.cells.get(cell, ())) for cell in TIER_CELLS)
        wrong = have != mix
        story.refuse_if(wrong, "SF-E03", "sf.refused.mix", want=_listed(mix), have=_listed(have))
    story.tell(replace(story.state, step="S4"), "sf.log.deck_built", mix=_listed(mix))
    if story.state.first_player:  # a further attempt of a campaign
        _begin(story, story.state.first_player)


def _listed(counts: tuple[int, ...]) -> str:
    return ", ".join(str(count) for count in counts)


def first_chosen(story: Story[State], answer: Answer) -> None:
    """S4: the table names the 1st Mage, or the die draws one; faces that would favour a seat are
    rolled again.
    """
    if isinstance(answer.answer, Chosen):
        _begin(story, answer.answer.options[0])
        return
    assert isinstance(answer.answer, Rolled)
    face = answer.answer.dice[0].pips
    drawn = next((seat for seat, faces in drawn_by(story.state).items() if face in faces), None)
    if drawn is None:
        story.tell(
            replace(story.state, draws=story.state.draws + 1), "sf.log.draw_again", face=face
        )
    else:
        _begin(story, drawn)


def drawn_by(state: State) -> dict[str, tuple[int, ...]]:
    """Which faces of the die draw which seat: as many for each, the rest are rolled again."""
    seats = order(state)
    fair = 6 // len(seats) * len(seats)
    return {seat: tuple(range(at, fair + 1, len(seats))) for at, seat in enumerate(seats, 1)}


def _begin(story: Story[State], first: str) -> None:
    state = replace(story.state, first_player=first, step=first_step(story.state))
    story.tell(state, "sf.log.first_mage", about=(first,), name=name_of(first))


def first_step(state: State) -> str:
    """Where a day begins once its preparation is done."""
    return "P3.1" if state.in_force["phase_order"] == "beast_first" else "P2.1"


def new_day(story: Story[State], _answer: Answer) -> None:
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


def _reshuffle_early(story: Story[State]) -> None:
    """The option below_four: with fewer than four cards left, discard and deck become one deck in
    the morning.
    """
    state = story.state
    if state.in_force["color_reshuffle"] == "below_four" and state.color_deck < 4:
        together = state.color_deck + state.color_discard
        after = replace(state, color_deck=together, color_discard=0, colors_discarded=())
        story.tell(after, "sf.log.colours_together", sound="reshuffle", n=together)


def _wake_effects(story: Story[State]) -> None:
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


def effects_seen(story: Story[State], _answer: Answer) -> None:
    """P1.6 with an effect in words: the table has set its numbers and goes on."""
    story.tell(replace(story.state, step=first_step(story.state)), "sf.log.effects_seen")


def effect_said(effect: Effect) -> Say:
    """An effect in a few words, for prompts and the log."""
    signed = f"{effect.n:+d}"
    match effect.do:
        case "manual":
            return say("sf.effect.manual", text=effect.text or "?")
        case "beast_stat":
            return say(f"sf.effect.beast_{effect.stat}", n=signed)
        case "gain_vp":
            return say(f"sf.effect.gain_vp.{effect.track}", n=signed)
        case "box_rule":
            letters = ", ".join(effect.letters)
            return say(
                f"sf.effect.box.{effect.kind}",
                n=effect.n,
                letters=letters,
                colour=token_said(effect.colour),
            )
        case _:
            return say(f"sf.effect.{effect.do}", n=signed)


def token_said(colour: str) -> Say:
    return say(f"sf.token.{colour}")
