"""What the ear gets: every sound that a game makes is known to the page, and some things fill the
screen.
"""

import re
from pathlib import Path
from typing import Any

import msgspec

from companion import games
from companion.games.spell_saga.rules.luck import SOUNDS
from companion.games.spell_saga.views.table import STEPS
from companion.table.table import Table
from tests.web.moments import play
from web.assets import STATIC

GAMES = Path(games.__file__).parent
SAID = re.compile(r'sound=f?"(\w+)[":]')
NAMES = re.compile(r"(\w+): (?:\"\w+\"|\[\s*\[)")
ANNOUNCED = """async ([sound, moment]) => {
    const { announce } = await import('/static/js/core/announce.js');
    announce({ number: 1, seq: 1, log: [] });
    const line = { seq: 2, says: ['Who comes there'], sounds: [sound], moment };
    announce({ number: 1, seq: 2, log: [line] });
    const shown = document.querySelector('.flash');
    return shown && shown.textContent;
}"""
PITCHES = """async (names) => {
    window.tones = [];
    const wire = { connect: (next) => next, gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} } };
    const source = () => ({ frequency: { set value(hertz) { tones.push(hertz); } }, connect: () => wire, start() {}, stop() {} });
    window.AudioContext = class { currentTime = 0; resume() {} createOscillator() { return source(); } createGain() { return wire; } };
    const { play } = await import('/static/js/core/sounds.js');
    const { device } = await import('/static/js/core/device.js');
    device.sound = true;
    play(...names);
    return tones.filter((_, at) => at % 2 === 0);
}"""  # noqa: E501
SPOKEN = """async (was) => {
    const spoken = [];
    Object.defineProperty(window, 'speechSynthesis', { value: { speak: (one) => spoken.push(one.text), cancel() {} }, configurable: true });
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    const { announce } = await import('/static/js/core/announce.js');
    const { device } = await import('/static/js/core/device.js');
    device.speech = true;
    announce({ number: was.number, seq: 1, log: [] });
    announce({ number: was.number, seq: 2, hushed: was.hushed, log: [{ seq: 2, says: ['Ani moves'], sounds: was.sounds }] });
    return spoken;
}"""  # noqa: E501


def known() -> set[str]:
    return set(NAMES.findall((STATIC / "js" / "core" / "sounds.js").read_text("utf-8")))


def test_every_sound_that_is_written_in_a_game_is_known_to_the_page() -> None:
    written = {
        name for file in GAMES.rglob("*.py") for name in SAID.findall(file.read_text("utf-8"))
    }
    assert len(written) > 30
    assert (written | set(SOUNDS.values())) - known() == set()


def test_every_sound_of_a_game_played_is_known_to_the_page(table: Table) -> None:
    play(table, "spell_from_the_future", 400, 3)
    assert table.live is not None
    heard = {sound.partition(":")[0] for line in table.live.log() for sound in line.sounds}
    assert heard >= {"beast", "hit", "gong"}
    assert heard - known() == set()


def test_a_climax_stands_over_the_stage_for_a_moment_and_nothing_else_does(
    address: str, chromium: Any
) -> None:
    page = chromium.new_page()
    page.goto(address)
    page.wait_for_selector(".setup")
    assert page.evaluate(ANNOUNCED, ["beast", None]) is None
    page.goto(address)
    page.wait_for_selector(".setup")
    assert page.evaluate(ANNOUNCED, ["mystic", "It comes"]) == "It comes"
    page.wait_for_selector(".flash", state="detached")  # and goes by itself


def test_a_beaten_beast_is_the_moment_of_its_line(table: Table) -> None:
    play(table, "spell_from_the_future", 400, 3)
    assert table.live is not None
    moments = {
        line.moment.key for line in table.live.log() if line.moment and "defeated" in line.sounds
    }
    assert moments == {"sf.log.defeated"}


def test_a_hit_sounds_higher_the_more_tokens_there_are(address: str, chromium: Any) -> None:
    page = chromium.new_page()
    page.goto(address)
    page.wait_for_selector(".setup")
    one, three, one_again = page.evaluate(PITCHES, ["hit:1", "hit:3", "hit:1"])
    assert one == one_again  # as high as before: what counts is the number, not the order
    assert three > one * 1.2


def test_nothing_is_spoken_while_the_player_reads_aloud(address: str, chromium: Any) -> None:
    page = chromium.new_page()
    page.goto(address)
    page.wait_for_selector(".setup")
    assert page.evaluate(SPOKEN, {"number": 1, "hushed": False, "sounds": []}) == ["Ani moves"]
    assert page.evaluate(SPOKEN, {"number": 2, "hushed": True, "sounds": []}) == []
    assert page.evaluate(SPOKEN, {"number": 3, "hushed": False, "sounds": ["story"]}) == []


def test_spell_saga_is_hushed_in_step_three_alone(table: Table) -> None:
    play(table, "spell_saga", 50, 1)
    assert table.live is not None
    state, view = table.live.state, table.live.game.view
    hushed = {
        step for step in STEPS if view(msgspec.structs.replace(state, step=step), None).hushed
    }
    assert hushed == {"T3"}
