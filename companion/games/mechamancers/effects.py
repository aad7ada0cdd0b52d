"""Carrying out effects one by one: who and which mechs they concern, and what each primitive does.

The queue stops at a question and goes on when it is answered. What a primitive means stands in
section 4.3 of the rules file; nothing here knows a card by name.
"""

from typing import TypeVar

from msgspec.structs import replace

from companion.games.mechamancers.base import hit_base
from companion.games.mechamancers.damage import (
    boost,
    damage,
    destroy,
    ended_raise,
    heal,
    raised_shield,
    return_to_hand,
)
from companion.games.mechamancers.figures import blockers, fits, leaders, trailers
from companion.games.mechamancers.goods import (
    draw_cards,
    due_discard,
    gain_mana,
    gain_vp,
    limit_hand,
    move_vp,
)
from companion.games.mechamancers.pack import Effect, title
from companion.games.mechamancers.state import (
    Boost,
    Lasting,
    Question,
    State,
    Told,
    Until,
    Work,
    hand_size,
    in_turn_order,
    mech_card,
    mech_in,
    seat_ids,
    standing,
    with_player,
)
from companion.kit.say import name_of

ON_MECHS = (
    "damage",
    "destroy",
    "heal",
    "add_attacks",
    "add_damage",
    "prevent_damage",
    "return_to_hand",
)
Timed = TypeVar("Timed", Boost, Lasting)
BOOSTS = {"add_attacks": "attacks", "add_damage": "damage", "prevent_damage": "prevent"}


def run_queue(story: Told) -> None:
    """Works through what waits, until a question is open or nothing is left."""
    while story.state.queue and not story.state.questions:
        work = story.state.queue[0]
        question = _foe_question(story.state, work) or _mech_question(story, work)
        if question is not None:
            story.keep(replace(story.state, questions=(question,)))
            return
        work = story.state.queue[0]
        story.keep(replace(story.state, queue=story.state.queue[1:]))
        if work.effect.do in ON_MECHS:
            _on_mechs(story, work)
        else:
            _on_players(story, work)
    if not story.state.queue and not story.state.questions and story.state.chain:
        story.keep(replace(story.state, chain=0))


# Whom it concerns


def _foe_question(state: State, work: Work) -> Question | None:
    if work.effect.who != "chosen_foe" or work.foe:
        return None
    foes = possible_foes(state, work.effect, work.owner)
    return Question("foe", work.owner, choices=foes, card=work.card) if len(foes) > 1 else None


def possible_foes(state: State, effect: Effect, owner: str) -> tuple[str, ...]:
    """Opponents an effect can be aimed at: a physical blow only at a base nobody guards."""
    if not owner:
        return ()
    foes = [seat for seat in in_turn_order(state) if seat != owner]
    if effect.do == "damage_base" and effect.kind == "physical":
        foes = [seat for seat in foes if not blockers(state, seat)]
    return tuple(foes)


def whose(state: State, work: Work) -> tuple[str, ...]:
    """The players concerned, in turn order. An event has no owner: "me" is then nobody's side."""
    order = in_turn_order(state)
    match work.effect.who:
        case "me":
            seats: tuple[str, ...] = (work.owner,)
        case "chosen_foe":
            seats = (work.foe,) if work.foe else possible_foes(state, work.effect, work.owner)[:1]
        case "each_foe":
            seats = tuple(seat for seat in order if seat != work.owner)
        case "each":
            seats = order
        case "leader":
            seats = tuple(seat for seat in order if seat in leaders(state))
        case "last":
            seats = tuple(seat for seat in order if seat in trailers(state))
    least = work.effect.hand_from
    return tuple(
        seat for seat in seats if not least or (seat and hand_size(state.players[seat]) >= least)
    )


def candidates(state: State, work: Work, side: str) -> tuple[str, ...]:
    """The mechs the effect may be applied to, seen from one player's side."""
    effect = work.effect
    if effect.mechs == "attacking_mech":
        refs = [work.attacker]
    elif effect.mechs == "self":
        refs = [f"{work.owner}:{work.slot}"]
    else:
        own, foes = effect.mechs != "foe_mech", effect.mechs != "own_mech"
        seats = [seat for seat in _everybody(state) if (own if seat == side else foes)]
        refs = [f"{seat}:{slot}" for seat in seats for slot, _mech in standing(state.players[seat])]
    found = [(ref, mech_in(state, ref)) for ref in refs]
    return tuple(ref for ref, mech in found if mech is not None and fits(state, effect, mech))


def _everybody(state: State) -> tuple[str, ...]:
    """Mechs of whoever left stay and can be hit."""
    order = in_turn_order(state)
    return order + tuple(seat for seat in seat_ids(state) if seat not in order)


def _mech_question(story: Told, work: Work) -> Question | None:
    """Collects the mechs concerned, side by side; asks where there is a choice."""
    effect = work.effect
    if effect.do not in ON_MECHS:
        return None
    for side in whose(story.state, work):
        if side in work.asked:
            continue
        found = candidates(story.state, work, side)
        if effect.count != "all" and len(found) > effect.count:
            card = work.card or story.state.event_now
            return Question("mechs", work.owner or side, effect.count, found, side, card=card)
        work = replace(work, asked=(*work.asked, side), picked=(*work.picked, *found))
    story.keep(replace(story.state, queue=(work, *story.state.queue[1:])))
    return None


# What it does


def _on_mechs(story: Told, work: Work) -> None:
    effect, refs = work.effect, tuple(dict.fromkeys(work.picked))
    match effect.do:
        case "damage":
            damage(story, [(ref, effect.n) for ref in refs])
        case "destroy":
            destroy(story, refs)
        case "heal":
            heal(story, refs, effect.n)
        case "return_to_hand":
            for seat in return_to_hand(story, refs):
                limit_hand(story, seat)
        case _:
            boost(story, refs, Boost(BOOSTS[effect.do], effect.n, until(effect)))  # type: ignore[arg-type]


def until(effect: Effect) -> Until:
    """Something that does not say how long it holds, holds for the turn."""
    match effect.lasts:
        case "round" | "next_round" | "next_attack":
            return effect.lasts
        case _:
            return "turn"


def _on_players(story: Told, work: Work) -> None:
    effect = work.effect
    match effect.do:
        case "event_discard":
            _discard_events(story, effect.n)
        case "manual":
            question = Question(
                "manual", work.owner, text=effect.text, card=work.card or story.state.event_now
            )
            story.keep(replace(story.state, questions=(*story.state.questions, question)))
        case "first_pick":
            for seat in filter(None, whose(story.state, work)[:1]):
                state = replace(story.state, first_next=seat)
                story.tell(
                    state,
                    "mm.log.will_pick_first",
                    about=(seat,),
                    sound="ruler",
                    seat=name_of(seat),
                )
        case _:
            for seat in whose(story.state, work):
                if seat:
                    _on_player(story, work, seat)


def _on_player(story: Told, work: Work, seat: str) -> None:
    effect = work.effect
    match effect.do:
        case "gain_mana":
            gain_mana(story, seat, effect.n)
        case "lose_mana":
            gain_mana(story, seat, -effect.n)
        case "gain_vp":
            gain_vp(story, seat, effect.n)
        case "lose_vp":
            gain_vp(story, seat, -effect.n)
        case "steal_vp":
            for winner in filter(
                None, whose(story.state, replace(work, effect=replace(effect, who=effect.to)))[:1]
            ):
                move_vp(story, seat, winner, effect.n)
        case "damage_base":
            _damage_base(story, work, seat)
        case "add_base_shield":
            _shield(story, seat, effect)
        case "draw":
            _draw(story, seat, effect)
        case "discard_hand":
            due_discard(story, seat, effect.n)
        case "event_peek" | "transmute":
            _ask_privately(story, seat, work)
        case _:
            _lasting(story, seat, effect)


def _damage_base(story: Told, work: Work, seat: str) -> None:
    effect = work.effect
    if seat == work.owner or (effect.kind == "physical" and blockers(story.state, seat)):
        return
    if work.owner:
        hit_base(story, work.owner, seat, effect.n)
    else:
        gain_vp(story, seat, -effect.n)


def _shield(story: Told, seat: str, effect: Effect) -> None:
    held = "round" if effect.lasts == "instant" else until(effect)
    lasting = Lasting("shield", held, effect.n)
    state = with_player(story.state, seat, lasting=(*story.state.players[seat].lasting, lasting))
    if held != "next_round":
        state = raised_shield(state, seat, effect.n)
    now = state.players[seat].base_shield_now
    story.tell(state, "mm.log.shield_now", about=(seat,), seat=name_of(seat), n=now)


def _draw(story: Told, seat: str, effect: Effect) -> None:
    if not effect.type:
        question = Question("draw", seat, effect.n)
        story.keep(replace(story.state, questions=(*story.state.questions, question)))
    elif effect.type != "bulwark":
        draw_cards(story, seat, effect.type, effect.n)
        limit_hand(story, seat)


def _ask_privately(story: Told, seat: str, work: Work) -> None:
    effect = work.effect
    if effect.do == "event_peek":
        able = min(effect.bury_max, story.state.event_pile) if story.state.event_pile else 0
        question = Question(
            "peek", seat, able, text=str(min(effect.n, story.state.event_pile)), card=work.card
        )
        wanted = story.state.event_pile > 0
    else:
        question = Question("transmute", seat, effect.n, card=work.card)
        wanted = hand_size(story.state.players[seat]) > 0
    if wanted:
        story.keep(replace(story.state, questions=(*story.state.questions, question)))


def _discard_events(story: Told, n: int) -> None:
    n = min(n, story.state.event_pile)
    state = replace(story.state, event_pile=story.state.event_pile - n)
    story.tell(state, "mm.log.events_discarded", n=n, left=state.event_pile)


def _lasting(story: Told, seat: str, effect: Effect) -> None:
    match effect.do:
        case "pierce":
            lasting = Lasting("pierce", until(effect), part=effect.what)
        case "change_cost":
            lasting = Lasting("cost", until(effect), effect.n, effect.type)
        case _:
            lasting = Lasting("skip", until(effect), part=effect.phase)
    state = with_player(story.state, seat, lasting=(*story.state.players[seat].lasting, lasting))
    story.tell(
        state, f"mm.log.lasting_{lasting.what}", about=(seat,), seat=name_of(seat), n=lasting.n
    )


# How it ends


def end_of(story: Told, *ends: Until) -> None:
    """Whatever holds only until now is over: of mechs and of players."""
    state = story.state
    for seat, player in state.players.items():
        for last in player.lasting:
            if last.what == "shield" and last.until in ends and last.n > 0:
                state = ended_raise(state, seat, last.n)
        state = _without(state, seat, ends)
    story.keep(state)


def _without(state: State, seat: str, ends: tuple[Until, ...]) -> State:
    player = state.players[seat]
    field = {
        slot: replace(mech, boosts=tuple(b for b in mech.boosts if b.until not in ends))
        if mech.boosts
        else mech
        for slot, mech in player.field.items()
    }
    lasting = tuple(last for last in player.lasting if last.until not in ends)
    if lasting == player.lasting and all(field[slot] is player.field[slot] for slot in field):
        return state
    return with_player(state, seat, lasting=lasting, field=field)


def next_round_begins(state: State) -> State:
    """What was promised for the next round holds from now on, for the round."""
    for seat, player in state.players.items():
        field = {
            slot: replace(mech, boosts=tuple(_now(b) for b in mech.boosts)) if mech.boosts else mech
            for slot, mech in player.field.items()
        }
        lasting = tuple(_now(last) for last in player.lasting)
        if lasting or any(mech.boosts for mech in field.values()):
            state = with_player(state, seat, lasting=lasting, field=field)
    return state


def _now(thing: Timed) -> Timed:
    return replace(thing, until="round") if thing.until == "next_round" else thing


def source_title(state: State, card: str) -> str:
    """The name of the card an effect comes from, mech or event."""
    if card in state.mech_at:
        return title(mech_card(state, card))
    return title(state.pack.events[state.event_at[card]]) if card in state.event_at else ""
