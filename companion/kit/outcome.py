"""How a game ended: who won, and why."""

import msgspec

from companion.kit.say import Say


class Standing(msgspec.Struct, frozen=True):
    seat: str
    place: int
    score: int | None = None


class Outcome(msgspec.Struct, frozen=True):
    """`result` is the game's word for the ending (survived, village_lost ...); no winners means all
    have lost.
    """

    result: str
    winners: tuple[str, ...]
    why: Say
    standings: tuple[Standing, ...] = ()


class Figure(msgspec.Struct, frozen=True):
    """A number worth remembering of a game, beside the score: how far a campaign came, how long a
    story. `most`: more of it is better.
    """

    id: str
    say: Say
    value: int
    most: bool = True


def ranked(scores: dict[str, int]) -> tuple[Standing, ...]:
    """Best first; equal scores share a place."""
    best_first = sorted(scores, key=lambda seat: -scores[seat])
    return tuple(
        Standing(seat, 1 + sum(s > scores[seat] for s in scores.values()), scores[seat])
        for seat in best_first
    )
