"""The API against its own description: schemathesis makes requests from it and checks answers."""

from pathlib import Path
from tempfile import TemporaryDirectory

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error

from companion.journal import Journal
from companion.packs import Shelf
from companion.service.status import Status
from companion.table.table import Table
from tests.table.conftest import SEATS
from web.app import create_app

# Tests are made from the description while they are collected, so the application must be there
# before any fixture.
FOLDER = TemporaryDirectory(ignore_cleanup_errors=True)
TABLE = Table(Journal(Path(FOLDER.name) / "journal.sqlite"), Shelf())
TABLE.start()
TABLE.begin("spell_from_the_future", SEATS)
# The stream never ends; test_stream has it.
schema = schemathesis.openapi.from_wsgi(
    "/api/openapi.json", create_app(TABLE, Status(Path(FOLDER.name) / "evidence"))
).exclude(path="/api/events")


@schema.parametrize()
@settings(
    max_examples=15,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_no_request_made_from_the_description_is_a_fault(case: schemathesis.Case) -> None:
    case.call_and_validate(checks=[not_a_server_error])
