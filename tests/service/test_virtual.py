"""The virtual table in the house: mats of the game, pieces into cells, cards the eye is taught, and
a demo.
"""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import SetupError
from companion.journal import Journal
from companion.kit.asks import Place, Roll, Show
from companion.kit.pieces import Piece
from companion.kit.seats import Seat
from companion.packs import Shelf
from companion.service.status import Device, Status
from companion.service.virtual.stage import is_in
from companion.service.virtual.table import VirtualTable
from companion.service.virtual.taught import faces_of
from companion.service.virtual.tracked import Tracker, cells_on
from companion.table.table import Table
from tests.table.playing import next_answer
from vision.dice.album_cache import AlbumCache
from vision.virtual.pieces import VirtualPiece as Lying
from vision.virtual.pieces import flat_face

SEATS = (Seat("red", "Ani", "red"), Seat("blue", "Budi", "blue"))
GAME = "spell_from_the_future"
TWO: dict[str, int | str] = {"mode": "two_player"}


class Stand:
    """A virtual table whose camera only notes what it is told."""

    def __init__(self, folder: Path) -> None:
        self.table = Table(Journal(folder / "journal.sqlite"), Shelf(None))
        self.table.start()
        self.status = Status(folder / "evidence", self._woken)
        self.bars: list[Any] = []  # everything the demo's bar ever said
        self.told: list[dict[str, Any]] = []
        self.taught = folder / "taught"
        self.virtual = VirtualTable(
            self.table, self.status, self.told.append, self.taught, lambda: None
        )

    def _woken(self) -> None:
        self.bars.append(self.status.shown().get("demo") or {})
        self.table.changes.announce()

    def play_to(self, wanted: Callable[[Any], bool]) -> Any:
        """On, by chance, until something is asked that is wanted; the virtual table has seen it."""
        chance = random.Random(4)
        for number in range(600):
            live = self.table.live
            assert live is not None
            asked = next((ask for ask in live.game.asks(live.state) if wanted(ask)), None)
            if asked is not None:
                self.virtual.follow()
                return asked
            self.table.submit(next_answer(self.table, chance, f"p{number}"))
        raise AssertionError("never asked")

    def told_to(self, deed: str) -> list[dict[str, Any]]:
        return [message for message in self.told if message["do"] == deed]

    def scene(self) -> dict[str, Any]:
        found: dict[str, Any] = self.status.shown()["scene"]
        return found


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    made = Stand(tmp_path)
    yield made
    made.table.stop()


def mandatory_show(ask: Any) -> bool:
    return isinstance(ask, Show) and ask.zone is not None and not ask.optional


def test_the_mats_of_the_game_are_laid_and_taken_away_with_it(stand: Stand) -> None:
    stand.virtual.follow()
    stand.table.begin(GAME, SEATS, TWO)
    stand.virtual.follow()
    assert set(stand.told_to("mats")[-1]["names"]) == {
        "tray",
        "middle",
        "generator",
        "dock:1",
        "dock:2",
    }
    stand.table.leave()
    stand.virtual.follow()
    assert stand.told_to("mats")[-1]["names"] == []


def test_a_camera_that_comes_back_is_told_everything_again(stand: Stand) -> None:
    stand.table.begin(GAME, SEATS, TWO)
    stand.virtual.follow()
    stand.virtual.hear({"do": "put", "kind": "token", "look": "white", "x": 0.5, "y": 0.5})
    stand.virtual.hear({"do": "throw", "values": [2, 5]})
    for state in ("on", "away", "on"):
        stand.told.clear()
        stand.status.show(camera=Device(state))
        stand.virtual.follow()
    deeds = [message["do"] for message in stand.told]
    assert deeds == ["hold", "light", "mats", "put", "throw", "show"]  # all of it at once
    (dice,) = stand.told_to("throw")
    assert (dice["values"], dice["lie"]) == ([2, 5], 1)  # they lie as they fell


def test_only_what_lies_under_the_camera_is_said_to_be_hidden(stand: Stand) -> None:
    stand.table.begin("mechamancers", SEATS)  # hands are closed, but no mat has a place for them
    stand.virtual.follow()
    assert not stand.scene()["hidden"]
    stand.table.begin(
        GAME, SEATS, TWO
    )  # here each seat's mat is closed until the screens are lifted
    stand.virtual.follow()
    assert stand.scene()["hidden"]


def test_a_card_from_the_supply_lies_in_its_place_and_the_eye_knows_it(stand: Stand) -> None:
    stand.table.begin(GAME, SEATS, TWO)
    ask = stand.play_to(mandatory_show)
    card = ask.known[0]
    stand.virtual.hear({"do": "put", "kind": "card", "look": card.id, "ask": ask.id, "cell": ""})
    assert (stand.taught / GAME / "cards" / f"{card.id}.jpg").is_file()
    (put,) = stand.told_to("put")
    assert put["title"] == card.title
    (piece,) = stand.scene()["pieces"]
    (target,) = [one for one in stand.scene()["targets"] if one["ask"] == ask.id]
    xs, ys = zip(*target["cells"][0]["corners"], strict=True)
    middle = [sum(part) / 4 for part in zip(*piece["corners"], strict=True)]
    assert min(xs) < middle[0] < max(xs)
    assert min(ys) < middle[1] < max(ys)


def test_tokens_go_side_by_side_into_the_boxes_of_the_card_that_lies_there(stand: Stand) -> None:
    stand.table.begin(GAME, SEATS, TWO)
    ask = stand.play_to(
        lambda ask: isinstance(ask, Place) and ask.zone is not None and ask.sheet == "mind_card"
    )
    show = stand.play_to(lambda one: isinstance(one, Show) and one.zone == ask.zone)
    stand.virtual.hear(
        {"do": "put", "kind": "card", "look": show.known[0].id, "ask": show.id, "cell": ""}
    )
    for _ in range(2):
        stand.virtual.hear(
            {"do": "put", "kind": "token", "look": "white", "ask": ask.id, "cell": "B"}
        )
    kinds = [piece["kind"] for piece in stand.scene()["pieces"]]
    assert kinds == ["sheet", "token", "token"]
    one, other = (piece for piece in stand.virtual.surface.pieces.values() if piece.kind == "token")
    assert abs(one.x_mm - other.x_mm) + abs(one.y_mm - other.y_mm) >= 10.5


def field(stand: Stand, seat: str) -> Place:
    face = stand.table.snapshot()
    assert face is not None
    return next(ask for ask in face.asks if isinstance(ask, Place) and ask.zone == f"field:{seat}")


def lying(stand: Stand, ask: Place) -> dict[str, list[tuple[str, int]]]:
    """What lies in each cell of an ask, and how far it is turned."""
    surface = stand.virtual.surface
    cells = {
        name: [one for one in surface.pieces.values() if is_in(box, one)]
        for name, box in cells_on(surface, ask).items()
    }
    return {
        name: [(one.look, round(one.turn_deg)) for one in there]
        for name, there in cells.items()
        if there
    }


def tracked(ask: Place) -> dict[str, list[tuple[str, int]]]:
    return {
        name: [(one.id, 90 * one.turn) for one in pieces]
        for name, pieces in ask.now.items()
        if pieces
    }


def test_every_symbol_of_thrown_dice_is_taught_and_read_from_the_table_as_drawn(
    stand: Stand,
) -> None:
    stand.table.begin("runika", SEATS)
    ask = stand.play_to(lambda ask: isinstance(ask, Roll))
    stand.virtual.hear({"do": "throw"})
    album = AlbumCache().album(stand.taught / "runika" / "dice")
    assert {(face.die, face.symbol) for face in album.faces} >= set(faces_of((ask,)))
    for face in album.faces:  # as small as the camera sees them
        small = cv2.resize(
            flat_face(Lying("", "die", face.die, face.symbol)),
            (29, 29),
            interpolation=cv2.INTER_AREA,
        )
        read = album.read(np.asarray(small, np.uint8))
        assert (read.die, read.symbol, read.is_sure) == (face.die, face.symbol, True)


def test_of_several_open_rolls_the_one_that_is_meant_is_thrown(stand: Stand) -> None:
    stand.table.begin("runika", SEATS)
    stand.play_to(lambda ask: isinstance(ask, Roll) and len(rolls_open(stand)) > 1)
    for ask in rolls_open(stand):
        stand.virtual.hear({"do": "throw", "ask": ask.id})
        thrown = [
            piece.look
            for piece in stand.virtual.surface.pieces.values()
            if piece.id.startswith("thrown")
        ]
        assert sorted(thrown) == sorted(
            str(die.colour) for die in ask.dice for _ in range(die.count)
        )


def rolls_open(stand: Stand) -> list[Roll]:
    live = stand.table.live
    assert live is not None
    return [ask for ask in live.game.asks(live.state) if isinstance(ask, Roll)]


def test_a_swing_says_which_way_and_how_hard_the_dice_are_thrown(stand: Stand) -> None:
    stand.table.begin(GAME, SEATS, TWO)
    stand.play_to(lambda ask: isinstance(ask, Roll))
    stand.virtual.hear({"do": "throw", "towards": 45, "hard": 7, "seed": 1})
    stand.virtual.hear({"do": "throw", "seed": 1})
    swung, plain = stand.told_to("throw")
    assert (swung["towards"], swung["hard"]) == (45.0, 1.0)
    assert "towards" not in plain
    for number in range(200):
        stand.virtual.hear({"do": "throw", "towards": number, "hard": 1})
    askew = [throw for throw in stand.told_to("throw") if "cocked" in throw]
    assert 5 < len(askew) < 70  # now and then a die comes to lie askew


def test_what_was_read_in_the_tray_is_forgotten_when_its_dice_are_thrown_again(
    stand: Stand,
) -> None:
    stand.table.begin(GAME, SEATS, TWO)
    stand.play_to(lambda ask: isinstance(ask, Roll))
    stand.status.read("tray", ({"value": 3},))
    assert "read" not in stand.status.shown()  # a real table's pieces are nobody else's business
    stand.status.talk = stand.virtual.hear
    stand.status.read("tray", ({"value": 3},))
    stand.status.read("card:1", ({"value": "focus"},))
    stand.virtual.hear({"do": "throw"})
    assert set(stand.status.shown()["read"]) == {"card:1"}


def test_what_the_tracker_has_lies_there_too_also_after_a_resume(stand: Stand) -> None:
    number = stand.table.begin("mechamancers", SEATS)
    stand.play_to(lambda ask: isinstance(ask, Place) and len(ask.now) > 1)
    for seat in ("red", "blue"):
        assert tracked(field(stand, seat)) == lying(stand, field(stand, seat)) != {}
    stand.table.leave()
    stand.virtual.follow()
    assert not stand.virtual.surface.pieces
    stand.told.clear()
    stand.table.resume(number)
    stand.virtual.follow()
    assert lying(stand, field(stand, "red")) == tracked(field(stand, "red"))
    assert {put["slide"] for put in stand.told_to("put")} == {0}


def test_what_hands_laid_otherwise_stays_until_the_tracker_says_something_new_of_that_cell(
    stand: Stand,
) -> None:
    stand.table.begin("mechamancers", SEATS)
    stand.play_to(lambda ask: isinstance(ask, Place) and ask.sheet == "field" and bool(ask.now))
    ask = field(stand, "red")
    stand.virtual.lay(ask, {"2": (Piece(ask.pieces[-1].id),)})
    moved = lying(stand, ask)
    assert set(moved) == {"2"}
    stand.table.changes.announce()
    stand.virtual.follow()
    assert lying(stand, ask) == moved
    fresh = Tracker()
    fresh.follow(
        stand.virtual.surface, (ask,)
    )  # as if the tracker had just put something into slot 1
    assert lying(stand, ask) == {**tracked(ask), **moved}


def test_a_card_that_the_tracker_has_turned_is_turned_and_not_laid_anew(stand: Stand) -> None:
    stand.table.begin("mechamancers", SEATS)
    stand.play_to(lambda ask: isinstance(ask, Place) and ask.sheet == "field" and bool(ask.now))
    ask, before = field(stand, "red"), set(stand.virtual.surface.pieces)
    (card,) = (one.id for one in ask.now["1"])
    stand.virtual.lay(ask, {"1": (Piece(card, turn=3),)})
    assert set(stand.virtual.surface.pieces) == before
    assert lying(stand, ask) == {"1": [(card, 270)]}


def test_a_piece_is_moved_turned_and_taken_away(stand: Stand) -> None:
    stand.table.begin(GAME, SEATS, TWO)
    stand.virtual.follow()
    stand.virtual.hear({"do": "put", "kind": "card", "look": "x", "x": 0.3, "y": 0.3})
    (name,) = stand.virtual.surface.pieces
    stand.virtual.hear({"do": "move", "id": name, "x": 0.6, "y": 0.6})
    stand.virtual.hear({"do": "turn", "id": name})
    assert stand.virtual.surface.pieces[name].turn_deg == 90
    stand.virtual.hear({"do": "take", "id": name})
    assert stand.scene()["pieces"] == []
    assert stand.told_to("take")


@pytest.mark.parametrize(
    "message",
    [
        {"do": "dance"},
        {"do": "put", "kind": "ship"},
        {"do": "put", "kind": "token", "look": "white"},
        {"do": "put", "kind": "token", "look": "white", "ask": "none", "cell": "A"},
        {"do": "move", "id": "none"},
        {"do": "light", "name": "moon"},
        {"do": "throw", "towards": "up"},
    ],
)
def test_nonsense_is_refused_and_never_reaches_the_camera(
    stand: Stand, message: dict[str, Any]
) -> None:
    stand.table.begin(GAME, SEATS, TWO)
    stand.virtual.follow()
    stand.told.clear()
    with pytest.raises(SetupError):
        stand.virtual.hear(message)
    assert stand.told == []


def test_markers_on_a_track_follow_the_tracker_and_a_hand_may_move_one(stand: Stand) -> None:
    stand.table.begin("world_adventure", SEATS)
    stand.virtual.follow()
    assert stand.virtual.stage is not None
    track = stand.virtual.stage.layout.areas()["wanted"]
    markers = {
        one.look: one for one in stand.virtual.surface.pieces.values() if is_in(track.box_mm, one)
    }
    assert set(markers) == {"red", "blue"}
    cells = track.cells_mm
    assert is_in(cells["1,1"], markers["red"])
    (x, y), *_ = stand.virtual.stage.seen(((cells["1,4"][0] + 5, cells["1,4"][1] + 5),))
    stand.virtual.hear({"do": "move", "id": markers["red"].id, "x": x, "y": y})
    assert is_in(cells["1,4"], stand.virtual.surface.pieces[markers["red"].id])
