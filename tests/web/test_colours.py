"""Text can be read: contrast computed from the page's own colours, in both themes."""

import re

import pytest

from web.assets import STATIC

CSS = (STATIC / "css" / "tokens.css").read_text("utf-8")
ON_PAPER_AND_CARD = ("ink", "soft", "accent", "good", "warn", "bad", "focus")
SEATS = (
    "red",
    "blue",
    "green",
    "yellow",
    "purple",
    "orange",
    "white",
    "black",
    "brown",
    "pink",
    "grey",
    "turquoise",
)
OTHERS = ("gold", "silver", "violet", "air", "fire", "earth", "water")


def colours(theme: str) -> dict[str, str]:
    block = re.search(
        r":root(\[data-theme=\"dark\"\])? \{(.*?)\}",
        CSS if theme == "light" else CSS[CSS.index("dark") - 20 :],
        re.S,
    )
    assert block is not None
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", block[2]))


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white_is_21_to_1() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert colours("dark")["paper"] != colours("light")["paper"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_has_at_least_4_5_to_1_and_digits_7_to_1(theme: str) -> None:
    known = colours(theme)
    pairs = [(text, ground) for text in ON_PAPER_AND_CARD for ground in ("paper", "card")]
    pairs += [(text, "card") for text in SEATS + OTHERS] + [("accent-ink", "accent")]
    weak = {pair: round(contrast(known[pair[0]], known[pair[1]]), 2) for pair in pairs}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < 4.5} == {}
    assert min(contrast(known["ink"], known[ground]) for ground in ("paper", "card")) >= 7
