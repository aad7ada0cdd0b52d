"""A game's emblem on paper: the few shapes of SVG that emblems are made of, drawn as lines and
areas, sharp at any size.
"""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from vision.errors import VisionSetupError

BOX = 64.0  # emblems are drawn in a square of this side
NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Z": 0}
_WORDS = re.compile(r"([A-Za-z])([^A-Za-z]*)")
Step = tuple[str, tuple[float, ...]]
Style = dict[str, str]


def draw_emblem(canvas: Canvas, svg: str, x: float, y: float, side: float) -> None:
    """With its top left there; y grows downwards. Colours are already in the drawing."""
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(side / BOX, side / BOX)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    root = ElementTree.fromstring(svg)
    _draw(canvas, root, {})
    canvas.restoreState()


def _draw(canvas: Canvas, element: ElementTree.Element, inherited: Style) -> None:
    style = inherited | element.attrib
    match element.tag.rpartition("}")[2]:
        case "path":
            _paint(canvas, style, _path(canvas, steps(style["d"])))
        case "circle":
            around = canvas.beginPath()
            around.circle(float(style["cx"]), float(style["cy"]), float(style["r"]))
            _paint(canvas, style, around)
        case "svg" | "g":
            for child in element:
                _draw(canvas, child, {key: style[key] for key in style if key != "viewBox"})
        case other:
            raise VisionSetupError(f"an emblem cannot have a <{other}>; it is drawn of paths")


def _paint(canvas: Canvas, style: Style, path: object) -> None:
    stroke, fill = style.get("stroke", "none"), style.get("fill", "#000000")
    canvas.setDash([float(part) for part in style.get("stroke-dasharray", "").split()])
    if stroke != "none":
        canvas.setStrokeColor(HexColor(stroke))
        canvas.setLineWidth(float(style.get("stroke-width", 1)))
    if fill != "none":
        canvas.setFillColor(HexColor(fill))
    canvas.drawPath(path, stroke=int(stroke != "none"), fill=int(fill != "none"))
    canvas.setDash([])


def steps(d: str) -> Iterator[Step]:
    """The path in single steps, everything absolute and written out: M, L, C and Z."""
    at = (0.0, 0.0)
    before = at  # the control point that an S mirrors
    for letter, rest in _WORDS.findall(d):
        if letter not in NUMBERS:
            raise VisionSetupError(f"an emblem's path cannot have {letter!r}")
        values = [float(number) for number in re.findall(r"-?\d*\.?\d+", rest)]
        size = NUMBERS[letter]
        if not size:
            yield "Z", ()
            continue
        for start in range(0, len(values), size):
            kind, whole = _whole(letter, start > 0, values[start : start + size], at, before)
            yield kind, whole
            at = whole[-2], whole[-1]
            before = (whole[2], whole[3]) if kind == "C" else at


def _whole(
    letter: str,
    is_further: bool,
    values: list[float],
    at: tuple[float, float],
    before: tuple[float, float],
) -> Step:
    match letter:
        case "H":
            return "L", (values[0], at[1])
        case "V":
            return "L", (at[0], values[0])
        case "S":
            return "C", (2 * at[0] - before[0], 2 * at[1] - before[1], *values)
        case "M" if is_further:
            return "L", tuple(values)
        case _:
            return letter, tuple(values)


def _path(canvas: Canvas, walk: Iterator[Step]) -> object:
    path = canvas.beginPath()
    for kind, values in walk:
        match kind:
            case "M":
                path.moveTo(*values)
            case "L":
                path.lineTo(*values)
            case "C":
                path.curveTo(*values)
            case _:
                path.close()
    return path
