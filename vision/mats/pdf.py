"""Mats as PDF pages: true to size, in the game's colours, with cut and registration marks and a bar
of 100 mm. Drawing only; what comes onto which sheet is in `sheets`.

The camera's own things are never coloured: marks and their white borders, patches, and the inside
of every zone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from vision.mats.emblem import draw_emblem
from vision.mats.layout import BLEED_MM, PATCH_MM, QUIET_MM, Corners, Mat, Zone
from vision.mats.sheets import FOOTER_MM, MARGIN_MM, OVERLAP_MM, PrintedSheet, Tile, sheets

GREY = 0.5
MODULES = 6  # of a 4x4 mark with its black border
CUT_MM, CROSS_MM = 3.0, 2.0
BAR_MM = 100.0
BAND_MM, BAND_EDGE_MM = 15.0, 4.0  # the strip with the mat's name, and how far inside it lies
LEAST_SPAN_MM = 40.0
TITLE_MM, GAME_MM = 5.0, 3.0
FONT, BOLD = "Helvetica", "Helvetica-Bold"


@dataclass(frozen=True, slots=True)
class MatFace:
    """How a game looks on paper; the emblem is an SVG with its colours in it, or empty."""

    title: str = ""
    accent: str = "#555555"
    wash: str = "#eeeeee"
    emblem: str = ""


Words = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Print:
    """What is printed: mats of one game, its face, and what their names are in a language."""

    mats: tuple[Mat, ...]
    face: MatFace = MatFace()
    words: Words = str


def draw(prints: list[Print], paper: str, path: Path, footer: str) -> int:
    """Writes the PDF and gives its number of pages. `footer`: what to mind when printing; the
    mats' names come before it.
    """
    canvas = Canvas(str(path), invariant=1)
    canvas.setTitle("Tableside mats")
    pages = 0
    for one in prints:
        for sheet in sheets(one.mats, paper):
            canvas.setPageSize(tuple(side * mm for side in sheet.page_mm))
            for tile in sheet.tiles:
                _draw_tile(canvas, sheet, tile, one)
            _draw_footer(canvas, sheet, one, footer)
            canvas.showPage()
            pages += 1
    canvas.save()
    return pages


def _draw_tile(canvas: Canvas, sheet: PrintedSheet, tile: Tile, one: Print) -> None:
    canvas.saveState()
    # from here on: millimetres within the margins, y downwards
    canvas.translate(MARGIN_MM * mm, (sheet.page_mm[1] - MARGIN_MM) * mm)
    canvas.scale(mm, -mm)
    window = canvas.beginPath()
    window.rect(*tile.at_mm, *tile.size_mm)
    canvas.saveState()
    canvas.clipPath(window, stroke=0, fill=0)
    canvas.translate(tile.at_mm[0] - tile.start_mm[0], tile.at_mm[1] - tile.start_mm[1])
    _draw_mat(canvas, tile.mat, one)
    if tile.is_part:
        _draw_crosses(canvas, tile)
    canvas.restoreState()
    _draw_cut_marks(canvas, sheet, tile)
    canvas.restoreState()


def _draw_cut_marks(canvas: Canvas, sheet: PrintedSheet, tile: Tile) -> None:
    """Short lines outside the corners where the mat itself ends; none where paper or margin do."""
    canvas.setStrokeGray(0)
    canvas.setLineWidth(0.2)
    wide, high = sheet.room_mm
    x0, y0 = tile.at_mm
    x1, y1 = x0 + tile.size_mm[0], y0 + tile.size_mm[1]
    for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)):
        outward = CUT_MM if x == x1 else -CUT_MM
        if 0 <= x + outward <= wide:
            canvas.line(x, y, x + outward, y)
        downward = CUT_MM if y == y1 else -CUT_MM
        if 0 <= y + downward <= high:
            canvas.line(x, y, x, y + downward)


def _draw_crosses(canvas: Canvas, tile: Tile) -> None:
    """Crosses in the middle of each overlap, at the mat's rim: laid on each other they align."""
    canvas.setStrokeGray(0.2)
    canvas.setLineWidth(0.15)
    wide, high = tile.mat.size_mm
    (x, y), (across, down) = tile.start_mm, tile.size_mm
    half = OVERLAP_MM / 2
    columns = [at for at in (x + half if x else 0, x + across - half) if 0 < at < wide - half]
    rows = [at for at in (y + half if y else 0, y + down - half) if 0 < at < high - half]
    rim = CROSS_MM + 0.5
    for cx, cy in (
        *((column, edge) for column in columns for edge in (rim, high - rim)),
        *((edge, row) for row in rows for edge in (rim, wide - rim)),
    ):
        canvas.line(cx - CROSS_MM, cy, cx + CROSS_MM, cy)
        canvas.line(cx, cy - CROSS_MM, cx, cy + CROSS_MM)
        canvas.circle(cx, cy, CROSS_MM / 2)


def _draw_footer(canvas: Canvas, sheet: PrintedSheet, one: Print, footer: str) -> None:
    """The mats' names, what to mind, and a bar that must measure 100 mm."""
    canvas.saveState()
    wide, high = sheet.room_mm
    canvas.translate(MARGIN_MM * mm, MARGIN_MM * mm)
    if sheet.footer_beside:
        canvas.translate(wide * mm, 0)
        canvas.rotate(90)
        wide = high
    canvas.scale(mm, mm)
    canvas.setFillGray(0.25)
    canvas.setStrokeGray(0.25)
    canvas.setLineWidth(0.3)
    _draw_bar(canvas, wide - BAR_MM)
    names = ", ".join(dict.fromkeys(one.words(tile.mat.title) for tile in sheet.tiles))
    part = [tile for tile in sheet.tiles if tile.is_part]
    if part:
        names += " ({:.0f}, {:.0f})".format(*part[0].start_mm)
    _fitted(canvas, names, 0, 4.6, wide - BAR_MM - 4, 2.8, BOLD)
    _fitted(canvas, footer, 0, 1.2, wide - BAR_MM - 4, 2.6)
    canvas.restoreState()


def _draw_bar(canvas: Canvas, left: float) -> None:
    top = FOOTER_MM - 4.5
    for tick in range(11):
        canvas.line(left + 10 * tick, 0.6, left + 10 * tick, top if tick % 5 == 0 else 2.2)
    canvas.line(left, 0.6, left + BAR_MM, 0.6)
    canvas.setFont(FONT, 2.4)
    canvas.drawString(left + 1, top - 0.6, "0")
    canvas.drawRightString(left + BAR_MM - 1, top - 0.6, "100 mm")


def _fitted(
    canvas: Canvas, text: str, x: float, y: float, room: float, size: float, font: str = FONT
) -> None:
    size = min(size, size * room / max(stringWidth(text, font, size), 1e-6))
    canvas.setFont(font, size)
    canvas.drawString(x, y, text)


# One mat


def _draw_mat(canvas: Canvas, mat: Mat, one: Print) -> None:
    width, height = mat.size_mm
    canvas.setStrokeColor(HexColor(one.face.accent))
    canvas.setLineWidth(0.3)
    canvas.rect(0.15, 0.15, width - 0.3, height - 0.3)
    for number, corners in mat.marks().items():
        draw_mark(canvas, number, corners)
    _draw_patches(canvas, mat)
    _draw_band(canvas, mat, one)
    for zone in mat.zones:
        _draw_zone(canvas, zone, one)


def _draw_band(canvas: Canvas, mat: Mat, one: Print) -> None:
    """Emblem, the mat's name and the game's, where there is room at the top or else below."""
    high = mat.size_mm[1]
    top, (left, right) = max(
        (
            (y, free_span(mat, y, y + BAND_MM))
            for y in (BAND_EDGE_MM, high - BAND_EDGE_MM - BAND_MM)
        ),
        key=lambda found: (found[1][1] - found[1][0], -found[0]),
    )
    if right - left < LEAST_SPAN_MM:
        return
    canvas.setFillColor(HexColor(one.face.wash))
    canvas.roundRect(left, top, right - left, BAND_MM, 2.5, stroke=0, fill=1)
    x = left + 3
    if one.face.emblem:
        draw_emblem(canvas, one.face.emblem, x, top + 1.5, BAND_MM - 3)
        x += BAND_MM
    canvas.setFillColor(HexColor(one.face.accent))
    write(canvas, one.words(mat.title), x, top + 7, TITLE_MM, right - x - 2, BOLD)
    if one.face.title:
        write(canvas, one.face.title, x, top + 12, GAME_MM, right - x - 2)


def free_span(mat: Mat, top: float, bottom: float) -> tuple[float, float]:
    """The widest stretch of the mat between these heights that nothing else lies in."""
    boxes = [_spread(corners, QUIET_MM) for corners in mat.marks().values()]
    boxes += [_spread(corners, 2) for corners in mat.patches()]
    boxes += [_spread(cell, BLEED_MM) for zone in mat.zones for cell in zone.cells().values()]
    blocked = sorted((x0, x1) for x0, y0, x1, y1 in boxes if y0 < bottom and top < y1)
    spans, at = [], BAND_EDGE_MM
    for x0, x1 in [*blocked, (mat.size_mm[0] - BAND_EDGE_MM, 0.0)]:
        spans.append((at, x0))
        at = max(at, x1)
    return max(spans, key=lambda span: span[1] - span[0])


def _spread(corners: Corners, by_mm: float) -> tuple[float, float, float, float]:
    (x0, y0), _, (x1, y1), _ = corners
    return x0 - by_mm, y0 - by_mm, x1 + by_mm, y1 + by_mm


def draw_mark(canvas: Canvas, number: int, corners: Corners) -> None:
    """The mark as squares, not as a picture: sharp at any printer's resolution."""
    # its first fifty are the mats'
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_1000)
    modules = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, MODULES), dtype=np.uint8)
    (x, y), (x1, _), *_ = corners
    side = (x1 - x) / MODULES
    canvas.setFillGray(0)
    for row, col in zip(*np.nonzero(modules == 0), strict=True):
        canvas.rect(
            x + float(col) * side, y + float(row) * side, side * 1.01, side * 1.01, stroke=0, fill=1
        )


def _draw_patches(canvas: Canvas, mat: Mat) -> None:
    grey, white = mat.patches()
    canvas.setFillGray(GREY)
    canvas.rect(*grey[0], PATCH_MM, PATCH_MM, stroke=0, fill=1)
    canvas.setStrokeGray(0)
    canvas.rect(*white[0], PATCH_MM, PATCH_MM, stroke=1, fill=0)


def _draw_zone(canvas: Canvas, zone: Zone, one: Print) -> None:
    canvas.setLineWidth(0.5)
    for name, (start, _, end, _) in zone.cells().items():
        wide, high = end[0] - start[0], end[1] - start[1]
        if zone.tone < 1:
            canvas.setFillGray(zone.tone)
            left, top = start[0] - BLEED_MM, start[1] - BLEED_MM
            canvas.rect(left, top, wide + 2 * BLEED_MM, high + 2 * BLEED_MM, stroke=0, fill=1)
            canvas.setFillGray(0.35 * zone.tone)
        else:
            canvas.setStrokeColor(HexColor(one.face.accent))
            canvas.roundRect(*start, wide, high, 2)
            canvas.setFillColor(HexColor(one.face.accent))
        label = zone.label(name)
        said = one.words(label) if label == zone.note else label
        write(canvas, said, start[0] + 2, start[1] + 4.5, 3.5, wide - 4)


def write(
    canvas: Canvas,
    text: str,
    x: float,
    y: float,
    size: float = 3.5,
    room: float = 1000.0,
    font: str = FONT,
) -> None:
    """Words on a canvas whose y grows downwards, smaller where there is little room."""
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(1, -1)
    _fitted(canvas, text, 0, 0, room, size, font)
    canvas.restoreState()
