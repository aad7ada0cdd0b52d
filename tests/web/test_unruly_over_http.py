"""The same unruly game over HTTP and beside it in memory: every intent is answered alike, undo and
redo lead to the same states, and a restarted service has them again.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from companion import games
from companion.journal import Journal
from companion.kit.intents import Redo, Undo
from companion.kit.position import position_of
from companion.packs import Shelf
from companion.service.status import Status
from companion.table.live_game import state_hash
from companion.table.table import Table
from companion.texts import spoken
from tests.games.unruly import Unruly
from web.app import create_app

INTENTS = 36


class Mirror(Unruly):
    """An unruly table whose intents all go over HTTP as well."""

    client: FlaskClient

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
        assert told["hash"] == state_hash(self.live.state), self.last
        view = spoken(msgspec.to_builtins(self.game.view(self.live.state, None)), "en", {})
        assert [one.get("value") for one in told["trackers"]] == [
            one.get("value") for one in view["trackers"]
        ]


def begun(client: FlaskClient, game_id: str, seed: int) -> Mirror:
    game = games.find(game_id)
    table = Mirror.at(game_id, game.seats[0], seed)
    table.client = client
    seats = msgspec.to_builtins(table.live.state.seats)
    options = table.live.state.options
    said = client.post("/api/games", json={"game": game_id, "seats": seats, "options": options})
    assert said.status_code == 201, said.json
    return table


@pytest.mark.parametrize("game_id", games.ids())
def test_undo_redo_corrections_and_adjustments_come_out_alike_over_http(
    game_id: str, client: FlaskClient
) -> None:
    table = begun(client, game_id, 3)
    for _ in range(INTENTS):
        table.step()
    lines = [line.seq for line in table.live.lines]
    last = table.live.state
    for line in (lines[len(lines) // 2], lines[-1]):
        table.submit(Undo(id=f"back {line}", line=line))
        assert table.submit(Redo(id=f"again {line}", line=lines[-1]))
        assert table.live.state == last
    position = client.get("/api/table?as=position&seat=" + table.live.state.seats[0].id).json
    assert position is not None
    whole = msgspec.json.decode(msgspec.json.encode(position_of(table.game, table.live.state)))
    assert position.keys() <= whole.keys()


@pytest.mark.parametrize("game_id", games.ids())
def test_a_restarted_service_has_the_same_unruly_game(game_id: str, tmp_path: Path) -> None:
    file, packs = tmp_path / "unruly.sqlite", Shelf(tmp_path / "packs")
    first = Table(Journal(file), packs)
    first.start()
    table = begun(create_app(first, Status(tmp_path / "evidence")).test_client(), game_id, 5)
    for _ in range(INTENTS // 2):
        table.step()
    first.stop()
    again = Table(Journal(file), packs)
    again.start()
    assert again.reading(lambda live: state_hash(live.state)) == state_hash(table.live.state)
    again.stop()
