"""Beginning and end of a month, and what events do."""

from typing import Any

import pytest

from tests.games.world_adventure.table import Table, refusal, soldier

DAWN = {"step": "B1", "phase": "beginning", "active": "", "turn": {}}


def dawn(event: str, month: int = 2, **more: Any) -> Table:
    table = Table(**{**DAWN, "month": month, "event_next": event, **more}).choose(
        "B1", "red", "blue"
    )
    return table.show("B3", "harvest")


@pytest.mark.rule("WA-072", "WA-073", "WA-074", "WA-119", "WA-263")
def test_income_comes_in_turn_order_before_the_event() -> None:
    table = Table(**DAWN, players={"blue": {"stalls": ["java", "china"], "charisma": 2}}).choose(
        "B1", "blue", "red"
    )
    assert (table.one("blue").gold, table.state.active, table.state.step) == (30, "blue", "P1")
    assert table.said.index("turn_order") < table.said.index("income")


@pytest.mark.rule("WA-075", "WA-025")
def test_month_one_has_no_event_and_month_two_the_first() -> None:
    first = Table(**DAWN, event_next="tax").choose("B1", "red", "blue")
    assert (first.state.event_running, first.one().gold) == ("", 20)
    second = dawn("tax")
    assert (
        second.state.event_running,
        second.state.event_next,
        second.one().gold,
        second.one("blue").gold,
    ) == (
        "tax",
        "harvest",
        18,
        18,
    )


@pytest.mark.rule("WA-076", "WA-G50")
def test_a_living_legendary_overrides_the_card_each_month() -> None:
    queen = {
        "legendaries": [{"territory": "java.5", "card": "snow_queen"}],
        "legendaries_used": ["snow_queen"],
    }
    table = dawn("tax", **queen)
    assert (table.one().gold, "event_overridden" in table.said) == (19, True)
    plain = dawn(
        "tax",
        legendaries=[{"territory": "java.5", "card": "jade_tiger"}],
        legendaries_used=["jade_tiger"],
    )
    assert plain.one().gold == 18


@pytest.mark.rule("WA-077")
@pytest.mark.parametrize(
    ("month", "comes"), [(2, False), (3, True), (4, False), (5, True), (6, False)]
)
def test_raids_come_in_odd_months_from_the_third(month: int, comes: bool) -> None:
    assert (dawn("market_day", month).open() == ["A1.marker"]) is comes


@pytest.mark.rule("WA-197", "WA-259", "WA-186", "WA-G62", "WA-179")
def test_the_end_of_the_month_clears_what_it_should() -> None:
    fields = {
        "minion": {"territory": "rusia.1", "card": "monster_11", "met_by": ["red"]},
        "raid": {"territory": "rusia.3", "card": "raid_1", "met_by": ["red"]},
        "legendaries": [{"territory": "rusia.5", "card": "jade_tiger", "met_by": ["blue"]}],
        "legendaries_used": ["jade_tiger"],
    }
    table = Table(turn_order=["blue", "red"], **fields).choose("P1", "end")
    state = table.state
    assert (state.minion.territory, state.raid.territory, state.raid.met_by) == ("", "rusia.3", ())
    assert (
        state.legendaries[0].territory,
        state.legendaries[0].met_by,
        state.month,
        state.npcs_done,
    ) == (
        "rusia.5",
        (),
        2,
        (),
    )


@pytest.mark.rule("WA-257", "WA-258")
def test_turned_markers_are_replaced_one_by_one() -> None:
    need = {**dict.fromkeys(("java", "japan"), ""), "china": "iron"}
    table = Table(
        turn_order=["blue", "red"],
        need={
            **dict.fromkeys(("rusia", "india", "persia", "arabia", "egypt", "europe"), "silk"),
            **need,
        },
        track_markers=3,
        used_markers=6,
    ).choose("P1", "end")
    assert [cell.id for cell in table.ask("E2a").cells] == ["java", "japan"]
    assert refusal(lambda: table.place("E2a", {"java": {"iron": 1}})) == "WA-R41"
    table.place("E2a", {"java": {"iron": 1}, "japan": {"fruit": 1}})
    assert (
        table.state.need["japan"],
        table.state.need["china"],
        table.state.track_markers,
        table.state.used_markers,
    ) == ("fruit", "iron", 1, 8)


def test_events_that_hold_all_month() -> None:
    wind = dawn("tailwind")
    assert wind.state.turn.moves == 3
    guild = dawn("closed_guild", players={"red": {"territory": "java.0"}})
    assert guild.why_not("P1", "quest:take") == "forbidden"
    sky = dawn("clear_sky", players={"red": {"explorer": 1}}).choose("P1", "scout:merchant")
    assert sky.ask("P3").dice[0].count == 2
    recruits = (
        dawn("recruits", players={"red": {"territory": "java.0", "leadership": 1}})
        .choose("P1", "recruiter")
        .choose("P5r", "recruit:1")
    )
    assert recruits.one().gold == 17
    market = (
        dawn("market_day", players={"red": {"territory": "java.0", "charisma": 1}})
        .choose("P1", "shop")
        .roll("P5s.roll", 1, 1, 1, 1, 1, 1)
    )
    assert market.place("P5s.buy", {"bought": {"fruit": 2}}).one().gold == 16
    dear = dawn("scarcity", players={"red": {"territory": "java.0", "goods": {"iron": 1}}}).choose(
        "P1", "shop"
    )
    assert dear.place("P5s.sell", {"sold": {"iron": 1}}).one().gold == 25
    hold = (
        dawn("caravanserai", players={"red": {"territory": "java.0", "caravan": "chaser"}})
        .choose("P1", "shop")
        .roll("P5s.roll", 1, 2, 3, 4, 5, 5)
    )
    assert hold.ask("P5s.buy").most == 3


def test_events_that_stop_npcs() -> None:
    truce = dawn(
        "truce",
        brigand={"territory": "java.5"},
        government={"territory": "java.5"},
        players={"red": {"wanted": 1}},
    )
    truce.choose("P1", "end").choose("P1", "end")
    assert (truce.state.month, truce.state.brigand.territory, truce.state.government.territory) == (
        3,
        "java.5",
        "java.5",
    )
    calm = (
        dawn("calm", minion={"territory": "europe.5", "card": "monster_11"})
        .choose("P1", "end")
        .choose("P1", "end")
    )
    assert (calm.state.month, calm.state.battle) == (3, None)


def test_events_that_happen_once_to_everybody() -> None:
    feast = dawn("festival")
    assert (feast.one().hero_exp, feast.one("blue").hero_exp) == (1, 1)
    flood = dawn("flood", players={"red": {"goods": {"silk": 1, "iron": 1}}}).choose("X3", "iron")
    assert (flood.one().goods["iron"], flood.state.stock["iron"], flood.open()[0]) == (0, 2, "P1")
    told = dawn("storytellers")
    assert told.open() == ["X9"]
    assert told.ready("X9").open()[0] == "P1"
    late = dawn("amnesty", players={"red": {"wanted": 2}})
    assert late.one().wanted == 2
    late.choose("P1", "end").choose("P1", "end")
    assert (late.one().wanted, late.one("blue").wanted) == (1, 0)


@pytest.mark.parametrize(
    ("card", "steps", "check"),
    [
        ("second_thought", (), lambda t: t.state.turn.actions == 2),
        ("found_purse", (("roll", "L2", 1, 6),), lambda t: t.one().gold == 26),
        ("crate", (("roll", "L1", 1, 2),), lambda t: t.one().goods["spice"] == 1),
        (
            "healer",
            (("choose", "X4", "2"), ("choose", "X4", "none")),
            lambda t: [s.active for s in t.one().soldiers] == [False, True],
        ),
        ("folded_map", (("choose", "X5", "egypt.0"),), lambda t: t.one().territory == "egypt.0"),
        ("pardon", (), lambda t: t.one().wanted == 1),
        ("drill", (), lambda t: (t.one().hero_exp, t.one().soldiers[0].exp) == (1, 1)),
        ("hawk", (("choose", "P1", "scout:merchant"),), lambda t: t.ask("P3").dice[0].count == 3),
        (
            "sure_sight",
            (("choose", "P1", "scout:merchant"), ("roll", "P3", 6)),
            lambda t: t.open()[0] == "P3s",
        ),
        (
            "deep_hold",
            (("choose", "P1", "end"), ("choose", "P1", "end")),
            lambda t: t.one().effects == (),
        ),
    ],
)
def test_yellow_rune_powers(card: str, steps: Any, check: Any) -> None:
    red = {
        "explorer": 1,
        "wanted": 2,
        "runes": {"minion": 1},
        "powers": [{"card": card, "uses": 2}],
        "leadership": 2,
    }
    red["soldiers"] = [soldier(1, condition="fainted"), soldier(2, condition="fainted")]
    table = Table(players={"red": red}, turn_order=["red", "blue"]).choose("P1", f"power:{card}")
    for kind, code, *values in steps:
        getattr(table, kind)(code, *values)
    assert check(table)


def test_effects_of_a_turn_hold_for_that_player_and_turn_only() -> None:
    red = {
        "territory": "java.0",
        "caravan": "chaser",
        "runes": {"minion": 1},
        "powers": [{"card": "deep_hold", "uses": 1}],
    }
    table = (
        Table(players={"red": red})
        .choose("P1", "power:deep_hold")
        .choose("P1", "shop")
        .roll("P5s.roll", 1, 2, 3, 4, 5, 5)
    )
    assert table.ask("P5s.buy").most == 4
    from companion.games.world_adventure.rules.possessions import capacity

    assert capacity(table.state, "blue") == 4


def test_odd_effects_of_quests() -> None:
    silk = {
        "quest": {"card": "silk_road", "city": "java.0", "places": ["china.0"]},
        "territory": "china.0",
    }
    table = Table(players={"red": silk}).choose("P1", "quest:complete").choose("P6y", "yes")
    assert (table.one().goods["silk"], table.one().gold) == (1, 23)
    herbs = {
        "quest": {"card": "herbs", "city": "java.0", "places": ["java.2"]},
        "leadership": 1,
        "soldiers": [soldier(1, condition="fainted")],
    }
    healed = (
        Table(players={"red": herbs})
        .choose("P1", "quest:complete")
        .choose("P6y", "yes")
        .choose("X4", "1")
    )
    assert healed.one().soldiers[0].active
    riddle = (
        Table(players={"red": {"quest": {"card": "riddle", "city": "java.0"}}})
        .choose("P1", "quest:complete")
        .choose("P6y", "yes")
    )
    assert riddle.choose("X2", "iron").one().goods["iron"] == 1


ODD_EFFECTS = [
    {"kind": "check", "what": "explorer", "n": 2},
    {"kind": "status_point"},
    {"kind": "allow_limit_break"},
    {"kind": "place_self", "what": "egypt.3"},
    {"kind": "gain_exp", "who": "1", "n": 2},
    {"kind": "place_marker", "n": 1},
    {"kind": "manual", "text": "Sing."},
]


def test_effects_written_on_other_cards() -> None:
    pack = {
        "powers": [
            {
                "id": "odd",
                "name": "Odd",
                "color": "yellow",
                "uses": 2,
                "effects": ODD_EFFECTS,
                "source": "demo",
            }
        ]
    }
    red = {
        "explorer": 2,
        "runes": {"minion": 1},
        "powers": [{"card": "odd", "uses": 2}],
        "leadership": 1,
        "soldiers": [soldier(1)],
        "quest": {"card": "duel", "city": "java.0"},
    }
    failed = Table(pack=pack, players={"red": red}).choose("P1", "power:odd").roll("X6", 1, 4)
    assert (failed.open()[0], failed.one().territory) == ("P1", "java.2")
    table = (
        Table(pack=pack, players={"red": red})
        .choose("P1", "power:odd")
        .roll("X6", 1, 3)
        .choose("R3a", "charisma")
    )
    assert (
        table.one().charisma,
        table.one().legendary_items,
        table.one().territory,
        table.one().soldiers[0].exp,
    ) == (
        1,
        1,
        "egypt.3",
        2,
    )
    table.show("A1.marker", "java").roll("A1.die", 4).ready("X9")
    assert table.one().quest.places == ("java.4",)
    sure = (
        Table(pack=pack, players={"red": {**red, "explorer": 5, "legendary_items": 1}})
        .choose("P1", "power:odd")
        .roll("X6", 6, 6, 6, 6, 6)
    )
    assert sure.open() == ["R3a"]
