"""The way to the camera's process, from any thread: messages that go there, and what is waited for
to come back.
"""

import itertools
from concurrent.futures import Future

from vision.protocol import (
    CameraMessage,
    CountMarks,
    MarksCounted,
    TaughtPicture,
    Teach,
    VirtualMessage,
)
from vision.worker_client import VisionClient


class CameraLink:
    def __init__(self, watcher: VisionClient) -> None:
        self._watcher = watcher
        self._numbers = itertools.count(1)
        self._taught: dict[int, Future[TaughtPicture]] = {}
        self._counted: dict[int, Future[int]] = {}

    def tell(self, message: VirtualMessage) -> None:
        self._watcher.send(CameraMessage(message))

    def look(self) -> None:
        """A hand says that the dice lie: read them, whether they moved or not."""
        self._watcher.look()

    def look_again(self) -> None:
        """Something was taught: what lies there may be known now. A roll is not read twice."""
        self._watcher.look(laid_only=True)

    def teach(
        self, what: str, zone: str = "", picture: bytes | None = None
    ) -> Future[TaughtPicture]:
        """What the camera makes of something to be taught; it comes when it has looked."""
        number, coming = next(self._numbers), Future[TaughtPicture]()
        self._taught[number] = coming
        self._watcher.send(Teach(number, what, zone, picture))
        return coming

    def count_marks(self, wait_s: float = 10.0) -> int | None:
        """The corner marks before the camera; None from one that does not answer in time."""
        number, coming = next(self._numbers), Future[int]()
        self._counted[number] = coming
        self._watcher.send(CountMarks(number))
        try:
            return coming.result(wait_s)
        except TimeoutError:
            self._counted.pop(number, None)
            return None

    def came(self, report: TaughtPicture | MarksCounted) -> None:
        """What somebody waits for; nobody does any more after a restart."""
        match report:
            case TaughtPicture():
                taught = self._taught.pop(report.number, None)
                if taught is not None:
                    taught.set_result(report)
            case MarksCounted():
                counted = self._counted.pop(report.number, None)
                if counted is not None:
                    counted.set_result(report.marks)

    def kill(self) -> None:
        """A process that does not listen holds nothing that matters."""
        self._watcher.kill()
