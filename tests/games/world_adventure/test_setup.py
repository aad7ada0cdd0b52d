"""From the empty table to month 1."""

from typing import Any

import pytest

from companion import games
from companion.exam.vectors import start
from companion.games.world_adventure.pack.atlas import atlas
from companion.kit.position import arranged
from companion.kit.seats import Seat
from companion.kit.story import RuleError
from companion.packs import Shelf
from tests.games.world_adventure.table import GOODS, NATIONS, Table, refusal

GAME = games.find("world_adventure")


class Setup(Table):
    """A table at the very beginning."""

    def __init__(self, seats: tuple[str, ...] = ("red", "blue"), **options: str) -> None:
        self.live = start("world_adventure", seats, options)
        self.state, self.game, self.told = self.live.state, self.live.game, []


def to_heroes(table: Setup) -> Setup:
    table.ready("S4").place("S5", {nation: {"silk": 1} for nation in NATIONS})
    table.show("S6", "treasure", "feast", "well")
    return table


@pytest.mark.rule("WA-001", "WA-G02", "WA-R39")
@pytest.mark.parametrize(
    ("players", "code"), [(1, "WA-R39"), (2, "accepted"), (4, "accepted"), (5, "WA-R39")]
)
def test_a_competitive_game_is_for_two_to_four(players: int, code: str) -> None:
    seats = tuple(Seat(colour) for colour in GAME.colours[:players])
    pack = Shelf().pack(GAME, None)
    assert refusal(lambda: arranged(GAME, {"mode": "comp12"}, seats, pack, None)) == code


@pytest.mark.rule("WA-004", "WA-G07", "WA-R39")
def test_three_against_three_need_six_seats_in_two_equal_teams() -> None:
    assert (
        refusal(lambda: start("world_adventure", GAME.colours[:4], {"mode": "coop27"})) == "WA-R39"
    )
    state = start("world_adventure", GAME.colours, {"mode": "coop27"}).state
    assert [one.team for one in state.players.values()] == ["A", "B", "A", "B", "A", "B"]
    assert state.stock == dict.fromkeys(GOODS, 6)
    unequal = [
        {"id": colour, "team": "A" if n < 2 else "B"} for n, colour in enumerate(GAME.colours)
    ]
    assert refusal(lambda: start("world_adventure", unequal, {"mode": "coop27"})) == "WA-R39"
    named = [{"id": colour, "team": "X" if n < 3 else "Y"} for n, colour in enumerate(GAME.colours)]
    assert start("world_adventure", named, {"mode": "coop27"}).state.players["green"].team == "X"
    one_team = [{"id": colour, "team": "A"} for colour in GAME.colours]
    assert refusal(lambda: start("world_adventure", one_team, {"mode": "coop27"})) == "WA-R39"


@pytest.mark.rule(
    "WA-026",
    "WA-027",
    "WA-028",
    "WA-029",
    "WA-030",
    "WA-033",
    "WA-037",
    "WA-038",
    "WA-039",
    "WA-041",
    "WA-043",
)
def test_everybody_starts_alike_and_the_table_is_told_what_to_lay_out() -> None:
    table = Setup()
    keys = [line.key for line in table.ask("S4").lines]
    assert keys == [
        f"wa.check.{name}"
        for name in (
            "hunters",
            "events",
            "legendaries",
            "powers",
            "tokens",
            "stage",
            "monsters",
            "wanted",
        )
    ]
    one, state = table.one(), table.state
    assert (one.gold, one.smoke_bomb, one.medic_packs, one.mount_pet, one.cargo_up) == (
        20,
        1,
        0,
        0,
        0,
    )
    assert (one.hero_exp, one.hero_level, one.wanted, one.soldiers, one.stalls, one.powers) == (
        0,
        1,
        0,
        (),
        (),
        (),
    )
    assert one.quest is None
    assert one.rune_count == 0
    assert len(one.runes) == 22
    assert state.stock == dict.fromkeys(GOODS, 2)
    assert state.merchant_x == state.monster_x == ("",) * 9
    assert (state.stage_lv, state.month, state.track_markers, state.used_markers) == (1, 1, 9, 0)


@pytest.mark.rule("WA-022", "WA-052", "WA-R41")
def test_each_of_the_nine_cities_gets_one_marker() -> None:
    table = Setup().ready("S4")
    short = {nation: {"silk": 1} for nation in NATIONS[1:]}
    assert refusal(lambda: table.place("S5", short)) == "WA-R41"
    assert refusal(lambda: table.place("S5", {**short, "java": {"silk": 2}})) == "WA-R41"
    table.place("S5", {**short, "java": {"iron": 1}})
    assert table.state.need["java"] == "iron"
    assert table.state.need["europe"] == "silk"
    drawn = atlas(table.state.pack)
    assert len(drawn.cities) == 9
    assert len(drawn.outer) == 54


@pytest.mark.rule("WA-032", "WA-034")
def test_three_quests_lie_open_and_may_be_skipped() -> None:
    table = Setup().ready("S4").place("S5", {nation: {"silk": 1} for nation in NATIONS})
    assert [line.key for line in table.ask("S6").lines] == [
        f"wa.check.{n}" for n in ("slots", "goods", "quests", "supplies")
    ]
    assert table.ask("S6").least == 0
    assert table.ask("S6").most == 3
    table.show("S6")
    assert table.state.quest_faceup == ()
    assert table.state.step == "S7"


@pytest.mark.rule("WA-035", "WA-G08")
def test_heroes_are_kept_one_each_and_no_hero_twice() -> None:
    table = to_heroes(Setup())
    assert table.ask("S7.red").say.values["n"] == 2
    table.show("S7.red", "salman", seat="red")
    assert table.open() == ["S7.blue"]
    assert refusal(lambda: table.show("S7.blue", "salman", seat="blue")) == "WA-R41"
    table.show("S7.blue", "mei")
    assert (table.one("red").hero, table.one("blue").hero, table.state.step) == (
        "salman",
        "mei",
        "S8",
    )
    assert to_heroes(Setup(GAME.colours[:4], mode="coop18")).ask("S7.red").say.values["n"] == 4
    assert to_heroes(Setup(GAME.colours, mode="coop27")).ask("S7.red").say.values["n"] == 6


@pytest.mark.rule("WA-036", "WA-040", "WA-R25")
def test_status_points_and_a_lv_1_caravan_complete_a_mat() -> None:
    table = to_heroes(Setup()).show("S7.red", "salman").show("S7.blue", "mei")
    assert [card.id for card in table.ask("S8.caravan.red").known] == [
        "chaser",
        "trader",
        "scout_shell",
    ]
    assert refusal(lambda: table.place("S8.points.red", {"explorer": {"point": 4}})) == "WA-R25"
    assert refusal(lambda: table.place("S8.points.red", {"explorer": {"point": 5}})) == "WA-R25"
    table.place("S8.points.red", {"explorer": {"point": 4}, "charisma": {"point": 1}}).show(
        "S8.caravan.red", "chaser"
    )
    table.place("S8.points.blue", {"leadership": {"point": 4}, "charisma": {"point": 1}})
    assert table.state.step == "S8"
    table.show("S8.caravan.blue", "trader")
    assert (table.one().explorer, table.one().charisma, table.one().leadership) == (4, 1, 0)
    assert (table.one().caravan, table.state.step) == ("chaser", "S9")


@pytest.mark.rule("WA-025", "WA-042", "WA-050", "WA-072", "WA-G59", "WA-R34")
def test_the_first_month_begins_without_an_event_but_shows_the_next() -> None:
    table = to_heroes(Setup()).show("S7.red", "salman").show("S7.blue", "mei")
    for seat in ("red", "blue"):
        table.place(f"S8.points.{seat}", {"explorer": {"point": 3}, "leadership": {"point": 2}})
        table.show(f"S8.caravan.{seat}", "trader")
    assert refusal(lambda: table.show("S9.red", "atlantis")) == "WA-R34"
    table.show("S9.red", "java").show("S9.blue", "china").show("S10", "harvest")
    state = table.state
    assert (state.event_next, state.event_running, state.step, state.phase, state.month) == (
        "harvest",
        "",
        "B1",
        "beginning",
        1,
    )
    table.choose("B1", "blue", "red")
    assert (table.state.phase, table.state.active, table.one().gold) == ("players", "blue", 20)


@pytest.mark.rule("WA-R33", "WA-073")
def test_turn_markers_are_drawn_once_each() -> None:
    table = Table(step="B1", phase="beginning", active="", turn={})
    assert refusal(lambda: table.choose("B1", "red")) == "WA-R33"
    assert refusal(lambda: table.choose("B1", "red", "red")) == "WA-R33"
    table.choose("B1", "blue", "red")
    assert table.state.turn_order == ("blue", "red")


def test_only_the_mode_is_fixed_once_the_game_has_begun() -> None:
    assert [spec.name for spec in GAME.options if not spec.live] == ["mode"]
    assert {
        spec.default for spec in GAME.options if spec.name in ("shop_wait", "min_good_price")
    } == {2, 0}
    assert [GAME.suggested(players) for players in (2, 4, 6)] == [{}, {}, {"mode": "coop27"}]


def test_a_stock_that_a_position_tells_is_taken_at_its_word() -> None:
    people = {
        seat: {"hero": "salman", "caravan": "trader", "territory": "java.0", "goods": {"silk": 1}}
        for seat in ("red", "blue")
    }
    fresh = start("world_adventure", ("red", "blue"), {}).state
    month = {"step": "P1", "phase": "players", "active": "red", "players": people}
    assert _arranged(fresh, month).stock["silk"] == 0
    with pytest.raises(RuleError):
        _arranged(fresh, {**month, "stock": {"silk": 2}})


def _arranged(fresh: Any, position: dict[str, Any]) -> Any:
    return arranged(GAME, fresh.options, fresh.seats, fresh.pack, position)
