"""`companion read --kind tokens`: pieces on a grid, or loose in a zone, in photographs."""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vision.errors import PictureError, VisionSetupError

if TYPE_CHECKING:
    from vision.picture import Picture
    from vision.tokens.grid import TokenGrid


def arguments(parser: argparse.ArgumentParser) -> None:
    """`--colours` is shared with the dice, whose reader adds it."""
    parser.add_argument(
        "--grid", type=Path, metavar="FILE", help="tokens: corners, rows, cols and kind, as JSON"
    )
    parser.add_argument(
        "--zone", metavar="X0,Y0,X1,Y1", help="tokens: count loose pieces inside this box"
    )


def read(args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    from vision.picture import load
    from vision.tokens.colours import known

    if not args.colours:
        raise VisionSetupError("reading tokens needs --colours, for example --colours white,black")
    colours = known(
        list(
            dict.fromkeys(name.strip().lower() for name in args.colours.split(",") if name.strip())
        )
    )
    grids: dict[str, TokenGrid | None] = _grids(args.grid) if args.grid else {}
    for name in args.images:
        try:
            picture = load(Path(name))
        except PictureError as refused:
            line = {"file": name, "cells": [], "count": {}, "decision": "ask", "why": "not read"}
            yield {**line, "refused": str(refused)}
            continue
        start = time.perf_counter()
        grid = grids.get(Path(name).name, grids.get(""))
        line = _on_grid(picture, grid, colours) if grid else _loose(picture, args.zone, colours)
        yield {"file": name, **line, "ms": round((time.perf_counter() - start) * 1000, 1)}


def _on_grid(picture: "Picture", grid: "TokenGrid", colours: list[str]) -> dict[str, Any]:
    from vision.tokens.grid import TokenGrid
    from vision.tokens.reader import read_grid

    a, b, c, d = [(x / picture.scale, y / picture.scale) for x, y in grid.corners]
    cells = read_grid(
        picture.pixels, TokenGrid((a, b, c, d), grid.rows, grid.cols, grid.kind), colours
    )
    asked = sum(not cell.accept for cell in cells)
    return {
        "cells": [[c.row, c.col, c.colour, "accept" if c.accept else "ask"] for c in cells],
        "count": dict(Counter(cell.colour for cell in cells if cell.colour)),
        "decision": "ask" if asked else "accept",
        "why": f"{asked} cells are doubtful" if asked else "",
    }


def _loose(picture: "Picture", zone: str | None, colours: list[str]) -> dict[str, Any]:
    from vision.tokens.loose import read_zone

    box = _box(zone, picture)
    seen = read_zone(picture.pixels[box[1] : box[3], box[0] : box[2]], colours)
    count = {name: n for name, n in seen.count.items() if n}
    return {
        "cells": [],
        "count": count,
        "decision": "accept" if seen.accept else "ask",
        "why": seen.why,
    }


def _box(zone: str | None, picture: "Picture") -> tuple[int, int, int, int]:
    height, width = picture.pixels.shape[:2]
    if not zone:
        return 0, 0, width, height
    try:
        x0, y0, x1, y1 = (round(float(part) / picture.scale) for part in zone.split(","))
    except ValueError:
        raise VisionSetupError(f"--zone {zone}: give four numbers, X0,Y0,X1,Y1") from None
    box = max(0, x0), max(0, y0), min(width, x1), min(height, y1)
    if box[2] - box[0] < 16 or box[3] - box[1] < 16:
        raise VisionSetupError(
            f"--zone {zone}: no such part of the picture, "
            f"it is {picture.width_px}x{picture.height_px}"
        )
    return box


def _grids(path: Path) -> dict[str, "TokenGrid | None"]:
    """Grids by file name; the name is empty for one grid for all pictures. A picture of loose
    pieces has none.
    """
    import msgspec

    try:
        data = json.loads(path.read_text())
        rows = data if isinstance(data, list) else [data]
        return {Path(row.get("file", "")).name: _grid(row) for row in rows}
    except OSError as error:
        raise VisionSetupError(
            f"{path}: {error.strerror or 'cannot be read'}; give a file with the grid"
        ) from None
    except (ValueError, AttributeError, TypeError, msgspec.ValidationError) as error:
        raise VisionSetupError(
            f"{path}: not a grid ({error}); see corners, rows, cols, kind in the documentation"
        ) from None


def _grid(row: dict[str, Any]) -> "TokenGrid | None":
    import msgspec

    from vision.tokens.grid import TokenGrid, checked

    described = (
        row.get("grid") if "grid" in row else row if "corners" in row or "file" not in row else None
    )
    return None if described is None else checked(msgspec.convert(described, TokenGrid))
