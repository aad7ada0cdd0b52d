"""The table as it was after any line of the live game, as a spectator saw it; nothing can be
answered there.
"""

from companion.table.live import Live, state_hash
from companion.table.owner import LOG_SHOWN, Face, Table


def face_at(owner: Table, seq: int) -> Face:
    def look(live: Live) -> Face:
        state = live.state_at(sum(line.seq <= seq for line in live.lines))
        log = tuple(line for line in live.log() if line.seq <= seq)[-LOG_SHOWN:]
        game = live.game
        view, outcome = game.view(state, None), game.outcome(state)
        return Face(
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

    face: Face = owner.reading(look)
    return face
