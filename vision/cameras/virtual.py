"""A camera that is not there, over a table that is drawn: `virtual:?dice=5&seed=1&light=lamp`.
Messages move the table.

`fast=1` gives frames as quickly as they are asked for, on a clock of their own: for tests and
benchmarks.
`table=NAME` looks at a table that stays as it is when this camera is closed and opened again, as a
real one would.
"""

import time
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

from vision.camera import Frame, whole_number
from vision.errors import CameraError
from vision.picture import Pixels
from vision.protocol import VirtualMessage
from vision.virtual.light import FELT, LIGHTS
from vision.virtual.pieces import KINDS, VirtualPiece
from vision.virtual.table import DrawnTable
from vision.virtual.thrown_dice import GENTLE, LOOKS, DiceThrower, ThrowingHand

NOISES = 5
BUMPED_PX, BUMPED_DEG = 9.0, 0.6
UNPLUGGED_S = 0.05
COCKED_DEG = 28.0
KNOWN = "throw, clear, light, felt, cock, nudge, turn, hand, bump, mats, put, take, unplug, plug"

Choice = TypeVar("Choice")
# A table outlives the cameras that look at it: one whose cable was pulled is closed and opened
# anew.
_KEPT: dict[str, DrawnTable] = {}


class VirtualCamera:
    """Draws its table at camera rate. `tell` takes the messages that the page and the tests
    send.
    """

    def __init__(self, table: DrawnTable, fps: int, seed: int, fast: bool) -> None:
        self.table, self._fps, self._fast = table, max(fps, 1), fast
        self._rng = np.random.default_rng(seed)
        grain = self._grain(4.0)
        self._noise = [np.roll(grain, (37 * n, 91 * n), axis=(0, 1)) for n in range(NOISES)]
        width, height = table.size
        self._offset = np.full((height, width, 3), 16, np.uint8)
        self._started_s, self._count, self._open = time.monotonic(), 0, True

    @property
    def dice(self) -> DiceThrower:
        return self.table.dice

    def _grain(self, strength: float) -> Pixels:
        """Sensor noise around 16, so that it can be added and 16 taken away without leaving
        bytes.
        """
        width, height = self.table.size
        spread = self._rng.standard_normal((height, width, 3), np.float32) * strength
        return np.asarray(np.clip(spread + 16, 0, 32), np.uint8)

    def now_s(self) -> float:
        return self._count / self._fps if self._fast else time.monotonic()

    def frame(self) -> Frame | None:
        self._wait_for_the_cable()
        if not self._open:
            return None
        self._count += 1
        if not self._fast:
            self._keep_time()
        return Frame(self._seen(self.now_s()), self.now_s(), self._count)

    def _wait_for_the_cable(self) -> None:
        while not self.table.is_plugged:
            if not self._open:
                raise CameraError("the virtual camera's cable is pulled: plug it in again")
            time.sleep(UNPLUGGED_S)
            self._started_s, self._count = time.monotonic(), 0

    def _keep_time(self) -> None:
        late_s = time.monotonic() - (self._started_s + self._count / self._fps)
        if late_s < 0:
            time.sleep(-late_s)
        elif late_s > 1:  # the machine was busy: go on from here, never in a hurry to catch up
            self._started_s += late_s

    def _seen(self, now_s: float) -> Pixels:
        noise = self._noise[self._count % NOISES]
        return np.asarray(
            cv2.subtract(cv2.add(self.table.drawn(now_s), noise), self._offset), np.uint8
        )

    def tell(self, message: VirtualMessage) -> None:
        """`do` one of KNOWN; what else it takes is beside each below."""
        now_s, table = self.now_s(), self.table
        match message.get("do"):
            case "throw":  # seed, count or colours, values, zone, towards (degrees), hard, cocked
                self._throw(message, now_s)
            case "clear":
                table.dice.dice = ()
            case "light":  # name
                table.light_up(_named(LIGHTS, message.get("name")))
            case "felt":  # name
                table.cover(_named(FELT, message.get("name")))
            case "cock" | "nudge" | "turn" as deed:  # die, value
                self._touch(str(deed), message, now_s)
            case "hand":  # seconds
                table.pass_hand(now_s, _number(message, "seconds", 1.0))
            case "bump":  # right, down, turned: where it leaves the camera
                self._bump(message, now_s)
            case "mats":  # file, names
                names = message.get("names")
                table.lay_mats(
                    Path(str(message.get("file"))),
                    [str(n) for n in names] if isinstance(names, list) else [],
                )
            case "put":  # id, kind, look, title, parts, x, y, degrees, slide
                table.put(_piece(message), now_s, is_new=bool(message.get("slide", 1)))
            case "take":  # id
                table.lying.take(str(message.get("id")))
            case "unplug" | "plug" as deed:
                table.is_plugged = deed == "plug"
            case other:
                raise CameraError(f"the virtual camera cannot {other!r}; it can: {KNOWN}")

    def _bump(self, message: VirtualMessage, now_s: float) -> None:
        def left(name: str, most: float) -> float:
            return _number(message, name, float(self._rng.uniform(-most, most)))

        pose = left("right", BUMPED_PX), left("down", BUMPED_PX), left("turned", BUMPED_DEG)
        self.table.bump(now_s, pose)

    def _touch(self, deed: str, message: VirtualMessage, now_s: float) -> None:
        dice, die = self.table.dice, int(_number(message, "die", 0))
        if deed == "cock":
            dice.change(die, now_s, lean_deg=COCKED_DEG)
        elif deed == "nudge":
            x, y = dice.dice[die].rest if die < len(dice.dice) else (0.0, 0.0)
            dice.change(die, now_s, rest=(x + 14, y + 6))
        else:
            dice.change(die, now_s, value=int(_number(message, "value", 1)))

    def _throw(self, message: VirtualMessage, now_s: float) -> None:
        seed = int(_number(message, "seed", self._count))
        colours = message.get("colours")
        if not isinstance(colours, list):
            names = sorted(LOOKS)
            rng = np.random.default_rng(seed + 1)
            colours = [
                names[int(i)]
                for i in rng.integers(0, len(names), int(_number(message, "count", 2)))
            ]
        for name in colours:
            _named(LOOKS, name)
        values = message.get("values")
        faces = [int(v) for v in values] if isinstance(values, list) else None
        if faces is not None and (
            len(faces) != len(colours) or not all(1 <= face <= 6 for face in faces)
        ):
            raise CameraError("throw: give one value from 1 to 6 for each die")
        if "zone" in message:
            self.table.roll_in(str(message["zone"]))
        self.table.dice.throw(now_s, seed, [str(name) for name in colours], faces, _hand(message))
        if "cocked" in message:
            self.table.dice.lean(int(_number(message, "cocked", 0)), COCKED_DEG)

    def lock(self) -> None:
        """Nothing here adjusts itself."""

    def close(self) -> None:
        self._open = False


def _hand(message: VirtualMessage) -> ThrowingHand:
    """Which way a hand throws; without a word about it, gently and from the right as always."""
    if "towards" not in message:
        return GENTLE
    turn = np.radians(_number(message, "towards", 180.0))
    return ThrowingHand(
        (float(np.cos(turn)), float(np.sin(turn))),
        min(max(_number(message, "hard", 0.0), 0.0), 1.0),
    )


def _number(message: VirtualMessage, name: str, default: float) -> float:
    try:
        return float(str(message.get(name, default)))
    except ValueError:
        raise CameraError(
            f"{message.get('do')}: {name} must be a number, not {message.get(name)!r}"
        ) from None


def _piece(message: VirtualMessage) -> VirtualPiece:
    kind = str(message.get("kind"))
    if kind not in KINDS or not message.get("id"):
        raise CameraError(f"put: give an id, and a kind out of {', '.join(KINDS)}")
    x, y, turn = (_number(message, name, 0.0) for name in ("x", "y", "degrees"))
    parts = message.get("parts")
    named = tuple(str(part) for part in parts) if isinstance(parts, list) else ()
    look, title = str(message.get("look", "")), str(message.get("title", ""))
    return VirtualPiece(str(message["id"]), kind, look, title, x, y, turn, named)


def _named(known: dict[str, Choice], name: object) -> str:
    if not isinstance(name, str) or name not in known:
        raise CameraError(
            f"the virtual table has no {name!r}: there are {', '.join(sorted(known))}"
        )
    return name


def open_camera(address: str, options: dict[str, str]) -> VirtualCamera:
    if address:
        raise CameraError(
            f"virtual:{address}: options come after a question mark, such as virtual:?dice=5"
        )
    size = whole_number(options, "width", 1280), whole_number(options, "height", 720)
    seed, name = whole_number(options, "seed", 1), options.get("table", "")
    kept = _KEPT.get(name)
    table = kept or DrawnTable(size, seed, whole_number(options, "die", 56))
    if name:
        _KEPT[name] = table
    camera = VirtualCamera(
        table, whole_number(options, "fps", 30), seed, options.get("fast") == "1"
    )
    if kept is None:
        _arrange(camera, options)
    return camera


def _arrange(camera: VirtualCamera, options: dict[str, str]) -> None:
    for what in ("light", "felt"):
        if what in options:
            camera.tell({"do": what, "name": options[what]})
    if "dice" in options:
        seed = whole_number(options, "seed", 1)
        camera.tell({"do": "throw", "count": whole_number(options, "dice", 2), "seed": seed})
