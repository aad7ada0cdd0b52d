from companion.kit.asks import Choose, Option
from companion.kit.fits import check_form
from companion.kit.intents import Answer, Chosen
from companion.kit.say import say
from companion.kit.story import RuleError
from companion.kit.zones import (
    arcs,
    family,
    host_of,
    replaced,
    ring_neighbours,
    ring_windows,
    root_of,
    rotations,
    row_windows,
    to_bottom,
    to_top,
    with_attached,
    with_detached,
    without,
)


def test_stacks_keep_the_order_of_the_rest() -> None:
    stack = ("a", "b", "c")
    assert without(stack, "b") == ("a", "c")
    assert to_bottom(stack, "a") == ("b", "c", "a")
    assert to_top(stack, "c") == ("c", "a", "b")
    assert replaced(stack, 1, "x") == ("a", "x", "c")


def test_neighbours_in_a_ring_skip_gaps_or_do_not() -> None:
    occupied = [True, False, False, True, True]
    assert ring_neighbours(occupied, 0) == (3, 4)
    assert ring_neighbours(occupied, 0, skip_gaps=False) == (4,)
    assert ring_neighbours(occupied, 1) == (3, 0)
    assert ring_neighbours([True, False, True, False, False], 0) == (2,)
    assert ring_neighbours([True, False, False, False, False], 0) == ()


def test_windows_of_rows_end_and_those_of_rings_go_round_without_using_anything_twice() -> None:
    assert list(row_windows("abc", 2)) == [("a", "b"), ("b", "c")]
    assert list(row_windows("abc", 4)) == []
    assert list(ring_windows("abc", 2)) == [("a", "b"), ("b", "c"), ("c", "a")]
    assert list(ring_windows("abc", 3)) == list(rotations("abc"))
    assert list(ring_windows("abc", 4)) == []
    assert list(ring_windows("abc", 0)) == []


def test_gaps_cut_a_ring_into_rows() -> None:
    assert arcs(["a", "b", None, "c", None]) == [["c"], ["a", "b"]]
    assert arcs(["a", None, None, "c", "d"]) == [["c", "d", "a"]]
    assert arcs(["a", "b", "c"]) == [["a", "b", "c"]]
    assert arcs([None, None]) == []


def test_attachments_nest_and_come_off() -> None:
    attached = with_attached(with_attached({}, "host", "room"), "room", "folk")
    assert attached == {"host": ("room",), "room": ("folk",)}
    assert family(attached, "host") == ("host", "room", "folk")
    assert (host_of(attached, "folk"), host_of(attached, "host")) == ("room", None)
    assert root_of(attached, "folk") == "host"
    assert with_detached(attached, "room") == {"room": ("folk",)}
    assert with_detached(attached, "nobody") == attached


def test_a_closed_option_names_its_rule_and_some_may_be_taken_anyway() -> None:
    options = (
        Option(id="a", say=say("a"), why_not=say("no"), rule="X-1", bends=True),
        Option(id="b", say=say("b"), why_not=say("no"), rule="X-2"),
    )
    ask = Choose(id="1", say=say("which"), options=options)

    def code(option: str, force: str | None = None) -> tuple[str, bool]:
        try:
            check_form(ask, Answer(id="1", ask="1", answer=Chosen((option,)), force=force))
        except RuleError as error:
            return error.code, error.may_force
        return "", False

    assert [code("a"), code("b")] == [("X-1", True), ("X-2", False)]
    assert [code("a", "it happened"), code("b", "it happened")] == [("", False), ("X-2", False)]
