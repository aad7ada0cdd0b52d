"""Games from outside, played where they are installed: dice and tokens before the lens, keys of the
panel, touches of the tablet, the demo, Indonesian. `tests/test_plugins.py` runs this in that
environment. The lens is turned by hand, so a busy machine sees the same pictures.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from companion import games
from companion.config import Config
from companion.kit.intents import Answer, AnswerValue, Chosen, Placed, Rolled
from companion.kit.pieces import Die, Piece
from companion.kit.seats import Seat
from companion.service.service import Service
from companion.service.virtual.demo import Demo
from companion.service.virtual.fingers import Dialled, next_press
from companion.table.table import Table
from tests.service.stepped_house import House
from tests.service.test_demo import demo
from tests.service.test_service import press, until
from tests.service.test_virtual import Stand, stand
from tests.web.browser import TABLET, watched
from tests.web.conftest import address, app, board, table
from tests.web.fingers import tap

__all__ = ["address", "app", "board", "demo", "stand", "table"]
IN_INDONESIAN = "localStorage.setItem('tableside', JSON.stringify({ language: 'id' }))"
SEATS = (Seat("red", "Ani", "red"), Seat("blue", "Budi", "blue"))
PATIENCE_MS = 90_000  # on a busy machine
ENOUGH = 40  # pictures: dice fall, lie still and are looked at


# Before the lens


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path, lambda _message: None)
    yield made
    made.close()


def turned(house: House, pictures: int = ENOUGH) -> Any:
    """So many pictures later; the state then."""
    for _ in range(pictures):
        house.stand.follow()
        house.camera.turn()
    live = house.table.live
    assert live is not None
    return live.state


def test_dice_of_farkle_are_read_on_the_standard_tray(house: House) -> None:
    house.table.begin("farkle", SEATS)
    turned(house, 6)
    house.hear(do="throw", values=[1, 1, 5, 2, 3, 4])
    state = turned(house)
    assert (state.step, sorted(state.rolled)) == ("keep", [1, 1, 2, 3, 4, 5])


def test_a_piece_on_the_standard_board_is_read_beside_those_that_lie_there(house: House) -> None:
    house.table.begin("four_in_line", SEATS)
    turned(house, 6)
    for seat, cell in (("red", "3,3"), ("blue", "1,2"), ("red", "5,5")):
        house.hear(do="put", kind="token", look=seat, **middle_of(house, cell))
        state = turned(house)
        assert state.board[cell] == (Piece(seat),)
    live = house.table.live
    assert live is not None
    assert [line.intent.device for line in live.lines] == ["camera"] * 3


def middle_of(house: House, cell: str) -> dict[str, float]:
    stage = house.stand.surface.staged()
    x, y, wide, high = stage.layout.areas()["board"].cells_mm[cell]
    ((right, down),) = stage.seen(((x + wide / 2, y + high / 2),))
    return {"x": right, "y": down}


# On the panel


@pytest.fixture
def stand_in(tmp_path: Path) -> Iterator[Service]:
    """The house with a panel that is pressed by messages."""
    made = Service(tmp_path, Config(), panel="script:demo", virtual=True)
    made.start("127.0.0.1", 0)
    yield made
    made.stop()


def test_farkle_is_played_on_the_panel(stand_in: Service) -> None:
    stand_in.table.begin("farkle", SEATS)
    dice = Rolled(tuple(Die(face) for face in (1, 1, 5, 2, 3, 4)))
    stand_in.table.submit(Answer(id="r", ask="1.red.0:roll", answer=dice))
    until(lambda: stand_in.status.shown()["panel"].state == "on", "the panel connects")
    by_panel(stand_in, Chosen(("11",)))
    by_panel(stand_in, Chosen(("roll",)))
    live = stand_in.table.live
    assert live is not None
    assert (live.state.kept, live.state.left, live.state.step) == (200, 4, "roll")
    assert [line.intent.device for line in live.lines[1:]] == ["panel", "panel"]


def by_panel(service: Service, value: AnswerValue) -> None:
    """Key by key, as the panel's own demo would press it."""
    live, before = service.table.live, service.table.last_seq
    assert live is not None
    (ask,) = live.game.asks(live.state)
    wanted, seats = Answer(id="", ask=ask.id, answer=value), tuple(seat.id for seat in SEATS)
    until(lambda: dialled(service).ask == ask.id, "the panel shows the question")
    while service.table.last_seq == before:
        at = dialled(service)
        role = next_press(ask, wanted, at, seats)
        assert role is not None, f"the panel cannot answer {ask.id}"
        press(service, role)
        until(lambda: service.table.last_seq > before or dialled(service) != at, f"{role} is heard")  # noqa: B023


def dialled(service: Service) -> Dialled:
    shown = service.status.shown()["face"] or {}
    return msgspec.convert(shown.get("at") or {}, Dialled)


# On the tablet


def on_a_tablet(address: str, chromium: Any, game: str) -> tuple[Page, list[str]]:
    """Set up by touch, in Indonesian; a game without cards is offered none."""
    page = chromium.new_page(viewport=TABLET)
    page.set_default_timeout(PATIENCE_MS)
    page.add_init_script(IN_INDONESIAN)
    complaints = watched(page)
    page.goto(address)
    page.click(f'[data-game="{game}"]')
    assert page.locator('[aria-label="Kartu"]').count() == 0
    page.click("#start")
    page.wait_for_selector(".ask[data-ask]")
    return page, complaints


def give(table: Table, page: Page, value: AnswerValue) -> Any:
    """By touch; the state then."""
    live = table.live
    assert live is not None
    (ask,) = live.game.asks(live.state)
    tap(page, ask, Answer(id="", ask=ask.id, answer=value, seat=ask.seats[0]), table.last_seq)
    return live.state


def test_farkle_is_played_by_touch_in_indonesian(table: Table, address: str, chromium: Any) -> None:
    page, complaints = on_a_tablet(address, chromium, "farkle")
    assert "lempar 6 dadu" in page.locator(".ask .say").inner_text()
    give(table, page, Rolled(tuple(Die(face) for face in (1, 1, 5, 2, 3, 4))))
    state = give(table, page, Chosen(("11", "5")))
    assert (state.kept, state.left, state.step) == (250, 3, "dare")
    assert complaints == []


def test_a_board_is_tapped_on_the_stage_and_over_it(
    table: Table, address: str, chromium: Any
) -> None:
    page, complaints = on_a_tablet(address, chromium, "four_in_line")
    page.locator('.areas .board-cell[data-takes="3,3"]').click()
    until(lambda: table.last_seq == 1, "a tap on the stage lays the piece")
    page.wait_for_function("() => Number(document.body.dataset.seq) >= 1")
    assert table.live is not None
    first, second = (seat.id for seat in table.live.state.seats[:2])
    two = {"3,3": (Piece(first),), "1,2": (Piece(second),)}
    assert give(table, page, Placed(two)).board == two
    assert complaints == []


# By itself


def test_the_demo_plays_farkle(stand: Stand, demo: Demo) -> None:
    demo.hear({"do": "start", "games": ["farkle"]})
    until(lambda: any(bar.get("part", 0) > 0.5 for bar in list(stand.bars)), "half of it is played")
    until(lambda: stand.status.shown().get("demo") is None, "it is over")
    assert demo.performer.ways["tap"] > 0


def test_they_are_games_like_the_others() -> None:
    assert {"farkle", "four_in_line"} <= set(games.ids())
    assert games.faults() == {}
