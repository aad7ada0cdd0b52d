"""Whole-die boxes for sets whose truth has none (damian, tomitomi) or has only pips (matteo), by an
earlier model.

`python -m vision.lab.dice.boxes WEIGHTS SETS -o boxes.json`. Only places come from the model:
values and how many dice there are come from the truth, and a picture where they cannot be matched
is left out.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from vision.dice.networks import DieCandidate
from vision.dice.reader import DiceReader
from vision.dice.trust import DieOpinion, values
from vision.picture import load

Row = list[float]


def by_pips(truth: list[dict[str, Any]], dice: tuple[DieCandidate, ...]) -> list[Row] | None:
    """Each true box of pips lies in exactly one found die."""
    rows: list[Row] = []
    for each in truth:
        x0, y0, x1, y1 = each["box"]
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        over = [d for d in dice if abs(d.x - x) < d.width * 0.45 and abs(d.y - y) < d.height * 0.45]
        if len(over) != 1:
            return None
        rows.append(row(over[0], each["value"]))
    return rows


def by_value(
    truth: list[dict[str, Any]], dice: tuple[DieCandidate, ...], opinions: list[DieOpinion]
) -> list[Row] | None:
    """As many dice as there should be; the values are given to the dice they fit best."""
    if len(dice) != len(truth):
        return None
    left, rows = [int(each["value"]) for each in truth], []
    chances = sorted(
        (
            (float(values(o, (0.3, 0.7, 1.0))[v - 1]), i, v)
            for i, o in enumerate(opinions)
            for v in set(left)
        ),
        reverse=True,
    )
    given: set[int] = set()
    for _, i, value in chances:
        if i not in given and value in left:
            given.add(i)
            left.remove(value)
            rows.append(row(dice[i], value))
    return rows


def row(die: DieCandidate, value: int) -> Row:
    edges = (
        die.x - die.width / 2,
        die.y - die.height / 2,
        die.x + die.width / 2,
        die.y + die.height / 2,
    )
    return [*(round(float(edge), 1) for edge in edges), value]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("photographs", type=Path)
    parser.add_argument("-o", "--out", type=Path, required=True)
    args = parser.parse_args()
    reader, boxes = DiceReader(args.weights), {}
    for name in ("damian", "matteo", "tomitomi"):
        labels = json.loads((args.photographs / name / "labels.json").read_text())
        for label in labels:
            pixels = load(args.photographs / name / "images" / label["file"]).pixels
            look = reader.look(pixels)
            dice, opinions = look.dice, list(look.opinions)
            truth = label["dice"]
            rows = by_pips(truth, dice) if name == "matteo" else by_value(truth, dice, opinions)
            if rows is not None and plausible(rows):
                boxes[f"{name}/{label['file']}"] = rows
        print(name, sum(key.startswith(name) for key in boxes), "of", len(labels))
    args.out.write_text(json.dumps(boxes, separators=(",", ":")).replace('],"', '],\n"'))


def plausible(rows: list[Row]) -> bool:
    """Dice of one picture are of about one size."""
    sizes = [max(x1 - x0, y1 - y0) for x0, y0, x1, y1, _ in rows]
    return max(sizes) < 1.7 * float(np.median(sizes)) and min(sizes) > 0.6 * float(np.median(sizes))


if __name__ == "__main__":
    main()
