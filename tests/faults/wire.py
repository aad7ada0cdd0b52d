"""The panel's cable: the real firmware in simavr at one end, the service's port at the other, and
what befalls both.
"""

import contextlib
import os
import random
import select
import threading
import tty
from pathlib import Path

from firmware_bridge.errors import BridgeError
from firmware_bridge.frames import Decoder
from firmware_bridge.messages import State, decode
from firmware_bridge.simulated import build
from firmware_bridge.simulated.simulator import Simulator
from firmware_bridge.transports.serial import SerialPort

SLICE_S = 0.05
STARTS_WITHIN_S = 30.0  # on a machine that is busy with other things


class Wire:
    """`port` is where the service finds the panel. `noise`: of so many bytes one is damaged; 0:
    none.
    """

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.port, self._inner = folder / "panel", folder / "inner"
        self.noise = 0
        self._chance = random.Random(seed)
        self._far: int | None = None
        self._kept = -1
        self._near: SerialPort | None = None
        self._over = threading.Event()
        self._decoder, self._boots, self._started = Decoder(), -1, threading.Event()
        self._lock = threading.RLock()
        self.firmware = self._powered()
        self.mend()
        self._thread = threading.Thread(target=self._carry, name="wire", daemon=True)
        self._thread.start()

    def _powered(self) -> Simulator:
        """The same board each time: it counts its starts in what it keeps without power."""
        kept = self._inner.with_suffix(".eeprom")
        return Simulator(
            build.simulator(), build.firmware(), "real", self._inner, "--eeprom", str(kept)
        )

    def press(self, key: int) -> None:
        self.firmware.press(key)

    def release(self, key: int) -> None:
        self.firmware.release(key)

    def cut(self) -> None:
        with self._lock:
            if self._far is not None:
                os.close(self._far)
                os.close(self._kept)
                self._far = None
            with contextlib.suppress(FileNotFoundError):
                self.port.unlink()

    def mend(self) -> None:
        with self._lock:
            if self._far is None:
                self._far, self._kept = (
                    os.openpty()
                )  # kept open: the terminal outlives the service's tries
                tty.setraw(self._kept)
                os.set_blocking(self._far, False)
                self.port.unlink(missing_ok=True)
                self.port.symlink_to(os.ttyname(self._kept))

    def reset(self) -> None:
        """Until it tells of another start: before, it does not look at its keys. Its hello may be
        lost with the frame that the reset cut off."""
        self._started.clear()
        self.firmware.tell("reset")
        assert self._started.wait(STARTS_WITHIN_S), "the panel never came back from its reset"

    def kill(self) -> None:
        """The firmware's side dies at once."""
        with self._lock:
            self.firmware._child.kill()
            with contextlib.suppress(BrokenPipeError):
                self.firmware.close()
            self._lose_inner()
        self.cut()

    def restart(self) -> None:
        with self._lock:
            self._inner.unlink(missing_ok=True)
            self.firmware = self._powered()
        self.mend()

    def _lose_inner(self) -> None:
        if self._near is not None:
            self._near.close()
            self._near = None

    def _carry(self) -> None:
        while not self._over.is_set():
            with self._lock:
                far, near = self._far, self._near or self._try_inner()
            if far is None or near is None:
                self._over.wait(SLICE_S)
                continue
            try:
                self._exchange(far, near)
            except (OSError, ValueError, TypeError):
                self._over.wait(SLICE_S)

    def _try_inner(self) -> SerialPort | None:
        if self.firmware._child.poll() is None and self._inner.exists():
            with contextlib.suppress(BridgeError):
                self._near = SerialPort(str(self._inner))
        return self._near

    def _exchange(self, far: int, near: SerialPort) -> None:
        ready = select.select([far, near._port.fileno()], [], [], SLICE_S)[0]
        if near._port.fileno() in ready:
            stream = near.read(0)
            self._overhear(stream)
            with contextlib.suppress(BlockingIOError):
                os.write(far, self._damaged(stream))
        if far in ready:
            near.write(self._damaged(os.read(far, 4096)))

    def _overhear(self, stream: bytes) -> None:
        for message in map(decode, self._decoder.receive(stream)):
            if isinstance(message, State) and message.boots != self._boots:
                self._boots = message.boots
                self._started.set()

    def _damaged(self, stream: bytes) -> bytes:
        if not self.noise:
            return stream
        one_in = self.noise
        return bytes(
            byte ^ 1 << self._chance.randrange(8) if self._chance.randrange(one_in) == 0 else byte
            for byte in stream
        )

    def close(self) -> None:
        self._over.set()
        self._thread.join()
        self.cut()
        self._lose_inner()
        if self.firmware._child.poll() is None:
            self.firmware.close()
