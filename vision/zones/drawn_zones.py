"""Zones drawn by hand, four corners each, kept per camera as fractions of its picture. For tables
without mats.
"""

import logging
import os
import tempfile
from itertools import chain
from pathlib import Path

import msgspec

from vision.errors import VisionSetupError
from vision.zones.quad_shape import plausible

log = logging.getLogger(__name__)

Fraction = tuple[float, float]
Corners = tuple[Fraction, Fraction, Fraction, Fraction]


class DrawnZones(msgspec.Struct, frozen=True):
    """The zones of one camera by name, clockwise from each zone's own top left."""

    camera: str
    zones: dict[str, Corners] = {}

    def with_zone(self, name: str, corners: Corners) -> "DrawnZones":
        """The same with one zone drawn anew; refused when the corners cross over or lie outside the
        picture.
        """
        if not all(-0.05 <= value <= 1.05 for value in chain.from_iterable(corners)):
            raise VisionSetupError(
                f"zone {name}: a corner lies outside the picture; drag it back in"
            )
        if not plausible(corners):
            raise VisionSetupError(
                f"zone {name}: the corners cross over; drag them clockwise from the zone's top left"
            )
        return msgspec.structs.replace(self, zones={**self.zones, name: corners})

    def without(self, name: str) -> "DrawnZones":
        """The same with one zone given back to its mat."""
        return msgspec.structs.replace(
            self, zones={zone: at for zone, at in self.zones.items() if zone != name}
        )


def kept(folder: Path, camera: str) -> DrawnZones:
    """What was drawn for this camera. A damaged file is set aside: the table starts, and its zones
    are drawn again.
    """
    path = _path(folder, camera)
    try:
        drawn = msgspec.json.decode(path.read_bytes(), type=DrawnZones)
    except FileNotFoundError:
        return DrawnZones(camera)
    except msgspec.DecodeError as error:
        aside = path.with_suffix(".damaged")
        path.replace(aside)
        log.warning(
            "The zones drawn by hand are damaged (%s). They lie in %s; draw them again.",
            error,
            aside,
        )
        return DrawnZones(camera)
    return drawn if drawn.camera == camera else DrawnZones(camera)


def keep(folder: Path, drawn: DrawnZones) -> None:
    """Written beside and moved into place: a pulled plug leaves the old zones or the new ones."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
        file.write(msgspec.json.encode(drawn))
        file.flush()
        os.fsync(file.fileno())
    os.replace(file.name, _path(folder, drawn.camera))


def _path(folder: Path, camera: str) -> Path:
    safe = "".join(letter if letter.isalnum() else "_" for letter in camera)[-200:]
    return folder / f"zones_{safe}.json"
