"""The demo: a whole game played by itself on a lent table, paused and ended by people."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion import games
from companion.errors import SetupError
from companion.kit.asks import Roll
from companion.service.virtual.demo import Demo, in_order
from companion.service.virtual.perform import Pace
from companion.service.virtual.script import FIRST, moves_a_score, opening, thought_out
from companion.simulate import set_up
from tests.service.test_service import until
from tests.service.test_virtual import GAME, SEATS, TWO, Stand, stand

QUICK = Pace(step_s=0, press_s=0, lens_s=0, lens_longest_s=0, panel_s=0, end_s=0, passing_s=0)
__all__ = ["stand"]


def test_a_script_is_a_whole_game_of_which_some_moments_are_shown(stand: Stand) -> None:
    stand.table.begin(GAME, SEATS, TWO)
    live = stand.table.live
    assert live is not None
    steps = thought_out(live.game, live.state, (1,), "t")
    assert len(steps) > 60
    assert FIRST < sum(step.is_shown for step in steps) < len(steps)


@pytest.fixture(params=[QUICK])
def demo(request: pytest.FixtureRequest, stand: Stand, tmp_path: Path) -> Iterator[Demo]:
    made = Demo(stand.table, stand.status, stand.virtual, lambda _: None, tmp_path, request.param)
    stop = threading.Event()
    thread = threading.Thread(target=made.run, args=(stop,))
    thread.start()
    yield made
    stop.set()
    thread.join(20)


def test_the_demo_plays_a_whole_game_apart_and_gives_the_table_back(
    stand: Stand, demo: Demo
) -> None:
    stand.table.begin(GAME, SEATS, TWO)
    before = stand.table.snapshot()
    demo.hear({"do": "start", "games": [GAME]})
    until(lambda: any(bar.get("part", 0) > 0.5 for bar in list(stand.bars)), "half of it is played")
    until(
        lambda: not stand.table.lending.is_lent and stand.status.shown()["demo"] is None,
        "it is over",
    )
    after = stand.table.snapshot()
    assert before is not None
    assert after is not None
    assert (after.game, after.hash) == (before.game, before.hash)
    assert demo.performer.ways["tap"] > FIRST
    assert [game["game"] for game in stand.table.journals.own.kept()] == [GAME]


@pytest.mark.parametrize(
    "demo", [replace(QUICK, end_s=600)], indirect=True, ids=["never over by itself"]
)
def test_the_demo_pauses_and_ends_at_once(stand: Stand, demo: Demo) -> None:
    demo.hear({"do": "start", "games": [GAME, GAME]})
    until(lambda: stand.table.lending.is_lent, "it has begun")
    demo.hear({"do": "pause"})
    until(lambda: (stand.status.shown().get("demo") or {}).get("paused"), "the bar says so")
    demo.hear({"do": "go_on"})
    demo.hear({"do": "end"})
    until(
        lambda: not stand.table.lending.is_lent and stand.status.shown()["demo"] is None,
        "it is over",
    )
    assert stand.table.snapshot() is None


def test_beginning_an_own_game_ends_the_demo(stand: Stand, demo: Demo) -> None:
    demo.hear({"do": "start", "games": [GAME]})
    until(lambda: stand.table.lending.is_lent, "it has begun")
    stand.table.begin("runika", SEATS)
    until(lambda: stand.status.shown().get("demo") is None, "the bar is gone")
    face = stand.table.snapshot()
    assert face is not None
    assert face.game == "runika"


def test_the_demo_opens_with_dice_that_move_a_score() -> None:
    first = in_order(games.ids())[0]
    game = games.find(first)
    steps = opening(game, set_up(game), "t")
    assert 0 < len(steps) <= 60
    assert [step.is_shown for step in steps] == [False] * (len(steps) - 1) + [True]
    assert isinstance(steps[-1].ask, Roll)
    assert moves_a_score(game, steps, set_up(game))


def test_people_play_on_from_the_demo_in_a_game_of_their_own(stand: Stand, demo: Demo) -> None:
    demo.hear({"do": "start", "games": [GAME]})
    until(lambda: any(bar.get("caption") for bar in list(stand.bars)), "something was done")
    demo.hear({"do": "pause"})
    shown = stand.table.snapshot()
    demo.hear({"do": "play_on"})
    until(lambda: stand.status.shown().get("demo") is None, "the demo is over")
    face = stand.table.snapshot()
    assert face is not None
    assert shown is not None
    assert (face.is_lent, face.game, stand.table.journals.own.number) == (False, GAME, 1)
    assert face.view.trackers
    with pytest.raises(SetupError):
        demo.hear({"do": "play_on"})
