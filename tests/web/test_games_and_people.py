"""The pages of kept games and people in a real browser: looked for, told, shared, taken away."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page

from companion.config import Config
from companion.service.service import Service
from tests.records.conftest import played_once
from tests.web.browser import PHONE, TABLET, watched
from tests.web.looks import CUT, SHEET, faults, opened

__all__ = ["played_once"]
LARGE = "still: true, scale: 1.5, language: 'id', theme: 'dark'"


@pytest.fixture
def address(played_once: Path, tmp_path: Path) -> Iterator[str]:
    """Six finished games, one that goes on."""
    service = Service(shutil.copytree(played_once, tmp_path / "data"), Config())
    yield service.start("127.0.0.1", 0)
    service.stop()


def at_home(chromium: Any, address: str, settings: str = "still: true", **size: Any) -> Page:
    page = opened(chromium, address, settings, **size)
    page.set_default_timeout(30_000)
    return page


def is_well(page: Page) -> None:
    found: list[str] = page.evaluate(CUT)
    assert found + faults(page, within=SHEET) == []


def see(page: Page, door: str, there: str) -> None:
    page.click(door)
    page.wait_for_selector(there)


@pytest.mark.parametrize(
    ("settings", "size"), [("still: true", TABLET), (LARGE, TABLET), ("still: true", PHONE)]
)
def test_every_page_of_games_and_people_is_legible(
    address: str, chromium: Any, settings: str, size: dict[str, int]
) -> None:
    page = at_home(chromium, address, settings, size=size)
    complaints = watched(page)
    see(page, "[data-door=games]", ".record[data-number='2']")
    is_well(page)
    see(page, ".record[data-number='2']", ".story .moments li")
    is_well(page)
    see(page, "#share", ".play-code")
    is_well(page)
    see(page, ".share .back", "#evening")
    see(page, "#evening", ".evening [data-person]")
    is_well(page)
    page.keyboard.press("Escape")
    see(page, "[data-door=people]", ".people-list .record")
    is_well(page)
    see(page, ".people-list .record", ".person .scores, .person .luck")
    is_well(page)
    see(page, ".person table button.quiet", ".against")
    is_well(page)
    assert complaints == []


def test_games_are_found_hidden_deleted_and_brought_back(address: str, chromium: Any) -> None:
    page = at_home(chromium, address)
    see(page, "[data-door=games]", ".record[data-number='7']")
    page.fill(".record-search input", "runika ana")
    page.wait_for_selector(".record[data-number='7']", state="detached")
    assert page.locator(".record").count() == 1
    see(page, ".record[data-number='2']", ".story")
    page.click("#delete")
    page.click("#undelete")
    page.wait_for_selector("#undelete", state="detached")
    page.click("#delete")
    page.wait_for_selector("#undelete")
    page.click(".story .back")
    page.wait_for_selector("#games-list p.soft:has-text('No game')")
    see(page, "[data-shelf=deleted]", ".bring-back")
    page.click(".bring-back")
    see(page, "[data-shelf=shown]", ".record[data-number='2']")


def test_a_game_put_away_is_taken_along_as_files_and_watched_again(
    address: str, chromium: Any
) -> None:
    page = at_home(chromium, address)
    see(page, "[data-door=games]", ".record[data-number='7']")
    see(page, ".record[data-number='7']", "#go-on")
    assert page.locator("[data-export]").count() == 2, "no play for BG Stats before the end"
    is_well(page)
    with page.expect_download() as saved:
        page.click("[data-export=csv]")
    assert saved.value.suggested_filename == "tableside-7.csv"
    see(page, "#replay", ".replay input")
    page.wait_for_selector(".replay span:text-matches('^1 of [0-9]+$')")
    page.focus(".replay input")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".replay span:text-matches('^2 of [0-9]+$')")
    is_well(page)


def test_a_phone_reads_the_play_off_the_tablet(address: str, chromium: Any) -> None:
    page = at_home(chromium, address)
    see(page, "[data-door=games]", ".record[data-number='2']")
    see(page, ".record[data-number='2']", "#share")
    see(page, "#share", ".play-code")
    page.wait_for_function("document.querySelector('.play-code').complete")
    link = page.get_attribute("#bgstats", "href")
    shot = np.frombuffer(page.locator(".play-code").screenshot(), np.uint8)
    picture = cv2.imdecode(shot, cv2.IMREAD_GRAYSCALE)
    larger = cv2.resize(picture, None, fx=3, fy=3, interpolation=cv2.INTER_NEAREST)
    read, _, _ = cv2.QRCodeDetector().detectAndDecode(larger)
    assert read == link


def test_the_picture_is_saved_as_a_png_of_its_size(address: str, chromium: Any) -> None:
    page = at_home(chromium, address, "still: true, theme: 'dark'")
    see(page, "[data-door=games]", ".record[data-number='2']")
    see(page, ".record[data-number='2']", "#share")
    see(page, "#share", "#save")
    with page.expect_download() as saved:
        page.click("#save")
    assert saved.value.suggested_filename == "tableside-2.png"
    picture = cv2.imread(str(saved.value.path()))
    assert picture.shape == (630, 1200, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 20  # title, seats and curves are on it
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_home_says_how_a_game_stands_and_goes_on_with_it(address: str, chromium: Any) -> None:
    page = at_home(chromium, address)
    said = page.inner_text(".go-on")
    assert "Citra" in said
    assert "Round" in said
    page.click(".go-on")
    page.wait_for_selector(".table-page")
    page.click("#menu")
    see(page, "[data-screen=pace]", ".sheet-over [data-pace]")
    is_well(page)
    assert page.locator("#turn-clock").count() == 0  # off by default
    page.keyboard.press("Escape")
    page.click("#menu")
    page.check("[data-setting=clock]")
    page.wait_for_selector("#turn-clock")


def test_a_paper_game_is_entered_and_a_person_forgotten(address: str, chromium: Any) -> None:
    page = at_home(chromium, address)
    enter_on_paper(page, (("Ana", "12"), ("Zaki", "30")))
    assert page.inner_text(".story .result") == "Zaki won; scored on paper."
    page.keyboard.press("Escape")
    see_person(page, "Zaki")
    page.click(".person details summary")
    is_well(page)
    page.click(".dress >> nth=4")
    page.wait_for_selector(".dress[aria-pressed=true][aria-label='Shape 5']", state="attached")
    page.click(".person details summary")
    page.click("#forget")
    page.click("#forget-yes")
    page.wait_for_selector(".people-list")
    assert page.locator(".people-list .record:has-text('Zaki')").count() == 0


def test_two_names_of_one_person_are_merged(address: str, chromium: Any) -> None:
    page = at_home(chromium, address)
    enter_on_paper(page, (("Ana", "12"), ("Budy", "30")))
    page.keyboard.press("Escape")
    see_person(page, "Budy")
    page.click(".person details summary")
    page.select_option("#merge-into", label="Ana")
    page.click("#merge")
    page.click("#merge-yes")
    page.wait_for_selector(".person .refused:has-text('sat at the same table')")
    page.click(".person details button:has-text('Keep both')")
    page.select_option("#merge-into", label="Budi")
    page.click("#merge")
    is_well(page)
    page.click("#merge-yes")
    page.wait_for_selector(".sheet-over h2:has-text('Budi')")
    page.click(".person .back")
    page.wait_for_selector(".people-list")
    assert page.locator(".people-list .record:has-text('Budy')").count() == 0


def enter_on_paper(page: Page, people: tuple[tuple[str, str], ...]) -> None:
    see(page, "[data-door=games]", "#paper")
    see(page, "#paper", ".paper")
    for at, (name, score) in enumerate(people):
        page.locator(".paper input[list]").nth(at).fill(name)
        page.locator(".paper-score").nth(at).fill(score)
    is_well(page)
    see(page, "#paper-keep", ".story")


def see_person(page: Page, name: str) -> None:
    see(page, "[data-door=people]", ".people-list .record")
    see(page, f".people-list .record:has-text('{name}')", ".person details")
