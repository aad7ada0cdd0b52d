"""From a sure reading to a quiet hint: what the rules say to pieces that nobody was asked for changes nothing."""

from pathlib import Path

from companion.house.board import Board
from companion.house.eyes import Eyes
from companion.journal import Journal
from companion.kit.asks import Place
from companion.packs import Shelf
from companion.table.lending import LendableTable
from tests.house.test_house import SEATS
from vision.reading import Decision, Finding, Reading, Why, box_corners

FIELD = {"1": {"card": "bulwark"}, "2": {"card": "rampart", "d": 1, "turning": 1}}
TURN = {"step": "T4", "turn_order": [seat.id for seat in SEATS], "first_actor": "red", "current": "red"}


def lying(turned: int) -> Reading:
    """The field as the camera sees it, the damaged mech turned so many quarters to the right."""
    cards = (("1", "bulwark", 0), ("2", "rampart", turned))
    seen = (Finding("card", card, box_corners(0, 0, 9, 9), 0.99, cell=slot, turn=turn) for slot, card, turn in cards)
    return Reading("field:1", "cards", tuple(seen), Decision.ACCEPT, Why("sight.sure"), 0.0)


def test_a_mech_turned_the_wrong_way_is_a_quiet_hint_until_it_is_turned_right(tmp_path: Path) -> None:
    table = LendableTable(Journal(tmp_path / "journal.sqlite"), Shelf(None))
    table.start()
    try:
        board = Board(tmp_path / "evidence", table.nudge)
        eyes = Eyes(table, board, "virtual:", tmp_path / "taught")
        table.begin("mechamancers", SEATS, position={**TURN, "players": {"red": {"field": FIELD}}})
        eyes._order()
        before = table.last_seq
        face = table.face()
        assert face is not None
        (ask,) = [ask for ask in face.asks if isinstance(ask, Place) and ask.zone == "field:red"]
        eyes._seen(ask.id, lying(turned=1))
        (hint,) = board.shown()["hints"]
        assert (hint.place, hint.say.key) == ("field:1", "mm.refused.rot_wrong_way")
        assert table.last_seq == before, "nothing was changed by it"
        eyes._seen(ask.id, lying(turned=3))
        assert board.shown()["hints"] == ()
    finally:
        table.stop()
