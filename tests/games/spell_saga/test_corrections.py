"""Corrections: what may be set by hand, redone, undone, and what follows."""

from typing import Any

import pytest

from companion.games.spell_saga import GAME
from companion.games.spell_saga.state import State, story_count
from companion.kit.intents import (
    Adjust,
    Answer,
    AnswerValue,
    Chosen,
    Correct,
    Counted,
    Readied,
    Set,
    Shown,
    Undo,
)
from companion.kit.pieces import CardSeen
from companion.kit.play import adjusted, option_set
from companion.kit.story import RuleError
from companion.table.live_game import LiveGame
from tests.games.spell_saga.table import ask_named, at, choose, options_of, ready_on, refusal, show


def adjust(state: State, handle: str, to: int | str) -> State:
    after: State = adjusted(
        GAME, state, Adjust(id="1", handle=handle, to=to, reason="bumped")
    ).state
    return after


class Table:
    """A live game, answered by the names of its asks."""

    def __init__(self, state: State) -> None:
        self.live = LiveGame(GAME, state)

    @property
    def state(self) -> State:
        found: State = self.live.state
        return found

    def enter(self, intent: Any) -> int:
        body, state = self.live.consider(intent)
        self.live.enter(self.live.seq + 1, body, state=state)
        return self.live.seq

    def answer(self, name: str, value: AnswerValue) -> int:
        seq = self.live.seq + 1
        return self.enter(Answer(id=str(seq), ask=ask_named(self.state, name), answer=value))


def _show(*cards: str) -> Shown:
    return Shown(tuple(CardSeen(card) for card in cards))


@pytest.mark.rule("SS-C01", "SS-C14")
def test_undo_goes_back_through_turns_and_says_which_cards_to_move() -> None:
    table = Table(
        at(
            "T10",
            hand=["p1", "p2"],
            attached={"PL0": ["RM0"]},
            heroes=[{"card": "HE0", "action": "e3"}],
        )
    )
    first = table.answer("T10", Readied())
    table.answer("T1", Chosen(("RM0",)))
    table.answer("T4", _show("i0"))
    assert (table.state.turn, table.state.heroes[0].action) == (2, None)
    table.enter(Undo(id="u", line=first))
    assert (table.state.turn, table.state.heroes[0].action, table.state.token) == (1, "e3", "PL0")
    moves = [(move.key, move.values.get("card")) for move in table.live.moves]
    assert ("ss.where.action_up", "e3") in moves
    assert ("ss.where.card_deck", "i0") in moves
    assert any(move.key == "ss.where.token" for move in table.live.moves)
    log = table.live.log()
    assert [line.undone for line in log] == [True, True, True]
    assert [say.key for say in log[0].says] == ["ss.log.cleared", "ss.log.turn_over"]


@pytest.mark.rule("SS-C02")
def test_a_corrected_kismet_card_offers_to_go_back_to_step_6() -> None:
    hero = {"card": "HE0", "luck": "NO", "why": "two", "luck_stack": ["lSP"], "action": "xSU1"}
    state = at("T8", hand_unknown=3, heroes=[hero])
    fixed = adjust(state, "glyph.xSU1", "SP")
    assert options_of(fixed, "again") == {"yes": "", "no": ""}
    back = choose(fixed, "again", "yes")
    assert (back.step, back.heroes[0].luck) == ("T6", "GOOD")
    stay = choose(fixed, "again", "no")
    assert (stay.step, stay.heroes[0].luck) == ("T8", "NO")
    assert adjust(state, "colours.i0", "BG").jobs == ()
    assert adjust(state, "colours.xSU1", "B").jobs == ()
    assert adjust(at("T4", heroes=[hero]), "glyph.xSU1", "SP").jobs == ()


@pytest.mark.rule("SS-C02")
def test_cost_and_type_of_a_card_can_be_corrected() -> None:
    state = at("T8", hand=["s3", "i0"])
    assert refusal(state, "may", "buy:s3") == "SS-R09"
    assert refusal(adjust(state, "cost.s3", 1), "may", "buy:s3") == ""
    assert adjust(state, "source.s3", "blank").cards["s3"].cost == "blank"
    assert adjust(state, "source.PL5", "2").cards["PL5"].cost == 2
    assert refusal(adjust(state, "type.i0", "enemy"), "may", "buy:i0") == "SS-R11"
    with pytest.raises(RuleError):
        adjust(state, "colours.i0", "Z")


@pytest.mark.rule("SS-C03")
def test_counts_can_be_corrected_and_the_hand_counted_again() -> None:
    state = at(
        "T8", hand=["i0", "i2"], hand_unknown=1, heroes=[{"card": "HE0", "luck_stack": ["p2"]}]
    )
    assert adjust(state, "hand", 4).hand_unknown == 4
    assert story_count(adjust(state, "story", 2)) == 3
    assert adjust(state, "deck_count", 12).deck_count == 12
    recounted = show(choose(state, "may", "recount"), "recount", "i2", "p1", "p2")
    assert (recounted.hand, recounted.hand_unknown, recounted.deck_count) == (
        ("i2", "p1", "p2"),
        0,
        40,
    )
    assert recounted.heroes[0].luck_stack == ()


@pytest.mark.rule("SS-C04")
def test_a_forgotten_step_is_done_now() -> None:
    heroes = [{"card": "HE0", "items": [{"card": "IT1", "face": "down"}]}]
    state = at("T8", hand_unknown=7, heroes=heroes)
    assert adjust(state, "forgotten", "T2").heroes[0].items[0].face == "up"
    drawn = show(adjust(state, "forgotten", "T4"), "draw", "i0")
    assert (drawn.hand, drawn.step) == (("i0",), "T8")
    trimmed = choose(adjust(state, "forgotten", "T10"), "trim", "unknown1", "unknown2")
    assert (trimmed.hand_unknown, trimmed.step) == (5, "T8")
    market = at("T8", places=[["PL1"], [], [], [], []], token="PL1")
    assert show(adjust(market, "forgotten", "T3"), "draw", "i0").heroes[0].luck_stack == ("i0",)
    assert adjust(at("T8", hand_unknown=3), "forgotten", "T10").jobs == ()


@pytest.mark.rule("SS-C05")
def test_a_stack_can_be_put_in_order() -> None:
    state = at("T8", places=[["p1", "p2", "p3"], ["p4"], [], [], []], token="p4")
    assert adjust(state, "stack.1", "p2").places[0] == ("p2", "p3", "p1")
    assert adjust(state, "stack.1", "").places[0] == ("p1", "p2", "p3")
    assert "stack.2" not in {handle.id for handle in GAME.handles(state)}


@pytest.mark.rule("SS-C06")
def test_a_card_in_the_wrong_lane_is_corrected_by_its_answer() -> None:
    table = Table(at("T5", draws_left=2, hand_unknown=3, heroes=[{"card": "HE0"}, {"card": "HE1"}]))
    table.answer("T5", _show("p1"))
    wrong = table.answer("lane", Chosen(("HE0",)))
    table.answer("T5", _show("p2"))
    assert [hero.action for hero in table.state.heroes] == ["p1", "p2"]
    table.enter(Correct(id="c", line=wrong, answer=Chosen(("HE1",))))
    assert [hero.action for hero in table.state.heroes] == ["p2", "p1"]


@pytest.mark.rule("SS-C07")
def test_a_battle_round_can_be_edited_and_replayed() -> None:
    table = Table(
        at("T9", hand_unknown=5, heroes=[{"card": "HE0", "luck": "NO", "action": "e231"}])
    )
    table.answer("on", Readied())
    table.answer("B2", Readied())
    table.answer("B3b", Chosen(("attack:HE0:other:0:e231",)))
    mistyped = table.answer("number", Counted(3))
    table.answer("B3b", Chosen(("close:HE0",)))
    assert table.state.step == "B3c"
    table.enter(Correct(id="c", line=mistyped, answer=Counted(4)))
    assert table.state.step == "B5"
    assert table.state.battle is not None
    assert table.state.battle.enemies[0].defeated
    state = at("T9", hand_unknown=5, heroes=[{"card": "HE0", "luck": "NO", "action": "e232"}])
    fight = ready_on(state, "on", "B2")
    for handle, value, where in (
        ("hits.e232", 2, "hits"),
        ("armor.e232", 5, "armor"),
        ("attack.e232", 0, "attack"),
    ):
        after = adjust(fight, handle, value)
        assert after.battle is not None
        assert getattr(after.battle.enemies[0], where) == value
    pending = adjust(fight, "pending_damage", 4)
    assert pending.battle is not None
    assert pending.battle.pending_damage == 4
    assert adjust(fight, "luck.1", "BAD").heroes[0].luck == "BAD"


@pytest.mark.rule("SS-C08")
def test_the_luck_table_can_be_changed_from_now_on_or_back_to_step_7() -> None:
    hero = {"card": "HE0", "luck": "NO", "why": "two", "luck_stack": ["lSP"], "action": "xSU1"}
    state = at("T8", hand_unknown=3, heroes=[hero])
    changed = option_set(GAME, state, Set(id="1", option="luck_table", to="s13")).state
    assert changed.heroes[0].luck == "NO"
    again = choose(changed, "again", "yes")
    assert (again.step, again.heroes[0].luck) == ("T6", "BAD")
    kept = choose(changed, "again", "no")
    assert (kept.step, kept.heroes[0].luck) == ("T8", "NO")
    back = adjust(kept, "forgotten", "T7")
    assert (back.step, back.heroes[0].luck) == ("T7", "BAD")
    assert option_set(GAME, state, Set(id="1", option="orphans", to="to_hand")).state.jobs == ()
    early = at("T4", hand_unknown=3, heroes=[hero])
    assert option_set(GAME, early, Set(id="1", option="luck_table", to="s13")).state.jobs == ()


@pytest.mark.rule("SS-C09")
def test_attachments_can_be_moved() -> None:
    heroes = [{"card": "HE0", "items": [{"card": "a2", "songs": ["song1"]}]}, {"card": "HE1"}]
    places = [["p1"], ["p2"], [], [], []]
    state = at(
        "T8",
        heroes=heroes,
        places=places,
        token="p1",
        attached={"PL0": [], "p1": ["rm"], "rm": ["f2"]},
    )
    moved = adjust(state, "item.a2", "HE1")
    assert [[item.card for item in hero.items] for hero in moved.heroes] == [[], ["a2"]]
    assert moved.heroes[1].items[0].songs == ("song1",)
    room = adjust(state, "beside.rm", "p2")
    assert room.attached == {"p2": ("rm",), "rm": ("f2",)}


@pytest.mark.rule("SS-C10", "SS-C11", "SS-C12")
def test_token_and_cards_can_be_put_where_they_really_are() -> None:
    places = [["p1"], ["p2"], [], [], []]
    state = at(
        "T8", places=places, token="p1", hand=["i0"], heroes=[{"card": "HE0", "action": "i2"}]
    )
    assert adjust(state, "token", "p2").token == "p2"
    gone = adjust(state, "at.i0", "deck")
    assert (gone.hand, gone.deck_count) == ((), 41)
    found = adjust(state, "at.a2", "hand")
    assert (found.hand, found.deck_count) == (("i0", "a2"), 39)
    assert adjust(state, "at.i2", "story").story == ("ST0", "i2")
    assert adjust(state, "at.i0", "hand").hand == ("i0",)
    carrying = at("T8", heroes=[{"card": "HE0", "items": [{"card": "a2"}]}])
    assert adjust(carrying, "face.a2", "down").heroes[0].items[0].face == "down"


@pytest.mark.rule("SS-C13")
def test_a_loss_can_be_undone() -> None:
    table = Table(at("T10"))
    lost = table.answer("T10", Readied())
    assert table.state.result == "LOST"
    table.enter(Undo(id="u", line=lost))
    assert (table.state.result, table.state.step) == ("", "T10")


@pytest.mark.rule("SS-G53")
def test_the_order_under_the_deck_is_not_tracked() -> None:
    state = at("T10", hand=["p1", "p2", "p3", "p4", "p5", "i0", "i2"])
    one, other = choose(state, "T10", "p1", "p2"), choose(state, "T10", "p2", "p1")
    assert one == other


def test_only_what_exists_can_be_adjusted() -> None:
    with pytest.raises(RuleError) as refused:
        adjust(at("T8"), "face.IT3", "down")
    assert refused.value.code == "no_such_handle"
    assert {handle.id for handle in GAME.handles(at("S2", started=False))} >= {
        "hand",
        "story",
        "turn",
    }
