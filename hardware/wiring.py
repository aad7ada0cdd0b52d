"""Draws the wiring diagrams and fills the tables of README.md, from the firmware's pins.h and the
bridge's GPIO map.

    python3 hardware/wiring.py          # writes wiring.svg, wiring-gpio.svg and the tables in
    README.md

Nothing here knows a pin by itself: a wire that moves in pins.h moves in the drawing. A test
compares all of it.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from firmware_bridge.config import ROLES, GpioPins  # noqa: E402  (run as a script from anywhere)

COLOURS = {
    "host": "#777777",
    "encoder": "#8a4fbf",
    "lamps": "#c77700",
    "column": "#1f6fb5",
    "buzzer": "#b03060",
    "row": "#2c8a4b",
    "display": "#0b7f86",
}
HEADER = {  # BCM number to place on the 40-pin header
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18,
    10: 19, 9: 21, 25: 22, 11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32,
    13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wire:
    name: str
    port: str
    bit: int
    nano: str
    goes_to: str

    @property
    def colour(self) -> str:
        return COLOURS[self.name.partition("_")[0]]


def wires() -> list[Wire]:
    found = re.findall(
        r'WIRE\((\w+),\s*(\w), (\d), "(\w+)",\s*"([^"]+)"\)',
        (HERE / "panel" / "pins.h").read_text("utf-8"),
    )
    return [Wire(name, port, int(bit), nano, goes_to) for name, port, bit, nano, goes_to in found]


# Drawing


class Drawing:
    def __init__(self, width: int, height: int, title: str) -> None:
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" '
            'font-family="DejaVu Sans, Arial, sans-serif" font-size="13">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        ]

    def box(
        self, x: int, y: int, width: int, height: int, title: str, fill: str = "#f4f1ea"
    ) -> None:
        self.parts.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="{fill}" '
            'stroke="#333333" stroke-width="1.5"/>'
        )
        self.text(x + width // 2, y + 20, title, "middle", bold=True)

    def text(
        self,
        x: int,
        y: int,
        words: str,
        anchor: str = "start",
        bold: bool = False,
        fill: str = "#222222",
    ) -> None:
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(
            f'<text x="{x}" y="{y}" text-anchor="{anchor}"{weight} fill="{fill}">'
            f"{escape(words)}</text>"
        )

    def line(self, colour: str, *points: tuple[int, int], width: float = 2) -> None:
        path = " ".join(f"{x},{y}" for x, y in points)
        self.parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
        )

    def dot(self, x: int, y: int, colour: str) -> None:
        self.parts.append(f'<circle cx="{x}" cy="{y}" r="3.5" fill="{colour}"/>')

    def finish(self) -> str:
        return "\n".join([*self.parts, "</svg>"]) + "\n"


def draw_part(
    page: Drawing, x: int, y: int, title: str, rows: list[Wire], note: list[str], width: int = 400
) -> int:
    """A part with its wires coming in from the left, each labelled with the Nano pin it comes from;
    its height.
    """
    height = 36 + 24 * len(rows) + 18 * len(note)
    page.box(x, y, width, height, title)
    for at, wire in enumerate(rows):
        line_y = y + 42 + 24 * at
        page.line(wire.colour, (x - 90, line_y), (x, line_y))
        page.dot(x, line_y, wire.colour)
        page.text(x - 96, line_y + 4, wire.nano, "end", bold=True, fill=wire.colour)
        page.text(x + 12, line_y + 4, wire.goes_to)
    for at, words in enumerate(note):
        page.text(x + 12, y + 42 + 24 * len(rows) + 18 * at, words, fill="#666666")
    return height


def draw_matrix(page: Drawing, x: int, y: int, found: list[Wire]) -> None:
    """Sixteen keys, each with its diode: column, key, diode (ring towards the row), row."""
    columns = [wire for wire in found if wire.name.startswith("column")]
    rows = [wire for wire in found if wire.name.startswith("row")]
    page.box(x, y, 620, 430, "Key matrix: 16 buttons, 16 diodes 1N4148 (ring towards the row)")
    for at, wire in enumerate(columns):
        left = x + 120 + 130 * at
        page.text(left, y + 52, f"{wire.nano}", "middle", bold=True, fill=wire.colour)
        page.line(wire.colour, (left, y + 60), (left, y + 400))
    for at, wire in enumerate(rows):
        line_y = y + 150 + 80 * at
        page.text(x + 18, line_y + 5, wire.nano, bold=True, fill=wire.colour)
        page.line(wire.colour, (x + 52, line_y), (x + 590, line_y))
        for column in range(4):
            draw_key(page, x + 120 + 130 * column, line_y, at * 4 + column, columns[column].colour)


def draw_key(page: Drawing, x: int, row_y: int, key: int, colour: str) -> None:
    y = row_y - 48
    page.dot(x, y, colour)
    page.line("#333333", (x, y), (x + 16, y))
    page.line("#333333", (x + 16, y), (x + 38, y - 10))
    page.line("#333333", (x + 40, y), (x + 58, y), (x + 58, y + 12))
    page.parts.append(
        f'<polygon points="{x + 50},{y + 12} {x + 66},{y + 12} {x + 58},{y + 26}" fill="#333333"/>'
    )
    page.line("#333333", (x + 50, y + 28), (x + 66, y + 28), width=2.5)
    page.line("#333333", (x + 58, y + 28), (x + 58, row_y))
    page.dot(x + 58, row_y, "#333333")
    page.text(x + 72, y + 4, f"{key}", bold=True)


def draw_nano() -> str:
    found = wires()

    def of(*starts: str) -> list[Wire]:
        return [wire for wire in found if wire.name.startswith(starts)]

    page = Drawing(1205, 1020, "Tableside panel: wiring of the Arduino Nano")
    page.text(40, 40, "Tableside panel: wiring", bold=True)
    page.text(
        40,
        62,
        "Bold: the pin of the Arduino Nano. All parts share +5 V and GND. "
        "Made from hardware/panel/pins.h.",
        fill="#666666",
    )
    draw_matrix(page, 40, 90, found)
    left = 815
    y = 90
    y += 24 + draw_part(
        page,
        left,
        y,
        "Rotary encoder with push",
        of("encoder"),
        ["no resistors: the pull-ups are in the chip"],
        350,
    )
    y += 24 + draw_part(
        page, left, y, "Buzzer (passive piezo)", of("buzzer"), ["other side to GND"], 350
    )
    y += 24 + draw_part(
        page, left, y, "USB, on the board", of("host"), ["keep free: the cable to the Pi"], 350
    )
    display = of("row", "display")
    notes = [
        "RW (5) to GND; VSS (1) to GND; VDD (2) to +5 V",
        "V0 (3): 10 k trimmer; A (15) to +5 V through 220 ohm; K (16) GND",
    ]
    draw_part(page, 200, 560, "Display HD44780, 20x4 or 16x2 (4-bit)", display, notes, 460)
    notes = [
        "chip 1 pin 9 (QH') to chip 2 pin 14 (SER)",
        "pins 16 and 10 (SRCLR) to +5 V, 8 to GND,",
        "100 nF beside each chip",
        "chip 1: lamps 0-7 on QA (15), QB-QH (1-7)",
        "chip 2: lamps 8-15 on QA (15), QB-QH (1-7)",
        "each output: 680 ohm, lamp of its key, GND",
    ]
    draw_part(page, left, max(y, 560), "Lamps: two 74HC595, chained", of("lamps"), notes, 350)
    draw_lamp_example(page, 40, 830)
    return page.finish()


def draw_lamp_example(page: Drawing, x: int, y: int) -> None:
    page.box(x, y, 620, 150, "One lamp of sixteen, and the pull-up that keeps them dark at start")
    page.text(x + 20, y + 72, "74HC595 output", bold=True)
    page.line("#c77700", (x + 148, y + 68), (x + 190, y + 68))
    page.parts.append(
        f'<rect x="{x + 190}" y="{y + 58}" width="70" height="20" fill="#ffffff" stroke="#333333"/>'
    )
    page.text(x + 225, y + 50, "680 ohm", "middle")
    page.line("#c77700", (x + 260, y + 68), (x + 320, y + 68))
    page.parts.append(
        f'<polygon points="{x + 320},{y + 56} {x + 320},{y + 80} {x + 342},{y + 68}" '
        'fill="#c77700"/>'
    )
    page.line("#333333", (x + 343, y + 56), (x + 343, y + 80), width=2.5)
    page.text(x + 332, y + 50, "LED", "middle")
    page.line("#333333", (x + 343, y + 68), (x + 420, y + 68))
    page.text(x + 428, y + 72, "GND", bold=True)
    page.text(x + 20, y + 122, "+5 V", bold=True)
    page.line("#333333", (x + 60, y + 118), (x + 190, y + 118))
    page.parts.append(
        f'<rect x="{x + 190}" y="{y + 108}" width="70" height="20" '
        'fill="#ffffff" stroke="#333333"/>'
    )
    page.text(x + 225, y + 122, "10 k", "middle")
    page.line("#c77700", (x + 260, y + 118), (x + 340, y + 118))
    page.text(x + 350, y + 122, "D3, and pin 13 (OE) of both chips", bold=True)


def draw_gpio() -> str:
    pins = GpioPins()
    lines = gpio_rows()
    page = Drawing(
        940, 190 + 26 * len(lines), "Tableside panel: wiring straight to the Raspberry Pi"
    )
    page.text(40, 40, "Panel straight on the Raspberry Pi's pins (gpio:)", bold=True)
    page.text(
        40,
        62,
        "Made from firmware_bridge/config.py. 3.3 V only: never connect 5 V to any of these pins.",
        fill="#666666",
    )
    height = 60 + 26 * len(lines)
    page.box(40, 90, 240, height, "Raspberry Pi, 40-pin header", "#e9f3ea")
    page.box(480, 90, 420, height, "Buttons, encoder, lamps, buzzer")
    for at, (place, bcm, what) in enumerate(lines):
        y = 136 + 26 * at
        colour = (
            "#c77700"
            if "lamp" in what
            else "#8a4fbf"
            if "encoder" in what
            else "#b03060"
            if "buzzer" in what
            else "#1f6fb5"
        )
        page.text(60, y + 4, f"pin {place}", bold=True)
        page.text(260, y + 4, f"GPIO {bcm}", "end")
        page.line(colour, (280, y), (480, y))
        page.dot(480, y, colour)
        page.text(496, y + 4, f"{what}: {gpio_how(what)}")
    page.text(60, 136 + 26 * len(lines) + 4, "GND: 6 9 14 20 25 30 34 39", fill="#666666")
    assert pins.encoder is not None
    return page.finish()


def gpio_how(what: str) -> str:
    if "lamp" in what:
        return "470 ohm, LED, GND"
    if what == "buzzer":
        return "active 3.3 V buzzer through a transistor"
    return "contact to GND"


def gpio_rows() -> list[tuple[int, int, str]]:
    """Header place, BCM number and what hangs on it, in the order of the header."""
    pins = GpioPins()
    used = {
        pin: f"key {role}" if role != "encoder" else "encoder push"
        for role, pin in pins.keys.items()
    }
    used |= {pin: f"lamp {role}" for role, pin in pins.lamps.items()}
    if pins.encoder:
        used |= {pins.encoder[0]: "encoder A", pins.encoder[1]: "encoder B"}
    if pins.buzzer is not None:
        used[pins.buzzer] = "buzzer"
    return sorted((HEADER[bcm], bcm, what) for bcm, what in used.items())


# Tables


def pin_table() -> str:
    rows = [f"| {w.nano} | P{w.port}{w.bit} | `{w.name}` | {w.goes_to} |" for w in wires()]
    return "\n".join(["| Nano | ATmega | wire | goes to |", "|---|---|---|---|", *rows])


def role_table() -> str:
    rows = [f"| {key} | {role} |" for key, role in enumerate(ROLES)]
    return "\n".join(["| key | role unless the config says otherwise |", "|---|---|", *rows])


def gpio_table() -> str:
    rows = [
        f"| {place} | GPIO {bcm} | {what} | {gpio_how(what)} |" for place, bcm, what in gpio_rows()
    ]
    return "\n".join(["| header | BCM | part | how |", "|---|---|---|---|", *rows])


TABLES = {"pins": pin_table, "roles": role_table, "gpio": gpio_table}


def filled(readme: str) -> str:
    for name, table in TABLES.items():
        pattern = rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)"
        text = table() + "\n"
        readme = re.sub(
            pattern, lambda found, text=text: found[1] + text + found[2], readme, flags=re.DOTALL
        )
    return readme


def main() -> None:
    (HERE / "wiring.svg").write_text(draw_nano(), "utf-8")
    (HERE / "wiring-gpio.svg").write_text(draw_gpio(), "utf-8")
    readme = HERE / "README.md"
    if readme.exists():
        readme.write_text(filled(readme.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
