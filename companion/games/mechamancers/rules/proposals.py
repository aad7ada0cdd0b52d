"""What somebody says about a thing the camera saw: an attack made before it was declared, a bump, a
miscount.
"""

from typing import Any

from msgspec.structs import replace

from companion.games.mechamancers.pack import title
from companion.games.mechamancers.rules import choices
from companion.games.mechamancers.rules.asking import ask_id
from companion.games.mechamancers.rules.combat import attack, is_sheltered
from companion.games.mechamancers.rules.damage import damage, destroy, heal, return_to_hand
from companion.games.mechamancers.rules.figures import attacks_left, damage_now
from companion.games.mechamancers.rules.goods import limit_hand
from companion.games.mechamancers.rules.naming import named
from companion.games.mechamancers.rules.rotation import decode
from companion.games.mechamancers.rules.tokens import settle_tokens
from companion.games.mechamancers.state import (
    GameStep,
    GameStory,
    Mech,
    Proposal,
    State,
    mech_card,
    mech_in,
    standing,
    with_mech,
)
from companion.kit.asks import Choose, Option
from companion.kit.say import Say, name_of, say
from companion.kit.steps import PlainStep, Reply, Step

Hit = tuple[str, int]  # slot of the attacker, how many attacks


def ref_of(proposal: Proposal) -> str:
    return f"{proposal.seat}:{proposal.slot}"


def _about(proposal: Proposal) -> str:
    """What the ask is about: a slot, or the tokens, of a player."""
    spot = "tokens" if proposal.kind == "tokens" else proposal.slot
    return f"{proposal.seat}.{spot}"


# What is asked


def proposal_asks(state: State) -> tuple[Choose, ...]:
    return tuple(_ask(state, proposal) for proposal in state.proposals)


def _ask(state: State, proposal: Proposal) -> Choose:
    answers = answers_to(state, proposal)
    return Choose(
        id=ask_id(state, "proposal", _about(proposal)),
        say=_words(state, proposal, is_attack=answers[0].startswith("hit:")),
        options=tuple(_verdict(state, what) for what in answers),
        optional=True,
    )


def _words(state: State, proposal: Proposal, *, is_attack: bool) -> Say:
    if proposal.kind == "tokens":
        return _token_words(state, proposal)
    what = "attack" if proposal.kind == "turned" and is_attack else proposal.kind
    known = named(state, ref_of(proposal))
    return say(f"mm.propose.{what}", quarter=proposal.quarter, **known)


def _token_words(state: State, proposal: Proposal) -> Say:
    player = state.players[proposal.seat]
    numbers: dict[str, Any] = {"vp": player.vp, "mana": player.mana}
    numbers |= {"vp_seen": proposal.vp, "mana_seen": proposal.mana}
    return say("mm.refused.tokens", seat=name_of(proposal.seat), **numbers)


def _verdict(state: State, what: str) -> Option:
    if not what.startswith("hit:"):
        return choices.verdict(what, "", 0)
    slot, _, times = what.removeprefix("hit:").partition("x")
    card = state.players[state.current].field[slot].card
    return choices.verdict(what, title(mech_card(state, card)), int(times))


# What it may have been


def answers_to(state: State, proposal: Proposal) -> list[str]:
    if proposal.kind == "tokens":
        return ["engine", "table"]
    if proposal.kind == "gone":
        return ["destroyed", "picked_up", "bumped"]
    mech = mech_in(state, ref_of(proposal)) or Mech()
    answers = [f"hit:{slot}x{times}" for slot, times in possible_hits(state, proposal)]
    if _looks_dead(state, mech, proposal.quarter):
        answers.append("destroyed")
    elif proposal.quarter > mech.d:
        answers.append("damage")
    if proposal.quarter < mech.d:
        answers.append("repaired")
    return [*answers, "bumped"]


def _looks_dead(state: State, mech: Mech, quarter: int) -> bool:
    """Death mark up; or, with four health, upright again after the last living corner."""
    card = mech_card(state, mech.card)
    back_to_upright = card.max_health == 4 and (mech.d, quarter) == (3, 0)
    return decode(card, quarter) == "dead" or back_to_upright


def possible_hits(state: State, proposal: Proposal) -> list[Hit]:
    """Attacks of the current player that would have turned the card just so."""
    if state.step != "T4" or is_sheltered(state, ref_of(proposal)):
        return []
    target = mech_in(state, ref_of(proposal))
    if target is None:
        return []
    dead = _looks_dead(state, target, proposal.quarter)
    turned = mech_card(state, target.card).max_health if dead else proposal.quarter
    needed = turned - target.d
    hits: list[Hit] = []
    for slot, _mech in standing(state.players[state.current]):
        each = damage_now(state, state.current, slot)
        left = attacks_left(state, state.current, slot)
        if not left or not each or needed <= 0 or f"{state.current}:{slot}" == ref_of(proposal):
            continue
        times = -(-needed // each)
        if times <= left and (dead or times * each == needed):
            hits.append((slot, times))
    return hits


# What is done about it


def _take(story: GameStory, _frame: PlainStep, reply: Reply) -> None:
    open_now = story.state.proposals
    answer_proposal(
        story, next(one for one in open_now if _about(one) == reply.about), reply.choice
    )


def answer_proposal(story: GameStory, proposal: Proposal, what: str) -> None:
    kept = tuple(one for one in story.state.proposals if one != proposal)
    story.keep(replace(story.state, proposals=kept))
    if proposal.kind == "tokens":
        settle_tokens(story, proposal, what)
    elif what == "bumped":
        _set_back(story, proposal)
    else:
        _happened(story, proposal, what)
        _already_lies_so(story, proposal)


def _set_back(story: GameStory, proposal: Proposal) -> None:
    state = story.state
    mech = state.players[proposal.seat].field[proposal.slot]
    words = {"quarter": mech.d % 4, **named(state, ref_of(proposal))}
    story.tell(state, "mm.log.set_back", about=(proposal.seat,), **words)


def _happened(story: GameStory, proposal: Proposal, what: str) -> None:
    ref = ref_of(proposal)
    turned = proposal.quarter - story.state.players[proposal.seat].field[proposal.slot].d
    match what:
        case "destroyed":
            _destroyed(story, proposal)
        case "picked_up":
            for seat in return_to_hand(story, [ref]):
                limit_hand(story, seat)
        case "damage":
            damage(story, [(ref, turned)])
        case "repaired":
            heal(story, [ref], -turned)
        case _:
            slot, _, times = what.removeprefix("hit:").partition("x")
            for _ in range(int(times)):
                attack(story, slot, ref)


def _destroyed(story: GameStory, proposal: Proposal) -> None:
    """Out of damage when the card was turned; a card simply gone takes its mech with it."""
    if proposal.kind == "gone":
        destroy(story, [ref_of(proposal)])
    else:
        damage(story, [(ref_of(proposal), 99)])


def _already_lies_so(story: GameStory, proposal: Proposal) -> None:
    """What was seen need not be done again."""
    state = story.state
    mech = mech_in(state, ref_of(proposal))
    if mech is not None and proposal.kind == "turned" and mech.d == proposal.quarter:
        story.keep(with_mech(state, proposal.seat, proposal.slot, replace(mech, turning=0)))
    elif mech is None and proposal.kind == "gone":
        spot = (proposal.seat, proposal.slot)
        gone = tuple(one for one in state.gone if (one.seat, one.slot) != spot)
        story.keep(replace(state, gone=gone))


STEPS: dict[str, GameStep] = {"proposal": Step(take=_take)}
