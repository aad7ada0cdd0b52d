"""What vision reports: findings, and one settled reading of a zone. The rest of the project
sees nothing else of it.

Never any picture, camera or recogniser here: only values that are stored or sent.
"""

import enum

import msgspec

Point = tuple[float, float]


class Decision(enum.Enum):
    """`ACCEPT` only when every finding is trusted and fits what was asked for; being asked is the
    cheap fault.
    """

    ACCEPT = "accept"
    ASK = "ask"


class Why(msgspec.Struct, frozen=True):
    """A reason as a message key with its values; `vision.reasons` has the English, the catalogues
    the rest.
    """

    key: str
    values: dict[str, int | str] = {}


class Likely(msgspec.Struct, frozen=True):
    """One possible value of a piece, for the tablet to offer; `value` None means "nothing here"."""

    value: int | str | None
    probability: float


class Finding(msgspec.Struct, frozen=True):
    """One piece seen. `corners` go clockwise from the top left, in pixels of the picture it was
    seen in.

    On a sheet, a grid or in slots `cell` is where it lies, `count` how many alike lie there side by
    side and `turn` its quarter turns clockwise as the owner of the place sees them. `likeliest` are
    values, or counts of a heap.
    """

    kind: str
    value: int | str | None
    corners: tuple[Point, ...]
    confidence: float
    colour: str | None = None
    likeliest: tuple[Likely, ...] = ()
    cell: str | None = None
    turn: int | None = None
    count: int = 1
    sure: bool = True  # trusted by itself; a reading may be asked about for other reasons

    @property
    def box(self) -> tuple[float, float, float, float]:
        xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
        return min(xs), min(ys), max(xs), max(ys)


class Reading(msgspec.Struct, frozen=True):
    """What lies in one zone, settled: offered to the table once, with the reason for its
    decision.
    """

    zone: str
    kind: str
    findings: tuple[Finding, ...]
    decision: Decision
    why: Why
    seen_at_s: float
    ask: str | None = None
    evidence: bytes | None = None
    size_px: tuple[int, int] = (0, 0)  # of the picture the findings' corners are in, width first
    # What lay there when the question began; None: nobody can tell. Of what is laid down by hand.
    before: tuple[Finding, ...] | None = None
    before_evidence: bytes | None = None


def box_corners(x0: float, y0: float, x1: float, y1: float) -> tuple[Point, ...]:
    """The corners of an upright box, in the order a finding wants them."""
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


class Light(msgspec.Struct, frozen=True):
    """`brightness` from 0 to 255. `glare`: the share of the picture that is pure white, `glare_at`
    where most of it is. `flicker`: how much brightness changes from frame to frame. `sharpness`:
    how steep edges are, 1 for a step. What cannot be told yet (no edges, no pieces) is None."""

    brightness: int
    glare: float
    flicker: float
    sharpness: float | None = None
    contrast: float | None = None
    glare_at: Point | None = None
    advice: tuple[Why, ...] = ()
