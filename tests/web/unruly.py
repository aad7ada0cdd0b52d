"""An unruly game over HTTP and beside it in memory: every intent is answered alike, and wherever
undo and redo lead back to, the page shows what it showed there first.

    python -m tests.web.unruly GAME [--tables 5] [--intents 600] [--seed 1]
"""

import argparse
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from flask.testing import FlaskClient

from companion import games
from companion.journal import Journal
from companion.kit.intents import Redo, Undo
from companion.packs import Shelf
from companion.service.status import Status
from companion.table.live_game import state_hash
from companion.table.table import Table
from companion.texts import spoken
from tests.games.unruly import Unruly
from web.app import create_app

CHECKED = 20  # intents between two looks at whether everybody can go on
Trackers = list[dict[str, Any]]


@dataclass
class Mirror(Unruly):
    """An unruly table whose intents all go over HTTP as well. `shown`: the trackers by the lines
    that led to them.
    """

    client: FlaskClient = field(init=False)
    house: Table = field(init=False)
    shown: dict[tuple[tuple[int, str], ...], Trackers] = field(default_factory=dict)

    def submit(self, intent: Any) -> bool:
        accepted = super().submit(intent)
        if self.last is intent:  # else it was given again, by force, and has gone out already
            status = self.post(intent)
            assert status == (200 if accepted else 409), intent
            self.compare()
        return accepted

    def post(self, intent: Any) -> int:
        body = msgspec.json.encode(intent)
        return self.client.post(
            "/api/intents", data=body, content_type="application/json"
        ).status_code

    def compare(self) -> None:
        told = self.client.get("/api/table").json
        assert told is not None
        assert self.house.reading(lambda live: live.state) == self.live.state, self.last
        view = spoken(msgspec.to_builtins(self.game.view(self.live.state, None)), "en", {})
        assert _values(told["trackers"]) == _values(view["trackers"])
        lines = tuple((line.seq, state_hash(line)) for line in self.live.lines)
        self.did["seen again"] += lines in self.shown
        assert self.shown.setdefault(lines, told["trackers"]) == told["trackers"], self.last

    def back_and_forth(self) -> None:
        """Undone to any line of the game, and all of it redone."""
        lines, last = [line.seq for line in self.live.lines], self.live.state
        if not lines:
            return
        line = self.chance.choice(lines)
        assert self.submit(Undo(id=self._id(), line=line))
        assert self.submit(Redo(id=self._id(), line=lines[-1]))
        assert self.live.state == last, line


def _values(trackers: Trackers) -> list[Any]:
    return [(one["id"], one.get("value")) for one in trackers]


def begun(house: Table, client: FlaskClient, game_id: str, seed: int) -> Mirror:
    game = games.find(game_id)
    table = Mirror.at(game_id, game.seats[0], seed)
    table.client, table.house = client, house
    seats = msgspec.to_builtins(table.live.state.seats)
    options = table.live.state.options
    said = client.post("/api/games", json={"game": game_id, "seats": seats, "options": options})
    assert said.status_code == 201, said.json
    return table


def played(game_id: str, seed: int, intents: int, folder: Path) -> Counter[str]:
    """One table from its start, with what was done at it."""
    house = Table(Journal(folder / f"{seed}.sqlite"), Shelf(folder / "packs"))
    house.start()
    app = create_app(house, Status(folder / "evidence"))
    table = begun(house, app.test_client(), game_id, seed)
    for number in range(intents):
        table.step()
        if number % CHECKED == 0:
            table.back_and_forth()
            table.check()
    house.stop()
    return table.did


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.web.unruly")
    parser.add_argument("game", choices=games.ids())
    parser.add_argument("--tables", type=int, default=5)
    parser.add_argument("--intents", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    did: Counter[str] = Counter()
    for seed in range(args.seed, args.seed + args.tables):
        with tempfile.TemporaryDirectory() as folder:
            did += played(args.game, seed, args.intents, Path(folder))
        print(f"{args.game}, seed {seed}: {dict(did)}", flush=True)
    print(f"{args.game}: {args.tables} tables of {args.intents} intents, all alike")
    return 0


if __name__ == "__main__":
    sys.exit(main())
