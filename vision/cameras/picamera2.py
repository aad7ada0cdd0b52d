"""A Raspberry Pi camera: `picamera2:0?width=1280&height=720&fps=30`. The library comes with
Raspberry Pi OS.
"""

import importlib
import time
from typing import Any

import numpy as np

from vision.camera import Frame, whole_number
from vision.errors import CameraError


class PiCamera:
    def __init__(self, number: int, width: int, height: int, fps: int) -> None:
        try:
            library: Any = importlib.import_module("picamera2")
        except ImportError:
            raise CameraError(
                "picamera2 is not installed: sudo apt install python3-picamera2, "
                "or use --camera v4l2:"
            ) from None
        try:
            self._camera = library.Picamera2(number)
        except (IndexError, RuntimeError) as error:
            raise CameraError(f"no Pi camera {number} ({error}): check the ribbon cable") from None
        limits = (1_000_000 // fps, 1_000_000 // fps)
        self._camera.configure(
            self._camera.create_video_configuration(
                main={"size": (width, height), "format": "RGB888"},
                controls={"FrameDurationLimits": limits},
            )
        )
        self._camera.start()
        self._count = 0

    def frame(self) -> Frame | None:
        # libcamera's RGB888 has the bytes in the order blue, green, red
        pixels = self._camera.capture_array("main")
        self._count += 1
        return Frame(np.asarray(pixels, np.uint8), time.monotonic(), self._count)

    def lock(self) -> None:
        now = self._camera.capture_metadata()
        self._camera.set_controls(
            {
                "AeEnable": False,
                "AwbEnable": False,
                "ExposureTime": now["ExposureTime"],
                "AnalogueGain": now["AnalogueGain"],
                "ColourGains": now["ColourGains"],
            }
        )

    def close(self) -> None:
        self._camera.close()


def open_camera(address: str, options: dict[str, str]) -> PiCamera:
    if address and not address.isdecimal():
        raise CameraError(f"picamera2:{address}: give the camera's number, such as picamera2:0")
    return PiCamera(
        int(address or 0),
        whole_number(options, "width", 1280),
        whole_number(options, "height", 720),
        whole_number(options, "fps", 30),
    )
