"""How a card lies and what that means. Quarters are counted counter-clockwise, as damage turns a
card.

Pure geometry and reading rules: nothing here knows a player or changes a state.
"""

from typing import Literal

from companion.games.mechamancers.pack import MechCard

CORNERS = ("top_left", "top_right", "bottom_right", "bottom_left")


def corner_up(quarter: int) -> str:
    """Which printed corner is now viewed at the top left."""
    return CORNERS[quarter % 4]


def clockwise(quarter: int) -> int:
    """Pieces everywhere else are turned clockwise; the same function leads back."""
    return -quarter % 4


def shows_death(card: MechCard) -> bool:
    """Whether there is a corner with a death mark."""
    return card.max_health < 4 and card.death_corner == "auto"


def decode(card: MechCard, quarter: int) -> Literal["alive", "dead", "impossible"]:
    """What a card lying so says by itself."""
    if quarter < card.max_health:
        return "alive"
    return "dead" if quarter == card.max_health and shows_death(card) else "impossible"


def expected(d: int) -> int:
    """How a living mech with this much damage lies."""
    return d % 4


def judge(
    card: MechCard, d: int, turning: int, quarter: int
) -> Literal["confirmed", "wrong_way", "impossible", "pending", "as_held", "dead", "changed"]:
    """A reading of a living mech, against what the engine holds. The order of the tests matters
    (MM-148).
    """
    if quarter == expected(d):
        return "confirmed" if turning else "as_held"
    if turning and quarter == (d - turning - turning) % 4:
        return "wrong_way"
    lies = decode(card, quarter)
    if lies == "impossible":
        return "impossible"
    if turning:
        return "pending"
    return "dead" if lies == "dead" else "changed"
