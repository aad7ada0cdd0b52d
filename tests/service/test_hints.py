"""From a sure reading to a quiet hint: what the rules say to pieces that nobody was asked for
changes nothing.
"""

from pathlib import Path

from companion.journal import Journal
from companion.kit.asks import Place
from companion.packs import Shelf
from companion.service.camera_service import CameraService
from companion.service.status import Status
from companion.service.watch_orders import BESIDE
from companion.table.table import Table
from tests.games.spell_from_the_future.table import D13
from tests.service.test_service import SEATS
from vision.reading import Decision, Finding, Reading, Why, box_corners

FIELD = {"1": {"card": "bulwark"}, "2": {"card": "rampart", "d": 1, "turning": 1}}
TURN = {
    "step": "T4",
    "turn_order": [seat.id for seat in SEATS],
    "first_actor": "red",
    "current": "red",
}
DAY = {
    "step": "P5.2",
    "round": 1,
    "first_player": "red",
    "initiative_roll": 2,
    "initiative": "mages",
    "current_beast": D13,
    "beasts_met": ["D13"],
    "beast_deck_count": 6,
    "letters": ["A", "B", "C", "D"],
}


def lying(turned: int) -> Reading:
    """The field as the camera sees it, the damaged mech turned so many quarters to the right."""
    cards = (("1", "bulwark", 0), ("2", "rampart", turned))
    seen = (
        Finding("card", card, box_corners(0, 0, 9, 9), 0.99, cell=slot, turn=turn)
        for slot, card, turn in cards
    )
    return Reading("field:1", "cards", tuple(seen), Decision.ACCEPT, Why("sight.sure"), 0.0)


def test_a_mech_turned_the_wrong_way_is_a_quiet_hint_until_it_is_turned_right(
    tmp_path: Path,
) -> None:
    table = Table(Journal(tmp_path / "journal.sqlite"), Shelf(None))
    table.start()
    try:
        status = Status(tmp_path / "evidence", table.changes.announce)
        camera = CameraService(table, status, "virtual:", tmp_path / "taught")
        table.begin("mechamancers", SEATS, position={**TURN, "players": {"red": {"field": FIELD}}})
        camera.follow()
        before = table.last_seq
        face = table.snapshot()
        assert face is not None
        (ask,) = [ask for ask in face.asks if isinstance(ask, Place) and ask.zone == "field:red"]
        camera.take(ask.id, lying(turned=1))
        (hint,) = status.shown()["hints"]
        assert (hint.place, hint.say.key) == ("field:1", "mm.refused.rot_wrong_way")
        assert table.last_seq == before, "nothing was changed by it"
        camera.take(ask.id, lying(turned=3))
        assert status.shown()["hints"] == ()
    finally:
        table.stop()


def tokens(
    place: str, decision: Decision, *counts: tuple[str, int], cell: str | None = None, ask: str = ""
) -> Reading:
    seen = (
        Finding("token", name, box_corners(0, 0, 9, 9), 0.99, name, cell=cell, count=n)
        for name, n in counts
    )
    return Reading(place, "tokens", tuple(seen), decision, Why("sight.sure"), 0.0, ask=ask)


def test_tokens_that_no_longer_add_up_with_a_card_already_taken_are_a_quiet_hint(
    tmp_path: Path,
) -> None:
    table = Table(Journal(tmp_path / "journal.sqlite"), Shelf(None))
    table.start()
    try:
        status = Status(tmp_path / "evidence", table.changes.announce)
        camera = CameraService(table, status, "virtual:", tmp_path / "taught")
        read = {"red": {"placement": {"A": {"white": 2}}, "mind_in_play": "focus"}}
        table.begin("spell_from_the_future", SEATS, position=DAY | {"players": read})
        camera.follow()
        before, face = table.last_seq, table.snapshot()
        assert face is not None
        (ask,) = [ask for ask in face.asks if isinstance(ask, Place) and ask.zone == "dock:red"]
        camera.take(ask.id, tokens("card:1", Decision.ACCEPT, ("white", 2), cell="A"))
        assert status.shown()["hints"] == (), "it lies as it was read"
        aside = BESIDE + ask.id
        camera.take(aside, tokens("unplaced:1", Decision.ACCEPT, ("black", 3), ask=aside))
        (hint,) = status.shown()["hints"]
        assert (hint.place, hint.say.key) == ("card:1", "sf.refused.stacked")
        camera.take(
            aside, tokens("unplaced:1", Decision.ASK, ("black", 3), ("white", 2), ask=aside)
        )
        assert status.shown()["hints"] == (hint,), "a doubt does not unsay it"
        camera.take(
            aside, tokens("unplaced:1", Decision.ACCEPT, ("black", 3), ("white", 1), ask=aside)
        )
        assert status.shown()["hints"] == ()
        assert table.last_seq == before, "nothing was changed by any of it"
    finally:
        table.stop()
