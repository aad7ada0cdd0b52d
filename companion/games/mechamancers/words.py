"""The asks that questions and proposals become, and the list of cards still to be turned or taken
away.
"""

from typing import Any

from companion.games.mechamancers import options as opt
from companion.games.mechamancers.damage import named
from companion.games.mechamancers.effects import source_title
from companion.games.mechamancers.pack import DRAWN, TYPES, title
from companion.games.mechamancers.proposals import answers_to, ref_of
from companion.games.mechamancers.state import (
    Player,
    Proposal,
    Question,
    State,
    hand_size,
    mech_card,
)
from companion.games.mechamancers.turn import to_turn
from companion.kit.asks import Ask, Cell, Choose, Option, PieceWanted, Place, Ready
from companion.kit.say import Say, name_of, say


def mech_option(
    state: State, option_id: str, key: str, ref: str, n: int = 0, of: int = 0
) -> Option:
    seat, _, slot = ref.partition(":")
    card = state.players[seat].field[slot].card
    return opt.mech(option_id, key, seat, slot, card, title(mech_card(state, card)), n, of)


def discard_options(player: Player, most: int) -> list[Option]:
    hand = player.hand
    return [opt.discard(kind, n) for kind in TYPES for n in range(1, min(hand[kind], most) + 1)]


def transmute_ask(
    ask_id: str, seat: str, player: Player, words: Say, *, optional: bool = False
) -> Place:
    cells = tuple(
        Cell(kind, say(f"mm.type.{kind}"), player.hand[kind]) for kind in TYPES if player.hand[kind]
    )
    return Place(
        id=ask_id,
        say=words,
        seats=(seat,),
        optional=optional,
        sheet="hand",
        cells=cells,
        pieces=(PieceWanted("card"),),
        most=hand_size(player),
    )


def question_ask(state: State, question: Question, at: str) -> Ask:
    seat, kind = question.seat, question.kind
    words = question_words(state, question)
    ask_id = f"{at}choice.{kind}"
    if kind == "manual":
        lines = (say("mm.text", text=question.text),) if question.text not in ("", "chain") else ()
        return Ready(id=ask_id, say=words, lines=lines)
    if kind == "transmute":
        return transmute_ask(ask_id, seat, state.players[seat], words)
    number = question.n if kind == "mechs" else 1
    options = tuple(_question_options(state, question))
    return Choose(id=ask_id, say=words, seats=(seat,), options=options, least=number, most=number)


def question_words(state: State, question: Question) -> Say:
    if question.text == "chain":
        return say("mm.question.chain")
    source = source_title(state, question.card)
    values: dict[str, Any] = {"n": question.n, "card": source}
    if question.seat:
        return say(f"mm.question.{question.kind}", seat=name_of(question.seat), **values)
    return say(f"mm.question.{question.kind}", seat="", **values)


def _question_options(state: State, question: Question) -> list[Option]:
    match question.kind:
        case "foe":
            return [opt.player(seat) for seat in question.choices]
        case "mechs" | "spill":
            return [mech_option(state, ref, "mm.do.choose", ref) for ref in question.choices]
        case "discard":
            return discard_options(state.players[question.seat], question.n)
        case "peek":
            looked, back = int(question.text), str(state.options["quirk_return"])
            return [opt.peek(str(moved), looked, moved, back) for moved in range(question.n + 1)]
        case _:
            return [opt.pile(kind) for kind in DRAWN]


def proposal_ask(state: State, proposal: Proposal, at: str) -> Choose:
    if proposal.kind == "tokens":
        player = state.players[proposal.seat]
        numbers: dict[str, Any] = {
            "vp": player.vp,
            "mana": player.mana,
            "vp_seen": proposal.vp,
            "mana_seen": proposal.mana,
        }
        words = say("mm.refused.tokens", seat=name_of(proposal.seat), **numbers)
    else:
        known = named(state, ref_of(proposal))
        key = (
            "gone"
            if proposal.kind == "gone"
            else "attack"
            if _is_attack(state, proposal)
            else "turned"
        )
        words = say(f"mm.propose.{key}", quarter=proposal.quarter, **known)
    options = tuple(_verdict(state, what) for what in answers_to(state, proposal))
    tail = "tokens" if proposal.kind == "tokens" else proposal.slot
    return Choose(
        id=f"{at}proposal.{proposal.seat}.{tail}", say=words, options=options, optional=True
    )


def _is_attack(state: State, proposal: Proposal) -> bool:
    return answers_to(state, proposal)[0].startswith("hit:")


def _verdict(state: State, what: str) -> Option:
    if not what.startswith("hit:"):
        return opt.verdict(what, "", 0)
    slot, _, times = what.removeprefix("hit:").partition("x")
    card = state.players[state.current].field[slot].card
    return opt.verdict(what, title(mech_card(state, card)), int(times))


def pending_lines(state: State) -> tuple[Say, ...]:
    """What the table has still to do with its hands."""
    turned = tuple(_turn_line(state, seat, slot) for seat, slot in to_turn(state))
    taken = tuple(
        say(
            "mm.pending.to_hand" if gone.to == "hand" else _discard_key(state, gone.card),
            seat=name_of(gone.seat),
            slot=gone.slot,
            mech=title(mech_card(state, gone.card)),
        )
        for gone in state.gone
    )
    return turned + taken


def _turn_line(state: State, seat: str, slot: str) -> Say:
    mech = state.players[seat].field[slot]
    key = "mm.pending.turn" if mech.turning > 0 else "mm.pending.turn_back"
    return say(key, n=abs(mech.turning), quarter=mech.d % 4, **named(state, f"{seat}:{slot}"))


def _discard_key(state: State, card: str) -> str:
    """Four health have no corner for a death mark: that card is taken away without turning it."""
    return (
        "mm.pending.discard_unturned"
        if mech_card(state, card).max_health == 4
        else "mm.pending.discard"
    )
