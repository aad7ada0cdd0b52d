"""The bag: what is discarded goes back into it, and what lies in sight is not in it."""

from msgspec.structs import replace

from companion.games.runika.pack import ELEMENTS
from companion.games.runika.rules.dice import ELEMENT_SAY, count_elements
from companion.games.runika.state import EMPTY, GameStory, State


def to_bag(state: State, *dice: str) -> State:
    """Discarded dice always go back to the bag at once."""
    bag = dict(state.bag)
    for die in dice:
        if die and die != EMPTY:
            bag[die[0]] += 1
    return replace(state, bag=bag)


def from_bag(state: State, counts: dict[str, int]) -> State:
    left = {element: state.bag[element] - counts.get(element, 0) for element in ELEMENTS}
    return replace(state, bag=left)


def bag_count(state: State) -> int:
    return sum(state.bag.values())


def can_draw(state: State, number: int) -> int:
    """How many dice the bag still gives."""
    return min(number, bag_count(state))


def check_colours(story: GameStory, counts: dict[str, int]) -> None:
    """More dice of a colour than the bag can hold: refused where the dice were counted, else only
    pointed out.
    """
    state = story.state
    for element, number in counts.items():
        if number > state.bag[element]:
            story.refuse_if(
                state.pack.dice_counted,
                "E-CONSERVE",
                "rk.refused.too_many_dice",
                element=ELEMENT_SAY[element],
            )
            story.tell(state, "rk.log.more_than_assumed", element=ELEMENT_SAY[element])


def dice_in_sight(state: State) -> dict[str, int]:
    """Every die on the table, by element: pool, stored areas, grids, slots."""
    counts = dict(state.pool)
    for die in state.slots.values():
        if die:
            counts[die[0]] += 1
    for player in state.players.values():
        stored, lying = count_elements(player.stored), count_elements(player.grid)
        for element in ELEMENTS:
            counts[element] += stored[element] + lying[element]
    return counts


def rebalanced(state: State) -> State:
    """The bag holds whatever is not in sight: after a hand has set what lies on the table."""
    sight = dice_in_sight(state)
    bag = {spec.id: spec.count - sight[spec.id] for spec in state.pack.dice}
    return replace(state, bag=bag)
