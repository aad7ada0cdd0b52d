"""Random games of all five through the whole house with the virtual lens: with leftover pieces,
undo, corrections, games left and gone on with, reloads, a camera that is silent, bumped, covered or
started anew. Counts the camera's answers that no hand gave: there must be none.

    python -m tests.service.arrival_games --games 300
    python -m tests.service.arrival_games --games 20 --without-arrival     # must find some
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from companion import games
from companion.errors import CompanionError
from companion.kit.asks import Ask, Count, Place, Roll, Show
from companion.kit.intents import Answer, Correct, Intent, Redo, Undo
from companion.service.arrival import Counting
from companion.service.camera_decisions import CameraMemory
from companion.service.virtual.piece_layer import PieceLayer
from companion.service.watch_plan import WatchPlan
from companion.simulate import Player, seats_for
from companion.table.replies import Accepted
from tests.service.arrival_witness import Witness
from tests.service.stepped_house import FPS, House
from vision.reading import Reading

GAMES = (
    "spell_saga",
    "spell_from_the_future",
    "runika",
    "mechamancers",
    "world_adventure",
)
STEPS = 6  # before the lens, of each game
SKIPPED = 60  # answers tapped before, at most
MOST_TAPS = 25  # between two things to lay
PATIENCE = 12  # frames: as long as people wait for the camera before they tap
OFTEN = {"leftover": 8, "undo": 3, "restart": 2, "silence": 2, "elsewhere": 2}
LOOKS = ("white", "black", "red", "blue", "green", "yellow")


@dataclass
class Figures:
    games: int = 0
    by: Counter[str] = field(default_factory=Counter)
    deeds: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


class RandomTable:
    """One house in which game after game is played, some of them gone on with later."""

    def __init__(self, folder: Path, figures: Figures) -> None:
        self.folder, self.witness, self.figures = folder, Witness(), figures
        self.house = self.witness.house = House(folder, self.witness.hear)
        self.chance = random.Random()
        self.left: list[int] = []
        self.cards: set[str] = set()  # ever asked for in this game
        self._count = 0
        self._layer = PieceLayer(self.house.stand, lambda seconds: self.turn(round(seconds * FPS)))
        self.mischief: dict[str, Callable[[], object]] = {
            "leftover": self.leave_a_piece,
            "moved": self.move_a_piece,
            "taken": self.take_a_piece,
            "undo": lambda: self.submit(Undo(id=self.name())),
            "redo": lambda: self.submit(Redo(id=self.name())),
            "correct": self.correct,
            "elsewhere": self.play_elsewhere,
            "reload": self.reload,
            "silence": self.be_silent,
            "restart": self.restart_camera,
            "power": self.cut_power,
            "bump": lambda: self.house.hear(do="bump"),
            "hand": lambda: self.house.hear(do="hand", seconds=0.6),
            "unasked": lambda: self.house.hear(do="throw", seed=self.chance.randrange(999)),
        }

    # One game

    def play(self, game_id: str, seed: int, steps: int = STEPS) -> None:
        self.chance, self.cards = random.Random(f"{game_id} {seed}"), set()
        game = games.find(game_id)
        seats = seats_for(game, min(game.seats[0] + seed % 2, game.seats[1]))
        try:
            self.house.table.begin(game_id, seats, dict(game.suggested(len(seats))))
        except CompanionError:
            seats = seats_for(game, None)
            self.house.table.begin(game_id, seats, dict(game.suggested(len(seats))))
        self.figures.games += 1
        self.skip(self.chance.randrange(SKIPPED) if seed % 3 else 0)
        for _ in range(steps):
            if not self.step():
                break
        face = self.house.table.snapshot()
        if face is not None:
            self.left.append(face.number)
        self.house.table.leave()
        self.turn(self.chance.randrange(3))

    def step(self) -> bool:
        if self.chance.random() < 0.6:
            self.some_mischief()
        self.turn(self.chance.choice((0, 1, 4)))
        answer = self.next_to_lay()
        if answer is None:
            return False
        if self.chance.random() < 0.8 and self.lay(answer):
            self.figures.by["laid and read"] += 1
        elif isinstance(self.submit(answer), Accepted):
            self.figures.by["tapped"] += 1
        return True

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
        laid = isinstance(ask, Roll | Show | Place | Count)
        return ask is not None and laid and stage is not None and stage.area(ask) is not None

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
        shows = [ask for ask in asks if isinstance(ask, Show)]
        self.cards |= {card.id for ask in shows for card in ask.known}
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
        wrong = self.witness.look()
        self.figures.wrong += wrong
        for line in wrong:
            print(f"no hand gave (game {self.figures.games}): {line}", flush=True)
        live = self.house.table.live
        for seq, answer in live.told.answers_since(before) if live is not None else ():
            if seq > before and answer.device == "camera":
                self.figures.by["camera"] += 1

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
        self.turn()  # people see the question before they lay anything
        seq = self.house.table.last_seq
        try:
            if not self._layer.lay(ask, answer.answer):
                return False
        except CompanionError:
            return False
        self.figures.by["laid"] += 1
        for _ in range(PATIENCE):
            self.turn()
            if self.house.table.last_seq > seq:
                return True
        return False

    def open_ask(self, ask_id: str) -> Ask | None:
        face = self.house.table.snapshot()
        asks = face.asks if face is not None else ()
        return next((ask for ask in asks if ask.id == ask_id), None)

    # Mischief

    def some_mischief(self) -> None:
        names = [name for name in self.mischief for _ in range(OFTEN.get(name, 1))]
        name = self.chance.choice(names)
        self.figures.deeds[name] += 1
        try:
            self.mischief[name]()
        except CompanionError:
            return  # not now: no mats, no such piece
        self.judge()

    def leave_a_piece(self) -> None:
        """A card that could be shown, or a token, somewhere: mostly where nobody has asked."""
        surface = self.house.stand.surface
        stage = surface.staged()
        areas = stage.layout.areas()
        box = areas[self.chance.choice(sorted(areas))].box_mm
        ((x, y),) = stage.seen(((box[0] + box[2] / 2, box[1] + box[3] / 2),))
        cards = sorted(self.cards)
        if cards and self.chance.random() < 0.7:
            self.house.hear(do="put", kind="card", look=self.chance.choice(cards), x=x, y=y)
        else:
            self.house.hear(do="put", kind="token", look=self.chance.choice(LOOKS), x=x, y=y)

    def a_piece(self) -> str:
        return self.chance.choice([*self.house.stand.surface.pieces, ""])

    def move_a_piece(self) -> None:
        x, y = self.chance.random(), self.chance.random()
        self.house.hear(do="move", id=self.a_piece(), x=x, y=y)

    def take_a_piece(self) -> None:
        self.house.hear(do="take", id=self.a_piece())

    def correct(self) -> None:
        live = self.house.table.live
        answers = [line for line in live.lines if isinstance(line.intent, Answer)] if live else []
        if live is None or not answers:
            return
        line = self.chance.choice(answers[-5:])
        asked = live.asked_in(line.seq)
        if asked is not None:
            state = live.state_at(live.lines.index(line))
            value = live.game.answer_like_a_player(state, asked[0], self.chance)
            self.submit(Correct(id=self.name(), line=line.seq, answer=value, confirmed=True))

    def play_elsewhere(self) -> None:
        """The game is left, another one gone on with for a moment, and then this one again."""
        face = self.house.table.snapshot()
        if face is None:
            return
        self.house.table.leave()
        self.turn(self.chance.randrange(3))
        if self.left:
            self.house.table.resume(self.chance.choice(self.left[-6:]))
            self.turn(self.chance.choice((1, 5)))
            answer = self.next_answer()
            if answer is not None:
                self.submit(answer)
            self.turn(self.chance.choice((0, 4)))
        self.house.table.resume(face.number)

    def reload(self) -> None:
        self.house.table.snapshot()
        self.house.status.shown()

    def be_silent(self) -> None:
        """Things happen while the camera sees nothing."""
        self.house.hear(do="unplug")
        self.turn()
        for _ in range(self.chance.randrange(3)):
            self.chance.choice((self.leave_a_piece, self.move_a_piece, self._tap))()
        self.turn(self.chance.choice((1, 4)))
        self.house.hear(do="plug")

    def _tap(self) -> None:
        answer = self.next_answer()
        if answer is not None:
            self.submit(answer)

    def restart_camera(self) -> None:
        self.house.eye.start()
        for _ in range(self.chance.randrange(2)):
            self.chance.choice((self.leave_a_piece, self._tap))()
        self.turn(self.chance.choice((1, 4)))

    def cut_power(self) -> None:
        self.house.begin_anew()
        self._layer = PieceLayer(self.house.stand, lambda seconds: self.turn(round(seconds * FPS)))
        self.turn(self.chance.choice((1, 4)))


# The negative control


@contextmanager
def without_arrival() -> Iterator[None]:
    """As it was before: whatever lies there answers whatever is asked."""

    def waiting(plan: WatchPlan, memory: CameraMemory) -> tuple[tuple[str, Reading], ...]:
        found = []
        for order in plan.watch.orders:
            place = memory.place((order.zone, order.kind))
            if place.is_unused and place.reading is not None and place.reading.ask != order.ask:
                found.append((order.ask, place.reading))
        return tuple(found)

    counting = "companion.service.arrival.counting"
    with (
        patch(counting, lambda ask, reading, place: Counting(reading)),
        patch("companion.service.camera_service.waiting", waiting),
    ):
        yield


def play(count: int, first: int = 0, names: tuple[str, ...] = GAMES, **more: Any) -> Figures:
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        table = RandomTable(Path(folder), figures)
        for number in range(first, first + count):
            table.play(names[number % len(names)], number, **more)
            if sys.stderr.isatty() or (number + 1) % 10 == 0:
                print(number + 1, len(figures.wrong), dict(figures.by), file=sys.stderr, flush=True)
        table.house.close()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--steps", type=int, default=STEPS, help="before the lens, in each game")
    parser.add_argument("--only", default="", help="one game's name")
    parser.add_argument("--without-arrival", action="store_true")
    wanted = parser.parse_args()
    begun_s = time.monotonic()
    with without_arrival() if wanted.without_arrival else nullcontext():
        names = (wanted.only,) if wanted.only else GAMES
        figures = play(wanted.games, wanted.first, names, steps=wanted.steps)
    print(f"{figures.games} games in {time.monotonic() - begun_s:.0f} s: {dict(figures.by)}")
    print(f"mischief: {dict(figures.deeds)}")
    print(f"answers that no hand gave: {len(figures.wrong)}")
    sys.exit(bool(figures.wrong) != wanted.without_arrival)


if __name__ == "__main__":
    main()
