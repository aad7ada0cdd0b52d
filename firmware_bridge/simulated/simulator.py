"""Drives `panel_sim`: the firmware in simavr, with hands on its keys and eyes on its lamps."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from firmware_bridge.errors import BridgeError


class Probe:
    """Eyes and ears on the simulated board."""

    def __init__(self, tell: Callable[[str], str]) -> None:
        self._tell = tell

    def lamps(self) -> str:
        return self._tell("lamps").split()[1]

    def brightness(self) -> int:
        return int(self._tell("lamps").split()[3])

    def display(self) -> bytes:
        return bytes.fromhex(self._tell("display").partition(" ")[2])

    def buzzer_edges(self) -> int:
        return int(self._tell("buzzer").split()[1])

    def loop_worst_cycles(self) -> int:
        return int(self._tell("loop").split()[2])


class Simulator:
    """`pace` is real, free or step; in step, time passes only in `run`."""

    def __init__(
        self, program: Path, firmware: Path, pace: str = "step", at: Path | None = None, *flags: str
    ) -> None:
        place = ["--at", str(at)] if at else []
        command = [str(program), "--pace", pace, *place, *flags, str(firmware)]
        self._child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.port = self._answer().partition(" ")[2]
        self.probe = Probe(self.tell)
        self.now_ms = 0.0
        self.sent = 0

    def _answer(self) -> str:
        assert self._child.stdout is not None
        line = self._child.stdout.readline()
        if not line or line.startswith("error"):
            said = line.strip() or "nothing"
            raise BridgeError(f"the panel's simulator says {said}: rebuild it, or ask it for help")
        return line.strip()

    def tell(self, command: str) -> str:
        assert self._child.stdin is not None
        self._child.stdin.write(command + "\n")
        self._child.stdin.flush()
        return self._answer()

    def run(self, ms: float, host_bytes: int = 0) -> None:
        """Lets time pass; the host's bytes, so many since it opened the port, are awaited first."""
        words = self.tell(f"run {ms} {host_bytes}").split()
        self.now_ms, self.sent = float(words[1]), int(words[3])

    def press(self, key: int) -> None:
        self.tell(f"press {key}")

    def release(self, key: int) -> None:
        self.tell(f"release {key}")

    def plug(self) -> str:
        self.port = self.tell("plug").partition(" ")[2]
        return self.port

    def close(self) -> None:
        if self._child.stdin and not self._child.stdin.closed:
            self._child.stdin.close()  # its end of file is the simulator's order to stop
        self._child.wait(5)
        if self._child.stdout:
            self._child.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self.close()
