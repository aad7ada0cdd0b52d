"""Mats as PDF pages: true to size, tiled with cut marks when larger than the paper. Drawing
only.
"""

from itertools import product
from pathlib import Path

import cv2
import numpy as np
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from vision.mats.layout import BLEED_MM, PATCH_MM, Corners, Mat, Zone

PAPERS_MM = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN_MM = 8.0  # what home printers cannot reach
OVERLAP_MM = 10.0
GREY = 0.5
MODULES = 6  # of a 4x4 mark with its black border


def draw(mats: tuple[Mat, ...], paper: str, path: Path) -> int:
    """Writes the PDF and gives its number of pages."""
    canvas = Canvas(str(path), pagesize=tuple(side * mm for side in PAPERS_MM[paper]), invariant=1)
    canvas.setTitle("Tableside mats")
    pages = 0
    for mat in mats:
        page = page_for(mat, paper)
        parts = tiles(mat, page)
        for x, y in parts:
            _draw_tile(canvas, mat, page, x, y, len(parts) > 1)
            canvas.showPage()
            pages += 1
    canvas.save()
    return pages


def page_for(mat: Mat, paper: str) -> tuple[float, float]:
    """Upright or on its side, whichever needs fewer sheets."""
    upright = PAPERS_MM[paper]
    lying = upright[1], upright[0]
    return min((upright, lying), key=lambda page: len(tiles(mat, page)))


def tiles(mat: Mat, page: tuple[float, float]) -> list[tuple[float, float]]:
    """Top-left corners of the tiles, in millimetres of the mat; they overlap so that sheets can be
    glued.
    """
    columns, rows = (
        _starts(side, paper - 2 * MARGIN_MM) for side, paper in zip(mat.size_mm, page, strict=True)
    )
    return [(x, y) for y, x in product(rows, columns)]


def _starts(length: float, room: float) -> list[float]:
    starts = [0.0]
    while starts[-1] + room < length - 1e-6:
        starts.append(starts[-1] + room - OVERLAP_MM)
    return starts


def _draw_tile(
    canvas: Canvas, mat: Mat, page: tuple[float, float], x: float, y: float, tiled: bool
) -> None:
    canvas.setPageSize((page[0] * mm, page[1] * mm))
    room = page[0] - 2 * MARGIN_MM, page[1] - 2 * MARGIN_MM
    canvas.saveState()
    window = canvas.beginPath()
    window.rect(MARGIN_MM * mm, MARGIN_MM * mm, room[0] * mm, room[1] * mm)
    canvas.clipPath(window, stroke=0, fill=0)
    canvas.translate((MARGIN_MM - x) * mm, (page[1] - MARGIN_MM + y) * mm)
    canvas.scale(mm, -mm)  # from here on: millimetres of the mat, y downwards
    _draw_mat(canvas, mat)
    canvas.restoreState()
    canvas.setFont("Helvetica", 7)
    part = f", sheet at {x:.0f} mm, {y:.0f} mm: overlap by {OVERLAP_MM:.0f} mm" if tiled else ""
    canvas.drawString(
        MARGIN_MM * mm,
        3 * mm,
        f"{mat.title} ({mat.name}){part}. Print at 100 %, not fitted to the page.",
    )


def _draw_mat(canvas: Canvas, mat: Mat) -> None:
    width, height = mat.size_mm
    canvas.setStrokeGray(0.7)
    canvas.setLineWidth(0.3)
    canvas.rect(0, 0, width, height)
    for number, corners in mat.marks().items():
        draw_mark(canvas, number, corners)
    _draw_patches(canvas, mat)
    for zone in mat.zones:
        _draw_zone(canvas, zone)


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


def _draw_zone(canvas: Canvas, zone: Zone) -> None:
    canvas.setStrokeGray(0.35)
    canvas.setLineWidth(0.5)
    for name, (start, _, end, _) in zone.cells().items():
        wide, high = end[0] - start[0], end[1] - start[1]
        if zone.tone < 1:
            canvas.setFillGray(zone.tone)
            left, top = start[0] - BLEED_MM, start[1] - BLEED_MM
            canvas.rect(left, top, wide + 2 * BLEED_MM, high + 2 * BLEED_MM, stroke=0, fill=1)
        else:
            canvas.roundRect(*start, wide, high, 2)
        canvas.setFillGray(0.35 * zone.tone)
        write(canvas, zone.label(name), start[0] + 2, start[1] + 4.5)


def write(canvas: Canvas, text: str, x: float, y: float) -> None:
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(1, -1)
    canvas.setFont("Helvetica", 3.5)
    canvas.drawString(0, 0, text)
    canvas.restoreState()
