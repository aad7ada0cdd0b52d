"""What a caravan is worth: its card, its upgrades and what is in force now, added up."""

import pytest

from companion.games.world_adventure.rules.possessions import barrier, capacity, chase
from tests.games.world_adventure.table import Table, refusal, soldier


def effect(kind: str, n: int) -> dict[str, object]:
    return {"kind": kind, "n": n}


@pytest.mark.rule("WA-280", "WA-125")
def test_card_upgrades_events_and_powers_are_added() -> None:
    plain = Table().state
    bare = chase(plain, "red"), capacity(plain, "red"), barrier(plain, "red")
    upgraded = Table(players={"red": {"mount_pet": 1, "cargo_up": 1}}).state
    assert (chase(upgraded, "red"), capacity(upgraded, "red"), barrier(upgraded, "red")) == (
        bare[0] + 1,
        bare[1] + 1,
        bare[2],
    )
    kinds = ("chase", "cargo_slots", "barrier")
    event = Table(effects=[effect(kind, 2) for kind in kinds]).state
    assert (chase(event, "red"), capacity(event, "red"), barrier(event, "red")) == tuple(
        one + 2 for one in bare
    )
    power = Table(
        players={"red": {"mount_pet": 1, "effects": [effect(kind, 1) for kind in kinds]}}
    ).state
    assert (chase(power, "red"), capacity(power, "red"), barrier(power, "red")) == (
        bare[0] + 2,
        bare[1] + 1,
        bare[2] + 1,
    )
    assert chase(power, "blue") == bare[0]


@pytest.mark.rule("WA-136", "WA-C12")
def test_leadership_may_be_set_down_to_the_highest_soldiers_slot_but_not_below() -> None:
    clan = {"leadership": 4, "soldiers": [soldier(1), soldier(3)]}
    assert Table(players={"red": clan}).adjust("leadership:red", 3).one().leadership == 3
    assert refusal(lambda: Table(players={"red": clan}).adjust("leadership:red", 2)) == "WA-R21"
