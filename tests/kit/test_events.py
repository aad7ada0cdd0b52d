"""Diffing and folding: whatever changed can be written down and made again."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from companion.kit.events import Change, Event, diff, fold, patch, to_plain, touches
from companion.kit.say import say


class Hand(msgspec.Struct, frozen=True):
    cards: tuple[str, ...] = ()
    counts: dict[str, int] = {}


class Table(msgspec.Struct, frozen=True):
    number: int = 0
    word: str = ""
    hands: dict[str, Hand] = {}
    row: tuple[int, ...] = ()


names = st.sampled_from(["red", "blue", "green"])
hands = st.builds(
    Hand,
    st.lists(st.text(max_size=3), max_size=4).map(tuple),
    st.dictionaries(names, st.integers()),
)
tables = st.builds(
    Table,
    st.integers(),
    st.text(max_size=3),
    st.dictionaries(names, hands),
    st.lists(st.integers(), max_size=4).map(tuple),
)


@given(tables, tables)
def test_folding_the_difference_of_any_two_states_leads_from_one_to_the_other(
    old: Table, new: Table
) -> None:
    assert fold(old, [Event(None, diff(old, new))]) == new


@given(tables, tables)
def test_a_difference_survives_being_written_down(old: Table, new: Table) -> None:
    event = Event(say("a.b"), diff(old, new))
    again = msgspec.json.decode(msgspec.json.encode(event), type=Event)
    assert fold(old, [again]) == new


@given(tables)
def test_a_state_does_not_differ_from_itself_or_its_copy(table: Table) -> None:
    assert list(diff(table, table)) == []
    assert list(diff(table, msgspec.convert(to_plain(table), Table))) == []


def test_only_the_changed_value_is_written() -> None:
    old = Table(hands={"red": Hand(("a",), {"blue": 1}), "blue": Hand()})
    new = msgspec.structs.replace(old, hands={**old.hands, "red": Hand(("a",), {"blue": 2})})
    assert list(diff(old, new)) == [Change(("hands", "red", "counts", "blue"), 2)]


def test_the_order_of_a_dict_is_kept_by_folding() -> None:
    old, new = (
        Table(hands={"red": Hand(), "blue": Hand()}),
        Table(hands={"blue": Hand(), "red": Hand()}),
    )
    assert list(fold(old, [Event(None, diff(old, new))]).hands) == ["blue", "red"]


def test_patching_can_replace_the_whole() -> None:
    assert patch({"number": 1}, [Change((), {"number": 2})]) == {"number": 2}


def test_an_event_touches_a_value_its_parts_and_what_contains_it() -> None:
    event = Event(None, (Change(("hands", "red", "cards"), ()),))
    assert touches(event, ("hands", "red", "cards"))
    assert touches(event, ("hands", "red"))
    assert touches(event, ("hands", "red", "cards", 0))
    assert not touches(event, ("hands", "blue"))


@given(tables, tables, tables)
def test_differences_fold_one_after_the_other_without_being_written_down(
    one: Table, two: Table, three: Table
) -> None:
    told = [Event(None, diff(one, two)), Event(None, diff(two, three))]
    assert fold(one, told) == three


def test_an_element_of_a_row_that_was_just_replaced_can_change() -> None:
    one, two, three = Table(row=()), Table(row=(1, 2)), Table(row=(1, 3))
    assert fold(one, [Event(None, diff(one, two)), Event(None, diff(two, three))]) == three


def test_a_key_that_comes_in_before_others_keeps_its_place() -> None:
    """Patching appends; what people see in an order must come back in that order."""
    old, new = {"b": 1, "c": 2}, {"a": 0, "b": 1, "c": 2}
    assert list(patch(dict(old), diff(old, new))) == ["a", "b", "c"]
    assert [change.path for change in diff(old, {**old, "d": 3})] == [("d",)]
