"""Stickers for home-printed cards as PDF pages: small marks with their numbers, to cut out. Drawing
only.
"""

from pathlib import Path

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from vision.cards.stickers import FIRST
from vision.mats.pdf import draw_mark, write
from vision.mats.sheets import MARGIN_MM, PAPERS_MM

MARK_MM = 12.0
PITCH_MM = 19.0  # a mark, the white it needs around it, and its number
HOW_MANY = 300


def draw_stickers(paper: str, path: Path) -> int:
    """Writes the PDF and gives its number of pages."""
    width, height = PAPERS_MM[paper]
    columns, rows = (int((side - 2 * MARGIN_MM) // PITCH_MM) for side in (width, height))
    canvas = Canvas(str(path), pagesize=(width * mm, height * mm), invariant=1)
    canvas.setTitle("Tableside stickers")
    numbers = list(range(FIRST, FIRST + HOW_MANY))
    pages = [numbers[i : i + columns * rows] for i in range(0, len(numbers), columns * rows)]
    for page in pages:
        canvas.translate(MARGIN_MM * mm, (height - MARGIN_MM) * mm)
        canvas.scale(mm, -mm)
        for i, number in enumerate(page):
            _draw_sticker(canvas, number, i % columns * PITCH_MM, i // columns * PITCH_MM)
        canvas.showPage()
    canvas.save()
    return len(pages)


def _draw_sticker(canvas: Canvas, number: int, x: float, y: float) -> None:
    canvas.setStrokeGray(0.8)
    canvas.setLineWidth(0.2)
    canvas.rect(x, y, PITCH_MM, PITCH_MM)
    left, top = x + (PITCH_MM - MARK_MM) / 2, y + 2.5
    right, bottom = left + MARK_MM, top + MARK_MM
    draw_mark(canvas, number, ((left, top), (right, top), (right, bottom), (left, bottom)))
    write(canvas, str(number), left, y + PITCH_MM - 1)
