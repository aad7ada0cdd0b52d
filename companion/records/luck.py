"""Dice held against chance: what was thrown, what was to be expected, and how surprising that is.

Pure arithmetic. Few throws say nothing, and this says so.
"""

from collections.abc import Mapping
from math import erfc, sqrt
from typing import Any

from companion.table.statistics import Z_95, wilson

ENOUGH = 20  # throws: fewer tell nothing of luck
Counts = Mapping[str, int]


def luck(kind: str, counts: Counts) -> dict[str, Any]:
    """Of one kind of die (`d6|1,2,3,4,5,6`): the mean with the span it should lie in, or for dice
    with symbols each face with its own.

    `chance`: how likely throws as odd as these are with fair dice, of 1.
    """
    name, _, listed = kind.partition("|")
    faces = listed.split(",")
    thrown = sum(counts.values())
    told: dict[str, Any] = {
        "kind": name,
        "thrown": thrown,
        "enough": thrown >= ENOUGH,
        "faces": [_face(face, faces, counts, thrown) for face in dict.fromkeys(faces)],
    }
    if not thrown:
        return told
    if all(face.lstrip("-").isdigit() for face in faces):
        return told | _mean(faces, counts, thrown)
    return told | {"chance": round(_chance_of_counts(faces, counts, thrown), 4)}


def _face(face: str, faces: list[str], counts: Counts, thrown: int) -> dict[str, Any]:
    count = counts.get(face, 0)
    between = wilson(count, thrown) if thrown else (0.0, 1.0)
    expected = faces.count(face) / len(faces)
    return {"face": face, "count": count, "expected": round(expected, 4), "between": between}


def _mean(faces: list[str], counts: Counts, thrown: int) -> dict[str, Any]:
    values = [int(face) for face in faces]
    expected = sum(values) / len(values)
    variance = sum((value - expected) ** 2 for value in values) / len(values)
    mean = sum(int(face) * count for face, count in counts.items()) / thrown
    error = sqrt(variance / thrown)
    z = (mean - expected) / error if error else 0.0
    return {
        "mean": round(mean, 3),
        "expected": round(expected, 3),
        "between": (round(expected - Z_95 * error, 3), round(expected + Z_95 * error, 3)),
        "pips_over": round((mean - expected) * thrown, 1),
        "chance": round(erfc(abs(z) / sqrt(2)), 4),
    }


def _chance_of_counts(faces: list[str], counts: Counts, thrown: int) -> float:
    """Pearson's test; its tail by Wilson and Hilferty, good to a percent from a few throws on."""
    kinds = list(dict.fromkeys(faces))
    expected = {face: thrown * faces.count(face) / len(faces) for face in kinds}
    chi2 = sum((counts.get(face, 0) - want) ** 2 / want for face, want in expected.items())
    free = len(kinds) - 1
    if free < 1:
        return 1.0
    spread = 2 / (9 * free)
    z = ((chi2 / free) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return erfc(z / sqrt(2)) / 2
