"""A bad wire: one byte in so many has a bit flipped, is dropped, doubled, or cuts off the rest."""

import math
import random


class LossyWire:
    def __init__(self, chance: random.Random, one_in: int = 1000) -> None:
        self.is_cut = False
        self.damaged = 0
        self.carried = 0
        self._chance = chance
        self._one_in = one_in
        self._good = self._next_gap()

    def _next_gap(self) -> int:
        return int(math.log(1.0 - self._chance.random()) / math.log(1.0 - 1.0 / self._one_in))

    def __call__(self, stream: bytes) -> bytes:
        self.carried += len(stream)
        if self.is_cut or not stream:
            return b""
        if self._good >= len(stream):
            self._good -= len(stream)
            return stream
        return self._damage(stream)

    def _damage(self, stream: bytes) -> bytes:
        out = b""
        while self._good < len(stream):
            out, byte, stream = (
                out + stream[: self._good],
                stream[self._good],
                stream[self._good + 1 :],
            )
            self._good = self._next_gap()
            self.damaged += 1
            match self._chance.randrange(4):
                case 0:
                    out += bytes((byte ^ 1 << self._chance.randrange(8),))
                case 1:
                    pass
                case 2:
                    out += bytes((byte, byte))
                case _:
                    return out
        self._good -= len(stream)
        return out + stream
