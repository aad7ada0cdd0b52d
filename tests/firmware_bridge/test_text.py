import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.text import to_display, wrap


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Red: roll", b"Red: roll"),
        ("Gelombang 3 → 4", b"Gelombang 3 \x7e 4"),
        ("20 °C", b"20 \xdfC"),
        ("a\\b~c", b"a/b-c"),
        ("“Mind of Focus” – 3×", b'"Mind of Focus" - 3x'),
        ("née Ångström", b"nee Angstr\xefm"),
        ("für", b"f\xf5r"),
        ("漢", b"?"),
        ("a\u200bb", b"ab"),
        ("●Red ▲Blue ■Green", b"\xa5Red ^Blue #Green"),
    ],
)
def test_text_is_brought_down_to_what_the_display_has(text: str, shown: bytes) -> None:
    assert to_display(text, 20) == shown.ljust(20)


@given(st.text(), st.integers(1, 40))
def test_any_text_gives_exactly_one_line(text: str, columns: int) -> None:
    assert len(to_display(text, columns)) == columns


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ("", "")),
        ("Lift your screens.", ("Lift your screens.", "")),
        ("The first mage rolls the initiative die", ("The first mage rolls", "the initiative die")),
        (
            "one two three four five six seven eight nine",
            ("one two three four", "five six seven eig.."),
        ),
        (
            "Lay out the boards, hand out the sets, tick each",
            ("Lay out the boards,", "hand out the sets.."),
        ),
    ],
)
def test_words_are_wrapped_and_dots_say_that_there_is_more(
    text: str, lines: tuple[str, ...]
) -> None:
    assert wrap(text, 20, 2) == lines
