"""The same unruly game over HTTP and beside it in memory: every intent is answered alike, undo and
redo lead to the same states, and a restarted service has them again.
"""

from pathlib import Path

import msgspec
import pytest
from flask.testing import FlaskClient

from companion import games
from companion.journal import Journal
from companion.kit.position import position_of
from companion.packs import Shelf
from companion.service.status import Status
from companion.table.table import Table
from tests.web.unruly import begun
from web.app import create_app

INTENTS = 36


@pytest.mark.parametrize("game_id", games.ids())
def test_undo_redo_corrections_and_adjustments_come_out_alike_over_http(
    game_id: str, table: Table, client: FlaskClient
) -> None:
    unruly = begun(table, client, game_id, 3)
    for _ in range(INTENTS):
        unruly.step()
    for _ in range(2):
        unruly.back_and_forth()
    assert unruly.did["seen again"]
    position = client.get("/api/table?as=position&seat=" + unruly.live.state.seats[0].id).json
    assert position is not None
    whole = msgspec.json.decode(msgspec.json.encode(position_of(unruly.game, unruly.live.state)))
    assert position.keys() <= whole.keys()


@pytest.mark.parametrize("game_id", games.ids())
def test_a_restarted_service_has_the_same_unruly_game(game_id: str, tmp_path: Path) -> None:
    file, packs = tmp_path / "unruly.sqlite", Shelf(tmp_path / "packs")
    first = Table(Journal(file), packs)
    first.start()
    client = create_app(first, Status(tmp_path / "evidence")).test_client()
    unruly = begun(first, client, game_id, 5)
    for _ in range(INTENTS // 2):
        unruly.step()
    first.stop()
    again = Table(Journal(file), packs)
    again.start()
    assert again.reading(lambda live: live.state) == unruly.live.state
    again.stop()
