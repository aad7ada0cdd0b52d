"""Where cards lie and what follows when one leaves: stacks, rooms, folk, songs, heroes."""

import pytest

from companion.games.spell_saga import GAME
from companion.games.spell_saga.rules.buying import enter_closed
from companion.games.spell_saga.rules.piles import cycle, deck_cards, lift, to_hand, zone_of
from companion.games.spell_saga.rules.reading import ack, eff, kismet, luck_of, place_tops
from companion.games.spell_saga.rules.turn import targets
from companion.games.spell_saga.state import (
    State,
    change,
    hand_size,
    hero_limit,
    item_limit,
    source_limit,
    story_count,
)
from companion.kit.intents import Chosen, Shown
from companion.kit.pieces import CardSeen
from companion.kit.say import say
from companion.kit.story import Story
from tests.games.spell_saga.table import (
    answer,
    at,
    choose,
    opened,
    options_of,
    ready_on,
    refusal,
    show,
    told,
    with_cards,
)


def _after(state: State, move: object, card: str) -> State:
    story = Story(state)
    move(story, card)
    return story.state


@pytest.mark.rule("SS-041", "SS-042", "SS-043", "SS-033")
def test_any_card_counts_in_the_story_row_and_new_ones_go_to_the_right() -> None:
    state = at("T8", story=["ST0", "f2"], hand=["s2"], hand_unknown=2)
    assert story_count(state) == 2
    bought = choose(choose(state, "may", "buy:s2"), "pay", "unknown1", "unknown2")
    assert bought.story == ("ST0", "f2", "s2")
    assert (story_count(bought), source_limit(bought)) == (3, 7)


@pytest.mark.rule("SS-044", "SS-R14", "SS-188")
def test_the_hero_limit_of_the_first_hero_is_widened_by_further_ones() -> None:
    one = at("T8", story_unknown=5, hand=["HE1"], hand_unknown=5)
    assert hero_limit(one) == 2
    full = at(
        "T8",
        story_unknown=5,
        hand=["HE1"],
        hand_unknown=5,
        heroes=[{"card": "HE0"}, {"card": "FO2"}],
    )
    assert refusal(full, "may", "buy:HE1") == "SS-R14"
    wide = with_cards(
        full, {"id": "FO2", "type": "folk", "folk_kind": "hero", "hero_limit_extra": 1}
    )
    assert hero_limit(wide) == 3
    assert refusal(wide, "may", "buy:HE1") == ""
    assert hero_limit(change(full, gains={"hero": 1})) == 3
    assert hero_limit(change(full, hero_limit=None)) is None


@pytest.mark.rule("SS-046", "SS-048", "SS-G28")
def test_items_belong_to_a_hero_and_songs_take_no_slot() -> None:
    items = [{"card": "IT2", "songs": ["song1"]}, {"card": "a2"}]
    state = at("T8", hand=["a3"], hand_unknown=2, heroes=[{"card": "HE0", "items": items}])
    assert item_limit(state, 0) == 3
    assert item_limit(change(state, gains={"item": -1}), 0) == 2
    bought = choose(choose(state, "may", "buy:a3"), "pay", "unknown1")
    assert [item.card for item in bought.heroes[0].items] == ["IT2", "a2", "a3"]


@pytest.mark.rule("SS-G28", "SS-R14")
def test_an_unknown_item_limit_is_not_enforced_and_warned_about_once() -> None:
    items = [{"card": card} for card in ("IT1", "a2", "a3", "IT3")]
    state = at("T8", hand=["i0", "IT5"], heroes=[{"card": "HE0", "items": items}])
    state = with_cards(state, {"id": "HE0", "type": "hero"})
    first = answer(state, "may", Chosen(("buy:i0",)))
    assert "ss.log.no_limit_known" in told(first)
    second = answer(first.state, "may", Chosen(("buy:IT5",)))
    assert "ss.log.no_limit_known" not in told(second)
    assert len(second.state.heroes[0].items) == 6


@pytest.mark.rule("SS-050", "SS-052", "SS-057", "SS-058", "SS-059", "SS-080")
def test_a_lone_place_stays_on_top_and_attachments_do_not_count_for_the_stack() -> None:
    many = ["f2", "f3", "FO1", "FO2", "FO4"]
    state = at(
        "T1", places=[["p1"], ["p2"], [], [], []], token="p1", attached={"PL0": [], "p1": many}
    )
    assert place_tops(state) == ("p1", "p2", None, None, None)
    moved = choose(state, "T1", "p2")
    assert moved.places[0] == ("p1",)
    assert moved.attached["p1"] == tuple(many)
    assert len(moved.places) == 5


@pytest.mark.rule("SS-064", "SS-G20", "SS-216")
def test_attachments_travel_with_their_card_and_are_out_of_reach_when_buried() -> None:
    state = at(
        "T1",
        places=[["p1", "p3"], ["p2"], [], [], []],
        token="p1",
        attached={"PL0": [], "p1": ["rm", "f2"]},
    )
    assert targets(state) == ("p2", "rm")
    moved = choose(state, "T1", "p2")
    assert moved.places[0] == ("p3", "p1")
    assert moved.attached["p1"] == ("rm", "f2")
    assert targets(change(moved, step="T1")) == ("p3",)


@pytest.mark.rule("SS-O15")
def test_with_attachments_to_stacks_they_go_over_to_the_new_top() -> None:
    position = {
        "places": [["p1", "p3"], ["p2"], [], [], []],
        "token": "p1",
        "attached": {"PL0": [], "p1": ["rm"]},
    }
    moved = choose(at("T1", {"attach_to": "stack"}, **position), "T1", "p2")
    assert moved.places[0] == ("p3", "p1")
    assert moved.attached == {"PL0": (), "p3": ("rm",)}
    lifted = _after(at("T8", {"attach_to": "stack"}, **position), cycle, "p1")
    assert (lifted.places[0], lifted.attached["p3"], lifted.token) == (("p3",), ("rm",), "p3")


@pytest.mark.rule("SS-065", "SS-O16")
def test_entering_a_room_buries_the_host_only_by_option() -> None:
    position = {
        "places": [["p1", "p3"], ["p2"], [], [], []],
        "token": "p1",
        "attached": {"PL0": [], "p1": ["rm"]},
    }
    assert choose(at("T1", **position), "T1", "rm").places[0] == ("p1", "p3")
    turned = choose(at("T1", {"room_entry_rotates": "on"}, **position), "T1", "rm")
    assert (turned.places[0], turned.token) == (("p3", "p1"), "rm")
    back = choose(change(turned, step="T1", asked=0), "T1", "p1")
    assert (back.places[0], back.token) == (("p3", "p1"), "p1")


@pytest.mark.rule("SS-068", "SS-069", "SS-070", "SS-073", "SS-071")
def test_each_hero_has_a_luck_stack_whose_top_alone_counts() -> None:
    hero = {"card": "HE0", "luck_stack": ["lSP"]}
    state = at("T2", places=[["PL1"], [], [], [], []], token="PL1", heroes=[hero])
    drawn = show(ready_on(state, "on"), "draw", "e1")
    assert drawn.heroes[0].luck_stack == ("e1", "lSP")
    acted = change(drawn, heroes=(change(drawn.heroes[0], action="xI"),))
    assert kismet(acted, 0) == ("PL1", "xI", "e1")


@pytest.mark.rule("SS-074", "SS-G37")
def test_any_card_may_be_an_action_card_and_extras_are_no_kismet_cards() -> None:
    hero = {"card": "HE0", "luck_stack": ["lSP"], "action": "p1", "extras": ["e1"]}
    state = at("T8", heroes=[hero])
    assert kismet(state, 0) == ("PL0", "p1", "lSP")
    assert refusal(state, "may", "buy:p1") == "SS-R13"


@pytest.mark.rule("SS-076", "SS-079", "SS-190")
def test_the_hand_is_the_armor_and_every_card_is_somewhere() -> None:
    state = at("T8", hand=["i0", "i2"], hand_unknown=3)
    assert hand_size(state) == 5
    view = {tracker.id: tracker for tracker in GAME.view(state, None).trackers}
    armor = next(line for line in view["limits"].lines if line.key == "ss.line.armor")
    assert armor.values == {"n": 5}
    assert zone_of(state, "i0") == "hand"
    assert "i0" not in deck_cards(state)
    assert "a2" in deck_cards(state)


@pytest.mark.rule("SS-199", "SS-G24", "SS-O18")
def test_orphans_of_a_leaving_card_are_cycled_or_by_option_taken_to_hand() -> None:
    position = {
        "places": [["p1"], [], [], [], []],
        "token": "p1",
        "attached": {"PL0": [], "p1": ["rm"], "rm": ["f2"]},
    }
    gone = _after(at("T8", deck_count=10, **position), to_hand, "p1")
    assert (gone.hand, gone.deck_count, gone.attached, gone.token) == (
        ("p1",),
        12,
        {"PL0": ()},
        "@1",
    )
    kept = _after(at("T8", {"orphans": "to_hand"}, deck_count=10, **position), to_hand, "p1")
    assert (set(kept.hand), kept.deck_count) == ({"p1", "rm", "f2"}, 10)
    song = at(
        "T8",
        deck_count=10,
        heroes=[{"card": "HE0", "items": [{"card": "IT2", "songs": ["song1"]}]}],
    )
    assert _after(song, cycle, "IT2").deck_count == 12


@pytest.mark.rule("SS-210")
def test_the_token_stays_at_the_spot_or_steps_back_to_the_host() -> None:
    position = {"places": [["p1", "p2"], ["p3"], [], [], []], "attached": {"PL0": [], "p1": ["rm"]}}
    assert _after(at("T8", token="rm", **position), cycle, "rm").token == "p1"
    assert _after(at("T8", token="rm", **position), cycle, "p1").token == "p2"
    assert _after(at("T8", token="p3", **position), cycle, "p3").token == "@2"
    assert _after(at("T8", token="p3", **position), cycle, "p1").token == "p3"


@pytest.mark.rule("SS-198", "SS-G29")
def test_a_leaving_hero_cycles_its_luck_stack_and_its_items_find_another() -> None:
    heroes = [
        {"card": "HE0", "items": [{"card": "a2"}]},
        {
            "card": "HE1",
            "luck_stack": ["lSP", "lSU"],
            "action": "e3",
            "items": [{"card": "a3", "face": "down"}, {"card": "IT1"}],
        },
    ]
    story = Story(at("T8", deck_count=10, heroes=heroes))
    lift(story, "HE1")
    state = story.state
    assert (len(state.heroes), state.deck_count, state.heroes[0].extras) == (1, 12, ("e3",))
    assert options_of(state, "rehome") == {"HE0": "", "cycle": ""}
    state = choose(state, "rehome", "HE0")
    assert [(item.card, item.face) for item in state.heroes[0].items] == [
        ("a2", "up"),
        ("a3", "down"),
    ]
    state = choose(state, "rehome", "cycle")
    assert ([item.card for item in state.heroes[0].items], state.deck_count) == (["a2", "a3"], 13)


def test_what_waits_for_heroes_follows_them_when_one_before_leaves() -> None:
    """A draw for a lane that had closed brought the whole table down."""
    heroes = [{"card": "HE0"}, {"card": "HE1"}, {"card": "i0"}]
    waiting = [
        {"do": "draw", "n": 1, "to": "luck", "lane": 2},
        {"do": "draw", "n": 1, "to": "luck", "lane": 1},
        {"do": "draw", "n": 1, "to": "hand", "lane": 1},
    ]
    story = Story(at("T8", heroes=heroes, jobs=waiting))
    lift(story, "HE1")
    assert [(job.to, job.lane) for job in story.state.jobs] == [("luck", 1), ("hand", 0)]
    state = show(story.state, "draw", "lSP")
    assert state.heroes[1].luck_stack == ("lSP",)
    enemy = {"card": "e3", "lane": 2, "attack": 1, "armor": 1, "rounds": 1}
    lanes = [*heroes[:2], {"card": "i0", "action": "e3"}]
    fighting = Story(at("B3c", heroes=lanes, battle={"enemies": [enemy]}))
    lift(fighting, "HE0")
    battle = fighting.state.battle
    assert battle is not None
    assert battle.enemies[0].lane == 1


def test_a_place_that_may_enter_but_finds_no_place_says_so() -> None:
    """A room, with nothing to lie beside."""
    room = {
        "id": "r9",
        "type": "place",
        "subtypes": ["room"],
        "rules": [
            {"mode": "optional", "timing": "while_acknowledged"}
            | {"condition": "tops_would_be_harmonic"}
        ],
    }
    state = with_cards(at("T8", places=[[], [], [], [], []], token="@1"), room)
    state = change(state, hand=("r9",))
    assert enter_closed(state, "r9") == ("SS-R15", say("ss.refused.no_room", card="r9"))


@pytest.mark.rule("SS-196", "SS-197", "SS-G29", "SS-O21")
def test_a_new_hero_gets_a_luck_card_but_no_action_card_this_turn() -> None:
    state = at("T8", story_unknown=5, hand=["HE1"], hand_unknown=5)
    joined = choose(choose(state, "may", "buy:HE1"), "pay", "unknown1", "unknown2")
    joined = show(joined, "draw", "lSP")
    assert (joined.heroes[1].luck_stack, joined.heroes[1].action) == (("lSP",), None)
    assert luck_of(joined, 1) == ("NO", "missing", "")
    assert (joined.heroes[1].luck, joined.heroes[1].why) == ("NO", "missing")
    early = at("T4", story_unknown=5, hand=["HE1"], hand_unknown=5)
    joined = choose(choose(early, "may", "buy:HE1"), "pay", "unknown1", "unknown2")
    assert joined.heroes[1].luck == "UNCHECKED"
    empty = at("T8", {"new_hero_luck": "empty"}, story_unknown=5, hand=["HE1"], hand_unknown=5)
    joined = choose(choose(empty, "may", "buy:HE1"), "pay", "unknown1", "unknown2")
    assert (joined.heroes[1].luck_stack, joined.jobs) == ((), ())


@pytest.mark.rule("SS-205", "SS-G42")
def test_a_short_deck_gives_what_it_has() -> None:
    state = at("T4", deck_count=1, heroes=[{"card": "HE0"}, {"card": "HE1"}])
    drawn = show(state, "T4", "i0")
    assert (drawn.hand, drawn.deck_count, drawn.step) == (("i0",), 0, "T5")
    assert ready_on(drawn, "T5").step == "T6"
    assert [hero.action for hero in drawn.heroes] == [None, None]
    assert answer(state, "T4", Shown((CardSeen("i0"),))).events[1].why.values == {
        "n": 1,
        "wanted": 2,
    }


@pytest.mark.rule("SS-160", "SS-144", "SS-O14", "SS-G18")
def test_effective_colours_are_those_of_the_whole_group_or_only_of_neighbours() -> None:
    position = {
        "places": [["p1"], [], [], [], []],
        "token": "p1",
        "attached": {"PL0": [], "p1": ["rm"], "rm": ["FO1"]},
    }
    state = at("T8", **position)
    letters = {card: eff(state, card) for card in ("p1", "rm", "FO1")}
    assert letters == {"p1": 0b11100, "rm": 0b11100, "FO1": 0b11100}
    direct = at("T8", {"attach_share": "direct"}, **position)
    assert (eff(direct, "p1"), eff(direct, "rm"), eff(direct, "FO1")) == (0b01100, 0b11100, 0b11000)
    items = [{"card": "IT2", "songs": ["SO1"]}, {"card": "IT1", "face": "down"}]
    hero = at("T8", {"attach_share": "direct"}, heroes=[{"card": "HE0", "items": items}])
    assert (eff(hero, "HE0"), eff(hero, "IT2"), eff(hero, "SO1"), eff(hero, "IT1")) == (
        0b10,
        0b110,
        0b110,
        0,
    )
    group = at("T8", heroes=[{"card": "HE0", "items": items}])
    assert (eff(group, "HE0"), eff(group, "SO1"), eff(group, "IT1")) == (0b110, 0b110, 0)


@pytest.mark.rule("SS-081", "SS-094", "SS-095", "SS-G59")
def test_ignored_cards_cannot_be_played_but_pay_and_count() -> None:
    state = at(
        "T8", hand=["s3", "IT1"], heroes=[{"card": "HE0", "luck_stack": ["lSP"], "action": "e3"}]
    )
    assert (ack(state, "s3"), ack(state, "IT1"), ack(state, "PL5")) == (
        "IGNORED",
        "ACKNOWLEDGED",
        "CONDITIONAL",
    )
    assert "buy:s3" not in opened(state, "may")
    paid = choose(choose(state, "may", "buy:IT1"), "pay", "s3")
    assert (paid.hand, [item.card for item in paid.heroes[0].items]) == ((), ["IT1"])
    assert kismet(state, 0) == ("PL0", "e3", "lSP")
    assert "use:IT7:0" not in opened(state, "may")


@pytest.mark.rule("SS-O20")
def test_a_starting_card_costs_nothing_by_option() -> None:
    state = at("T8", {"starting_redraw": "zero"}, hand=["IT0"])
    bought = choose(state, "may", "buy:IT0")
    assert [item.card for item in bought.heroes[0].items] == ["IT0"]


@pytest.mark.rule("SS-G22", "SS-098")
def test_with_nowhere_to_go_the_token_stays_and_the_turn_runs() -> None:
    state = at("T1", places=[["p1", "p2"], [], [], [], []], token="p1")
    assert targets(state) == ()
    stayed = ready_on(state, "T1")
    assert (stayed.turn, stayed.token, stayed.places[0], stayed.step) == (
        2,
        "p1",
        ("p1", "p2"),
        "T4",
    )
    strict = at("T1", {"ring_gaps": "strict"}, places=[[], [], ["p1"], [], []], token="@1")
    assert targets(strict) == ("p1",)
    nothing = at("T1", places=[[], [], [], [], []], token="", hand=["f2"], story_unknown=3)
    assert targets(nothing) == ()
    on = ready_on(nothing, "T1")
    assert (on.turn, on.step) == (2, "T4")
    assert refusal(on, "may", "folk:f2") == "SS-R20"
