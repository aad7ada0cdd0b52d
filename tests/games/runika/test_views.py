"""What the tablet draws on a grid."""

from tests.games.runika.table import GAME, Board, mine


def test_the_view_previews_the_push_of_the_aimed_die() -> None:
    board = Board(players={"red": mine("1,1 Wp 2,1 Wp 3,1 Wp 4,1 Fp 1,2 Ap 1,3 We", "Ep")}).aim(
        "Ep"
    )
    shown = {tracker.id: tracker for tracker in GAME.view(board.state, None).trackers}["red.grid"]
    ghosts = {
        (cell.row, cell.col): (cell.piece.id, cell.piece.face) for cell in shown.cells if cell.ghost
    }
    assert ghosts == {
        (1, 1): ("air", "points"),
        (1, 2): ("water", "energy"),
        (0, 3): ("earth", "points"),
    }
    assert [(cell.row, cell.col) for cell in shown.cells if cell.outline == "off"] == [(3, 0)]
    assert [(lane.side, lane.at) for lane in shown.lanes if lane.at is not None] == [
        ("top", at) for at in (0, 1, 2, 3)
    ]
    assert [(lane.side, lane.badge) for lane in shown.lanes if lane.at is None] == [
        ("bottom", "A"), ("left", "F"), ("top", "E"), ("right", "W"),
    ]  # fmt: skip
