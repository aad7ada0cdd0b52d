"""Brigand, Government and monsters in the NPC phase."""

from typing import Any

import pytest

from tests.games.world_adventure.table import Table, refusal, soldier

LAST = {"turn_order": ["blue", "red"]}


def night(
    options: dict[str, Any] | None = None, players: dict[str, Any] | None = None, **fields: Any
) -> Table:
    """Red, the last in order, ends the turn: the NPCs act."""
    return Table(options=options, players=players, **{**LAST, **fields}).choose("P1", "end")


@pytest.mark.rule("WA-165", "WA-166", "WA-167", "WA-278", "WA-G53")
def test_the_brigand_prefers_the_nearest_then_gold_then_goods_then_a_marker() -> None:
    here = {"territory": "java.2"}
    near = night(
        players={"red": {**here, "gold": 1}, "blue": {"territory": "java.6", "gold": 90}},
        brigand={"territory": "java.3"},
    )
    assert (near.state.brigand.territory, near.ask("Nr").say.values["target"].seat) == (
        "java.2",
        "red",
    )
    goods = night(
        players={"red": here, "blue": {**here, "goods": {"silk": 1}}},
        brigand={"territory": "java.4"},
    )
    assert goods.ask("Nr").say.values["target"].seat == "blue"
    tie = night(players={"red": here, "blue": here}, brigand={"territory": "java.4"})
    assert [option.id for option in tie.ask("A2").options] == ["red", "blue"]
    tie.choose("A2", "blue").roll("Nr", 4, 4)
    assert (tie.state.battle, tie.state.month) == (None, 2)


@pytest.mark.rule("WA-167", "WA-168", "WA-169", "WA-G44", "WA-R36")
def test_it_walks_two_steps_and_equal_ways_are_the_tables_choice() -> None:
    table = night(
        players={"red": {"territory": "java.1"}, "blue": {"territory": "java.1"}},
        brigand={"territory": "java.4"},
    )
    assert table.open() == ["A2"]
    table.choose("A2", "red")
    assert [option.id for option in table.ask("Nq").options] == ["java.2", "java.6"]
    assert refusal(lambda: table.choose("Nq", "java.4")) == "WA-R36"
    assert refusal(lambda: table.choose("Nq", "java.0")) == "WA-R36"
    table.choose("Nq", "java.6")
    assert (table.state.brigand.territory, table.state.month) == ("java.6", 2)
    city = night(
        players={"red": {"territory": "java.0"}, "blue": {"territory": "java.0"}},
        brigand={"territory": "india.2"},
    ).choose("A2", "red")
    assert (city.state.brigand.territory, city.state.battle) == ("java.6", None)


@pytest.mark.rule("WA-G44")
def test_the_brigand_may_ignore_players_in_cities() -> None:
    players = {"red": {"territory": "persia.0"}, "blue": {"territory": "persia.3"}}
    table = night(
        {"brigand_ignores_city_players": "yes"}, players, brigand={"territory": "persia.1"}
    )
    assert (table.state.brigand.territory, table.open()) == ("persia.3", ["Nr"])
    nobody = night(
        {"brigand_ignores_city_players": "yes"},
        {"red": {"territory": "persia.0"}, "blue": {"territory": "java.0"}},
        brigand={"territory": "persia.1"},
    )
    assert (nobody.state.brigand.territory, "hunter_waits" in nobody.said) == ("persia.1", True)


@pytest.mark.rule("WA-174", "WA-297")
def test_the_government_enters_cities() -> None:
    table = night(
        players={"red": {"territory": "java.0", "wanted": 1}}, government={"territory": "java.4"}
    )
    assert (table.state.government.territory, table.open()) == ("java.0", ["Nr"])
    table.roll("Nr", 3, 6)
    assert (table.state.battle.attacker, table.state.battle.defender) == ("government", "red")


@pytest.mark.rule("WA-165", "WA-274")
def test_both_hunters_act_brigand_first() -> None:
    table = night(
        players={"red": {"wanted": 1}},
        brigand={"territory": "java.3"},
        government={"territory": "java.1"},
    )
    assert table.ask("Nr").say.values["what"].key == "wa.npc.brigand"
    table.roll("Nr", 4, 4)
    assert table.ask("Nr").say.values["what"].key == "wa.npc.government"
    assert table.ask("Nr").dice[0].count == 2


@pytest.mark.rule("WA-188", "WA-189", "WA-192", "WA-193", "WA-194", "WA-195", "WA-G41", "WA-G42")
def test_who_is_in_a_monsters_range() -> None:
    def attacked(kind: str, spot: str, **more: Any) -> bool:
        card = {"minion": "monster_11", "destroyer": "monster_14", "raid": "raid_1"}[kind]
        piece = {"territory": spot, "card": card, **more}
        blue = {"territory": "europe.0"}
        table = Table(
            players={
                "red": {"territory": "java.0"},
                "blue": blue,
                "green": {"territory": "java.2"},
            },
            seats=("red", "blue", "green"),
            turn_order=["blue", "green", "red"],
            **{kind: piece},
        )
        table.choose("P1", "end")
        return table.state.battle is not None and table.state.battle.sides[0].who == "green"

    assert attacked("minion", "java.2")
    assert not attacked("minion", "java.3")
    assert not attacked("minion", "java.2", met_by=["green"])
    assert attacked("destroyer", "java.3")
    assert attacked("destroyer", "java.2")
    assert not attacked("destroyer", "java.4")
    assert not attacked("destroyer", "java.3", met_by=["green"])
    assert attacked("raid", "java.1")
    assert not attacked("raid", "java.5")


@pytest.mark.rule("WA-277", "WA-G43", "WA-290", "WA-195")
def test_each_monster_acts_once_in_order_legendaries_too() -> None:
    fields = {
        "minion": {"territory": "java.2", "card": "monster_11"},
        "destroyer": {"territory": "java.3", "card": "monster_14"},
        "legendaries": [{"territory": "java.2", "card": "jade_tiger", "met_by": []}],
        "legendaries_used": ["jade_tiger"],
    }
    players = {
        "red": {"territory": "egypt.0"},
        "blue": {"territory": "java.2", "caravan": "scout_shell"},
    }
    table = night(players=players, **fields)
    seen = []
    while table.state.battle is not None:
        seen.append(table.state.battle.attacker)
        table.choose("KX2", "retreat").roll("KXf", 1)
    assert seen == ["minion", "destroyer", "legendary:jade_tiger"]
    assert table.state.month == 2


@pytest.mark.rule("WA-196")
def test_a_fainted_lv_2_soldier_counts_as_strong_but_not_as_active() -> None:
    from companion.games.world_adventure.rules.npcs.monsters import prefer

    red = {"leadership": 2, "soldiers": [soldier(1, level=2, condition="fainted"), soldier(2)]}
    blue = {"leadership": 2, "soldiers": [soldier(1)]}
    assert prefer(Table(players={"red": red, "blue": blue}).state, ["red", "blue"]) == ("blue",)
    fainted = {"leadership": 2, "soldiers": [soldier(1), soldier(2, condition="fainted")]}
    whole = {"leadership": 2, "soldiers": [soldier(1), soldier(2)]}
    assert prefer(Table(players={"red": whole, "blue": fainted}).state, ["red", "blue"]) == (
        "blue",
    )


@pytest.mark.rule("WA-190", "WA-264", "WA-G19")
def test_an_npc_fights_the_active_player_once_a_turn() -> None:
    table = (
        Table(raid={"territory": "java.3", "card": "raid_1"})
        .choose("P2", "java.3")
        .choose("KX2", "retreat")
        .roll("KXf", 1)
    )
    assert table.state.turn.checked == ("raid",)
    table.choose("P2", "java.4")
    assert table.state.battle is None
    engaged = Table(
        players={"red": {"territory": "java.3"}}, raid={"territory": "java.3", "card": "raid_1"}
    )
    engaged.choose("P1", "engage").choose("P3a", "attack").choose("KX2", "retreat").roll(
        "KXf", 1
    ).choose("P1", "end")
    assert (engaged.state.battle, engaged.state.raid.met_by) == (None, ("red",))


@pytest.mark.rule("WA-172", "WA-164", "WA-290")
def test_a_living_hunter_is_not_drawn_again() -> None:
    from companion.games.world_adventure.rules.changes import push
    from companion.games.world_adventure.state import Frame
    from companion.games.world_adventure.steps import MACHINE
    from companion.kit.story import Story

    for step, kind in (("TB", "brigand"), ("TG", "government")):
        story = Story(Table(**{kind: {"territory": "india.3"}}).state)
        push(story, Frame(step))
        MACHINE.advance(story)
        assert (getattr(story.state, kind).territory, story.state.stack) == ("india.3", ())


@pytest.mark.rule("WA-237", "WA-263")
def test_death_in_the_npc_phase_leads_on_to_the_next_npc() -> None:
    table = night(
        brigand={"territory": "java.2"},
        minion={"territory": "europe.5", "card": "monster_11"},
        options={"stay_check": "start_of_turn"},
    )
    table.roll("Nr", 1, 1).choose("KU2", "fight").dice("KU3.red", silver=6, gold=6).dice(
        "KU3.brigand.1", red=1, black=1, purple=1
    )
    table.show("D2", "india")
    assert (table.one().territory, table.one().penalty, table.one().gold) == ("india.0", True, 0)
    assert table.state.battle.sides[0].who == "blue"
