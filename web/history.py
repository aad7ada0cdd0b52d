"""The table as it was after any line of the live game, as a spectator saw it; nothing can be
answered there.
"""

from companion.table.live_game import LiveGame, state_hash
from companion.table.table import LOG_SHOWN, Table, TableSnapshot


def face_at(owner: Table, seq: int) -> TableSnapshot:
    def look(live: LiveGame) -> TableSnapshot:
        state = live.state_at(sum(line.seq <= seq for line in live.lines))
        log = tuple(line for line in live.log() if line.seq <= seq)[-LOG_SHOWN:]
        game = live.game
        view, outcome = game.view(state, None), game.outcome(state)
        return TableSnapshot(
            seq,
            owner.number,
            game.id,
            game.title,
            state.seats,
            (),
            view,
            log,
            (),
            outcome,
            state_hash(state),
        )

    face: TableSnapshot = owner.reading(look)
    return face
