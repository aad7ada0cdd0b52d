"""`companion replay`: what a file of intents brings about, and how to write one by hand."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.__main__ import main
from companion.kit.intents import Adjust
from companion.simulate import seats_for, set_up
from companion.table.live_game import LiveGame
from companion.texts import sentence
from tests.games.tables import TABLES

KEY = re.compile(r"\b(?:sf|rk|mm|ss|wa|kit)\.[a-z_]+(?:\.[a-z_]+)+")
HOLE = re.compile(r"\S {2,}\S|\( *\)|\{\w*\}(?!\])|None|: (?:to|and)\b")
ANSWERS = 25


def opening(game_id: str, players: int, **more: Any) -> dict[str, Any]:
    game = games.find(game_id)
    seats = [seat.id for seat in seats_for(game, players)]
    return {"game": game_id, "seats": seats, "options": dict(game.suggested(players)), **more}


def replayed(folder: Path, lines: list[dict[str, Any]], capsys: Any, *more: str) -> list[str]:
    file = folder / "game.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    assert main(["replay", str(file), *more]) == 0
    return str(capsys.readouterr().out).splitlines()


def next_line(ask: dict[str, Any], number: int) -> dict[str, Any]:
    seat = ask["seats"][number % len(ask["seats"])] if ask["seats"] else None
    told = {"id": str(number), "kind": "answer", "ask": ask["id"], "answer": ask["sample"]}
    return {**told, "seat": seat}


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_a_replay_can_be_written_by_hand_from_what_it_prints(
    game_id: str, players: int, tmp_path: Path, capsys: Any
) -> None:
    lines = [opening(game_id, players)]
    for number in range(ANSWERS):
        told = [json.loads(line) for line in replayed(tmp_path, lines, capsys, "--json")]
        assert all("accepted" in one for one in told[:-1]), told[-2]
        must = [ask for ask in told[-1]["asks"] if not ask["optional"]]
        assert {"id", "kind", "seats", "say", "sample"} <= set(must[0])
        if len(told) > 1:
            assert told[-2]["asks"] == told[-1]["asks"]
        lines.append(next_line(must[number % len(must)], number))
    plain = replayed(tmp_path, lines, capsys)
    assert [line for line in plain if KEY.search(line) and not line.startswith("      ")] == []


def test_a_line_below_a_question_can_be_copied_as_it_stands(tmp_path: Path, capsys: Any) -> None:
    lines = [opening("mechamancers", 2)]
    for _ in range(ANSWERS):
        printed = replayed(tmp_path, lines, capsys)
        asked = [
            json.loads(below)
            for above, below in pairwise(printed)
            if below.startswith("      {") and ", may be left)" not in above
        ]
        lines.append(asked[-1])
    assert not any(line.split(" ")[1] == "refused" for line in printed if line[0].isdigit())


def test_what_is_no_intent_is_refused_with_what_would_be_one(tmp_path: Path, capsys: Any) -> None:
    plain = replayed(tmp_path, [opening("runika", 2), {"nonsense": 1}], capsys)
    refused = next(line for line in plain if line.startswith("2: refused"))
    assert "Below each question stands a whole line" in refused


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_texts_have_no_holes_and_show_no_keys(
    game_id: str, players: int, tmp_path: Path, capsys: Any
) -> None:
    nonsense = {"id": "0", "kind": "answer", "ask": "0:nowhere", "answer": {"kind": "ready"}}
    plain = replayed(tmp_path, [opening(game_id, players), nonsense], capsys)
    said = [line.strip() for line in plain if not line.startswith("      ")]
    assert [line for line in said if KEY.search(line) or HOLE.search(line)] == []


def test_an_adjustment_shows_where_nothing_lay() -> None:
    live = LiveGame(games.find("runika"), set_up(games.find("runika"), 2))
    body, _ = live.consider(Adjust(id="1", handle="slot.E", to="Ee", reason="seen"))
    why = body.events[0].why
    assert why is not None
    assert sentence(why, "en", {}).endswith(": – to earth with energy by hand. seen")


def test_a_number_says_whose_it_is(tmp_path: Path, capsys: Any) -> None:
    plain = replayed(tmp_path, [opening("mechamancers", 2)], capsys)
    assert "  Red, Victory points: 7" in plain


def test_a_position_that_is_refused_says_what_would_be_right(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(json.dumps(opening("runika", 2, position={"active": "redd"})), "utf-8")
    assert main(["replay", str(file)]) == 2
    told = capsys.readouterr().err
    assert "active" in told
    assert "Did you mean red?" in told
