"""What always holds, after every event: eighty dice, twenty-four basic runes, twelve merits, each
in one place.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import get_args

from companion.games.runika.pack import BASIC_RUNES, DICE, ELEMENTS, MERITS, Deed
from companion.games.runika.rules.bag import bag_count, dice_in_sight
from companion.games.runika.rules.dice import (
    GRID_DICE,
    ICON_DICE,
    ROLLED_DICE,
    UNROLLED_DICE,
    icon_of,
)
from companion.games.runika.rules.grid import Grid
from companion.games.runika.rules.rune_row import claimed_basics
from companion.games.runika.state import EMPTY, EMPTY_GRID, NOBODY, Player, State
from companion.kit.game import Name
from companion.kit.seats import order_of

ENERGY_DICE = (*(die for die in GRID_DICE if die[1] == "e"), *ICON_DICE)


def names(state: State) -> Iterator[Name]:
    """Every seat and rune a state names, and which ones there are."""
    seats = order_of(state)
    runes = tuple(rune.id for rune in state.pack.runes)
    for field in ("initiative", "active", "picker"):
        yield field, getattr(state, field), (*seats, NOBODY)
    yield from (("had_turn", seat, seats) for seat in state.had_turn)
    yield from (("ready", seat, seats) for seat in state.ready)
    for at, space in enumerate(state.row):
        yield f"row.{at}.rune", space.rune, (*runes, "")
    for rune, mastery in state.masteries.items():
        yield "masteries", rune, runes
        yield f"masteries.{rune}.owner", mastery.owner, (*seats, NOBODY)
    yield "turn.claiming", state.turn.claiming, (*runes, "")
    yield "closing", state.closing, ("no", "yes")
    for seat, player in state.players.items():
        yield from _names_of_player(state, f"players.{seat}", player)
    for field in ("bag", "pool", "slots"):
        yield from ((field, element, ELEMENTS) for element in getattr(state, field))
    for element, die in state.slots.items():
        yield f"slots.{element}", die, ("", *ENERGY_DICE)
    for effect in state.turn.pending:
        yield "turn.pending.do", effect.do, get_args(Deed)


def _names_of_player(state: State, at: str, player: Player) -> Iterator[Name]:
    runes = tuple(rune.id for rune in state.pack.runes)
    characters = tuple(one.id for one in state.pack.characters)
    yield f"{at}.character", player.character, (*characters, "")
    yield f"{at}.reroll", player.reroll, ("", "which", "throw")
    yield f"{at}.kept_set", player.kept_set, ("", "late", "second")
    for number, card in enumerate(player.runes):
        yield f"{at}.runes.{number}.rune", card.rune, runes
    for number, die in enumerate(player.grid):
        yield f"{at}.grid.{number}", die, (EMPTY, *GRID_DICE, *ICON_DICE)
    for number, die in enumerate(player.stored):
        yield f"{at}.stored.{number}", die, (*UNROLLED_DICE, *ROLLED_DICE, *ICON_DICE)
    yield from ((f"{at}.influence", element, ELEMENTS) for element in player.influence)


def broken(state: State) -> tuple[str, ...]:
    checks = (*_dice_checks(state), *_card_checks(state), *_seat_checks(state))
    return tuple(name for name, holds in checks if not holds)


def _seat_checks(state: State) -> Iterator[tuple[str, bool]]:
    yield "seats", _seats_hold(state)
    for seat, player in state.players.items():
        yield f"board:{seat}", _board_holds(player)
        yield f"one_token:{seat}", set(player.influence.values()) <= {0, 1}
        yield f"four_tokens:{seat}", _tokens_hold(state, seat, player)


# Dice


def _dice_checks(state: State) -> Iterator[tuple[str, bool]]:
    sight, in_bag = dice_in_sight(state), bag_count(state)
    keeps_colour = all(state.bag[s.id] + sight[s.id] == s.count for s in state.pack.dice)
    yield "dice", in_bag + sum(sight.values()) == DICE
    yield "colours", keeps_colour
    yield "bag", in_bag >= 0 and _colours_hold(state)
    full = [(element, die) for element, die in state.slots.items() if die]
    of_master = all(die[1] == "e" and icon_of(die) == element for element, die in full)
    yield "slots", of_master


def _colours_hold(state: State) -> bool:
    """Only where the dice were counted by colour; the assumed twenty may be wrong."""
    return not state.pack.dice_counted or min(state.bag.values()) >= 0


def _board_holds(player: Player) -> bool:
    is_disk = 0 <= player.disk < 4
    return is_disk and _grid_holds(player.grid) and _dice_hold(player.stored, "per?")


@lru_cache(maxsize=1024)  # looked at after every event, and changed by few of them
def _grid_holds(grid: Grid) -> bool:
    lying = tuple(die for die in grid if die != EMPTY)
    return len(grid) == len(EMPTY_GRID) and _dice_hold(lying, "pe")


@lru_cache(maxsize=1024)
def _dice_hold(dice: tuple[str, ...], faces: str) -> bool:
    return all(die[0] in ELEMENTS and die[1] in faces for die in dice)


# Cards and tokens


def _card_checks(state: State) -> Iterator[tuple[str, bool]]:
    names = [space.rune for space in state.row if space.rune]
    named_or_empty = all(bool(space.rune) == (space.height > 0) for space in state.row)
    yield "row_size", len(state.row) == len(state.seats) + 1
    yield "row_spaces", named_or_empty
    yield "row_names", len(set(names)) == len(names)
    in_row = sum(space.height for space in state.row)
    runes = in_row + claimed_basics(state)
    merits = sum(len(player.merits) for player in state.players.values())
    all_runes = _make_up(BASIC_RUNES, runes, state.rune_deck, state.runes_aside)
    yield "runes", all_runes
    all_merits = _make_up(MERITS, merits, state.merit_deck, state.merits_aside)
    yield "merits", all_merits


def _make_up(number: int, seen: int, deck: int, aside: int) -> bool:
    return seen + deck + aside == number and deck >= 0 and aside >= 0


def _tokens_hold(state: State, seat: str, player: Player) -> bool:
    if not player.has_all_masters or seat == state.active:
        return True
    return bool(player.kept_set) or state.on("merit_optional")


# Seats


def _seats_hold(state: State) -> bool:
    order = order_of(state)
    owners = {mastery.owner for mastery in state.masteries.values()}
    named = owners | {state.initiative, state.active, state.picker}
    return tuple(state.players) == order and named <= {"", *order}
