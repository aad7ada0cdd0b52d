"""What always holds, after every event: eighty dice, twenty-four basic runes, twelve merits, each
in one place.
"""

from collections.abc import Iterator

from companion.games.runika.pack import BASIC_RUNES, DICE, MERITS
from companion.games.runika.rules.bag import bag_count, dice_in_sight
from companion.games.runika.rules.dice import ELEMENTS, EMPTY, icon_of
from companion.games.runika.rules.rune_row import claimed_basics
from companion.games.runika.state import Player, State
from companion.kit.seats import order_of


def broken(state: State) -> tuple[str, ...]:
    return tuple(name for name, holds in _checks(state) if not holds)


def _checks(state: State) -> Iterator[tuple[str, bool]]:
    sight = dice_in_sight(state)
    yield "there are 80 dice", bag_count(state) + sum(sight.values()) == DICE
    yield (
        "no die changes its colour",
        all(state.bag[s.id] + sight[s.id] == s.count for s in state.pack.dice),
    )
    yield "the bag holds no fewer than 0 dice", bag_count(state) >= 0 and _colours_hold(state)
    yield (
        "slots hold energy of their master",
        all(
            not die or (die[1] == "e" and icon_of(die) == element)
            for element, die in state.slots.items()
        ),
    )
    yield "the row has players + 1 spaces", len(state.row) == len(state.seats) + 1
    yield (
        "a space is empty or has a rune",
        all(bool(space.rune) == (space.height > 0) for space in state.row),
    )
    names = [space.rune for space in state.row if space.rune]
    yield "names in the row differ", len(set(names)) == len(names)
    cards = (
        state.rune_deck
        + sum(space.height for space in state.row)
        + claimed_basics(state)
        + state.runes_aside
    )
    yield (
        "there are 24 basic runes",
        cards == BASIC_RUNES and state.rune_deck >= 0 and state.runes_aside >= 0,
    )
    merits = (
        state.merit_deck
        + sum(len(player.merits) for player in state.players.values())
        + state.merits_aside
    )
    yield (
        "there are 12 merits",
        merits == MERITS and state.merit_deck >= 0 and state.merits_aside >= 0,
    )
    yield "seats are players", _seats_hold(state)
    for seat, player in state.players.items():
        yield f"the board of {seat} holds dice that may lie there", _board_holds(player)
        yield f"{seat} has at most one token on a master", set(player.influence.values()) <= {0, 1}
        yield f"{seat} has no four tokens between turns", _tokens_hold(state, seat, player)


def _colours_hold(state: State) -> bool:
    """Only where the dice were counted by colour; the assumed twenty may be wrong."""
    return not state.pack.dice_counted or min(state.bag.values()) >= 0


def _seats_hold(state: State) -> bool:
    seats = ("", *order_of(state))
    owners = (mastery.owner for mastery in state.masteries.values())
    return tuple(state.players) == order_of(state) and {
        state.initiative,
        state.active,
        state.picker,
        *owners,
    } <= {*seats}


def _board_holds(player: Player) -> bool:
    on_grid = len(player.grid) == 16 and all(
        die == EMPTY or (die[0] in ELEMENTS and die[1] in "pe") for die in player.grid
    )
    return (
        on_grid
        and 0 <= player.disk < 4
        and all(die[0] in ELEMENTS and die[1] in "per?" for die in player.stored)
    )


def _tokens_hold(state: State, seat: str, player: Player) -> bool:
    if not player.has_all_masters or seat == state.active:
        return True
    return bool(player.kept_set) or state.on("merit_optional")
