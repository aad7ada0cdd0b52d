"""What somebody says about a thing the camera saw: an attack made before it was declared, a bump, a
miscount.
"""

from typing import Any

from msgspec.structs import replace

from companion.games.mechamancers.combat import attack, is_sheltered
from companion.games.mechamancers.damage import damage, destroy, heal, named, return_to_hand
from companion.games.mechamancers.figures import attacks_left, damage_now
from companion.games.mechamancers.goods import limit_hand
from companion.games.mechamancers.rotation import decode
from companion.games.mechamancers.state import (
    Mech,
    Proposal,
    State,
    Told,
    mech_card,
    mech_in,
    standing,
    with_mech,
    with_player,
)
from companion.kit.say import name_of

Hit = tuple[str, int]  # slot of the attacker, how many attacks


def ref_of(proposal: Proposal) -> str:
    return f"{proposal.seat}:{proposal.slot}"


def answers_to(state: State, proposal: Proposal) -> list[str]:
    """What it may have been."""
    if proposal.kind == "tokens":
        return ["engine", "table"]
    if proposal.kind == "gone":
        return ["destroyed", "picked_up", "bumped"]
    mech = mech_in(state, ref_of(proposal)) or Mech()
    dead = _looks_dead(state, mech, proposal.quarter)
    hits = [f"hit:{slot}x{times}" for slot, times in possible_hits(state, proposal)]
    plain = ["destroyed"] if dead else ["damage"] if proposal.quarter > mech.d else []
    return [*hits, *plain, *(["repaired"] if proposal.quarter < mech.d else []), "bumped"]


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
    needed = (
        mech_card(state, target.card).max_health - target.d if dead else proposal.quarter - target.d
    )
    hits: list[Hit] = []
    for slot, _mech in standing(state.players[state.current]):
        each, left = (
            damage_now(state, state.current, slot),
            attacks_left(state, state.current, slot),
        )
        if not left or not each or needed <= 0 or f"{state.current}:{slot}" == ref_of(proposal):
            continue
        times = -(-needed // each)
        if times <= left and (dead or times * each == needed):
            hits.append((slot, times))
    return hits


def answer_proposal(story: Told, proposal: Proposal, what: str) -> None:
    kept = tuple(one for one in story.state.proposals if one != proposal)
    story.keep(replace(story.state, proposals=kept))
    if proposal.kind == "tokens":
        _tokens(story, proposal, what)
        return
    ref = ref_of(proposal)
    match what:
        case "destroyed":
            _destroyed(story, proposal)
        case "picked_up":
            for seat in return_to_hand(story, [ref]):
                limit_hand(story, seat)
        case "damage":
            damage(
                story,
                [
                    (
                        ref,
                        proposal.quarter
                        - story.state.players[proposal.seat].field[proposal.slot].d,
                    )
                ],
            )
        case "repaired":
            heal(
                story,
                [ref],
                story.state.players[proposal.seat].field[proposal.slot].d - proposal.quarter,
            )
        case "bumped":
            mech = story.state.players[proposal.seat].field[proposal.slot]
            story.tell(
                story.state,
                "mm.log.set_back",
                about=(proposal.seat,),
                quarter=mech.d % 4,
                **named(story.state, ref),
            )
            return
        case _:
            slot, _, times = what.removeprefix("hit:").partition("x")
            for _ in range(int(times)):
                attack(story, slot, ref)
    _already_lies_so(story, proposal)


def _destroyed(story: Told, proposal: Proposal) -> None:
    """Out of damage when the card was turned; a card simply gone takes its mech with it."""
    if proposal.kind == "gone":
        destroy(story, [ref_of(proposal)])
    else:
        damage(story, [(ref_of(proposal), 99)])


def _already_lies_so(story: Told, proposal: Proposal) -> None:
    """What was seen need not be done again."""
    state = story.state
    mech = mech_in(state, ref_of(proposal))
    if mech is not None and proposal.kind == "turned" and mech.d == proposal.quarter:
        story.keep(with_mech(state, proposal.seat, proposal.slot, replace(mech, turning=0)))
    elif mech is None and proposal.kind == "gone":
        gone = tuple(
            one for one in state.gone if (one.seat, one.slot) != (proposal.seat, proposal.slot)
        )
        story.keep(replace(state, gone=gone))


# Tokens counted by the camera at the end of a round


def tokens_seen(story: Told, seat: str, vp: int, mana: int) -> None:
    state = story.state
    player = state.players[seat]
    state = replace(state, checked=(*state.checked, seat))
    if (vp, mana) == (player.vp, player.mana):
        story.tell(state, "mm.log.tokens_agree", about=(seat,), seat=name_of(seat))
        return
    proposal = Proposal("tokens", seat, vp=vp, mana=mana)
    words: dict[str, Any] = {"vp_seen": vp, "mana_seen": mana, "vp": player.vp, "mana": player.mana}
    state = replace(state, proposals=(*state.proposals, proposal))
    story.tell(
        state, "mm.refused.tokens", about=(seat,), sound="wrong", seat=name_of(seat), **words
    )


def _tokens(story: Told, proposal: Proposal, what: str) -> None:
    state, seat = story.state, proposal.seat
    player = state.players[seat]
    if what == "engine":
        story.tell(
            state,
            "mm.log.tokens_engine",
            about=(seat,),
            seat=name_of(seat),
            vp=player.vp,
            mana=player.mana,
        )
        return
    state = replace(
        with_player(state, seat, vp=proposal.vp, mana=proposal.mana),
        vp_supply=state.vp_supply + player.vp - proposal.vp,
        mana_supply=state.mana_supply + player.mana - proposal.mana,
    )
    story.tell(
        state,
        "mm.log.tokens_table",
        about=(seat,),
        seat=name_of(seat),
        vp=proposal.vp,
        mana=proposal.mana,
    )
