"""With the printed pack alone: what board and cards show is asked once and remembered."""

import msgspec
import pytest

from companion import games
from companion.games.world_adventure.rules.cards import NEEDS
from companion.games.world_adventure.rules.wanted import bounty
from companion.kit.packs import read_pack
from companion.packs import shipped
from companion.simulate import seats_for, simulate
from tests.games.world_adventure.table import Table, city, refusal

GAME = games.find("world_adventure")


CARAVAN = {
    "id": "trader",
    "name": "Trader",
    "cargo": 4,
    "chaser": 1,
    "barrier": 0,
    "buy": 10,
    "sell": 5,
}


HERO = {
    "id": "salman",
    "name": "Salman",
    "lv1": {"hp": 3, "cast": 3},
    "lv2": {"hp": 5, "attack": 2, "cast": 3},
}


SEATS = seats_for(GAME, 2)


LEARNED = {"heroes": {"salman": HERO}, "caravans": {"trader": CARAVAN}}


def printed(**more: object) -> Table:
    return Table(pack="printed", learned=LEARNED, **more)


@pytest.mark.rule("WA-G01", "WA-C17", "WA-084")
def test_whether_two_territories_touch_is_asked_once() -> None:
    table = printed()
    assert [option.id for option in table.ask("P2").options] == [
        "java.0",
        "java.1",
        "java.3",
        "elsewhere",
    ]
    table.choose("P2", "elsewhere").choose("P2x", "india.6").choose("T1", "no")
    assert (table.one().territory, table.state.turn.moves, table.state.learned.touch) == (
        "java.2",
        2,
        {"india.6|java.2": "no"},
    )
    table.choose("P2", "elsewhere")
    assert "india.6" not in [option.id for option in table.ask("P2x").options]
    table.choose("P2x", "china.5").choose("T1", "yes")
    assert (table.one().territory, table.state.turn.moves) == ("china.5", 1)
    assert "java.2" in [option.id for option in table.ask("P2").options]
    table.adjust("draft_touch:china.5|java.2", "no")
    assert "java.2" not in [option.id for option in table.ask("P2").options]
    back = printed().choose("P2", "elsewhere").choose("P2x", "back")
    assert back.state.turn.moves == 2
    city = printed(players={"red": {"territory": "java.0"}})
    assert "elsewhere" not in [option.id for option in city.ask("P2").options]


def test_symbols_are_asked_for_before_an_action_is_spent() -> None:
    table = (
        printed(players={"red": {"explorer": 1, "smoke_bomb": 0}})
        .choose("P1", "scout:merchant")
        .choose("T1", "no")
    )
    assert (table.state.turn.actions, table.why_not("P1", "scout:merchant")) == (1, "no_merchant")
    table.choose("P1", "engage").choose("T1", "yes")
    assert (table.state.turn.actions, table.open()) == (0, ["P3m"])
    found = (
        printed(players={"red": {"explorer": 1, "smoke_bomb": 0}})
        .choose("P1", "scout:merchant")
        .choose("T1", "yes")
        .roll("P3", 1)
    )
    found.roll("P3m", 4, 4)
    assert found.open() == ["C1"]
    facts = {"tier": "yellow", "hp": 4, "accuracy": 3, "exp": 2, "cargo_dice": 1, "loot_dice": 2}
    assert refusal(lambda: found.show("C1", {"id": "silk wagon", "facts": {"hp": 4}})) == "bad_card"
    found.show("C1", {"id": "silk wagon", "facts": facts})
    card = found.state.learned.merchants["silk wagon"]
    assert (card.stage, card.slot, card.hp, card.source) == (1, 4, 4, "owner")
    assert found.choose("P3a", "attack").state.battle.hp == 4


@pytest.mark.rule("WA-G24", "WA-G57", "WA-R41")
def test_a_card_met_for_the_first_time_is_learned_with_the_usual_defaults() -> None:
    table = (
        printed(players={"red": {"territory": "java.1"}})
        .choose("P1", "engage")
        .choose("T1", "yes")
        .roll("P3m", 2, 2)
    )
    facts = {
        "tier": "destroyer",
        "hp": 4,
        "accuracy": 3,
        "retreat": 3,
        "exp": 2,
        "cargo_dice": 0,
        "loot_dice": 0,
    }
    assert (
        refusal(lambda: table.show("C1", {"id": "ogre", "facts": {**facts, "tier": "raid"}}))
        == "WA-R41"
    )
    table.show("C1", {"id": "ogre", "facts": facts})
    assert table.state.learned.monsters["ogre"].wanted_delta == -1
    brigand = printed(brigand={"territory": "java.2"}).choose("P1", "end")
    brigand.show(
        "C1", {"id": "band", "facts": {"explorer": 2, "lv1_units": 3, "lv2_units": 0, "gold": 4}}
    )
    band = brigand.state.learned.hunters["band"]
    assert (band.kind, band.stage, band.exp, band.wanted_delta) == ("brigand", 1, 2, -2)
    assert len(brigand.state.battle.sides[0].units) == 3


def test_the_nearest_player_and_the_walk_are_asked_where_the_map_is_unknown() -> None:
    table = printed(turn_order=["blue", "red"], brigand={"territory": "egypt.2"}).choose(
        "P1", "end"
    )
    assert [option.id for option in table.ask("Nn").options] == ["red", "blue"]
    table.choose("Nn", "red", "blue").choose("A2", "red")
    options = [option.id for option in table.ask("Nq").options]
    assert options[0] == "egypt.2"
    assert "java.0" not in options
    table.choose("Nq", "java.2").show(
        "C1", {"id": "band", "facts": {"explorer": 1, "lv1_units": 1, "lv2_units": 0, "gold": 4}}
    )
    assert table.open() == ["Nr"]
    alone = printed(
        turn_order=["blue", "red"],
        government={"territory": "egypt.2"},
        players={"red": {"wanted": 1}},
    ).choose("P1", "end")
    assert alone.ask("Nq").say.values["target"].seat == "red"
    assert "java.0" in [option.id for option in alone.ask("Nq").options]


def test_a_raid_next_door_is_asked_about() -> None:
    table = printed(raid={"territory": "china.5", "card": "wyrm"}).choose("P1", "end")
    assert table.open() == ["T1"]
    facts = {"hp": 6, "accuracy": 3, "retreat": 2, "exp": 3, "cargo_dice": 1, "loot_dice": 1}
    table.choose("T1", "yes").show("C1", {"id": "wyrm", "facts": facts})
    assert (table.state.battle.attacker, table.state.battle.hp) == ("raid", 6)
    night = printed(
        turn_order=["blue", "red"], destroyer={"territory": "china.5", "card": "x"}
    ).choose("P1", "end")
    assert night.open() == ["T1"]
    assert night.choose("T1", "no").choose("T1", "no").state.month == 2


def test_a_legendary_names_its_colour_and_its_territory_once() -> None:
    from companion.games.world_adventure.rules.changes import push
    from companion.games.world_adventure.state import Frame
    from companion.games.world_adventure.steps import MACHINE
    from companion.kit.story import Story

    table = printed()
    story = Story(table.state)
    push(story, Frame("TL"))
    MACHINE.advance(story)
    table.state = story.state
    facts = {
        "color": "teal",
        "hp": 8,
        "accuracy": 3,
        "retreat": 2,
        "exp": 4,
        "cargo_dice": 1,
        "loot_dice": 1,
        "item_name": "Ring",
    }
    table.show("TLa", {"id": "kraken", "facts": facts}).choose("TLw", "egypt.3")
    assert (table.state.legendaries[0].territory, table.state.learned.legendary) == (
        "egypt.3",
        {"teal": "egypt.3"},
    )
    assert table.state.learned.monsters["kraken"].wanted_delta == -2
    story = Story(table.state)
    push(story, Frame("TL"))
    MACHINE.advance(story)
    table.state = story.state
    assert refusal(lambda: table.show("TLa", "kraken")) == "WA-R41"
    table.show("TLa")
    assert len(table.state.legendaries) == 1


def test_heroes_and_caravans_lack_numbers_that_are_asked_for() -> None:
    seats = {
        "red": {"hero": "", "caravan": "", "territory": ""},
        "blue": {"hero": "", "caravan": "", "territory": ""},
    }
    table = Table(pack="printed", players=seats, step="S7", phase="setup", active="", turn={})
    assert table.ask("S7.red").known[0].needs == ("lv1_hp", "lv2_hp")
    assert refusal(lambda: table.show("S7.red", "salman")) == "WA-R41"
    table.show("S7.red", {"id": "salman", "facts": {"lv1_hp": 3, "lv2_hp": 5}})
    hero = table.state.learned.heroes["salman"]
    assert (
        hero.name,
        hero.lv1.hp,
        hero.lv1.cast,
        hero.lv2.hp,
        hero.lv2.attack,
        hero.lv1.skill.name,
    ) == (
        "Salman",
        3,
        3,
        5,
        2,
        "Double Strike",
    )
    table.show(
        "S7.blue",
        {"id": "ana", "facts": {"lv1_hp": 2, "lv1_cast": 2, "lv2_hp": 4, "skill": "Sing"}},
    )
    ana = table.state.learned.heroes["ana"]
    assert (ana.lv1.skill.effects[0].kind, ana.lv2.attack, ana.lv1.cast, ana.lv2.cast) == (
        "manual",
        2,
        2,
        None,
    )
    assert refusal(lambda: table.show("S8.caravan.red", "chaser")) == "WA-R41"
    table.show("S8.caravan.red", {"id": "chaser", "facts": {"cargo": 2, "chaser": 3, "barrier": 0}})
    chaser = table.state.learned.caravans["chaser"]
    assert (chaser.buy, chaser.name) == (10, "Chaser")
    assert (
        refusal(
            lambda: table.show(
                "S8.caravan.blue",
                {"id": "master_trader", "facts": {"cargo": 6, "chaser": 1, "barrier": 1}},
            )
        )
        == "WA-R20"
    )


def test_texts_typed_from_a_card_are_shown_and_done_by_hand() -> None:
    held = {"territory": "java.0", "hero_exp": 6, "runes": {"minion": 1}}
    table = (
        printed(players={"red": held})
        .choose("P1", "recruiter")
        .choose("P5r", "evolve:hero")
        .choose("R5", "unseen")
    )
    table.show(
        "R5u",
        {"id": "p1", "facts": {"color": "yellow", "text": "Sing."}},
        {"id": "p2", "facts": {"color": "purple", "text": "Hum."}},
    )
    table.choose("R5k", "p1").choose("P5r", "done").choose("P1", "power:p1")
    assert table.ask("X9").say.values["text"] == "Sing."
    table.ready("X9")
    assert (
        table.one().powers[0].uses,
        table.state.learned.powers["p2"].uses,
        table.state.rune_faceup,
    ) == (
        1,
        1,
        ("p2",),
    )
    shop = (
        printed(players={"red": {"territory": "java.0", "gold": 50}})
        .choose("P1", "workshop")
        .choose("P5c", "caravan:master_trader")
    )
    shop.show("P5n", {"id": "master_trader", "facts": {"cargo": 6, "chaser": 1, "barrier": 1}})
    assert (shop.one().gold, shop.one().caravan, shop.one().runes["caravan_lv2"]) == (
        50 + 5 + 2 - 40,
        "master_trader",
        1,
    )
    new = (
        printed(players={"red": {"territory": "java.0", "gold": 50}})
        .choose("P1", "workshop")
        .choose("P5c", "new")
    )
    assert refusal(lambda: new.show("P5n", "trader")) == "WA-R20"
    new.show("P5n", {"id": "barge", "facts": {"level": 2, "cargo": 5, "chaser": 0, "barrier": 1}})
    assert new.state.learned.caravans["barge"].buy == 40


def test_whole_games_are_played_with_the_printed_pack_alone() -> None:
    tally = simulate(GAME, 1, seed=3, players=2, pack="printed")
    assert (tally.finished, tally.violations) == (1, 0)


def test_what_was_taught_lies_in_the_pack_as_the_owners_for_the_next_game() -> None:
    from companion.packs import merged, taught

    table = (
        printed(players={"red": {"explorer": 1, "smoke_bomb": 0}})
        .choose("P2", "elsewhere")
        .choose("P2x", "china.5")
    )
    table.choose("T1", "yes").choose("P1", "scout:merchant").choose("T1", "yes").roll("P3", 1).roll(
        "P3m", 4, 4
    )
    facts = {"tier": "yellow", "hp": 4, "accuracy": 3, "exp": 2, "cargo_dice": 1, "loot_dice": 2}
    table.show("C1", {"id": "silk wagon", "facts": facts}).choose("P3a", "attack").adjust(
        "card_hp", 5
    )
    kept = taught(table.state.pack)
    assert kept["touches"] == [{"id": "china.5|java.2", "touch": True, "source": "owner"}]
    assert [(spot["id"], spot["merchant"], spot["monster"]) for spot in kept["territories"]] == [
        ("china.5", True, None)
    ]
    assert [(card["id"], card["hp"]) for card in kept["merchants"]] == [("silk wagon", 5)]
    pack = read_pack(
        GAME.pack, merged(shipped(GAME, "printed"), {**kept, "bounties": [{"id": "2", "gold": 6}]})
    )
    again = printed()
    again.state = msgspec.structs.replace(again.state, pack=pack)
    assert "china.5" in [option.id for option in again.ask("P2").options]
    again.choose("P2", "china.5")
    assert again.why_not("P1", "scout:merchant") == "no_explorer"
    assert bounty(again.state, "2") == 6
    assert bounty(again.state, "3") is None
    table.adjust("draft_touch:china.5|java.2", "no").adjust("draft_merchant:china.5", "no")
    wrong = taught(table.state.pack)
    assert (wrong["touches"][0]["touch"], wrong["territories"][0]["merchant"]) == (False, False)


@pytest.mark.rule("WA-R41")
def test_a_quest_typed_in_says_where_it_is_done() -> None:
    table = city().choose("P1", "quest:take").choose("P6", "unseen")
    needs = table.ask("P6u").needs
    assert {"location", "place", "meeples", "check"} <= set(needs)
    lost = {"id": "pearl", "facts": {"text": "Dive.", "location": "named", "place": "java.9"}}
    assert refusal(lambda: table.show("P6u", lost)) == "WA-R41"
    here = {"id": "pearl", "facts": {"text": "Dive.", "location": "named", "place": "java.0"}}
    table.show("P6u", here).choose("P6k", "pearl").show("P6f")
    assert table.why_not("P1", "quest:complete") is None


def test_a_hero_typed_in_is_asked_for_what_hits_him() -> None:
    assert {"lv1_accuracy", "lv2_accuracy"} <= set(NEEDS["heroes"])
