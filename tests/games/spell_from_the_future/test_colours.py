"""Phase 4: two open colours, the discard shuffled when a card is owed, and a Mystic word."""

import pytest

from tests.games.spell_from_the_future.table import (
    D13,
    asked,
    day,
    do,
    keys,
    open_asks,
    refused,
    table,
    told,
    tracker,
)

MORNING = {"round": 2, "first_player": "red", "beast_deck_count": 6}


@pytest.mark.rule("SF-052", "SF-050", "SF-051", "SF-E10")
def test_two_open_colours_and_no_third() -> None:
    live = day(
        "P4.2", color_deck=4, color_hands=4, color_discard=2, colors_discarded=["red", "blue"]
    )
    assert refused(live, "P4.2", "red", show=["red"]).code == "SF-E10"
    assert refused(live, "P4.2", "red", show=["yellow", "brown"]).code == "SF-E10"
    assert refused(live, "P4.2", "red", show=["no such colour"]).code == "no_such_card"
    do(live, "P4.2", "red", show=["yellow"])
    assert refused(live, "P4.3", "blue", show=["yellow"]).code == "SF-E10"
    known = [card.id for card in asked(live, "P4.3").known]
    assert not {"yellow", "red", "blue"} & set(known)
    do(live, "P4.3", "blue", show=["brown"])
    assert [card.id for card in tracker(live, "colours").cards] == ["yellow", "brown"]
    assert refused(live, "1:P4.3", "blue", show=["pink"]).code == "SF-E10"


def test_a_colour_out_of_the_discard_can_be_kept_by_force() -> None:
    live = day("P4.2", color_deck=5, color_hands=4, color_discard=1, colors_discarded=["red"])
    do(live, "P4.2", "red", show=["red"], force="it lies here")
    assert live.state.color_open == ("red",)


def test_a_colour_nobody_has_named_is_named_when_it_is_met() -> None:
    live = day("P4.2", pack="printed", color_deck=6, color_hands=4)
    do(
        live,
        "P4.2",
        "red",
        show=[{"id": "colour-3", "facts": {"name_en": "lime", "name_id": "limau"}}],
    )
    assert live.state.color_open == ("colour-3",)
    assert (live.state.pack.colours[2].title, live.state.pack.colours[2].source) == (
        "lime / limau",
        "owner",
    )
    assert (
        refused(live, "P4.3", "blue", show=[{"id": "eleventh", "facts": {"name_en": "x"}}]).code
        == "no_such_card"
    )


def test_words_may_be_typed_as_one_line() -> None:
    live = table(step="P2.1", first_player="red")
    typed = [
        {"id": "a", "facts": {"words": "bee, oil"}},
        {"id": "b", "facts": {"words": ["sun", "sea"]}},
    ]
    assert (
        refused(
            live, "P2.1.words", "red", show=[{"id": "a", "facts": {"words": "bee"}}, "W01"]
        ).code
        == "bad_card"
    )
    do(live, "P2.1.words", "red", show=typed)
    assert live.state.words == {"A": "bee", "B": "oil", "C": "sun", "D": "sea"}


@pytest.mark.parametrize(
    ("said", "mystic"), [("yes", True), ("Ya", True), (True, True), ("no", False), ("tidak", False)]
)
def test_the_mystic_mark_may_be_typed_in_words(said: object, mystic: bool) -> None:
    live = table(step="P3.1", first_player="red")
    do(live, "P3.1", "red", show=[{"id": "X", "facts": {"health": 1, "attack": 1, "mystic": said}}])
    assert live.state.mystic_round is mystic


@pytest.mark.rule("SF-027", "SF-118", "SF-G17")
@pytest.mark.parametrize(
    ("deck", "discard", "after", "reshuffled"),
    [(4, 6, 0, None), (3, 7, 6, 3), (0, 10, 6, 0), (2, 8, 6, 2)],
)
def test_the_discard_is_shuffled_when_a_card_is_owed(
    deck: int, discard: int, after: int, reshuffled: int | None
) -> None:
    live = day("P4.1", color_deck=deck, color_discard=discard, colors_discarded=["red"])
    assert keys(asked(live, "P4.1").lines) == ([] if reshuffled is None else ["sf.draw.reshuffle"])
    do(live, "P4.1", "red")
    assert (live.state.color_deck, live.state.color_hands, live.state.reshuffled_after) == (
        after,
        4,
        reshuffled,
    )
    assert live.state.colors_discarded == (("red",) if reshuffled is None else ())


@pytest.mark.rule("SF-G17")
@pytest.mark.parametrize(("deck", "together"), [(3, True), (4, False)])
def test_below_four_shuffles_in_the_morning(deck: int, together: bool) -> None:
    options = {"color_reshuffle": "below_four"}
    live = day(
        "P1",
        options=options,
        **MORNING,
        color_deck=deck,
        color_open=["red", "blue"],
        color_discard=8 - deck,
    )
    assert ("sf.day.reshuffle" in keys(asked(live, "P1").lines)) is together
    do(live, "P1", "blue")
    assert (live.state.color_deck, live.state.color_discard) == ((10, 0) if together else (4, 6))


def test_on_demand_leaves_the_colours_alone_in_the_morning() -> None:
    live = day("P1", **MORNING, color_deck=2, color_discard=8)
    do(live, "P1", "blue")
    assert (live.state.color_deck, live.state.color_discard) == (2, 8)


@pytest.mark.rule("SF-094", "SF-095", "SF-097", "SF-G28", "SF-G27")
def test_a_mystic_battle_takes_one_word_and_no_colours() -> None:
    mystic = {**D13, "id": "D05", "mystic": True}
    live = day(
        "P4M.1", current_beast=mystic, mystic_round=True, word_deck_count=34, word_cards_open=2
    )
    assert asked(live, "P4M.1").seats == ()
    do(live, "P4M.1", "green")
    assert open_asks(live) == ["1:P4M.2", "1:P4M.2.card"]
    assert keys(do(live, "P4M.2", "red")) == ["sf.log.mystic_said"]
    assert (live.state.mystic_word, live.state.word_deck_count, live.state.step) == (
        "",
        33,
        "P4M.3",
    )
    assert (live.state.color_deck, live.state.color_hands) == (10, 0)
    assert asked(live, "P4M.3").say.key == "sf.ask.P4M.3"


@pytest.mark.rule("SF-092")
def test_a_mystic_beast_has_its_own_sting() -> None:
    live = table(step="P3.1", first_player="red")
    assert told(do(live, "P3.1", "red", show=["D05"]), "sf.log.mystic_opened").sound == "mystic"
    assert told(do(live, "P3.2", "red", roll=[1]), "sf.log.initiative").sound == "initiative"
    optional = [
        ask.id for ask in live.game.asks(day("P4M.2", mystic_round=True).state) if ask.optional
    ]
    assert optional == ["1:P4M.2.card"]


@pytest.mark.rule("SF-095")
def test_any_word_of_the_card_may_be_called() -> None:
    mystic = {**D13, "id": "D05", "mystic": True}
    live = day("P4M.2", current_beast=mystic, mystic_round=True)
    do(
        live,
        "P4M.2.card",
        "red",
        show=[{"id": "long", "facts": {"words": ["one", "two", "three"]}}],
    )
    assert open_asks(live) == ["1:P4M.2.word"]
    assert keys(do(live, "P4M.2.word", "red", choose=["2"])) == ["sf.log.mystic_word"]
    assert live.state.mystic_word == "three"
    assert asked(live, "P4M.3").say.values["word"] == "three"
