"""What a mat looks like, in millimetres: corner marks, named zones, cells. Read from TOML; nothing
is drawn here.
"""

import math
import tomllib
from itertools import product
from pathlib import Path

import msgspec

from vision.errors import VisionSetupError

MARK_MM = 24.0
QUIET_MM = 9.0  # white all around a mark: thin borders are why marks are missed
PATCH_MM = 12.0
# around a toned zone: however badly the mat is located, its edge shows no bare paper
BLEED_MM = 2.0
MARKS_PER_MAT = 4
MARK_COUNT = 50
PointMm = tuple[float, float]
Corners = tuple[PointMm, PointMm, PointMm, PointMm]
Box = tuple[float, float, float, float]  # x, y, width, height


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named part of a mat. `box_mm`: x, y, width, height from the mat's top left.

    One zone is one area, or `rows` x `cols` cells (a grid, field slots, a row), or `ring` spots
    around a centre. A turned card needs a square cell as wide as the card is long. Zones that are
    `part_of` one sheet are its cells. The columns of a `track` are numbered from 0. `tone`: how
    light it is printed, 1 being bare paper; on a middle grey white and black tokens both stand out.
    """

    name: str
    box_mm: tuple[float, float, float, float]
    rows: int = 1
    cols: int = 1
    ring: int = 0
    gap_mm: float = 0.0
    spot_mm: tuple[float, float] = (70.0, 95.0)
    note: str = ""
    part_of: str = ""
    track: bool = False
    tone: float = 1.0

    def label(self, cell: str) -> str:
        """What is printed in a cell: in the first of several what they are for, in the others which
        one it is.
        """
        if not self.is_divided:
            return self.note or self.name
        if self.note and cell == next(iter(self.cells())):
            return self.note
        return str(int(cell.partition(",")[2]) - 1) if self.track else cell

    def cells(self) -> dict[str, Corners]:
        if self.ring:
            return self._spots()
        x, y, width, height = self.box_mm
        wide = (width - self.gap_mm * (self.cols - 1)) / self.cols
        high = (height - self.gap_mm * (self.rows - 1)) / self.rows
        return {
            f"{row + 1},{col + 1}": box(
                x + col * (wide + self.gap_mm), y + row * (high + self.gap_mm), wide, high
            )
            for row, col in product(range(self.rows), range(self.cols))
        }

    @property
    def is_divided(self) -> bool:
        return self.rows * self.cols > 1 or self.ring > 0

    def _spots(self) -> dict[str, Corners]:
        x, y, width, height = self.box_mm
        wide, high = self.spot_mm
        reach_x, reach_y = (width - wide) / 2, (height - high) / 2
        spots = {}
        for spot in range(self.ring):
            angle = 2 * math.pi * spot / self.ring - math.pi / 2
            centre_x = x + width / 2 + reach_x * math.cos(angle)
            centre_y = y + height / 2 + reach_y * math.sin(angle)
            spots[str(spot + 1)] = box(centre_x - wide / 2, centre_y - high / 2, wide, high)
        return spots


class Mat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One sheet with a mark in each corner. `first_mark`: the number of the top-left one; the rest
    follow clockwise.

    `extra`: the game is played without it just as well; the virtual table lays it where it costs no
    room.
    """

    name: str
    title: str
    size_mm: tuple[float, float]
    first_mark: int
    zones: tuple[Zone, ...] = ()
    extra: bool = False

    def marks(self) -> dict[int, Corners]:
        """Each mark's own four corners on the mat, clockwise from its top left."""
        width, height = self.size_mm
        right, bottom = width - QUIET_MM - MARK_MM, height - QUIET_MM - MARK_MM
        starts = ((QUIET_MM, QUIET_MM), (right, QUIET_MM), (right, bottom), (QUIET_MM, bottom))
        return {self.first_mark + i: box(x, y, MARK_MM, MARK_MM) for i, (x, y) in enumerate(starts)}

    def patches(self) -> tuple[Corners, Corners]:
        """Grey and white, at the top: what the camera makes of them tells the colour of the light.

        Beside the first mark, since the middle of a mat printed on several sheets is often a seam.
        """
        left = min(2 * QUIET_MM + MARK_MM, self.size_mm[0] / 2 - PATCH_MM)
        return box(left, QUIET_MM, PATCH_MM, PATCH_MM), box(
            left + PATCH_MM, QUIET_MM, PATCH_MM, PATCH_MM
        )

    def outline(self) -> Corners:
        return box(0, 0, *self.size_mm)

    def zone(self, name: str) -> Zone:
        found = next((zone for zone in self.zones if zone.name == name), None)
        if found is None:
            known = ", ".join(zone.name for zone in self.zones)
            raise VisionSetupError(f"mat {self.name} has no zone {name!r}; zones: {known}")
        return found


class Area(msgspec.Struct, frozen=True):
    """A place by the name asks use for it: its box on the mat, and its cells as boxes; both in
    millimetres.

    `rows` and `cols` are given where the cells fill the box without gaps: such a grid can be read
    as a whole.
    """

    box_mm: Box
    cells_mm: dict[str, Box] = {}
    rows: int = 0
    cols: int = 0
    tone: float = 1.0

    def cells(self) -> dict[str, Box]:
        """The cells as fractions of the area: x, y, width, height."""
        x, y, width, height = self.box_mm
        return {
            name: ((left - x) / width, (top - y) / height, wide / width, high / height)
            for name, (left, top, wide, high) in self.cells_mm.items()
        }


def areas(mat: Mat) -> dict[str, Area]:
    """Zone "card" of mat "dock:2" is the place "card:2"; the mat itself is one too, under its
    zones.
    """
    _, _, seat = mat.name.partition(":")
    found = {mat.name: Area((0.0, 0.0, *mat.size_mm))}
    for zone in mat.zones:
        cells = (
            {name: _box_of(corners) for name, corners in zone.cells().items()}
            if zone.is_divided
            else {}
        )
        full = zone.is_divided and not zone.ring and not zone.gap_mm
        found[_place(zone.name, seat)] = Area(
            zone.box_mm, cells, *((zone.rows, zone.cols) if full else (0, 0)), zone.tone
        )
    for sheet in {zone.part_of for zone in mat.zones if zone.part_of}:
        parts = {zone.name: zone.box_mm for zone in mat.zones if zone.part_of == sheet}
        tones = {zone.tone for zone in mat.zones if zone.part_of == sheet}
        tone = tones.pop() if len(tones) == 1 else 1.0
        found[_place(sheet, seat)] = Area(_around(list(parts.values())), parts, tone=tone)
    return found


def _place(name: str, seat: str) -> str:
    return f"{name}:{seat}" if seat else name


def _box_of(corners: Corners) -> Box:
    (x0, y0), _, (x1, y1), _ = corners
    return x0, y0, x1 - x0, y1 - y0


def _around(boxes: list[Box]) -> Box:
    x0, y0 = min(box[0] for box in boxes), min(box[1] for box in boxes)
    x1, y1 = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return x0, y0, x1 - x0, y1 - y0


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mat: tuple[Mat, ...] = ()


def box(x: float, y: float, width: float, height: float) -> Corners:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def mats_of(text: str, source: str = "mats.toml") -> tuple[Mat, ...]:
    """The mats described in a file; a mistake in it is said with its place."""
    try:
        mats = msgspec.convert(tomllib.loads(text), _File).mat
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise VisionSetupError(f"{source}: {error}") from None
    for mat in mats:
        check_mat(mat, source)
    numbers = [mat.first_mark for mat in mats]
    if len(set(numbers)) < len(numbers):
        raise VisionSetupError(f"{source}: two mats have the same first_mark; give each its own")
    return mats


def mats_in(path: Path) -> tuple[Mat, ...]:
    try:
        return mats_of(path.read_text(), str(path))
    except FileNotFoundError:
        raise VisionSetupError(f"{path}: there is no such file of mats") from None


def check_mat(mat: Mat, source: str) -> None:
    width, height = mat.size_mm
    if mat.first_mark % MARKS_PER_MAT or not 0 <= mat.first_mark <= MARK_COUNT - MARKS_PER_MAT:
        raise VisionSetupError(
            f"{source}: mat {mat.name}: first_mark must be a multiple of 4 from 0 to 44"
        )
    if min(width, height) < 2 * (MARK_MM + 2 * QUIET_MM):
        raise VisionSetupError(f"{source}: mat {mat.name} is too small for four marks")
    free = [_grown(corners, QUIET_MM) for corners in mat.marks().values()]
    free += [_grown(corners, 1) for corners in mat.patches()]
    for zone in mat.zones:
        for name, corners in zone.cells().items():
            x0, y0, x1, y1 = _grown(corners, BLEED_MM if zone.tone < 1 else 0)
            where = f"{source}: mat {mat.name}, zone {zone.name}, cell {name}"
            if x0 < 0 or y0 < 0 or x1 > width or y1 > height or x1 <= x0 or y1 <= y0:
                raise VisionSetupError(f"{where}: lies outside the mat")
            if any(x0 < bx1 and bx0 < x1 and y0 < by1 and by0 < y1 for bx0, by0, bx1, by1 in free):
                raise VisionSetupError(
                    f"{where}: lies on a corner mark, its white border or a colour patch"
                )


def _grown(corners: Corners, by_mm: float) -> tuple[float, float, float, float]:
    (x0, y0), _, (x1, y1), _ = corners
    return x0 - by_mm, y0 - by_mm, x1 + by_mm, y1 + by_mm
