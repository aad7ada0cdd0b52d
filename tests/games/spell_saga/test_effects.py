"""Every primitive of the effect vocabulary, on a card made for it."""

from typing import Any

import msgspec
import pytest

from companion.games.spell_saga import GAME
from companion.games.spell_saga.rules.reading import ack, eff, glyph
from companion.games.spell_saga.state import State, hero_limit, item_limit, source_limit
from companion.kit.asks import Choose, Show
from companion.kit.intents import Chosen
from tests.games.spell_saga.table import (
    answer,
    at,
    choose,
    count,
    options_of,
    ready_on,
    refusal,
    show,
    told,
    with_cards,
)


def _using(
    *effects: dict[str, Any], step: str = "T6", rule: dict[str, Any] | None = None, **position: Any
) -> State:
    """HE0 carries the item a2 whose only rule has these effects, and has just used it."""
    heroes = position.pop(
        "heroes", [{"card": "HE0", "luck_stack": ["lSP", "lSU"], "items": [{"card": "a2"}]}]
    )
    card = {"id": "a2", "type": "item", "rules": [{"effects": list(effects), **(rule or {})}]}
    state = with_cards(at(step, heroes=heroes, **position), card)
    return choose(state, "may", "use:a2:0")


def _asked(state: State) -> Any:
    return GAME.asks(state)[0]


def test_draw_hand_draws_a_number_the_source_limit_or_one_per_hero() -> None:
    assert _asked(_using({"do": "draw_hand", "n": 2})).most == 2
    assert _asked(_using({"do": "draw_hand", "amount": "source_limit"})).most == 5
    two = [{"card": "HE0", "items": [{"card": "a2"}]}, {"card": "HE1"}]
    assert _asked(_using({"do": "draw_hand", "amount": "per_hero"}, heroes=two)).most == 2


@pytest.mark.rule("SS-G37", "SS-069")
def test_draw_action_and_draw_luck() -> None:
    two = [{"card": "HE0", "action": "i0", "items": [{"card": "a2"}]}, {"card": "HE1"}]
    state = show(_using({"do": "draw_action", "n": 1}, heroes=two), "draw", "p1")
    state = choose(state, "lane", "HE0")
    assert (state.heroes[0].action, state.heroes[0].extras) == ("i0", ("p1",))
    luck = show(_using({"do": "draw_luck", "n": 2}), "draw", "p1", "p2")
    assert luck.heroes[0].luck_stack == ("p2", "p1", "lSP", "lSU")


def test_cycle_takes_hand_cards_of_choice_or_at_random_or_the_card_itself() -> None:
    state = _using({"do": "cycle", "zones": ["hand"], "n": 2}, hand=["i0", "i2", "p1"])
    assert (_asked(state).least, _asked(state).most) == (2, 2)
    assert choose(state, "pick", "i0", "p1").hand == ("i2",)
    lost = _using({"do": "cycle", "zones": ["hand"], "n": 1, "choice": "random"}, hand=["i0", "i2"])
    assert isinstance(_asked(lost), Show)
    assert show(lost, "lose", "i0").hand == ("i2",)
    assert _using({"do": "cycle", "zones": ["this"]}).heroes[0].items == ()
    fewer = _using({"do": "cycle", "zones": ["hand"], "n": 3}, hand=["i0"])
    assert _asked(fewer).most == 1
    tops = _using(
        {"do": "cycle", "zones": ["place_tops"]}, places=[["p1"], ["p2"], [], [], []], token="p1"
    )
    assert choose(tops, "pick", "p2").places[1] == ()


def test_flip_turns_an_item_down_or_up() -> None:
    heroes = [{"card": "HE0", "items": [{"card": "a2"}, {"card": "a3", "face": "down"}]}]
    up = _using({"do": "flip", "zones": ["items"], "what": "up"}, heroes=heroes)
    assert options_of(up, "pick") == {"a3": ""}
    assert choose(up, "pick", "a3").heroes[0].items[1].face == "up"
    assert (
        _using({"do": "flip", "zones": ["this"], "what": "down"}).heroes[0].items[0].face == "down"
    )


def test_move_card_sends_up_to_a_number_where_it_says() -> None:
    state = _using({"do": "move_card", "zones": ["luck"], "to": "hand", "n": 2})
    assert (_asked(state).least, _asked(state).most) == (0, 2)
    assert choose(state, "pick", "lSU").hand == ("lSU",)
    assert choose(state, "pick").hand == ()
    story = _using(
        {"do": "move_card", "zones": ["hand"], "to": "story", "only": {"type": "folk"}},
        hand=["f2", "i0"],
    )
    assert options_of(story, "pick") == {"f2": ""}
    assert choose(story, "pick", "f2").story == ("ST0", "f2")
    luck = _using({"do": "move_card", "zones": ["hand"], "to": "luck"}, hand=["i0"])
    assert choose(luck, "pick", "i0").heroes[0].luck_stack[0] == "i0"
    action = _using({"do": "move_card", "zones": ["hand"], "to": "action"}, hand=["i0"])
    assert choose(action, "pick", "i0").heroes[0].extras == ("i0",)
    deck = _using({"do": "move_card", "zones": ["hand"], "to": "deck"}, hand=["i0"])
    assert choose(deck, "pick", "i0").deck_count == 41
    place = choose(
        _using({"do": "move_card", "zones": ["hand"], "to": "place"}, hand=["p1"]), "pick", "p1"
    )
    assert choose(place, "to", "4").places[3] == ("p1",)
    hero = choose(
        _using({"do": "move_card", "zones": ["hand"], "to": "hero"}, hand=["FO2"]), "pick", "FO2"
    )
    assert [one.card for one in hero.heroes] == ["HE0", "FO2"]


@pytest.mark.rule("SS-022", "SS-162")
def test_filters_pick_by_type_subtype_glyph_colour_and_sharing() -> None:
    hand = ["FO2", "FO3", "FO1", "e1", "p1", "p3"]

    def found(**only: Any) -> list[str]:
        effect = {"do": "move_card", "zones": ["hand"], "to": "hand", "only": only}
        state = _using(effect, hand=hand)
        return list(options_of(state, "pick")) if state.jobs else []

    assert found(type="folk") == ["FO2", "FO3", "FO1"]
    assert found(folk_kind="hero") == ["FO2", "FO3"]
    assert found(subtype="wanted") == ["FO3"]
    assert found(folk_kind="hero", not_subtype="wanted") == ["FO2"]
    assert found(glyph="SP") == ["e1", "p1"]
    assert found(colour="R") == ["FO2", "p1"]
    assert found(shares="current_place") == ["FO3", "p3"]
    assert found(type="hero") == []


def test_a_pick_with_nothing_there_is_told_and_play_goes_on() -> None:
    heroes = [{"card": "HE0", "items": [{"card": "a2"}]}]
    card = {
        "id": "a2",
        "type": "item",
        "rules": [{"effects": [{"do": "move_card", "zones": ["luck"]}]}],
    }
    story = answer(with_cards(at("T6", heroes=heroes), card), "may", Chosen(("use:a2:0",)))
    assert told(story)[-1] == "ss.log.nothing"
    assert story.state.jobs == ()


@pytest.mark.rule("SS-190", "SS-195", "SS-R34")
def test_search_takes_from_deck_hand_or_play_area() -> None:
    effect = {"do": "search", "zones": ["in_game"], "only": {"type": "folk"}, "to": "hand", "n": 2}
    state = _using(effect, hand=["f2"], attached={"PL0": ["f3"]})
    assert refusal(state, "search", "x") == "wrong_kind"
    found = show(state, "search", "f3", "FO1")
    assert (found.hand, found.attached, found.deck_count) == (("f2", "f3", "FO1"), {}, 39)
    none = show(_using({"do": "search", "zones": ["deck_top"], "top": 5}), "search")
    assert (none.jobs, none.hand) == ((), ())


@pytest.mark.rule("SS-192")
def test_attach_and_detach_songs() -> None:
    heroes = [{"card": "HE0", "items": [{"card": "a2", "songs": ["song1"]}]}]
    effect = {"do": "attach", "zones": ["hand", "action"], "only": {"type": "spell_song"}}
    state = with_cards(
        at("T6", hand=["song2", "SO3", "i0"], heroes=heroes),
        {
            "id": "a2",
            "type": "item",
            "rules": [{"timing": "in_battle", "effects": [effect, {"do": "manual"}]}],
        },
    )
    assert refusal(state, "may", "use:a2:0") == "SS-R22"
    attach = _using(
        effect, {"do": "manual", "text": "x"}, hand=["song2", "SO3", "i0"], heroes=heroes
    )
    assert options_of(attach, "pick") == {"song2": ""}
    done = choose(attach, "pick", "song2")
    assert (done.heroes[0].items[0].songs, done.hand, done.deck_count) == (
        ("song2",),
        ("SO3", "i0"),
        41,
    )
    off = choose(_using({"do": "detach", "zones": ["attached"]}, heroes=heroes), "pick", "song1")
    assert (off.heroes[0].items[0].songs, off.hand) == ((), ("song1",))


@pytest.mark.rule("SS-G52")
def test_switch_exchanges_pairs_that_share_a_glyph_or_colour_each_in_the_others_place() -> None:
    effect = {
        "do": "switch",
        "n": 0,
        "zones": ["hand", "luck", "items"],
        "only": {"type": "item", "shares": "pair"},
    }
    items = [{"card": "a2"}, {"card": "IT3", "songs": ["song1"]}]
    heroes = [{"card": "HE0", "luck_stack": ["lSP", "IT1"], "items": items}]
    state = _using(effect, hand=["IT7", "IT0", "p1"], heroes=heroes)
    assert options_of(state, "switch") == {"IT7~IT3": "", "IT0~IT1": "", "IT0~IT3": "", "done": ""}
    state = choose(state, "switch", "IT0~IT1")
    assert (state.hand, state.heroes[0].luck_stack) == (("IT7", "IT1", "p1"), ("lSP", "IT0"))
    state = choose(state, "switch", "IT7~IT3")
    assert (state.hand[0], [item.card for item in state.heroes[0].items]) == ("IT3", ["a2", "IT7"])
    assert state.deck_count == 41  # the song on the item that left
    assert choose(state, "switch", "done").jobs == ()


@pytest.mark.rule("SS-071")
def test_reorder_puts_the_luck_stack_in_a_new_order() -> None:
    state = _using({"do": "reorder"})
    assert (_asked(state).least, _asked(state).most) == (2, 2)
    assert choose(state, "reorder", "lSU", "lSP").heroes[0].luck_stack == ("lSU", "lSP")


@pytest.mark.rule("SS-203", "SS-194", "SS-G51")
def test_move_token_leaves_the_place_as_the_effect_says() -> None:
    attached = {"PL0": [], "p2": ["rm"]}
    position = {
        "places": [["p1", "p3"], ["p2", "p4"], [], [], []],
        "token": "p1",
        "attached": attached,
    }
    tops = _using({"do": "move_token"}, **position)
    assert options_of(tops, "token") == {"p2": ""}
    moved = choose(tops, "token", "p2")
    assert (moved.token, moved.places[0], moved.turn, moved.step) == ("p2", ("p3", "p1"), 1, "T6")
    gone = choose(_using({"do": "move_token", "leave": "cycle"}, **position), "token", "p2")
    assert (gone.places[0], gone.deck_count) == (("p3",), 41)
    deep = _using({"do": "move_token", "buried": True}, **position)
    assert options_of(deep, "token") == {"p3": "", "p2": "", "p4": ""}
    same_stack = choose(deep, "token", "p3")
    assert (same_stack.token, same_stack.places[0]) == ("p3", ("p3", "p1"))


def _fighting(*effects: dict[str, Any]) -> State:
    hero = {"card": "HE0", "luck": "NO", "action": "e193", "items": [{"card": "a2"}]}
    card = {"id": "a2", "type": "item", "rules": [{"effects": list(effects)}]}
    state = with_cards(at("T9", hand_unknown=5, heroes=[hero]), card)
    return ready_on(state, "on", "B2")


def test_battle_effects_change_enemies_hold_off_damage_and_add_attack() -> None:
    state = choose(_fighting({"do": "change_enemy", "what": "armor", "n": -2}), "may", "use:a2:0")
    state = choose(state, "enemy", "e193")
    assert state.battle is not None
    assert (state.battle.enemies[0].armor, state.battle.enemies[0].armor_change) == (9, -2)
    attack = choose(_fighting({"do": "change_enemy", "what": "attack", "n": 2}), "may", "use:a2:0")
    attack = choose(attack, "enemy", "e193")
    assert _asked(ready_on(choose(attack, "B3b", "close:HE0"))).say.values["n"] == 3
    longer = choose(_fighting({"do": "change_enemy", "what": "rounds", "n": 1}), "may", "use:a2:0")
    longer = choose(longer, "enemy", "e193")
    assert longer.battle is not None
    assert longer.battle.rounds == 4
    held = choose(_fighting({"do": "prevent_damage", "n": 2}), "may", "use:a2:0")
    held = ready_on(choose(held, "B3b", "close:HE0"), "B3c")
    assert held.battle is not None
    assert (held.battle.round, held.hand_unknown, held.battle.shield) == (2, 5, 0)
    more = choose(_fighting({"do": "add_attack", "n": 3}), "B3b", "attack:HE0:other:0:e193")
    more = choose(count(more, "number", 2), "may", "use:a2:0")
    assert more.battle is not None
    assert more.battle.enemies[0].hits == 5


@pytest.mark.rule("SS-160")
def test_colours_and_glyphs_change_until_the_turn_ends_or_for_good() -> None:
    state = _using({"do": "set_colours", "what": "VG", "zones": ["hand"]}, hand=["p1"])
    state = choose(state, "pick", "p1")
    assert eff(state, "p1") == 0b10010
    added = choose(
        _using({"do": "add_colours", "what": "V", "zones": ["hand"]}, hand=["p1"]), "pick", "p1"
    )
    assert eff(added, "p1") == 0b00110
    for_good = {"do": "set_glyph", "what": "NW", "zones": ["hand"], "until": "always"}
    marked = choose(_using(for_good, hand=["p1"]), "pick", "p1")
    assert glyph(marked, "p1") == "NW"
    for tinted, kept in ((added, 0), (marked, 1)):
        table = at(
            "T10",
            hand_unknown=3,
            attached={"PL0": ["RM0"]},
            tints=[_plain(tint) for tint in tinted.tints],
        )
        assert len(choose(ready_on(table, "T10"), "T1", "RM0").tints) == kept


def _plain(tint: Any) -> dict[str, Any]:
    return dict(msgspec.to_builtins(tint))


def test_luck_limits_and_acknowledging_by_effect() -> None:
    lucky = _using({"do": "set_luck", "what": "GOOD"})
    assert (lucky.heroes[0].luck, lucky.heroes[0].why) == ("GOOD", "effect")
    wide = _using({"do": "gain_limit", "what": "source", "n": 2})
    assert source_limit(wide) == 7
    assert hero_limit(_using({"do": "gain_limit", "what": "hero", "n": 1})) == 3
    assert item_limit(_using({"do": "gain_limit", "what": "item", "n": -1}), 0) == 2
    known = choose(
        _using({"do": "acknowledge", "zones": ["hand"]}, hand=["IT0", "s3"]), "pick", "s3"
    )
    assert (ack(known, "s3"), ack(known, "IT0")) == ("ACKNOWLEDGED", "CONDITIONAL")


def test_source_limit_is_never_below_zero() -> None:
    assert source_limit(_using({"do": "gain_limit", "what": "source", "n": -9})) == 0


@pytest.mark.rule("SS-042", "SS-029", "SS-223")
def test_to_story_join_heroes_and_become_enemy() -> None:
    told_story = choose(_using({"do": "to_story", "zones": ["hand"]}, hand=["f2"]), "pick", "f2")
    assert told_story.story == ("ST0", "f2")
    joined = choose(_using({"do": "join_heroes", "zones": ["hand"]}, hand=["FO2"]), "pick", "FO2")
    assert [hero.card for hero in joined.heroes] == ["HE0", "FO2"]
    full = [{"card": "HE0", "items": [{"card": "a2"}]}, {"card": "HE1"}]
    third = _using({"do": "join_heroes", "zones": ["hand"]}, hand=["FO2"], heroes=full)
    assert refusal(third, "pick", "FO2") == "SS-R14"
    two = at("T6", attached={"PL0": ["FO4"]}, heroes=[{"card": "HE0"}, {"card": "HE1"}])
    enemy = choose(choose(two, "may", "rule:FO4:0"), "lane", "HE1")
    assert (enemy.heroes[1].extras, enemy.turned, enemy.attached) == (("FO4",), ("FO4",), {})


def test_end_of_demo_and_manual_text() -> None:
    assert _using({"do": "end_of_demo"}).result == "WON"
    manual = _using({"do": "manual", "text": "Whistle."})
    assert _asked(manual).say.values["what"].values["text"] == "Whistle."
    assert ready_on(manual, "do").jobs == ()


@pytest.mark.rule("SS-021")
def test_a_rule_without_encoding_is_shown_and_confirmed() -> None:
    card = {"id": "a2", "type": "item", "rules": [{"text": "Do a dance."}]}
    state = with_cards(at("T6", heroes=[{"card": "HE0", "items": [{"card": "a2"}]}]), card)
    state = choose(state, "may", "use:a2:0")
    assert _asked(state).say.values["what"].values["text"] == "Do a dance."
    assert ready_on(state, "do").jobs == ()


def test_conditions_close_a_rule() -> None:
    def refused(rule: dict[str, Any], **position: Any) -> str:
        card = {"id": "a2", "type": "item", "rules": [rule]}
        heroes = position.pop("heroes", [{"card": "HE0", "items": [{"card": "a2"}]}])
        return refusal(with_cards(at("T6", heroes=heroes, **position), card), "may", "use:a2:0")

    least = {"condition": "story_at_least", "least": 3}
    assert refused(least, story_unknown=1) == "SS-R20"
    assert refused(least, story_unknown=2) == ""
    lucky = [{"card": "HE0", "luck": "GOOD", "items": [{"card": "a2"}]}]
    assert refused({"condition": "good_luck"}) == "SS-R24"
    assert refused({"condition": "good_luck"}, heroes=lucky) == ""
    assert refused({"condition": "all_share_harmonic"}, hand=["p1", "p4"]) == ""
    assert refused({"condition": "all_share_harmonic"}, hand=["p1", "p2"]) == "SS-R23"
    assert refused({"condition": "all_share_harmonic"}) == "SS-R23"
    assert refused({"condition": "all_share_harmonic"}, hand=["p1"], hand_unknown=1) == "SS-R23"
    assert refused({"timing": "end_of_turn"}) == "SS-R20"


@pytest.mark.rule("SS-112", "SS-029")
def test_the_discordant_bonus_of_the_green_chapel_moves_folk_to_the_story() -> None:
    position = {"places": [["PL4"], [], [], [], []], "token": "PL4", "story": ["ST2", "ST0"]}
    state = choose(at("T6", attached={"PL0": [], "PL4": ["f2"]}, **position), "may", "claim:PL4:0")
    ask = _asked(state)
    assert isinstance(ask, Choose)
    state = choose(state, "pick", "f2")
    assert (state.story, state.attached) == (("ST2", "ST0", "f2"), {"PL0": ()})
