"""Fits trust on what is said of sets the networks never saw, and chooses the threshold from the
outcome.

`python -m vision.lab.dice.calibrate SETS --fold WEIGHTS1=byler,matteo --fold WEIGHTS2=... -o
trust.json`
"""

import argparse
import json
import pickle
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain, pairwise, product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice.doubt import DiceEvidence, certainty, given_number, scene_doubt
from vision.dice.networks import DieCandidate
from vision.dice.reader import DiceReader, only_dice
from vision.dice.trust import DieOpinion, features, presence_features, values
from vision.lab.dice.truth import labels
from vision.lab.trials.dice_score import pairs
from vision.picture import load

MOST_SILENT_PER_1000 = 0.9  # a little less than the one we promise
# the shipped networks know these pictures and are surer of them than the folds are
LEAST_SURE = 0.95
# how often another number of dice may lie there than was asked for, the least careful first
OTHER_NUMBERS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
BOXES = Path(__file__).with_name("boxes.json")
MAIN = frozenset({"byler", "aws-phone", "matteo", "damian", "rune-cup", "roboflow6"})
# labels wrong too often (a plain three called four) to set a limit of one in a thousand
UNCERTAIN = "rune-trays/"
Numbers = NDArray[np.float64]
Mix = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Picture:
    """One left-out photograph and what was seen in it; `boxes` are those of whole dice with their
    values, if known.
    """

    name: str
    values: list[int]
    boxes: list[list[float]] | None
    seen: DiceEvidence

    def lying(self) -> list[int]:
        """Per place the value that truly lies there, 0 for none."""
        found = [0] * len(self.seen.dice)
        for i, j in pairs(
            [_edges(box) for box in self.boxes or []], [_box(die) for die in self.seen.dice]
        ):
            found[j] = int((self.boxes or [])[i][4])
        return found


def _box(die: DieCandidate) -> tuple[float, float, float, float]:
    return (
        die.x - die.width / 2,
        die.y - die.height / 2,
        die.x + die.width / 2,
        die.y + die.height / 2,
    )


def _on_a_die(die: DieCandidate, boxes: list[list[float]]) -> bool:
    """Whether it marks a true die. Sets draw their boxes closer or wider, so the middle counts more
    than the size.
    """
    for x0, y0, x1, y1, _ in boxes:
        near = abs(die.x - (x0 + x1) / 2) < 0.3 * (x1 - x0) and abs(die.y - (y0 + y1) / 2) < 0.3 * (
            y1 - y0
        )
        if near and 0.5 < die.size / max(x1 - x0, y1 - y0) < 2:
            return True
    return False


def _edges(box: list[float]) -> tuple[float, float, float, float]:
    return box[0], box[1], box[2], box[3]


def left_out(weights: Path, names: list[str], photographs: Path) -> list[Picture]:
    reader, own, pictures = DiceReader(weights), json.loads(BOXES.read_text()), []
    for name in names:
        for label in labels(photographs, name):
            pixels = load(photographs / name / "images" / label["file"]).pixels
            key, dice = f"{name}/{label['file']}", label["dice"]
            given = [[*d["box"], d["value"]] for d in dice] if all(d["box"] for d in dice) else None
            pictures.append(
                Picture(
                    key, [d["value"] for d in dice], own.get(key, given), reader.opinions(pixels)
                )
            )
        print(name, len(pictures), flush=True)
    return pictures


def presence(pictures: list[Picture]) -> Numbers:
    """Fits what tells a die from what is none."""
    known = [p for p in pictures if p.boxes is not None]
    seen = np.array([presence_features(o) for p in known for o in p.seen.opinions], np.float64)
    return fitted(
        seen, np.array([_on_a_die(die, p.boxes or []) for p in known for die in p.seen.dice], bool)
    )


def with_only_dice(picture: Picture, weights: Numbers, number: int | None = None) -> Picture:
    """The picture with what the presence fit takes for dice, when so many are asked for."""

    def there(opinion: DieOpinion) -> float:
        return float(chance(np.asarray(presence_features(opinion), np.float64) @ weights))

    return replace(picture, seen=only_dice(picture.seen, there, number))


def best_mix(pictures: list[Picture]) -> Mix:
    """How much each opinion should count: the mix under which the true values are likeliest."""
    known = [
        (opinion, true - 1)
        for picture in pictures
        for opinion, true in zip(picture.seen.opinions, picture.lying(), strict=True)
        if true
    ]
    finders, judges, pips = (0.1, 0.2, 0.3, 0.5), (0.4, 0.6, 0.8, 1.0), (0.0, 0.7, 1.5, 2.5, 3.5)
    tried = list(product(finders, judges, pips))
    return max(
        tried, key=lambda mix: sum(float(np.log(values(o, mix)[v] + 1e-6)) for o, v in known)
    )


def right_values(picture: Picture, mix: Mix) -> list[bool]:
    """Which dice were read right; without boxes, which values are among the true ones."""
    read = [int(values(o, mix).argmax()) + 1 for o in picture.seen.opinions]
    if picture.boxes is not None:
        return [a == b for a, b in zip(read, picture.lying(), strict=True)]
    left, right = list(picture.values), []
    for value in read:
        right.append(value in left)
        if value in left:
            left.remove(value)
    return right


def seen_features(opinions: Iterable[DieOpinion], mix: Mix) -> Numbers:
    return np.array([features(o, values(o, mix)) for o in opinions], np.float64)


def chance(sums: Numbers) -> Numbers:
    return np.asarray(1 / (1 + np.exp(-sums)))


def fitted(seen: Numbers, right: NDArray[np.bool_], strength: float = 2.0) -> Numbers:
    """Logistic regression by Newton's method; a little pull to zero keeps rare features tame."""
    if not len(seen):
        raise SystemExit(
            "These networks found no die in any left-out picture, so nothing can be fitted: "
            "train longer."
        )
    y, weights = right.astype(np.float64), np.zeros(seen.shape[1])
    for _ in range(30):
        p = chance(seen @ weights)
        slope = seen.T @ (y - p) - strength * weights
        curve = (seen * (p * (1 - p))[:, None]).T @ seen + strength * np.eye(len(weights))
        weights += np.linalg.solve(curve, slope)
    return weights


@dataclass(frozen=True, slots=True)
class Judged:
    """A picture under one mix and fit."""

    name: str
    dice: int
    exact: bool
    wrong: int
    least: float  # how certain the roll is as a whole; 0 when it would be asked about anyway


@dataclass(frozen=True, slots=True)
class Asked:
    """How many dice were asked for, and how often another number lies there."""

    number: int
    other_number: float


def judged(picture: Picture, mix: Mix, weights: Numbers, asked: Asked | None = None) -> Judged:
    right = right_values(picture, mix)
    read = sorted(int(values(o, mix).argmax()) + 1 for o in picture.seen.opinions)
    exact = read == sorted(picture.values)
    sure = chance(seen_features(picture.seen.opinions, mix) @ weights) if read else np.zeros(0)
    least = _least(picture.seen, sure.tolist(), asked)
    wrong = 0 if exact else max(1, max(len(picture.values), len(read)) - sum(right))
    return Judged(picture.name, len(picture.values), exact, wrong, least)


def _least(seen: DiceEvidence, sure: list[float], asked: Asked | None) -> float:
    if asked is None:
        return 0.0 if scene_doubt(seen) else certainty(seen, sure)
    if len(seen.dice) != asked.number or scene_doubt(seen, asked.number):
        return 0.0
    return certainty(seen, given_number(seen, sure), asked.number, asked.other_number)


def other_number(pictures: list[Picture], found: "Fit") -> float:
    """The least careful prior under which a roll with a die left over from before, or one that
    lost a die, is still asked about as often as we promise.
    """
    dice = sum(len(picture.values) for picture in pictures)
    for tried in OTHER_NUMBERS:
        careful = replace(found, other_number=tried)
        outcomes = [careful.asked_for(pictures, more) for more in (-1, 0, 1)]
        taken = [[p for p in outcome if p.least >= found.accept_at] for outcome in outcomes]
        silent = max(sum(max(1, p.wrong) for p in taken[k]) for k in (0, 2))
        silent = max(silent, sum(p.wrong for p in taken[1]))
        if 1000 * silent <= MOST_SILENT_PER_1000 * dice:
            return tried
    return OTHER_NUMBERS[-1]


def threshold(pictures: list[Judged]) -> float:
    """The lowest confidence from which accepted pictures hold few enough wrong dice."""
    dice = sum(p.dice for p in pictures)
    for accept_at in np.concatenate(
        [np.arange(LEAST_SURE, 0.99, 0.005), np.arange(0.99, 0.9999, 0.0005)]
    ):
        silent = sum(p.wrong for p in pictures if p.least >= accept_at)
        if 1000 * silent <= MOST_SILENT_PER_1000 * dice:
            return float(accept_at)
    return 0.9999


def reliability(confidence: Numbers, right: NDArray[np.bool_]) -> list[list[float]]:
    """For the curve: how sure, how often right, how many dice, per band of confidence."""
    bands = []
    for low, high in pairwise([0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 1.0001]):
        here = (confidence >= low) & (confidence < high)
        if here.any():
            said, was = float(confidence[here].mean()), float(right[here].mean())
            bands.append([round(said, 4), round(was, 4), int(here.sum())])
    return bands


@dataclass(frozen=True, slots=True)
class Fit:
    """Everything `trust.json` holds, and what it was fitted on."""

    presence: Numbers
    mix: Mix
    weights: Numbers
    accept_at: float
    reliability: list[list[float]]
    other_number: float = OTHER_NUMBERS[-1]

    def asked_for(self, pictures: list[Picture], more: int = 0) -> list[Judged]:
        """The same when the number of dice is given, so many more than lie there."""
        outcome = []
        for picture in pictures:
            asked = Asked(len(picture.values) + more, self.other_number)
            seen = with_only_dice(picture, self.presence, asked.number)
            outcome.append(judged(seen, self.mix, self.weights, asked))
        return outcome

    def outcome(self, pictures: list[Picture]) -> list[Judged]:
        return [
            judged(with_only_dice(picture, self.presence), self.mix, self.weights)
            for picture in pictures
        ]

    def stored(self) -> dict[str, object]:
        return {
            "mix": list(self.mix),
            "presence": [round(float(w), 4) for w in self.presence],
            "weights": [round(float(w), 4) for w in self.weights],
            "accept_at": round(self.accept_at, 4),
            "other_number": self.other_number,
            "reliability": self.reliability,
        }


def fit(pictures: list[Picture]) -> Fit:
    pictures = [picture for picture in pictures if not picture.name.startswith(UNCERTAIN)]
    there = presence(pictures)
    dice = [with_only_dice(picture, there) for picture in pictures]
    mix = best_mix(dice)
    seen = seen_features((opinion for p in dice for opinion in p.seen.opinions), mix)
    right = np.array([r for p in dice for r in right_values(p, mix)], bool)
    weights = fitted(seen, right)
    accept_at = threshold([judged(p, mix, weights) for p in dice])
    found = Fit(there, mix, weights, accept_at, reliability(chance(seen @ weights), right))
    return replace(found, other_number=other_number(pictures, found))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photographs", type=Path)
    parser.add_argument("--fold", action="append", required=True, metavar="WEIGHTS=SET,SET")
    parser.add_argument("-o", "--out", type=Path, required=True)
    parser.add_argument("--records", type=Path, help="keep what was seen, for a closer look")
    args = parser.parse_args()
    folds: list[list[Picture]] = []
    for fold in args.fold:
        folder, _, names = fold.partition("=")
        folds.append(left_out(Path(folder), names.split(","), args.photographs))
    if args.records:
        args.records.write_bytes(pickle.dumps(folds))
    everything = fit(list(chain.from_iterable(folds)))
    args.out.write_text(json.dumps(everything.stored()) + "\n")
    print("fitted on all that was left out, the fit's own sum:")
    report([p for pictures in folds for p in everything.outcome(pictures)], everything.accept_at)
    print("each fold judged by a fit on the other folds, which is what to expect elsewhere:")
    report([p for i in range(len(folds)) for p in by_the_others(folds, i)], 0.5)
    print("the same with the number given:")
    report([p for i in range(len(folds)) for p in by_the_others(folds, i, given=True)], 0.5)


def by_the_others(folds: list[list[Picture]], i: int, *, given: bool = False) -> list[Judged]:
    """One fold under a fit that saw neither its pictures nor its networks; accepted ones have
    `least` 1. `given`: with the number of dice.
    """
    others = [pictures for j, pictures in enumerate(folds) if j != i]
    other = fit(list(chain.from_iterable(others)))
    outcome = other.asked_for(folds[i]) if given else other.outcome(folds[i])
    return [replace(p, least=float(p.least >= other.accept_at)) for p in outcome]


def report(outcome: list[Judged], accept_at: float) -> None:
    names = sorted({p.name.split("/")[0] for p in outcome})
    for title, sets in [(name, {name}) for name in names] + [("main sets", MAIN)]:
        chosen = [p for p in outcome if p.name.split("/")[0] in sets]
        taken = [p for p in chosen if p.least >= accept_at]
        exact = sum(p.exact for p in chosen) / len(chosen)
        wrong, dice = sum(p.wrong for p in taken), sum(p.dice for p in chosen)
        print(
            f"{title}: exact {exact:.3f}, accepted {len(taken) / len(chosen):.3f} "
            f"from {accept_at:.4f}, silent dice {wrong} of {dice}"
        )


if __name__ == "__main__":
    main()
