"""Lays on the virtual table what an answer is made of, as a person would: dice thrown, cards shown,
pieces placed and counted.
"""

from collections.abc import Callable

from companion.kit.asks import Ask, Count, Place
from companion.kit.intents import AnswerValue, Counted, Placed, Rolled, Shown
from companion.kit.pieces import CardSeen, Cells, count_of
from companion.service.virtual.stage import room_for
from companion.service.virtual.table import VirtualTable
from companion.service.virtual.tracked import can_lay, cells_on

MOST_PIECES = 10
EMPTY_S = 0.8


class PieceLayer:
    """`rest` waits, and raises when the demo is over. No more than `most` pieces at once."""

    def __init__(
        self, stand: VirtualTable, rest: Callable[[float], None], most: int = MOST_PIECES
    ) -> None:
        self._stand, self._rest, self._most = stand, rest, most

    def lay(self, ask: Ask, value: AnswerValue) -> bool:
        """Throws or lays what the answer is made of; False where that cannot be done."""
        match value:
            case Rolled():
                self._stand.hear(
                    {"do": "throw", "ask": ask.id, "values": [die.face for die in value.dice]}
                )
            case Shown():
                return self._show(ask, value.cards)
            case Placed() if isinstance(ask, Place):
                return self._place(ask, value.cells)
            case Counted() if isinstance(ask, Count):
                return self._count(ask, value.number)
            case _:
                return False
        return True

    def _show(self, ask: Ask, cards: tuple[CardSeen, ...]) -> bool:
        stand, stage = self._stand, self._stand.stage
        area = stage.area(ask) if stage is not None else None
        if area is None or not 0 < len(cards) <= max(
            len(area.cells_mm), room_for(area.box_mm, "card")
        ):
            return False  # one card on another: the eye would see only the upper one
        if stand.clear_for(ask):
            self._rest(EMPTY_S)  # the same card again is news only where its place was seen empty
        for card in cards:
            cells = stage.cells(ask, stand.surface.pieces.values()) if stage is not None else {}
            put = {"do": "put", "ask": ask.id, "cell": next(iter(cells), ""), "kind": "card"}
            stand.hear({**put, "look": card.id, "turn": card.turn})
        return True

    def _count(self, ask: Count, number: int) -> bool:
        """Any pieces of the kind; an eye that sees another number than it expects would
        only ask.
        """
        if not 0 < number <= self._most or number != ask.start:
            return False
        self._stand.clear_for(ask)
        for _ in range(number):
            put = {"do": "put", "ask": ask.id, "cell": "", "kind": ask.piece}
            self._stand.hear({**put, "look": ask.colour or ask.of})
        return True

    def _place(self, ask: Place, wanted: Cells) -> bool:
        if wanted == ask.now:
            return False  # it lies so already: the camera will see nothing new
        total = sum(count_of(pieces) for pieces in wanted.values())
        if (
            not 0 < total <= self._most
            or not can_lay(ask, wanted)
            or not cells_on(self._stand.surface, ask)
        ):
            return False
        self._stand.lay(ask, wanted)
        return True
