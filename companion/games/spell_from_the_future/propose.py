"""Plausible answers for simulated players, where filling in the form by chance would mostly be
refused.
"""

from typing import Any

from companion.games.spell_from_the_future.pack import mind_of
from companion.games.spell_from_the_future.rules.deck import tier_mix
from companion.games.spell_from_the_future.rules.morning import TIER_CELLS
from companion.games.spell_from_the_future.rules.placing import violations
from companion.games.spell_from_the_future.state import (
    COLOURS_OF_TOKENS,
    TOKENS_EACH,
    Placement,
    State,
    Tokens,
    colour_of_seat,
    limit_with,
    places,
)
from companion.kit.asks import Ask, Choose, Count, Place, Show
from companion.kit.intents import AnswerValue, Chosen, Counted, Placed, Shown
from companion.kit.pieces import CardSeen, Piece
from companion.kit.players import Chance, pick
from companion.kit.steps import AskId

AFTERMATHS = ("none", "word", "token")


def propose(state: State, ask: Ask, chance: Chance) -> AnswerValue | None:
    step = AskId.parse(ask.id).step
    match ask:
        case Count():
            return Counted(state.word_cards_this_round)
        case Place() if step == "S3.count":
            mix = zip(TIER_CELLS, tier_mix(state), strict=True)
            return Placed({cell: (Piece("beast", count),) for cell, count in mix if count})
        case Place():
            return _tokens(state, AskId.parse(ask.id).subjects[0], chance)
        case Show() if step == "P3.1":
            return Shown((_beast(ask, chance),))
        case Show() if step in ("P2.1.words", "P4M.2.card"):
            return _words(ask, chance)
        case Show() if step == "P5.2.mind":
            return _mind(state, ask, chance)
        case Choose() if step in ("P5.4", "P5.8") and ask.options[0].id == "yes":
            return Chosen((pick(chance, ("yes", "yes", "no")),))
        case _:
            return None


def _beast(ask: Show, chance: Chance) -> CardSeen:
    """A known Beast, or one nobody has met, with numbers as an owner would type them."""
    if ask.known:
        known = pick(chance, ask.known)
        return CardSeen(known.id, facts=_facts(chance) if known.needs else {})
    return CardSeen(f"new-{chance.randrange(10**6)}", facts=_facts(chance))


def _facts(chance: Chance) -> dict[str, Any]:
    return {
        "mystic": chance.randrange(5) == 0,
        "health": 3 + chance.randrange(6),
        "attack": 2 + chance.randrange(5),
        "damage": 1 + chance.randrange(3),
        "if_defeated": pick(chance, AFTERMATHS),
        "if_not_defeated": pick(chance, AFTERMATHS),
    }


def _words(ask: Show, chance: Chance) -> Shown:
    ids = [card.id for card in ask.known]
    taken = [ids.pop(chance.randrange(len(ids))) for _ in range(min(ask.most, len(ids)))]
    fresh = [f"word-{chance.randrange(10**6)}" for _ in range(ask.most - len(taken))]
    typed = tuple(CardSeen(one, facts={"words": [f"{one} a", f"{one} b"]}) for one in fresh)
    return Shown((*(CardSeen(one) for one in taken), *typed))


def _mind(state: State, ask: Show, chance: Chance) -> Shown | None:
    """A card that allows what already lies on it."""
    seat = AskId.parse(ask.id).subjects[0]
    placed, colour = state.players[seat].placement, colour_of_seat(state, seat)
    fitting = []
    for card in ask.known:
        mind = mind_of(state.pack, card.id, colour)
        if placed is None or not any(True for _ in violations(state, seat, mind, placed)):
            fitting.append(card.id)
    return Shown((CardSeen(pick(chance, fitting)),)) if fitting else None


def _tokens(state: State, seat: str, chance: Chance) -> Placed:
    """Some tokens, one by one; each must keep the rules of the card. Few boxes are used, so that
    people agree.
    """
    card = state.players[seat].mind_in_play
    mind = mind_of(state.pack, card, colour_of_seat(state, seat)) if card else None
    likely = places(state)[:4]
    placed: Placement = {}
    for _ in range(chance.randrange(limit_with(state, seat, mind) + 1) if likely else 0):
        where, colour = pick(chance, likely), pick(chance, COLOURS_OF_TOKENS)
        tokens = placed.get(where, Tokens())
        more = Tokens(tokens.white + (colour == "white"), tokens.black + (colour == "black"))
        tried = {**placed, where: more}
        owned = sum(one.of(colour) for one in tried.values()) <= TOKENS_EACH
        if owned and not any(True for _ in violations(state, seat, mind, tried)):
            placed = tried
    return Placed({where: _pieces(tokens) for where, tokens in placed.items()})


def _pieces(tokens: Tokens) -> tuple[Piece, ...]:
    return tuple(
        Piece(colour, tokens.of(colour)) for colour in COLOURS_OF_TOKENS if tokens.of(colour)
    )
