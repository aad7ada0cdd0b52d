"""`script:demo` and `script:FILE`: a panel made of nothing, behind the real link.

`demo` waits for hands (`press`, `release`, `turn`); a file plays lines such as `0.5 tap confirm` or
`1.25 turn +2`.
"""

import contextlib
import os
import random
import time
import tty
from collections import deque
from collections.abc import Callable
from pathlib import Path

from firmware_bridge.config import PanelConfig
from firmware_bridge.device import SimulatedDevice
from firmware_bridge.errors import BridgeError
from firmware_bridge.linked import LinkedPanel
from firmware_bridge.panel import Panel
from firmware_bridge.transports.serial import SerialPort

TAP_S = 0.08
SLICE_S = 0.004  # how long a press of another thread may have to wait
Deed = tuple[float, Callable[[float], None]]


class ScriptedPort:
    """Both ends of a pseudo-terminal: pyserial on the near one, as on a Pi, the device on the far
    one.
    """

    def __init__(self, panel: "ScriptedPanel") -> None:
        self._panel = panel
        self._far, near = os.openpty()
        tty.setraw(near)
        os.set_blocking(self._far, False)
        self._port = SerialPort(os.ttyname(near))
        os.close(near)

    def read(self, wait_s: float) -> bytes:
        end_s = time.monotonic() + wait_s
        while True:
            self._serve_device()
            stream = self._port.read(max(0.0, min(SLICE_S, end_s - time.monotonic())))
            if stream or time.monotonic() >= end_s:
                return stream

    def _serve_device(self) -> None:
        if self._panel.is_unplugged:
            raise OSError("unplugged")
        with contextlib.suppress(BlockingIOError):
            self._panel.device.receive(os.read(self._far, 4096), self._panel.clock())
        with contextlib.suppress(BlockingIOError):
            os.write(self._far, self._panel.live())

    def write(self, stream: bytes) -> None:
        self._port.write(stream)

    def close(self) -> None:
        self._port.close()
        os.close(self._far)


class ScriptedPanel(LinkedPanel):
    """A panel for hands made of code. `press`, `release`, `turn`, `unplug` and `plug` may be called
    from any thread.
    """

    def __init__(self, url: str, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(url, self._plug_in, clock)
        self.clock = clock
        self.device = SimulatedDevice(random.getrandbits(32))
        self.is_unplugged = self._has_new_power = False
        self._deeds: deque[Deed] = deque()

    def press(self, key: int, in_s: float = 0.0) -> None:
        self._plan(in_s, lambda at_s: self.device.contact(key, True, at_s))

    def release(self, key: int, in_s: float = 0.0) -> None:
        self._plan(in_s, lambda at_s: self.device.contact(key, False, at_s))

    def turn(self, detents: int, in_s: float = 0.0) -> None:
        self._plan(in_s, lambda at_s: self.device.turn(detents, at_s))

    def unplug(self) -> None:
        self.is_unplugged = True

    def plug(self) -> None:
        """Power comes back: it starts anew."""
        self._has_new_power = True
        self.is_unplugged = False

    def _plan(self, in_s: float, deed: Callable[[float], None]) -> None:
        self._deeds.append((self.clock() + in_s, deed))

    def _plug_in(self) -> ScriptedPort:
        if self.is_unplugged:
            raise BridgeError("the scripted panel is unplugged")
        if self._has_new_power:
            self._has_new_power = False
            self.device.reset(random.getrandbits(32))
        return ScriptedPort(self)

    def live(self) -> bytes:
        """Does what is due by now; what the device says to it."""
        now_s = self.clock()
        waiting = sorted(
            (self._deeds.popleft() for _ in range(len(self._deeds))), key=lambda planned: planned[0]
        )
        for at_s, deed in waiting:
            if at_s <= now_s:
                deed(at_s)
            else:
                self._deeds.append((at_s, deed))
        return self.device.to_send(now_s)


def read_script(text: str, panel: ScriptedPanel, config: PanelConfig) -> None:
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if words:
            try:
                _plan_line(words, panel, config)
            except (ValueError, KeyError, IndexError) as error:
                raise BridgeError(
                    f"line {number} of the panel script: {line.strip()!r}; say e.g. 0.5 tap confirm"
                ) from error


def _plan_line(words: list[str], panel: ScriptedPanel, config: PanelConfig) -> None:
    in_s, deed, what = float(words[0]), words[1], words[2]
    if deed == "turn":
        panel.turn(int(what), in_s)
        return
    key = config.roles[what]
    if deed not in ("tap", "press", "release"):
        raise ValueError(deed)
    if deed in ("tap", "press"):
        panel.press(key, in_s)
    if deed in ("tap", "release"):
        panel.release(key, in_s + (TAP_S if deed == "tap" else 0))


def open_panel(where: str, config: PanelConfig) -> Panel:
    panel = ScriptedPanel(f"script:{where}")
    if where not in ("", "demo"):
        try:
            text = Path(where).read_text(encoding="utf-8")
        except OSError as error:
            raise BridgeError(f"no panel script {where}: give a file, or script:demo") from error
        read_script(text, panel, config)
    return panel
