"""The firmware's own link.c, compiled for this machine, against the host's link over a bad wire, on
simulated time.
"""

import ctypes
import random
from dataclasses import dataclass

from firmware_bridge.link import Link
from firmware_bridge.messages import Kind
from firmware_bridge.panel import PanelEvent
from firmware_bridge.simulated import build
from firmware_bridge.simulated.lossy import LossyWire

KEYS = 16
CUT_EVERY_MS = 5_000  # on average, each way of losing the line
GIVE_UP_MS = 20_000


class NativePanel:
    """One at a time: the C file keeps its state in itself, as in the firmware."""

    def __init__(self, boot: int, variant: str = "", first_seq: int = 0) -> None:
        self._c = ctypes.CDLL(str(build.native_link(variant)))
        self._out = ctypes.create_string_buffer(256)
        self._c.native_power_on(boot, first_seq)

    def hands(self, changes: bytes, now_ms: int) -> int:
        return int(self._c.native_hands(changes, len(changes), now_ms))

    def step(self, now_ms: int, stream: bytes) -> bytes:
        count = self._c.native_step(now_ms, stream, len(stream), self._out)
        return self._out.raw[:count]

    def reset(self, boot: int) -> None:
        self._c.native_reset(boot)

    def noise(self, stream: bytes) -> int:
        """How many frames in these random bytes were taken for good."""
        return int(self._c.native_noise(stream, ctypes.c_long(len(stream))))

    @property
    def bad_frames(self) -> int:
        return int(self._c.native_bad_frames())


@dataclass(frozen=True, slots=True)
class TrialOutcome:
    sent: int
    arrived: int
    lost_or_doubled_or_misplaced: int  # places where what arrived differs from what was pressed
    damaged_bytes: int
    carried_bytes: int
    cuts: int
    resets: int
    duplicates_recognised: int


class Trial:
    """So many changes of keys over so bad a wire; the panel is reset and the port pulled and put
    back at random.
    """

    def __init__(
        self, changes: int, seed: int, one_in: int = 1000, variant: str = "", cuts: bool = True
    ) -> None:
        self.chance = random.Random(seed)
        self.to_host = LossyWire(self.chance, one_in)
        self.to_panel = LossyWire(self.chance, one_in)
        self.link = Link("native:")
        self.panel = NativePanel(self.chance.getrandbits(32), variant, self.chance.randrange(65536))
        self.has_cuts = cuts
        self.pressed = self._press_at_random(changes)
        self.arrived = bytearray()
        self.now_ms = self.cuts = self.resets = 0
        self._mended_ms = 0
        self._stream = b""

    def _press_at_random(self, changes: int) -> bytes:
        is_down = [0] * KEYS
        pressed = bytearray()
        for key in self.chance.choices(range(KEYS), k=changes):
            is_down[key] ^= 1
            pressed.append(key | is_down[key] << 6)
        return bytes(pressed)

    def run(self) -> TrialOutcome:
        self.link.opened(0.0)
        done, last_progress_ms = 0, 0
        while len(self.arrived) < len(self.pressed) and self.now_ms - last_progress_ms < GIVE_UP_MS:
            self.now_ms += 1
            done += self.panel.hands(
                self.pressed[done : done + self.chance.randrange(4)], self.now_ms
            )
            before = len(self.arrived)
            self._exchange()
            if self.has_cuts:
                self._disturb()
            last_progress_ms = self.now_ms if len(self.arrived) > before else last_progress_ms
        return self._outcome()

    def _exchange(self) -> None:
        now_s = self.now_ms / 1000
        told = self.panel.step(self.now_ms, self._stream)
        for event in self.link.receive(self.to_host(told), now_s):
            self._note(event)
        self._stream = self.to_panel(self.link.to_send(now_s))

    def _note(self, event: PanelEvent) -> None:
        if event.seq >= 0:
            self.arrived.append(event.key | (event.kind is Kind.PRESS) << 6)

    def _disturb(self) -> None:
        if self.to_host.is_cut:
            if self.now_ms >= self._mended_ms:
                self.to_host.is_cut = self.to_panel.is_cut = False
                self.link.opened(self.now_ms / 1000)
            return
        fate = self.chance.randrange(CUT_EVERY_MS)
        if fate == 0:
            self.cuts += 1
            self.to_host.is_cut = self.to_panel.is_cut = True
            self._mended_ms = self.now_ms + self.chance.randrange(10, 3000)
            self.link.closed("pulled")
        elif fate == 1:
            self.resets += 1
            self.panel.reset(self.chance.getrandbits(32))

    def _outcome(self) -> TrialOutcome:
        differences = sum(a != b for a, b in zip(self.pressed, self.arrived, strict=False))
        differences += abs(len(self.pressed) - len(self.arrived))
        return TrialOutcome(
            sent=len(self.pressed),
            arrived=len(self.arrived),
            lost_or_doubled_or_misplaced=differences,
            damaged_bytes=self.to_host.damaged + self.to_panel.damaged,
            carried_bytes=self.to_host.carried + self.to_panel.carried,
            cuts=self.cuts,
            resets=self.resets,
            duplicates_recognised=self.link.health(self.now_ms / 1000).duplicates,
        )
