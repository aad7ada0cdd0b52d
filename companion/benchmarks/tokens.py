"""Tokens: real photographs when given, and made-up scenes of grids and of loose pieces."""

import tempfile
from pathlib import Path
from typing import Any

from companion.benchmarks.cards import scored

HELP = "cells read right, asked, accepted wrongly; loose pieces counted"
NEEDS_LAB = True
OUT = Path("out") / "tokens"  # pictures of what went wrong
GRIDS, RATIOS, BOARDS, ZONES, STACKS = 130, 160, 48, 60, 160


def run(shared: Path | None) -> dict[str, Any]:
    figures: dict[str, Any] = {"made-up grids, held-out lights and surfaces": grids()}
    figures["made-up grids, pieces from 0.3 to 1.0 of their cells"] = ratios()
    figures["made-up boards, all lights"] = boards()
    figures["made-up loose chips of five colours"] = loose("five")
    figures["made-up loose chips of two colours"] = loose("two")
    figures["made-up stacks of chips"] = stacks()
    if shared is not None:
        for folder in sorted((shared / "tokens" / "sets").iterdir()):
            figures[f"photographs: {folder.name}"] = photographs(shared / "tokens", folder)
    return figures


def grids(scenes: int = GRIDS, out: Path = OUT) -> dict[str, Any]:
    import cv2

    from vision.lab.scenes.photo import HELD_OUT_LIGHTS
    from vision.lab.scenes.surfaces import HELD_OUT
    from vision.lab.trials.tally import figures
    from vision.lab.trials.token_trials import try_tokens

    cv2.setNumThreads(1)
    tally = try_tokens(scenes, 941, (HELD_OUT_LIGHTS, tuple(HELD_OUT)))
    tally.write(out, "cells", "error", "wrong", "asked")
    return {
        **figures(tally, "cells", "error", "wrong", "asked"),
        "processor ms a grid": round(1000 * tally.seconds / scenes, 1),
        **{
            f"by {name}": row
            for name, row in tally.table("cells", "error", "wrong", "asked").items()
        },
    }


def ratios(scenes: int = RATIOS, out: Path = OUT / "ratios") -> dict[str, Any]:
    from vision.lab.trials.tally import figures
    from vision.lab.trials.token_trials import try_ratios

    tally = try_ratios(scenes, 961)
    tally.write(out, "cells", "error", "wrong", "asked")
    rows = tally.table("cells", "error", "wrong", "asked")
    return {
        **figures(tally, "cells", "error", "wrong", "asked"),
        **{f"by {name}": row for name, row in rows.items()},
    }


def boards(scenes: int = BOARDS) -> dict[str, Any]:
    from vision.lab.trials.tally import figures
    from vision.lab.trials.token_trials import try_boards

    tally = try_boards(scenes, 951)
    tally.write(OUT / "boards", "cells", "error", "wrong", "asked")
    return {
        **figures(tally, "cells", "error", "wrong", "asked"),
        "processor ms a board": round(1000 * tally.seconds / scenes, 1),
        **{
            f"by {name}": row
            for name, row in tally.table("cells", "error", "wrong", "asked").items()
        },
    }


def loose(of: str, scenes: int = ZONES) -> dict[str, Any]:
    from vision.lab.trials.tally import figures
    from vision.lab.trials.token_trials import FIVE, PAIRS, try_loose

    tally = try_loose(scenes, 1043, (FIVE,) if of == "five" else PAIRS)
    tally.write(OUT / f"loose-{of}", "zones", "right", "counted", "silent")
    return {
        **figures(tally, "zones", "right", "counted", "silent"),
        "processor ms a picture": round(1000 * tally.seconds / scenes, 1),
        **{
            f"by {name}": row
            for name, row in tally.table("zones", "right", "counted", "silent").items()
        },
    }


def stacks(scenes: int = STACKS) -> dict[str, Any]:
    from vision.lab.trials.stack_trials import try_stacks
    from vision.lab.trials.tally import figures

    tally = try_stacks(scenes, 1061)
    return {
        **figures(tally, "stacks", "told"),
        **figures(tally, "singles", "doubted"),
        **figures(tally, "pictures", "asked"),
        **{f"by {name}": row for name, row in tally.table("stacks", "told").items()},
    }


def photographs(root: Path, folder: Path) -> dict[str, Any]:
    import json

    labels = folder / "labels.json"
    colours = sorted(
        {colour for picture in json.loads(labels.read_text()) for colour in picture["count"]}
    )
    pictures = sorted(str(path) for path in (folder / "images").iterdir())
    words = [
        "read",
        "--kind",
        "tokens",
        "--grid",
        str(labels),
        "--colours",
        ",".join(colours),
        "--json",
        *pictures,
    ]
    with tempfile.TemporaryDirectory() as work:
        return scored(root, folder, words, Path(work))
