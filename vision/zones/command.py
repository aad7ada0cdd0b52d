"""`companion read --kind zones`: mats in photographs, their corners and what is hidden."""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vision.errors import PictureError

if TYPE_CHECKING:
    from vision.arrays import Quad
    from vision.mats.layout import Mat

CORNERS = ("top left", "top right", "bottom right", "bottom left")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--mats", type=Path, metavar="FILE", help="zones: a mats.toml, to name mats and their zones"
    )


def read(args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    from vision.mats.layout import mats_in
    from vision.picture import load
    from vision.zones.marks import MarkFinder

    mats = mats_in(args.mats) if args.mats else ()
    finder = MarkFinder()
    for name in args.images:
        try:
            picture = load(Path(name))
        except PictureError as refused:
            yield {
                "file": name,
                "mats": [],
                "decision": "ask",
                "why": "not read",
                "refused": str(refused),
            }
            continue
        start = time.perf_counter()
        marks = finder.find(picture.pixels, closely=True)
        found = _named(mats, marks, picture.scale) if mats else _unnamed(marks, picture.scale)
        whole = bool(found) and all(not mat["hidden"] for mat in found)
        why = "" if whole else "some marks are hidden" if found else "no mat seen"
        took_ms = round((time.perf_counter() - start) * 1000, 1)
        yield {
            "file": name,
            "mats": found,
            "decision": "accept" if whole else "ask",
            "why": why,
            "ms": took_ms,
        }


def _rounded(corners: "Quad", scale: float) -> list[list[float]]:
    return [[round(float(x * scale), 1), round(float(y * scale), 1)] for x, y in corners]


def _named(mats: "tuple[Mat, ...]", marks: "dict[int, Quad]", scale: float) -> list[dict[str, Any]]:
    from vision.mats.layout import box
    from vision.zones.locate import locate

    found: list[dict[str, Any]] = []
    for mat in mats:
        at = locate(mat, marks)
        hidden = [CORNERS[n - mat.first_mark] for n in mat.marks() if n not in marks]
        if at is not None:
            zones = {
                zone.name: _rounded(at.corners(box(*zone.box_mm)), scale) for zone in mat.zones
            }
            found.append(
                {
                    "id": mat.name,
                    "corners": _rounded(at.corners(), scale),
                    "hidden": hidden,
                    "zones": zones,
                }
            )
        elif len(hidden) < len(CORNERS):
            found.append({"id": mat.name, "corners": None, "hidden": hidden, "zones": {}})
    return found


def _unnamed(marks: "dict[int, Quad]", scale: float) -> list[dict[str, Any]]:
    from vision.zones.locate import without_layout

    return [
        {
            "id": f"marks {first}-{first + 3}",
            "corners": _rounded(corners, scale) if len(corners) == 4 else None,
            "hidden": [CORNERS[number - first] for number in hidden],
            "zones": {},
        }
        for first, (corners, hidden) in without_layout(marks).items()
    ]
