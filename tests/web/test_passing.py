"""Steps that answer themselves are read and pass, unless somebody stops them."""

from typing import Any

from companion.table.table import Table
from tests.web.browser import watched
from tests.web.looks import opened
from tests.web.moments import play

STEPS = ("T6", "T7", "T8")


def at_a_passing_step(table: Table) -> str:
    play(table, "spell_saga", 200, 1, until=lambda asks: asks[0].id.split(":")[-1] in STEPS)
    snapshot = table.snapshot(None)
    assert snapshot is not None
    (passing,) = snapshot.view.passing
    return passing


def test_a_step_that_answers_itself_passes_by_itself(
    table: Table, address: str, chromium: Any
) -> None:
    passing = at_a_passing_step(table)
    page = opened(chromium, address, settings="still: false")
    complaints = watched(page)
    assert page.locator(".ask").get_attribute("data-ask") == passing
    page.wait_for_function(
        "id => document.querySelector('.do-now .ask')?.dataset.ask !== id",
        arg=passing,
        timeout=20_000,
    )
    assert table.snapshot(None).asks[0].id != passing  # type: ignore[union-attr]
    assert complaints == []


def test_somebody_who_wants_to_look_stops_it(table: Table, address: str, chromium: Any) -> None:
    passing = at_a_passing_step(table)
    page = opened(chromium, address, settings="still: false")
    page.click("[data-stop]")
    page.wait_for_selector("[data-stop]", state="detached")
    assert page.locator(".corner .primary").is_enabled()
    assert table.snapshot(None).asks[0].id == passing  # type: ignore[union-attr]


def test_where_things_stand_still_nothing_passes(table: Table, address: str, chromium: Any) -> None:
    at_a_passing_step(table)
    page = opened(chromium, address)
    assert page.locator("[data-stop]").count() == 0
