"""Loose round pieces in a zone, counted by colour: found by a network, named under one lamp, each
doubt said.
"""

from collections import Counter
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.tokens.body_colour import PLACES, bodies
from vision.tokens.detector import LIKELY, DetectedPieces, spots
from vision.tokens.grid import COLOUR_WEIGHT
from vision.tokens.loose_colours import named_under_one_lamp
from vision.tokens.stacks import stack_chances
from vision.tokens.tabletop import (
    BARE,
    LEAST_CONTRAST,
    Mask,
    alike_to_table,
    could_hide,
    foreground,
    own_look,
    white_of,
    without_soft_parts,
    zone_look,
)

WORK_SIDE_PX = 640  # pieces are looked for in a picture of at most this
SURE, HARDLY = 0.55, 0.33  # how likely a piece is beyond doubt, and what is surely none
SOLID = 0.5  # of a piece
PLAINLY = 0.65  # how likely a piece must be where the table's own colour is within its rim
HOWEVER_IT_ENDS = 0.8  # how likely a piece is counted, if doubtfully, though it seems to end softly
LARGE = 1.17  # times the size expected: perhaps two, one half on the other
A_LITTLE = 5.0  # weighted Lab units
OVER = 1.35  # of their reach: pieces nearer than this lie on each other
# of a reach: a piece with its side and shadow; and what is as thick as a third of one
GROWN, THICK = (1.2, 0.33)
SMALLEST = 0.03  # of the zone: what may be a piece where none was found
STACKED = 0.9  # how likely a piece has others under it that it is asked about
PLAIN_CONTRAST = 2 * LEAST_CONTRAST
DOUBTFUL_COLOUR = "a colour is doubtful"


@dataclass(frozen=True, slots=True)
class LoosePiece:
    """One piece: centre and radius in pixels of the zone's picture, and whether others may lie
    under it.
    """

    x: float
    y: float
    radius: float
    colour: str
    stacked: bool = False


@dataclass(frozen=True, slots=True)
class LooseCount:
    """The count per colour. `doubt`: for a heap that may be several numbers, the numbers it may be
    ("2 or 3?").
    """

    count: dict[str, int]
    pieces: tuple[LoosePiece, ...]
    accept: bool
    why: str
    doubt: tuple[int, int] | None = None


def read_zone(
    zone: Pixels,
    colours: list[str],
    tone: float = BARE,
    others: tuple[str, ...] = (),
    closely: Pixels | None = None,
) -> LooseCount:
    """`tone`: how light the table's own print is, where that is known; else what is brightest
    passes for white.
    `others`: colours that nobody looks for, but that a piece may be told by. `closely`: the zone as
    it is, where its print was taken out for counting.

    Not counted, but asked about: what has the table's own look within (a printed ring), and what
    stands out plainly but ends softly (a mirrored lamp).
    """
    work, scale = working_size(zone)
    look = zone_look(zone)
    mask = without_soft_parts(look, foreground(look, colours))
    table, white = own_look(look, mask), white_of(look, mask, tone)
    found = spots(work)
    shrink = look.shape[1] / work.shape[1]
    full = found.kept(found.heat >= LIKELY)
    bgr = bodies(work, full.middles, full.reach, white)
    apart, solid = np.linalg.norm(_in_look(bgr) - table, axis=1), _solid(mask, full, shrink)
    hollow = (apart < A_LITTLE) & ~((full.heat >= PLAINLY) & could_hide(table, white, colours))
    other = hollow | (apart > PLAIN_CONTRAST) & ~solid & (full.heat < HOWEVER_IT_ENDS)
    full, bgr, plain = full.kept(~other), bgr[~other], (solid & (full.larger < LARGE))[~other]
    looks = _in_look(bgr)
    white = max(white, float(looks[:, 0].max(initial=0)))  # nothing is lighter than white
    names = named_under_one_lamp(bgr, white, [*colours, *others])
    stacked = (
        stack_chances(
            zone if closely is None else closely, full.middles / scale, full.reach / scale
        )
        > STACKED
    )
    besides = int(other.sum()) + _besides(mask, full, shrink) + int(stacked.sum())
    why, doubt = _number_doubt(found, full, plain, besides)
    if not why and len(full) and float(names.clear.min()) < 1:
        why = DOUBTFUL_COLOUR
    shown = _plainly_seen(looks, table, names.names)
    why = why or _hard_to_see(
        *(name for name in alike_to_table(look, mask, colours, white) if name not in shown)
    )
    return LooseCount(
        dict(Counter(names.names)), _pieces(full, names.names, stacked, scale), not why, why, doubt
    )


def _pieces(
    full: DetectedPieces, names: tuple[str, ...], stacked: NDArray[np.bool_], scale: float
) -> tuple[LoosePiece, ...]:
    return tuple(
        LoosePiece(float(x / scale), float(y / scale), float(reach.max() / scale), name, bool(more))
        for (x, y), reach, name, more in zip(full.middles, full.reach, names, stacked, strict=True)
    )


def working_size(zone: Pixels) -> tuple[Pixels, float]:
    scale = min(1.0, WORK_SIDE_PX / max(zone.shape[:2]))
    small = cv2.resize(zone, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8), scale


def _number_doubt(
    found: DetectedPieces, full: DetectedPieces, plain: NDArray[np.bool_], besides: int
) -> tuple[str, tuple[int, int] | None]:
    """Pieces that lie on each other, what is hardly or perhaps a piece, something else that is no
    table.
    """
    off = (full.middles[:, None] - full.middles[None]) / np.maximum(
        full.reach[:, None], full.reach[None]
    )
    over = int(np.triu(np.hypot(off[..., 0], off[..., 1]) < OVER, 1).sum())
    fewer = max(over, int(((full.heat < SURE) | ~plain).sum()))
    more = int(((found.heat > HARDLY) & (found.heat < LIKELY)).sum() + besides)
    if not fewer and not more:
        return "", None
    numbers = len(full) - fewer, len(full) + more
    return f"{numbers[0]} or {numbers[1]}?", numbers


def _in_look(bgr: Floats) -> Floats:
    """Colours of pieces as the counting sees them."""
    if len(bgr) == 0:
        return np.zeros((0, 3), np.float32)
    lab = np.asarray(
        cv2.cvtColor(bgr[None].astype(np.uint8), cv2.COLOR_BGR2LAB)[0], dtype=np.float32
    )
    return np.asarray((lab - (0, 128, 128)) * (1, COLOUR_WEIGHT, COLOUR_WEIGHT), dtype=np.float32)


def _besides(mask: Mask, full: DetectedPieces, scale: float) -> bool:
    """Whether something about as thick as a piece is unlike the table where no piece was found."""
    rest = mask.copy()
    for (x, y), (wide, high) in zip(full.middles * scale, full.reach * scale, strict=True):
        axes = (round(GROWN * float(wide)), round(GROWN * float(high)))
        cv2.ellipse(rest, (round(float(x)), round(float(y))), axes, 0, 0, 360, 0, cv2.FILLED)
    least = (
        scale * float(np.median(full.reach.max(axis=1)))
        if len(full)
        else SMALLEST * max(mask.shape)
    )
    return bool(cv2.distanceTransform(rest, cv2.DIST_L2, 5).max() > THICK * least)


def _solid(mask: Mask, full: DetectedPieces, shrink: float) -> NDArray[np.bool_]:
    """Which pieces are also seen as something unlike the table that does not end softly: a mirrored
    lamp is not.
    """
    places = (full.middles[:, None] + PLACES * full.reach[:, None]) * shrink
    cols, rows = np.rint(places).astype(np.intp).transpose(2, 0, 1)
    seen = mask[rows.clip(0, mask.shape[0] - 1), cols.clip(0, mask.shape[1] - 1)] > 0
    return np.asarray(seen.mean(axis=1) > SOLID, dtype=np.bool_)


def _plainly_seen(looks: Floats, table: Floats, names: tuple[str, ...]) -> set[str]:
    """Colours of which a piece was found that stands out well: they are not hard to see here,
    whatever the table.
    """
    apart = np.linalg.norm(looks - table, axis=1)
    return {name for name, far in zip(names, apart, strict=True) if far > PLAIN_CONTRAST}


def _hard_to_see(*colours: str) -> str:
    return f"{colours[0]} pieces are hard to see on this table" if colours else ""
