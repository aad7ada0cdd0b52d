"""A game that is already under way, told by touch: in a real browser for one game to the end, and
for every game that its form has words and is a position.
"""

from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page

from companion import games
from companion.languages import LANGUAGES
from companion.table.table import Table
from companion.texts import texts
from tests.web.fingers import UNFOLDED
from tests.web.looks import opened
from web.forms import UNSAID

PEOPLE = ("Ann", "Bob", "Cyd", "Dee")


def wanted(game_id: str, players: int) -> dict[str, Any]:
    game = games.find(game_id)
    colours = game.colours[:players]
    seats = [
        {"id": colour, "colour": colour, "name": name}
        for colour, name in zip(colours, PEOPLE, strict=False)
    ]
    return {"game": game_id, "seats": seats, "options": dict(game.suggested(players))}


def words_in(form: Any) -> list[str]:
    if isinstance(form, dict):
        said = [form["say"]] if "say" in form else []
        return [*said, *form.get("says", ()), *(w for one in form.values() for w in words_in(one))]
    return [word for one in form for word in words_in(one)] if isinstance(form, list) else []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", games.ids())
def test_what_is_asked_of_a_game_under_way_has_words(
    game_id: str, language: str, client: FlaskClient
) -> None:
    least, most = games.find(game_id).seats
    for players in {least, min(4, most)}:
        form = client.post(
            f"/api/games/under-way?lang={language}", json=wanted(game_id, players)
        ).json
        assert form is not None
        words = words_in(form["parts"])
        assert words
        assert not [word for word in words if word.startswith(UNSAID)]
        assert players == 1 or "Ann" in words


@pytest.mark.parametrize("game_id", games.ids())
def test_the_form_as_it_stands_is_a_position_to_play_on_from(
    game_id: str, client: FlaskClient, table: Table
) -> None:
    game = wanted(game_id, games.find(game_id).seats[0])
    form = client.post("/api/games/under-way", json=game).json
    assert form is not None
    position = {**form["begun"], **form["fixed"]}
    begun = client.post("/api/games", json={**game, "position": position})
    assert begun.status_code == 201, begun.json
    asks = table.reading(lambda live: live.game.asks(live.state))
    assert any(not ask.optional for ask in asks)


def open_form(page: Page, game: str) -> None:
    page.click(f".tile[data-game={game}]")
    page.locator(".people input").first.fill("Ann")
    page.evaluate(UNFOLDED)
    page.click("[data-value=demo]")  # on a real table the cards of the box are the usual ones
    page.click("#under-way")
    page.locator(".under-way form").wait_for()


def step(page: Page, path: str, by: int) -> None:
    place = page.locator(path)
    for _ in range(abs(by)):
        place.locator(f'[data-step="{1 if by > 0 else -1}"]').click()


def test_a_game_under_way_is_told_by_touch_and_played_on(
    address: str, chromium: Any, table: Table
) -> None:
    page = opened(chromium, address)
    open_form(page, "mechamancers")
    red = '[data-fact=players] > .keyed > [data-key="red"]'
    step(page, "[data-fact=round]", 2)
    step(page, f"{red} [data-fact=vp]", 3)
    page.locator(f"{red} [data-offer=field]").click()
    slot = f'{red} [data-fact=field] [data-key="2"]'
    page.locator(f"{slot} select").select_option(label="Wall")
    page.locator(f"{slot} [data-offer=d]").click()
    step(page, f"{slot} [data-fact=d]", 9)
    page.click("#start")
    page.locator(".refused, .wrong").first.wait_for()
    assert page.locator(".under-way form").count()
    step(page, f"{slot} [data-fact=d]", -7)
    page.click("#start")
    page.locator(".band").wait_for()
    state = table.reading(lambda live: live.state)
    assert (state.round, state.players["red"].vp) == (4, 10)
    assert (state.players["red"].field["2"].card, state.players["red"].field["2"].d) == ("wall", 1)


def test_what_cannot_be_is_said_beside_its_fact(address: str, chromium: Any) -> None:
    page = opened(chromium, address)
    open_form(page, "world_adventure")
    red = '[data-fact=players] > .keyed > [data-key="red"]'
    page.locator(f"{red} [data-offer=soldiers]").click()
    page.locator(f"{red} [data-fact=soldiers] [data-more]").click()
    page.click("#start")
    wrong = page.locator(f"{red} [data-fact=soldiers] .wrong")
    wrong.wait_for()
    assert wrong.inner_text() == texts("en")["web.under_way.unsaid"]
