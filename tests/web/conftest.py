"""The real application over a real table and journal, built fresh for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.journal import Journal
from companion.packs import Shelf
from companion.service.status import Status
from companion.table.table import Table
from web.app import create_app
from web.permissions import Permissions
from web.server import WebServer

GAME = {
    "game": "spell_from_the_future",
    "seats": [{"id": c, "colour": c} for c in ("red", "blue", "green")],
}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(Journal(tmp_path / "journal.sqlite"), Shelf(tmp_path / "packs"))
    made.start()
    yield made
    made.stop()


@pytest.fixture
def board(table: Table, tmp_path: Path) -> Status:
    return Status(tmp_path / "evidence", table.changes.announce)


@pytest.fixture
def app(table: Table, board: Status) -> Flask:
    return create_app(table, board)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def playing(client: FlaskClient) -> FlaskClient:
    """A client with a game on the table."""
    assert client.post("/api/games", json=GAME).status_code == 201
    return client


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    """The application served for real on a free port of this machine."""
    server = WebServer(app, "127.0.0.1", 0)
    yield server.start()
    server.stop()


@pytest.fixture
def guarded(table: Table, tmp_path: Path, gate: Permissions) -> Flask:
    """The application behind the gate of the test that asks for it."""
    return create_app(table, Status(tmp_path / "evidence"), gate)


@pytest.fixture
def served(guarded: Flask) -> Iterator[str]:
    server = WebServer(guarded, "127.0.0.1", 0)
    yield server.start()
    server.stop()
