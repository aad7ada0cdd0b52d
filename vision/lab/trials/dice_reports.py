"""Pictures for people who judge the reader: the reliability curve as SVG, the failures as one
sheet.
"""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.arrays import Pixels
from vision.dice.trust import FITTED
from vision.picture import load

TILE_PX = 320
MOST_TILES = 60
SIDE, EDGE = 420, 50  # of the curve, and around it
WIDE = SIDE + 2 * EDGE


def reliability_svg(path: Path = FITTED) -> str:
    """How often dice were right, against how sure we said we were: on sets the networks had not
    seen.
    """
    stored = json.loads(path.read_text())
    marks = "".join(_mark(*row) for row in stored.get("reliability", []))
    ticks = "".join(_tick(fifth) for fifth in range(6))
    edge, end, middle = EDGE, EDGE + SIDE, WIDE / 2
    title = f"Dice of sets left out of training; accepted from {stored['accept_at']}"
    turned = f"rotate(-90 14 {middle})"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {WIDE}" '
        'font-family="sans-serif" font-size="12">'
        f'<rect width="{WIDE}" height="{WIDE}" fill="white"/>'
        f'<rect x="{edge}" y="{edge}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#888"/>'
        f'<line x1="{edge}" y1="{end}" x2="{end}" y2="{edge}" stroke="#bbb" stroke-dasharray="4"/>'
        f"{ticks}{marks}"
        f'<text x="{middle}" y="{WIDE - 8}" text-anchor="middle">confidence said</text>'
        f'<text x="14" y="{middle}" text-anchor="middle" transform="{turned}">share right</text>'
        f'<text x="{middle}" y="24" text-anchor="middle">{title}</text></svg>\n'
    )


def _mark(sure: float, right: float, count: int) -> str:
    x, y = EDGE + sure * SIDE, EDGE + (1 - right) * SIDE
    radius = 3 + min(count, 2000) ** 0.3
    title = f"<title>said {sure:.3f}, right {right:.3f}, {count} dice</title>"
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#1668a8">{title}</circle>'


def _tick(fifth: int) -> str:
    """One number along the bottom, and the same along the left."""
    at, end = fifth * SIDE / 5, EDGE + SIDE
    number = f"{fifth / 5:.1f}</text>"
    return (
        f'<text x="{EDGE + at:.0f}" y="{end + 18}" text-anchor="middle">{number}'
        f'<text x="{EDGE - 8}" y="{end - at + 4:.0f}" text-anchor="end">{number}'
    )


def failure_sheet(
    failures: list[tuple[Path, list[dict[str, Any]], dict[str, Any]]], to: Path
) -> None:
    """The pictures read wrong, with what was read; silent ones first, framed in red."""
    ranked = sorted(failures, key=lambda f: f[2]["decision"] != "accept")[:MOST_TILES]
    tiles = [tile(*failure) for failure in ranked] or [
        np.full((TILE_PX, TILE_PX, 3), 255, np.uint8)
    ]
    across = min(6, len(tiles))
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % across)
    rows = [np.hstack(tiles[i : i + across]) for i in range(0, len(tiles), across)]
    cv2.imwrite(str(to), np.vstack(rows))


def tile(path: Path, truth: list[dict[str, Any]], line: dict[str, Any]) -> Pixels:
    pixels = load(path).pixels.copy()
    scale = TILE_PX / max(pixels.shape[:2])
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    canvas = np.zeros((TILE_PX, TILE_PX, 3), np.uint8)
    canvas[: small.shape[0], : small.shape[1]] = small[:TILE_PX, :TILE_PX]
    for die in line["dice"]:
        x0, y0, x1, y1 = (round(edge * scale) for edge in die["box"])
        colour = (0, 200, 0) if die["confidence"] > 0.95 else (0, 160, 255)
        cv2.rectangle(canvas, (x0, y0), (x1, y1), colour, 1)
        cv2.putText(
            canvas, str(die["value"]), (x0, y0 - 2), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 0, 255), 1
        )
    true = "".join(str(v) for v in sorted(d["value"] for d in truth))
    cv2.putText(
        canvas,
        f"{true} {path.name}",
        (4, TILE_PX - 6),
        cv2.FONT_HERSHEY_SIMPLEX,
        0.4,
        (255, 255, 255),
        1,
    )
    if line["decision"] == "accept":
        cv2.rectangle(canvas, (0, 0), (TILE_PX - 1, TILE_PX - 1), (0, 0, 255), 4)
    return canvas
