"""The check-up of the command `companion doctor`: opens camera and panel itself, looks, and closes
them again.
"""

import time
from collections.abc import Iterator
from pathlib import Path

from companion.config import Config
from companion.errors import CompanionError
from companion.service import checks
from companion.service.checks import Check, bad, good
from companion.service.found_devices import FoundDevice, cameras_found, panels_found
from companion.service.lock import served_by
from companion.service.panel.connection import look_for_panel, panel_config
from companion.service.vision_errors import vision_errors_translated
from vision.arrays import Pixels
from vision.cameras import open_camera
from vision.dice.recogniser import recogniser
from vision.light import LightMeter
from vision.protocol import WatchOrder
from vision.zones.marks import MarkFinder

FRAMES = 12


def examine(data: Path, config: Config, camera: str, panel: str) -> Iterator[Check]:
    yield checks.disk(data)
    yield checks.writes(served_by(data))
    yield checks.journal(data)
    yield from sight(camera)
    yield buttons(panel, config, data)
    yield from checks.always(config)


def sight(camera: str) -> Iterator[Check]:
    if not camera:
        yield unchosen("camera", cameras_found())
        return
    try:
        with vision_errors_translated():
            frames, rate = _frames(camera)
    except CompanionError as error:
        yield bad("camera", "unusable", camera=camera, what=str(error))
        return
    if not frames:
        yield bad("camera", "no_picture")
        return
    yield from pictures(frames, rate)
    yield checks.marks(len(MarkFinder().find(frames[-1], closely=True)))


def unchosen(kind: str, found: list[FoundDevice]) -> Check:
    """None is in use: no fault where none is plugged in, and not well where one waits."""
    if not found:
        return good(kind, "none")
    names = ", ".join(f"{one.title} ({one.url})" for one in found)
    return bad(kind, "unchosen", found=names)


def _frames(url: str) -> tuple[list[Pixels], float]:
    camera = open_camera(url)
    try:
        camera.frame()  # the first one takes long on every camera
        begun_s = time.monotonic()
        frames = [frame.pixels for _ in range(FRAMES) if (frame := camera.frame()) is not None]
        return frames, len(frames) / max(time.monotonic() - begun_s, 1e-3)
    finally:
        camera.close()


def pictures(frames: list[Pixels], rate: float) -> Iterator[Check]:
    """Some pictures, measured as the eye does it; dice that lie there are held against what they
    lie on.
    """
    meter = LightMeter()
    for pixels in frames:
        meter.see(pixels)
    meter.pieces(frames[-1], recogniser()(frames[-1], WatchOrder("doctor", "")).findings)
    height, width = frames[-1].shape[:2]
    return checks.lit(
        meter.light(frames[-1]), {"size": f"{width}x{height}", "frames_per_s": round(rate, 1)}
    )


def buttons(url: str, config: Config, data: Path, wait_s: float = 4.0) -> Check:
    if not url:
        return unchosen("panel", panels_found())
    try:
        return checks.panel(look_for_panel(url, panel_config(config, data), wait_s))
    except CompanionError as error:
        return bad("panel", "unusable", what=str(error))
