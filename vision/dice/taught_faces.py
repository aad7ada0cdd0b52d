"""Symbol dice, taught: a few pictures per face, then any throw of the same dice is read by
likeness, with a margin.

Each example is kept in many turns; a new crop is compared with all of them by the correlation of
drawing and body colour, so nothing is trained on the spot.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arrays import Floats, Pixels
from vision.reading import Likely

SIDE_PX = 40
TURNS = 24
FAINTEST = 8.0  # L*a*b*: a drawing with less contrast is noise
ACCEPT_LIKENESS = 0.9
ACCEPT_MARGIN = 0.08
# Small dice share most of what is seen of them (rim, shadow, body). Then the margin is thin
# although the drawing is clear: along the difference between the two likeliest faces the crop must
# lie well on the best one's side.
CLOSE_LIKENESS, ACCEPT_LEAD = 0.955, 0.75


@dataclass(frozen=True, slots=True)
class TaughtFace:
    """One taught face of one die: `die` is its colour or name, `symbol` what it shows."""

    die: str
    symbol: str
    patterns: Floats  # one row per turn


@dataclass(slots=True)
class Album:
    """What has been taught so far."""

    faces: list[TaughtFace] = field(default_factory=list)

    def teach(self, die: str, symbol: str, crop: Pixels) -> None:
        """Remembers one picture of a face; three or four per face, in different light, are
        enough.
        """
        rows = [pattern(turned(crop, 360 * k / TURNS)) for k in range(TURNS)]
        self.faces.append(TaughtFace(die, symbol, np.stack(rows)))

    def read(self, crop: Pixels) -> "Likeness":
        """What this crop most resembles; not sure when nothing is like it or two things are."""
        if not self.faces:
            return Likeness("", "", 0.0, 0.0, ())
        shown = pattern(crop)
        best: dict[tuple[str, str], tuple[float, Floats]] = {}
        for face in self.faces:
            key = (face.die, face.symbol)
            # squared, so 1 - away / 2 is the correlation
            away = ((face.patterns - shown) ** 2).sum(axis=1)
            turn = int(away.argmin())
            likeness = 1 - float(away[turn]) / 2
            if key not in best or likeness > best[key][0]:
                best[key] = likeness, face.patterns[turn]
        ranked = sorted(best.items(), key=lambda item: -item[1][0])
        (die, symbol), (likeness, pattern_seen) = ranked[0]
        margin = likeness - (ranked[1][1][0] if len(ranked) > 1 else 0.0)
        lead = min(
            (_lead(shown, pattern_seen, other) for _, (_, other) in ranked[1:4]), default=1.0
        )
        likeliest = tuple(
            Likely(name, round(max(score, 0.0), 3)) for (_, name), (score, _) in ranked[:3]
        )
        return Likeness(die, symbol, likeness, margin, likeliest, lead)


def _lead(shown: Floats, best: Floats, other: Floats) -> float:
    """Where the crop lies between two faces: 1 at the best one, 0 at the other."""
    apart = float(((best - other) ** 2).sum())
    nearer = float(((shown - other) ** 2).sum() - ((shown - best) ** 2).sum())
    return 0.5 + nearer / (2 * apart) if apart > 1e-3 else 0.0


@dataclass(frozen=True, slots=True)
class Likeness:
    die: str
    symbol: str
    likeness: float
    margin: float
    likeliest: tuple[Likely, ...]
    lead: float = 0.0

    @property
    def is_sure(self) -> bool:
        clearly = self.likeness >= ACCEPT_LIKENESS and self.margin >= ACCEPT_MARGIN
        return clearly or (self.likeness >= CLOSE_LIKENESS and self.lead >= ACCEPT_LEAD)


def turned(crop: Pixels, degrees: float) -> Pixels:
    high, wide = crop.shape[:2]
    matrix = cv2.getRotationMatrix2D((wide / 2 - 0.5, high / 2 - 0.5), degrees, 1.0)
    return np.asarray(
        cv2.warpAffine(crop, matrix, (wide, high), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def pattern(crop: Pixels) -> Floats:
    """The drawing on a face as a unit vector: light and colour against the face's own average, in a
    round window.
    """
    small = cv2.resize(crop, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(
        cv2.GaussianBlur(small, (0, 0), 1.0).astype(np.float32) / 255, cv2.COLOR_BGR2LAB
    )
    y, x = np.mgrid[0:SIDE_PX, 0:SIDE_PX]
    window = np.clip(
        (SIDE_PX * 0.42 - np.hypot(x - SIDE_PX / 2 + 0.5, y - SIDE_PX / 2 + 0.5)) / 3, 0, 1
    )
    weight = (window / window.sum()).astype(np.float32)[..., None]
    body = (lab * weight).sum(axis=(0, 1))
    drawing = (lab - body) * np.sqrt(weight)
    drawing /= max(float(np.linalg.norm(drawing)), FAINTEST)  # a blank face stays near nothing
    # the body's own colour tells the four elements apart
    hue = np.array([body[1], body[2], 12.0], np.float32)
    hue /= float(np.linalg.norm(hue))
    joined = np.concatenate([drawing.reshape(-1) * 0.8, hue * 0.6])
    return np.asarray(joined, np.float32)
