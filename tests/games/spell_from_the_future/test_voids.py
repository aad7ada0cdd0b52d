"""Cards that allow more, cards that count for nothing, and what stays behind the screens."""

import pytest

from companion.kit.story import RuleError
from tests.games.spell_from_the_future.table import (
    THREE,
    asked,
    day,
    do,
    keys,
    open_asks,
    place,
    play_minds,
    refused,
    resolve,
    told,
    tracker,
    vp,
)
from tests.games.tables import invariants_named


def with_rule(kind: str, **more: object) -> dict[str, object]:
    """A pack with one checked card `X` that has this box rule."""
    effect = {"do": "box_rule", "kind": kind, **more}
    return {"minds": [{"id": "X", "name": "X", "effects": [effect], "verified": True}]}


@pytest.mark.rule("SF-G36", "SF-E16")
def test_an_unchecked_card_may_be_said_to_allow_more() -> None:
    live = day("P5.2", pack="printed")
    play_minds(live, red="mind-4")
    refusal = refused(live, "P5.2:red", "red", place={"A": {"white": 1, "black": 1}})
    assert (refusal.code, refusal.may_force) == ("SF-E16", True)
    assert refusal.hint is not None
    assert refusal.hint.key == "sf.hint.card_allows"
    do(
        live,
        "P5.2:red",
        "red",
        place={"A": {"white": 1, "black": 1}},
        force="my Mind Card allows this",
    )
    assert live.state.players["red"].mixed_allowed
    checked = day("P5.2")
    play_minds(checked, red="bright")
    assert refused(checked, "P5.2:red", "red", place={"A": {"white": 1, "black": 1}}).hint is None


@pytest.mark.rule("SF-E15", "SF-E17", "SF-G36")
def test_some_things_no_card_allows() -> None:
    live = day("P5.2", pack="printed")
    play_minds(live, red="mind-4")
    assert not refused(live, "P5.2:red", "red", place={"E": {"white": 1}}).may_force
    owned = refused(
        live, "P5.2:red", "red", place={"A": {"white": 4}}, force="my Mind Card allows this"
    )
    assert (owned.code, owned.may_force) == ("SF-E15", False)


@pytest.mark.rule("SF-G36")
def test_what_was_allowed_is_taken_back_with_the_next_reading() -> None:
    live = day("P5.2", pack="printed")
    play_minds(live, red="mind-4")
    do(live, "P5.2:red", "red", place={"A": {"white": 3}, "B": {"black": 3}}, force="so it says")
    assert live.state.players["red"].extra_tokens == 2
    do(live, "P5.2:red", "red", place={"A": {"white": 3}})
    assert live.state.players["red"].extra_tokens == 0


@pytest.mark.rule("SF-G26", "SF-122")
def test_void_card_takes_the_reading_and_the_card_but_nothing_counts() -> None:
    live = day("P5.2", options={"placement_repair": "void_card"})
    play_minds(live, red="offensive", blue="twofold", green="twofold")
    events = do(live, "P5.2:red", "red", place={"A": {"white": 3}, "B": {"black": 2}})
    assert told(events, "sf.log.void")
    place(live, blue={"A": {"white": 1}}, green={})
    lines = asked(live, "P5.2.confirm").lines
    assert keys(lines) == ["sf.void_line", "sf.read_line", "sf.read_none"]
    assert (lines[0].values["card"], lines[1].values["tokens"][0].values["tokens"]) == (
        "OFFENSIVE MIND",
        "○",
    )
    do(live, "P5.2:red", "red", place={"A": {"white": 1}})
    assert not live.state.players["red"].void
    do(live, "P5.2:red", "red", place={"E": {"white": 1}})
    do(live, "P5.2.confirm", "red")
    do(live, "P5.3:all", "red")
    assert (live.state.attack_total, vp(live)["blue"]) == (0, (0, 0))
    assert live.state.players["red"].minds_used == ("offensive",)


@pytest.mark.rule("SF-G26")
def test_void_card_makes_a_reused_card_cost_the_day_but_no_further_card() -> None:
    live = day(
        "P5.2",
        options={"placement_repair": "void_card"},
        players={"red": {"minds_used": ["offensive"]}},
    )
    events = do(live, "P5.2.mind:red", "red", show=["offensive"])
    assert told(events, "sf.log.void_reused")
    assert live.state.players["red"].void
    place(live, red={"A": {"white": 1}})
    assert live.state.players["red"].void
    place(live, blue={"A": {"white": 1}}, green={})
    play_minds(live, blue="twofold", green="twofold")
    do(live, "P5.2.confirm", "red")
    do(live, "P5.3:all", "red")
    assert live.state.players["red"].minds_used == ("offensive",)
    assert live.state.attack_total == 0


@pytest.mark.rule("SF-E28", "SF-G25")
@pytest.mark.parametrize(("least", "placed", "void"), [(1, 0, True), (1, 1, False), (0, 0, False)])
def test_too_few_tokens_make_the_card_void(least: int, placed: int, void: bool) -> None:
    live = day("P5.2", options={"min_tokens": least})
    play_minds(live, red="bright")
    do(live, "P5.2:red", "red", place={"A": {"white": placed}} if placed else {})
    assert live.state.players["red"].void is void


@pytest.mark.rule("SF-E28")
def test_a_card_may_want_more_tokens() -> None:
    live = day("P5.2", pack=with_rule("min_tokens", n=2))
    play_minds(live, red="X")
    events = do(live, "P5.2:red", "red", place={"A": {"white": 1}})
    why = told(events, "sf.log.void").why
    assert why is not None
    assert why.values["why"].values == {"have": 1, "least": 2}
    do(live, "P5.2:red", "red", place={"A": {"white": 2}})
    assert not live.state.players["red"].void


@pytest.mark.rule("SF-G35", "SF-081")
def test_a_private_check_says_what_is_wrong_and_keeps_nothing() -> None:
    live = day("P4.4", options={"private_precheck": "on"})
    assert open_asks(live) == ["1:P4.4", *(f"1:precheck:{seat}" for seat in THREE)]
    assert all(asked(live, f"precheck:{seat}").seats == (seat,) for seat in THREE)
    assert live.game.view(live.state, None).closed == ()
    many = {"A": {"white": 3}, "B": {"black": 2}}
    assert refused(live, "precheck:red", "red", place=many).code == "SF-E14"
    assert refused(live, "precheck:red", "red", place={"A": {"white": 4}}).code == "SF-E15"
    fine = refused(live, "precheck:red", "red", place={"A": {"white": 1}})
    assert (fine.code, fine.say.key) == ("SF-G35", "sf.precheck.fine")
    assert refused(live, "precheck:red", "blue", place={"A": {"white": 1}}).code == "SF-E25"
    off = day("P4.4")
    assert open_asks(off) == ["1:P4.4"]


@pytest.mark.rule("SF-C13", "SF-081")
def test_what_lies_behind_the_screens_is_in_no_state_that_is_kept() -> None:
    live = day("P4.4")
    do(live, "P4.4", "red")
    red = live.state.players["red"]
    assert (red.placement, red.mind_in_play) == (None, None)
    do(live, "P4.4", "red", withdraw=True)
    assert live.state == day("P4.4").state


@pytest.mark.rule("SF-081")
@pytest.mark.parametrize("field", ["placement", "mind_in_play"])
def test_a_position_that_knows_what_is_hidden_is_refused(field: str) -> None:
    secret = {"placement": {"A": {"white": 1}}, "mind_in_play": "dark"}
    with pytest.raises(RuleError) as refusal:
        day("P4.4", players={"red": {field: secret[field]}})
    assert "hidden" in invariants_named(refusal.value)


@pytest.mark.rule("SF-G21")
def test_a_pack_may_have_another_card_in_one_set() -> None:
    own = {
        "id": "red/focus",
        "name": "RED FOCUS",
        "set_colour": "red",
        "effects": [{"do": "add_attack", "n": 3}],
    }
    live = day("P5.2", pack={"minds": [{**own, "verified": True}]})
    red = {card.id: card.title for card in asked(live, "P5.2.mind:red").known}
    assert len(red) == 8
    assert red["red/focus"] == "RED FOCUS"
    blue = {card.id: card.title for card in asked(live, "P5.2.mind:blue").known}
    assert (len(blue), blue["focus"]) == (8, "MIND OF FOCUS")
    resolve(live, {}, red="focus")
    assert (live.state.attack_total, live.state.players["red"].minds_used) == (3, ("red/focus",))


@pytest.mark.rule("SF-G36")
def test_a_mind_card_is_taught_when_it_is_met() -> None:
    live = day("P5.2", pack="printed")
    facts = {"name": "SHARP MIND", "effects": [{"do": "add_attack", "n": 2}]}
    do(live, "P5.2.mind:red", "red", show=[{"id": "mind-4", "facts": facts}])
    card = next(card for card in live.state.pack.minds if card.id == "mind-4")
    assert (card.title, card.source, card.verified) == ("SHARP MIND", "owner", True)
    assert len(live.state.pack.minds) == 8
    bad = {"id": "mind-5", "facts": {"effects": [{"do": "fly"}]}}
    assert refused(live, "P5.2.mind:blue", "blue", show=[bad]).code == "bad_card"
    events = resolve(live, {}, mind="focus", red="mind-4")
    assert told(events, "sf.log.add_attack")
    assert tracker(live, "attack").value == 2
