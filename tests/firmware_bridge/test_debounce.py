from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.debounce import Debouncer


def test_a_press_counts_at_once_and_its_bounce_not_at_all() -> None:
    keys = Debouncer(0.005)
    assert keys.contact(1, True, 0.0) == [(1, True)]
    assert keys.contact(1, False, 0.001) == []
    assert keys.contact(1, True, 0.002) == []
    assert keys.tick(0.1) == []


def test_a_release_counts_after_quiet() -> None:
    keys = Debouncer(0.005)
    keys.contact(1, True, 0.0)
    keys.contact(1, False, 1.0)
    assert keys.next_s() == 1.005
    assert keys.tick(1.004) == []
    assert keys.tick(1.005) == [(1, False)]
    assert keys.next_s() is None


def test_a_press_after_the_quiet_is_a_new_one_even_if_nobody_looked() -> None:
    keys = Debouncer(0.005)
    keys.contact(1, True, 0.0)
    keys.contact(1, False, 1.0)
    assert keys.contact(1, True, 2.0) == [(1, False), (1, True)]


@given(st.lists(st.tuples(st.integers(0, 2), st.booleans(), st.floats(0, 0.02))))
def test_presses_and_releases_of_a_key_always_alternate(
    contacts: list[tuple[int, bool, float]],
) -> None:
    keys, now_s, told = Debouncer(), 0.0, []
    for key, is_down, pause_s in contacts:
        now_s += pause_s
        told += keys.contact(key, is_down, now_s)
    told += keys.tick(now_s + 1)
    for key in range(3):
        own = [is_down for which, is_down in told if which == key]
        assert own == [at % 2 == 0 for at in range(len(own))]
