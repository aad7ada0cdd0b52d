"""Cards typed in on the tablet by touch alone, in a real browser: parts inside parts, what is
wrong, what is kept.
"""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from companion import games
from companion.table.table import Table
from companion.texts import texts
from tests.web.browser import PHONE, TABLET, watched
from tests.web.looks import CUT, SHEET, faults, opened

SMALLEST_PX = 44
SMALL = """(least) => [...document.querySelectorAll(
    '.sheet-over :is(button, select, summary, input, textarea)')]
  .filter((one) => one.offsetParent && Math.min(one.offsetWidth, one.offsetHeight) < least)
  .map((one) => one.outerHTML.slice(0, 120))"""
ITEM = ':scope > .stack > ol > [data-item="{}"]'
FACT = ':scope > .facts > [data-fact="{0}"], :scope > details > .facts > [data-fact="{0}"]'
CUT_HERE = CUT.replace("'body *'", "'.sheet-over *'")


def pack_open(page: Page, game: str) -> None:
    page.click("#menu")
    page.click("[data-screen=packs]")
    page.locator(".sheet-over [data-pack]").wait_for()
    shown = page.locator(f".sheet-over [data-pack={game}]")
    if not shown.count():  # chosen again it would be drawn anew, with its lists closed
        page.select_option(".sheet-over select", game)
    shown.wait_for()


def card_open(page: Page, game: str, kind: str, card: str) -> Locator:
    pack_open(page, game)
    page.locator(f"[data-kind={kind}] > summary").click()
    page.locator(f'[data-kind={kind}] [data-card="{card}"] button').click()
    return page.locator(".card-form")


def at(form: Locator, path: str) -> Locator:
    """The fact or item a path leads to, unfolded on the way: effects/0/n"""
    place = form
    for step in path.split("/"):
        place = place.locator(ITEM.format(step) if step.isdigit() else FACT.format(step))
        folded = place.locator(":scope > details:not([open]) > summary")
        if folded.count():
            folded.click()
    return place


def tap(form: Locator, path: str, *words: str) -> None:
    """A word of a fact: one that stands there, or one of a list."""
    place = at(form, path)
    for word in words:
        listed = place.locator("select").first
        if listed.count():
            listed.select_option(label=word)
        else:
            place.get_by_role("button", name=word, exact=True).first.click()


def step(form: Locator, path: str, by: int) -> None:
    for _ in range(abs(by)):
        at(form, path).locator(f'[data-step="{1 if by > 0 else -1}"]').first.click()


def more(form: Locator, path: str) -> None:
    at(form, path).locator("[data-more]").last.click()


def away(form: Locator, path: str) -> None:
    at(form, path).locator("[data-away]").last.click()


def kept(page: Page, table: Table, game: str, kind: str, card: str) -> dict[str, Any]:
    """The card as it lies in the owner's pack, once the list says that it is his."""
    page.click(".card-form button.primary")
    page.locator(f'[data-card="{card}"] .tag').get_by_text(
        texts("en")["web.tag.owner"], exact=True
    ).wait_for()
    (found,) = (one for one in table.shelf.owners(games.find(game))[kind] if one["id"] == card)
    return dict(found)


def of_mechamancers(form: Locator) -> None:
    """Flare: its damage is 2, it also gives mana to every foe; the first effect then goes."""
    step(form, "abilities/0/effects/0/n", 1)
    more(form, "abilities/0/effects")
    tap(form, "abilities/0/effects/1/do", "gain mana")
    tap(form, "abilities/0/effects/1/who", "every foe")
    step(form, "abilities/0/effects/1/n", 2)
    at(form, "abilities/0/effects/1").locator('[data-move="-1"]').click()
    away(form, "abilities/0/effects/1")


def of_spell_saga(form: Locator) -> None:
    """Singing Bridge: exchanges also with the story row, only with Summer; a fourth rule costs
    colours.
    """
    tap(form, "rules/1/effects/1/zones", "story row")
    at(form, "rules/1/effects/1/only").locator("[data-offer=glyph]").click()
    tap(form, "rules/1/effects/1/only/glyph", "Summer")
    away(form, "rules/0/effects/0")
    more(form, "rules")
    at(form, "rules/3").locator("[data-offer=bonus]").click()
    tap(form, "rules/3/bonus", "harmonic")
    tap(form, "rules/3/bonus_cost", "+ Violet", "+ any colour")
    at(form, "rules/3").locator("[data-offer=effects]").click()
    more(form, "rules/3/effects")
    tap(form, "rules/3/effects/0/do", "change an enemy")
    tap(form, "rules/3/effects/0/what", "armor")
    step(form, "rules/3/effects/0/n", -3)


def of_spell_from_the_future(form: Locator) -> None:
    """Focus: on black, if you Hit with two white; and a rule for placing instead of nothing."""
    tap(form, "effects/0/track", "black")
    at(form, "effects/0/if/single_box").locator("[data-drop]").click()
    at(form, "effects/0/if").locator("[data-offer=own_hits]").click()
    tap(form, "effects/0/if/own_hits/colour", "white")
    at(form, "effects/0/if/own_hits").locator("[data-offer=min]").click()
    step(form, "effects/0/if/own_hits/min", 1)
    more(form, "effects")
    tap(form, "effects/1/do", "a rule for placing tokens")
    at(form, "effects/1").locator("[data-offer=kind]").click()
    tap(form, "effects/1/kind", "at most so many tokens in a box")
    step(form, "effects/1/n", 2)


def of_world_adventure(form: Locator) -> None:
    """Salman: three strikes at level 1, and a soldier stands up; level 2 does nothing special."""
    at(form, "lv1/skill/effects/0").locator("[data-offer=n]").click()
    step(form, "lv1/skill/effects/0/n", 1)
    more(form, "lv1/skill/effects")
    tap(form, "lv1/skill/effects/1/kind", "raise fainted soldiers")
    away(form, "lv2/skill/effects/0")
    step(form, "lv2/hp", 2)


def of_runika(form: Locator) -> None:
    """Forge: another pattern, and two points more for any rune of water; then it counts water as
    fire.
    """
    at(form, "frame").locator('[data-cell="0.1"]').click()
    tap(form, "power/effects/0/element", "water")
    more(form, "power/effects")
    tap(form, "power/effects/1/do", "an element counts as another")
    tap(form, "power/effects/1/instead_of", "water")
    tap(form, "power/effects/1/element", "fire")
    step(form, "value", 1)


EDITS: list[tuple[str, str, str, Any, dict[str, Any]]] = [
    (
        *("mechamancers", "mechs", "flare", of_mechamancers),
        {"abilities": [{"effects": [{"do": "gain_mana", "n": 3, "who": "each_foe"}]}]},
    ),
    (
        *("spell_saga", "cards", "PL5", of_spell_saga),
        {
            "rules": [
                {"effects": [{"do": "move_card", "to": "place"}]},
                {
                    "effects": [
                        {"do": "draw_hand", "amount": "source_limit"},
                        {
                            "zones": ["hand", "luck", "items", "story"],
                            "only": {"type": "item", "shares": "pair", "glyph": "SU"},
                        },
                    ]
                },
                {
                    "bonus": "harmonic",
                    "effects": [{"only": {"folk_kind": "hero", "not_subtype": "wanted"}}],
                },
                {
                    "bonus_cost": "V*",
                    "effects": [{"do": "change_enemy", "what": "armor", "n": -2, "until": "turn"}],
                },
            ]
        },
    ),
    (
        *("spell_from_the_future", "minds", "focus", of_spell_from_the_future),
        {
            "effects": [
                {"track": "black", "if": {"own_hits": {"colour": "white", "min": 2}}},
                {"do": "box_rule", "kind": "max_per_box", "n": 2},
            ]
        },
    ),
    (
        *("world_adventure", "heroes", "salman", of_world_adventure),
        {
            "lv1": {
                "skill": {
                    "effects": [
                        {"kind": "extra_strike", "who": "hero", "n": 2},
                        {"kind": "heal_unit", "n": 1},
                    ],
                }
            },
            "lv2": {"hp": 7, "skill": {"effects": []}},
        },
    ),
    (
        *("runika", "runes", "D08", of_runika),
        {
            "frame": "##./###",
            "value": 3,
            "power": {
                "effects": [
                    {"do": "bonus_on_claim", "kind": "elemental", "element": "W"},
                    {"do": "substitute", "instead_of": "W", "element": "F"},
                ]
            },
        },
    ),
]


def differences(found: Any, wanted: Any, path: str = "") -> list[str]:
    """What holds lists and parts may hold more than is wanted; the innermost part is wanted
    exactly.
    """
    if isinstance(wanted, dict) and any(isinstance(one, dict | list) for one in wanted.values()):
        return [
            one
            for key in wanted
            for one in differences(found.get(key), wanted[key], f"{path}.{key}")
        ]
    if isinstance(wanted, list) and len(wanted) == len(found):
        pairs = enumerate(zip(found, wanted, strict=True))
        return [one for at_, pair in pairs for one in differences(*pair, f"{path}.{at_}")]
    return [] if found == wanted else [f"{path}: {found}, not {wanted}"]


@pytest.mark.parametrize(
    ("game", "kind", "card", "fingers", "wanted", "size"),
    # The form is one for all games, and so are its buttons: every second game is enough on a phone.
    [(*edit, (TABLET, PHONE)[number % 2]) for number, edit in enumerate(EDITS)],
    ids=[edit[0] for edit in EDITS],
)
def test_a_nested_card_is_changed_by_touch_alone_kept_and_found_again(
    game: str,
    kind: str,
    card: str,
    fingers: Any,
    wanted: Any,
    size: dict[str, int],
    table: Table,
    address: str,
    chromium: Any,
) -> None:
    page = opened(chromium, address, size=size)
    complaints = watched(page)
    form = card_open(page, game, kind, card)
    fingers(form)
    assert differences(kept(page, table, game, kind, card), wanted) == []
    page.locator(f'[data-kind={kind}] [data-card="{card}"] button').click()
    with page.expect_request("**/cards?*") as sent:
        page.click(".card-form button.primary")
    assert (
        differences(sent.value.post_data_json["card"], wanted) == []
    )  # looked at again, it says the same
    assert complaints == []
    page.context.close()


@pytest.mark.parametrize(
    ("game", "kind", "card"), [edit[:3] for edit in EDITS], ids=[edit[0] for edit in EDITS]
)
def test_an_open_card_has_large_targets_and_nothing_is_cut_off(
    game: str, kind: str, card: str, address: str, chromium: Any
) -> None:
    """Where there is most room, and where there is least."""
    for size, settings in (
        (TABLET, "still: true"),
        (PHONE, "still: true, scale: 2, language: 'id', theme: 'dark'"),
    ):
        page = opened(chromium, address, settings, size=size)
        card_open(page, game, kind, card).wait_for()
        while page.locator(".card-form details:not([open])").count():
            page.locator(".card-form details:not([open]) > summary").first.click()
        assert page.evaluate(SMALL, SMALLEST_PX) == []
        assert [
            one for one in page.evaluate(CUT_HERE) if not one.startswith("INPUT")
        ] == []  # a text scrolls in its line
        assert faults(page, within=SHEET) == []
        page.context.close()


def test_what_is_wrong_is_said_beside_the_fact_and_unfolded(
    table: Table, address: str, chromium: Any
) -> None:
    page = opened(chromium, address)
    form = card_open(page, "mechamancers", "mechs", "flare")
    more(form, "abilities/0/effects")
    form.locator(
        '[data-fact=abilities] > * > ol > [data-item="0"] > details > summary'
    ).click()  # folded again
    page.click(".card-form button.primary")
    wrong = form.locator('[data-item="1"] > details > .facts > [data-fact=do] > .wrong')
    wrong.wait_for()
    assert wrong.inner_text() == texts("en")["web.pack.problem.missing"].format(
        field="What it does"
    )
    assert wrong.is_visible()
    assert page.evaluate("() => document.activeElement.closest('[data-fact]').dataset.fact") == "do"
    tap(form, "abilities/0/effects/1/do", "draw cards")
    kept(page, table, "mechamancers", "mechs", "flare")
    page.context.close()


def test_a_pattern_is_tapped_and_grows_as_printed(
    table: Table, address: str, chromium: Any
) -> None:
    page = opened(chromium, address)
    form = card_open(page, "runika", "runes", "D01")
    frame = at(form, "frame")
    frame.locator('[data-step="1"]').first.click()  # one more row
    frame.locator('[data-cell="2.0"]').click()
    assert kept(page, table, "runika", "runes", "D01")["frame"].split("/")[2] == "#."
    page.context.close()


def test_a_card_is_typed_in_with_the_keyboard_alone(
    table: Table, address: str, chromium: Any
) -> None:
    page = opened(chromium, address)
    form = card_open(page, "mechamancers", "events", "windfall")
    at(form, "effects/0").wait_for()
    at(form, "effects/0/n").locator("input").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # plus
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("() => 'more' in document.activeElement.dataset"):
            break
    page.keyboard.press("Enter")
    page.keyboard.press("d")
    page.keyboard.press("Tab")
    page.locator('[data-item="1"] [data-fact=who]').wait_for()
    at(form, "name").locator("input").first.focus()
    page.keyboard.press("Enter")
    page.locator('[data-card="windfall"] .tag').get_by_text("yours", exact=True).wait_for()
    (event,) = table.shelf.owners(games.find("mechamancers"))["events"]
    assert [effect["do"] for effect in event["effects"]] == ["gain_mana", "damage"]
    assert event["effects"][0]["n"] == 3
    page.context.close()


def test_a_long_list_is_searched_and_a_card_is_the_start_of_another(
    table: Table, address: str, chromium: Any
) -> None:
    page = opened(chromium, address)
    pack_open(page, "spell_saga")
    page.fill("#pack-search", "hymn")
    page.locator("[data-card]:visible").first.wait_for()
    assert page.locator("[data-card]:visible").evaluate_all(
        "all => all.map((one) => one.dataset.card)"
    ) == ["SO1"]
    page.locator("[data-card=SO1] button").click()
    page.click("[data-again=SO1]")
    form = page.locator(".card-form")
    at(form, "id").locator("input").fill("SO9")
    at(form, "name").locator("input").fill("Battle Hymn, again")
    card = kept(page, table, "spell_saga", "cards", "SO9")
    assert (card["type"], card["name"], card["uses"]) == (
        "spell_song",
        "Battle Hymn, again",
        [{"attack": 2}],
    )
    page.context.close()


def test_the_editor_comes_only_when_it_is_opened(address: str, chromium: Any) -> None:
    page = chromium.new_context(viewport=TABLET).new_page()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(address)
    page.wait_for_selector(".setup")
    assert [url for url in fetched if "packs" in url and url.endswith(".js")] == []
    page.click("#menu")
    page.click("[data-screen=packs]")
    page.wait_for_selector("[data-kind]")
    assert [url for url in fetched if url.endswith("/packs.js")]
    page.context.close()
