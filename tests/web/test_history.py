"""The game as it was: the table at a line, the curves, and the page that can be installed."""

from flask.testing import FlaskClient

from companion.table.table import Table
from tests.table.playing import play_on


def test_the_table_at_a_line_is_what_a_spectator_saw_then(
    playing: FlaskClient, table: Table
) -> None:
    seen = []
    for number in range(12):
        play_on(table, 1, seed=number, prefix=f"a{number}-")
        face = playing.get("/api/table?lang=en").json
        assert face is not None
        seen.append((face["seq"], face["trackers"], face["headline"]))
    for seq, trackers, headline in seen:
        then = playing.get(f"/api/table?at={seq}&lang=en").json
        assert then is not None
        assert (then["seq"], then["trackers"], then["headline"]) == (seq, trackers, headline)
        assert then["asks"] == []


def test_curves_are_told_in_the_language_asked_for(playing: FlaskClient, table: Table) -> None:
    play_on(table, 20)
    told = playing.get("/api/curves?lang=id").json
    assert told is not None
    assert len(told["points"]) == 21
    assert all(
        isinstance(curve["say"], str) and len(curve["values"]) == 21 for curve in told["curves"]
    )


def test_the_page_can_be_installed(client: FlaskClient) -> None:
    manifest = client.get("/static/manifest.webmanifest", buffered=True)
    assert manifest.mimetype == "application/manifest+json"
    assert manifest.json is not None
    for icon in manifest.json["icons"]:
        assert client.get(icon["src"], buffered=True).status_code == 200
