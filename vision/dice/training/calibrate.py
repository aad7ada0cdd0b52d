"""Fits trust on what the networks say of sets they never saw, and chooses the threshold from the outcome.

`python -m vision.dice.training.calibrate SETS --fold WEIGHTS1=byler,matteo --fold WEIGHTS2=... -o trust.json`
"""

import argparse
import itertools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.dice.doubt import scene_doubt
from vision.dice.reader import DiceReader
from vision.dice.scoring import pairs
from vision.dice.trust import features
from vision.picture import load

MOST_SILENT_PER_1000 = 0.5  # half of what we promise, because other tables are harder than these
MAIN = frozenset({"byler", "aws-phone", "matteo", "damian", "rune-cup", "roboflow6"})


@dataclass(frozen=True, slots=True)
class Picture:
    """One left-out photograph: its dice as the fit sees them, and whether the whole reading was right."""

    name: str
    features: NDArray[np.float32]
    right: NDArray[np.bool_]
    exact: bool
    doubtful: bool  # would be asked whatever the confidences are
    dice: int
    wrong: int


def left_out(weights: Path, names: list[str], photographs: Path) -> list[Picture]:
    reader, pictures = DiceReader(weights), []
    for name in names:
        for label in json.loads((photographs / name / "labels.json").read_text()):
            pixels = load(photographs / name / "images" / label["file"]).pixels
            look = reader.look(pixels)
            found, opinions = look.found, look.opinions
            seen = np.array([features(o) for o in opinions], np.float32).reshape(len(opinions), -1)
            right = correct(label["dice"], [o.value for o in opinions], [_box(d) for d in found.dice])
            exact = sorted(d["value"] for d in label["dice"]) == sorted(o.value for o in opinions)
            wrong = max(len(label["dice"]), len(opinions)) - int(right.sum())
            doubtful = scene_doubt(look) is not None
            key = f"{name}/{label['file']}"
            pictures.append(Picture(key, seen, right, exact, doubtful, len(label["dice"]), wrong))
        print(name, len(pictures), flush=True)
    return pictures


def correct(truth: list[dict[str, Any]], values: list[int], boxes: list[Any]) -> NDArray[np.bool_]:
    """Which read dice lie on a true die of that value; without true boxes, which values are among the true ones."""
    right = np.zeros(len(values), bool)
    if all(d["box"] for d in truth):
        for i, j in pairs([d["box"] for d in truth], boxes):
            right[j] = truth[i]["value"] == values[j]
        return right
    left = [d["value"] for d in truth]
    for j, value in enumerate(values):
        if value in left:
            left.remove(value)
            right[j] = True
    return right


def _box(die: Any) -> tuple[float, float, float, float]:
    return die.x - die.width / 2, die.y - die.height / 2, die.x + die.width / 2, die.y + die.height / 2


def fitted(seen: NDArray[np.float32], right: NDArray[np.bool_], strength: float = 1.0) -> NDArray[np.float64]:
    """Logistic regression by Newton's method; a little pull to zero keeps rare features tame."""
    x, y = seen.astype(np.float64), right.astype(np.float64)
    weights = np.zeros(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (y - p) - strength * weights
        curve = (x * (p * (1 - p))[:, None]).T @ x + strength * np.eye(len(weights))
        weights += np.linalg.solve(curve, slope)
    return weights


def threshold(pictures: list[Picture], weights: NDArray[np.float64]) -> float:
    """The lowest confidence at which accepted pictures hold few enough wrong dice."""
    for accept_at in np.concatenate([np.arange(0.8, 0.99, 0.01), np.arange(0.99, 0.9999, 0.0005)]):
        accepted = [p for p in pictures if is_accepted(p, weights, float(accept_at))]
        silent = sum(p.wrong for p in accepted if not p.exact)
        if 1000 * silent <= MOST_SILENT_PER_1000 * sum(p.dice for p in pictures):
            return float(accept_at)
    return 0.9999


def is_accepted(picture: Picture, weights: NDArray[np.float64], accept_at: float) -> bool:
    if picture.doubtful or not len(picture.features):
        return False
    confidence = 1 / (1 + np.exp(-picture.features.astype(np.float64) @ weights))
    return bool(confidence.min() >= accept_at)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photographs", type=Path)
    parser.add_argument("--fold", action="append", required=True, metavar="WEIGHTS=SET,SET")
    parser.add_argument("-o", "--out", type=Path, required=True)
    args = parser.parse_args()
    pictures: list[Picture] = []
    for fold in args.fold:
        folder, _, names = fold.partition("=")
        pictures += left_out(Path(folder), names.split(","), args.photographs)
    weights = fitted(np.concatenate([p.features for p in pictures]), np.concatenate([p.right for p in pictures]))
    accept_at = threshold(pictures, weights)
    args.out.write_text(
        json.dumps(
            {
                "weights": [round(float(w), 4) for w in weights],
                "accept_at": round(accept_at, 4),
                "reliability": reliability(pictures, weights),
            }
        )
        + "\n"
    )
    main_sets = [p for p in pictures if p.name.split("/")[0] in MAIN]
    for title, chosen in (("six main sets", main_sets), ("all", pictures)):
        taken = [p for p in chosen if is_accepted(p, weights, accept_at)]
        print(
            f"{title}: accept at {accept_at:.4f}; exact {sum(p.exact for p in chosen) / len(chosen):.3f}, "
            f"accepted {len(taken) / len(chosen):.3f}, silent dice {sum(p.wrong for p in taken if not p.exact)} "
            f"of {sum(p.dice for p in chosen)}"
        )


def reliability(pictures: list[Picture], weights: NDArray[np.float64]) -> list[list[float]]:
    """For the curve: how sure, how often right, how many dice, per band of confidence."""
    seen = np.concatenate([p.features for p in pictures]).astype(np.float64)
    right = np.concatenate([p.right for p in pictures])
    confidence = 1 / (1 + np.exp(-seen @ weights))
    edges = [0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 1.0001]
    bands = []
    for low, high in itertools.pairwise(edges):
        here = (confidence >= low) & (confidence < high)
        if here.any():
            bands.append(
                [round(float(confidence[here].mean()), 4), round(float(right[here].mean()), 4), int(here.sum())]
            )
    return bands


if __name__ == "__main__":
    main()
