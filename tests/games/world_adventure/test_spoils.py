"""What the loser of a battle drops and loses, the bounty, the Most Wanted Track."""

from typing import Any

import pytest

from tests.games.world_adventure.table import Table, ambush, both_fight, duel, soldier


@pytest.mark.rule("WA-206", "WA-207", "WA-233")
def test_a_smoke_bomb_among_players_drops_a_good_they_may_take_if_it_fits() -> None:
    table = duel(
        red={"goods": {"silk": 1}}, blue={"caravan": "chaser", "goods": {"iron": 2}}
    ).choose("KU2", "bomb")
    assert (
        table.one().goods["silk"],
        table.state.stock["silk"],
        table.one("blue").runes["player_1"],
    ) == (0, 2, 1)
    assert "KDt" not in table.open()
    refuse = duel(red={"goods": {"silk": 1}}).choose("KU2", "bomb").choose("KDt", "no")
    assert (refuse.state.stock["silk"], refuse.one("blue").goods["silk"]) == (2, 0)
    hunter = ambush(goods={"silk": 1}).choose("KU2", "bomb")
    assert (
        hunter.one().goods["silk"],
        hunter.state.stock["silk"],
        hunter.state.brigand.territory,
    ) == (0, 2, "java.2")


@pytest.mark.rule("WA-017", "WA-151", "WA-G47", "WA-295")
def test_spoils_of_a_slain_player() -> None:
    held = {"card": "treasure", "city": "india.0", "places": ["egypt.2"]}
    mine = {"card": "duel", "city": "java.0"}
    red = {
        "leadership": 2,
        "soldiers": [soldier(1, level=2), soldier(2, level=2)],
        "runes": {"player_1": 1},
        "quest": mine,
    }
    table = both_fight(duel(red=red, blue={"quest": held, "gold": 7}))
    table.dice("KU3.red", silver=1, gold=1, red=1, black=6).dice(
        "KU3.blue", silver=6, gold=6
    ).choose("KU4s.red", "suggested")
    assert table.one().gold == 27
    leave = table.state
    table.choose("D1q", "take")
    assert (table.one().quest.card, table.one().quest.places, table.one().quest.city) == (
        "treasure",
        ("egypt.2",),
        "india.0",
    )
    assert table.state.quest_faceup == ("duel",)
    assert (table.one().runes["player_2"], table.one().hero_exp) == (1, 2)
    table.state = leave
    table.choose("D1q", "leave")
    assert (table.one().quest.card, table.state.quest_faceup, table.one("blue").quest) == (
        "duel",
        ("treasure",),
        None,
    )
    third = both_fight(duel(red={**red, "runes": {"player_1": 1, "player_2": 1}}, blue={}))
    third.dice("KU3.red", silver=1, gold=1, red=1, black=6).dice(
        "KU3.blue", silver=6, gold=6
    ).choose("KU4s.red", "suggested")
    assert (third.one().rune_count, third.one().hero_exp, third.open()) == (2, 2, ["D2"])


@pytest.mark.rule("WA-243", "WA-248", "WA-291", "WA-G46")
def test_the_bounty_is_read_off_the_board_by_points_or_rank() -> None:
    strong = {"leadership": 2, "soldiers": [soldier(1, level=2), soldier(2, level=2)]}

    def slay(pack: dict[str, Any], **blue: Any) -> Table:
        table = both_fight(duel(red=strong, blue={"gold": 0, **blue}, pack=pack))
        table.dice("KU3.red", silver=1, gold=1, red=1, black=6).dice("KU3.blue", silver=6, gold=6)
        return table.choose("KU4s.red", "suggested")

    assert slay({"bounty": {"by": "points", "gold": {"3": 7}}}, wanted=3).one().gold == 27
    assert slay({"bounty": {"by": "rank", "gold": {"1": 9}}}, wanted=3).one().gold == 29
    assert slay({"bounty": {"by": "points", "gold": {"0": 7}}}, wanted=0).one().gold == 20
    asked = slay({"bounty": {"by": "points", "gold": {}}}, wanted=3)
    assert asked.ask("DBa").say.values["n"] == 3
    asked.count("DBa", 4)
    assert (asked.one().gold, asked.state.learned.bounty) == (24, {"3": 4})
    assert (
        slay({"wanted_max": 4, "bounty": {"by": "points", "gold": {"4": 1}}}, wanted=4).one().gold
        == 21
    )


@pytest.mark.rule("WA-243", "WA-246", "WA-247")
def test_the_track_ends_and_zero_has_no_rank() -> None:
    from companion.games.world_adventure.rules.wanted import ranks

    table = Table(
        pack={"wanted_max": 4},
        players={"red": {"wanted": 4, "explorer": 1, "smoke_bomb": 0}},
        wanted_order=["red", "blue"],
    )
    assert ranks(table.state) == ("red",)
    table.choose("P1", "scout:merchant").roll("P3", 1).roll("P3m", 1, 1).choose("P3a", "attack")
    assert (table.one().wanted, table.state.wanted_order) == (4, ("red", "blue"))
