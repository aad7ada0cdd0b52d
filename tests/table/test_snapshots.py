"""One snapshot per change and seat, shared by everybody who looks; one way to wait for the next."""

import dataclasses
import random
import threading
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Journal
from companion.kit.intents import Undo
from companion.table.changes import Changes
from companion.table.table import Accepted, Refused, Table, TableSnapshot
from tests.table.playing import next_answer, play_on


def seen(table: Table, seat: str | None = None) -> TableSnapshot:
    snapshot = table.snapshot(seat)
    assert snapshot is not None
    return snapshot


def test_everybody_gets_the_same_snapshot_until_something_changes(table: Table) -> None:
    first = seen(table)
    assert seen(table) is first
    play_on(table, 1)
    second = seen(table)
    assert second is not first
    assert (second.seq, second.version) > (first.seq, first.version)


def test_a_refusal_and_a_badge_are_no_reason_to_read_the_game_again(table: Table) -> None:
    first = seen(table)
    assert isinstance(table.submit(Undo(id="nothing to undo")), Refused)
    table.changes.announce()
    assert seen(table) is first


def test_seats_share_all_but_their_view(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    live, made = table.live, list[object]()
    assert live is not None

    def counted(name: str) -> Any:
        real = getattr(live.game, name)
        return lambda state, *seat: (made.append((name, *seat)), real(state, *seat))[1]

    names = ("asks", "view", "outcome")
    watched = dataclasses.replace(live.game, **{name: counted(name) for name in names})
    monkeypatch.setattr(live, "game", watched)
    first, *others = [seen(table, seat) for seat in (None, "red", "blue", None, "red", "blue")]
    views = [("view", None), ("view", "red"), ("view", "blue")]
    assert sorted(made, key=str) == sorted([("asks",), ("outcome",), *views], key=str)
    assert all(one.log is first.log and one.asks is first.asks for one in others)
    assert {one.hash for one in others} == {first.hash}


def test_a_snapshot_that_was_made_can_be_seen_while_the_disk_is_slow(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, writing, written = seen(table), threading.Event(), threading.Event()
    journal = table.journals.held.journal
    real = journal.writing

    def slow() -> Any:
        writing.set()
        assert written.wait(10)
        return real()

    monkeypatch.setattr(journal, "writing", slow)
    answer = next_answer(table, random.Random(1), "slow")
    device = threading.Thread(target=lambda: table.submit(answer))
    device.start()
    assert writing.wait(10)
    assert seen(table) is first, "nobody sees a change before it is on disk, and nobody waits"
    written.set()
    device.join(10)
    assert seen(table).seq > first.seq


def test_a_lent_table_shows_the_lent_game_and_then_the_own_one(
    table: Table, tmp_path: Path
) -> None:
    own = seen(table)
    table.lending.lend(Journal(tmp_path / "lent" / "journal.sqlite"))
    assert table.snapshot() is None
    assert table.lending.begin("runika", own.seats, {})
    assert seen(table).game == "runika"
    table.lending.take_back()
    assert (seen(table).game, seen(table).hash) == (own.game, own.hash)


def test_waiting_ends_at_once_when_there_is_news_already() -> None:
    changes = Changes()
    changes.announce()
    assert changes.wait(0, timeout_s=10) == 1
    assert (changes.version, changes.game_version) == (1, 0)
    changes.announce_game()
    assert (changes.version, changes.game_version) == (2, 1)


def test_waiting_ends_when_something_changes(table: Table) -> None:
    version, woken = table.changes.version, list[int]()
    waiter = threading.Thread(target=lambda: woken.append(table.changes.wait(version, 30)))
    waiter.start()
    answer = next_answer(table, random.Random(2), "one")
    assert isinstance(table.submit(answer), Accepted)
    waiter.join(10)
    assert woken
    assert woken[0] > version
