"""What the tablet shows of each player: two scores of which the lower counts, the Mind Cards left,
the limit.
"""

from itertools import chain

from companion.games.spell_from_the_future.pack import minds_of
from companion.games.spell_from_the_future.state import (
    HAND,
    OPEN_SEATS,
    Player,
    State,
    colour_of_seat,
    limit_with,
    mind_in_play,
)
from companion.kit.say import say
from companion.kit.trackers import CardFace, Cards, Counter, Marker, Track, Tracker

LEAST_TRACK = 20


def of_seats(state: State) -> tuple[Tracker, ...]:
    each = chain.from_iterable(_of_seat(state, seat) for seat in state.players)
    return (*each, _board(state))


def _of_seat(state: State, seat: str) -> tuple[Tracker, ...]:
    player = state.players[seat]
    white_counts = player.white_vp <= player.black_vp
    return (
        _vp(seat, player.white_vp, "white", white_counts),
        _vp(seat, player.black_vp, "black", not white_counts),
        _minds(state, seat, player),
        _limit(state, seat),
        *_hits(state, seat, player),
    )


def _vp(seat: str, value: int, colour: str, counts: bool) -> Counter:
    return Counter(
        id=f"{colour}_vp:{seat}",
        say=say(f"sf.short.{colour}_vp"),
        seat=seat,
        handle=f"{colour}_vp:{seat}",
        size=2,
        value=value,
        colour=colour,
        badge="○" if colour == "white" else "●",
        counts=counts,
    )


def _minds(state: State, seat: str, player: Player) -> Cards:
    playing = player.mind_in_play if state.step in OPEN_SEATS else None
    faces = tuple(
        CardFace(
            mind.id,
            mind.title,
            faded=mind.id in player.minds_used,
            badge="▶" if mind.id == playing else "",
        )
        for mind in minds_of(state.pack.minds, colour_of_seat(state, seat))
    )
    left = HAND - len(player.minds_used)
    return Cards(
        id=f"minds:{seat}",
        say=say("sf.tracker.minds", n=left),
        seat=seat,
        cards=faces,
        slots=HAND,
        quiet=True,
    )


def _limit(state: State, seat: str) -> Counter:
    """A Mind Card's part is known only once the screens are up."""
    mind = mind_in_play(state, seat) if state.step in OPEN_SEATS else None
    limit = limit_with(state, seat, mind)
    return Counter(
        id=f"limit:{seat}", say=say("sf.tracker.token_limit"), seat=seat, value=limit, quiet=True
    )


def _hits(state: State, seat: str, player: Player) -> tuple[Tracker, ...]:
    if state.step not in OPEN_SEATS:
        return ()
    values = (("white", player.hits_white), ("black", player.hits_black))
    return tuple(
        Counter(
            id=f"hits_{colour}:{seat}",
            say=say(f"sf.short.hits_{colour}"),
            seat=seat,
            handle=f"hits_{colour}:{seat}",
            value=value,
            quiet=True,
        )
        for colour, value in values
    )


def _board(state: State) -> Track:
    """The VP board with both markers of everyone."""
    markers = []
    for seat, player in state.players.items():
        for colour, value in (("white", player.white_vp), ("black", player.black_vp)):
            counts = value == player.personal
            badge, handle = "○" if colour == "white" else "●", f"{colour}_vp:{seat}"
            markers.append(
                Marker(value, seat, colour=colour, badge=badge, counts=counts, handle=handle)
            )
    most = max(LEAST_TRACK, *(marker.at for marker in markers))
    return Track(id="vp", say=say("sf.tracker.vp"), most=most, markers=tuple(markers), quiet=True)
