"""The virtual table: dice at rest to the tracker on a client, and what becomes of the rolls of
every game's dice.

`python -m companion.benchmarks.virtual 200 2000` runs it alone, with so many rolls of each; it says
how far it is. A third number is the roll to begin with: many rolls can be made in several runs.
"""

import json
import random
import sys
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

HELP = (
    "virtual rolls: at rest to the page, p95; "
    "accepted, asked and wrongly accepted for every game's dice"
)
NEEDS_LAB = True
ROLLS, TRIALS = 60, 140
SETTLED_S = 8.0
# the dice go back into the hand; thrown at once they would be two dice for fun, not the one asked
# for
TAKEN_UP_S = 0.5
BEAST = {"id": "D13", "health": 7, "attack": 5, "damage": 1}
ROLLING = {
    "step": "P3.2",
    "first_player": "red",
    "beast_deck_count": 6,
    "current_beast": BEAST,
}  # one die is asked for


def run(_photographs: Any) -> dict[str, Any]:
    return {"rest to page": rest_to_page(ROLLS), "rolls of every game": rolls_of_every_game(TRIALS)}


# From rest to the page


def rest_to_page(count: int) -> dict[str, Any]:
    """A die thrown on the virtual table of the running service; the clock starts when it lies
    still.
    """
    from companion.benchmarks.web import Screens
    from companion.config import Config
    from companion.kit.seats import Seat
    from companion.service.service import Service
    from vision.cameras import open_camera
    from vision.cameras.virtual import VirtualCamera

    seats = tuple(Seat(colour, colour=colour) for colour in ("red", "blue"))
    twin = open_camera(
        "virtual:?fast=1"
    )  # throws the same: tells how long a die with this seed is on its way
    assert isinstance(twin, VirtualCamera)
    delays, missed = [], 0
    with tempfile.TemporaryDirectory() as folder:
        service = Service(
            Path(folder), Config(), camera="virtual:?table=bench&felt=wood", panel="", virtual=True
        )
        address = service.start("127.0.0.1", 0)
        try:
            service.table.begin(
                "spell_from_the_future", seats, {"mode": "two_player"}, None, ROLLING
            )
            screen = Screens(address, 1)
            _wait(lambda: service.status.shown()["camera"].state == "on", 60)
            time.sleep(2)  # the mats are found
            for roll in range(count):
                delay = _one(service, screen, twin, roll)
                delays += [delay] if delay is not None else []
                missed += delay is None
                _undo(service)
                if roll % 20 == 19:
                    print(f"{roll + 1} rolls", file=sys.stderr, flush=True)
        finally:
            service.stop()
    delays.sort()
    figures: dict[str, Any] = {"rolls": count, "asked or not seen in time": missed}
    if delays:
        figures |= {"p50, ms": round(1000 * delays[len(delays) // 2])}
        figures |= {"p95, ms": round(1000 * delays[min(len(delays) - 1, int(len(delays) * 0.95))])}
    return figures


def _one(service: Any, screen: Any, twin: Any, roll: int) -> float | None:
    before = service.table.last_seq
    twin.tell({"do": "throw", "seed": roll, "colours": ["white"]})
    (die,) = twin.dice.dice
    still_s = die.begins_s + die.lasts_s - twin.now_s()
    begun = time.perf_counter()
    service.status.tell({"to": "table", "do": "throw", "seed": roll})
    if not _wait(lambda: service.table.last_seq > before, SETTLED_S):
        return None
    return float(screen.latest(service.table.last_seq) - begun - still_s)


def _undo(service: Any) -> None:
    from companion.kit.intents import Undo

    if service.table.live.lines:
        service.table.submit(Undo(id=f"u{service.table.last_seq}"))
        time.sleep(TAKEN_UP_S)


def _wait(true: Any, seconds: float) -> bool:
    ends_s = time.monotonic() + seconds
    while time.monotonic() < ends_s:
        if true():
            return True
        time.sleep(0.002)
    return bool(true())


# What becomes of the rolls


def rolls_of_every_game(count: int, first: int = 0) -> dict[str, Any]:
    """The dice the games ask for, on their own mats where they have a tray, under every lamp."""
    from vision.virtual.light import LIGHTS

    wanted, lights = dice_of_games(), sorted(LIGHTS)
    tally: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    by_light: Counter[str] = Counter()
    camera = reader = None
    for roll in range(first, first + count):
        game, colours = wanted[roll % len(wanted)]
        light = lights[roll // 10 % len(lights)]
        if roll % 10 == 0 or camera is None:
            camera, reader = _camera(game, light, roll)
        what, why = _judged(camera, reader, colours, roll)
        tally[what] += 1
        by_light[f"{light}: {what}"] += 1
        reasons.update([why] if what == "asked" else [])
        if roll % 50 == 49:
            print(roll + 1, dict(tally), file=sys.stderr, flush=True)
    share = {
        what: round(100 * tally[what] / count, 2)
        for what in ("accepted", "asked", "wrong and accepted")
    }
    figures = {"rolls": count, "percent": share, "by light": dict(sorted(by_light.items()))}
    return figures | {"why asked": dict(reasons.most_common())}


def dice_of_games() -> list[tuple[str, tuple[str, ...]]]:
    """Each game with pip dice, and the dice it asks for: met by playing a little."""
    from companion import games
    from companion.kit.asks import Roll
    from companion.kit.play import answered
    from companion.kit.story import RuleError
    from companion.simulate import Player, set_up
    from vision.virtual.thrown_dice import LOOKS

    found: dict[tuple[str, tuple[str, ...]], None] = {}
    for game in games.every():
        state, player = set_up(game), Player(game, random.Random(5))
        for number in range(400):
            asks = game.asks(state)
            for ask in asks:
                if isinstance(ask, Roll) and all(die.kind == "d6" for die in ask.dice):
                    dice = [die for die in ask.dice for _ in range(die.count)]
                    looks = tuple(die.colour if die.colour in LOOKS else "white" for die in dice)
                    found[game.id, tuple(str(look) for look in looks)] = None
            if not asks or game.outcome(state) is not None:
                break
            try:
                state = answered(game, state, player.answer(state, asks, number), asks).state
            except RuleError:
                continue
    return sorted(found)


def _camera(game: str, light: str, seed: int) -> tuple[Any, Any]:
    from companion.service.places import mats_for
    from companion.service.virtual.table_top import mats_message
    from vision.cameras import open_camera
    from vision.dice.reader import DiceReader

    camera: Any = open_camera(f"virtual:?fast=1&felt=wood&fps=30&seed={seed}&light={light}")
    names = [mat.name for mat in mats_for(game) if not mat.name.endswith((":3", ":4", ":5", ":6"))]
    camera.tell(mats_message(game, names))
    return camera, DiceReader()


def _judged(camera: Any, reader: Any, colours: tuple[str, ...], roll: int) -> tuple[str, str]:
    """What became of it, and why."""
    from vision.dice.doubt import ExpectedDice
    from vision.lab.trials.dice_trials import next_reading
    from vision.mats.layout import box
    from vision.reading import Decision
    from vision.settle import Settle
    from vision.virtual.layout import through

    table = camera.table
    tray = through(table.matrix, box(*table.layout.areas()["tray"].box_mm)) / table.size
    corners = tuple((float(x), float(y)) for x, y in tray)
    settle = Settle(partial(reader.read, expected=ExpectedDice(len(colours))))
    camera.tell({"do": "throw", "seed": 7_000_000 + roll, "colours": list(colours), "zone": "tray"})
    reading = next_reading(_Zone(camera, corners), settle, 75)
    if reading is None or reading.decision is Decision.ASK:
        return "asked", "never at rest" if reading is None else reading.why.key
    truth = sorted(camera.dice.fallen())
    right = sorted(int(str(found.value)) for found in reading.findings) == truth
    return ("accepted" if right else "wrong and accepted"), reading.why.key


class _Zone:
    """A camera that gives only one zone, flat, as the eye cuts it out."""

    def __init__(self, camera: Any, corners: Any) -> None:
        self._camera, self._corners = camera, corners

    def frame(self) -> Any:
        from vision.camera import Frame
        from vision.pipeline import zone_of

        frame = self._camera.frame()
        return Frame(zone_of(frame.pixels, self._corners), frame.taken_at_s, frame.number)

    def lock(self) -> None: ...

    def close(self) -> None: ...


if __name__ == "__main__":
    given = [int(number) for number in sys.argv[1:4]]
    rolls, trials, begin = (*given, 0)[:3] if len(given) >= 2 else (ROLLS, TRIALS, 0)
    if rolls:
        print(json.dumps(rest_to_page(rolls), indent=1))
    if trials:
        print(json.dumps(rolls_of_every_game(trials, begin), indent=1))
