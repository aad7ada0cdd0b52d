"""A recorded clip: `video:clip.mp4`. Its clock is the clip's own, so it can be read as fast as the
machine can.
"""

from pathlib import Path

import cv2
import numpy as np

from vision.camera import Frame
from vision.errors import CameraError


class VideoCamera:
    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise CameraError(f"no clip {path}: give the path of a video file")
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise CameraError(f"{path}: not a video this can play; save it as MP4")
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        self._fps, self._count = (rate if 1 <= rate <= 240 else 30.0), 0

    def frame(self) -> Frame | None:
        good, pixels = self._capture.read()
        if not good or pixels is None:
            return None
        self._count += 1
        return Frame(np.asarray(pixels, np.uint8), (self._count - 1) / self._fps, self._count)

    def lock(self) -> None:
        """A clip's exposure is what it is."""

    def close(self) -> None:
        self._capture.release()


def open_camera(address: str, options: dict[str, str]) -> VideoCamera:
    if options:
        raise CameraError(f"video: knows no options, got {', '.join(options)}")
    return VideoCamera(Path(address))
