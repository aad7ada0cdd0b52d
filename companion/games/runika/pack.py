"""What the owner's copy of the game contains: dice, disk, spell masters, runes, merits. Types and
their checks.

The book prints few of these facts; whatever is missing (a pattern, a value) is asked for when it is
first needed.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from companion.kit.forms import Prose
from companion.kit.packs import Problem, of_one_box
from companion.kit.say import Say, say

Element = Literal["A", "F", "E", "W"]
ELEMENTS: tuple[str, ...] = get_args(Element)
Source = Literal["printed", "demo", "owner"]
Frame = Annotated[
    str,
    Meta(pattern=r"^([#x.]{1,4}(/[#x.]{1,4}){0,3})?$", extra={"grid": (".", "#", "x"), "most": 4}),
]
Timing = Literal["continuous", "once_per_round", "discard_on_turn", "none"]
Deed = Literal[
    "shift_grid_die",
    "discard_grid_die",
    "set_disk",
    "rotate_disk",
    "draw_dice",
    "gain_points",
    "reroll_stored",
    "set_face",
    "free_side_push",
    "swap_grid_dice",
    "discard_stored",
    "gain_influence",
    "use_ability",
    "ignore_full_slot",
    "substitute",
    "bonus_on_claim",
    "manual",
]

_COUNTED: dict[str, None] = {"n": None}
_GOES_WITH: dict[Deed, dict[str, Any]] = {
    "shift_grid_die": _COUNTED,
    "discard_grid_die": {"n": None, "point_if_points": None},
    "set_disk": {},
    "rotate_disk": _COUNTED,
    "draw_dice": _COUNTED,
    "gain_points": _COUNTED,
    "reroll_stored": _COUNTED,
    "set_face": {"n": None, "face": Literal["p", "e", "r"]},
    "free_side_push": _COUNTED,
    "swap_grid_dice": _COUNTED,
    "discard_stored": _COUNTED,
    "gain_influence": {"element": None},
    "use_ability": {"element": None},
    "ignore_full_slot": _COUNTED,
    "substitute": {"instead_of": Element, "element": Element},
    "bonus_on_claim": {"n": None, "kind": None, "element": None},
    "manual": {},
}

DICE = 80
BASIC_RUNES = 24
MERITS = 12


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing a power or an ability does. `element` names a master (none: any) or the element
    counted as.
    """

    do: Annotated[Deed, Meta(extra={"parts": _GOES_WITH})]
    n: int = 1
    point_if_points: bool = False
    face: Literal["", "p", "e", "r"] = ""
    element: Literal["", "A", "F", "E", "W"] = ""
    instead_of: Literal["", "A", "F", "E", "W"] = ""
    kind: Literal["", "elemental", "wild", "mastery"] = ""


class Power(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    timing: Timing = "none"
    effects: tuple[Effect, ...] = ()
    text: Prose = ""
    mandatory: bool = False
    affects: Literal["self", "others", "all"] = "self"


class Rune(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A rune card. No frame: its pattern is not known, and it is claimed on the table's word."""

    id: str
    name: str
    kind: Literal["elemental", "wild", "mastery", ""] = ""
    element: Element | None = None
    value: Annotated[int, Meta(ge=0)] | None = None
    frame: Frame = ""
    copies: Annotated[int, Meta(ge=1)] | None = None
    power: Power = Power()
    source: Source = "printed"
    verified: bool = False
    look: str = ""

    @property
    def edge(self) -> str:
        return "gold" if self.kind == "mastery" else "silver"


class DiceSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Element
    colour: str
    count: Annotated[int, Meta(ge=0)] = 20
    faces: tuple[Literal["p", "e", "r"], ...] = ("p", "p", "e", "e", "r", "r")


class Disk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    order_clockwise: tuple[Element, ...] = ("A", "F", "E", "W")
    start_top: Element = "E"


class Master(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Element
    name: str
    ability: tuple[Effect, ...]


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str


class Tokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    silver: Annotated[int, Meta(ge=1)] = 1
    gold: Annotated[int, Meta(ge=1)] = 5


class Pack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """`dice_counted`: the owner has counted the dice of each colour; else 20 each is assumed and
    only warned about.
    """

    source: Source
    verified: bool
    dice: tuple[DiceSpec, ...]
    masters: tuple[Master, ...]
    characters: tuple[Character, ...]
    runes: tuple[Rune, ...] = ()
    disk: Disk = Disk()
    merits: tuple[int, ...] = ()
    tokens: Tokens = Tokens()
    dice_counted: bool = False
    energy_icon_by_face: bool = False

    @cached_property
    def _runes_by_id(self) -> dict[str, Rune]:
        return {rune.id: rune for rune in self.runes}

    @cached_property
    def colours(self) -> dict[str, str]:
        """The colour of each element's dice."""
        return {spec.id: spec.colour for spec in self.dice}

    @cached_property
    def colour_pairs(self) -> tuple[tuple[str, str], ...]:
        return tuple(self.colours.items())

    def rune(self, rune_id: str) -> Rune:
        return self._runes_by_id[rune_id]

    def knows(self, rune_id: str) -> bool:
        return rune_id in self._runes_by_id

    def master(self, element: str) -> Master:
        return next(master for master in self.masters if master.id == element)


def check_pack(pack: Pack) -> tuple[Problem, ...]:
    """What does not fit together."""
    whole = (*_check_dice(pack), *_check_cards(pack))
    found = [Problem("", field, wrong) for field, wrong in whole]
    for rune in pack.runes:
        found += rune_problems(rune)
    return tuple(found)


def rune_problems(rune: Rune) -> list[Problem]:
    """What makes this one card unplayable, whoever gave it."""
    return [Problem(rune.id, field, say(wrong)) for field, wrong in _check_rune(rune)]


def _check_dice(pack: Pack) -> Iterator[tuple[str, Say]]:
    if sorted(spec.id for spec in pack.dice) != sorted(ELEMENTS):
        yield "dice", say("rk.wrong.dice_each")
    elif sum(spec.count for spec in pack.dice) != DICE:
        have = sum(spec.count for spec in pack.dice)
        yield "dice", say("rk.wrong.dice_sum", have=have, needed=DICE)
    if any(len(spec.faces) != 6 for spec in pack.dice):
        yield "dice", say("rk.wrong.faces")
    if len({spec.colour for spec in pack.dice}) != len(pack.dice):
        yield "dice", say("rk.wrong.colours")
    if sorted(pack.disk.order_clockwise) != sorted(ELEMENTS):
        yield "disk", say("rk.wrong.disk")


def _check_cards(pack: Pack) -> Iterator[tuple[str, Say]]:
    if sorted(master.id for master in pack.masters) != sorted(ELEMENTS):
        yield "masters", say("rk.wrong.masters")
    if pack.merits and (len(pack.merits) != MERITS or not set(pack.merits) <= {2, 3, 4}):
        yield "merits", say("rk.wrong.merits", needed=MERITS)
    basics = of_one_box(rune for rune in pack.runes if rune.kind != "mastery")
    known = max(_cards(some) for some in basics)
    if known > BASIC_RUNES:
        yield "runes", say("rk.wrong.basics", have=known, most=BASIC_RUNES)
    masteries = of_one_box(rune for rune in pack.runes if rune.kind == "mastery")
    if any(len({rune.element for rune in some}) != len(some) for some in masteries):
        yield "runes", say("rk.wrong.masteries")


def _cards(runes: Iterable[Rune]) -> int:
    return sum(rune.copies or 1 for rune in runes)


def _check_rune(rune: Rune) -> Iterator[tuple[str, str]]:
    rows = rune.frame.split("/")
    if len({len(row) for row in rows}) > 1:
        yield "frame", "rk.wrong.rows"
    if rune.frame and "#" not in rune.frame:
        yield "frame", "rk.wrong.no_die"
    if "x" in rune.frame and rune.kind != "mastery":
        yield "frame", "rk.wrong.grey"
    if rune.kind in ("elemental", "mastery") and rune.element is None:
        yield "element", "rk.wrong.no_element"
    if rune.kind == "wild" and rune.element is not None:
        yield "element", "rk.wrong.wild_element"
