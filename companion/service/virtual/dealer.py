"""Deal for me: throws, draws or lays what chance would answer the question with."""

import random
from typing import Any

from companion.errors import SetupError
from companion.service.virtual.piece_layer import PieceLayer
from companion.service.virtual.surface import MOST_PIECES
from companion.service.virtual.table import VirtualTable
from companion.table.table import Table


class Dealer:
    def __init__(self, table: Table, stand: VirtualTable, chance: random.Random) -> None:
        self._table, self._stand, self._chance = table, stand, chance
        self._layer = PieceLayer(stand, lambda _seconds: None, MOST_PIECES)

    def hear(self, message: dict[str, Any]) -> None:
        self._stand.follow()
        live, asks = self._table.live, self._stand.surface.asks
        ask = next((one for one in asks if one.id == message.get("ask")), None)
        if live is None or ask is None:
            raise SetupError("That question is over: look what is asked now.")
        value = live.game.answer_like_a_player(live.state, ask, self._chance)
        if not self._layer.lay(ask, value):
            raise SetupError("This cannot be dealt on the virtual table: tap the answer.")
