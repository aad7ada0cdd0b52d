"""`companion pack check`, as its users run it: exit status, and every line that names card or
board.
"""

from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.__main__ import main
from companion.packs import Shelf, as_toml, shipped, warnings


def written(folder: Path, game: str, **change: Any) -> str:
    file = folder / "pack.toml"
    file.write_text(as_toml({"game": game, **shipped(games.find(game), "demo"), **change}), "utf-8")
    return str(file)


@pytest.mark.parametrize("game", games.ids())
def test_a_shipped_pack_is_all_in_order(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pack", "check", written(tmp_path, game)]) == 0
    out = capsys.readouterr().out
    assert out.endswith("all in order.\n")
    assert "warning" not in out


def test_what_is_odd_is_a_warning_and_the_pack_is_fit_to_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, "world_adventure", edges=[["java.0", "china.1"]])
    assert main(["pack", "check", file]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert ["warning: " in line for line in lines] == [True, True, False]
    assert "java.0" in lines[0]
    assert lines[-1].endswith("it can be played so.")
    assert main(["pack", "import", file, "--data", str(tmp_path / "data")]) == 0


def test_what_cannot_be_is_a_finding_and_says_nothing_of_what_is_odd(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, "world_adventure", edges=[["java.0", "nowhere.1"]])
    assert main(["pack", "check", file]) == 1
    out = capsys.readouterr().out
    assert "not on the board" in out
    assert "warning" not in out


def test_every_game_speaks_its_warnings_the_same_way() -> None:
    game = games.find("mechamancers")
    raw = shipped(game, "demo")
    mechs = [{**card, "cost": 2} if card["type"] == "bulwark" else card for card in raw["mechs"]]
    assert [one.key for one in warnings(game, {**raw, "mechs": mechs})] == [
        "mm.warn.bulwark_numbers"
    ]


@pytest.mark.parametrize(
    ("game_id", "kind", "card"),
    [
        ("runika", "runes", {"id": "mine", "name": "Mine"}),
        ("spell_saga", "cards", {"id": "mine", "type": "item"}),
        ("spell_from_the_future", "beasts", {"id": "mine", "tier": 1}),
    ],
)
def test_an_owners_card_beside_a_full_box_of_invented_ones_is_fit_to_play(
    game_id: str, kind: str, card: dict[str, Any], tmp_path: Path
) -> None:
    game, shelf = games.find(game_id), Shelf(tmp_path)
    shelf.remember(game, {kind: [{**card, "source": "owner"}]})
    assert any(one.id == "mine" for one in getattr(shelf.pack(game, "demo"), kind))
