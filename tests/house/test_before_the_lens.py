"""The whole house, with a real eye process before a virtual lens: what the camera's word is waited
for, it gives; what differs from the tracker is a quiet hint or a question, never a change."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.config import Config
from companion.house.build import House
from companion.house.virtual.stage import Stage
from companion.kit.asks import Ask, Count, Place, Show
from companion.kit.intents import Counted
from companion.kit.pieces import Piece
from tests.house.test_hints import DAY, FIELD, TURN
from tests.house.test_house import SEATS, open_asks
from tests.house.test_house import until as soon
from tests.table.playing import next_answer

CAMERA = "virtual:?table=before&felt=wood&fps=8"


def until(true: Callable[[], Any], what: str) -> Any:
    """On a busy machine learning a deck takes its time."""
    return soon(true, what, 240)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = House(tmp_path_factory.mktemp("house"), Config(), camera=CAMERA, panel="", virtual=True)
    made.start("127.0.0.1", 0)
    until(lambda: made.board.shown()["camera"].state == "on", "the camera works")
    yield made
    made.stop()


def scene(house: House) -> dict[str, Any]:
    shown: dict[str, Any] = house.board.shown()["scene"]
    return shown


def hand(house: House, do: str, **more: Any) -> None:
    house.board.tell({"to": "table", "do": do, **more})


def target(house: House, ask: Ask) -> dict[str, Any]:
    return until(
        lambda: [one for one in scene(house).get("targets", ()) if one["ask"] == ask.id], "laid"
    )[0]  # type: ignore[no-any-return]


def newest_answer(house: House) -> Any:
    assert house.table.live is not None
    return house.table.live.lines[-1].intent


def test_word_cards_laid_in_the_generator_answer_how_many_there_are(house: House) -> None:
    house.table.begin("spell_from_the_future", SEATS)
    chance = random.Random(1)
    while not (wanted := open_asks(house, Count)):
        house.table.submit(next_answer(house.table, chance, f"w{house.table.last_seq}"))
    (ask,) = wanted
    target(house, ask)
    before = house.table.last_seq
    hand(house, "put", kind="card", look="word", ask=ask.id, cell="")
    (sight,) = until(lambda: house.board.shown()["sights"], "one card of two is offered")
    assert (sight.proposal, house.table.last_seq) == (Counted(1), before), "but not taken"
    hand(house, "put", kind="card", look="word", ask=ask.id, cell="")
    until(lambda: house.table.last_seq > before, "both are counted")
    assert (newest_answer(house).answer, newest_answer(house).device) == (Counted(2), "camera")


def rampart(house: House) -> str:
    return next(
        (one["id"] for one in scene(house).get("pieces", ()) if one["look"] == "rampart"), ""
    )


def test_a_mech_turned_the_wrong_way_is_a_hint_and_turned_right_it_is_confirmed(
    house: House,
) -> None:
    hand(house, "unplug")  # so that nothing is seen before the mech lies the wrong way
    house.table.begin(
        "mechamancers", SEATS, position={**TURN, "players": {"red": {"field": FIELD}}}
    )
    card = until(lambda: rampart(house), "the field is laid")
    before = house.table.last_seq
    hand(house, "turn", id=card)
    hand(house, "turn", id=card)
    hand(house, "plug")
    (hint,) = until(lambda: house.board.shown()["hints"], "the hint is shown")
    assert (hint.place, hint.say.key, house.table.last_seq) == (
        "field:1",
        "mm.refused.rot_wrong_way",
        before,
    )
    hand(house, "turn", id=card)
    hand(house, "turn", id=card)
    until(lambda: house.table.last_seq > before, "the camera confirms it")
    assert newest_answer(house).device == "camera"
    assert house.table.live is not None
    assert house.table.live.state.players["red"].field["2"].turning == 0
    until(lambda: not house.board.shown()["hints"], "the hint is gone")
    assert not [ask for ask in open_asks(house, Place) if ask.awaited]


def beside(house: House, ask: Ask, right_mm: float, down_mm: float) -> dict[str, float]:
    """A spot in the zone for tokens not placed, from its middle, as fractions of the picture."""
    face = house.table.face()
    stage = Stage.of(face) if face is not None else None
    assert stage is not None
    assert ask.zone is not None
    x, y, wide, high = stage.layout.areas()[
        stage.ground.place(ask.zone.replace("dock", "unplaced"))
    ].box_mm
    ((across, down),) = stage.seen(((x + wide / 2 + right_mm, y + high / 2 + down_mm),))
    return {"x": across, "y": down}


def placing(house: House) -> Place:
    return next(ask for ask in open_asks(house, Place) if ask.zone == "dock:red")


def refused(house: House) -> list[str]:
    return [
        sight.ask
        for sight in house.board.shown()["sights"]
        if sight.why.key == "sf.refused.stacked"
    ]


def test_tokens_on_a_card_and_beside_it_must_add_up_else_it_is_asked(house: House) -> None:
    house.table.begin("spell_from_the_future", SEATS, position=DAY)
    mind = next(ask for ask in open_asks(house, Show) if ask.zone == "dock:red")
    target(house, mind)
    before = house.table.last_seq
    hand(house, "put", kind="card", look=mind.known[0].id, ask=mind.id, cell="")
    until(lambda: house.table.last_seq > before, "the card is known")
    ask, before = placing(house), house.table.last_seq
    for n in range(3):
        hand(house, "put", kind="token", look="black", **beside(house, ask, 20 * n - 20, -12))
    cell = target(house, ask)["cells"][0]["id"]
    for _ in range(2):
        hand(house, "put", kind="token", look="white", ask=ask.id, cell=cell)
    until(lambda: ask.id in refused(house), "two white ones and three black ones do not add up")
    assert house.table.last_seq == before
    hand(house, "put", kind="token", look="white", **beside(house, ask, 0, 14))
    until(lambda: house.table.last_seq > before, "three of each")
    answer = newest_answer(house)
    assert (answer.device, answer.answer.unplaced) == ("camera", {"white": 1, "black": 3})
    assert answer.answer.cells == {cell: (Piece("white", 2),)}
