"""Zones drawn by hand, four corners each, kept per camera as fractions of its picture. For tables without mats."""

import os
import tempfile
from pathlib import Path

import msgspec

from companion.errors import SetupError
from vision.zones.shape import plausible

Fraction = tuple[float, float]
Corners = tuple[Fraction, Fraction, Fraction, Fraction]


class HandDrawn(msgspec.Struct, frozen=True):
    """The zones of one camera by name, clockwise from each zone's own top left."""

    camera: str
    zones: dict[str, Corners] = {}

    def with_zone(self, name: str, corners: Corners) -> "HandDrawn":
        """The same with one zone drawn anew; refused when the corners cross over or lie outside the picture."""
        if any(not -0.05 <= value <= 1.05 for point in corners for value in point):
            raise SetupError(f"zone {name}: a corner lies outside the picture; drag it back in")
        if not plausible(corners):
            raise SetupError(f"zone {name}: the corners cross over; drag them clockwise from the zone's top left")
        return msgspec.structs.replace(self, zones={**self.zones, name: corners})

    def without(self, name: str) -> "HandDrawn":
        """The same with one zone given back to its mat."""
        return msgspec.structs.replace(self, zones={zone: at for zone, at in self.zones.items() if zone != name})


def kept(folder: Path, camera: str) -> HandDrawn:
    path = _path(folder, camera)
    try:
        drawn = msgspec.json.decode(path.read_bytes(), type=HandDrawn)
    except FileNotFoundError:
        return HandDrawn(camera)
    except msgspec.DecodeError as error:
        raise SetupError(f"{path}: damaged ({error}); delete it and draw the zones again") from None
    return drawn if drawn.camera == camera else HandDrawn(camera)


def keep(folder: Path, drawn: HandDrawn) -> None:
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
