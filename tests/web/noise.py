"""What others do at a table while somebody taps: numbers set by hand, the camera's readings, and
answers of other seats that are taken back again. Several times a second, in a thread of its own.
"""

import itertools
import random
import threading
from collections.abc import Callable
from typing import Any

from companion.kit.asks import Ask
from companion.kit.game import Game
from companion.kit.intents import Adjust, Undo
from companion.kit.play import adjusted
from companion.kit.say import say
from companion.kit.story import RuleError
from companion.service.status import Device, Sight, Status
from companion.simulate import Player
from companion.table.table import Accepted, Table

PAUSE_S = 0.14
Noises = tuple[Callable[[int], None], ...]


def is_amount(handle: dict[str, Any]) -> bool:
    return not handle["words"] and handle["most"] != 1


def is_harmless(game: Game[Any], state: Any, change: Adjust) -> bool:
    try:
        after = adjusted(game, state, change).state
    except RuleError:
        return False
    return questions(game, after) == questions(game, state)


def questions(game: Game[Any], state: Any) -> list[str]:
    return [ask.say.key for ask in game.asks(state)]


class Noise:
    def __init__(self, table: Table, status: Status) -> None:
        self._table, self._status = table, status
        self.made = self.numbered = 0

    def until(self, stop: threading.Event, noises: Noises) -> None:
        for number, noise in enumerate(itertools.cycle(noises)):
            if stop.wait(PAUSE_S):
                return
            noise(number)
            self.made += 1

    def numbers(self, number: int) -> None:
        """A number of a player's, up by one and then down again, as long as the same is asked
        after it.
        """
        live = self._table.live
        assert live is not None
        handles = [one for one in live.handles(None) if one["seat"] and is_amount(one)]
        turn, is_back = divmod(self.numbered, 2)
        self.numbered += 1
        one = handles[turn % len(handles)]
        to = one["value"] + (-1 if is_back else 1)
        change = Adjust(id=f"noise{number}", handle=one["id"], to=to, reason="noise")
        if is_harmless(live.game, live.state, change):
            self._table.submit(change)

    def readings(self, number: int) -> None:
        """The camera says something new; now and then it is away."""
        camera = Device("away" if number % 7 == 0 else "on")
        ask = self._asks()[-1]
        sight = Sight(ask.id, say("sight.covered"), (), quiet=True)
        self._status.show(camera=camera, sights=(sight,) if number % 3 else ())

    def others(self, seat: str, but: frozenset[str]) -> Callable[[int], None]:
        """Another device answers for that seat, and takes it back."""

        def answer_and_undo(number: int) -> None:
            live = self._table.live
            assert live is not None
            asks = tuple(ask for ask in self._asks() if ask.seats == (seat,) and ask.id not in but)
            if not asks:
                return
            player = Player(live.game, random.Random(number))
            answer = player.answer(live.state, asks, number)
            reply = self._table.submit(answer)
            if isinstance(reply, Accepted):
                threading.Event().wait(PAUSE_S)
                self._table.submit(Undo(id=f"back{number}", line=reply.seq))

        return answer_and_undo

    def _asks(self) -> tuple[Ask, ...]:
        live = self._table.live
        assert live is not None
        return live.game.asks(live.state)
