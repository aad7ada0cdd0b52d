"""What happens at tables between two questions: pieces are left lying where the next question
looks, moved and taken; answers are taken back and corrected; the game is left for another one; the
camera is silent, bumped, covered or started anew; the power fails.
"""

import random
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from companion.kit.asks import Ask, Count, Place
from companion.kit.intents import (
    Answer,
    AnswerValue,
    Correct,
    Counted,
    Placed,
    Redo,
    Rolled,
    Shown,
    Undo,
)
from companion.kit.play import answered
from companion.kit.story import RuleError
from companion.service.virtual.stage import Stage, free_spot, middle
from companion.service.virtual.taught import titles_of
from companion.simulate import Player
from companion.texts import sentence

if TYPE_CHECKING:
    from tests.service.arrival_table import RandomTable

OFTEN = {"leftover": 10, "late": 4, "undo": 3, "restart": 2, "silence": 2, "elsewhere": 2}
AHEAD = 25  # answers: so far people see what they will need
MOST_LEFT = 6
Lying = tuple[str, str, str, str, int]  # kind, look, what is written on it, cell, quarter turn


class Mischief:
    def __init__(self, table: "RandomTable") -> None:
        self._table = table
        self.deeds: dict[str, Callable[[], object]] = {
            "leftover": self.leave_what_comes,
            "late": self.lay_after_tapping,
            "moved": self.move_a_piece,
            "taken": self.take_a_piece,
            "undo": lambda: table.submit(Undo(id=table.name())),
            "redo": lambda: table.submit(Redo(id=table.name())),
            "correct": self.correct,
            "elsewhere": self.play_elsewhere,
            "reload": self.reload,
            "silence": self.be_silent,
            "restart": self.restart_camera,
            "power": self.cut_power,
            "bump": lambda: table.house.hear(do="bump"),
            "hand": lambda: table.house.hear(do="hand", seconds=0.6),
            "unasked": lambda: table.house.hear(do="throw", seed=self._chance.randrange(999)),
        }

    @property
    def _chance(self) -> random.Random:
        return self._table.chance

    def some(self) -> None:
        names = [name for name in self.deeds for _ in range(OFTEN.get(name, 1))]
        name = self._chance.choice(names)
        self._table.figures.deeds[name] += 1
        try:
            self.deeds[name]()
        except CompanionError:
            return  # not now: no mats, no such piece
        self._table.judge()

    # Pieces

    def leave_what_comes(self) -> None:
        """What would answer a question that has not been asked yet lies in its place already."""
        self._table.house.stand.follow()
        coming = self.coming()
        if coming:
            ask, value = self._chance.choice(coming[:4])
            self.lay_out(ask, value)
        self._table.turn(self._chance.choice((0, 1, 3, 6)))

    def coming(self) -> list[tuple[Ask, AnswerValue]]:
        """Questions that are not open now, and answers to them that the rules would take."""
        live, stage = self._table.house.table.live, self._table.house.stand.stage
        if live is None or stage is None:
            return []
        open_now = {ask.id for ask in live.game.asks(live.state)}
        player = Player(live.game, random.Random(self._chance.random()))
        state, found = live.state, list[tuple[Ask, AnswerValue]]()
        for number in range(AHEAD):
            asks = live.game.asks(state)
            if not asks or live.game.outcome(state) is not None:
                break
            made = player.answer(state, asks, number)
            ask = next(one for one in asks if one.id == made.ask)
            if ask.id not in open_now and stage.area(ask) is not None:
                found.append((ask, made.answer))
            try:
                state = answered(live.game, state, made, asks).state
            except RuleError:
                continue  # chance does not know every rule
        return found

    def lay_out(self, ask: Ask, value: AnswerValue) -> None:
        """By hand, whatever is asked: straight into its cells, or side by side."""
        surface = self._table.house.stand.surface
        stage = surface.staged()
        area = stage.area(ask)
        if area is None:
            return
        cells = stage.cells(ask, surface.pieces.values())
        for kind, look, title, cell, quarter in lying(ask, value)[:MOST_LEFT]:
            box = cells.get(cell, area.box_mm)
            spot = free_spot(box, kind, surface.pieces.values(), middle(box))
            self._put(stage, kind, look, title, spot, quarter)

    def _put(
        self,
        stage: Stage,
        kind: str,
        look: str,
        title: str,
        spot: tuple[float, float],
        quarter: int,
    ) -> None:
        ((x, y),) = stage.seen((spot,))
        put = {"do": "put", "kind": kind, "look": look, "title": title, "turn": quarter}
        self._table.house.hear(**put, x=x, y=y)

    def lay_after_tapping(self) -> None:
        """People tap, and lay the piece when the next question stands there already."""
        table = self._table
        answer = table.next_to_lay()
        ask = table.open_ask(answer.ask) if answer is not None else None
        if answer is None or ask is None:
            return
        table.submit(answer)
        table.turn(self._chance.choice((0, 1, 4)))
        self.lay_out(ask, answer.answer)
        table.turn(self._chance.choice((2, 6)))

    def a_piece(self) -> str:
        return self._chance.choice([*self._table.house.stand.surface.pieces, ""])

    def move_a_piece(self) -> None:
        x, y = self._chance.random(), self._chance.random()
        self._table.house.hear(do="move", id=self.a_piece(), x=x, y=y)

    def take_a_piece(self) -> None:
        self._table.house.hear(do="take", id=self.a_piece())

    # The game

    def correct(self) -> None:
        live = self._table.house.table.live
        answers = [line for line in live.lines if isinstance(line.intent, Answer)] if live else []
        if live is None or not answers:
            return
        line = self._chance.choice(answers[-5:])
        asked = live.asked_in(line.seq)
        if asked is not None:
            state = live.state_at(live.lines.index(line))
            value = live.game.answer_like_a_player(state, asked[0], self._chance)
            name = self._table.name()
            self._table.submit(Correct(id=name, line=line.seq, answer=value, confirmed=True))

    def play_elsewhere(self) -> None:
        """The game is left, another one gone on with for a moment, and then this one again."""
        table, house = self._table, self._table.house
        face = house.table.snapshot()
        if face is None:
            return
        house.table.leave()
        table.turn(self._chance.randrange(3))
        if table.left:
            house.table.resume(self._chance.choice(table.left[-6:]))
            table.turn(self._chance.choice((1, 5)))
            self._tap()
            table.turn(self._chance.choice((0, 4)))
        house.table.resume(face.number)

    def reload(self) -> None:
        self._table.house.table.snapshot()
        self._table.house.status.shown()

    def _tap(self) -> None:
        answer = self._table.next_answer()
        if answer is not None:
            self._table.submit(answer)

    # The camera and the power

    def be_silent(self) -> None:
        """Things happen while the camera sees nothing."""
        table = self._table
        table.house.hear(do="unplug")
        table.turn()
        deeds = (self.leave_what_comes, self.move_a_piece, self._tap)
        for deed in self._chance.choices(deeds, k=self._chance.randrange(3)):
            with suppress(CompanionError):  # not now
                deed()
        table.turn(self._chance.choice((1, 4)))
        table.house.hear(do="plug")

    def restart_camera(self) -> None:
        self._table.house.eye.start()
        for _ in range(self._chance.randrange(2)):
            self._chance.choice((self.leave_what_comes, self._tap))()
        self._table.turn(self._chance.choice((1, 4)))

    def cut_power(self) -> None:
        self._table.house.begin_anew()
        self._table.begin_layer()
        self._table.turn(self._chance.choice((1, 4)))


def lying(ask: Ask, value: AnswerValue) -> list[Lying]:
    """The pieces an answer is made of. Thrown dice are left out: they lie as they fell."""
    titles = titles_of((ask,), lambda words: sentence(words, "en", {}))
    match value:
        case Shown(cards=cards):
            return [("card", one.id, titles.get(one.id, one.id), "", one.turn) for one in cards]
        case Placed(cells=cells) if isinstance(ask, Place):
            kinds = {piece.id: piece for piece in ask.pieces}
            return [
                (
                    kinds[one.id].kind,
                    one.id if kinds[one.id].kind == "card" else kinds[one.id].colour or one.id,
                    titles.get(one.id, "") if one.face is None else str(one.face),
                    cell,
                    one.turn,
                )
                for cell, pieces in cells.items()
                for one in pieces
                for _ in range(one.count)
            ]
        case Counted(number=number) if isinstance(ask, Count) and ask.piece:
            return [(ask.piece, ask.colour or ask.of, "", "", 0)] * number
        case Rolled(dice=dice) if any(not str(die.face).isdigit() for die in dice):
            return [("die", die.colour or "", str(die.face), "", 0) for die in dice]
        case _:
            return []
