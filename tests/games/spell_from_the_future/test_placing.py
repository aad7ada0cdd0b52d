"""Behind the screens and just after: readiness, readings, what a placement may be."""

import pytest

from companion.kit.asks import Place, Ready, Show
from tests.games.spell_from_the_future.table import (
    D13,
    THREE,
    asked,
    choose_option,
    day,
    do,
    keys,
    open_asks,
    place,
    play_minds,
    refused,
    resolve,
    told,
)

MYSTIC = {"current_beast": {**D13, "id": "D05", "mystic": True}, "mystic_round": True}


def with_rule(kind: str, **more: object) -> dict[str, object]:
    """A pack with one checked card `X` that has this box rule."""
    effect = {"do": "box_rule", "kind": kind, **more}
    return {"minds": [{"id": "X", "name": "X", "effects": [effect], "verified": True}]}


@pytest.mark.rule("SF-053", "SF-054", "SF-056", "SF-057", "SF-G30")
def test_everyone_places_at_once_and_is_told_how() -> None:
    live = day("P4.4", token_limit=5)
    ask = asked(live, "P4.4")
    assert isinstance(ask, Ready)
    assert (ask.seats, ask.withdraw, ask.done) == (THREE, True, ())
    assert (ask.say.key, ask.say.values["limit"]) == ("sf.ask.P4.4", 5)
    assert keys(ask.lines) == ["sf.place.white", "sf.place.black", "sf.place.silence"]
    choose_option(live, "table_talk_reminder", "off")
    assert keys(asked(live, "P4.4").lines) == ["sf.place.white", "sf.place.black"]


@pytest.mark.rule("SF-066", "SF-082", "SF-E12")
def test_the_last_player_ready_lets_the_screens_go_up() -> None:
    live = day("P4.4")
    assert told(do(live, "P4.4", "red"), "sf.log.ready").sound is None
    assert told(do(live, "P4.4", "blue"), "sf.log.ready").sound == "tick"
    assert asked(live, "P4.4").done == ("red", "blue")
    waiting = refused(live, "1:P5.1", "red")
    assert waiting.code == "SF-E12"
    assert [name.seat for name in waiting.say.values["names"]] == ["green"]
    assert refused(live, "P4.4", "somebody").code == "SF-E12"
    assert refused(live, "P4.4").code == "SF-E12"
    assert refused(live, "P4.4", "green", withdraw=True).code == "SF-E12"
    assert told(do(live, "P4.4", "green"), "sf.log.all_ready").sound == "gong"
    assert open_asks(live) == ["1:P5.1"]
    assert asked(live, "P5.1").seats == ()


@pytest.mark.rule("SF-081", "SF-E13")
@pytest.mark.parametrize("step", ["P2.1", "P4.4", "P5.1"])
def test_nothing_is_read_while_screens_stand(step: str) -> None:
    early = {
        "current_beast": None,
        "beast_deck_count": 7,
        "initiative_roll": None,
        "initiative": "none",
    }
    live = day(step, **(early if step == "P2.1" else {}))
    refusal = refused(live, "1:P5.2:red", "red", place={"A": {"white": 1}})
    assert refusal.code == "SF-E13"
    assert live.game.view(live.state, "red").closed == ("dock:red", "dock:blue", "dock:green")


@pytest.mark.rule("SF-067", "SF-081")
def test_the_seats_are_open_only_from_the_lift_to_the_end_of_the_day() -> None:
    live = day("P5.1")
    do(live, "P5.1", "green")
    assert live.game.view(live.state, None).closed == ()
    resolve(live, {})
    do(live, "P5.5", "red")
    assert live.game.view(live.state, None).closed == ()
    do(live, "P5.6", "red")
    do(live, "P5.7", "red")
    assert live.game.view(live.state, None).closed == ()
    do(live, "P5.8.confirm", "red")
    assert live.game.view(live.state, None).closed == ("dock:red", "dock:blue", "dock:green")


@pytest.mark.rule("SF-053", "SF-055", "SF-112")
def test_card_and_tokens_of_every_seat_are_asked_together() -> None:
    live = day("P5.2", words={"A": "bee"})
    assert open_asks(live) == [f"1:{ask}:{seat}" for seat in THREE for ask in ("P5.2.mind", "P5.2")]
    show, grid = asked(live, "P5.2.mind:blue"), asked(live, "P5.2:blue")
    assert isinstance(show, Show)
    assert isinstance(grid, Place)
    assert (show.zone, grid.zone) == ("dock:blue", "dock:blue")
    assert (show.least, show.most, len(show.known)) == (1, 1, 8)
    assert [(cell.id, cell.most) for cell in grid.cells] == [(one, None) for one in "ABCD"] + [
        ("E", 0),
        ("F", 0),
    ]
    assert grid.cells[0].say is not None
    assert grid.cells[0].say.values == {"where": "A", "word": "bee"}
    assert [(piece.id, piece.most) for piece in grid.pieces] == [("white", 3), ("black", 3)]
    assert (show.seats, asked(live, "P5.2:red").seats) == (("blue", "red"), ("red",))


@pytest.mark.rule("SF-C01")
def test_a_reading_may_be_entered_again_until_it_is_confirmed() -> None:
    live = day("P5.2")
    play_minds(live, red="twofold", blue="twofold", green="twofold")
    place(live, red={"A": {"white": 2}}, blue={}, green={})
    again = asked(live, "P5.2:red")
    assert isinstance(again, Place)
    assert again.now["A"][0].count == 2
    assert again.optional
    do(live, "P5.2:red", "red", place={"B": {"black": 1}})
    do(live, "P5.2.mind:red", "red", show=["dark"])
    assert (live.state.players["red"].mind_in_play, list(live.state.players["red"].placement)) == (
        "dark",
        ["B"],
    )
    assert open_asks(live)[0] == "1:P5.2.confirm"
    assert refused(live, "P5.2.confirm", "blue").code == "SF-E25"
    do(live, "P5.2.confirm", "red")
    assert live.state.players["red"].minds_used == ("dark",)
    assert open_asks(live) == ["1:P5.3:A", "1:P5.3:all"]


def test_nothing_can_be_confirmed_before_every_seat_is_read() -> None:
    live = day("P5.2")
    play_minds(live, red="twofold", blue="twofold", green="twofold")
    place(live, red={}, blue={})
    assert "1:P5.2.confirm" not in open_asks(live)
    place(live, green={})
    assert "1:P5.2.confirm" in open_asks(live)


@pytest.mark.rule("SF-058", "SF-061", "SF-062", "SF-063", "SF-065", "SF-E14", "SF-E15")
@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ({}, None),
        ({"A": {"white": 3}, "B": {"black": 1}}, None),
        ({"A": {"white": 1}, "B": {"white": 1}, "C": {"black": 1}, "D": {"black": 1}}, None),
        ({"A": {"white": 2}, "B": {"black": 3}}, "SF-E14"),
        ({"A": {"white": 4}}, "SF-E15"),
        ({"A": {"black": 2}, "B": {"black": 2}}, "SF-E15"),
        ({"A": {"white": 1, "black": 1}}, "SF-E16"),
        ({"E": {"white": 1}}, "SF-E17"),
        ({"between": {"white": 1}}, "SF-E17"),
    ],
)
def test_what_may_lie_on_a_card(cells: dict[str, dict[str, int]], code: str | None) -> None:
    live = day("P5.2")
    play_minds(live, red="bright")
    if code is None:
        do(live, "P5.2:red", "red", place=cells)
        assert live.state.players["red"].placement is not None
    else:
        assert refused(live, "P5.2:red", "red", place=cells).code == code


@pytest.mark.rule("SF-E14", "SF-E16")
def test_tokens_first_and_the_card_later_are_judged_all_the_same() -> None:
    live = day("P5.2")
    place(live, red={"A": {"white": 3}, "B": {"black": 2}}, blue={"A": {"white": 1, "black": 1}})
    refusal = refused(live, "P5.2.mind:red", "red", show=["bright"])
    assert (refusal.code, refusal.say.values["have"], refusal.say.values["limit"]) == (
        "SF-E14",
        5,
        4,
    )
    do(live, "P5.2.mind:red", "red", show=["wide"])
    assert refused(live, "P5.2.mind:blue", "blue", show=["bright"]).code == "SF-E16"
    do(live, "P5.2.mind:blue", "blue", show=["twofold"])


@pytest.mark.rule("SF-E18")
@pytest.mark.parametrize(
    ("white", "black", "fits"), [(1, 3, True), (2, 3, False), (0, 3, False), (1, 2, False)]
)
def test_placed_and_unplaced_tokens_make_three_of_each(white: int, black: int, fits: bool) -> None:
    live = day("P5.2")
    play_minds(live, blue="bright")
    value = {"place": {"A": {"white": 2}}, "unplaced": {"white": white, "black": black}}
    if fits:
        do(live, "P5.2:blue", "blue", **value)
    else:
        assert refused(live, "P5.2:blue", "blue", **value).code == "SF-E18"


@pytest.mark.rule("SF-E19", "SF-029", "SF-053")
def test_a_card_is_played_once_and_from_the_own_set() -> None:
    live = day("P5.2", players={"red": {"minds_used": ["focus"]}})
    known = [card.id for card in asked(live, "P5.2.mind:red").known]
    assert len(known) == 7
    assert "focus" not in known
    used = refused(live, "P5.2.mind:red", "red", show=["focus"])
    assert (used.code, used.say.values["mind"], used.may_force) == ("SF-E19", "MIND OF FOCUS", True)
    other = refused(live, "P5.2.mind:red", "red", show=["green/dark"])
    assert (other.code, other.say.key) == ("SF-E19", "sf.refused.other_set")
    assert refused(live, "P5.2.mind:red", "red", show=["dark", "wide"]).code == "SF-E19"
    assert refused(live, "P5.2.mind:red", "red", show=["no such"]).code == "no_such_card"
    ninth = {"id": "ninth", "facts": {"name": "NINTH"}}
    assert refused(live, "P5.2.mind:red", "red", show=[ninth]).code == "no_such_card"
    assert refused(live, "P5.2.mind:red", "green", show=["dark"]).code == "SF-E25"


@pytest.mark.rule("SF-E20", "SF-094", "SF-098")
def test_the_right_kind_of_card_for_the_day() -> None:
    live = day("P5.2")
    assert refused(live, "P5.2.mind:red", "red", show=["mystic"]).code == "SF-E20"
    mystic = day("P5.2", **MYSTIC)
    assert open_asks(mystic) == [f"1:P5.2:{seat}" for seat in THREE]
    assert refused(mystic, "1:P5.2.mind:red", "red", show=["dark"]).code == "SF-E20"


@pytest.mark.rule("SF-096", "SF-099")
def test_a_mystic_card_has_ten_columns() -> None:
    live = day("P5.2", **MYSTIC)
    grid = asked(live, "P5.2:red")
    assert isinstance(grid, Place)
    assert (grid.sheet, len(grid.cells)) == ("mystic_card", 10)
    assert refused(live, "P5.2:red", "red", place={"A": {"white": 1}}).code == "SF-E17"
    assert (
        refused(live, "P5.2:red", "red", place={"pink": {"white": 1, "black": 1}}).code == "SF-E16"
    )
    many = {"pink": {"white": 3}, "blue": {"black": 2}}
    assert refused(live, "P5.2:red", "red", place=many).code == "SF-E14"


@pytest.mark.rule("SF-064", "SF-E21")
@pytest.mark.parametrize(
    ("rule", "fits", "breaks"),
    [
        ({"kind": "max_per_box", "n": 2}, {"A": {"white": 2}}, {"A": {"white": 3}}),
        ({"kind": "only_letters", "letters": ["A", "B"]}, {"B": {"white": 1}}, {"C": {"white": 1}}),
        (
            {"kind": "forbid_letters", "letters": ["A", "B"]},
            {"C": {"white": 1}},
            {"B": {"white": 1}},
        ),
        ({"kind": "only_colour", "colour": "white"}, {"A": {"white": 1}}, {"A": {"black": 1}}),
        ({"kind": "only_colour", "colour": "black"}, {"A": {"black": 1}}, {"A": {"white": 1}}),
        ({"kind": "single_box"}, {"A": {"white": 2}}, {"A": {"white": 1}, "B": {"white": 1}}),
    ],
)
def test_a_card_has_rules_of_its_own(rule: dict[str, object], fits: object, breaks: object) -> None:
    live = day("P5.2", pack=with_rule(**rule))
    play_minds(live, red="X")
    refusal = refused(live, "P5.2:red", "red", place=breaks)
    assert (refusal.code, refusal.say.values["mind"]) == ("SF-E21", "X")
    do(live, "P5.2:red", "red", place=fits)


@pytest.mark.rule("SF-055")
def test_a_card_without_a_box_for_a_letter_takes_nothing_there() -> None:
    live = day("P5.2", pack={"minds": [{"id": "X", "boxes": ["A", "B"], "verified": True}]})
    play_minds(live, red="X")
    assert [cell.id for cell in asked(live, "P5.2:red").cells] == ["A", "B"]
    assert refused(live, "P5.2:red", "red", place={"C": {"white": 1}}).code == "SF-E17"
    place(live, blue={"C": {"white": 1}})
    assert refused(live, "P5.2.mind:blue", "blue", show=["X"]).code == "SF-E17"
