"""What lies in the photographs: their own labels, mended where a person saw that they are wrong.

`mended.json` names dice that were labelled with another value or not at all. Training and trust use
the mended truth: a threshold that allows one wrong die in a thousand cannot be found with three
wrong labels in a thousand. Scores are always counted against the labels as they came.
"""

import json
from pathlib import Path
from typing import Any

MENDED = Path(__file__).with_name("mended.json")


def labels(folder: Path, name: str) -> list[dict[str, Any]]:
    """The labels of a set, mended."""
    found: list[dict[str, Any]] = json.loads((folder / name / "labels.json").read_text())
    mended: dict[str, list[list[float]]] = json.loads(MENDED.read_text())
    return [
        {**one, "dice": with_mended(one["dice"], mended.get(f"{name}/{one['file']}", []))}
        for one in found
    ]


def with_mended(dice: list[dict[str, Any]], mended: list[list[float]]) -> list[dict[str, Any]]:
    """Each mended die takes the place of the one that lies there, if any."""
    for *box, value in mended:
        kept = [die for die in dice if not _inside(die["box"], box)]
        dice = [*kept, {"box": box, "value": int(value)}]
    return dice


def _inside(box: list[float] | None, outer: list[float]) -> bool:
    if box is None:
        return False
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return outer[0] < x < outer[2] and outer[1] < y < outer[3]
