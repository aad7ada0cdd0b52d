"""The table from above with its mats, and from the side with its camera, as an SVG drawing to build
by. Pure.
"""

from xml.sax.saxutils import escape

from vision.mats.camera_fit import CameraFit
from vision.virtual.layout import LaidMat, TableLayout

ABOVE_PX, SIDE_PX = 620.0, 300.0  # how wide each view is drawn
MARGIN_PX, GAP_PX, HEAD_PX = 20.0, 40.0, 44.0
INK, PALE, MAT, LENS = "#333333", "#8a8a8a", "#f4f1ea", "#1f6fb5"


def plan(title: str, layout: TableLayout, fit: CameraFit) -> str:
    """Both views; the numbers on them are millimetres."""
    scale = ABOVE_PX / fit.field_mm[0]
    above = _above(layout, fit, scale)
    side = _side(fit, MARGIN_PX + ABOVE_PX + GAP_PX)
    height = HEAD_PX + max(fit.field_mm[1] * scale, SIDE_PX) + 60
    width = 2 * MARGIN_PX + ABOVE_PX + GAP_PX + SIDE_PX
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="DejaVu Sans, Arial, sans-serif" '
        f'font-size="13"><title>{escape(title)}</title>'
        f'<rect width="100%" height="100%" fill="#ffffff"/>'
    )
    return (
        "\n".join([head, _words(MARGIN_PX, 26, title, bold=True), *above, *side, "</svg>"]) + "\n"
    )


def _above(layout: TableLayout, fit: CameraFit, scale: float) -> list[str]:
    left, top = MARGIN_PX, HEAD_PX
    wide, high = (side * scale for side in fit.field_mm)
    dx, dy = ((f - s) / 2 for f, s in zip(fit.field_mm, layout.size_mm, strict=True))
    parts = [
        f'<rect x="{left}" y="{top}" width="{wide:.1f}" height="{high:.1f}" fill="#ffffff" '
        f'stroke="{LENS}" stroke-width="1.5" stroke-dasharray="7 5"/>'
    ]
    for spot in layout.spots:
        parts += _mat(spot, left + dx * scale, top + dy * scale, scale)
    seen = f"seen by the camera: {fit.field_mm[0]:.0f} x {fit.field_mm[1]:.0f} mm"
    return [*parts, _words(left, top + high + 20, seen, LENS)]


def _mat(spot: LaidMat, left: float, top: float, scale: float) -> list[str]:
    x, y = left + spot.x_mm * scale, top + spot.y_mm * scale
    wide, high = (side * scale for side in spot.mat.size_mm)
    size = "{:.0f} x {:.0f}".format(*spot.mat.size_mm)
    return [
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="3" '
        f'fill="{MAT}" stroke="{INK}"/>',
        _words(x + wide / 2, y + high / 2 - 3, spot.mat.name, middle=True, bold=True),
        _words(x + wide / 2, y + high / 2 + 13, size, PALE, middle=True),
    ]


def _side(fit: CameraFit, left: float) -> list[str]:
    """A triangle: the lens, and the width of table it sees."""
    scale = min(SIDE_PX / fit.field_mm[0], (SIDE_PX - 40) / fit.height_mm)
    middle, top = left + SIDE_PX / 2, HEAD_PX + 14
    low, half = top + fit.height_mm * scale, fit.field_mm[0] * scale / 2
    lines = (
        (middle, top, middle - half, low, LENS),
        (middle, top, middle + half, low, LENS),
        (middle - SIDE_PX / 2, low, middle + SIDE_PX / 2, low, INK),
        (middle, top, middle, low, PALE),
    )
    drawn = [
        f'<line x1="{a:.1f}" y1="{b:.1f}" x2="{c:.1f}" y2="{d:.1f}" stroke="{ink}" '
        f'stroke-width="1.5"/>'
        for a, b, c, d, ink in lines
    ]
    height = f"{fit.height_mm:.0f} mm"
    return [
        *drawn,
        f'<circle cx="{middle:.1f}" cy="{top:.1f}" r="5" fill="{LENS}"/>',
        _words(middle + 12, top + 4, fit.lens.title),
        _words(middle + 6, (top + low) / 2, height, bold=True),
        _words(middle, low + 20, f"{fit.field_mm[0]:.0f} mm", middle=True),
    ]


def _words(
    x: float, y: float, words: str, ink: str = INK, middle: bool = False, bold: bool = False
) -> str:
    anchor = ' text-anchor="middle"' if middle else ""
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{ink}"{anchor}{weight}>{escape(words)}</text>'
