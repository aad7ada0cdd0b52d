"""Tokens on a grid: a pure function from pixels, grid and colour names to cells, each accepted or
asked.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Pixels
from vision.tokens.cell_network import Witness, witnessed
from vision.tokens.close_up import close_up
from vision.tokens.colours import NamedColours, are_plain, named
from vision.tokens.disc_fit import outstanding, strengths
from vision.tokens.discs import Discs, discs, middles
from vision.tokens.grid import (
    CELL_PX,
    COLOUR_WEIGHT,
    RIM_CELLS,
    FlatGrid,
    TokenGrid,
    flatten,
)
from vision.tokens.loose_colours import named_under_one_lamp
from vision.tokens.rims import RimLevels, Rims, kinds, rims

# In weighted Lab units. Below FAINT no disc stands out from its cell's own background in any
# ordinary light.
FAINT = 12.0
# how likely the network finds a piece
THERE, LIKELY_THERE, PERHAPS_THERE, NOT_THERE = (0.75, 0.5, 0.35, 0.2)
AGAINST_ALL = 0.9  # how likely it must find one where contrast and rims see nothing at all
BETWEEN = 0.42  # cells off its middle: whose piece it is cannot be said
STRONG = 20.0
# what a clean picture still shows; a piece on a sheet of its own colour is asked, not missed
FAINTEST = 7.0
CLEAR_COLOUR = 0.25
KIN = 0.12
SAME = 0.5  # cells: discs nearer than this are one piece
NEITHER_NEARER = 0.1
FEW = 3
SOFTER = 0.6
RIM_WITHIN = 0.02  # cells: an edge is found a little inside the circle that gives the largest step
A_LITTLE = 5.0  # weighted Lab units
# kinship: 0 is just like the sure pieces, 1 just like an empty cell
LIKE_PIECES, UNLIKE_PIECES = (0.15, 0.3)
# of the way from a bare cell's rim to a piece's
SOME, HALF, RIMMED, SURELY_RIMMED = (0.25, 0.5, 0.7, 0.9)
SOME_RIM = 0.6
BLINDING = 252.0  # lightness: glare in which nothing could be seen
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class CellReading:
    """One cell that is not simply empty. Not `accept`: ask; `colour` None then means perhaps no
    piece at all.
    """

    row: int
    col: int
    colour: str | None
    accept: bool
    confidence: float


@dataclass(frozen=True, slots=True)
class GridReading:
    """Cells with a piece, and cells to ask about."""

    full: Flags
    doubtful: Flags
    found: Discs


def read_grid(picture: Pixels, grid: TokenGrid, colours: list[str]) -> list[CellReading]:
    flat = flatten(picture, grid)
    found = discs(flat)
    hidden = out_of_sight(picture, grid)
    close = close_up(picture, flat, found)
    if close is not None:
        picture, grid, hidden = close.picture, close.grid, hidden | close.doubtful
        flat = flatten(picture, grid)
        found = discs(flat)
    witness = witnessed(picture, grid, found.radius)
    seen = _agreed(_by_contrast(flat, found), witness)
    doubtful = seen.doubtful | hidden
    likely = np.where(doubtful, witness.chance >= LIKELY_THERE, seen.full) & ~hidden
    return _cells(flat, replace(seen, full=likely, doubtful=doubtful), colours)


def _by_contrast(flat: FlatGrid, found: Discs) -> GridReading:
    """What contrast and rims say."""
    edges = rims(flat, found.radius - RIM_WITHIN)
    seen = occupied(found, edges, flat.grid)
    return _also_asked(seen, edges, strengths(flat, found.radius))


def _cells(flat: FlatGrid, seen: GridReading, colours: list[str]) -> list[CellReading]:
    rim = RIM_CELLS * CELL_PX
    light = float(np.percentile(flat.look[rim:-rim, rim:-rim, 0], 98))
    places = np.flatnonzero(seen.full)
    names = _named(middles(flat, seen.found)[places], light, colours)
    cells, cols = [], flat.grid.cols
    for place, name, clear in zip(places, names.names, names.clear, strict=True):
        accept = bool(clear > CLEAR_COLOUR and not seen.doubtful[place])
        sure = float(np.clip(0.5 + (clear - CLEAR_COLOUR), 0, 1)) if accept else 0.4
        cells.append(CellReading(int(place) // cols, int(place) % cols, name, accept, sure))
    for place in np.flatnonzero(seen.doubtful & ~seen.full):
        cells.append(CellReading(int(place) // cols, int(place) % cols, None, False, 0.0))
    return sorted(cells, key=lambda cell: (cell.row, cell.col))


def _named(looks: NDArray[np.float32], light: float, colours: list[str]) -> NamedColours:
    """White and black are told by lightness alone, dyes under one lamp; where both ways agree,
    either may be sure.
    """
    if are_plain(colours) or len(looks) == 0:
        return named(looks, light, colours)
    lab = looks / (1, COLOUR_WEIGHT, COLOUR_WEIGHT) + (0, 128, 128)
    bgr = cv2.cvtColor(lab[None].clip(0, 255).astype(np.uint8), cv2.COLOR_LAB2BGR)[0].astype(
        np.float32
    )
    told, alone = named_under_one_lamp(bgr, light, colours), named(looks, light, colours)
    agreed = np.array([one == other for one, other in zip(told.names, alone.names, strict=True)])
    either = np.maximum(told.clear * CLEAR_COLOUR, np.where(agreed, alone.clear, 0))
    clear = np.where(told.clear < 0, told.clear, either)
    return NamedColours(told.names, np.asarray(clear, dtype=np.float32))


def out_of_sight(picture: Pixels, grid: TokenGrid) -> Flags:
    """Cells whose middles are not in the picture."""
    shift, across, down = (
        (0.0, grid.cols - 1, grid.rows - 1) if grid.on_crossings else (0.5, grid.cols, grid.rows)
    )
    flat = np.array([[0, 0], [across, 0], [across, down], [0, down]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(flat, np.asarray(grid.corners, dtype=np.float32))
    rows, cols = np.mgrid[0 : grid.rows, 0 : grid.cols] + shift
    middles = np.stack([cols.ravel(), rows.ravel()], axis=1).astype(np.float32)
    seen = cv2.perspectiveTransform(middles[None], matrix)[0]
    return np.asarray(((seen < 0) | (seen >= picture.shape[1::-1])).any(axis=1), dtype=np.bool_)


def _agreed(seen: GridReading, witness: Witness) -> GridReading:
    """What contrast and rims say, and what the network says: where one is unsure the other decides,
    where both are sure and differ it is asked.
    """
    empty = ~seen.full & ~seen.doubtful
    surely, none = witness.chance >= np.where(empty, AGAINST_ALL, THERE), witness.chance < NOT_THERE
    between = (witness.chance >= PERHAPS_THERE) & (np.abs(witness.offsets).max(axis=1) > BETWEEN)
    full = seen.full & ~(seen.doubtful & none) | surely
    doubtful = seen.doubtful & ~surely & ~none
    doubtful |= (
        (seen.full & ~seen.doubtful & none)
        | (empty & (witness.chance >= PERHAPS_THERE) & ~surely)
        | between
    )
    newly = surely & (~seen.full | seen.doubtful)
    doubtful |= newly & (seen.found.unlike < A_LITTLE)  # a printed ring has the sheet within it
    offsets = np.where(newly[:, None], witness.offsets, seen.found.offsets).astype(np.float32)
    return GridReading(full, doubtful, replace(seen.found, offsets=offsets))


def _also_asked(seen: GridReading, edges: Rims, strength: NDArray[np.float32]) -> GridReading:
    """Cells taken for bare in which a disc as a whole stands out, with some of a rim: never missed
    without a word.
    """
    also = outstanding(strength, seen.full) & (edges.part >= SOME_RIM) & ~seen.full
    return replace(seen, doubtful=seen.doubtful | also)


def occupied(found: Discs, edges: Rims, grid: TokenGrid) -> GridReading:
    """By contrast first, then by rim. The picture's own empty cells say how much noise there is."""
    low, high = _bounds(found.evidence)
    full = found.evidence >= high
    unlike = found.unlike > _usual_unlike(found, full)
    between = ~full & ((found.evidence >= low) | unlike)
    kind = _kinship(found, full)
    joined = between & (kind < KIN) & (found.evidence >= 0.6 * low) & unlike
    doubtful = between & ~joined & ((kind < 0.7) | (found.evidence >= low) & unlike)
    # just like a piece, on its own colour
    twins = ~full & ~joined & (kind < LIKE_PIECES) & (found.unlike > A_LITTLE)
    doubtful |= twins
    soft = full & _softer(found, full)
    full = full | joined
    told = kinds(edges.part, full & ~doubtful & ~soft)
    if told is None:
        doubtful = doubtful | soft
    else:
        full, doubtful, found = _weighed(edges, told, _Contrast(found, full, doubtful, unlike))
    doubtful |= (found.looks[:, 0] >= BLINDING) & unlike & ~full
    full, doubtful = _one_cell_each(found, grid, full, doubtful)
    return GridReading(full, doubtful, found)


@dataclass(frozen=True, slots=True)
class _Contrast:
    """What contrast alone says: cells full, cells doubtful, and cells unlike empty ones."""

    found: Discs
    full: Flags
    doubtful: Flags
    unlike: Flags


def _weighed(edges: Rims, told: RimLevels, seen: _Contrast) -> tuple[Flags, Flags, Discs]:
    """Full and doubtful by contrast and rim together.

    What stands out strongly and has no rim is a reflection or a shadow: asked. What hardly stands
    out and has a rim is a piece of the sheet's own colour: taken when its middle differs from an
    empty cell's, as that of a printed ring does not.
    """
    rim, full, unlike = edges.part, seen.full, seen.found.unlike
    rimmed = rim >= told.between(RIMMED)
    seen_now = rimmed & ~full
    sure_now = seen_now & seen.unlike & ((unlike < STRONG) | (rim >= told.between(SURELY_RIMMED)))
    kind = _kinship(seen.found, full & rimmed if (full & rimmed).any() else full)
    strange = (rim < told.between(SOME)) | (kind > LIKE_PIECES)
    doubtful = (seen.doubtful & ~sure_now) | (full & ~rimmed & strange) | (seen_now & ~sure_now)
    faint = ~full & (unlike < STRONG)
    if told.is_clear:
        hardly = ~full & ~rimmed & (rim >= np.where(faint, told.between(SOME), told.between(HALF)))
        doubtful = doubtful & (full | (rim > told.bare) | (kind < UNLIKE_PIECES)) | hardly
    offsets = np.where(seen_now[:, None], edges.offsets, seen.found.offsets)
    found = replace(seen.found, offsets=np.asarray(offsets, dtype=np.float32))
    return full | seen_now, doubtful, found


def _softer(found: Discs, full: Flags) -> Flags:
    """Light discs whose rim is much softer than the other pieces' rims: reflections of a window or
    a lamp.
    """
    if full.sum() < FEW or full.all():
        return np.zeros(len(full), dtype=np.bool_)
    soft = found.sharpness < SOFTER * float(np.median(found.sharpness[full]))
    return np.asarray(soft & (found.looks[:, 0] > np.median(found.looks[~full, 0])), dtype=np.bool_)


def _bounds(evidence: NDArray[np.float32]) -> tuple[float, float]:
    """Evidence an empty cell may reach, and evidence only a piece reaches."""
    level = np.clip(np.log2(evidence + 2) * 24, 0, 255).astype(np.uint8).reshape(1, -1)
    split, _ = cv2.threshold(level, 0, 255, cv2.THRESH_OTSU)
    lower, upper = evidence[level[0] <= split], evidence[level[0] > split]
    apart = (
        len(lower) and len(upper) and np.median(upper) > max(FAINT, 2.5 * float(np.median(lower)))
    )
    if not apart and np.median(evidence) > STRONG:
        return FAINT, STRONG  # every cell alike and every one a disc: a full sheet
    usual = float(np.percentile(lower if apart else evidence, 95 if apart else 75))
    return max(FAINTEST, 1.3 * usual), max(STRONG, 1.7 * usual)


def _usual_unlike(found: Discs, full: Flags) -> float:
    """How unlike empty the middle of an empty cell may be: grain, glare and print, as seen in this
    picture.
    """
    rest = found.unlike[~full]
    if len(rest) < 3:
        return FAINT
    usual = float(np.median(rest))
    return max(FAINTEST, usual + 4 * float(np.median(np.abs(rest - usual))))


def _kinship(found: Discs, full: Flags) -> NDArray[np.float32]:
    """0: looks just like the pieces already sure; 1: just like an empty cell; without sure pieces,
    undecided.
    """
    if full.sum() == 0:
        return np.full(len(full), 0.5, dtype=np.float32)
    apart = np.linalg.norm(found.looks[:, None] - found.looks[full][None], axis=2)
    near = np.sort(apart, axis=1)[:, : min(3, int(full.sum()))].mean(axis=1)
    return np.asarray(near / (near + found.unlike + 1e-6), dtype=np.float32)


def _one_cell_each(
    found: Discs, grid: TokenGrid, full: Flags, doubtful: Flags
) -> tuple[Flags, Flags]:
    """A piece off centre is seen from two cells: it belongs to the nearer one, and is asked when
    neither is nearer.

    Two discs that would overlap cannot both lie flat: one is a shadow or a reflection, so both are
    asked.
    """
    full, doubtful = full.copy(), doubtful.copy()
    cells = np.stack(np.divmod(np.arange(grid.rows * grid.cols), grid.cols)[::-1], axis=1)
    centres = cells + found.offsets
    off = np.hypot(*(found.offsets - _lean(found, centres, full)).T)
    for place in sorted(np.flatnonzero(full), key=lambda i: float(off[i])):
        if not full[place]:
            continue
        apart = np.hypot(*(centres - centres[place]).T)
        same = np.flatnonzero(full & (apart < SAME))
        for rival in same[same != place]:
            full[rival] = False
            close = off[rival] - off[place] < NEITHER_NEARER
            doubtful[rival] = doubtful[rival] or close
            doubtful[place] = doubtful[place] or close
        overlapping = np.flatnonzero(
            (full | doubtful) & (apart >= SAME) & (apart < 1.6 * found.radius)
        )
        doubtful[overlapping] = True
        doubtful[place] = doubtful[place] or len(overlapping) > 0
    return full, doubtful


def _lean(found: Discs, centres: NDArray[np.float32], full: Flags) -> NDArray[np.float32]:
    """Where pieces lie in their cells on the whole: tall ones seen at a slant all lean one way."""
    places = np.flatnonzero(full)
    apart = np.hypot(*(centres[places][:, None] - centres[places][None]).transpose(2, 0, 1))
    alone = places[(apart < SAME).sum(axis=1) == 1] if len(places) else places
    return np.asarray(
        np.median(found.offsets[alone], axis=0) if len(alone) >= 3 else np.zeros(2),
        dtype=np.float32,
    )
