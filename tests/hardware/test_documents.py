"""Drawings, tables and firmware say the same about every wire and height."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from firmware_bridge.config import GpioPins
from firmware_bridge.frames import Decoder
from firmware_bridge.messages import Unknown, decode
from firmware_bridge.simulated.build import HARDWARE, firmware, simulator, sizes

sys.path.insert(0, str(HARDWARE))
import drawings
import wiring

README = (HARDWARE / "README.md").read_text("utf-8")
FONT_WIDTH = 0.62  # of its size, for a wide sans serif


def test_the_pin_table_is_the_firmwares() -> None:
    documented = re.findall(r"^\| (\w+) \| P(\w)(\d) \| `(\w+)` \|", README, re.MULTILINE)
    assert {(name, port, int(bit), nano) for nano, port, bit, name in documented} == {
        (wire.name, wire.port, wire.bit, wire.nano) for wire in wiring.wires()
    }
    assert len(documented) == 20


def test_no_pin_is_used_twice_and_none_is_left() -> None:
    used = [(wire.port, wire.bit) for wire in wiring.wires()]
    assert len(set(used)) == len(used) == 20
    assert len({wire.nano for wire in wiring.wires()}) == 20


def test_every_nano_pin_is_the_atmegas() -> None:
    """D0-D7 are port D, D8-D13 port B, A0-A5 port C: the Nano's own labels."""
    for wire in wiring.wires():
        number = int(wire.nano[1:])
        expected = (
            ("C", number)
            if wire.nano[0] == "A"
            else ("D", number)
            if number < 8
            else ("B", number - 8)
        )
        assert (wire.port, wire.bit) == expected


def test_the_wires_that_need_a_timer_or_spi_are_on_its_pins() -> None:
    at = {wire.name: wire.port + str(wire.bit) for wire in wiring.wires()}
    assert at["buzzer"] == "B1"  # OC1A
    assert at["lamps_off"] == "D3"  # OC2B
    assert (at["lamps_bits"], at["lamps_clock"], at["lamps_latch"]) == (
        "B3",
        "B5",
        "B2",
    )  # MOSI, SCK, SS


@pytest.mark.parametrize(
    ("file", "draw"),
    [
        ("wiring.svg", wiring.draw_nano),
        ("wiring-gpio.svg", wiring.draw_gpio),
        *drawings.DRAWINGS.items(),
    ],
)
def test_the_drawings_are_up_to_date(file: str, draw: object) -> None:
    assert callable(draw)
    assert (HARDWARE / file).read_text("utf-8") == draw(), "run: make -C hardware docs"


def test_the_tables_of_the_readme_are_up_to_date() -> None:
    assert wiring.filled(README) == README, "run: make -C hardware docs"


def test_the_heights_of_the_guide_are_those_of_the_computation() -> None:
    guide = (HARDWARE / "BUILD.md").read_text("utf-8")
    assert drawings.filled(guide) == guide, "run: make -C hardware docs"
    assert guide.count(" mm |") > 20


def test_every_wire_is_in_the_drawing() -> None:
    words = [
        text.text
        for text in ElementTree.parse(HARDWARE / "wiring.svg").iter(
            "{http://www.w3.org/2000/svg}text"
        )
    ]
    for wire in wiring.wires():
        assert wire.nano in words
    assert {str(key) for key in range(16)} <= set(words)


@pytest.mark.parametrize("file", ["wiring.svg", "wiring-gpio.svg", *drawings.DRAWINGS])
def test_no_words_run_over_each_other_or_the_edge(file: str) -> None:
    root = ElementTree.parse(HARDWARE / file).getroot()
    boxes = [box_of(text) for text in root.iter("{http://www.w3.org/2000/svg}text")]
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for left, top, right, bottom, words in boxes:
        assert left >= 0, words
        assert right <= width, words
        assert bottom <= height, words
        for other in boxes:
            apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
            assert apart or other[4] is words, (words, other[4])


def box_of(text: ElementTree.Element) -> tuple[float, float, float, float, str]:
    words = text.text or ""
    x, y, length = float(text.attrib["x"]), float(text.attrib["y"]), len(words) * 13 * FONT_WIDTH
    left = {"start": x, "middle": x - length / 2, "end": x - length}[text.attrib["text-anchor"]]
    return left, y - 10, left + length, y + 3, words


def test_the_gpio_table_is_the_bridges() -> None:
    documented = {int(bcm) for bcm in re.findall(r"^\| \d+ \| GPIO (\d+) \|", README, re.MULTILINE)}
    pins = GpioPins()
    assert pins.encoder is not None
    assert documented == {*pins.keys.values(), *pins.lamps.values(), *pins.encoder, pins.buzzer}


def test_the_busy_script_sends_what_a_host_may_send_and_the_loop_stays_quick() -> None:
    script = (HARDWARE / "simulator" / "busy.txt").read_text("utf-8")
    sent = Decoder().receive(
        bytes.fromhex("".join(re.findall(r"^send (\w+)$", script, re.MULTILINE)))
    )
    assert len(sent) == 80
    assert not any(decode(raw) is None or isinstance(decode(raw), Unknown) for raw in sent)
    run = subprocess.run(
        [simulator(), "--pace", "step", firmware()],
        input=script,
        capture_output=True,
        text=True,
        check=True,
    )
    worst = [int(cycles) for cycles in re.findall(r"loop worst (\d+) cycles", run.stdout)]
    assert len(worst) == 2
    assert 1000 < max(worst) < 16_000
    stack = re.search(r"stack deepest (\d+) bytes", run.stdout)
    assert stack is not None
    assert int(stack[1]) > 30
    assert sizes()[1] + int(stack[1]) <= 1536


def test_make_builds_the_firmware_and_reports(tmp_path: Path) -> None:
    done = subprocess.run(
        ["make", "-C", str(HARDWARE / "panel"), f"BUILD={tmp_path}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.search(r"flash \d+ of 24576 bytes, RAM \d+ of 1536 bytes", done.stdout)
    assert "loop worst" in done.stdout
    assert (tmp_path / "panel.hex").read_text("ascii").startswith(":")
