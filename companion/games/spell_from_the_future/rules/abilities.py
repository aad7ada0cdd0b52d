"""What Mind Cards do: at P5.4, and at P5.8 what waits for the Beast's fate.

Unchecked cards only propose.
"""

from collections.abc import Iterator

from companion.games.spell_from_the_future.pack import Condition, Effect, Mind, is_proposed, mind_of
from companion.games.spell_from_the_future.rules.village import hurt
from companion.games.spell_from_the_future.rules.wording import ask_id, effect_said, token_said
from companion.games.spell_from_the_future.state import (
    Gain,
    GameStory,
    Proposal,
    State,
    colour_of_seat,
    effects_in_play,
    mind_in_play,
    placed_by,
    replace,
)
from companion.kit.asks import Choose, Option
from companion.kit.say import Say, name_of, say
from companion.kit.seats import with_player

BEFORE_THE_FIGHT = ("add_attack", "add_defence", "gain_vp")


COLOUR_OPTIONS = (
    Option("white", say("sf.token.white"), colour="white"),
    Option("black", say("sf.token.black"), colour="black"),
)


YES_NO = (Option("yes", say("sf.yes")), Option("no", say("sf.no")))


def proposed(state: State, proposal: Proposal) -> Choose:
    """Put to the card's owner; the first player may answer too, except which colour is wanted."""
    mind = mind_of(state.pack, proposal.mind, colour_of_seat(state, proposal.seat))
    assert mind is not None
    effect = effect_said(mind.effects[proposal.at])
    by_colour = proposal.wants == "colour"
    key = "sf.ask.P5.4.colour" if by_colour else "sf.ask.P5.4"
    at = f"{proposal.at}.colour" if by_colour else str(proposal.at)
    may_answer = (
        (proposal.seat,) if by_colour else tuple(dict.fromkeys((proposal.seat, state.first_player)))
    )
    return Choose(
        id=ask_id(state, state.step, proposal.seat, at),
        say=say(key, name=name_of(proposal.seat), mind=mind.title, effect=effect),
        seats=may_answer,
        options=COLOUR_OPTIONS if by_colour else YES_NO,
    )


def manual_lines(state: State, late: bool) -> tuple[Say, ...]:
    return tuple(
        say("sf.manual_line", name=name_of(seat), mind=mind.title, text=effect.text or "?")
        for seat, mind, effect in manual_effects(state, late)
    )


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


def abilities(story: GameStory, late: bool) -> None:
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


def _offer(story: GameStory, seat: str, mind: Mind, at: int) -> None:
    effect = mind.effects[at]
    if is_proposed(mind):
        _await(story, Proposal(seat, mind.id, at, "yes_no"))
    elif effect.track == "choice" and effect.do == "gain_vp":
        _await(story, Proposal(seat, mind.id, at, "colour"))
    else:
        _apply(story, seat, mind, effect, effect.track)


def _await(story: GameStory, proposal: Proposal) -> None:
    story.keep(replace(story.state, proposals=(*story.state.proposals, proposal)))


def _apply(story: GameStory, seat: str, mind: Mind, effect: Effect, track: str) -> None:
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


def gained(story: GameStory, gain: Gain) -> None:
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


def proposal_answered(story: GameStory, chosen: str, seat: str, at: int) -> None:
    """Yes or no to a proposed effect; white or black where the owner chooses."""
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
