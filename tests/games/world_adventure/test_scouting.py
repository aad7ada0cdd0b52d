"""Scouting and engaging."""

import pytest

from tests.games.world_adventure.table import Table, refusal, soldier


@pytest.mark.rule("WA-045", "WA-087", "WA-088")
@pytest.mark.parametrize(("pips", "found"), [(3, True), (4, False)])
def test_a_scouting_die_succeeds_up_to_three(pips: int, found: bool) -> None:
    table = (
        Table(players={"red": {"explorer": 1, "smoke_bomb": 0}})
        .choose("P1", "scout:merchant")
        .roll("P3", pips)
    )
    assert ("P3m" in table.open()) is found
    assert table.state.turn.actions == 0


@pytest.mark.rule(
    "WA-023",
    "WA-085",
    "WA-086",
    "WA-091",
    "WA-092",
    "WA-273",
    "WA-261",
    "WA-R10",
    "WA-R11",
    "WA-G12",
)
def test_why_a_target_cannot_be_scouted() -> None:
    keen = {"explorer": 2}
    assert Table().why_not("P1", "scout:merchant") == "no_explorer"
    assert (
        Table(players={"red": keen}, turn={"moves": 1, "actions": 0}).why_not(
            "P1", "scout:merchant"
        )
        == "no_actions"
    )
    assert (
        Table(players={"red": {**keen, "territory": "java.1"}}).why_not("P1", "scout:merchant")
        == "no_merchant"
    )
    used = Table(players={"red": keen}, merchant_x=["java.2", *[""] * 8])
    assert used.why_not("P1", "scout:merchant") == "merchant_used"
    again = Table(
        players={"red": keen}, turn={"moves": 2, "actions": 1, "scouted": ["merchant:java.2"]}
    )
    assert again.why_not("P1", "scout:merchant") == "scouted_already"
    other = Table(
        players={"red": {**keen, "territory": "java.4"}},
        turn={"moves": 2, "actions": 1, "scouted": ["merchant:java.2"]},
    )
    assert other.why_not("P1", "scout:merchant") is None
    together = Table(players={"red": keen, "blue": {"territory": "java.2"}})
    assert together.why_not("P1", "scout:blue") is None
    assert refusal(lambda: Table(players={"red": keen}).choose("P1", "scout:blue")) == "WA-R11"
    city = Table(players={"red": {**keen, "territory": "java.0"}, "blue": {"territory": "java.0"}})
    assert refusal(lambda: city.choose("P1", "scout:blue")) == "WA-R11"
    assert refusal(lambda: city.choose("P1", "scout:merchant")) == "WA-R11"
    mates = Table(
        ("red", "blue", "green", "yellow"),
        {"mode": "coop18"},
        players={"red": keen, "green": {"territory": "java.2"}},
    )
    assert mates.why_not("P1", "scout:green") == "team_mate"
    assert refusal(lambda: mates.choose("P1", "scout:green")) == "WA-R11"
    poor = Table(players={"red": {"territory": "java.0"}}, turn={"moves": 1, "actions": 0})
    assert refusal(lambda: poor.choose("P1", "stall")) == "WA-R18"
    assert refusal(lambda: poor.choose("P1", "quest:take")) == "WA-R10"


@pytest.mark.rule("WA-093")
def test_a_smoke_bomb_rolls_chosen_scouting_dice_again_once() -> None:
    table = (
        Table(players={"red": {"explorer": 3}}).choose("P1", "scout:merchant").roll("P3", 4, 1, 6)
    )
    assert [option.id for option in table.ask("P3s").options] == ["1", "2", "3"]
    table.choose("P3s", "1", "3").roll("P3b", 5, 2)
    assert table.one().smoke_bomb == 0
    assert table.state.turn.actions == 1
    assert table.open() == ["P3m"]
    kept = (
        Table(players={"red": {"explorer": 2}})
        .choose("P1", "scout:merchant")
        .roll("P3", 4, 6)
        .choose("P3s")
    )
    assert (kept.one().smoke_bomb, kept.open()[0]) == (1, "P1")
    sure = (
        Table(players={"red": {"explorer": 3}}).choose("P1", "scout:merchant").roll("P3", 1, 2, 6)
    )
    assert sure.open() == ["P3m"]


@pytest.mark.rule("WA-G11", "WA-090")
@pytest.mark.parametrize(("option", "actions"), [("per_turn", 0), ("per_roll", 1)])
def test_the_bonus_comes_once_a_turn_or_with_every_roll(option: str, actions: int) -> None:
    turn = {"moves": 2, "actions": 1, "bonus_taken": True}
    table = Table(players={"red": {"explorer": 2}}, turn=turn, options={"scout_bonus": option})
    table.choose("P1", "scout:merchant").roll("P3", 1, 2)
    assert table.state.turn.actions == actions


@pytest.mark.rule("WA-094", "WA-099", "WA-279", "WA-281", "WA-R12", "WA-R13", "WA-G40")
def test_engaging_meets_the_monster_that_stands_there_or_one_by_two_dice() -> None:
    hunter = {"territory": "java.1"}
    standing = Table(
        players={"red": hunter}, minion={"territory": "java.1", "card": "monster_12"}
    ).choose("P1", "engage")
    assert standing.open() == ["P3a"]
    assert standing.state.turn.actions == 0
    twice = Table(players={"red": hunter}, turn={"moves": 2, "actions": 2}).choose("P1", "engage")
    assert twice.state.turn.actions == 1
    standing.choose("P3a", "leave")
    assert standing.state.minion.met_by == ("red",)
    elsewhere = {"territory": "egypt.1", "card": "jade_tiger"}
    legendary = Table(
        players={"red": hunter},
        legendaries=[{"territory": "java.1", "card": "sea_serpent"}, elsewhere],
        legendaries_used=["sea_serpent", "jade_tiger"],
    )
    legendary.choose("P1", "engage").choose("P3a", "leave")
    assert [piece.met_by for piece in legendary.state.legendaries] == [("red",), ()]
    both = Table(
        players={"red": hunter},
        minion={"territory": "java.1", "card": "monster_12"},
        raid={"territory": "java.1", "card": "raid_1", "met_by": ["red"]},
    )
    both.choose("P1", "engage")
    assert [option.id for option in both.ask("P4").options] == ["minion", "raid"]
    both.choose("P4", "raid").choose("P3a", "attack")
    assert both.state.battle.card == "raid_1"


@pytest.mark.rule("WA-094", "WA-099", "WA-R12", "WA-R13")
def test_engaging_where_a_token_lies_and_by_two_dice() -> None:
    hunter = {"territory": "java.1"}
    x = Table(players={"red": hunter}, monster_x=["java.1", *[""] * 8])
    assert x.why_not("P1", "engage") == "monster_used"
    assert refusal(lambda: x.choose("P1", "engage")) == "WA-R12"
    stands_on_x = Table(
        players={"red": hunter},
        monster_x=["java.1", *[""] * 8],
        minion={"territory": "java.1", "card": "monster_11"},
    )
    assert stands_on_x.why_not("P1", "engage") is None
    stands_on_x.choose("P1", "engage").choose("P3a", "attack").dice("KX3", silver=1, gold=1).roll(
        "L2", 1
    )
    assert stands_on_x.state.monster_x == ("java.1", *[""] * 8), "one token lies there, not two"
    assert Table().why_not("P1", "engage") == "no_monster"
    assert (
        refusal(lambda: Table(players={"red": {"territory": "java.0"}}).choose("P1", "engage"))
        == "WA-R12"
    )
    dice = Table(players={"red": hunter}).choose("P1", "engage").roll("P3m", 5, 2)
    assert [option.id for option in dice.ask("P3n").options] == ["2", "5"]
    assert refusal(lambda: dice.choose("P3n", "4")) == "WA-R13"
    dice.choose("P3n", "5")
    assert dice.last_said == "Red meets Night Boar I in slot 5"
    dice.choose("P3a", "attack")
    assert (dice.state.battle.card, dice.state.battle.tier) == ("monster_15", "destroyer")


@pytest.mark.rule("WA-216", "WA-R14", "WA-G37", "WA-280")
def test_without_chase_no_merchant_is_attacked() -> None:
    pack = {
        "caravans": [
            {
                "id": "trader",
                "name": "Trader",
                "cargo": 4,
                "chaser": 0,
                "barrier": 0,
                "source": "demo",
            }
        ]
    }
    red = {"explorer": 1, "smoke_bomb": 0}
    table = (
        Table(players={"red": red}, pack=pack)
        .choose("P1", "scout:merchant")
        .roll("P3", 1)
        .roll("P3m", 1, 1)
    )
    assert table.last_said == "Red meets Peddler I in slot 1"
    assert refusal(lambda: table.choose("P3a", "attack")) == "WA-R14"
    assert table.state.merchant_x_total == 0
    pet = (
        Table(players={"red": {**red, "mount_pet": 1}}, pack=pack)
        .choose("P1", "scout:merchant")
        .roll("P3", 1)
    )
    assert pet.roll("P3m", 1, 1).choose("P3a", "attack").state.battle.chase == 1


@pytest.mark.rule("WA-126", "WA-150", "WA-R24", "WA-G56")
def test_a_medic_pack_works_at_any_time_outside_battle_and_just_before_one() -> None:
    hurt = {
        "medic_packs": 2,
        "leadership": 2,
        "soldiers": [soldier(1, condition="fainted"), soldier(2)],
    }
    table = Table(players={"blue": hurt})
    assert table.open() == ["P1", "P2", "MP.blue.2"]
    assert refusal(lambda: table.choose("MP.blue.2", "2", seat="blue")) == "no_such_option"
    table.choose("MP.blue.2", "1", seat="blue")
    assert (table.one("blue").medic_packs, table.one("blue").soldiers[0].condition) == (1, "active")
    assert table.open() == ["P1", "P2"]
    assert refusal(lambda: table.choose("MP.blue.1", "1", seat="blue")) == "WA-R24"
    window = Table(players={"red": hurt}, brigand={"territory": "java.3"}).choose("P2", "java.3")
    assert window.state.battle is None
    window.choose("MP.red.2", "1").ready("MW")
    assert len(window.state.battle.sides[1].units) == 3
    assert refusal(lambda: window.choose("MP.red.1", "1")) == "WA-R38"
    penalty = Table(step="P0p", players={"red": {**hurt, "penalty": True}}, turn={})
    assert "MP.red.2" in penalty.open()
