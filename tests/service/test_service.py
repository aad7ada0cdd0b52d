"""The whole house without hardware: a die thrown before the lens and a button pressed on the wire
move the game.
"""

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.config import Config
from companion.kit.asks import Ready, Roll
from companion.kit.say import say
from companion.kit.seats import Seat
from companion.service.service import Service
from companion.table.table import Accepted
from firmware_bridge.config import ROLES
from tests.table.playing import next_answer

SEATS = tuple(Seat(colour, colour=colour) for colour in ("red", "blue", "green"))
CAMERA = "virtual:?width=640&height=360&die=44&fps=15"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    made = Service(tmp_path, Config(), camera=CAMERA, panel="script:demo", virtual=True)
    made.start("127.0.0.1", 0)
    yield made
    made.stop()


def until(true: Callable[[], Any], what: str, seconds: float = 60) -> Any:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if found := true():
            return found
        time.sleep(0.02)
    raise AssertionError(f"never happened: {what}")


def open_asks(service: Service, kind: type) -> list[Any]:
    face = service.table.snapshot()
    assert face is not None
    return [ask for ask in face.asks if isinstance(ask, kind)]


def play_until_a_roll(service: Service) -> str:
    chance = random.Random(1)
    for number in range(200):
        rolls = open_asks(service, Roll)
        if rolls:
            return str(rolls[0].id)
        service.table.submit(next_answer(service.table, chance, f"t{number}"))
    raise AssertionError("no roll was asked for")


def test_a_button_on_the_wire_answers_the_open_ask(service: Service) -> None:
    service.table.begin("spell_from_the_future", SEATS)
    assert open_asks(service, Ready)
    until(lambda: service.status.shown()["panel"].state == "on", "the panel connects")
    until(
        lambda: "steady" in (service.status.shown()["face"] or {}).get("lamps", ()), "a lamp is lit"
    )
    before = service.table.last_seq
    press(service, "confirm")
    until(lambda: service.table.last_seq > before, "the press is in the journal")


def press(service: Service, role: str) -> None:
    service.status.tell({"to": "panel", "do": "press", "role": role})
    service.status.tell({"to": "panel", "do": "release", "role": role})


def lamp(service: Service, role: str) -> str:
    lamps = (service.status.shown()["face"] or {}).get("lamps", ())
    return str(lamps[ROLES.index(role)]) if lamps else ""


def test_the_luck_button_asks_again_whatever_is_in_front(service: Service) -> None:
    lane = {"card": "HE0", "action": "IT1", "luck_stack": ["ST2"], "luck": "NO", "why": "two"}
    position = {
        "started": True,
        "turn": 1,
        "step": "T10",
        "heroes": [lane],
        "hand": ["PL1", "PL2"],
        "deck_count": 30,
    }
    service.table.begin("spell_saga", (Seat("blue", colour="blue"),), position=position)
    until(lambda: lamp(service, "free1") == "steady", "the button is lit")
    assert lamp(service, "free2") == "off"
    before = service.table.last_seq
    press(service, "free1")
    until(lambda: service.table.last_seq > before, "the press is in the journal")
    live = service.table.live
    assert live is not None
    assert live.lines[-1].intent.answer.options == ("luck",)
    assert live.state.heroes[0].luck == "GOOD"  # place, action and luck card all show Spring


def test_the_luck_button_is_dark_while_there_is_nothing_to_compare(service: Service) -> None:
    service.table.begin("spell_saga", (Seat("blue", colour="blue"),))
    until(lambda: lamp(service, "confirm") == "steady", "the panel shows the first ask")
    assert lamp(service, "free1") == "off"


def test_a_die_thrown_before_the_lens_is_read_or_asked_about(service: Service) -> None:
    service.table.begin("spell_from_the_future", SEATS)
    ask = play_until_a_roll(service)
    until(lambda: service.status.shown()["camera"].state == "on", "the camera works")
    before = service.table.last_seq
    service.status.tell({"to": "table", "do": "throw", "seed": 3, "values": [5]})
    until(
        lambda: service.table.last_seq > before or service.status.shown()["sights"],
        "the roll is seen",
    )
    sights = service.status.shown()["sights"]
    if sights:
        assert sights[0].ask == ask
        assert sights[0].why
    else:
        live = service.table.live
        assert live is not None
        assert live.lines[-1].intent.answer.dice[0].face == 5


def test_a_press_with_nothing_to_do_and_a_throw_nobody_asked_for_are_answered(
    service: Service,
) -> None:
    service.table.begin("spell_from_the_future", SEATS)
    assert not open_asks(service, Roll)
    until(lambda: service.status.shown()["panel"].state == "on", "the panel connects")
    until(lambda: service.status.shown()["camera"].state == "on", "the camera works")
    before = service.table.last_seq
    press(service, "plus")
    said = until(lambda: service.status.shown()["said"], "the press is answered")
    assert (said.device, said.say) == ("panel", say("said.press"))
    service.status.tell({"to": "table", "do": "throw", "seed": 5})
    said = until(
        lambda: (now := service.status.shown()["said"]).device == "camera" and now,
        "the throw is answered",
    )
    assert said.say.key == "said.roll"
    assert service.table.last_seq == before


def test_an_unplugged_panel_shows_its_badge_and_comes_back(service: Service) -> None:
    until(lambda: service.status.shown()["panel"].state == "on", "the panel connects")
    service.status.tell({"to": "panel", "do": "unplug"})
    until(lambda: service.status.shown()["panel"].state == "away", "the badge says away")
    service.status.tell({"to": "panel", "do": "plug"})
    until(lambda: service.status.shown()["panel"].state == "on", "it is back")


def test_a_camera_that_does_not_exist_leaves_the_game_playable(tmp_path: Path) -> None:
    service = Service(tmp_path, Config(), camera="v4l2:/dev/video99")
    service.start("127.0.0.1", 0)
    try:
        service.table.begin("spell_from_the_future", SEATS)
        until(lambda: service.status.shown()["camera"].state == "away", "the badge says away")
        assert isinstance(
            service.table.submit(next_answer(service.table, random.Random(1), "x")), Accepted
        )
    finally:
        service.stop()
