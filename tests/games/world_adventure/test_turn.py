"""Points, moving, tolls, ending a turn."""

import pytest

from tests.games.world_adventure.table import Table, refusal, soldier


@pytest.mark.rule("WA-079", "WA-083", "WA-134")
@pytest.mark.parametrize(("explorer", "moves"), [(0, 2), (3, 2), (4, 3), (5, 4)])
def test_a_turn_has_two_moves_and_one_action_and_explorer_adds(explorer: int, moves: int) -> None:
    blue = {"explorer": explorer, "legendary_items": 1}
    table = Table(players={"blue": blue}, turn_order=["red", "blue"]).choose("P1", "end")
    assert (table.state.active, table.state.turn.moves, table.state.turn.actions) == (
        "blue",
        moves,
        1,
    )


@pytest.mark.rule("WA-080", "WA-081", "WA-084", "WA-R08", "WA-G01")
def test_travel_costs_a_move_and_goes_to_neighbours_only() -> None:
    table = Table()
    near = [option.id for option in table.ask("P2").options]
    assert near == ["java.0", "java.1", "java.3"]
    assert refusal(lambda: table.choose("P2", "java.5")) == "WA-R08"
    table.choose("P2", "java.3").choose("P2", "java.4")
    assert (table.one().territory, table.state.turn.moves, table.state.turn.actions) == (
        "java.4",
        0,
        1,
    )
    assert "P2" not in table.open()
    assert refusal(lambda: table.choose("P2", "java.5")) == "WA-R08"
    edge = Table(players={"red": {"territory": "india.2"}})
    assert [option.id for option in edge.ask("P2").options] == [
        "india.0",
        "india.1",
        "india.3",
        "java.6",
    ]
    home = Table(players={"red": {"territory": "java.0"}})
    assert [option.id for option in home.ask("P2").options] == [f"java.{n}" for n in range(1, 7)]


@pytest.mark.rule("WA-082", "WA-G18", "WA-275")
def test_a_turn_ends_on_confirmation_only_and_the_phase_after_the_last() -> None:
    table = Table(turn_order=["red", "blue"], turn={"moves": 0, "actions": 0})
    assert table.state.active == "red"
    assert [line.key for line in table.ask("P1").lines] == ["wa.turn_used"]
    assert Table().ask("P1").lines == ()
    table.choose("P1", "end")
    assert table.state.active == "blue"
    table.choose("P1", "end")
    assert (table.state.step, table.state.month, table.state.phase) == ("B1", 2, "beginning")


@pytest.mark.rule("WA-R06", "WA-R07", "WA-R37", "WA-R04", "WA-R03", "WA-R01")
def test_answers_out_of_turn_or_form_say_what_is_awaited() -> None:
    table = Table()
    assert refusal(lambda: table.choose("P1", "end", seat="blue")) == "WA-R06"
    assert refusal(lambda: table.roll("P3", 1)) == "WA-R04"
    assert refusal(lambda: table.choose("N1", "x")) == "WA-R37"
    penalty = Table(step="P0p", players={"red": {"penalty": True}}, turn={})
    assert refusal(lambda: penalty.choose("P1", "shop")) == "WA-R07"
    assert refusal(lambda: penalty.choose("P2", "java.1")) == "WA-R07"
    assert refusal(lambda: penalty.roll("P0p", 1, 2)) == "WA-R03"
    assert refusal(lambda: penalty.roll("P0p", 1, 2, 7)) == "WA-R01"
    penalty.roll("P0p", 1, 3, 6)
    assert penalty.one().gold == 20 + 2 + 3 + 4
    assert refusal(lambda: penalty.choose("P1", "shop")) == "WA-R07"


@pytest.mark.rule("WA-G48", "WA-241")
def test_soldiers_may_be_raised_in_a_penalty_turn_where_the_table_plays_it() -> None:
    red = {
        "penalty": True,
        "gold": 1,
        "leadership": 2,
        "soldiers": [soldier(1, condition="fainted"), soldier(2, condition="fainted")],
    }
    usual = Table(step="P0p", players={"red": red}, turn={}).roll("P0p", 1, 1, 1)
    assert [option.id for option in usual.ask("P0c").options] == ["end"]
    table = Table(
        step="P0p", players={"red": {**red, "gold": 0}}, turn={}, options={"penalty_recover": "yes"}
    ).roll("P0p", 1, 1, 1)
    table.choose("P0c", "recover:1")
    assert (table.one().gold, table.one().soldiers[0].condition) == (4, "active")
    table.choose("P0c", "recover:2")
    assert table.one().gold == 2
    assert table.open() == ["P0c"]
    poor = Table(
        step="P0c", players={"red": {**red, "gold": 1}}, turn={}, options={"penalty_recover": "yes"}
    )
    assert refusal(lambda: poor.choose("P0c", "recover:1")) == "WA-R15"
    exact = Table(
        step="P0c", players={"red": {**red, "gold": 2}}, turn={}, options={"penalty_recover": "yes"}
    )
    assert exact.choose("P0c", "recover:1").one().gold == 0


@pytest.mark.rule("WA-131", "WA-132", "WA-G16")
def test_charisma_5_closes_its_cities_to_enemies_only() -> None:
    owner = {"charisma": 5, "legendary_items": 1, "stalls": ["java"]}
    table = Table(players={"blue": owner})
    assert refusal(lambda: table.choose("P2", "java.0")) == "WA-R08"
    assert table.choose("P2", "java.0", force="my card allows it").one().territory == "java.0"
    assert table.one().gold == 18
    inside = Table(players={"red": {"territory": "java.0", "gold": 20}, "blue": owner})
    assert inside.why_not("P1", "shop") is None
    mate = Table(("red", "blue", "green", "yellow"), {"mode": "coop18"}, players={"green": owner})
    assert mate.choose("P2", "java.0").one().gold == 20
    own = Table(players={"red": owner})
    assert own.choose("P2", "java.0").one().territory == "java.0"
    four = Table(players={"blue": {"charisma": 4, "stalls": ["java"]}})
    assert four.choose("P2", "java.0").one("blue").gold == 22


@pytest.mark.rule("WA-133", "WA-G14")
def test_the_toll_is_paid_on_entering_or_with_the_first_service() -> None:
    owner = {"charisma": 4, "stalls": ["java"]}
    three = Table(players={"blue": {"charisma": 3, "stalls": ["java"]}}).choose("P2", "java.0")
    assert three.one().gold == 20
    table = Table(players={"blue": owner}, options={"toll_when": "first_service"}).choose(
        "P2", "java.0"
    )
    assert table.one().gold == 20
    table.choose("P1", "workshop").choose("P5c", "done").choose("P1", "recruiter").choose(
        "P5r", "done"
    )
    assert (table.one().gold, table.one("blue").gold) == (18, 22)
    table.choose("P1", "shop")
    assert table.one().gold == 18
    own = Table(players={"red": owner}).choose("P2", "java.0")
    assert own.one().gold == 20


@pytest.mark.rule("WA-G19")
def test_npcs_strike_who_stays_at_the_end_or_the_start_of_the_turn() -> None:
    end = Table(brigand={"territory": "java.2"})
    assert [line.key for line in end.ask("P1").lines] == ["wa.stay_warning"]
    end.choose("P1", "end")
    assert end.state.battle.attacker == "brigand"
    options = {"stay_check": "start_of_turn"}
    start = Table(
        options=options, brigand={"territory": "europe.5"}, turn_order=["red", "blue"]
    ).choose("P1", "end")
    assert (start.state.active, start.state.battle.defender) == ("blue", "blue")
    late = Table(options=options, brigand={"territory": "java.2"}, turn_order=["red", "blue"])
    assert late.ask("P1").lines == ()
    late.choose("P1", "end")
    assert late.state.battle is None


@pytest.mark.rule("WA-170", "WA-175", "WA-297", "WA-282")
def test_who_strikes_depends_on_who_stands_where() -> None:
    good_boy = Table(government={"territory": "java.3"}).choose("P2", "java.3")
    assert good_boy.state.battle is None
    city = {"territory": "java.0", "wanted": 1}
    wanted = Table(players={"red": city}, government={"territory": "java.0"}).choose("P1", "end")
    assert wanted.state.battle.attacker == "government"
    safe = Table(
        players={"red": {"territory": "java.0"}}, raid={"territory": "java.1", "card": "raid_1"}
    )
    assert safe.choose("P1", "end").state.battle is None
    met = Table(raid={"territory": "java.3", "card": "raid_1", "met_by": ["red"]}).choose(
        "P2", "java.3"
    )
    assert met.state.battle is None
    far = Table(raid={"territory": "java.5", "card": "raid_1"}).choose("P1", "end")
    assert far.state.battle is None
    minion = Table(minion={"territory": "java.3", "card": "monster_11"}).choose("P2", "java.3")
    assert minion.state.battle is None
    away = Table(
        legendaries=[{"territory": "java.3", "card": "jade_tiger"}], legendaries_used=["jade_tiger"]
    )
    assert away.choose("P1", "end").state.battle is None


@pytest.mark.rule("WA-G55", "WA-262")
def test_team_mates_hand_things_over_only_where_the_table_plays_it() -> None:
    seats = ("red", "blue", "green", "yellow")
    people = {
        "red": {"goods": {"silk": 2}},
        "green": {"territory": "java.2", "caravan": "chaser", "goods": {"iron": 1}},
    }
    plain = Table(seats, {"mode": "coop18"}, players=people)
    assert not any(option.id.startswith("gift") for option in plain.ask("P1").options)
    table = Table(seats, {"mode": "coop18", "team_gifts": "same_territory"}, players=people)
    assert [option.id for option in table.ask("P1").options if option.id.startswith("gift")] == [
        "gift:green"
    ]
    table.choose("P1", "gift:green")
    assert refusal(lambda: table.place("P9", {"gift": {"gold": 21}})) == "WA-R15"
    assert refusal(lambda: table.place("P9", {"gift": {"silk": 3}})) == "WA-R16"
    assert refusal(lambda: table.place("P9", {"gift": {"silk": 2}})) == "WA-R16"
    table.place("P9", {"gift": {"gold": 7, "silk": 1}})
    assert (table.one().gold, table.one("green").gold) == (13, 27)
    assert (table.one().goods["silk"], table.one("green").goods["silk"]) == (1, 1)
