"""What a finder takes for dice and is none, in the photographs of the sets: the judge learns most
from these.

`python -m vision.lab.dice.lures WEIGHTS SETS boxes.json -o lures.json`
"""

import argparse
import json
from pathlib import Path

import numpy as np

from vision.dice.detection import merged
from vision.dice.networks import DiceNetworks, resized
from vision.lab.dice.photographs import photographs

SCALES_PX = (512, 256)
MOST_EACH = 8


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("photographs", type=Path)
    parser.add_argument("boxes", type=Path)
    parser.add_argument("-o", "--out", type=Path, required=True)
    args = parser.parse_args()
    networks, lures = DiceNetworks(args.weights), {}
    names = [path.parent.name for path in sorted(args.photographs.glob("*/labels.json"))]
    for photo in photographs(
        args.photographs, [name for name in names if name != "tomitomi"], args.boxes
    ):
        candidates = []
        for scale in SCALES_PX:
            small = resized(photo.pixels, scale / max(photo.pixels.shape[:2]))
            candidates += networks.find(f"{scale}", [small], photo.pixels)
        found = merged(candidates)
        free = [
            [round(c.x, 1), round(c.y, 1), round(c.size, 1)]
            for c in found.candidates
            if all(np.hypot(c.x - d.x, c.y - d.y) > 0.75 * max(d.size, c.size) for d in photo.dice)
        ]
        if free:
            lures[photo.name] = free[:MOST_EACH]
    args.out.write_text(json.dumps(lures, separators=(",", ":")).replace('],"', '],\n"') + "\n")
    print(sum(map(len, lures.values())), "lures in", len(lures), "photographs")


if __name__ == "__main__":
    main()
