"""A webcam through Video4Linux: `v4l2:/dev/video0?width=1280&height=720&fps=30`.

More, where the camera has it: `format` (MJPG or YUYV), `focus` (its own steps; autofocus is off
then), `exposure` and `gain` (its own steps; automatic is off then), `rotate`, `flip`.
"""

import time
from collections.abc import Iterator

import cv2
import numpy as np

from vision.camera import Frame, known_options, whole_number
from vision.errors import CameraError
from vision.turning import Turning

OPTIONS = ("width", "height", "fps", "format", "focus", "exposure", "gain", "rotate", "flip")
FORMATS = ("MJPG", "YUYV")
BY_HAND = 1  # V4L2: 1 is manual exposure, 3 is automatic
Wish = tuple[int, float]


def wishes(options: dict[str, str]) -> Iterator[Wish]:
    """What the camera is told, in order. Uncompressed webcams cannot give 30 frames of 1280x720
    over USB 2, so Motion-JPEG is asked for.
    """
    name = options.get("format", FORMATS[0]).upper()
    if name not in FORMATS:
        raise CameraError(f"camera option format={name!r}: give {' or '.join(FORMATS)}")
    yield cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*name)
    yield cv2.CAP_PROP_FRAME_WIDTH, whole_number(options, "width", 1280)
    yield cv2.CAP_PROP_FRAME_HEIGHT, whole_number(options, "height", 720)
    yield cv2.CAP_PROP_FPS, whole_number(options, "fps", 30)
    yield cv2.CAP_PROP_BUFFERSIZE, 1
    if "focus" in options:
        yield cv2.CAP_PROP_AUTOFOCUS, 0
        yield cv2.CAP_PROP_FOCUS, whole_number(options, "focus", 0)
    if "exposure" in options:
        yield cv2.CAP_PROP_AUTO_EXPOSURE, BY_HAND
        yield cv2.CAP_PROP_EXPOSURE, whole_number(options, "exposure", 0)
    if "gain" in options:
        yield cv2.CAP_PROP_GAIN, whole_number(options, "gain", 0)


class WebCamera:
    def __init__(self, device: str, wanted: list[Wish], turning: Turning) -> None:
        self._capture = cv2.VideoCapture(device, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            raise CameraError(
                f"no camera on {device}: check the cable, or start with --camera virtual:"
            )
        for wish, value in wanted:
            self._capture.set(wish, value)
        self._device, self._turning, self._count = device, turning, 0

    def frame(self) -> Frame | None:
        good, pixels = self._capture.read()
        if not good or pixels is None:
            raise CameraError(f"the camera on {self._device} gives no picture: check the cable")
        self._count += 1
        turned = self._turning(np.asarray(pixels, np.uint8))
        return Frame(turned, time.monotonic(), self._count)

    def lock(self) -> None:
        self._capture.set(cv2.CAP_PROP_EXPOSURE, self._capture.get(cv2.CAP_PROP_EXPOSURE))
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, BY_HAND)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 0)
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)

    def close(self) -> None:
        self._capture.release()


def open_camera(address: str, options: dict[str, str]) -> WebCamera:
    known_options("v4l2", options, OPTIONS)
    return WebCamera(address or "/dev/video0", list(wishes(options)), Turning.of(options))
