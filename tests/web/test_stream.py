"""Server-sent events over a real connection: what is new, at once; what was missed, in order."""

import json
import urllib.request
from collections.abc import Iterator
from typing import Any

from companion.table.table import Table
from tests.table.conftest import SEATS
from tests.table.playing import play_on


def events(address: str, last: int | None = None) -> Iterator[tuple[int | None, str, Any]]:
    request = urllib.request.Request(f"{address}/api/events?lang=en")
    if last is not None:
        request.add_header("Last-Event-ID", str(last))
    with urllib.request.urlopen(request, timeout=20) as stream:
        seen: dict[str, str] = {}
        for raw in stream:
            line = raw.decode().rstrip("\n")
            if line:
                name, _, value = line.partition(": ")
                seen[name] = value
            elif "data" in seen:
                yield (
                    int(seen["id"]) if "id" in seen else None,
                    seen["event"],
                    json.loads(seen["data"]),
                )
                seen = {}


def test_a_new_device_gets_the_whole_table_first(table: Table, address: str) -> None:
    table.begin("spell_from_the_future", SEATS)
    play_on(table, 3)
    number, kind, data = next(events(address))
    assert (number, kind, data["seq"]) == (3, "table", 3)


def test_a_change_reaches_every_open_stream(table: Table, address: str) -> None:
    table.begin("spell_from_the_future", SEATS)
    streams = [events(address) for _ in range(8)]
    assert [next(stream)[0] for stream in streams] == [0] * 8
    play_on(table, 1)
    hashes = {
        next(data["hash"] for _, kind, data in stream if kind == "table") for stream in streams
    }
    assert len(hashes) == 1


def test_a_device_that_was_away_gets_every_line_it_missed(table: Table, address: str) -> None:
    table.begin("spell_from_the_future", SEATS)
    play_on(table, 6)
    stream = events(address, last=2)
    assert [next(stream)[:2] for _ in range(5)] == [
        (3, "line"),
        (4, "line"),
        (5, "line"),
        (6, "line"),
        (6, "table"),
    ]


def test_a_nonsense_last_id_is_treated_as_none(table: Table, address: str) -> None:
    table.begin("spell_from_the_future", SEATS)
    request = urllib.request.Request(f"{address}/api/events", headers={"Last-Event-ID": "x" * 50})
    with urllib.request.urlopen(request, timeout=20) as stream:
        assert stream.status == 200
