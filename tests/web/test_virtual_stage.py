"""The virtual table on the page: screens for what is closed, a piece that lies there as soon as it
is let go, and chance that deals. No camera: what is drawn here needs none.
"""

import random
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, Route

from companion.kit.asks import Ask, Show
from companion.kit.seats import Seat
from companion.service.status import Device
from companion.service.virtual.dealer import Dealer
from companion.service.virtual.table import VirtualTable
from companion.table.table import Table
from tests.table.playing import next_answer
from tests.web.browser import TABLET
from web.services import services_of

SEATS = (Seat("red", "Ani", "red"), Seat("blue", "Budi", "blue"), Seat("green", "Citra", "green"))


@pytest.fixture
def stand(table: Table, app: Flask, tmp_path: Path) -> VirtualTable:
    devices: Any = services_of(app).devices
    made = VirtualTable(table, devices, lambda _message: None, tmp_path / "taught", lambda: None)
    dealer = Dealer(table, made, random.Random(1))
    hears = {"table": made.hear, "dealer": dealer.hear}
    devices.talk = lambda message: hears[message.pop("to")](message)
    devices.show(camera=Device("on"))
    table.begin("spell_from_the_future", SEATS)
    return made


def play_to_a_card(table: Table, stand: VirtualTable) -> Ask:
    chance = random.Random(3)
    for number in range(300):
        stand.follow()
        stage = stand.stage
        assert stage is not None
        for ask in stand.surface.asks:
            if isinstance(ask, Show) and not ask.optional and stage.area(ask) is not None:
                return ask
        table.submit(next_answer(table, chance, f"c{number}"))
    raise AssertionError("no card was asked for")


def opened(chromium: Any, address: str) -> Page:
    page: Page = chromium.new_page(viewport=TABLET)
    page.goto(address)
    page.wait_for_selector(".over-table g", state="attached")
    return page


PLACES = """() => ['.band', '.seats[data-edge=bottom]', '.virtual', '.shelf'].map((name) => {
  const box = document.querySelector(name).getBoundingClientRect();
  return [box.left, box.top, box.width, box.height].map(Math.round);
})"""


def test_on_a_tablet_the_table_has_the_whole_width_and_scores_bring_the_digits_back(
    chromium: Any, stand: VirtualTable, address: str
) -> None:
    stand.follow()
    page = opened(chromium, address)
    ask, seats, table, shelf = page.evaluate(PLACES)
    assert ask == [12, 60, 928, 112]
    assert seats == [948, 60, 320, 112]
    assert table == [12, 180, 1256, 580]
    assert shelf[3] == 88
    page.click("#view-switch [data-value=scores]")
    page.wait_for_selector(".virtual", state="hidden")
    assert page.evaluate(PLACES)[:2] == [[12, 60, 928, 184], [948, 60, 320, 700]]
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.wait_for_selector(".virtual .stage")
    assert page.locator(".middle").is_visible()
    assert not page.locator("#view-switch").is_visible()


def test_closed_places_are_screens_that_show_whose_they_are_and_no_more(
    chromium: Any, table: Table, stand: VirtualTable, address: str
) -> None:
    chance = random.Random(3)
    for number in range(300):
        face = table.snapshot()
        assert face is not None
        if face.view.closed:
            break
        table.submit(next_answer(table, chance, f"c{number}"))
    stand.follow()
    page = opened(chromium, address)
    page.wait_for_selector(".screen", state="attached")
    names = page.locator(".screen > text").all_text_contents()
    under = {place for place in stand.surface.closed if place.startswith("dock")}
    assert sorted(names) == sorted(seat.name for seat in SEATS if f"dock:{seat.id}" in under)
    assert page.locator(".screen .piece").count() == 0


def test_a_card_let_go_of_lies_there_at_once_and_in_the_nearest_place(
    chromium: Any, table: Table, stand: VirtualTable, address: str
) -> None:
    ask = play_to_a_card(table, stand)
    page = opened(chromium, address)
    held: list[Route] = []

    def late(route: Route) -> None:  # the service is slow to hear of it
        held.append(route)

    page.route("**/api/virtual*", late)
    chip = page.locator(f'[data-supply="{ask.id}"] [data-chip]').first
    chip.scroll_into_view_if_needed()
    place = page.locator(f'.target[data-for="{ask.id}"]').first.bounding_box()
    start = chip.bounding_box()
    assert place is not None
    assert start is not None
    page.mouse.move(start["x"] + 8, start["y"] + 8)
    page.mouse.down()
    beside = place["x"] + place["width"] + 6, place["y"] + place["height"] / 2
    page.mouse.move(*beside, steps=4)
    page.mouse.up()
    assert page.locator(".just-laid").count() == 1, "before anybody has answered"
    page.wait_for_timeout(0)
    (told,) = held
    told.continue_()
    page.wait_for_selector(".piece", state="attached")
    (piece,) = stand.surface.pieces.values()
    assert stand.stage is not None
    area = stand.stage.area(ask)
    assert area is not None
    x, y, wide, high = area.box_mm
    assert x <= piece.x_mm <= x + wide
    assert y <= piece.y_mm <= y + high
    assert page.locator(".just-laid").count() == 0


def test_deal_for_me_lays_what_the_question_wants(
    chromium: Any, table: Table, stand: VirtualTable, address: str
) -> None:
    ask = play_to_a_card(table, stand)
    page = opened(chromium, address)
    page.locator("#deal").click()
    page.wait_for_selector(".piece", state="attached")
    assert isinstance(ask, Show)
    looks = {piece.look for piece in stand.surface.pieces.values()}
    assert looks <= {card.id for card in ask.known}
