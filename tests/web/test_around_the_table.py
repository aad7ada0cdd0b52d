"""What people do with the page besides answering, in a real browser: put right, take back, look on,
come back.
"""

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Page

from companion.kit.asks import Roll, dice_wanted
from companion.kit.intents import Answer, Rolled
from companion.kit.pieces import Die
from companion.kit.seats import Seat
from companion.table.table import Accepted, Table
from companion.texts import texts
from tests.faults.service import free_port
from tests.table.playing import next_answer
from tests.web.browser import PHONE, TABLET, watched

SEATS = (Seat("red", "Ani", "red"), Seat("blue", "Budi", "blue"), Seat("green", "Citra", "green"))
CUT_OFF = """() => [...document.querySelectorAll(
      '.ask .say, .seat-box .number, .seat-box .name, .head button')]
    .map((one) => one.getBoundingClientRect())
    .filter((box) => box.right > innerWidth + 1 || box.left < -1).length"""
GREY = """html { filter: grayscale(1) } .shape { width: 48px; height: 48px }
  .shape text { display: none }"""
CUT_OFF_BADGE = (
    ".head .badge.away:first-child"  # the page itself; the badges of camera and panel come after it
)
SHOWN = "seq => Number(document.body.dataset.seq) >= seq"


def play_to_a_roll(table: Table) -> Roll:
    """Into the game, up to the moment when dice are asked for."""
    chance = random.Random(11)
    table.begin("spell_from_the_future", SEATS)
    for number in range(400):
        assert table.live is not None
        asks = table.live.game.asks(table.live.state)
        roll = next((ask for ask in asks if isinstance(ask, Roll)), None)
        if roll is not None:
            return roll
        table.submit(next_answer(table, chance, str(number)))
    raise AssertionError("no roll was asked for")


def throw(table: Table, roll: Roll, face: int, name: str) -> int:
    dice = tuple(Die(face, die.kind, die.colour) for die in roll.dice for _ in range(die.count))
    reply = table.submit(Answer(id=name, device="camera", ask=roll.id, answer=Rolled(dice)))
    assert isinstance(reply, Accepted), reply
    return reply.seq


def shown(page: Page, address: str, seq: int) -> None:
    page.goto(address)
    page.wait_for_function(SHOWN, arg=seq)


def test_a_wrong_roll_is_put_right_once_its_preview_was_seen(
    table: Table, address: str, chromium: Any
) -> None:
    roll = play_to_a_roll(table)
    assert dice_wanted(roll) == 1
    seq = throw(table, roll, 2, "wrong")
    page = chromium.new_page(viewport=TABLET)
    complaints = watched(page)
    shown(page, address, seq)
    page.locator(".last-dice button").first.click()
    page.locator(".sheet-over [data-face='5']").click()
    page.locator(".sheet-over .panel .primary").click()
    page.wait_for_function(SHOWN, arg=seq + 1)
    assert table.live is not None
    told = table.live.asked_in(seq)
    assert told is not None
    assert told[1] == Rolled((Die(5, roll.dice[0].kind, roll.dice[0].colour),))
    page.wait_for_selector(".sheet-over", state="detached")
    assert complaints == []


def test_undo_to_a_line_strikes_it_through(table: Table, address: str, chromium: Any) -> None:
    roll = play_to_a_roll(table)
    seq = throw(table, roll, 2, "one")
    page = chromium.new_page(viewport=TABLET)
    shown(page, address, seq)
    page.locator(".log .last").click()
    page.locator(f".lines [data-line='{seq}'] button").last.click()
    page.wait_for_function(SHOWN, arg=seq + 1)
    assert page.locator(f"[data-ask='{roll.id}']").count() == 1
    page.locator(".log .last").click()
    page.wait_for_selector(f".lines [data-line='{seq}'] .struck")


def test_three_devices_see_the_same(table: Table, address: str, chromium: Any) -> None:
    roll = play_to_a_roll(table)
    pages = [chromium.new_page(viewport=size) for size in (TABLET, PHONE, TABLET)]
    for page in pages:
        shown(page, address, table.last_seq)
    before = table.last_seq
    pages[0].locator(f"[data-ask='{roll.id}'] [data-face='4']").click()
    for page in pages:
        page.wait_for_function(SHOWN, arg=before + 1)
    seen = [page.locator(".seats .figure .number").all_inner_texts() for page in pages]
    assert seen[0] == seen[1] == seen[2] != []
    assert len({page.evaluate("document.body.dataset.seq") for page in pages}) == 1


def test_who_joins_to_watch_sees_what_to_do_and_has_nothing_to_press(
    table: Table, address: str, chromium: Any
) -> None:
    roll = play_to_a_roll(table)
    host, phone = (chromium.new_context(viewport=size).new_page() for size in (TABLET, PHONE))
    shown(host, address, table.last_seq)
    host.click("#menu")
    host.get_by_text(texts("en")["web.invite"]).click()
    host.get_by_text(texts("en")["web.spectator"]).click()
    code = host.locator(".sheet-over img").get_attribute("alt")
    host.get_by_text(
        texts("en")["web.invite_here"]
    ).wait_for()  # a phone could not reach the address of a test
    phone.goto(code)
    phone.wait_for_selector(f"[data-ask='{roll.id}'] .say")
    assert (
        phone.locator(
            ".ask button, .last-dice button:visible, #undo:visible, #redo:visible"
        ).count()
        == 0
    )
    phone.reload()  # it stays what it is
    phone.wait_for_selector(f"[data-ask='{roll.id}'] .say")
    assert phone.locator(".ask button").count() == 0


def test_an_undo_with_nothing_to_take_back_says_so(
    table: Table, address: str, chromium: Any
) -> None:
    table.begin("spell_from_the_future", SEATS)
    page = chromium.new_page(viewport=TABLET)
    shown(page, address, table.last_seq)
    page.click("#undo")
    page.wait_for_selector(".band .refused")


def test_a_mere_done_is_not_offered_to_be_put_right(
    table: Table, address: str, chromium: Any
) -> None:
    roll = play_to_a_roll(table)
    seq = throw(table, roll, 2, "thrown")
    page = chromium.new_page(viewport=TABLET)
    shown(page, address, seq)
    page.locator(".log .last").click()
    page.wait_for_selector(f".lines [data-line='{seq}']")
    assert table.live is not None
    done = [line.seq for line in table.live.log() if line.done and line.says]
    assert done
    buttons = {
        line: page.locator(f".lines [data-line='{line}'] button").count() for line in (seq, done[0])
    }
    assert buttons == {seq: 2, done[0]: 1}


def test_the_page_speaks_indonesian(table: Table, address: str, chromium: Any) -> None:
    play_to_a_roll(table)
    page = chromium.new_context(locale="id-ID", viewport=TABLET).new_page()
    shown(page, address, table.last_seq)
    assert page.locator("html").get_attribute("lang") == "id"
    assert page.locator("#undo").inner_text() == texts("id")["web.undo"]
    assert "web." not in page.locator("body").inner_text()


def test_an_ask_is_answered_with_the_keyboard_alone(
    table: Table, address: str, chromium: Any
) -> None:
    roll = play_to_a_roll(table)
    before = table.last_seq
    page = chromium.new_page(viewport=TABLET)
    shown(page, address, before)
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.face") == "3":
            break
    page.keyboard.press("Enter")
    page.wait_for_function(SHOWN, arg=before + 1)
    assert table.live is not None
    told = table.live.asked_in(before + 1)
    assert told is not None
    assert told[0].id == roll.id
    assert told[1] == Rolled((Die(3, roll.dice[0].kind, roll.dice[0].colour),))


def test_twice_as_large_nothing_runs_off_the_side(
    table: Table, address: str, chromium: Any
) -> None:
    play_to_a_roll(table)
    for size in (TABLET, PHONE):
        page = chromium.new_context(viewport=size).new_page()
        page.add_init_script("localStorage.setItem('tableside', JSON.stringify({scale: 2}))")
        shown(page, address, table.last_seq)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        cut = page.evaluate(CUT_OFF)
        assert cut == 0
        page.close()


def test_seats_differ_without_colour(table: Table, address: str, chromium: Any) -> None:
    play_to_a_roll(table)
    page = chromium.new_context(viewport=TABLET, bypass_csp=True).new_page()
    shown(page, address, table.last_seq)
    page.add_style_tag(content=GREY)
    shapes = page.locator(".seat-box .shape")
    masks = []
    for at in range(shapes.count()):
        picture = cv2.imdecode(
            np.frombuffer(shapes.nth(at).screenshot(), np.uint8), cv2.IMREAD_COLOR
        )
        assert picture is not None
        assert int(np.ptp(picture, axis=2).max()) <= 2
        masks.append(cv2.resize(picture[:, :, 0], (48, 48)) < 160)
    differ = [
        float(np.mean(one ^ other)) for at, one in enumerate(masks) for other in masks[at + 1 :]
    ]
    assert len(masks) == 3
    assert min(differ) > 0.08


def serve(data: Path, port: int, *more: str) -> tuple[subprocess.Popen[str], str]:
    command = [
        sys.executable,
        "-m",
        "companion",
        "serve",
        "--data",
        str(data),
        "--port",
        str(port),
        *more,
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def killed(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def test_a_device_catches_up_after_the_service_was_killed(tmp_path: Path, chromium: Any) -> None:
    port = free_port()
    process, address = serve(tmp_path, port)
    try:
        seats = [{"id": seat.id, "name": seat.name, "colour": seat.colour} for seat in SEATS]
        game = {"game": "spell_from_the_future", "seats": seats}
        page = chromium.new_page(viewport=TABLET)
        assert page.request.post(f"{address}/api/games", data=game).status == 201
        page.goto(address)
        page.wait_for_selector(".ask")
        headline = page.locator(".ask .say").first.inner_text()
        killed(process)
        page.wait_for_selector(CUT_OFF_BADGE)
        process, _ = serve(tmp_path, port)
        page.wait_for_selector(CUT_OFF_BADGE, state="detached", timeout=60_000)
        assert page.locator(".ask .say").first.inner_text() == headline
        before = int(page.evaluate("document.body.dataset.seq"))
        page.locator(".corner button.primary").click()
        page.wait_for_function(SHOWN, arg=before + 1)
        page.close()
    finally:
        killed(process)


def test_the_virtual_tables_power_is_cut_and_the_game_is_there_again(
    tmp_path: Path, chromium: Any
) -> None:
    process, address = serve(tmp_path, free_port(), "--virtual")
    try:
        page = chromium.new_page(viewport=TABLET)
        page.set_default_timeout(60_000)
        seats = [{"id": seat.id, "name": seat.name, "colour": seat.colour} for seat in SEATS]
        begun = page.request.post(
            f"{address}/api/games", data={"game": "spell_from_the_future", "seats": seats}
        )
        assert begun.status == 201
        page.goto(address)
        page.locator(".corner button.primary").click()
        page.wait_for_function("() => Number(document.body.dataset.seq) > 0")
        before = page.evaluate("document.body.dataset.seq")
        page.locator(".drawer > summary").click()
        page.click("[data-mischief=power]")
        page.wait_for_selector(CUT_OFF_BADGE)
        page.wait_for_selector(CUT_OFF_BADGE, state="detached")
        assert page.evaluate("document.body.dataset.seq") == before
        assert process.poll() is None
        page.close()
    finally:
        killed(process)
