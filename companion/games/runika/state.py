"""All there is to know about a game of Runika: the words of the rules file's section 5, as frozen
values.

Nothing here decides; what a value means for play is said where it changes.
"""

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import field
from msgspec.structs import replace

from companion.games.runika.pack import BASIC_RUNES, ELEMENTS, MERITS, Pack
from companion.kit.seats import Seat
from companion.kit.steps import AskId
from companion.kit.story import Story

NOBODY = ""
NO_DIE = -1
OVER = "END"
SIZE = 4  # of the grid, each way
EMPTY = ".."  # a cell without a die
EMPTY_GRID = (EMPTY,) * (SIZE * SIZE)


class Claimed(msgspec.Struct, frozen=True):
    """A rune card on its owner's board. `fresh`: claimed in this turn."""

    rune: str
    value: int
    flipped: bool = False
    used: bool = False
    fresh: bool = False


class Player(msgspec.Struct, frozen=True):
    """`disk` counts quarter turns clockwise. `reroll` is the stage of a paid reroll, `thrown` the
    dice it concerns.

    `owed` are points tokens not yet taken from the supply. `kept_set` says why four tokens may lie
    out of turn.
    """

    character: str = ""
    grid: tuple[str, ...] = EMPTY_GRID
    disk: int = 0
    stored: tuple[str, ...] = ()
    rolled: bool = False
    resolving: bool = False
    rerolls: int = 0
    reroll: str = ""
    thrown: tuple[int, ...] = ()
    influence: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ELEMENTS, 0))
    runes: tuple[Claimed, ...] = ()
    merits: tuple[int, ...] = ()
    tokens: int = 0
    owed: int = 0
    kept_set: str = ""

    @property
    def total(self) -> int:
        return sum(card.value for card in self.runes) + sum(self.merits) + self.tokens

    @property
    def has_all_masters(self) -> bool:
        return all(self.influence.values())


class Space(msgspec.Struct, frozen=True):
    """A space of the rune row: which rune, and how many of it lie on each other."""

    rune: str = ""
    height: int = 0


class Mastery(msgspec.Struct, frozen=True):
    owner: str = NOBODY
    completions: dict[str, int] = {}


class Pending(msgspec.Struct, frozen=True):
    """An ability or power being carried out. An ability is `exact`; of a power the rest may be
    waived.
    """

    do: str
    left: int = 1
    exact: bool = False
    source: str = ""
    done: int = 0
    cell: int = NO_DIE
    point_if_points: bool = False
    face: str = ""
    element: str = ""
    thrown: tuple[int, ...] = ()


class Turn(msgspec.Struct, frozen=True):
    """Marks of the active player's turn. `acts` counts answers, so that each ask has its own id."""

    acts: int = 0
    aim: int = NO_DIE
    pending: tuple[Pending, ...] = ()
    free_pushes: int = 0
    open_slots: int = 0
    counts_as: tuple[str, ...] = ()
    merit_drawn: bool = False
    claims: int = 0
    uncovered: tuple[int, ...] = ()
    pushes: tuple[str, ...] = ()
    offer: tuple[str, ...] = ()
    claiming: str = ""


class State(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    options: dict[str, int | str]
    pack: Pack
    step: str
    players: dict[str, Player]
    bag: dict[str, int]
    row: tuple[Space, ...]
    masteries: dict[str, Mastery]
    round: int = 1
    initiative: str = NOBODY
    active: str = NOBODY
    had_turn: tuple[str, ...] = ()
    picker: str = NOBODY
    pool: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ELEMENTS, 0))
    rune_deck: int = BASIC_RUNES
    merit_deck: int = MERITS
    slots: dict[str, str] = field(default_factory=lambda: dict.fromkeys(ELEMENTS, ""))
    turn: Turn = Turn()
    ready: tuple[str, ...] = ()
    closing: str = "no"
    runes_aside: int = 0
    merits_aside: int = 0
    announced: bool = False  # everybody knows that somebody has enough points to close the game

    @property
    def mode(self) -> str:
        return str(self.options["mode"])

    @property
    def me(self) -> Player:
        return self.players[self.active]

    def on(self, option: str) -> bool:
        return self.options[option] == "on"


GameStory = Story[State]


def with_turn(state: State, /, **changes: Any) -> State:
    return replace(state, turn=replace(state.turn, **changes))


@lru_cache(maxsize=512)  # most of what is open stays open, answer after answer
def ask_id(step: str, *moments: str | int) -> str:
    """The id of an ask: the round, a seat and a count, as far as they tell occasions apart, then
    the step it belongs to.
    """
    return str(AskId(".".join(map(str, moments)), step))


def turn_ask_id(state: State, step: str) -> str:
    """An occasion of the active player's turn."""
    return str(AskId(f"{state.round}.{state.active}.{state.turn.acts}", step))


def seat_of(ask: AskId) -> str:
    """Whose occasion it is; empty where the id names nobody."""
    return ask.moments[1] if len(ask.moments) > 1 else ""
