"""What a line did to a hidden value stays hidden with it."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from companion.kit.game import Handle
from companion.kit.intents import Adjust, Answer, Shown, Undo
from companion.kit.pieces import CardSeen
from companion.kit.play import adjusted
from companion.kit.say import say
from companion.table.lines import Body
from companion.table.live_game import LiveGame, public_hash, state_hash
from companion.table.secrecy import words_for
from tests.games.mechamancers.table import Table

PICTURE = "role.jpg"


@pytest.fixture
def table() -> Table:
    """Ann, Cho and Ben take their roles in this order, face down."""
    return Table(step="P2", seats="ann ben cho", options={"roles_face": "secret_until_all"})


def take(live: LiveGame, role: str) -> int:
    (ask, *_) = live.game.asks(live.state)
    shown = Shown((CardSeen(role),))
    answer = Answer(id=role, ask=ask.id, answer=shown, seat=ask.seats[0], evidence=PICTURE)
    return entered(live, answer)


def entered(live: LiveGame, intent: Any) -> int:
    body, state = live.consider(intent)
    live.enter(live.seq + 1, msgspec.json.decode(msgspec.json.encode(body), type=Body), state=state)
    return live.seq


def picture(live: LiveGame, seq: int, seat: str | None) -> str | None:
    return next(line.evidence for line in live.log(seat=seat) if line.seq == seq)


def test_a_secret_answer_and_its_picture_are_for_whoever_gave_it(table: Table) -> None:
    live = table.live
    seq = take(live, "barricade")
    assert picture(live, seq, "ann") == PICTURE
    assert live.asked_in(seq, "ann") is not None
    for other in (None, "ben", "cho"):
        assert picture(live, seq, other) is None
        assert live.asked_in(seq, other) is None


def test_what_is_laid_open_later_can_be_read_again(table: Table) -> None:
    live = table.live
    seq = take(live, "barricade")
    take(live, "warlock")
    assert picture(live, seq, None) is None
    take(live, "quirk")
    assert picture(live, seq, None) == PICTURE
    assert live.asked_in(seq) is not None


def test_a_secret_answer_taken_back_stays_one(table: Table) -> None:
    live = table.live
    seq = take(live, "barricade")
    entered(live, Undo(id="u"))
    assert picture(live, seq, None) is None
    assert picture(live, seq, "ann") == PICTURE


def test_only_the_picker_is_offered_what_is_left(table: Table) -> None:
    live = table.live
    take(live, "barricade")
    offered = {seat: roles(live, seat) for seat in ("cho", "ben", None)}
    assert "barricade" not in offered["cho"]
    assert "barricade" in offered["ben"]
    assert offered["ben"] == offered[None]


def roles(live: LiveGame, seat: str | None) -> set[str]:
    (ask, *_) = live.game.asks(live.known(seat))
    return {card.id for card in ask.known}


def test_a_hidden_value_set_by_hand_is_told_only_to_who_knows_it(table: Table) -> None:
    take(table.live, "barricade")
    path = ("players", "ann", "base_shield_now")
    by_hand = Handle("shield", path, say("mm.handle.role", seat="ann"), most=9)
    game = replace(table.live.game, handles=lambda _: (by_hand,), broken=lambda _: ())
    (event, *_) = adjusted(game, table.state, Adjust(id="a", handle="shield", to=2)).events
    assert event.only == ("ann",)
    assert [words_for([event], seat) != () for seat in ("ann", "ben", None)] == [True, False, False]


def test_the_hash_that_everybody_gets_tells_no_secret(table: Table) -> None:
    live, other = (
        table.live,
        Table(step="P2", seats="ann ben cho", options={"roles_face": "secret_until_all"}).live,
    )
    take(live, "barricade")
    take(other, "warlock")
    assert state_hash(live.state) != state_hash(other.state)
    assert public_hash(live.game, live.state) == public_hash(other.game, other.state)
