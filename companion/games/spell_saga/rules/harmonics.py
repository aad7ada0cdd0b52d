"""The colour wheel: harmonic order of rows and rings, and whether a list of colours is found in a
run or a group.

Colours are sets of five bits, so that a whole play area is read in well under a millisecond.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import product

from companion.games.spell_saga.pack import COLOURS
from companion.kit.zones import rotations

ANY = 31
Rulings = Mapping[str, int | str]
Test = Callable[[Sequence[int], Rulings], bool]


@cache
def bits(colours: str) -> int:
    return sum(1 << COLOURS.index(colour) for colour in set(colours))


@cache
def letters(mask: int) -> str:
    return "".join(colour for at, colour in enumerate(COLOURS) if mask >> at & 1)


@cache
def single_colours(mask: int) -> tuple[int, ...]:
    return tuple(1 << at for at in range(len(COLOURS)) if mask >> at & 1)


@cache
def cost_bits(cost: str) -> tuple[int, ...]:
    return tuple(ANY if colour == "*" else bits(colour) for colour in cost)


@cache
def _step(mask: int, onwards: bool) -> int:
    """All colours that may follow one of these: the same, or one further along the wheel."""
    turned = (mask << 1 | mask >> 4) if onwards else (mask >> 1 | mask << 4)
    return mask | turned & ANY


def _ways(rulings: Rulings) -> tuple[tuple[bool, ...], ...]:
    """Onwards or backwards round the wheel; with zigzag either at every step."""
    return ((True, False),) if rulings["harmonic_zigzag"] == "on" else ((True,), (False,))


def _reach(mask: int, ways: tuple[bool, ...]) -> int:
    reached = 0
    for way in ways:
        reached |= _step(mask, way)
    return reached


def held_until(nodes: Sequence[int], rulings: Rulings) -> int:
    """How many nodes from the left can stand in harmonic order; all of them: it is harmonic."""
    best = 0
    for ways in _ways(rulings):
        here, far = nodes[0] if nodes else 0, 0
        while here:
            far += 1
            if far == len(nodes):
                break
            here = _reach(here, ways) & nodes[far]
        best = max(best, far)
    return best


def row_is_harmonic(nodes: Sequence[int], rulings: Rulings) -> bool:
    return all(nodes) and held_until(nodes, rulings) == len(nodes)


def ring_is_harmonic(nodes: Sequence[int], rulings: Rulings) -> bool:
    if rulings["ring_order"] == "closed":
        return all(nodes) and any(_closes(nodes, ways) for ways in _ways(rulings))
    return any(row_is_harmonic(turn, rulings) for turn in rotations(nodes))


def _closes(nodes: Sequence[int], ways: tuple[bool, ...]) -> bool:
    """Some colour of the first card leads once round and back to itself."""
    if len(nodes) == 1:
        return True
    for at in range(5):
        start = here = nodes[0] & 1 << at
        for node in nodes[1:]:
            here = _reach(here, ways) & node
        if _reach(here, ways) & start:
            return True
    return False


def row_status(nodes: Sequence[int], rulings: Rulings) -> str:
    return _status([list(nodes)] if nodes else [], rulings, row_is_harmonic)


def ring_status(rows: Sequence[Sequence[int]], rulings: Rulings, *, whole: bool = True) -> str:
    """`rows`: the ring as one stretch, or the stretches between its gaps (then each is a plain
    row).
    """
    return _status(
        [list(row) for row in rows if row], rulings, ring_is_harmonic if whole else row_is_harmonic
    )


def _status(rows: list[list[int]], rulings: Rulings, test: Test) -> str:
    if not rows:
        return "NONE"
    if not all(test(row, rulings) for row in rows):
        return "DISCORDANT"
    if rulings["dual_status"] != "choice":
        return "HARMONIC"
    either = any(_has_other_choice(row, rulings, test) for row in rows)
    return "BOTH" if either else "HARMONIC"


def _has_other_choice(row: list[int], rulings: Rulings, test: Test) -> bool:
    singles = [single_colours(node) for node in row]
    return any(not test(choice, rulings) for choice in product(*singles))


def broken_joint(nodes: Sequence[int], rulings: Rulings, *, ring: bool) -> int | None:
    """The first node (its place in `nodes`) that does not fit, read from the start that gets
    furthest.
    """
    if not nodes or (ring_is_harmonic if ring else row_is_harmonic)(nodes, rulings):
        return None
    starts = range(len(nodes)) if ring else range(1)
    turns = {start: [*nodes[start:], *nodes[:start]] for start in starts}
    start = max(turns, key=lambda one: held_until(turns[one], rulings))
    return (start + held_until(turns[start], rulings)) % len(nodes)


def fits_in_order(cost: tuple[int, ...], window: Sequence[int], *, many: bool) -> bool:
    """Each node takes the next colour of the cost; with `many` a card of several colours may take
    several.
    """
    if not many:
        return len(cost) == len(window) and all(map(int.__and__, cost, window))
    if not cost or not window:
        return not cost and not window
    return any(
        _serves(cost[:taken], window[0]) and fits_in_order(cost[taken:], window[1:], many=True)
        for taken in range(1, len(cost) - len(window) + 2)
    )


def _serves(colours: tuple[int, ...], node: int) -> bool:
    """One card for all of these: each needs another colour of it."""
    if len(colours) == 1:
        return bool(colours[0] & node)
    return fits_unordered(colours, single_colours(node), whole=False, many=False)


def fits_unordered(cost: Sequence[int], nodes: Sequence[int], *, whole: bool, many: bool) -> bool:
    """Each colour of the cost on a card of its own, in any order; `whole`: no card of the group is
    left over.
    """
    if many:
        return _fits_many(tuple(cost), tuple(nodes), whole)
    if not cost:
        return not (whole and nodes)
    if len(cost) > len(nodes) or (whole and len(cost) != len(nodes)):
        return False
    return any(
        cost[0] & node
        and fits_unordered(cost[1:], [*nodes[:at], *nodes[at + 1 :]], whole=whole, many=False)
        for at, node in enumerate(nodes)
    )


def _fits_many(cost: tuple[int, ...], nodes: tuple[int, ...], whole: bool) -> bool:
    """A card may stand for several of its colours, each once."""
    singles: list[tuple[int, int]] = []
    for at, node in enumerate(nodes):
        singles += [(at, colour) for colour in single_colours(node)]
    return _cover(cost, singles, frozenset(range(len(nodes))) if whole else frozenset())


def _cover(cost: tuple[int, ...], singles: list[tuple[int, int]], owed: frozenset[int]) -> bool:
    if not cost:
        return not owed
    if len(owed) > len(cost):
        return False
    return any(
        cost[0] & colour and _cover(cost[1:], [*singles[:at], *singles[at + 1 :]], owed - {card})
        for at, (card, colour) in enumerate(singles)
    )


def union(masks: Iterable[int]) -> int:
    total = 0
    for mask in masks:
        total |= mask
    return total
