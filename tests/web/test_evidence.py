"""What the camera read can be looked at again, behind the number it changed."""

import random
from typing import Any

from msgspec.structs import replace
from playwright.sync_api import Page

from companion import games
from companion.kit.asks import Roll
from companion.kit.intents import Answer
from companion.kit.play import answered as once
from companion.service.status import Status
from companion.simulate import Player, set_up
from companion.table.table import Table
from tests.web.test_trust import open_page, page

__all__ = ["page"]  # a fixture


def gold(game: Any, state: Any) -> dict[str, int]:
    return {
        one.id: one.value for one in game.view(state, None).trackers if one.id.startswith("gold:")
    }


def roll_for_gold(table: Table) -> tuple[Answer, str]:
    """On, by chance, to a roll that will change somebody's gold: the answer, and whose gold."""
    game, player = (
        games.find("world_adventure"),
        Player(games.find("world_adventure"), random.Random(3)),
    )
    for number in range(300):
        assert table.live is not None
        state = table.live.state
        asks = game.asks(state)
        answer = player.answer(state, asks, number)
        if isinstance(next(ask for ask in asks if ask.id == answer.ask), Roll):
            before, after = gold(game, state), gold(game, once(game, state, answer, asks).state)
            if changed := [name for name in after if before[name] != after[name]]:
                return answer, changed[0]
        table.submit(answer)
    raise AssertionError("nobody ever rolled for gold")


def test_a_number_that_the_camera_read_has_a_picture_corner_and_its_picture_behind_it(
    page: Page, table: Table, board: Status, address: str
) -> None:
    start = set_up(games.find("world_adventure"), 3)
    table.begin("world_adventure", start.seats, dict(start.options))
    answer, whose = roll_for_gold(table)
    complaints = open_page(page, address)
    assert not page.locator(".number.from-camera").count()
    page.wait_for_function("seq => Number(document.body.dataset.seq) === seq", arg=table.last_seq)
    picture = board.evidence_folder.keep("roll.jpg", b"\xff\xd8\xff\xd9")
    table.submit(replace(answer, device="camera", evidence=picture))
    number = page.locator(f'[data-tracker="{whose}"] .number.from-camera').first
    number.wait_for()
    page.locator(f'button[data-tracker="{whose}"], [data-tracker="{whose}"] button').first.click()
    page.wait_for_selector(f'.setting .set-told img.evidence[src$="{picture}"]')
    assert complaints == []
