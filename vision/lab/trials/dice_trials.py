"""Rolls through the virtual camera and through recorded clips, with the truth beside what was
reported. For benchmarks.

`python -m vision.lab.trials.dice_trials 2000` throws two thousand rolls under every light.
"""

import json
import sys
from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from vision.camera import Camera
from vision.cameras import open_camera
from vision.cameras.virtual import VirtualCamera
from vision.dice.doubt import ExpectedDice
from vision.dice.reader import DiceReader
from vision.reading import Decision, Reading
from vision.settle import Settle
from vision.virtual.light import FELT, LIGHTS


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the rolls."""

    rolls: int
    reported: int
    asked: int
    silent: int  # accepted, and wrong
    exact: int
    whys: dict[str, int]


def virtual_rolls(count: int, seed: int = 1) -> Outcome:
    """One to seven dice of any colour on every cloth under every lamp, followed until they are
    reported.
    """
    reader, tally, whys = DiceReader(), Counter[str](), Counter[str]()
    camera = open_camera(f"virtual:?fast=1&seed={seed}&fps=30")
    assert isinstance(camera, VirtualCamera)
    lights, cloths = sorted(LIGHTS), sorted(FELT)
    for roll in range(count):
        if roll % 10 == 0:
            camera.tell({"do": "clear"})
            camera.tell({"do": "light", "name": lights[roll // 10 % len(lights)]})
            camera.tell({"do": "felt", "name": cloths[roll // 10 % len(cloths)]})
        number = 1 + roll % 7
        settle = Settle(partial(reader.read, expected=ExpectedDice(number)))
        camera.tell({"do": "throw", "count": number, "seed": seed * 100_000 + roll})
        reading = next_reading(camera, settle, 75)
        truth = sorted(camera.dice.fallen())
        tally.update(rolls=1, reported=reading is not None)
        if reading is None or reading.decision is Decision.ASK:
            tally["asked"] += 1
            whys[reading.why.key if reading else "nothing reported"] += 1
        exact = reading is not None and sorted(int(str(d.value)) for d in reading.findings) == truth
        tally.update(
            exact=exact,
            silent=not exact and reading is not None and reading.decision is Decision.ACCEPT,
        )
    return Outcome(
        tally["rolls"],
        tally["reported"],
        tally["asked"],
        tally["silent"],
        tally["exact"],
        dict(whys),
    )


def next_reading(camera: Camera, settle: Settle, frames: int) -> Reading | None:
    for _ in range(frames):
        frame = camera.frame()
        reading = settle.see(frame) if frame is not None else None
        if reading is not None:
            return reading
    return None


def clip_rolls(videos: Path) -> dict[str, object]:
    """Each clip watched from start to end: what was reported in which frame, and what should have
    been.
    """
    reader = DiceReader()
    figures: dict[str, object] = {}
    for label in json.loads((videos / "labels.json").read_text()):
        camera, settle = open_camera(f"video:{videos / label['file']}"), Settle(reader.read)
        told = []
        while (frame := camera.frame()) is not None:
            reading = settle.see(frame)
            if reading is not None:
                told.append(
                    (
                        frame.number,
                        sorted(int(str(d.value)) for d in reading.findings),
                        reading.decision.value,
                    )
                )
        true = [(s["frames"], sorted(s["values"])) for s in label["segments"] if s["values"]]
        figures[label["file"]] = compared(true, told)
    return figures


def compared(
    true: list[tuple[list[int], list[int]]], told: list[tuple[int, list[int], str]]
) -> dict[str, int | list[tuple[int, list[int], str]]]:
    """A roll is right when it is reported once, with its values, between its start and the next
    roll's.
    """
    right = silent = 0
    used = 0
    for i, (span, values) in enumerate(true):
        ends = true[i + 1][0][0] - 1 if i + 1 < len(true) else span[1] + 60
        mine = [t for t in told if span[0] - 12 <= t[0] <= ends]
        right += len(mine) == 1 and mine[0][1] == values
        silent += sum(t[1] != values and t[2] == "accept" for t in mine)
        used += len(mine)
    return {
        "rolls": len(true),
        "right": right,
        "silent": silent,
        "invented": len(told) - used,
        "reported": told,
    }


if __name__ == "__main__":
    print(virtual_rolls(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
