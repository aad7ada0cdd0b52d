"""Readings against the truth: how many pictures are exact, how many accepted, and how many of those
were wrong.

The same counting as the public score of the photographs; kept here so that `companion bench` needs
nothing else.
"""

from collections import Counter
from dataclasses import dataclass, field
from statistics import median
from typing import Any

Box = tuple[float, float, float, float]


def overlap(a: Box, b: Box) -> float:
    """Shared area over joint area of two boxes."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if wide <= 0 or high <= 0:
        return 0.0
    both = wide * high
    return both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both)


def inside(box: Box, outer: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]


def pairs(truth: list[Box], read: list[Box]) -> list[tuple[int, int]]:
    """Which reading lies on which true die, best overlap first, each once."""
    fits = []
    for i, true in enumerate(truth):
        for j, box in enumerate(read):
            shared = overlap(true, box)
            if shared >= 0.3 or (shared > 0 and inside(box, true)):
                fits.append((shared, i, j))
    chosen: list[tuple[int, int]] = []
    for _, i, j in sorted(fits, reverse=True):
        if all(i != a and j != b for a, b in chosen):
            chosen.append((i, j))
    return chosen


@dataclass(slots=True)
class Tally:
    """Counts over pictures; add with `count`, read with `row`."""

    n: Counter[str] = field(default_factory=Counter)
    ms: list[float] = field(default_factory=list)

    def count(self, truth: list[dict[str, Any]], reading: dict[str, Any]) -> bool:
        """Adds one picture; True when it was accepted and wrong."""
        read, n = reading["dice"], self.n
        want, got = Counter(d["value"] for d in truth), Counter(d["value"] for d in read)
        accepted = reading["decision"] == "accept"
        silent = accepted and want != got
        n.update(images=1, dice=len(truth), exact=want == got, accepted=accepted, silent=silent)
        if silent:
            n["silent_dice"] += max((want - got).total(), (got - want).total())
        if all(d["box"] for d in truth):
            found = pairs([d["box"] for d in truth], [d["box"] for d in read])
            right = sum(truth[i]["value"] == read[j]["value"] for i, j in found)
            n.update(
                boxed=len(truth), found=len(found), value=right, invented=len(read) - len(found)
            )
        self.ms.append(reading["ms"])
        return silent

    def add(self, other: "Tally") -> None:
        self.n.update(other.n)
        self.ms += other.ms

    def row(self) -> dict[str, float | int | None]:
        n = self.n
        return {
            "images": n["images"],
            "dice": n["dice"],
            "exact %": _share(100, n["exact"], n["images"]),
            "accepted %": _share(100, n["accepted"], n["images"]),
            "silent %": _share(100, n["silent"], n["images"]),
            "silent dice per 1000": _share(1000, n["silent_dice"], n["dice"]),
            "asked %": _share(100, n["images"] - n["accepted"], n["images"]),
            "found %": _share(100, n["found"], n["boxed"]),
            "value %": _share(100, n["value"], n["found"]),
            "invented per 100": _share(100, n["invented"], n["boxed"]),
            "ms": round(median(self.ms), 1) if self.ms else None,
        }


def _share(scale: int, part: int, whole: int) -> float | None:
    return round(scale * part / whole, 2) if whole else None
