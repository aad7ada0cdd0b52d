"""The virtual camera with something wrong with it: `trouble:FILE?width=640`. The file says what;
empty: nothing.

Words: unplugged, stuck (no frame ever comes), frozen (the same one for ever), black, bumped (it
looks elsewhere now). For the fault suite, and for whoever wants to see what people will be told.
"""

import time
from pathlib import Path

import numpy as np

from vision.camera import Frame
from vision.cameras import virtual
from vision.cameras.virtual import VirtualCamera
from vision.errors import CameraError
from vision.protocol import VirtualMessage

BUMP = (23, -61)
LOOK_AGAIN_S = 0.05


class TroubledCamera:
    def __init__(self, sound: VirtualCamera, file: Path) -> None:
        self._sound, self._file = sound, file
        self._open = True
        self._last: Frame | None = None
        self._check()

    def trouble(self) -> str:
        try:
            return self._file.read_text("utf-8").strip()
        except OSError:
            return ""

    def _check(self) -> None:
        if self.trouble() == "unplugged":
            raise CameraError("the camera is unplugged: check the cable")

    def frame(self) -> Frame | None:
        self._check()
        while self._open and self.trouble() == "stuck":
            time.sleep(LOOK_AGAIN_S)
        frame = self._sound.frame()
        if frame is None:
            return None
        match self.trouble():
            case "frozen" if self._last is not None:
                return Frame(self._last.pixels, frame.taken_at_s, frame.number)
            case "black":
                frame = Frame((frame.pixels // 64).astype(np.uint8), frame.taken_at_s, frame.number)
            case "bumped":
                frame = Frame(
                    np.roll(frame.pixels, BUMP, axis=(0, 1)), frame.taken_at_s, frame.number
                )
        self._last = frame
        return frame

    def tell(self, message: VirtualMessage) -> None:
        self._sound.tell(message)

    def lock(self) -> None:
        self._sound.lock()

    def close(self) -> None:
        self._open = False
        self._sound.close()


def open_camera(address: str, options: dict[str, str]) -> TroubledCamera:
    if not address:
        raise CameraError("trouble: needs a file that says what is wrong, such as trouble:weather")
    return TroubledCamera(virtual.open_camera("", options), Path(address))
