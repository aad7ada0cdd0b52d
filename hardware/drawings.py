"""Draws what is built and fills the tables of BUILD.md, from the same computation as `companion
layout`.

    python3 hardware/drawings.py        # writes build-*.svg and the tables in BUILD.md

Nothing here knows a height by itself: a mat that grows moves the camera in the drawing. A test
compares all of it.
"""

import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from wiring import Drawing  # noqa: E402  (run as a script from anywhere)

from companion import games  # noqa: E402
from companion.cli.layout import laid  # noqa: E402
from vision.mats.camera_fit import LEAST_PX_PER_MM, LENSES, CameraFit, lamp_aside_mm  # noqa: E402

INK, LENS, LAMP, WOOD, PALE = "#333333", "#1f6fb5", "#c77700", "#b08d57", "#666666"
EXAMPLE = "spell_from_the_future"  # of middling size; the drawings show its heights


def fit_of(game: str, camera: str, width: int = 1920, players: int | None = None) -> CameraFit:
    return CameraFit.over(LENSES[camera], laid(game, players).size_mm, width)


# Drawings: a side view, in which a metre is 300 px


def scale(mm: float) -> int:
    return round(mm * 0.3)


def draw_side(title: str, fit: CameraFit, notes: list[str], lamp_mm: float) -> tuple[Drawing, int]:
    """Table, the width the camera sees, its height and the lamp's place; and where the lens is."""
    page = Drawing(900, 560, title)
    page.text(40, 40, title, bold=True)
    for at, words in enumerate(notes):
        page.text(40, 64 + 20 * at, words, fill=PALE)
    middle, table = 430, 490
    lens, half = table - scale(fit.height_mm), scale(fit.field_mm[0] / 2)
    page.line(WOOD, (60, table), (840, table), width=8)
    page.line(LENS, (middle, lens), (middle - half, table - 4), width=1.5)
    page.line(LENS, (middle, lens), (middle + half, table - 4), width=1.5)
    page.line(INK, (middle - half, table + 26), (middle + half, table + 26), width=1)
    page.text(middle, table + 46, f"seen: {fit.field_mm[0]:.0f} mm", "middle")
    page.line(PALE, (middle, lens + 12), (middle, table - 4), width=1)
    page.text(middle - 8, table - 60, f"{fit.height_mm:.0f} mm", "end", bold=True)
    page.dot(middle, lens, LENS)
    aside = scale(lamp_aside_mm(fit, lamp_mm))
    top = table - scale(lamp_mm)
    page.line(LAMP, (middle + aside - 22, top), (middle + aside + 22, top), width=7)
    page.text(middle + aside, top - 12, "lamp", "middle", fill=LAMP)
    page.line(LAMP, (middle, top + 14), (middle + aside, top + 14), width=1)
    page.text(middle + aside + 8, top + 34, f"{lamp_aside_mm(fit, lamp_mm):.0f} mm", fill=LAMP)
    return page, lens


def draw_evening() -> str:
    fit = fit_of(EXAMPLE, "webcam-78")
    notes = [
        "A webcam under the arm of a phone tripod at the table's edge, a laptop beside.",
        "The lamp stands so far aside that the camera cannot see it mirrored in cards.",
    ]
    page, lens = draw_side("An evening: webcam and phone tripod", fit, notes, 450)
    page.line(INK, (430, lens - 6), (120, lens - 6), width=5)
    page.line(INK, (120, lens - 6), (120, 486), width=5)
    page.line(INK, (120, 440), (92, 486), width=4)
    page.line(INK, (120, 440), (148, 486), width=4)
    page.text(132, 430, "tripod", fill=PALE)
    page.text(442, lens + 4, "webcam", fill=LENS)
    return page.finish()


def draw_tidy() -> str:
    fit = fit_of(EXAMPLE, "module3")
    notes = [
        "A Raspberry Pi on the arm's post, its camera at the end of the arm, one cable down.",
        "Two lamps are better than one: the second stands opposite, as far aside.",
    ]
    page, lens = draw_side("The tidy one: Pi, arm and lamp", fit, notes, 450)
    page.line(INK, (430, lens - 8), (100, lens - 8), width=7)
    page.line(INK, (100, lens - 8), (100, 520), width=7)
    page.line(INK, (84, 520), (140, 520), width=7)
    page.text(118, 540, "clamp", fill=PALE)
    page.box(112, 330, 84, 46, "Pi")
    page.line(LENS, (150, 330), (150, lens + 2), (420, lens + 2), width=1)
    page.text(442, lens + 6, "Camera Module 3", fill=LENS)
    return page.finish()


# Tables


def camera_table() -> str:
    """Every game with as many as can play, under every camera, at 1920 pixels."""
    titles = " | ".join(lens.title for lens in LENSES.values())
    lines = [
        f"| | mats, mm | px/mm at 1280 | at 1920 | {titles} |",
        "|---" * (4 + len(LENSES)) + "|",
    ]
    for game in games.every():
        size = laid(game.id, None).size_mm
        fits = [CameraFit.over(lens, size, 1920) for lens in LENSES.values()]
        heights = " | ".join(f"{fit.height_mm:.0f} mm" for fit in fits)
        fine = fits[0].px_per_mm
        lines.append(
            f"| {game.title}, {game.seats[1]} | {size[0]:.0f} x {size[1]:.0f} "
            f"| {fine * 1280 / 1920:.2f} | {fine:.2f} | {heights} |"
        )
    return "\n".join(lines)


def least_table() -> str:
    names = {
        "marks": "corner marks of mats, 24 mm",
        "cards": "cards, 63 x 88 mm",
        "dice": "dice with pips, 16 mm",
        "tokens": "round tokens, 10.5 mm, lying flat",
        "stickers": "stickers on cards, 12 mm",
    }
    rows = [f"| {names[what]} | {least:.1f} px/mm |" for what, least in LEAST_PX_PER_MM.items()]
    return "\n".join(["| what is read | from |", "|---|---|", *rows])


TABLES = {"cameras": camera_table, "least": least_table}
DRAWINGS = {"build-evening.svg": draw_evening, "build-tidy.svg": draw_tidy}


def filled(text: str) -> str:
    for name, table in TABLES.items():
        made = table() + "\n"
        text = re.sub(
            rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)",
            lambda found, made=made: found[1] + made + found[2],
            text,
            flags=re.DOTALL,
        )
    return text


def main() -> None:
    for name, draw in DRAWINGS.items():
        (HERE / name).write_text(draw(), "utf-8")
    guide = HERE / "BUILD.md"
    guide.write_text(filled(guide.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
