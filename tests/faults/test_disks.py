"""A short run of the rebuilt disks; `python -m tests.faults.disks` is the long one."""

from tests.faults.disks import run


def test_whatever_the_power_leaves_of_unsynced_writes_every_accepted_answer_is_there() -> None:
    opened, damaged = run(disks=12, seed=5, answers=25)
    assert (opened, damaged) == (12, 0)


def test_a_journal_written_without_syncs_is_found_out() -> None:
    _, damaged = run(disks=12, seed=5, synchronous="OFF", answers=25)
    assert damaged > 0
