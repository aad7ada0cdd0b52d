"""Setting the camera up from the page, through the virtual lens: corners dragged, a symbol die and
a card taught.
"""

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.config import Config
from companion.kit.asks import Show
from companion.kit.seats import Seat
from companion.service.places import mats_for
from companion.service.service import Service
from companion.service.teachable import faces_of
from companion.table.table import TableSnapshot
from tests.table.playing import next_answer
from tests.web.browser import PHONE, TABLET, watched
from vision.virtual.layout import laid_out

SEATS = tuple(Seat(colour, colour=colour) for colour in ("red", "blue", "green"))
MATS = Path(__file__).parents[2] / "companion/games"


@pytest.fixture
def page(chromium: Any) -> Page:
    made: Page = chromium.new_page(viewport=TABLET)
    return made


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A house that takes the drawn camera for a real one: nothing is laid or taught but by these
    tests.
    """
    made = Service(tmp_path, Config(), camera=f"virtual:?fps=5&table={tmp_path.name}")
    yield made
    made.stop()


def until(true: Callable[[], Any], what: str, seconds: float = 90) -> Any:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if found := true():
            return found
        time.sleep(0.05)
    raise AssertionError(f"never happened: {what}")


def face_of(service: Service) -> TableSnapshot:
    face = service.table.snapshot()
    assert face is not None
    return face


def play_until(service: Service, true: Callable[[TableSnapshot], Any]) -> Any:
    chance = random.Random(2)
    for number in range(400):
        if found := true(face_of(service)):
            return found
        service.table.submit(next_answer(service.table, chance, f"t{number}"))
    raise AssertionError("that was never asked")


def lay_mats(service: Service, game: str, *names: str) -> Callable[[str], tuple[float, float]]:
    """Lays mats before the lens and waits until they are found; returns where a place's middle is,
    in millimetres.
    """
    tell(service, {"do": "mats", "file": str(MATS / game / "mats.toml"), "names": list(names)})
    located = lambda: all(  # noqa: E731
        service.status.shown()["places"].get(name)
        and service.status.shown()["places"][name].corners
        for name in names
    )
    until(located, "the mats are found")
    mats = {mat.name: mat for mat in mats_for(game)}
    layout = laid_out(tuple(mats[name] for name in names), 1280 / 720)

    def middle(place: str) -> tuple[float, float]:
        left, top, wide, high = layout.areas()[place].box_mm
        return left + wide / 2, top + high / 2

    return middle


def tell(service: Service, message: dict[str, Any]) -> None:
    vars(service)["_camera_service"].link.tell(message)


def put(service: Service, at: tuple[float, float], **piece: Any) -> None:
    tell(service, {"do": "put", "id": "one", "x": at[0], "y": at[1], **piece})


def open_screen(page: Page, address: str, screen: str) -> list[str]:
    complaints = watched(page)
    page.goto(address)
    page.wait_for_selector(".ask")
    page.click("#menu")
    page.click(f"[data-screen={screen}]")
    return complaints


def test_a_zone_s_corners_are_dragged_moved_by_keys_and_kept(
    page: Page, service: Service, tmp_path: Path
) -> None:
    address = service.start("127.0.0.1", 0)
    service.table.begin("spell_from_the_future", SEATS)
    until(lambda: service.status.shown()["camera"].state == "on", "the camera works")
    complaints = open_screen(page, address, "camera")
    page.click('[data-zone="tray"]')
    corner = page.locator('.corner[data-corner="0"]')
    box, lens = corner.bounding_box(), page.locator(".lens").bounding_box()
    assert box is not None
    assert lens is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(lens["x"] + 0.2 * lens["width"], lens["y"] + 0.1 * lens["height"], steps=4)
    page.mouse.up()
    page.locator('.corner[data-corner="2"]').focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    page.click("#keep-zone")
    until(lambda: service.status.shown()["places"]["tray"].sight == "drawn", "the eye has the zone")
    corners = service.status.shown()["places"]["tray"].corners
    assert corners[0] == pytest.approx((0.2, 0.1), abs=0.01)
    assert corners[2] == pytest.approx((0.7 + 5 * 0.004, 0.75 + 0.04), abs=0.003)
    assert list((tmp_path / "taught").glob("zones_*.json"))
    page.wait_for_selector('[data-zone="tray"] >> text=drawn by hand')
    page.click('[data-zone="tray"]')
    page.click("#free-zone")
    until(lambda: service.status.shown()["places"]["tray"].sight != "drawn", "the mat has it again")
    assert "good" in page.locator(".advice").inner_text() or page.locator(".meter .wrong").count()
    assert complaints == []


def take(page: Page) -> None:
    """Takes the picture; what lies there may still be sliding, so it is taken again until it is
    kept.
    """
    said: list[str] = []

    def is_kept() -> bool:
        page.click("#take-picture")
        page.wait_for_function(
            "() => document.querySelector('.taught-said').textContent.length > 3", timeout=60000
        )
        said.append(page.locator(".taught-said").inner_text())
        return said[-1].startswith("Kept")

    assert any(is_kept() for _ in range(10)), said


def test_a_symbol_die_is_taught_face_by_face(page: Page, service: Service, tmp_path: Path) -> None:
    address = service.start("127.0.0.1", 0)
    service.table.begin("runika", SEATS)
    faces = play_until(service, faces_of)
    middle = lay_mats(service, "runika", "tray")
    die, symbol = faces[0]
    put(service, middle("tray"), kind="die", look=die, title=symbol, degrees=20)
    complaints = open_screen(page, address, "teach")
    page.click(f'[data-face-lesson="{die}.{symbol}"]')
    page.wait_for_selector("#take-picture")
    for number in (1, 2):
        take(page)
        kept = tmp_path / "taught/runika/dice" / f"{die}.{symbol}.{number}.jpg"
        assert kept.is_file()
        put(service, middle("tray"), kind="die", look=die, title=symbol, degrees=20 + 50 * number)
        page.click("#next-lesson")
        page.wait_for_selector(".taught-said:empty", state="attached")
    tell(service, {"do": "take", "id": "one"})
    page.set_viewport_size(PHONE)
    until(lambda: _said(page), "an empty tray teaches nothing")
    page.set_viewport_size(TABLET)
    assert [one for one in complaints if "409" not in one] == []


def _said(page: Page) -> bool:
    page.click("#take-picture")
    page.wait_for_function("() => document.querySelector('.taught-said').textContent.length > 3")
    return "0 " in page.locator(".taught-said").inner_text()


def test_a_card_shown_once_is_known_and_answers_by_itself(
    page: Page, service: Service, tmp_path: Path
) -> None:
    address = service.start("127.0.0.1", 0)
    service.table.begin("spell_from_the_future", SEATS)
    ask = play_until(
        service, lambda face: [a for a in face.asks if isinstance(a, Show) and a.cards == "color"]
    )[0]
    card = ask.known[0]
    middle = lay_mats(service, "spell_from_the_future", "middle", "tray")
    put(service, middle("color"), kind="card", look=card.id, title=card.id)
    complaints = open_screen(page, address, "teach")
    page.fill("input[type=search] >> nth=-1", card.id)
    page.click(f'[data-card-lesson="{card.id}"]')
    page.wait_for_selector("#take-picture")
    page.select_option(".lesson select", "color")
    before = service.table.last_seq
    take(page)
    assert (tmp_path / "taught/spell_from_the_future/cards" / f"{card.id}.jpg").is_file()
    until(lambda: service.table.last_seq > before, "the card answers by itself")
    live = service.table.live
    assert live is not None
    assert live.lines[-1].intent.answer.cards[0].id == card.id
    assert live.lines[-1].intent.evidence
    # A picture taken while the card still slid was refused (409) and taken again.
    assert [one for one in complaints if "409" not in one] == []
