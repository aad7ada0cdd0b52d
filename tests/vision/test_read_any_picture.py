"""`companion read --kind cards|tokens|zones` on pictures as people and their programs save them,
with every field.
"""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.__main__ import main
from companion.service.places import mats_for
from vision.mats.picture import mat_picture
from vision.virtual.decks import deck

CARDS = deck(5, 3)
GRID = {
    "corners": [[40, 40], [240, 40], [240, 240], [40, 240]],
    "rows": 4,
    "cols": 4,
    "kind": "squares",
}
TRAY = next(mat for mat in mats_for("runika") if mat.name == "tray")
FIELDS = {"cards": "cards", "tokens": "cells", "zones": "mats"}
READABLE = ("plain.png", "cmyk.jpg", "sixteen.png")
REFUSED = ("cut.jpg", "moving.gif", "letter.jpg", "pixel.png", "huge.png")


def drawn(kind: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A card, pieces on a grid, or a mat, each on a plain table."""
    table = np.full((480, 640, 3), (120, 132, 138), np.uint8)
    if kind == "cards":
        card = cv2.resize(next(iter(CARDS.values())), (252, 352), interpolation=cv2.INTER_AREA)
        table[60:412, 190:442] = card
    elif kind == "tokens":
        for x, y, colour in ((65, 65, 250), (115, 165, 15), (215, 215, 250)):
            cv2.circle(table, (x, y), 18, (colour,) * 3, cv2.FILLED, cv2.LINE_AA)
    else:
        flat = mat_picture(TRAY, 1.7)
        table[10 : 10 + flat.shape[0], 150 : 150 + flat.shape[1]] = flat
    return table


def saved(folder: Path, kind: str) -> list[str]:
    table = drawn(kind)
    picture = Image.fromarray(np.ascontiguousarray(table[:, :, ::-1]))
    picture.save(folder / "plain.png")
    picture.convert("CMYK").save(folder / "cmyk.jpg", quality=95)
    cv2.imwrite(str(folder / "sixteen.png"), table.astype(np.uint16) * 257)
    picture.save(folder / "whole.jpg")
    data = (folder / "whole.jpg").read_bytes()
    (folder / "cut.jpg").write_bytes(data[: len(data) // 3])
    picture.save(folder / "moving.gif", save_all=True, append_images=[picture.rotate(90)])
    (folder / "letter.jpg").write_text("dear table")
    Image.new("RGB", (1, 1)).save(folder / "pixel.png")
    Image.new("1", (9000, 9000)).save(folder / "huge.png")
    return [str(folder / name) for name in (*READABLE, *REFUSED)]


@pytest.mark.parametrize("kind", FIELDS)
def test_each_is_read_alike_or_refused_in_a_sentence(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taught, grid = tmp_path / "taught", tmp_path / "grid.json"
    taught.mkdir()
    for name, card in CARDS.items():
        cv2.imwrite(str(taught / f"{name}.png"), card)
    grid.write_text(json.dumps(GRID))
    options = {
        "cards": ["--teach", str(taught)],
        "tokens": ["--grid", str(grid), "--colours", "white,black"],
    }
    status = main(
        ["read", "--kind", kind, *options.get(kind, []), "--json", *saved(tmp_path, kind)]
    )
    shown = capsys.readouterr()
    lines = {Path(line["file"]).name: line for line in map(json.loads, shown.out.splitlines())}
    assert status == 2
    assert len(shown.err.splitlines()) == len(REFUSED), "one line for each picture that was refused"
    for name in REFUSED:
        assert (lines[name][FIELDS[kind]], lines[name]["decision"]) == ([], "ask"), name
        assert name in lines[name]["refused"]
    plain = lines["plain.png"]
    assert plain["decision"] == "accept", plain
    for name in READABLE:
        check_fields(kind, lines[name])
        assert told(kind, lines[name]) == told(kind, plain), name


def told(kind: str, line: dict[str, Any]) -> Any:
    """What was read, without where to the pixel and how surely."""
    match kind:
        case "cards":
            return [(card["id"], card["quarter_turns"], card["decision"]) for card in line["cards"]]
        case "tokens":
            return line["cells"], line["count"]
        case _:
            return [(mat["id"], mat["hidden"]) for mat in line["mats"]]


def check_fields(kind: str, line: dict[str, Any]) -> None:
    """As `interfaces.md` promises them."""
    assert {"file", FIELDS[kind], "decision", "why", "ms"} <= set(line)
    assert line["ms"] > 0
    match kind:
        case "cards":
            (card,) = line["cards"]
            assert card["id"] == next(iter(CARDS))
            assert card["quarter_turns"] == 0
            assert 0 < card["confidence"] <= 1
            assert (
                np.abs(
                    np.array(card["corners"]) - [[190, 60], [442, 60], [442, 412], [190, 412]]
                ).max()
                < 8
            )
        case "tokens":
            assert line["count"] == {"white": 2, "black": 1}
            pieces = [
                [0, 0, "white", "accept"],
                [2, 1, "black", "accept"],
                [3, 3, "white", "accept"],
            ]
            assert sorted(line["cells"]) == pieces, "a bare cell is not told of"
        case _:
            (mat,) = line["mats"]
            assert mat["hidden"] == []
            assert np.array(mat["corners"]).shape == (4, 2)
