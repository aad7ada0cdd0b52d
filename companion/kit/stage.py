"""How a game arranges its trackers: named areas that keep their places while only values change.

A game states it once, as data. Rows of area names with weights make a plan; an area that is named
in several rows or columns spans them. What no area holds is a tap away, not in sight.
"""

import msgspec

from companion.kit.say import Say

FIRST, ALL, EACH = "first", "all", "each"


class StageArea(msgspec.Struct, frozen=True, omit_defaults=True):
    """A named place of the stage. Empty, it stays as an outline with its name.

    `holds` are ids of trackers, `*` standing for any letters. `shows` first: the first of them that
    is there; all: side by side; each: a panel for every seat with all of its own, `*` its id.
    """

    id: str
    say: Say
    holds: tuple[str, ...]
    shows: str = FIRST


class Plan(msgspec.Struct, frozen=True):
    """Names in rows, as they lie: `rows` are pairs of a weight and names, `columns` weights."""

    columns: tuple[int, ...]
    rows: tuple[tuple[int, str], ...]


class Arrangement(msgspec.Struct, frozen=True):
    """`wide` for a tablet lying down and the wall, `tall` for one that stands and for phones."""

    areas: tuple[StageArea, ...]
    wide: Plan
    tall: Plan
