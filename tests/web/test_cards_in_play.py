"""Cards while a game goes on, in a real browser: one that is met is typed in, one that is changed
waits.
"""

from typing import Any

import pytest

from companion import games
from companion.kit.asks import Ask, Show
from companion.table.table import Table
from companion.texts import texts
from tests.web.browser import watched
from tests.web.fingers import unfold
from tests.web.looks import opened
from tests.web.moments import play
from tests.web.test_card_forms import at, more, pack_open, step, tap


def activating(table: Table) -> None:
    def is_asked(asks: tuple[Ask, ...]) -> bool:
        return any(isinstance(ask, Show) and ask.deck == "mechs" for ask in asks)

    play(table, "mechamancers", 200, 2, until=is_asked)


def new_mech(page: Any, name: str) -> Any:
    """The short form for a mech that the companion does not know, unfolded."""
    chip = page.locator('[data-chip$="T3.activate"]')
    if chip.count():
        chip.click()
    ask = page.locator('[data-ask$="T3.activate"]')
    unfold(ask)
    ask.locator("[data-new-card]").click()
    form = ask.locator(".short-form")
    form.wait_for()
    form.locator("input").first.fill(name)
    return form


def test_the_least_of_a_card_met_in_play_is_tapped(
    table: Table, address: str, chromium: Any
) -> None:
    activating(table)
    page = opened(chromium, address)
    complaints = watched(page)
    form = new_mech(page, "Gremlin")
    tap(form, "type", "unique")
    step(form, "cost", 1)
    step(form, "max_health", 2)
    for corner in (0, 1):
        more(form, "attacks")
        step(form, f"attacks/{corner}", 3 - corner)
    at(form, "text").locator("textarea").fill("It bites.")
    form.locator("button.primary").click()
    page.get_by_text(texts("en")["mm.wrong.armed"]).wait_for()
    form.locator("[data-drop=attacks]").click()
    form.locator("button.primary").click()
    page.wait_for_function("() => document.querySelector('.log').textContent.includes('Gremlin')")
    assert table.live is not None
    (taught,) = (mech for mech in table.live.state.pack.mechs if mech.id == "Gremlin")
    assert (taught.type, taught.cost, [one.health for one in taught.stats]) == ("unique", 0, [2, 1])
    assert (taught.abilities[0].text, taught.source) == ("It bites.", "owner")
    assert [one for one in complaints if "409" not in one] == []  # the refusal, which is meant
    page.context.close()


def test_a_card_met_in_play_is_typed_in_whole_and_the_game_goes_on_with_it(
    table: Table, address: str, chromium: Any
) -> None:
    activating(table)
    page = opened(chromium, address)
    complaints = watched(page)
    new_mech(page, "Gremlin").locator("[data-whole=mechs]").click()
    form = page.locator(".card-form")
    assert at(form, "id").locator("input").input_value() == "Gremlin"
    at(form, "name").locator("input").first.fill("Gremlin")
    tap(form, "type", "unique")
    step(form, "cost", 1)
    step(form, "max_health", 1)
    more(form, "stats")
    step(form, "stats/0/health", 1)
    more(form, "abilities")
    tap(form, "abilities/0/trigger", "when it is activated")
    more(form, "abilities/0/effects")
    tap(form, "abilities/0/effects/0/do", "gain victory points")
    page.click(".card-form button.primary")
    page.locator("#over").wait_for(state="hidden")
    page.wait_for_function("() => document.querySelector('.log').textContent.includes('Gremlin')")
    assert table.live is not None
    (taught,) = (mech for mech in table.live.state.pack.mechs if mech.id == "Gremlin")
    assert (taught.cost, taught.source, taught.abilities[0].effects[0].do) == (
        0,
        "owner",
        "gain_vp",
    )
    assert complaints == []
    page.context.close()


@pytest.mark.parametrize("language", ["en", "id"])
def test_while_a_game_goes_on_its_cards_are_said_to_count_from_the_next(
    table: Table, address: str, chromium: Any, language: str
) -> None:
    play(table, "runika", 4)
    page = opened(chromium, address, f'still: true, language: "{language}"')
    pack_open(page, "runika")
    assert page.locator("#pack-next-game").inner_text() == texts(language)["web.packs.next_game"]
    page.select_option(".sheet-over select", "spell_saga")
    page.locator(".sheet-over [data-pack=spell_saga]").wait_for()
    assert page.locator("#pack-next-game").count() == 0
    page.context.close()


def test_a_card_changed_while_a_game_goes_on_counts_from_the_next(table: Table) -> None:
    play(table, "runika", 4)
    assert table.live is not None
    game = games.find("runika")
    table.shelf.remember(game, {"runes": [{"id": "mine", "name": "Mine", "source": "owner"}]})
    assert not table.live.state.pack.knows("mine")
    assert table.shelf.pack(game, None).knows("mine")
