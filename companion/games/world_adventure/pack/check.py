"""Whether a board pack can be a board, and what is odd about it: the checks of the rules file's
section 4.3.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, product

from companion.games.world_adventure.pack.atlas import is_city, nation_of
from companion.games.world_adventure.pack.contents import Pack
from companion.kit.packs import Problem
from companion.kit.say import Say, say

Point = tuple[float, float]
_PLACES = 6
_OUTSIDE_MOST = 3  # a hexagon has six sides: the City, two of the ring, three outside


def check_pack(pack: Pack) -> tuple[Problem, ...]:
    return (*_ids(pack), *_symbols(pack), *_edges(pack), *_polygons(pack))


def _spots(pack: Pack) -> set[str]:
    nations = [nation.id for nation in pack.nations]
    return {f"{nation}.{place}" for nation, place in product(nations, range(_PLACES + 1))}


def _ids(pack: Pack) -> Iterator[Problem]:
    for nation, times in Counter(nation.id for nation in pack.nations).items():
        if times > 1:
            yield Problem(nation, "id", say("wa.wrong.nation_twice", nation=nation))
    if len(pack.nations) < 2:
        yield Problem("", "nations", say("wa.wrong.few_nations"))
    known = _spots(pack)
    for spot, times in Counter(spot.id for spot in pack.territories).items():
        if times > 1:
            yield Problem(spot, "id", say("wa.wrong.territory_twice", spot=spot))
        if spot not in known:
            yield Problem(spot, "id", say("wa.wrong.no_place", spot=spot))


def _symbols(pack: Pack) -> Iterator[Problem]:
    for spot in pack.territories:
        printed = next(
            (name for name in ("merchant", "monster", "legendary") if getattr(spot, name)), None
        )
        if is_city(spot.id) and printed:
            yield Problem(spot.id, printed, say("wa.wrong.city_symbol", spot=spot.id))
    for colour, times in Counter(
        spot.legendary for spot in pack.territories if spot.legendary
    ).items():
        if times > 1:
            yield Problem("", "territories", say("wa.wrong.legendary_twice", colour=colour))


def _edges(pack: Pack) -> Iterator[Problem]:
    known, seen = _spots(pack), set[frozenset[str]]()
    for at, (one, other) in enumerate(pack.edges):
        wrong = None
        if one not in known or other not in known:
            wrong = "wa.wrong.edge_nowhere"
        elif nation_of(one) == nation_of(other):
            wrong = "wa.wrong.edge_inside"
        elif frozenset((one, other)) in seen:
            wrong = "wa.wrong.edge_twice"
        if wrong:
            yield Problem("", f"edges[{at}]", say(wrong, one=one, other=other))
        seen.add(frozenset((one, other)))


def pack_warnings(pack: Pack) -> tuple[Say, ...]:
    """A real board may be printed so; a slip while typing is likelier."""
    return tuple(_odd(pack))


def _odd(pack: Pack) -> Iterator[Say]:
    for spot, number in Counter(chain.from_iterable(pack.edges)).items():
        if is_city(spot):
            yield say("wa.warn.city_outside", spot=spot)
        elif number > _OUTSIDE_MOST:
            yield say("wa.warn.many_outside", spot=spot, n=number, most=_OUTSIDE_MOST)
    if pack.edges and not _in_one_piece(pack):
        yield say("wa.warn.in_pieces")


def _in_one_piece(pack: Pack) -> bool:
    reached = {pack.nations[0].id}
    for _ in pack.nations:
        for one, other in pack.edges:
            if nation_of(one) in reached or nation_of(other) in reached:
                reached |= {nation_of(one), nation_of(other)}
    return reached >= {nation.id for nation in pack.nations}


def _polygons(pack: Pack) -> Iterator[Problem]:
    drawn = [spot for spot in pack.territories if len(spot.polygon) >= 3]
    for at, one in enumerate(drawn):
        for other in drawn[at + 1 :]:
            if _overlap(one.polygon, other.polygon):
                yield Problem(
                    one.id, "polygon", say("wa.wrong.overlap", one=one.id, other=other.id)
                )


def _overlap(one: tuple[Point, ...], other: tuple[Point, ...]) -> bool:
    """Sides that cross, or one outline inside the other. Touching along a side is how territories
    lie.
    """
    if any(_cross(*a, *b) for a, b in product(_sides(one), _sides(other))):
        return True
    return _inside(_middle(one), other) or _inside(_middle(other), one)


def _sides(shape: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    return zip(shape, (*shape[1:], shape[0]), strict=True)


def _middle(shape: tuple[Point, ...]) -> Point:
    xs, ys = zip(*shape, strict=True)
    return sum(xs) / len(shape), sum(ys) / len(shape)


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _inside(point: Point, shape: tuple[Point, ...]) -> bool:
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in _sides(shape):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside
