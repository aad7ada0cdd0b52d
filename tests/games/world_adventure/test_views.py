"""What the tablet shows: map, tracks, wanted order, rune chart, gold with its waste, and the arena
of a battle.
"""

from typing import Any

import pytest

from companion.kit.trackers import Abacus
from companion.texts import sentence
from tests.games.world_adventure.table import NATIONS, Table, soldier


def tracker(table: Table, name: str) -> Any:
    return next(one for one in table.game.view(table.state, None).trackers if one.id == name)


def english(words: Any) -> str:
    return sentence(words, "en", {"red": "Ani", "blue": "Budi"})


def on_the_map(table: Table) -> dict[str, list[tuple[str | None, str, str | None]]]:
    places = {place.id: place for place in tracker(table, "map").places}
    return {
        spot: [(one.seat, one.badge, one.colour) for one in place.pieces]
        for spot, place in places.items()
        if place.pieces
    }


@pytest.mark.rule("WA-052", "WA-023")
def test_the_map_has_nine_nations_of_seven_and_shows_what_stands_where() -> None:
    table = Table(
        players={"blue": {"stalls": ["india"], "territory": "java.2"}},
        brigand={"territory": "persia.1"},
        raid={"territory": "egypt.4", "card": "raid_1"},
        merchant_x=["rusia.3", *[""] * 8],
        monster_x=["rusia.3", *[""] * 8],
        need={**dict.fromkeys(NATIONS, "silk"), "europe": ""},
    )
    places = {place.id: place for place in tracker(table, "map").places}
    assert len(places) == 63
    assert on_the_map(table) == {
        "java.2": [("red", "", None), ("blue", "", None)],
        "india.0": [("blue", "⌂", None)],
        "persia.1": [(None, "B", "black")],
        "egypt.4": [(None, "R", "black")],
        "rusia.3": [(None, "$×", "white"), (None, "!×", "white")],
    }
    assert [english(places[spot].lines[0]) for spot in ("java.0", "java.2")] == ["Silk", "Java NE"]
    assert english(places["europe.0"].lines[0]) != "Silk"
    assert (places["java.0"].say, english(places["java.2"].say)) == ("Java", "NE")
    north, south = places["java.1"], places["java.4"]
    assert north.y < places["java.0"].y < south.y
    assert (round(north.x), round(south.x)) == (round(places["java.0"].x),) * 2


@pytest.mark.rule("WA-081")
def test_territories_that_may_be_entered_are_lit() -> None:
    def lit(table: Table) -> set[str]:
        return {place.id for place in tracker(table, "map").places if place.lit}

    assert lit(Table()) == {"java.0", "java.1", "java.3"}
    assert lit(Table(turn={"moves": 0, "actions": 1})) == set()


@pytest.mark.rule("WA-031")
def test_the_clan_shows_each_soldiers_health_and_experience() -> None:
    clan = {
        "soldiers": [soldier(1, exp=4), soldier(2, level=2), soldier(3, condition="fainted")],
        "leadership": 3,
    }
    shown = tracker(Table(players={"red": clan}), "clan:red").cards[1:]
    assert [dict(card.figures) for card in shown] == [
        {"health": 2, "exp": 4},
        {"health": 4, "exp": 0},
        {"health": 0, "exp": 0},
    ]


@pytest.mark.rule("WA-245", "WA-246")
def test_the_wanted_track_keeps_its_order_and_names_the_ranks() -> None:
    table = Table(
        seats=("red", "blue", "green"),
        players={"red": {"wanted": 1}, "blue": {"wanted": 1}},
        wanted_order=["blue", "red", "green"],
    )
    track = tracker(table, "wanted")
    assert [(one.seat, one.at, one.say.key, one.say.values.get("n")) for one in track.markers] == [
        ("blue", 1, "wa.rank", 1),
        ("red", 1, "wa.rank", 2),
        ("green", 0, "wa.good_boy", None),
    ]
    assert english(track.note) == "From the most wanted down: Budi, Ani"
    assert tracker(Table(), "wanted").note is None


@pytest.mark.rule("WA-053", "WA-054")
def test_gold_is_an_abacus_that_shows_what_was_wasted() -> None:
    gold = tracker(Table(players={"red": {"gold": 99, "gold_wasted": 5}}), "gold:red")
    assert isinstance(gold, Abacus)
    assert (gold.value, gold.most, gold.wasted) == (99, 99, 5)


@pytest.mark.rule("WA-056", "WA-057")
def test_the_rune_chart_has_22_slots_shared_by_players() -> None:
    table = Table(
        players={"red": {"runes": {"minion": 1}}, "blue": {"runes": {"minion": 1, "raid": 1}}}
    )
    slots = {slot.id: slot.filled for slot in tracker(table, "rune_track").slots}
    assert len(slots) == 22
    assert (slots["minion"], slots["raid"], slots["brigand"]) == (("red", "blue"), ("blue",), ())


def test_tracks_say_what_comes_next_in_ones_and_in_many() -> None:
    table = Table(merchant_x_total=2, monster_x_total=3)
    assert english(tracker(table, "merchant_x").note) == "Government after one more attack"
    assert english(tracker(table, "monster_x").note) == "Legendary after 3 more tokens"


@pytest.mark.rule("WA-031", "WA-225", "WA-235")
def test_the_arena_shows_both_sides_with_hit_points_and_what_hits_them() -> None:
    clan = {
        "soldiers": [soldier(1), soldier(2, level=2), soldier(3, condition="fainted")],
        "leadership": 3,
    }
    table = Table(players={"red": {"territory": "java.2", **clan}}, brigand={"territory": "java.3"})
    table.choose("P2", "java.3")
    shown = {
        one.id: one
        for one in table.game.view(table.state, None).trackers
        if one.id.startswith("side:")
    }
    sides = [
        [
            (card.colour, card.badge, dict(card.figures)["health"], dict(card.figures)["hit_by"])
            for card in one.cards
        ]
        for one in shown.values()
    ]
    own = [("silver", "Lv1", 3, "1–3"), ("red", "Lv1", 2, "1–3"), ("black", "Lv2", 4, "1–3")]
    assert own in sides
    assert [(colour, "Lv1", 2, "1–3") for colour in ("red", "black", "purple")] in sides
    assert table.game.view(table.state, None).headline.key == "wa.headline.battle"
    loud = {
        one.id
        for one in table.game.view(table.state, None).trackers
        if one.seat is None and not one.quiet
    }
    assert loud == {
        *shown,
        "phase",
        "turn_order",
        "stage_lv",
        "events",
    }  # the map and its tracks wait
