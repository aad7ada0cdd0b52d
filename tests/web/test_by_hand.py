"""What fingers do besides answering, in a real browser: histories, replay, turned seats, packs,
settings; and what the page lets people see and hear of it."""

import json
from datetime import datetime
from typing import Any

from flask import Flask
from playwright.sync_api import Page

from companion.kit.intents import Adjust
from companion.kit.say import say
from companion.kit.seats import Seat
from companion.service.status import Device, Status
from companion.table.number_history import value_told
from companion.table.table import Accepted, Table
from companion.texts import texts
from tests.web.browser import TABLET, watched
from tests.web.fingers import UNFOLDED
from tests.web.moments import play
from tests.web.test_around_the_table import SHOWN, play_to_a_roll, shown, throw
from web.services import services_of

MOVED = """(() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    moved.push(String(this.className.baseVal ?? this.className));
    return animate.apply(this, how);
  };
})()"""
SPOKEN = """(() => {
  window.spoken = [];
  Object.defineProperty(window, 'speechSynthesis', { value: { speak: (one) => spoken.push(one.text), cancel: () => spoken.push('-') } });
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
})()"""  # noqa: E501


def opened(
    chromium: Any, address: str, seq: int, script: str = "", settings: str = "{}", **more: Any
) -> Page:
    page: Page = chromium.new_context(viewport=TABLET, **more).new_page()
    page.add_init_script(f"localStorage.tableside ??= JSON.stringify({settings}); {script}")
    shown(page, address, seq)
    return page


def test_a_die_flies_to_the_number_it_gave_unless_people_want_it_still(
    table: Table, address: str, chromium: Any
) -> None:
    roll = play_to_a_roll(table)
    seq = table.last_seq
    lively = opened(chromium, address, seq, MOVED)
    still = opened(chromium, address, seq, MOVED, "{ still: true }")
    calm = opened(chromium, address, seq, MOVED, reduced_motion="reduce")
    lively.locator(".ask [data-face='4']").click()
    lively.wait_for_function("() => moved.some((one) => one.includes('flying'))")
    for page in (still, calm):
        page.wait_for_function(SHOWN, arg=seq + 1)
        assert page.evaluate("moved") == []
    table.submit(Adjust(id="by hand", handle="village_damage", to=3, reason="look"))
    lively.locator("[data-tracker=village] .gauge .number").get_by_text("3", exact=True).wait_for()
    lively.wait_for_function("() => moved.includes('number')")
    assert roll.dice[0].kind == "d6"


def test_a_seats_area_faces_the_edge_its_player_sits_at(
    table: Table, address: str, chromium: Any
) -> None:
    play_to_a_roll(table)
    page = opened(chromium, address, table.last_seq)
    page.click("#menu")
    page.click("[data-screen=turning]")
    page.click("[data-turn-seat='red:180']")
    page.click("[data-turn-seat='blue:90']")
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector("[data-edge=top] [data-seat=red]")
    turned = page.locator("[data-edge=top] [data-seat=red]").evaluate(
        "(one) => getComputedStyle(one).transform"
    )
    assert turned.startswith("matrix(-1")
    beside = page.locator("[data-edge=left] [data-seat=blue]").bounding_box()
    below = page.locator("[data-edge=bottom] [data-seat=green]").bounding_box()
    assert beside is not None
    assert below is not None
    assert beside["x"] < 40
    assert beside["height"] > beside["width"]
    assert below["x"] > beside["x"]


def test_a_tapped_number_tells_its_history_and_the_slider_goes_back_to_it(
    table: Table, address: str, chromium: Any
) -> None:
    play(table, "mechamancers", 90, 2)
    page = opened(chromium, address, table.last_seq)
    complaints = watched(page)
    page.locator(".seat-box button.figure").first.click()
    page.wait_for_selector(".set-told .lines li")
    assert table.live is not None
    told = value_told(table.live, f"vp:{table.live.state.seats[0].id}")
    assert page.locator(".set-told .lines li").count() == max(1, len(told))
    page.locator("[data-leave]").click()
    page.locator(".log .last").click()
    page.click("#replay")
    page.wait_for_selector(".sheet-over .trackers[data-seq]")
    last = [line.seq for line in table.live.log() if line.says][-1]
    first = page.locator(".sheet-over > .trackers").get_attribute("data-seq")
    page.locator(".sheet-over input[type=range]").press("End")
    page.wait_for_function(
        "seq => document.querySelector('.sheet-over > .trackers').dataset.seq === String(seq)",
        arg=last,
    )
    assert first != str(last)
    assert complaints == []


def test_after_an_undo_the_page_says_which_pieces_go_back(
    table: Table, address: str, chromium: Any
) -> None:
    play(table, "mechamancers", 90, 2)
    page = opened(chromium, address, table.last_seq)
    page.locator(".log .last").click()
    lines = page.locator(".sheet-over .lines li")
    lines.last.wait_for()
    lines.nth(min(6, lines.count() - 1)).locator("button").last.click()
    # A line to open where a sheet with controls lies over the stage; open at once elsewhere.
    page.locator(".moves summary").wait_for()
    if not page.locator(".moves li").first.is_visible():
        page.locator(".moves summary").click()
    page.locator(".moves li").first.wait_for()
    assert table.live is not None
    assert page.locator(".moves li").count() == len(table.live.moves)
    page.locator(".log .last").click()
    page.wait_for_selector(".sheet-over .struck")


def test_a_correction_is_said_once_with_the_right_value_only(
    table: Table, address: str, chromium: Any
) -> None:
    roll = play_to_a_roll(table)
    page = opened(chromium, address, table.last_seq, SPOKEN, "{ speech: true }")
    seq = throw(table, roll, 2, "wrong")
    page.wait_for_function("() => spoken.length > 0")
    page.locator(".last-dice button").first.click()
    page.locator(".sheet-over [data-face='5']").click()
    page.locator(".sheet-over .panel .primary").click()  # what it would change is seen first
    page.wait_for_function(SHOWN, arg=seq + 1)
    said = page.evaluate("spoken")
    after = said[said.index("-") + 1 :]
    assert len(after) == 1
    assert "5" in after[0]
    assert "2" not in after[0]


def test_a_press_that_changed_nothing_is_answered_on_the_page(
    table: Table, app: Flask, address: str, chromium: Any
) -> None:
    play_to_a_roll(table)
    page = opened(chromium, address, table.last_seq)
    services_of(app).devices.answer("panel", say("said.press"))
    page.wait_for_selector(".answered")
    assert texts("en")["said.press"] in page.locator(".answered").inner_text()


def test_a_button_of_the_virtual_panel_comes_up_also_when_it_was_drawn_anew_under_the_finger(
    table: Table, board: Status, address: str, chromium: Any
) -> None:
    told: list[Any] = []
    board.talk = told.append
    face = {"rows": ["one"], "lamps": ["off"] * 16}
    board.show(panel=Device("on"), face=face)
    play_to_a_roll(table)
    page = opened(chromium, address, table.last_seq)
    page.locator(".drawer > summary").click()
    page.locator(".key[data-role=confirm]").hover()
    with page.expect_response(
        "**/api/virtual*"
    ):  # else its late answer would be taken for the release's
        page.mouse.down()
    board.show(face={**face, "rows": ["two"]})
    page.wait_for_selector(".lcd:has-text('two')")
    with page.expect_response("**/api/virtual*"):
        page.mouse.up()
    pressed = {"to": "panel", "do": "press", "role": "confirm"}
    assert told == [pressed, {**pressed, "do": "release"}]


def test_set_up_draws_people_around_the_table_and_says_how_the_devices_are(
    table: Table, app: Flask, address: str, chromium: Any
) -> None:
    page = chromium.new_context(viewport=TABLET).new_page()
    complaints = watched(page)
    page.goto(address)
    page.click("[data-game=spell_from_the_future]")
    page.locator(".people input").first.fill("Ani")
    assert page.locator(".drawn-table g").count() == 3
    assert page.locator(".drawn-table").get_attribute("aria-label").endswith("Ani, Blue, Green")
    words = texts("en")
    check = page.locator("#device-check")
    check.get_by_text(words["web.devices.camera_none"]).wait_for()
    services_of(app).devices.show(camera=Device("on"), panel=Device("away"))
    check.get_by_text(words["web.devices.camera_on"]).wait_for()
    check.get_by_text(words["web.devices.panel_away"]).wait_for()
    page.evaluate(UNFOLDED)
    page.click("[data-option=damage_mode] [data-value=shortfall]")
    page.get_by_text(words["web.options_changed"].format(n=1)).wait_for()
    assert complaints == []
    page.context.close()


def test_a_returning_group_starts_in_two_taps_and_resumes_in_one(
    table: Table, address: str, chromium: Any
) -> None:
    names = json.dumps({"names": ["Ani", "Budi", "Citra"]})
    page = chromium.new_context(viewport=TABLET).new_page()
    page.add_init_script(f"localStorage.tableside ??= JSON.stringify({names})")
    page.goto(address)
    page.click("[data-game=spell_from_the_future]")
    page.click("#start")
    page.wait_for_selector(".ask")
    assert table.live is not None
    assert [seat.name for seat in table.live.state.seats] == ["Ani", "Budi", "Citra"]
    number = table.journals.held.number
    page.click("#menu")
    page.get_by_text(texts("en")["web.leave"]).click()
    kept = page.locator(".setup .go-on").first
    assert all(name in kept.inner_text() for name in ("Ani", "Budi", "Citra"))
    assert f"{datetime.now():%B}" in kept.locator(".when").inner_text()  # dated
    kept.click()
    page.wait_for_selector(".ask")
    assert table.journals.held.number == number
    assert isinstance(
        table.submit(Adjust(id="a", handle="village_damage", to=1, reason="x")), Accepted
    )


def test_a_group_is_remembered_by_the_service_on_any_device(
    table: Table, address: str, chromium: Any
) -> None:
    seats = (Seat("green", "Ani", "green"), Seat("red", "Budi", "red"))
    table.begin("mechamancers", seats)
    table.leave()
    page = chromium.new_context(viewport=TABLET).new_page()
    page.goto(address)
    page.click(".tile[data-game=mechamancers]")
    page.click("#start")
    page.wait_for_selector(".ask")
    assert table.live is not None
    assert [(seat.id, seat.name) for seat in table.live.state.seats] == [
        ("green", "Ani"),
        ("red", "Budi"),
    ]
