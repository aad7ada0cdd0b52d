"""A webcam through Video4Linux: `v4l2:/dev/video0?width=1280&height=720&fps=30`."""

import time

import cv2
import numpy as np

from vision.camera import Frame, whole_number
from vision.errors import CameraError


class WebCamera:
    """Uncompressed webcams cannot give 30 frames of 1280x720 over USB 2, so Motion-JPEG is asked
    for.
    """

    def __init__(self, device: str, width: int, height: int, fps: int) -> None:
        self._capture = cv2.VideoCapture(device, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            raise CameraError(
                f"no camera on {device}: check the cable, or start with --camera virtual:"
            )
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        for wish, value in (
            (cv2.CAP_PROP_FRAME_WIDTH, width),
            (cv2.CAP_PROP_FRAME_HEIGHT, height),
            (cv2.CAP_PROP_FPS, fps),
            (cv2.CAP_PROP_BUFFERSIZE, 1),
        ):
            self._capture.set(wish, value)
        self._device, self._count = device, 0

    def frame(self) -> Frame | None:
        good, pixels = self._capture.read()
        if not good or pixels is None:
            raise CameraError(f"the camera on {self._device} gives no picture: check the cable")
        self._count += 1
        return Frame(np.asarray(pixels, np.uint8), time.monotonic(), self._count)

    def lock(self) -> None:
        self._capture.set(cv2.CAP_PROP_EXPOSURE, self._capture.get(cv2.CAP_PROP_EXPOSURE))
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, 1)  # V4L2: 1 is manual, 3 is automatic
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 0)
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)

    def close(self) -> None:
        self._capture.release()


def open_camera(address: str, options: dict[str, str]) -> WebCamera:
    return WebCamera(
        address or "/dev/video0",
        whole_number(options, "width", 1280),
        whole_number(options, "height", 720),
        whole_number(options, "fps", 30),
    )
