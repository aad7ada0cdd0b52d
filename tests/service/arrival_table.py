"""A house before a virtual lens in which random games are played, one after another: what is asked
is laid or tapped, and between two questions things happen as they do at tables.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion import games
from companion.errors import CompanionError
from companion.kit.asks import Ask, Count, Place, Roll, Show
from companion.kit.intents import Answer, AnswerValue, Counted, Intent, Undo
from companion.service.virtual.piece_layer import PieceLayer
from companion.simulate import Player, seats_for
from companion.table.replies import Accepted
from tests.service.arrival_mischief import Mischief
from tests.service.arrival_witness import Witness
from tests.service.stepped_house import FPS, House

STEPS = 12  # before the lens, of each game
SKIPPED = 60  # answers tapped before, at most
MOST_TAPS = 30  # between two things to lay
PATIENCE = 10  # frames: as long as people wait for the camera before they tap
MOST_PIECES = 12
LAID, MISCHIEF, TAKEN_BACK = 0.9, 0.6, 0.2  # of the steps


@dataclass
class Figures:
    """`by` game: what was done there. `wrong`: the camera's answers that no hand gave."""

    by: dict[str, Counter[str]] = field(default_factory=dict)
    deeds: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def count(self, game: str, what: str) -> None:
        self.by.setdefault(game, Counter())[what] += 1

    def total(self, what: str) -> int:
        return sum(one[what] for one in self.by.values())


class RandomTable:
    """One house in which game after game is played, some of them gone on with later."""

    def __init__(self, folder: Path, figures: Figures) -> None:
        self.folder, self.witness, self.figures = folder, Witness(), figures
        self.house = self.witness.house = House(folder, self.witness.hear)
        self.chance, self.seed = random.Random(1), ""
        self.game_id = ""
        self.left: list[int] = []
        self._count = 0
        self.begin_layer()
        self.mischief = Mischief(self)

    def begin_layer(self) -> None:
        """Hands for the house as it is now."""
        wait: Callable[[float], None] = lambda seconds: self.turn(round(seconds * FPS))  # noqa: E731
        self.layer = PieceLayer(self.house.stand, wait, MOST_PIECES)

    # One game

    def play(self, game_id: str, seed: int, steps: int = STEPS) -> None:
        self.game_id, self.seed = game_id, f"{game_id} {seed}"
        self.chance = random.Random(self.seed)
        self._begin(seed)
        self.figures.count(game_id, "games")
        self.skip(self.chance.randrange(SKIPPED) if seed % 3 else 0)
        for _ in range(steps):
            if not self.step():
                break
        face = self.house.table.snapshot()
        if face is not None:
            self.left.append(face.number)
        self.house.table.leave()
        self.turn(self.chance.randrange(3))

    def _begin(self, seed: int) -> None:
        game, table = games.find(self.game_id), self.house.table
        seats = seats_for(game, min(game.seats[0] + seed % 2, game.seats[1]))
        try:
            table.begin(self.game_id, seats, dict(game.suggested(len(seats))))
        except CompanionError:
            seats = seats_for(game, None)
            table.begin(self.game_id, seats, dict(game.suggested(len(seats))))

    def step(self) -> bool:
        if self.chance.random() < MISCHIEF:
            self.mischief.some()
        self.turn(self.chance.choice((0, 1, 4)))
        answer = self.next_to_lay()
        if answer is None:
            return False
        if self.chance.random() < LAID and self.lay(answer):
            if self.chance.random() < TAKEN_BACK:
                self._take_back()
        elif isinstance(self.submit(answer), Accepted):
            self.figures.count(self.game_id, "tapped")
        return True

    def _take_back(self) -> None:
        """The piece still lies there when its question is asked again."""
        self.submit(Undo(id=self.name()))
        self.turn(self.chance.choice((2, 6)))

    def next_to_lay(self) -> Answer | None:
        """The next answer of which something could be laid; what comes before it is tapped."""
        answer = self.next_answer()
        for _ in range(MOST_TAPS):
            if answer is None or self.can_lay(answer.ask):
                break
            self.submit(answer)
            answer = self.next_answer()
        return answer

    def can_lay(self, ask_id: str) -> bool:
        self.house.stand.follow()
        ask, stage = self.open_ask(ask_id), self.house.stand.stage
        return ask is not None and stage is not None and is_laid(ask) and bool(stage.area(ask))

    def skip(self, answers: int) -> None:
        for _ in range(answers):
            answer = self.next_answer()
            if answer is not None:
                self.submit(answer)

    def next_answer(self) -> Answer | None:
        live = self.house.table.live
        asks = live.game.asks(live.state) if live is not None else ()
        if live is None or not asks or live.game.outcome(live.state) is not None:
            return None
        made = Player(live.game, self.chance).answer(live.state, asks, 0)
        return Answer(id=self.name(), ask=made.ask, answer=made.answer, seat=made.seat)

    def name(self) -> str:
        self._count += 1
        return f"r{self._count}"

    def turn(self, frames: int = 1) -> None:
        for _ in range(frames):
            self.house.camera.turn()
            self.judge()  # before other mats are laid for what is asked next
            self.house.stand.follow()

    def judge(self) -> None:
        before = self.witness.checked
        wrong = [f"{self.seed}: {line}" for line in self.witness.look()]
        self.figures.wrong += wrong
        for line in wrong:
            print(f"no hand gave: {line}", flush=True)
        live = self.house.table.live
        for seq, answer in live.told.answers_since(before) if live is not None else ():
            if seq > before and answer.device == "camera":
                self.figures.count(self.game_id, "camera")

    def submit(self, intent: Intent) -> object:
        try:
            reply = self.house.table.submit(intent)
        except CompanionError:
            return None  # no game is live
        self.judge()
        return reply

    # Before the lens

    def lay(self, answer: Answer) -> bool:
        """Whether the camera has answered; else people tap."""
        ask = self.open_ask(answer.ask)
        if ask is None or not self.can_lay(answer.ask):
            return False
        self.turn(2)  # people see the question before they lay anything
        seq = self.house.table.last_seq
        try:
            if not self.layer.lay(ask, layable(ask, answer.answer)):
                self.figures.count(self.game_id, "not to be laid")
                return False
        except CompanionError:
            return False
        self.figures.count(self.game_id, "laid")
        for _ in range(PATIENCE):
            self.turn()
            if self.house.table.last_seq > seq:
                self.figures.count(self.game_id, "read")
                return True
        return False

    def open_ask(self, ask_id: str) -> Ask | None:
        face = self.house.table.snapshot()
        asks = face.asks if face is not None else ()
        return next((ask for ask in asks if ask.id == ask_id), None)


def is_laid(ask: Ask) -> bool:
    return isinstance(ask, Roll | Show | Place) or (isinstance(ask, Count) and bool(ask.piece))


def layable(ask: Ask, value: AnswerValue) -> AnswerValue:
    """Of a number the one that the tracker expects: any other the camera would ask about."""
    if isinstance(ask, Count) and isinstance(value, Counted):
        return Counted(ask.start)
    return value
