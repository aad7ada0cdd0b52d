"""`companion layout GAME`: do the mats, the camera and its height add up? With what can be read at
that scale and what cannot.
"""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from companion import games
from companion.errors import SetupError
from companion.service.places import mats_in_use

if TYPE_CHECKING:
    from vision.mats.camera_fit import CameraFit
    from vision.virtual.layout import TableLayout

HELP = "how high a camera hangs above a game's mats, and what it can read there"
CAMERAS = ("module3", "module3-wide", "hq-6mm", "webcam-78", "webcam-90")
OPTIONAL = "stickers"  # only for cards printed at home


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--players", type=int, metavar="N", help="default: as many as can play")
    parser.add_argument("--camera", choices=CAMERAS, help="default: a row for each")
    parser.add_argument(
        "--width", type=int, metavar="W", help="of the picture in pixels; default: 1280 and 1920"
    )
    parser.add_argument("--extra", action="store_true", help="with the mats nobody needs")
    parser.add_argument("--drawing", type=Path, metavar="FILE.svg", help="from above and aside")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    layout = laid(args.game, args.players, args.extra)
    fits = list(_fits(args, layout))
    title = f"{args.game}, {_players(args.game, args.players)} players"
    if args.drawing:
        _draw(args.drawing, title, layout, fits[-1])
    if args.json:
        print(json.dumps(_plain(layout, fits)))
    else:
        print(told(title, layout, fits))
    return 0 if any(_is_enough(fit) for fit in fits) else 1


def laid(game: str, players: int | None, with_extra: bool = False) -> "TableLayout":
    """The mats of so many players, packed as closely as they go."""
    from vision.mats.camera_fit import ASPECT
    from vision.virtual.layout import packed

    mats = mats_in_use(game, _players(game, players))
    needed = tuple(mat for mat in mats if with_extra or not mat.extra)
    if not needed:
        raise SetupError(f"{game} has no mats, so there is nothing to lay out.")
    return packed(needed, ASPECT)


def _players(game: str, asked: int | None) -> int:
    known = {one.id: one.seats for one in games.every()}
    if game not in known:
        raise SetupError(f"There is no game {game!r}; there are: {', '.join(known)}.")
    least, most = known[game]
    if asked is not None and not least <= asked <= most:
        raise SetupError(f"{game} is played by {least} to {most}, not by {asked}.")
    return asked or most


def _fits(args: argparse.Namespace, layout: "TableLayout") -> "list[CameraFit]":
    from vision.mats.camera_fit import LENSES, WIDTHS_PX, CameraFit

    if args.width is not None and not 320 <= args.width <= 8000:
        raise SetupError("--width is the picture's width in pixels, from 320 to 8000.")
    widths = (args.width,) if args.width else WIDTHS_PX
    names = (args.camera,) if args.camera else CAMERAS
    return [
        CameraFit.over(LENSES[name], layout.size_mm, width) for name in names for width in widths
    ]


def _is_enough(fit: "CameraFit") -> bool:
    return all(good for what, good in fit.reads().items() if what != OPTIONAL)


def told(title: str, layout: "TableLayout", fits: "list[CameraFit]") -> str:
    wide, high = layout.size_mm
    lines = [f"{title}: {len(layout.spots)} mats on {wide:.0f} x {high:.0f} mm of table", ""]
    for spot in layout.spots:
        across, down = spot.mat.size_mm
        lines.append(f"  {spot.mat.name:<10} {across:4.0f} x {down:3.0f} mm  {spot.mat.title}")
    lines += ["", "  camera                 picture   height   focus   field         px/mm  reads"]
    for fit in fits:
        field = "{:4.0f} x {:3.0f} mm".format(*fit.field_mm)
        lines.append(
            f"  {fit.lens.title:<22} {fit.width_px:>5} px {fit.height_mm:5.0f} mm {fit.focus:6.2f}"
            f"   {field}  {fit.px_per_mm:5.2f}  {_reading(fit)}"
        )
    lines += ["", "  height: from the lens to the table, looking straight down; focus: dioptres."]
    return "\n".join(lines)


def _reading(fit: "CameraFit") -> str:
    from vision.mats.camera_fit import LEAST_PX_PER_MM

    good = [what for what, is_read in fit.reads().items() if is_read]
    bad = [
        f"{what} (from {LEAST_PX_PER_MM[what]:.1f} on)"
        for what, is_read in fit.reads().items()
        if not is_read
    ]
    return ", ".join(good) + (f"; not {', '.join(bad)}" if bad else "")


def _plain(layout: "TableLayout", fits: "list[CameraFit]") -> dict[str, object]:
    return {
        "size_mm": [round(side, 1) for side in layout.size_mm],
        "mats": [
            {"name": spot.mat.name, "size_mm": spot.mat.size_mm, "at_mm": [spot.x_mm, spot.y_mm]}
            for spot in layout.spots
        ],
        "cameras": [
            {
                "camera": fit.lens.name,
                "width_px": fit.width_px,
                "height_mm": round(fit.height_mm),
                "focus": round(fit.focus, 2),
                "field_mm": [round(side) for side in fit.field_mm],
                "px_per_mm": round(fit.px_per_mm, 2),
                "reads": fit.reads(),
            }
            for fit in fits
        ],
    }


def _draw(path: Path, title: str, layout: "TableLayout", fit: "CameraFit") -> None:
    from vision.virtual.plan import plan

    try:
        path.write_text(plan(title, layout, fit), "utf-8")
    except OSError as error:
        raise SetupError(f"{path}: cannot be written ({error.strerror})") from None
