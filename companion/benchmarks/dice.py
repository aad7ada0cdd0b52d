"""Dice: the score on photographs, the clip, virtual rolls, speed, memory. Writes two pictures to
out/dice.

With `--photographs DIR` the sets in DIR/dice are read; without, only what needs no photographs is
measured.
"""

import json
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import Any

from companion.errors import SetupError

HELP = "read photographs of dice, follow rolls, measure speed and memory"
NEEDS_LAB = True
OUT = Path("out") / "dice"
VIRTUAL_ROLLS = 60


def run(shared: Path | None) -> dict[str, Any]:
    import cv2

    from vision.lab.trials import dice_reports, dice_trials

    if shared is not None and not any((shared / "dice" / "sets").glob("*/labels.json")):
        raise SetupError(
            f"{shared / 'dice' / 'sets'} holds no set of photographs; "
            "give the folder that has dice/sets in it"
        )
    cv2.setNumThreads(1)
    figures: dict[str, Any] = {
        "speed, one core": speed(1),
        "speed, two cores": speed(2),
        "memory and load": weight(),
    }
    cv2.setNumThreads(1)
    figures["virtual rolls"] = asdict(dice_trials.virtual_rolls(VIRTUAL_ROLLS))
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "reliability.svg").write_text(dice_reports.reliability_svg())
    if shared is None:
        figures["photographs"] = "give --photographs DIR to read the sets in DIR/dice"
        return figures
    rows, failures = photographs(shared / "dice" / "sets")
    figures.update(rows)
    dice_reports.failure_sheet(failures, OUT / "failures.png")
    if (shared / "dice" / "videos" / "labels.json").exists():
        figures.update(
            {
                f"clip {name}": row
                for name, row in dice_trials.clip_rolls(shared / "dice" / "videos").items()
            }
        )
    figures["written"] = f"{OUT / 'reliability.svg'}, {OUT / 'failures.png'}"
    return figures


def photographs(sets: Path) -> tuple[dict[str, Any], list[Any]]:
    """The score table, one row per set and one for all, and the pictures read wrong."""
    from vision.dice.command import line_of
    from vision.dice.reader import DiceReader
    from vision.lab.trials.dice_score import Tally

    reader, rows, failures, everything = DiceReader(), {}, [], Tally()
    for folder in sorted(path.parent for path in sets.glob("*/labels.json")):
        tally = Tally()
        for label in json.loads((folder / "labels.json").read_text()):
            path = folder / "images" / Path(label["file"]).name
            line = line_of(path, reader.read)
            tally.count(label["dice"], line)
            if sorted(d["value"] for d in label["dice"]) != sorted(
                d["value"] for d in line["dice"]
            ):
                failures.append((path, label["dice"], line))
        rows[f"set {folder.name}, one core"] = {
            **tally.row(),
            "ms on two cores": two_core_ms(folder, reader),
        }
        everything.add(tally)
    rows["all sets, one core"] = everything.row()
    return rows, failures


def two_core_ms(folder: Path, reader: Any, most: int = 25) -> float:
    import cv2

    from vision.dice.command import line_of

    cv2.setNumThreads(2)
    paths = sorted((folder / "images").iterdir())
    times = [line_of(path, reader.read)["ms"] for path in paths[:: max(1, len(paths) // most)]]
    cv2.setNumThreads(1)
    return round(float(median(times)), 1)


def speed(cores: int, repeats: int = 40) -> dict[str, float]:
    """One 1280x720 frame with seven dice: read anew, and when nothing moved since it was read."""
    import cv2

    from vision.cameras import open_camera
    from vision.cameras.virtual import VirtualCamera
    from vision.dice.reader import DiceReader
    from vision.settle import Settle

    cv2.setNumThreads(cores)
    camera = open_camera("virtual:?fast=1&dice=7&seed=3")
    assert isinstance(camera, VirtualCamera)
    reader, frames = DiceReader(), []
    for _ in range(60 + repeats):
        frame = camera.frame()
        assert frame is not None
        frames.append(frame)
    reading = timed([lambda f=frame: reader.read(f.pixels) for frame in frames[60:]])
    settle = Settle(reader.read)
    for frame in frames[:60]:
        settle.see(frame)
    still = timed([lambda f=frame: settle.see(f) for frame in frames[60:]])
    return {"ms a frame with 7 dice": reading, "ms when nothing moved": still}


def timed(actions: list[Any]) -> float:
    times = []
    for action in actions:
        started = time.perf_counter()
        action()
        times.append((time.perf_counter() - started) * 1000)
    return round(median(times), 2)


def weight() -> dict[str, float]:
    """Resident memory and time that reading dice adds to a process that has OpenCV, measured in a
    fresh one.
    """
    program = (
        "import time, json, cv2, numpy as np\n"
        "cv2.setNumThreads(1)\n"
        "def resident(): return int(open('/proc/self/statm').read().split()[1]) * 4096 / 1e6\n"
        "before, started = resident(), time.perf_counter()\n"
        "from vision.dice.reader import DiceReader\n"
        "reader = DiceReader()\n"
        "load = time.perf_counter() - started\n"
        "for _ in range(5): reader.read(np.full((720, 1280, 3), 90, np.uint8))\n"
        "added = round(resident() - before, 1)\n"
        "print(json.dumps({'MB resident added': added, 's to load': round(load, 3)}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    figures: dict[str, float] = json.loads(done.stdout)
    return figures
