"""The whole house, with a real eye process before a virtual lens: what the camera's word is waited
for, it gives; what differs from the tracker is a quiet hint or a question, never a change."""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from companion.config import Config
from companion.kit.asks import Ask, Count, Place, Show
from companion.kit.intents import Counted
from companion.kit.pieces import Piece
from companion.service.service import Service
from companion.service.virtual.stage import Stage
from tests.service.test_hints import DAY, FIELD, TURN
from tests.service.test_service import SEATS, open_asks
from tests.service.test_service import until as soon
from tests.table.playing import next_answer

CAMERA = "virtual:?table=before&felt=wood&fps=8"


def until(true: Callable[[], Any], what: str) -> Any:
    """On a busy machine learning a deck takes its time."""
    return soon(true, what, 240)


@pytest.fixture
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    made = Service(
        tmp_path_factory.mktemp("house"), Config(), camera=CAMERA, panel="", virtual=True
    )
    made.start("127.0.0.1", 0)
    until(lambda: made.status.shown()["camera"].state == "on", "the camera works")
    yield made
    made.stop()


def scene(service: Service) -> dict[str, Any]:
    shown: dict[str, Any] = service.status.shown()["scene"]
    return shown


def hand(service: Service, do: str, **more: Any) -> None:
    service.status.tell({"to": "table", "do": do, **more})


def target(service: Service, ask: Ask) -> dict[str, Any]:
    """Where it is to be laid, once the camera knows what lay there before."""
    until(lambda: ask.id in service.status.shown()["states"], "it is watched")
    return until(
        lambda: [one for one in scene(service).get("targets", ()) if one["ask"] == ask.id], "laid"
    )[0]  # type: ignore[no-any-return]


def newest_answer(service: Service) -> Any:
    assert service.table.live is not None
    return service.table.live.lines[-1].intent


def test_word_cards_laid_in_the_generator_answer_how_many_there_are(service: Service) -> None:
    service.table.begin("spell_from_the_future", SEATS)
    chance = random.Random(1)
    while not (wanted := open_asks(service, Count)):
        service.table.submit(next_answer(service.table, chance, f"w{service.table.last_seq}"))
    (ask,) = wanted
    target(service, ask)
    before = service.table.last_seq
    hand(service, "put", kind="card", look="word", ask=ask.id, cell="")
    (sight,) = until(lambda: service.status.shown()["sights"], "one card of two is offered")
    assert (sight.proposal, service.table.last_seq) == (Counted(1), before), "but not taken"
    hand(service, "put", kind="card", look="word", ask=ask.id, cell="")
    until(lambda: service.table.last_seq > before, "both are counted")
    assert (newest_answer(service).answer, newest_answer(service).device) == (Counted(2), "camera")


def rampart(service: Service) -> str:
    return next(
        (one["id"] for one in scene(service).get("pieces", ()) if one["look"] == "rampart"), ""
    )


def test_a_mech_turned_the_wrong_way_is_a_hint_and_turned_right_it_is_confirmed(
    service: Service,
) -> None:
    hand(service, "unplug")  # so that nothing is seen before the mech lies the wrong way
    service.table.begin(
        "mechamancers", SEATS, position={**TURN, "players": {"red": {"field": FIELD}}}
    )
    card = until(lambda: rampart(service), "the field is laid")
    before = service.table.last_seq
    hand(service, "turn", id=card)
    hand(service, "turn", id=card)
    hand(service, "plug")
    (hint,) = until(lambda: service.status.shown()["hints"], "the hint is shown")
    assert (hint.place, hint.say.key, service.table.last_seq) == (
        "field:1",
        "mm.refused.rot_wrong_way",
        before,
    )
    hand(service, "turn", id=card)
    hand(service, "turn", id=card)
    until(lambda: service.table.last_seq > before, "the camera confirms it")
    assert newest_answer(service).device == "camera"
    assert service.table.live is not None
    assert service.table.live.state.players["red"].field["2"].turning == 0
    until(lambda: not service.status.shown()["hints"], "the hint is gone")
    assert not [ask for ask in open_asks(service, Place) if ask.awaited]


def beside(service: Service, ask: Ask, right_mm: float, down_mm: float) -> dict[str, float]:
    """A spot in the zone for tokens not placed, from its middle, as fractions of the picture."""
    face = service.table.snapshot()
    stage = Stage.of(face) if face is not None else None
    assert stage is not None
    assert ask.zone is not None
    x, y, wide, high = stage.layout.areas()[
        stage.ground.place(ask.zone.replace("dock", "unplaced"))
    ].box_mm
    ((across, down),) = stage.seen(((x + wide / 2 + right_mm, y + high / 2 + down_mm),))
    return {"x": across, "y": down}


def lay_until_known(service: Service, ask: Any, before: int) -> None:
    """A card laid before its deck was learned is not known, one that is hardly told from another is
    asked about; people take it up and lay the next.
    """
    for card in ask.known[:6]:
        hand(service, "put", kind="card", look=card.id, ask=ask.id, cell="")
        with suppress(AssertionError):
            soon(lambda: service.table.last_seq > before, "the card is known", 25)
            return
        for piece in scene(service)["pieces"]:
            hand(service, "take", id=piece["id"])
        until(lambda: not service.status.shown()["sights"], "the place is bare again")
    raise AssertionError("the card was never known")


def placing(service: Service) -> Place:
    return next(ask for ask in open_asks(service, Place) if ask.zone == "dock:red")


def refused(service: Service) -> list[str]:
    return [
        sight.ask
        for sight in service.status.shown()["sights"]
        if sight.why.key == "sf.refused.stacked"
    ]


def test_tokens_on_a_card_and_beside_it_must_add_up_else_it_is_asked(service: Service) -> None:
    service.table.begin("spell_from_the_future", SEATS, position=DAY)
    mind = next(ask for ask in open_asks(service, Show) if ask.zone == "dock:red")
    target(service, mind)
    before = service.table.last_seq
    lay_until_known(service, mind, before)
    ask, before = placing(service), service.table.last_seq
    for n in range(3):
        hand(service, "put", kind="token", look="black", **beside(service, ask, 20 * n - 20, -12))
    cell = target(service, ask)["cells"][0]["id"]
    for _ in range(2):
        hand(service, "put", kind="token", look="white", ask=ask.id, cell=cell)
    until(lambda: ask.id in refused(service), "two white ones and three black ones do not add up")
    assert service.table.last_seq == before
    hand(service, "put", kind="token", look="white", **beside(service, ask, 0, 14))
    until(lambda: service.table.last_seq > before, "three of each")
    answer = newest_answer(service)
    assert (answer.device, answer.answer.unplaced) == ("camera", {"white": 1, "black": 3})
    assert answer.answer.cells == {cell: (Piece("white", 2),)}
