"""The photographs that networks learn from, with the dice in them and what is easily taken for
dice.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Pixels
from vision.lab.dice.truth import labels

LURES = Path(__file__).with_name("lures.json")
# may be turned freely: no side face to mistake for the top
FROM_ABOVE = frozenset({"byler", "damian", "rune-cup", "tomitomi"})


@dataclass(frozen=True, slots=True)
class Die:
    """A die in a picture; value 0 when nobody could say."""

    x: float
    y: float
    width: float
    height: float
    value: int

    @property
    def size(self) -> float:
        return max(self.width, self.height)


@dataclass(frozen=True, slots=True)
class Photograph:
    name: str
    pixels: Pixels
    dice: tuple[Die, ...]
    turns_freely: bool
    lures: tuple[Die, ...] = ()  # what an earlier finder took for dice
    # the picture, half of it, a quarter ...: shrinking it anew each time took most time
    halves: tuple[Pixels, ...] = ()

    def about(self, scale: float) -> Pixels:
        """The smallest of the halves that is still no smaller than the picture at this scale."""
        steps = (
            int(np.clip(np.floor(-np.log2(scale)), 0, len(self.halves) - 1)) if self.halves else 0
        )
        return self.halves[steps] if self.halves else self.pixels


def halved(pixels: Pixels) -> tuple[Pixels, ...]:
    found = [pixels]
    while min(found[-1].shape[:2]) >= 64:
        size = (found[-1].shape[1] // 2, found[-1].shape[0] // 2)
        found.append(
            np.asarray(cv2.resize(found[-1], size, interpolation=cv2.INTER_AREA), np.uint8)
        )
    return tuple(found)


def photographs(folder: Path, names: list[str], boxes: Path | None) -> list[Photograph]:
    """The pictures of these sets. `boxes` has whole-die boxes for sets whose truth has none, or has
    only pips.
    """
    own = json.loads(boxes.read_text()) if boxes is not None and boxes.exists() else {}
    lures = json.loads(LURES.read_text()) if LURES.exists() else {}
    found = []
    for name in names:
        for label in labels(folder, name):
            key = f"{name}/{label['file']}"
            dice = own.get(key) or [
                [*d["box"], d["value"]] for d in label["dice"] if d["box"] and name != "matteo"
            ]
            if len(dice) != len(label["dice"]):
                continue  # no boxes: nothing to train on here
            pixels = cv2.imread(str(folder / name / "images" / label["file"]))
            assert pixels is not None, key
            placed = tuple(
                Die((a + c) / 2, (b + d) / 2, c - a, d - b, int(v)) for a, b, c, d, v in dice
            )
            bait = tuple(Die(x, y, size, size, 0) for x, y, size in lures.get(key, ()))
            picture = np.asarray(pixels, np.uint8)
            found.append(
                Photograph(key, picture, placed, name in FROM_ABOVE, bait, halved(picture))
            )
    return found
