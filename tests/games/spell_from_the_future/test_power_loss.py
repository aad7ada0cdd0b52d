"""A power cut while everyone places behind the screens."""

from pathlib import Path

import pytest

from companion.journal import Journal
from companion.kit.intents import Answer, Readied
from companion.kit.seats import Seat
from companion.packs import Shelf
from companion.table.table import Accepted, Table
from tests.games.spell_from_the_future.table import D13, THREE

PLACING = {
    "step": "P4.4",
    "first_player": "red",
    "current_beast": D13,
    "beast_deck_count": 6,
    "initiative_roll": 2,
    "initiative": "mages",
    "letters": ["A", "B", "C", "D"],
}


def opened(folder: Path) -> Table:
    table = Table(Journal(folder / "journal.sqlite"), Shelf(folder / "packs"))
    table.start()
    return table


@pytest.mark.rule("SF-C13")
def test_after_a_restart_nobody_is_ready_and_nothing_hidden_was_kept(tmp_path: Path) -> None:
    table = opened(tmp_path)
    table.begin(
        "spell_from_the_future", tuple(Seat(one, colour=one) for one in THREE), position=PLACING
    )
    for seat in ("red", "green"):
        reply = table.submit(Answer(id=seat, ask="1:P4.4", answer=Readied(), seat=seat))
        assert isinstance(reply, Accepted)
    table.stop()
    again = opened(tmp_path)
    assert again.live is not None
    state = again.live.state
    again.stop()
    assert state.step == "P4.4"
    assert [player.ready for player in state.players.values()] == [False, False, False]
    assert all(
        player.placement is None and player.mind_in_play is None
        for player in state.players.values()
    )
