"""All there is to know about a game of Runika: the words of the rules file's section 5, as frozen
values.

Nothing here decides; what a value means for play is said where it changes.
"""

from typing import Any

import msgspec
from msgspec import field
from msgspec.structs import replace

from companion.games.runika.pack import BASIC_RUNES, MERITS, Pack, Rune
from companion.games.runika.rules.dice import ELEMENTS, EMPTY, count_elements
from companion.games.runika.rules.grid import EMPTY_GRID, sides
from companion.kit.seats import Seat
from companion.kit.story import Story

NOBODY = ""
NO_DIE = -1


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
    """Marks of the active player's turn. `acts` counts answers, so that each ask has its own name."""

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
    def order(self) -> tuple[str, ...]:
        return tuple(seat.id for seat in self.seats)

    @property
    def mode(self) -> str:
        return str(self.options["mode"])

    @property
    def me(self) -> Player:
        return self.players[self.active]

    def on(self, option: str) -> bool:
        return self.options[option] == "on"


Telling = Story[State]


def with_player(state: State, seat: str, **changes: Any) -> State:
    return replace(state, players={**state.players, seat: replace(state.players[seat], **changes)})


def with_turn(state: State, **changes: Any) -> State:
    return replace(state, turn=replace(state.turn, **changes))


def to_bag(state: State, *dice: str) -> State:
    """Discarded dice always go back to the bag at once."""
    bag = dict(state.bag)
    for die in dice:
        if die and die != EMPTY:
            bag[die[0]] += 1
    return replace(state, bag=bag)


def from_bag(state: State, counts: dict[str, int]) -> State:
    return replace(
        state, bag={element: state.bag[element] - counts.get(element, 0) for element in ELEMENTS}
    )


def bag_count(state: State) -> int:
    return sum(state.bag.values())


def dice_in_sight(state: State) -> dict[str, int]:
    """Every die on the table, by element: pool, stored areas, grids, slots."""
    seen: tuple[str, ...] = tuple(die for die in state.slots.values() if die)
    for player in state.players.values():
        seen += player.stored + player.grid
    counts = count_elements(seen)
    return {element: counts[element] + state.pool[element] for element in ELEMENTS}


def side_of(state: State, seat: str, element: str) -> str:
    """The side of that player's grid that the element owns now."""
    disk = state.pack.disk
    return sides(disk.order_clockwise, disk.start_top, state.players[seat].disk)[element]


def on_top(state: State, turns: int) -> str:
    """The element at the top of a board whose disk has made so many quarter turns."""
    disk = state.pack.disk
    owners = sides(disk.order_clockwise, disk.start_top, turns)
    return next(element for element, side in owners.items() if side == "T")


def with_tokens(state: State, seat: str, number: int) -> State:
    """Points tokens won: counted at once, and owed until somebody says they were taken."""
    player = state.players[seat]
    return with_player(state, seat, tokens=player.tokens + number, owed=player.owed + number)


def has_masters(state: State) -> bool:
    return state.mode != "tutorial_1"


def has_masteries(state: State) -> bool:
    return state.mode == "full"


def has_powers(state: State) -> bool:
    return state.mode == "full"


def target(state: State) -> int:
    """The total that closes the game; the tutorials have their own."""
    return {"tutorial_1": 6, "tutorial_2": 12}.get(state.mode, int(state.options["target_points"]))


def is_merit_due(state: State) -> bool:
    return has_masters(state) and state.me.has_all_masters and not state.turn.merit_drawn


def basic_runes(state: State) -> tuple[Rune, ...]:
    return tuple(rune for rune in state.pack.runes if rune.kind != "mastery")


def claimed_basics(state: State) -> int:
    return sum(
        card.rune not in state.masteries
        for player in state.players.values()
        for card in player.runes
    )


def copies_out(state: State, rune_id: str) -> int:
    """How many cards of that name have left the deck."""
    held = sum(card.rune == rune_id for player in state.players.values() for card in player.runes)
    return held + sum(space.height for space in state.row if space.rune == rune_id)


def rebalanced(state: State) -> State:
    """The bag holds whatever is not in sight: after a hand has set what lies on the table."""
    sight = dice_in_sight(state)
    return replace(state, bag={spec.id: spec.count - sight[spec.id] for spec in state.pack.dice})
