"""Counting what readers got right on made-up scenes: per light, surface and colour, with a picture
of the failures.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels

MOST_FAILURES = 18
TILE_PX, CAPTION_PX, ACROSS = 132, 14, 6


@dataclass(slots=True)
class Tally:
    """Counts overall and per condition; a few failures are kept as pictures."""

    total: Counter[str] = field(default_factory=Counter)
    parts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    failures: list[tuple[str, Pixels]] = field(default_factory=list)
    seconds: float = 0.0

    def count(self, conditions: tuple[str, ...], what: str, number: int = 1) -> None:
        self.total[what] += number
        for condition in conditions:
            self.parts[condition][what] += number

    def add(self, other: "Tally") -> None:
        """What another trial counted, as if it had been part of this one."""
        self.total.update(other.total)
        for condition, counts in other.parts.items():
            self.parts[condition].update(counts)
        self.failures += other.failures[: MOST_FAILURES - len(self.failures)]
        self.seconds += other.seconds

    def failed(self, caption: str, picture: Pixels, corners: NDArray[np.float32]) -> None:
        """Keeps what lies within the corners, and a little around it."""
        if len(self.failures) >= MOST_FAILURES:
            return
        middle = corners.mean(axis=0)
        reach = 0.62 * float(np.ptp(corners, axis=0).max())
        target = np.array([[0, 0], [TILE_PX, 0], [0, TILE_PX]], dtype=np.float32)
        around = (
            np.array([[-reach, -reach], [reach, -reach], [-reach, reach]], dtype=np.float32)
            + middle
        )
        matrix = cv2.getAffineTransform(around.astype(np.float32), target)
        tile = cv2.warpAffine(picture, matrix, (TILE_PX, TILE_PX), flags=cv2.INTER_AREA)
        self.failures.append((caption, np.asarray(tile, dtype=np.uint8)))

    def table(self, of: str, *columns: str) -> dict[str, str]:
        """Per condition: how many, and each column in percent of them."""
        rows = {"all": self.total, **dict(sorted(self.parts.items()))}
        return {
            name: f"{counts[of]:>6}  "
            + "  ".join(f"{c} {100 * counts[c] / max(1, counts[of]):.2f} %" for c in columns)
            for name, counts in rows.items()
        }

    def markdown(self, of: str, *columns: str) -> str:
        """The same as a table for a document."""
        head = [f"| | {of} | " + " | ".join(columns) + " |", "|---" * (len(columns) + 2) + "|"]
        rows = {"all": self.total, **dict(sorted(self.parts.items()))}
        for name, counts in rows.items():
            shares = " | ".join(
                f"{counts[c]} ({100 * counts[c] / max(1, counts[of]):.2f} %)" for c in columns
            )
            head.append(f"| {name} | {counts[of]} | {shares} |")
        return "\n".join(head) + "\n"

    def write(self, folder: Path, of: str, *columns: str) -> None:
        """`table.md`, and `failures.jpg` when there are any: what was true, what was read, a
        question mark if asked.
        """
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "table.md").write_text(self.markdown(of, *columns))
        (folder / "failures.jpg").unlink(missing_ok=True)
        if self.failures:
            cv2.imwrite(str(folder / "failures.jpg"), self._sheet(), [cv2.IMWRITE_JPEG_QUALITY, 62])

    def _sheet(self) -> Pixels:
        rows = -(-len(self.failures) // ACROSS)
        high, wide = TILE_PX + CAPTION_PX, TILE_PX + 4
        sheet = np.full((rows * high, min(ACROSS, len(self.failures)) * wide, 3), 255, np.uint8)
        for number, (caption, tile) in enumerate(self.failures):
            y, x = number // ACROSS * high, number % ACROSS * wide
            sheet[y : y + TILE_PX, x : x + TILE_PX] = tile
            where = (x, y + TILE_PX + 10)
            cv2.putText(
                sheet, caption, where, cv2.FONT_HERSHEY_SIMPLEX, 0.32, (0, 0, 0), 1, cv2.LINE_AA
            )
        return sheet


def percent(tally: Tally, what: str, of: str) -> float:
    return round(100 * tally.total[what] / max(1, tally.total[of]), 3)


def figures(tally: Tally, of: str, *columns: str) -> dict[str, Any]:
    return {of: tally.total[of], **{f"{c}_pct": percent(tally, c, of) for c in columns}}
