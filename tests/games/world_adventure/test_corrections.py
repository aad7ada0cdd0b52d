"""What goes wrong at a table, and how it is put right: undo, correct, adjust."""

from typing import Any

import pytest

from companion.kit.intents import Answer, Chosen, Correct, Placed, Rolled, Set, Undo
from companion.kit.pieces import Die, Piece
from companion.kit.play import option_set
from tests.games.world_adventure.table import Table, refusal, soldier


class Logged(Table):
    """Answers go through the live game, so that lines can be corrected and undone."""

    def give(
        self, code: str, value: Any, seat: str | None = None, force: str | None = None
    ) -> "Logged":
        ids = {ask.id.rpartition(":")[2]: ask.id for ask in self.game.asks(self.state)}
        self._enter(Answer(id="a", ask=ids.get(code, code), answer=value, seat=seat, force=force))
        return self

    def correct(self, line: int, value: Any) -> "Logged":
        self._enter(Correct(id="c", line=line, answer=value, confirmed=True))
        return self

    def undo(self, line: int | None = None) -> "Logged":
        self._enter(Undo(id="u", line=line))
        return self

    def _enter(self, intent: Any) -> None:
        body, state = self.live.consider(intent)
        self.live.enter(self.live.seq + 1, body, state=state)
        self.state = self.live.state


def dice(**colours: int) -> Rolled:
    return Rolled(tuple(Die(face, colour=colour) for colour, face in colours.items()))


@pytest.mark.rule("WA-C01", "WA-C06")
def test_a_misread_die_is_corrected_even_after_the_victory() -> None:
    table = (
        Logged(players={"red": {"territory": "java.1"}})
        .choose("P1", "engage")
        .roll("P3m", 1, 1)
        .choose("P3a", "attack")
    )
    table.dice("KX3", silver=1, gold=1)
    assert table.open() == ["L2"]
    table.roll("L2", 6).correct(4, dice(silver=5, gold=1))
    assert (table.one().rune_count, table.open(), table.one().gold) == (0, ["D2"], 0)
    slot = (
        Logged(players={"red": {"territory": "java.1"}})
        .choose("P1", "engage")
        .roll("P3m", 1, 4)
        .choose("P3n", "1")
    )
    slot.correct(3, Chosen(("4",)))
    assert slot.ask("P3a").say.values["target"] == "Rock Ogre I"


@pytest.mark.rule("WA-C02", "WA-C18")
def test_a_roll_is_voided_and_a_game_ended_too_early_goes_on() -> None:
    table = (
        Logged(players={"red": {"territory": "java.1"}})
        .choose("P1", "engage")
        .roll("P3m", 1, 1)
        .undo()
    )
    assert table.open() == ["P3m"]
    eight = dict.fromkeys(
        ("minion", "destroyer", "raid", "quest_1", "quest_2", "quest_3", "brigand", "government"), 1
    )
    over = (
        Logged(players={"red": {"territory": "java.0", "hero_exp": 6, "runes": eight}}, stage_lv=3)
        .choose("P1", "recruiter")
        .choose("P5r", "evolve:hero")
    )
    assert over.state.winner == "red"
    over.undo()
    assert (over.state.winner, over.open()) == ("", ["P5r"])


@pytest.mark.rule("WA-C03", "WA-260", "WA-G63", "WA-055", "WA-R38")
def test_counters_are_set_by_hand_within_their_range() -> None:
    table = Table().adjust("gold:red", 45)
    assert table.one().gold == 45
    for handle, wrong in (
        ("gold:red", 100),
        ("gold:red", -1),
        ("hero_exp:red", 7),
        ("wanted:red", -1),
        ("wanted:red", 10),
        ("medic_packs:red", 4),
    ):
        assert refusal(lambda handle=handle, wrong=wrong: table.adjust(handle, wrong)) == "WA-R38"
    assert "kit.adjusted" in table.said
    table.adjust("moves", 5).adjust("smoke_bomb:red", 0).adjust("hero_level:red", 2).adjust(
        "needs_fulfilled", 4
    )
    assert (
        table.state.turn.moves,
        table.one().smoke_bomb,
        table.one().hero_level,
        table.state.needs_fulfilled,
    ) == (
        5,
        0,
        2,
        4,
    )


@pytest.mark.rule("WA-C03")
def test_goods_set_by_hand_come_from_the_stock() -> None:
    table = Table(players={"blue": {"goods": {"silk": 1}}}).adjust("silk:red", 1)
    assert (table.one().goods["silk"], table.state.stock["silk"]) == (1, 0)
    assert refusal(lambda: table.adjust("silk:red", 2)) == "WA-R16"
    table.adjust("silk:red", 0)
    assert table.state.stock["silk"] == 1


@pytest.mark.rule("WA-C04", "WA-R09")
def test_a_wrong_move_is_corrected_and_the_attack_with_it() -> None:
    table = Logged(brigand={"territory": "java.3"}).choose("P2", "java.3")
    assert table.state.battle is not None
    table.correct(1, Chosen(("java.1",)))
    assert (table.state.battle, table.one().territory, table.state.turn.moves) == (
        None,
        "java.1",
        1,
    )
    assert table.game.where(table.state)["hero:red"].values["spot"].key == "wa.place.1"
    put_back = Table().adjust("territory:red", "java.4")
    assert put_back.one().territory == "java.4"
    assert refusal(lambda: put_back.adjust("territory:red", "atlantis.1")) == "no_such_option"


@pytest.mark.rule("WA-C05")
def test_wrong_card_numbers_are_set_for_this_battle_or_from_now_on() -> None:
    table = (
        Table(players={"red": {"territory": "java.1"}})
        .choose("P1", "engage")
        .roll("P3m", 4, 4)
        .choose("P3a", "attack")
    )
    table.adjust("battle_hp", 9).adjust("battle_accuracy", 2).adjust("card_hp", 6).adjust(
        "card_retreat", 1
    )
    assert (table.state.battle.hp, table.state.battle.accuracy, table.state.battle.retreat) == (
        9,
        2,
        3,
    )
    card = next(card for card in table.state.pack.monsters if card.id == "monster_14")
    assert (card.hp, card.retreat) == (6, 1)
    assert refusal(lambda: table.adjust("battle_hp", 0)) == "WA-R38"
    assert refusal(lambda: table.adjust("card_accuracy", 7)) == "WA-R38"


@pytest.mark.rule("WA-C07", "WA-R32")
def test_a_rune_claimed_late_brings_all_that_runes_bring() -> None:
    three = dict.fromkeys(("minion", "destroyer", "raid"), 1)
    table = Table(players={"red": {"runes": three}}).adjust("rune:quest_1:red", 1)
    assert (table.one().runes["quest_1"], table.open()) == (1, ["R3a"])
    table.choose("R3a", "explorer")
    assert (table.state.stage_lv, table.open()[0]) == (2, "R5")
    assert refusal(lambda: table.adjust("rune:quest_1:red", 2)) == "WA-R32"
    eight = dict.fromkeys(
        ("minion", "destroyer", "raid", "quest_1", "quest_2", "quest_3", "brigand", "government"), 1
    )
    won = Table(players={"red": {"runes": eight}}, stage_lv=3).adjust("rune:sale_12:red", 1)
    assert won.state.winner == "red"
    late = Table(
        players={"red": {"runes": {**eight, "sale_12": 1}}},
        stage_lv=3,
        options={"legendary_required": "yes"},
    )
    assert late.adjust("legendary_defeated:red", 1).state.winner == "red"


@pytest.mark.rule("WA-C08")
def test_a_rune_taken_back_gives_back_what_it_brought() -> None:
    four = dict.fromkeys(("minion", "destroyer", "raid", "quest_1"), 1)
    held = [{"card": "hawk", "uses": 2}, {"card": "fury", "uses": 1}]
    table = Table(
        players={
            "red": {
                "runes": four,
                "powers": held,
                "explorer": 2,
                "leadership": 1,
                "soldiers": [soldier(1)],
            }
        },
        stage_lv=2,
    )
    table.adjust("rune:quest_1:red", 0)
    assert (
        table.state.stage_lv,
        [one.card for one in table.one().powers],
        table.state.rune_faceup,
    ) == (
        1,
        ["hawk"],
        ("fury",),
    )
    assert refusal(lambda: table.choose("RB", "leadership")) == "WA-R25"
    assert refusal(lambda: table.choose("RB", "charisma")) == "WA-R25"
    table.choose("RB", "explorer")
    assert (table.one().explorer, table.open()[0]) == (1, "P1")
    alone = Table(players={"red": {"runes": four, "powers": held, "leadership": 1}}, stage_lv=2)
    assert alone.adjust("rune:quest_1:red", 0).why_not("RB", "leadership") is None
    three = Table(
        players={"red": {"runes": {**four, "quest_2": 1}, "powers": held}}, stage_lv=2
    ).adjust("rune:quest_2:red", 0)
    assert (three.open()[0], len(three.one().powers), three.state.stage_lv) == ("P1", 2, 2)


@pytest.mark.rule("WA-C09")
def test_a_need_is_set_by_hand() -> None:
    table = Table().adjust("need:java", "").adjust("need:china", "iron").adjust("track_markers", 4)
    assert (table.state.need["java"], table.state.need["china"], table.state.used_markers) == (
        "",
        "iron",
        5,
    )


@pytest.mark.rule("WA-C10", "WA-R35")
def test_x_tokens_are_reconciled_one_by_one() -> None:
    table = (
        Table(merchant_x=["java.2", *[""] * 8])
        .adjust("merchant_x:2", "india.4")
        .adjust("merchant_x:1", "")
    )
    assert table.state.merchant_x == ("", "india.4", *[""] * 7)
    assert refusal(lambda: table.adjust("merchant_x:3", "india.4")) == "WA-R35"
    assert refusal(lambda: table.adjust("monster_x:1", "india.0")) == "WA-R35"
    assert refusal(lambda: table.adjust("monster_x:10", "india.1")) == "no_such_handle"
    eight = [
        f"{nation}.1"
        for nation in ("java", "japan", "china", "rusia", "india", "persia", "arabia", "egypt")
    ]
    nine = Table(monster_x=[*eight, ""]).adjust("monster_x:9", "europe.1")
    assert (nine.state.monster_x, nine.said[-1]) == (("",) * 9, "monsters_return")
    assert (
        Table(merchant_x=[*eight, ""]).adjust("merchant_x:9", "europe.1").said[-1]
        == "merchants_return"
    )


@pytest.mark.rule("WA-C11")
def test_the_order_within_a_wanted_number_is_put_right() -> None:
    table = Table(
        players={"red": {"wanted": 1}, "blue": {"wanted": 1}}, wanted_order=["red", "blue"]
    ).adjust("wanted_order:1", "blue")
    assert table.state.wanted_order == ("blue", "red")
    assert table.adjust("wanted:blue", 2).state.wanted_order == ("red", "blue")


@pytest.mark.rule("WA-C12")
def test_soldiers_change_slots_outside_battle() -> None:
    red = {"territory": "java.1", "leadership": 3, "soldiers": [soldier(1, level=2), soldier(2)]}
    table = Table(players={"red": red}).adjust("slot:1:red", 2)
    assert [(one.slot, one.level) for one in table.one().soldiers] == [(1, 1), (2, 2)]
    table.adjust("slot:1:red", 3)
    assert [(one.slot, one.level) for one in table.one().soldiers] == [(2, 2), (3, 1)]
    assert refusal(lambda: table.adjust("slot:2:red", 4)) == "WA-R21"
    assert refusal(lambda: table.adjust("leadership:red", 2)) == "WA-R21"
    assert refusal(lambda: table.adjust("leadership:red", 5)) == "WA-R25"
    fight = (
        Table(players={"red": red}).choose("P1", "engage").roll("P3m", 4, 4).choose("P3a", "attack")
    )
    assert refusal(lambda: fight.adjust("slot:1:red", 3)) == "WA-R38"


@pytest.mark.rule("WA-C13")
def test_the_last_rounds_damage_is_given_out_anew() -> None:
    people = {
        "red": {"leadership": 1, "soldiers": [soldier(1)]},
        "blue": {"territory": "java.2", "leadership": 2, "soldiers": [soldier(1), soldier(2)]},
    }
    table = Logged(players=people, stack=[{"step": "P3a", "seat": "red", "what": "blue"}]).choose(
        "P3a", "attack"
    )
    table.choose("KU2", "fight", seat="red").choose("KU2", "fight", seat="blue")
    table.dice("KU3.red", silver=1, gold=6, red=1).dice(
        "KU3.blue", silver=6, gold=6, red=6, black=6
    )
    table.place("KU4.red", {"1": {"red": 1, "silver": 1}})
    assert table.one("blue").soldiers[0].condition == "fainted"
    table.correct(6, Placed({"1": (Piece("red"),), "2": (Piece("silver"),)}))
    assert [unit.damage for unit in table.state.battle.sides[1].units] == [0, 1, 1]
    assert table.one("blue").soldiers[0].condition == "active"


@pytest.mark.rule("WA-C14")
@pytest.mark.parametrize(
    ("result", "gold", "minion"),
    [("won", 20, ""), ("lost", 0, "java.1"), ("retreated", 20, "java.1"), ("nothing", 20, "")],
)
def test_a_battle_is_broken_off_by_agreement(result: str, gold: int, minion: str) -> None:
    table = (
        Table(players={"red": {"territory": "java.1"}})
        .choose("P1", "engage")
        .roll("P3m", 1, 1)
        .choose("P3a", "attack")
    )
    table.adjust("battle_end", result)
    assert (table.state.battle, table.one().gold, table.state.minion.territory) == (
        None,
        gold,
        minion,
    )
    chased = (
        Table(players={"red": {"explorer": 1, "smoke_bomb": 0}})
        .choose("P1", "scout:merchant")
        .roll("P3", 1)
        .roll("P3m", 1, 1)
    )
    chased.choose("P3a", "attack").adjust("battle_end", result)
    assert (chased.one().hero_exp == 1) is (result == "won")


@pytest.mark.rule("WA-C14")
def test_a_battle_of_units_is_broken_off_by_agreement() -> None:
    for result, loser in (("won", "blue"), ("lost", "red")):
        table = Table(
            players={"blue": {"territory": "java.2"}},
            stack=[{"step": "P3a", "seat": "red", "what": "blue"}],
        ).choose("P3a", "attack")
        table.adjust("battle_end", result)
        assert table.one(loser).gold == 0
    fled = (
        Table(brigand={"territory": "java.2"}).choose("P1", "end").adjust("battle_end", "retreated")
    )
    assert (fled.state.battle, fled.state.brigand.territory, fled.one().gold) == (
        None,
        "java.2",
        20,
    )
    won = Table(brigand={"territory": "java.2"}).choose("P1", "end").adjust("battle_end", "won")
    assert won.one().runes["brigand"] == 1


@pytest.mark.rule("WA-C15", "WA-R36")
def test_a_hunter_that_walked_wrongly_is_put_elsewhere_and_its_scouting_repeated() -> None:
    table = Table(turn_order=["blue", "red"], brigand={"territory": "java.3"}).choose("P1", "end")
    assert table.open() == ["Nr"]
    assert refusal(lambda: table.adjust("brigand", "java.0")) == "WA-R36"
    table.adjust("brigand", "java.4")
    assert (table.state.brigand.territory, table.open()) == ("java.4", ["B1"])
    home = Table(minion={"territory": "java.3", "card": "monster_11"}).adjust("minion", "")
    assert (home.state.minion.territory, home.state.minion.card) == ("", "")
    moved = Table(raid={"territory": "java.3", "card": "raid_1", "met_by": ["red"]}).adjust(
        "raid", "java.5"
    )
    assert (moved.state.raid.territory, moved.state.raid.met_by) == ("java.5", ("red",))
    assert refusal(lambda: moved.adjust("raid", "java.0")) == "WA-R36"
    assert (
        Table(government={"territory": "java.3"})
        .adjust("government", "java.0")
        .state.government.territory
        == "java.0"
    )


@pytest.mark.rule("WA-C16")
def test_the_turn_order_is_corrected() -> None:
    table = Table(turn_order=["red", "blue"]).adjust("turn_order:1", "blue")
    assert table.state.turn_order == ("blue", "red")
    early = (
        Logged(step="B1", phase="beginning", active="", turn={})
        .choose("B1", "red", "blue")
        .correct(1, Chosen(("blue", "red")))
    )
    assert early.state.active == "blue"


def test_an_option_changed_in_play_works_from_then_on() -> None:
    table = Table()
    story = option_set(table.game, table.state, Set(id="s", option="shop_wait", to=3))
    assert story.state.options["shop_wait"] == 3
    assert (
        refusal(
            lambda: option_set(table.game, table.state, Set(id="s", option="mode", to="comp12"))
        )
        == "only_at_setup"
    )
