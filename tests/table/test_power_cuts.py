"""A short run of the power cuts; `python -m tests.table.power_cuts` is the long one."""

from tests.table.power_cuts import run


def test_after_a_power_cut_every_accepted_intent_is_there_once() -> None:
    accepted, wrong = run(cuts=8, seed=3)
    assert accepted > 20
    assert wrong == 0
