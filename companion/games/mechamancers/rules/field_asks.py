"""The camera may look at a field at any time: how it should lie, and where its word is awaited."""

from collections.abc import Iterable
from functools import cache

from companion.games.mechamancers.pack import MechCard, title
from companion.games.mechamancers.rules.asking import ask_id, asks_of
from companion.games.mechamancers.rules.confirming import slots_to_turn
from companion.games.mechamancers.rules.rotation import clockwise, expected
from companion.games.mechamancers.state import SLOTS, Player, State, standing
from companion.kit.asks import Cell, PieceWanted, Place
from companion.kit.memo import by_identity
from companion.kit.pieces import Cells, Piece
from companion.kit.say import say

CELLS = tuple(Cell(slot, say("mm.slot", slot=slot), 1) for slot in SLOTS)


def field_asks(state: State, seats: Iterable[str]) -> tuple[Place, ...]:
    pieces = _mech_pieces(state.pack.mechs)
    return tuple([_field_ask(state, seat, pieces) for seat in seats])


def _field_ask(state: State, seat: str, pieces: tuple[PieceWanted, ...]) -> Place:
    return Place(
        id=ask_id(state, "field", seat),
        say=asks_of(seat, "mm.ask.field"),
        zone=f"field:{seat}",
        optional=True,
        sheet="field",
        cells=CELLS,
        pieces=pieces,
        per_cell=1,
        now=field_cells(state.players[seat]),
        awaited=_awaited(state, seat),
        as_it_lies=True,
    )


def _awaited(state: State, seat: str) -> tuple[str, ...]:
    """Slots where the camera's word is waited for: a card to turn, to take away, to explain, or to
    lay at the start.
    """
    if state.step == "SU3":
        return (SLOTS[0],)
    turned = slots_to_turn(state.players[seat])
    if not state.gone and not state.proposals:
        return turned
    gone = tuple(one.slot for one in state.gone if one.seat == seat)
    unexplained = tuple(one.slot for one in state.proposals if one.seat == seat and one.slot)
    return (*turned, *gone, *unexplained)


@by_identity
def _mech_pieces(mechs: tuple[MechCard, ...]) -> tuple[PieceWanted, ...]:
    return tuple(
        PieceWanted(card.id, say("mm.card", name=title(card)), turns=True, kind="card")
        for card in mechs
    )


@cache
def _lying(card: str, quarter: int) -> tuple[Piece, ...]:
    return (Piece(card, turn=clockwise(quarter)),)


@by_identity
def field_cells(player: Player) -> Cells:
    """How the field should lie, as pieces."""
    return {slot: _lying(mech.card, expected(mech.d)) for slot, mech in standing(player)}
