"""Runes, Rune Powers, status points, stages, winning."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.world_adventure import GAME
from companion.games.world_adventure.pack.cards import RunePower
from companion.games.world_adventure.state import HeldPower
from companion.kit.seats import with_player
from tests.games.world_adventure.table import Table, refusal, soldier


def evolve(
    options: dict[str, Any] | None = None, fields: dict[str, Any] | None = None, **red: Any
) -> Table:
    """Red earns a rune by evolving the hero."""
    one = {"territory": "java.0", "hero_exp": 6, **red}
    return (
        Table(players={"red": one}, options=options, **(fields or {}))
        .choose("P1", "recruiter")
        .choose("P5r", "evolve:hero")
    )


def runes(*names: str) -> dict[str, int]:
    return dict.fromkeys(names, 1)


FOUR = ("minion", "destroyer", "raid", "quest_1")


@pytest.mark.rule("WA-056", "WA-057", "WA-008")
def test_a_gem_lies_once_per_player_in_a_slot_that_others_share() -> None:
    table = evolve(fields={"step": "P1"}, runes=runes("minion"))
    assert table.one().runes["hero_lv2"] == 1
    other = Table(
        players={
            "red": {"territory": "java.0", "hero_exp": 6},
            "blue": {"runes": runes("hero_lv2")},
        }
    )
    other.choose("P1", "recruiter").choose("P5r", "evolve:hero")
    assert (other.one().runes["hero_lv2"], other.one("blue").runes["hero_lv2"]) == (1, 1)
    again = Table(
        players={"red": {"territory": "java.0", "hero_exp": 6, "runes": runes("hero_lv2")}}
    )
    again.choose("P1", "recruiter").choose("P5r", "evolve:hero")
    assert (again.one().rune_count, again.open()[0]) == (1, "P5r")


@pytest.mark.rule("WA-062", "WA-063", "WA-067")
@pytest.mark.parametrize(
    ("before", "opens"),
    [(0, True), (1, False), (2, False), (3, True), (4, False), (5, False), (6, True), (7, False)],
)
def test_slots_and_points_come_with_the_first_fourth_and_seventh_rune(
    before: int, opens: bool
) -> None:
    names = (
        "minion",
        "destroyer",
        "raid",
        "quest_1",
        "quest_2",
        "quest_3",
        "brigand",
        "government",
    )[:before]
    table = evolve(runes=runes(*names), fields={"stage_lv": 3})
    assert ("R3a" in table.open()) is opens


@pytest.mark.rule("WA-139", "WA-141", "WA-272", "WA-293", "WA-G10", "WA-R25")
def test_where_a_status_point_may_go() -> None:
    table = Table(
        players={"red": {"explorer": 4, "charisma": 3}}, stack=[{"step": "R3a", "seat": "red"}]
    )
    assert refusal(lambda: table.choose("R3a", "explorer")) == "WA-R25"
    item = Table(
        players={"red": {"explorer": 4, "charisma": 5, "legendary_items": 1}},
        stack=[{"step": "R3a", "seat": "red"}],
    )
    assert refusal(lambda: item.choose("R3a", "charisma")) == "WA-R25"
    item.choose("R3a", "explorer")
    assert (item.one().explorer, item.state.turn.moves, "limit_break" in item.said) == (5, 3, True)
    three = Table(players={"red": {"explorer": 3}}, stack=[{"step": "R3a", "seat": "red"}]).choose(
        "R3a", "explorer"
    )
    assert (three.state.turn.moves, "limit_break" in three.said) == (3, False)
    two = Table(players={"red": {"explorer": 2}}, stack=[{"step": "R3a", "seat": "red"}]).choose(
        "R3a", "explorer"
    )
    assert two.state.turn.moves == 2
    other = Table(
        players={"blue": {"explorer": 3}}, stack=[{"step": "R3a", "seat": "blue"}]
    ).choose("R3a", "explorer")
    assert (other.one("blue").explorer, other.state.turn.moves) == (4, 2)
    full = evolve(explorer=4, charisma=4, leadership=4)
    assert "point_lost" in full.said


@pytest.mark.rule("WA-068", "WA-070", "WA-071", "WA-G03", "WA-G52", "WA-024")
def test_the_stage_follows_the_leader_and_cards_on_the_map_follow_the_stage() -> None:
    fields = {
        "raid": {"territory": "egypt.1", "card": "raid_1", "lost": 2},
        "minion": {"territory": "egypt.3", "card": "monster_11"},
        "brigand": {"territory": "egypt.5", "lost": [1, 0, 0]},
    }
    table = evolve(
        fields=fields,
        runes=runes("minion", "destroyer", "raid"),
        powers=[{"card": "hawk", "uses": 1}],
    ).choose("R3a", "charisma")
    state = table.state
    assert (state.stage_lv, state.raid.card, state.raid.lost, state.raid.territory) == (
        2,
        "raid_2",
        0,
        "egypt.1",
    )
    assert (state.minion.card, state.brigand.territory, state.brigand.lost) == (
        "monster_11",
        "egypt.5",
        (),
    )
    six = (*FOUR, "quest_2", "quest_3")
    third = evolve(fields={"stage_lv": 2}, runes=runes(*six)).choose("R3a", "charisma")
    assert third.state.stage_lv == 3
    second = evolve(fields={"stage_lv": 2}, runes=runes(*FOUR, "quest_2"))
    assert second.state.stage_lv == 2
    kept = evolve(fields={"stage_lv": 2}, runes=runes("minion"))
    assert kept.state.stage_lv == 2
    later = (
        Table(players={"red": {"territory": "java.1"}}, stage_lv=2)
        .choose("P1", "engage")
        .roll("P3m", 1, 1)
        .choose("P3a", "attack")
    )
    assert later.state.battle.card == "monster_21"


@pytest.mark.rule("WA-058", "WA-059", "WA-G09")
def test_a_rune_power_comes_from_two_unseen_cards_or_the_open_pile() -> None:
    table = evolve(runes=runes("minion"), fields={"rune_faceup": ["fury"]})
    assert [option.id for option in table.ask("R5").options] == ["unseen", "open:fury"]
    start = table.state
    table.choose("R5", "unseen").show("R5u", "hawk", "shield").choose("R5k", "shield")
    assert ([held.card for held in table.one().powers], table.state.rune_faceup) == (
        ["shield"],
        ("fury", "hawk"),
    )
    table.state = start
    table.choose("R5", "open:fury")
    assert ([(held.card, held.uses) for held in table.one().powers], table.state.rune_faceup) == (
        [("fury", 1)],
        (),
    )
    table.state = start
    table.choose("R5", "unseen")
    assert refusal(lambda: table.show("R5u", "hawk")) == "wrong_cards"


@pytest.mark.rule("WA-060", "WA-061", "WA-288", "WA-R30")
def test_full_slots_throw_or_exchange_and_a_free_one_must_be_filled() -> None:
    held = {"runes": runes("minion"), "powers": [{"card": "hawk", "uses": 1}]}
    table = evolve(**held).choose("R5", "unseen").show("R5u", "fury", "shield")
    assert [option.id for option in table.ask("R5k").options] == ["fury", "shield", "none"]
    table.choose("R5k", "fury").choose("R5s", "fury")
    assert ([one.card for one in table.one().powers], table.state.rune_faceup) == (
        ["hawk"],
        ("shield", "fury"),
    )
    thrown = evolve(**held).choose("R5", "none")
    assert [one.card for one in thrown.one().powers] == ["hawk"]
    free = evolve(runes=runes("minion")).choose("R5", "unseen").show("R5u", "fury", "shield")
    assert [option.id for option in free.ask("R5k").options] == ["fury", "shield"]
    alike = evolve(runes=runes(*FOUR[:3]), powers=[{"card": "hawk", "uses": 1}]).choose(
        "R3a", "charisma"
    )
    assert [option.id for option in alike.ask("R5").options] == ["unseen"]
    alike.choose("R5", "unseen").show("R5u", "hawk", "fury")
    assert [option.id for option in alike.ask("R5k").options] == ["hawk", "fury"]
    alike.choose("R5k", "hawk")
    assert ([(one.card, one.uses) for one in alike.one().powers], alike.state.rune_faceup) == (
        [("hawk", 2)],
        ("fury", "hawk"),
    )


@pytest.mark.rule("WA-288", "WA-R41")
def test_a_short_deck_is_made_new_from_the_open_pile() -> None:
    from companion.games.world_adventure.rules.rune_powers import unseen

    full = Table()
    every = sorted(unseen(full.state).elements())
    assert len(every) == 48
    short = evolve(runes=runes("minion"), fields={"rune_faceup": every[1:]})
    short.choose("R5", "unseen")
    assert (short.state.rune_faceup, "powers_mixed" in short.said) == ((), True)
    enough = evolve(runes=runes("minion"), fields={"rune_faceup": every[2:]}).choose("R5", "unseen")
    assert len(enough.state.rune_faceup) == 46
    assert refusal(lambda: enough.show("R5u", every[5], every[0])) == "WA-R41"
    enough.show("R5u", *every[:2])
    last = evolve(runes=runes("minion"), fields={"runes_gone": every[1:]}).choose("R5", "unseen")
    assert (last.ask("R5u").least, last.ask("R5u").most) == (1, 1)
    gone = evolve(runes=runes("minion"), fields={"runes_gone": every})
    assert ("no_powers" in gone.said, gone.one().powers) == (True, ())


@pytest.mark.rule("WA-064", "WA-065", "WA-066", "WA-R30", "WA-G09")
def test_yellow_works_outside_battle_and_purple_inside() -> None:
    held = {
        "runes": runes(*FOUR),
        "powers": [{"card": "swift_feet", "uses": 2}, {"card": "shield", "uses": 1}],
    }
    table = Table(players={"red": {"territory": "java.1", **held}}, stage_lv=2)
    assert refusal(lambda: table.choose("P1", "power:shield")) == "WA-R30"
    assert refusal(lambda: table.choose("P1", "power:hawk")) == "WA-R30"
    table.choose("P1", "power:swift_feet")
    assert (table.state.turn.moves, table.one().powers[0].uses) == (3, 1)
    table.choose("P1", "power:swift_feet")
    assert ([one.card for one in table.one().powers], table.state.rune_faceup) == (
        ["shield"],
        ("swift_feet",),
    )
    table.choose("P1", "engage").roll("P3m", 1, 1).choose("P3a", "attack").choose(
        "KX2", "power:shield"
    )
    assert (table.state.battle.sides[0].shield, table.state.rune_faceup, table.one().powers) == (
        2,
        ("swift_feet", "shield"),
        (),
    )
    fight = (
        Table(players={"red": {"territory": "java.1", **held}}, stage_lv=2)
        .choose("P1", "engage")
        .roll("P3m", 1, 1)
        .choose("P3a", "attack")
    )
    assert refusal(lambda: fight.choose("KX2", "power:swift_feet")) == "WA-R30"
    out = Table(
        players={"red": {**held, "powers": [{"card": "swift_feet", "uses": 1}]}},
        options={"rune_used_to": "out_of_game"},
    )
    out.choose("P1", "power:swift_feet")
    assert (out.state.rune_faceup, out.state.runes_gone) == ((), ("swift_feet",))


NINE = ("minion", "destroyer", "raid", "quest_1", "quest_2", "quest_3", "brigand", "government")
MORE = ("player_1", "player_2", "sale_12")


@pytest.mark.rule("WA-002", "WA-005", "WA-006", "WA-R40")
def test_who_wins_and_that_nothing_follows() -> None:
    nine, more = NINE, MORE
    table = evolve(runes=runes(*nine), fields={"stage_lv": 3})
    assert (table.state.winner, table.open()) == ("red", [])
    assert table.game.outcome(table.state).result == "runes"
    end = table.game.outcome(table.state)
    assert (end.standings[0].score, end.why.key) == (9, "wa.outcome.player")
    assert refusal(lambda: table.choose("P1", "end")) == "WA-R40"
    assert refusal(lambda: table.adjust("gold:red", 6)) == "WA-R40"
    twelve = evolve({"mode": "comp12"}, runes=runes(*nine), fields={"stage_lv": 3})
    assert twelve.state.winner == ""
    assert (
        evolve({"mode": "comp12"}, runes=runes(*nine, *more), fields={"stage_lv": 3}).state.winner
        == "red"
    )
    assert (
        evolve(
            {"mode": "comp12"}, runes=runes(*nine, *more[:2]), fields={"stage_lv": 3}
        ).state.winner
        == ""
    )
    near = evolve(runes=runes(*nine[:7]), fields={"stage_lv": 3})
    assert ("one_rune_missing" in near.said, near.state.winner) == (True, "")


@pytest.mark.rule("WA-005", "WA-006")
def test_a_team_wins_with_the_runes_of_all_its_players() -> None:
    nine, more = NINE, MORE
    six = ("red", "blue", "green", "yellow", "white", "purple")
    people = {
        "red": {"territory": "java.0", "hero_exp": 6, "runes": runes(*nine, *more)},
        "green": {"runes": runes(*nine)},
        "white": {"runes": runes(*nine[:7])},
    }
    team = (
        Table(six, {"mode": "coop27"}, players=people, stage_lv=3)
        .choose("P1", "recruiter")
        .choose("P5r", "evolve:hero")
    )
    assert (team.state.winner, team.game.outcome(team.state).winners) == (
        "A",
        ("red", "green", "white"),
    )
    end = team.game.outcome(team.state)
    assert (end.result, end.why.key, end.why.values["n"]) == ("team", "wa.outcome.team", 27)
    people["white"] = {"runes": runes(*nine[:6])}
    short = (
        Table(six, {"mode": "coop27"}, players=people, stage_lv=3)
        .choose("P1", "recruiter")
        .choose("P5r", "evolve:hero")
    )
    assert short.state.winner == ""
    required = Table(
        six,
        {"mode": "coop27", "legendary_required": "yes"},
        players={**people, "white": {"runes": runes(*nine[:7]), "legendary_defeated": 1}},
        stage_lv=3,
    )
    assert required.choose("P1", "recruiter").choose("P5r", "evolve:hero").state.winner == "A"


@pytest.mark.rule("WA-138", "WA-011")
def test_only_slot_five_is_lv_2_at_once() -> None:
    red = {
        "territory": "java.0",
        "leadership": 5,
        "legendary_items": 1,
        "soldiers": [soldier(n) for n in (1, 2, 3)],
    }
    table = (
        Table(players={"red": red})
        .choose("P1", "recruiter")
        .choose("P5r", "recruit:4")
        .choose("P5r", "recruit:5")
    )
    assert [(one.level, one.limit_break) for one in table.one().soldiers[3:]] == [
        (1, False),
        (2, True),
    ]


def test_two_powers_typed_in_without_a_name_are_not_taken_for_one() -> None:
    """They locked every adjustment by hand from then on."""
    state = evolve(runes=runes(*FOUR)).state
    nameless = {card: RunePower(id=card, color="yellow") for card in ("own1", "own2")}
    held = tuple(HeldPower(card, 1) for card in nameless)
    state = with_player(
        replace(state, learned=replace(state.learned, powers=nameless)), "red", powers=held
    )
    assert not any(name.startswith("rune_powers") for name in GAME.broken(state))
