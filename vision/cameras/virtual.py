"""A camera that is not there, over a table that is drawn: `virtual:?dice=5&seed=1&light=lamp`. Messages move the table.

`fast=1` gives frames as quickly as they are asked for, on a clock of their own: for tests and benchmarks.
Whatever can draw itself on a surface at a moment is a layer; dice are one, tokens and cards are others.
"""

import time
from typing import Protocol, TypeVar

import cv2
import numpy as np

from companion.errors import SightError
from vision.camera import Frame, whole_number
from vision.dice.render import Light, View
from vision.dice.throw import LOOKS, Thrower
from vision.orders import Message
from vision.picture import Pixels

LIGHTS: dict[str, Light] = {
    "day": Light((0.3, 0.4, 1.0), 0.55, 0.5, 4.0),
    "lamp": Light((0.7, 0.3, 1.0), 0.8, 0.25, 9.0, (0.78, 0.92, 1.0)),
    "cold": Light((-0.4, 0.2, 1.0), 0.6, 0.4, 6.0, (1.0, 0.96, 0.88)),
    "low": Light((-1.0, 0.5, 0.8), 0.6, 0.28, 8.0, (0.85, 0.95, 1.0)),
    "dim": Light((0.2, -0.5, 1.0), 0.22, 0.16, 3.0),
}
FELT: dict[str, tuple[int, int, int]] = {
    "green": (60, 95, 40),
    "blue": (110, 70, 45),
    "red": (45, 40, 120),
    "wood": (75, 120, 165),
    "grey": (120, 120, 120),
    "cream": (200, 215, 222),
}
NOISES = 5

Choice = TypeVar("Choice")


class Layer(Protocol):
    """Something on the virtual table."""

    def draw(self, surface: Pixels, now_s: float) -> None: ...


class VirtualCamera:
    """Draws the tray at camera rate. `tell` takes the messages that the page and the tests send."""

    def __init__(self, width: int, height: int, fps: int, seed: int, die_px: int, fast: bool) -> None:
        self._size, self._fps, self._fast = (width, height), max(fps, 1), fast
        self._rng = np.random.default_rng(seed)
        margin = die_px * 1.4
        self.dice = Thrower((margin, margin, width - margin, height - margin), die_px, View(12.0, 20.0))
        self.layers: list[Layer] = [self.dice]
        self._light, self._felt = LIGHTS["day"], "green"
        self._noise = [self._grain(4.0) for _ in range(NOISES)]
        self._offset = np.full((height, width, 3), 16, np.uint8)
        self._table = self._lit_table()
        self._hand_until_s = self._bump_until_s = -1.0
        self._started_s, self._count, self._open = time.monotonic(), 0, True

    def _grain(self, strength: float) -> Pixels:
        """Sensor noise around 16, so that it can be added and 16 taken away without leaving bytes."""
        width, height = self._size
        return np.clip(self._rng.normal(16, strength, (height, width, 3)), 0, 32).astype(np.uint8)

    def _lit_table(self) -> Pixels:
        width, height = self._size
        coarse = self._rng.normal(0, 1, (height // 3, width // 3, 1)).astype(np.float32)
        weave = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR)[..., None] * 5
        light = self._light
        x = np.linspace(-0.5, 0.5, width, dtype=np.float32)[None, :, None]
        fall = light.ambient + light.strength * (0.9 - 0.25 * x * np.sign(light.towards[0]))
        lit = (np.array(FELT[self._felt], np.float32) + weave) * fall * np.asarray(light.tint, np.float32)
        self.dice.lit(light)
        return np.asarray(np.clip(lit, 0, 255), np.uint8)

    def now_s(self) -> float:
        return self._count / self._fps if self._fast else time.monotonic() - self._started_s

    def frame(self) -> Frame | None:
        if not self._open:
            return None
        self._count += 1
        if not self._fast:
            due_s = self._started_s + self._count / self._fps
            time.sleep(max(0.0, due_s - time.monotonic()))
        return Frame(self._drawn(self.now_s()), self.now_s(), self._count)

    def _drawn(self, now_s: float) -> Pixels:
        picture = self._table.copy()
        for layer in self.layers:
            layer.draw(picture, now_s)
        if now_s < self._hand_until_s:
            self._hand(picture, self._hand_until_s - now_s)
        if now_s < self._bump_until_s:
            shift = 6 * float(np.sin((self._bump_until_s - now_s) * 60))
            picture = np.roll(picture, round(shift), axis=1)
        noise = self._noise[self._count % NOISES]
        grainy = cv2.subtract(cv2.add(picture, noise), self._offset)
        return np.asarray(grainy, np.uint8)

    def _hand(self, picture: Pixels, left_s: float) -> None:
        """An arm that sweeps over the tray."""
        width, height = self._size
        x = round(width * (1.2 - left_s * 1.0) % (width * 1.4) - width * 0.2)
        skin = tuple(c * (self._light.ambient + self._light.strength) for c in (120.0, 150.0, 205.0))
        cv2.line(picture, (x, height + 40), (x + width // 12, height // 3), skin, height // 6, cv2.LINE_AA)

    def tell(self, message: Message) -> None:
        """`do`: throw (seed, count or colours, values), clear, light, felt (name), cock, nudge, turn, hand, bump."""
        now_s = self.now_s()
        die = int(str(message.get("die", 0)))
        match message.get("do"):
            case "throw":
                self._throw(message, now_s)
            case "clear":
                self.dice.dice = ()
            case "light":
                self._light = _named(LIGHTS, message.get("name"))
                self._table = self._lit_table()
            case "felt":
                _named(FELT, message.get("name"))
                self._felt = str(message["name"])
                self._table = self._lit_table()
            case "cock":
                self.dice.change(die, now_s, lean_deg=28.0)
            case "nudge":
                x, y = self.dice.dice[die].rest if die < len(self.dice.dice) else (0.0, 0.0)
                self.dice.change(die, now_s, rest=(x + 14, y + 6))
            case "turn":
                self.dice.change(die, now_s, value=int(str(message.get("value", 1))))
            case "hand":
                self._hand_until_s = now_s + float(str(message.get("seconds", 1.0)))
            case "bump":
                self._bump_until_s = now_s + 0.4
            case other:
                known = "throw, clear, light, felt, cock, nudge, turn, hand, bump"
                raise SightError(f"the virtual camera cannot {other!r}; it can: {known}")

    def _throw(self, message: Message, now_s: float) -> None:
        seed = int(str(message.get("seed", self._count)))
        colours = message.get("colours")
        if not isinstance(colours, list):
            names = sorted(LOOKS)
            rng = np.random.default_rng(seed + 1)
            colours = [names[int(i)] for i in rng.integers(0, len(names), int(str(message.get("count", 2))))]
        for name in colours:
            _named(LOOKS, name)
        values = message.get("values")
        faces = [int(v) for v in values] if isinstance(values, list) else None
        if faces is not None and (len(faces) != len(colours) or not all(1 <= face <= 6 for face in faces)):
            raise SightError("throw: give one value from 1 to 6 for each die")
        self.dice.throw(now_s, seed, [str(name) for name in colours], faces)

    def lock(self) -> None:
        """Nothing here adjusts itself."""

    def close(self) -> None:
        self._open = False


def _named(known: dict[str, Choice], name: object) -> Choice:
    if not isinstance(name, str) or name not in known:
        raise SightError(f"the virtual table has no {name!r}: there are {', '.join(sorted(known))}")
    return known[name]


def open_camera(address: str, options: dict[str, str]) -> VirtualCamera:
    if address:
        raise SightError(f"virtual:{address}: options come after a question mark, such as virtual:?dice=5")
    camera = VirtualCamera(
        whole_number(options, "width", 1280),
        whole_number(options, "height", 720),
        whole_number(options, "fps", 30),
        whole_number(options, "seed", 1),
        whole_number(options, "die", 56),
        options.get("fast") == "1",
    )
    if "light" in options:
        camera.tell({"do": "light", "name": options["light"]})
    if "felt" in options:
        camera.tell({"do": "felt", "name": options["felt"]})
    if "dice" in options:
        camera.tell(
            {"do": "throw", "count": whole_number(options, "dice", 2), "seed": whole_number(options, "seed", 1)}
        )
    return camera
