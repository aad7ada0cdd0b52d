"""What lies on the virtual table stays: with its mats, with its game, and over a power cut."""

from companion.kit.say import say
from companion.kit.trackers import View
from companion.service.virtual.stage import ASPECT, Stage
from companion.service.virtual.table import VirtualTable
from companion.table.table import TableSnapshot
from tests.service.test_virtual import GAME, SEATS, TWO, Stand, stand
from vision.virtual.layout import laid_out
from vision.virtual.pieces import VirtualPiece as Lying

__all__ = ["stand"]


def white_tokens(stand: Stand) -> list[tuple[float, float]]:
    pieces = stand.virtual.surface.pieces.values()
    return [(round(one.x_mm), round(one.y_mm)) for one in pieces if one.look == "white"]


def test_what_lies_there_lies_there_again_when_its_game_is_gone_on_with(stand: Stand) -> None:
    number = stand.table.begin(GAME, SEATS, TWO)
    stand.virtual.follow()
    stand.virtual.hear({"do": "put", "kind": "token", "look": "white", "x": 0.5, "y": 0.5})
    stand.virtual.hear({"do": "throw", "values": [2, 5]})
    lay = white_tokens(stand)
    for other, options in (("mechamancers", {}), (GAME, TWO)):
        stand.table.begin(other, SEATS, options)
        stand.virtual.follow()
        assert not white_tokens(stand)
    stand.told.clear()
    stand.table.resume(number)
    stand.virtual.follow()
    assert white_tokens(stand) == lay
    (dice,) = stand.told_to("throw")
    assert (dice["values"], dice["lie"]) == ([2, 5], 1)


def test_what_lies_there_outlives_the_house(stand: Stand) -> None:
    stand.table.begin(GAME, SEATS, TWO)
    stand.virtual.follow()
    stand.virtual.hear({"do": "put", "kind": "token", "look": "white", "x": 0.5, "y": 0.5})
    lay = white_tokens(stand)
    stand.virtual = VirtualTable(
        stand.table, stand.status, stand.told.append, stand.taught, lambda: None
    )
    stand.virtual.follow()
    assert white_tokens(stand) == lay
    stand.virtual.hear({"do": "put", "kind": "token", "look": "white", "x": 0.2, "y": 0.2})
    assert len(white_tokens(stand)) == 2


def test_pieces_go_and_come_back_with_their_mats() -> None:
    face = TableSnapshot(
        1, 1, "world_adventure", "", SEATS, (), View(say("x"), ()), (), (), None, "", 1
    )
    first = Stage.of(face)
    assert first is not None
    spots = first.layout.spots
    lying = [
        Lying(f"p{n}", "token", "white", "", s.x_mm + 5, s.y_mm + 9) for n, s in enumerate(spots)
    ]
    by_mat = first.by_mat(lying)
    assert set(by_mat) == set(first.names())
    assert sorted(one.id for one in first.laid(by_mat)) == sorted(one.id for one in lying)
    assert {(one.x_mm, one.y_mm) for one in first.laid(by_mat)} == {
        (one.x_mm, one.y_mm) for one in lying
    }
    only = Stage(first.ground, laid_out((spots[-1].mat,), ASPECT))
    (there,) = only.laid(by_mat)
    assert (there.id, there.x_mm, there.y_mm) == (
        lying[-1].id,
        only.layout.spots[0].x_mm + 5,
        only.layout.spots[0].y_mm + 9,
    )
