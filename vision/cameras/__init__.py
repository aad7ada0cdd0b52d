"""Cameras by URL (`v4l2:/dev/video0`, `rpicam:0`, `picamera2:0`, `video:clip.mp4`,
`folder:pictures`, `virtual:`), a module each, named as the URL's scheme:
`open_camera(address, options) -> Camera`.
"""

import importlib
import pkgutil
from urllib.parse import parse_qsl

from vision.camera import Camera
from vision.errors import CameraError


def schemes() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def open_camera(url: str) -> Camera:
    """The camera at this address; CameraError says what to do when there is none."""
    scheme, colon, rest = url.partition(":")
    if not colon or scheme not in schemes():
        raise CameraError(f"no camera {url!r}: give one of {', '.join(f'{s}:' for s in schemes())}")
    address, _, query = rest.partition("?")
    camera: Camera = importlib.import_module(f"vision.cameras.{scheme}").open_camera(
        address, dict(parse_qsl(query))
    )
    return camera
