"""The line that says what the camera is doing: one, in plain words, whatever it does."""

import pytest

from companion.kit.asks import Show
from companion.languages import LANGUAGES
from companion.service.camera_decisions import CameraMemory, ShowDoubt, decide, doubted
from companion.service.camera_line import STATES, camera_line, place_said
from companion.service.places import mats_for
from companion.texts import sentence
from tests.service.test_camera_decisions import SEATS, X, lying, plan_for, show
from vision.mats.standard import standard_mats
from vision.protocol import CameraHealth
from vision.reading import Light, Why

NAMES = {seat.id: seat.name or seat.id for seat in SEATS}


def health(state: str = "empty", **more: object) -> CameraHealth:
    places = ("tray", "card:1", "card:2")
    return CameraHealth(True, 30.0, dict.fromkeys(places, state), **more)  # type: ignore[arg-type]


def words(line: object) -> str:
    return sentence(line.say, "en", NAMES)  # type: ignore[attr-defined]


def test_a_camera_that_says_nothing_or_sees_nothing_is_away() -> None:
    for silent in (None, CameraHealth(False, 0.0, {})):
        line = camera_line(plan_for(show("1:draw")), silent, ())
        assert (line.state, words(line)) == ("away", "Camera away: tap your answers")


def test_it_says_what_it_watches_and_where_and_nothing_when_nothing_is_asked() -> None:
    line = camera_line(plan_for(show("1:draw")), health(), ())
    assert (line.state, words(line), line.ask) == ("watching", "Watching: Dice tray", "1:draw")
    assert camera_line(plan_for(), health(), ()).state == "resting"


@pytest.mark.parametrize(("state", "said"), STATES.items())
def test_every_state_of_a_place_has_its_words(state: str, said: str) -> None:
    line = camera_line(plan_for(show("1:draw")), health(state, learned=(3, 40)), ())
    assert line.state == said
    for language in LANGUAGES:
        assert "{" not in sentence(line.say, language, NAMES)


def test_while_it_learns_it_says_how_far_and_that_touch_goes_on() -> None:
    line = camera_line(plan_for(show("1:draw")), health("learning", learned=(3, 40)), ())
    assert words(line) == "Learning the cards, 3 of 40: tap meanwhile"


def test_of_two_places_the_one_where_something_happens_is_named() -> None:
    asks = [
        Show(id=f"1:{seat.id}", say=X, zone=f"dock:{seat.id}", cards="mind", seats=(seat.id,))
        for seat in SEATS
    ]
    plan = plan_for(*asks)
    seen = CameraHealth(True, 30.0, {"card:1": "empty", "card:2": "rolling"})
    assert words(camera_line(plan, seen, ())) == "Something moves: Card of blue"
    still = CameraHealth(True, 30.0, {"card:1": "empty", "card:2": "empty"})
    assert words(camera_line(plan, still, ())) == "Watching: Card of red, Card of blue"


def test_a_few_of_the_cards_are_counted_and_a_doubt_says_what_is_doubtful() -> None:
    ask = show("1:draw", most=5)
    five = Show(id=ask.id, say=X, zone="tray", cards="card", least=5, most=5, known=ask.known)
    plan = plan_for(five)
    memory, doubt = decide(plan, CameraMemory(), "1:draw", lying("dirge", "hymn"))
    assert isinstance(doubt, ShowDoubt)
    sights = doubted(memory, doubt, "").sights.values()
    line = camera_line(plan, health("at rest"), sights)
    assert (line.state, words(line)) == ("so_far", "2 of the 5 cards seen so far")
    memory, doubt = decide(plan, CameraMemory(), "1:draw", lying("dirge", sure=False))
    assert isinstance(doubt, ShowDoubt)
    assert camera_line(plan, health(), doubted(memory, doubt, "").sights.values()).state == "unsure"


def test_in_the_dark_it_says_what_the_light_check_says() -> None:
    dark = Light(8, 0.0, 0.0, advice=(Why("sight.light.dark"),))
    line = camera_line(plan_for(show("1:draw")), health(light=dark), ())
    assert (line.state, line.say.key) == ("dark", "sight.light.dark")


@pytest.mark.parametrize(
    "game",
    ["mechamancers", "runika", "spell_from_the_future", "spell_saga", "world_adventure"],
)
def test_every_place_on_every_mat_has_a_name_in_every_language(game: str) -> None:
    seats = ("red", "blue", "green", "purple", "yellow", "white")
    for mat in mats_for(game):
        for zone in mat.zones:
            _, colon, number = mat.name.partition(":")
            said = place_said(f"{zone.name}{colon}{number}", seats)
            for language in LANGUAGES:
                text = sentence(said, language, {})
                assert ":" not in text
                assert "web.place" not in text


def test_the_standard_mats_have_names_too() -> None:
    for mat in standard_mats(("tray", "seat docks", "grid 5x5"), "test"):
        for zone in mat.zones:
            assert sentence(place_said(zone.name, ()), "id", {}) != f"web.place.{zone.name}"
