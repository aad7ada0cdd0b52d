"""What the ear gets: every sound that a game makes is known to the page, and some things fill the screen."""

import re
from pathlib import Path
from typing import Any

from companion import games
from companion.games.spell_saga.luck import SOUNDS
from companion.table.owner import Table
from tests.web.moments import play
from web.app import STATIC

GAMES = Path(games.__file__).parent
SAID = re.compile(r'sound="(\w+)"')
NAMES = re.compile(r"(\w+): (?:\"\w+\"|\[\[)")
ANNOUNCED = """async (sound) => {
    const { announce } = await import('/static/js/announce.js');
    announce({ number: 1, seq: 1, log: [] });
    announce({ number: 1, seq: 2, log: [{ seq: 2, says: ['Who comes there'], sounds: [sound] }] });
    const shown = document.querySelector('.flash');
    return shown && shown.textContent;
}"""


def known() -> set[str]:
    return set(NAMES.findall((STATIC / "js" / "sounds.js").read_text("utf-8")))


def test_every_sound_that_is_written_in_a_game_is_known_to_the_page() -> None:
    written = {name for file in GAMES.rglob("*.py") for name in SAID.findall(file.read_text("utf-8"))}
    assert len(written) > 30
    assert (written | set(SOUNDS.values())) - known() == set()


def test_every_sound_of_a_game_played_is_known_to_the_page(table: Table) -> None:
    play(table, "spell_from_the_future", 400, 3)
    assert table.live is not None
    heard = {sound for line in table.live.log() for sound in line.sounds}
    assert heard >= {"beast", "hit", "gong"}
    assert heard - known() == set()


def test_a_mystic_beast_fills_the_screen_and_an_ordinary_one_does_not(address: str, chromium: Any) -> None:
    page = chromium.new_page()
    page.goto(address)
    page.wait_for_selector(".setup")
    assert page.evaluate(ANNOUNCED, "beast") is None
    page.goto(address)
    page.wait_for_selector(".setup")
    assert page.evaluate(ANNOUNCED, "mystic") == "Who comes there"
    page.wait_for_selector(".flash", state="detached")  # and goes by itself
