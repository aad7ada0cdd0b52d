"""Why, on the page: a luck and a closed option open to the cards and the rule, and the table may
bend it.
"""

from typing import Any

from companion.kit.seats import Seat
from companion.table.table import Table
from tests.web.browser import TABLET, watched

LANE = {"card": "HE0", "action": "IT1", "luck_stack": ["EN2"], "luck": "NO", "why": "two"}
POSITION = {
    "started": True,
    "turn": 3,
    "step": "T10",
    "heroes": [LANE],
    "hand": ["ST2", "SO3"],
    "deck_count": 30,
}


def test_luck_and_a_refusal_open_to_the_cards_and_the_rule(
    table: Table, address: str, chromium: Any
) -> None:
    table.begin("spell_saga", (Seat("blue", colour="blue"),), position=POSITION)
    page = chromium.new_page(viewport=TABLET)
    complaints = watched(page)
    page.goto(f"{address}/?still")
    page.wait_for_selector(".ask")
    luck = page.locator('[data-tracker="kismet.1"]')
    assert luck.locator("svg[data-glyph]").evaluate_all(
        "all => all.map((one) => one.dataset.glyph)"
    ) == [
        "sprout",
        "sprout",
        "sun",
    ]
    luck.locator(".behind summary").click()
    assert "Two equal glyphs" in luck.locator(".behind p").inner_text()

    page.locator('[data-chip$=":may"]').click()
    page.locator(".closed-options > summary").click()
    page.locator('[data-option="song:SO3"]').click()
    refused = page.locator(".refused")
    refused.locator(".behind summary").click()
    assert "only when acknowledged" in refused.locator(".behind p").inner_text()
    assert refused.locator('.card[data-card="SO3"] .disc').inner_text() == "Y"
    seq = table.last_seq

    refused.locator("form button").click()
    page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=seq)
    assert table.live is not None
    assert table.live.lines[-1].intent.force
    assert all("409" in complaint for complaint in complaints)
