"""Doubtful readings on the page: the picture, the likeliest answers first, and two taps put them
right.
"""

import random
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from playwright.sync_api import Page

from companion import games
from companion.kit.asks import Ask, Place, Roll, Show
from companion.kit.intents import Placed, Rolled, Shown, Undo
from companion.kit.say import say
from companion.kit.seats import Seat
from companion.service.camera_line import CameraLine
from companion.service.reading_display import sight_of
from companion.service.status import Hint, Status
from companion.simulate import set_up
from companion.table.table import Table
from tests.table.playing import next_answer
from tests.web.browser import TABLET, watched
from tests.web.fingers import SETTLED
from vision.reading import Decision, Finding, Likely, Reading, Why, box_corners
from web.services import services_of

SEATS = tuple(Seat(colour, colour=colour) for colour in ("red", "blue", "green"))
CORNERS = box_corners(10, 10, 60, 60)


@pytest.fixture
def page(chromium: Any) -> Page:
    made: Page = chromium.new_page(viewport=TABLET)
    return made


def play_until(table: Table, wanted: Callable[[Ask], bool]) -> Ask:
    chance = random.Random(3)
    for number in range(800):
        face = table.snapshot()
        assert face is not None
        found = next((ask for ask in face.asks if wanted(ask)), None)
        if found is not None:
            return found
        table.submit(next_answer(table, chance, f"t{number}"))
    raise AssertionError("that was never asked")


def doubtful(*findings: Finding, why: str = "sight.unsure_count") -> Reading:
    return Reading("zone", "tokens", findings, Decision.ASK, Why(why), 0.0, size_px=(200, 100))


def answered(table: Table) -> Any:
    assert table.live is not None
    return table.live.lines[-1].intent.answer


def open_page(page: Page, address: str) -> list[str]:
    complaints = watched(page)
    page.goto(address)
    page.wait_for_selector(".ask")
    return complaints


def test_a_box_with_two_or_three_tokens_is_settled_by_one_tap(
    page: Page, table: Table, app: Flask, address: str
) -> None:
    table.begin("spell_from_the_future", SEATS)
    ask = play_until(
        table, lambda ask: isinstance(ask, Place) and not ask.optional and len(ask.cells) > 3
    )
    assert isinstance(ask, Place)
    free = [cell.id for cell in ask.cells if cell.most != 0]
    sure = Finding("token", "black", CORNERS, 0.99, "black", cell=free[1], count=1)
    heap = Finding(
        "token",
        "white",
        CORNERS,
        0.4,
        "white",
        (Likely(1, 0.5), Likely(2, 0.4)),
        free[0],
        None,
        1,
        False,
    )
    board: Status = services_of(app).devices
    complaints = open_page(page, address)
    board.show(sights=(sight_of(ask, doubtful(sure, heap), ""),))
    place = page.locator(f'[data-ask="{ask.id}"]')
    place.locator(f'[data-cell="{free[0]}"].asked').wait_for()
    before = table.last_seq
    place.locator(f'[data-cell="{free[0]}"] [data-likely="2"]').click()
    page.wait_for_function(SETTLED, arg=before)
    value = answered(table)
    assert isinstance(value, Placed)
    assert {cell: [(p.id, p.count) for p in pieces] for cell, pieces in value.cells.items()} == {
        free[0]: [("white", 2)],
        free[1]: [("black", 1)],
    }
    assert complaints == []


def test_a_wrong_but_sure_cell_takes_two_taps(
    page: Page, table: Table, app: Flask, address: str
) -> None:
    table.begin("spell_from_the_future", SEATS)
    ask = play_until(
        table, lambda ask: isinstance(ask, Place) and not ask.optional and len(ask.cells) > 3
    )
    assert isinstance(ask, Place)
    free = next(cell.id for cell in ask.cells if cell.most != 0)
    seen = Finding("token", "white", CORNERS, 0.99, "white", cell=free, count=1)
    services_of(app).devices.show(sights=(sight_of(ask, doubtful(seen, why="sight.covered"), ""),))
    open_page(page, address)
    place = page.locator(f'[data-ask="{ask.id}"]')
    before = table.last_seq
    place.locator(f'[data-cell="{free}"] [data-piece=white] button').last.click()
    place.locator(".corner button.primary").click()
    page.wait_for_function(SETTLED, arg=before)
    assert answered(table).cells[free][0].count == 2


PARTS = """() => { const box = document.querySelector('.seen-picture').getBoundingClientRect();
  const inside = (one) => { const b = one.getBoundingClientRect();
    return b.left >= box.left - 1 && b.right <= box.right + 1
      && b.top >= box.top - 1 && b.bottom <= box.bottom + 1; };
  return [box.height, [...document.querySelectorAll('.seen polygon')].map(inside)]; }"""


def test_the_picture_shows_where_the_dice_lie_and_leaves_room_for_their_values(
    page: Page, table: Table, app: Flask, address: str
) -> None:
    table.begin("spell_from_the_future", SEATS)
    ask = play_until(table, lambda ask: isinstance(ask, Roll))
    likely = (Likely(3, 0.5), Likely(5, 0.4))
    die = Finding("die", 3, box_corners(150, 70, 170, 90), 0.5, "white", likely, sure=False)
    board: Status = services_of(app).devices
    name = board.evidence_folder.keep(
        "seen.jpg", cv2.imencode(".jpg", np.full((100, 200, 3), 90, np.uint8))[1].tobytes()
    )
    board.show(sights=(sight_of(ask, doubtful(die), name),))
    open_page(page, address)
    page.wait_for_function("() => document.querySelector('.seen-picture')?.style.width")
    height, inside = page.evaluate(PARTS)
    assert inside == [True]
    assert 60 < height <= 165
    values = page.locator(f'[data-ask="{ask.id}"] .face.likely').last
    assert values.bounding_box()["y"] < TABLET["height"] - 220  # type: ignore[index]


HIDDEN = """() => {
  const floor = document.querySelector('.log').getBoundingClientRect().top;
  const values = '.face.likely, .dice .asked, .likely-counts button, .known .likely';
  const shown = [...document.querySelectorAll('.looked-at')]
    .flatMap((ask) => [...ask.querySelectorAll(values)]);
  const below = shown.filter((one) => one.getBoundingClientRect().bottom > floor + 1);
  return [shown.length, below.length];
}"""


def unsure(ask: Ask) -> tuple[Finding, ...]:
    """The last die, a full box or the card that the camera cannot tell."""
    match ask:
        case Roll():
            dice = [die for die in ask.dice for _ in range(die.count)]
            boxes = [box_corners(90 * at, 20, 90 * at + 60, 80) for at in range(len(dice))]
            likely = (Likely(3, 0.5), Likely(5, 0.4))
            sure = [
                Finding("die", 4, box, 0.99, die.colour)
                for die, box in zip(dice, boxes, strict=True)
            ]
            return (
                *sure[:-1],
                Finding("die", 3, boxes[-1], 0.5, dice[-1].colour, likely, sure=False),
            )
        case Place():
            cell, piece = [cell.id for cell in ask.cells if cell.most != 0][-1], ask.pieces[0].id
            return (
                Finding(
                    "token",
                    piece,
                    CORNERS,
                    0.4,
                    piece,
                    (Likely(1, 0.5), Likely(2, 0.4)),
                    cell,
                    None,
                    1,
                    False,
                ),
            )
        case Show():
            two = tuple(Likely(card.id, 0.4) for card in ask.known if not card.needs)[:2]
            return (Finding("card", two[0].value, CORNERS, 0.5, None, two, None, 0, 1, False),)
        case _:
            raise AssertionError("nothing the camera reads")


ASKED = [
    (
        "world_adventure",
        3,
        lambda ask: isinstance(ask, Roll) and sum(die.count for die in ask.dice) > 4,
    ),
    ("spell_from_the_future", 3, lambda ask: isinstance(ask, Place) and len(ask.cells) > 3),
    ("spell_saga", 1, lambda ask: isinstance(ask, Show) and len(ask.known) > 5),
]


@pytest.mark.parametrize(("game", "players", "wanted"), ASKED, ids=[game for game, _, _ in ASKED])
def test_the_values_to_tap_are_in_sight_below_pieces_to_move(
    game: str,
    players: int,
    wanted: Callable[[Ask], bool],
    page: Page,
    table: Table,
    app: Flask,
    address: str,
) -> None:
    start = set_up(games.find(game), players)
    table.begin(game, start.seats, dict(start.options))
    play_until(table, lambda ask: wanted(ask) and not ask.optional)
    here = table.last_seq
    for number in range(12):
        table.submit(next_answer(table, random.Random(number), f"on{number}"))
    table.submit(Undo(id="back", line=here + 1))
    ask = play_until(table, lambda ask: wanted(ask) and not ask.optional)
    board: Status = services_of(app).devices
    name = board.evidence_folder.keep(
        "seen.jpg", cv2.imencode(".jpg", np.full((400, 600, 3), 90, np.uint8))[1].tobytes()
    )
    reading = Reading(
        "zone", "x", unsure(ask), Decision.ASK, Why("sight.unsure_count"), 0.0, size_px=(600, 400)
    )
    board.show(sights=(sight_of(ask, reading, name),))
    open_page(page, address)
    page.wait_for_function("() => document.querySelector('.seen-picture')?.style.width")
    values, hidden = page.evaluate(HIDDEN)
    assert values
    assert hidden == 0
    page.locator(".moves summary").click()
    assert page.locator(".moves li").first.is_visible()


ASKED_BLINDLY = """(() => {
  window.blind = 0;
  const look = () => {
    if (document.querySelector('.ask') && !document.querySelector('.sight')) blind += 1;
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
})()"""


def test_what_the_camera_saw_is_in_the_first_picture_of_the_page(
    page: Page, table: Table, app: Flask, address: str
) -> None:
    """Drawn in afterwards, it would take away what a quick finger has done meanwhile."""
    table.begin("spell_from_the_future", SEATS)
    ask = play_until(
        table, lambda ask: isinstance(ask, Place) and not ask.optional and len(ask.cells) > 3
    )
    services_of(app).devices.show(sights=(sight_of(ask, doubtful(why="sight.covered"), ""),))
    page.add_init_script(ASKED_BLINDLY)
    open_page(page, address)
    page.wait_for_selector(".sight")
    assert page.evaluate("blind") == 0


def test_among_several_dice_one_tap_on_the_wrong_one_and_one_on_its_value_are_the_answer(
    page: Page, table: Table, app: Flask, address: str
) -> None:
    table.begin("world_adventure", SEATS)
    ask = play_until(
        table, lambda ask: isinstance(ask, Roll) and sum(die.count for die in ask.dice) > 1
    )
    assert isinstance(ask, Roll)
    wanted = [die.colour for die in ask.dice for _ in range(die.count)]
    dice = [
        Finding("die", 1 + at % 6, box_corners(60 * at, 0, 60 * at + 50, 50), 0.99, colour)
        for at, colour in enumerate(wanted)
    ]
    reading = Reading(
        "tray",
        "dice",
        tuple(dice[::-1]),
        Decision.ASK,
        Why("sight.maybe_more"),
        0.0,
        size_px=(400, 60),
    )
    services_of(app).devices.show(sights=(sight_of(ask, reading, ""),))
    open_page(page, address)
    place = page.locator(f'[data-ask="{ask.id}"]')
    before = table.last_seq
    place.locator(".dice button").nth(0).click()
    place.locator('button.face[data-face="6"]').click()
    page.wait_for_function(SETTLED, arg=before)
    value = answered(table)
    assert isinstance(value, Rolled)
    assert value.dice[0].face == 6
    assert len(value.dice) == len(wanted)


def test_a_doubtful_card_is_offered_first_and_taken_with_one_tap(
    page: Page, table: Table, app: Flask, address: str
) -> None:
    table.begin("spell_from_the_future", SEATS)
    ask = play_until(
        table, lambda ask: isinstance(ask, Show) and not ask.optional and len(ask.known) > 5
    )
    assert isinstance(ask, Show)
    likely = [card.id for card in ask.known if not card.needs][-2:]
    card = Finding(
        "card",
        likely[0],
        CORNERS,
        0.6,
        None,
        tuple(Likely(name, 0.5) for name in likely),
        None,
        0,
        1,
        False,
    )
    services_of(app).devices.show(
        sights=(sight_of(ask, doubtful(card, why="sight.unknown_card"), ""),)
    )
    open_page(page, address)
    place = page.locator(f'[data-ask="{ask.id}"]')
    assert place.locator(".known .entry-card").nth(0).get_attribute("data-card") == likely[0]
    assert place.locator(".teach-it").is_visible()
    before = table.last_seq
    place.locator(f'[data-card="{likely[1]}"]').click()
    page.wait_for_function(SETTLED, arg=before)
    value = answered(table)
    assert isinstance(value, Shown)
    assert value.cards[0].id == likely[1]


def test_states_and_hints_are_shown_without_redrawing_what_somebody_is_doing(
    page: Page, table: Table, app: Flask, address: str
) -> None:
    table.begin("spell_from_the_future", SEATS)
    ask = play_until(table, lambda ask: isinstance(ask, Roll))
    board: Status = services_of(app).devices
    open_page(page, address)
    page.evaluate("document.querySelector('.ask').dataset.mine = 'yes'")
    camera = {"state": "on", "what": "", "figures": {}}
    board.show(
        camera=camera,
        line=CameraLine("turned", say("camera_line.turned"), ask.id),
        hints=(Hint("field:1", say("sight.hint.nothing")),),
    )
    page.wait_for_selector('.eye-state[data-state="turned"]')
    assert "turned by hand" in page.locator(".eye-state").first.inner_text()
    assert "nothing" in page.locator(".hints").inner_text()
    assert page.evaluate("document.querySelector('.ask').dataset.mine") == "yes"
