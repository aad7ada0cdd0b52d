"""The short form of the fault suite: each kind of fault once, in play, and everything that can be
wrong at the start.

How soon a fault is shown is measured by the long form, `make faults`; here it must be shown at all,
and nothing lost.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.list import BY_NAME
from tests.faults.starts import STARTS
from tests.faults.world import World, suffer

SHORT = (
    "service killed",
    "eye killed",
    "camera unplugged",
    "camera black",
    "panel killed",
    "panel reset",
    "panel cable cut",
    "panel noise",
    "disk full",
    "disk read-only",
    "clock a day ahead",
    "50 clients vanish",
)
STARTED = (
    "two services on one port",
    "two services on one folder",
    "read-only disk at boot",
    "damaged journal",
)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    made = World(tmp_path_factory.mktemp("world"))
    yield made
    made.close()


@pytest.mark.parametrize("name", SHORT)
def test_a_fault_in_play_is_shown_and_heals(world: World, name: str) -> None:
    suffer(world, BY_NAME[name])


def test_after_all_of_them_nothing_is_lost_or_doubled(world: World) -> None:
    world.screen.until(
        lambda: all(len(person.told) > 5 for person in world.people), "people played all the while"
    )
    accounts = world.close()
    assert accounts["accepted"] > 10
    wrong = ("lost", "renumbered", "doubled", "faults inside", "false camera readings")
    assert {what: accounts[what] for what in wrong} == dict.fromkeys(wrong, 0)


@pytest.mark.parametrize("name", STARTED)
def test_what_is_wrong_at_the_start_is_told(tmp_path: Path, name: str) -> None:
    assert STARTS[name](tmp_path)
