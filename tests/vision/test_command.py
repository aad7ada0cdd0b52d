"""`companion read` as people and programs call it."""

import json
from pathlib import Path

import pytest

from companion.__main__ import main

PICTURES = Path(__file__).parent / "pictures"
NAMES = sorted(json.loads((PICTURES / "truth.json").read_text()))


def test_one_json_line_per_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--json", *(str(PICTURES / name) for name in NAMES[:2])]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [Path(line["file"]).name for line in lines] == NAMES[:2]
    for line in lines:
        assert set(line) == {"file", "dice", "decision", "why", "ms"}
        assert line["decision"] in ("accept", "ask")
        for die in line["dice"]:
            assert die["value"] in range(1, 7)
            assert 0 <= die["confidence"] <= 1
            x0, y0, x1, y1 = die["box"]
            assert x0 < x1
            assert y0 < y1


def test_people_get_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(PICTURES / NAMES[0])]) == 0
    assert NAMES[0] in capsys.readouterr().out


def test_a_file_that_is_no_picture_is_refused_and_the_others_are_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = tmp_path / "letter.jpg"
    text.write_text("dear table")
    assert main(["read", "--json", str(text), str(PICTURES / NAMES[0])]) == 2
    shown = capsys.readouterr()
    assert next(json.loads(line)["decision"] for line in shown.out.splitlines()) == "ask"
    assert len(shown.out.splitlines()) == 2
    assert len(shown.err.splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [
        ["--colours", "plaid"],
        ["--expect", "-3"],
        ["--expect", "many"],
        ["--kind", "people"],
        ["--symbols", "."],
    ],
)
def test_wrong_use_is_said_in_one_line(
    words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    try:
        status = main(["read", *words, str(PICTURES / NAMES[0])])
    except SystemExit as end:
        status = int(str(end.code))
    assert status == 2
    assert "Traceback" not in capsys.readouterr().err
