"""What Mind Cards do: at P5.4, and at P5.8 what waits for the Beast's fate. Unchecked cards only
propose.
"""

from collections.abc import Iterator

from companion.games.spell_from_the_future.ending import hurt
from companion.games.spell_from_the_future.opening import effect_said, token_said
from companion.games.spell_from_the_future.pack import Condition, Effect, Mind, is_proposed, mind_of
from companion.games.spell_from_the_future.state import (
    Gain,
    Proposal,
    State,
    colour_of_seat,
    effects_in_play,
    mind_in_play,
    placed_by,
    replace,
    with_player,
)
from companion.kit.intents import Answer, Chosen
from companion.kit.say import name_of, say
from companion.kit.story import Story

BEFORE_THE_FIGHT = ("add_attack", "add_defence", "gain_vp")


def is_late(effect: Effect) -> bool:
    """Waits for the end of the fight."""
    return effect.when.beast_defeated is not None or effect.do == "village_damage"


def is_met(state: State, seat: str, when: Condition) -> bool:
    player = state.players[seat]
    if when.own_hits is not None:
        hits = player.hits_white if when.own_hits.colour == "white" else player.hits_black
        return hits >= when.own_hits.min
    if when.single_box is not None:
        colour = single_box(state, seat, when.single_box)
        return colour is not None
    if when.initiative is not None:
        return state.initiative == when.initiative
    if when.beast_defeated is not None:
        return state.beast_defeated == ("yes" if when.beast_defeated else "no")
    return True


def single_box(state: State, seat: str, least: int) -> str | None:
    """The colour of all the player's tokens if they share one box and Hit; else None."""
    player = state.players[seat]
    boxes = list(placed_by(player).values())
    if len(boxes) != 1 or (boxes[0].white and boxes[0].black):
        return None
    colour = "white" if boxes[0].white else "black"
    hits = player.hits_white if colour == "white" else player.hits_black
    return colour if hits and hits >= least else None


def abilities(story: Story[State], late: bool) -> None:
    """Applies what is certain, and leaves in `proposals` what someone must answer."""
    for seat in story.state.players:
        mind = mind_in_play(story.state, seat)
        for at, effect in enumerate(effects_in_play(story.state, seat)):
            wanted = effect.do in BEFORE_THE_FIGHT or (late and effect.do == "village_damage")
            if mind is None or is_late(effect) != late or not wanted or story.state.step == "END":
                continue
            if not is_met(story.state, seat, effect.when):
                why = say(
                    "sf.log.not_met",
                    name=name_of(seat),
                    mind=mind.title,
                    effect=effect_said(effect),
                )
                story.tell(story.state, why, about=(seat,))
            else:
                _offer(story, seat, mind, at)


def _offer(story: Story[State], seat: str, mind: Mind, at: int) -> None:
    effect = mind.effects[at]
    if is_proposed(mind):
        _await(story, Proposal(seat, mind.id, at, "yes_no"))
    elif effect.track == "choice" and effect.do == "gain_vp":
        _await(story, Proposal(seat, mind.id, at, "colour"))
    else:
        _apply(story, seat, mind, effect, effect.track)


def _await(story: Story[State], proposal: Proposal) -> None:
    story.keep(replace(story.state, proposals=(*story.state.proposals, proposal)))


def _apply(story: Story[State], seat: str, mind: Mind, effect: Effect, track: str) -> None:
    state = story.state
    why = say(f"sf.log.{effect.do}", name=name_of(seat), mind=mind.title, n=effect.n)
    if effect.do == "add_attack":
        story.tell(
            replace(state, attack_total=max(0, state.attack_total + effect.n)), why, about=(seat,)
        )
    elif effect.do == "add_defence":
        story.tell(
            replace(state, defence_total=max(0, state.defence_total + effect.n)), why, about=(seat,)
        )
    elif effect.do == "village_damage":
        hurt(story, effect.n, "sf.log.mind_damage", mind=mind.title)
    else:
        colour = single_box(state, seat, 0) or "white" if track == "box_colour" else track
        gain = Gain(seat, colour, effect.n, mind.title)
        if is_late(effect):
            gained(story, gain)
        else:
            story.keep(replace(state, gains=(*state.gains, gain)))


def gained(story: Story[State], gain: Gain) -> None:
    """VP a card gives; never below zero."""
    field = f"{gain.colour}_vp"
    now = max(0, getattr(story.state.players[gain.seat], field) + gain.n)
    story.tell(
        with_player(story.state, gain.seat, **{field: now}),
        "sf.log.gain",
        about=(gain.seat,),
        name=name_of(gain.seat),
        n=gain.n,
        colour=token_said(gain.colour),
        mind=gain.mind,
    )


def proposal_answered(story: Story[State], answer: Answer, seat: str, at: int) -> None:
    """Yes or no to a proposed effect; white or black where the owner chooses."""
    assert isinstance(answer.answer, Chosen)
    chosen = answer.answer.options[0]
    proposal = next(one for one in story.state.proposals if (one.seat, one.at) == (seat, at))
    others = tuple(one for one in story.state.proposals if one is not proposal)
    story.keep(replace(story.state, proposals=others))
    mind = mind_of(story.state.pack, proposal.mind, colour_of_seat(story.state, seat))
    assert mind is not None
    effect = mind.effects[at]
    if chosen == "no":
        why = say(
            "sf.log.left_out", name=name_of(seat), mind=mind.title, effect=effect_said(effect)
        )
        story.tell(story.state, why, about=(seat,))
    elif chosen == "yes" and effect.do == "gain_vp" and effect.track == "choice":
        _await(story, Proposal(seat, mind.id, at, "colour"))
    else:
        _apply(story, seat, mind, effect, effect.track if chosen == "yes" else chosen)


def manual_effects(state: State, late: bool) -> Iterator[tuple[str, Mind, Effect]]:
    """Effects in words: the table carries them out and sets the numbers by hand."""
    for seat in state.players:
        mind = mind_in_play(state, seat)
        for effect in effects_in_play(state, seat):
            fits = effect.do == "manual" and is_late(effect) == late
            if mind is not None and fits and is_met(state, seat, effect.when):
                yield seat, mind, effect
