"""A tournament's sheet: rounds, who plays where, results taken from finished games, standings.
Pure.

The sheet is one retained message on the broker, so that every hall shows the same one.
"""

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from companion.broadcast.messages import GamePlayed
from companion.hall.board import HallBoard, HallTable
from companion.kit.names import as_cell

POINTS = {1: 3, 2: 1}  # for a first and a second place; equal places share the better one
MOST_PEOPLE = 400


class TableGroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many people at one table in one round. Games count from the one after `after`, the last
    that was over there when the round began: a number, because no two clocks agree.
    """

    table: str
    people: tuple[str, ...]
    after: int = 0


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    groups: tuple[TableGroup, ...]
    began: str = ""


class TournamentSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str = ""
    people: tuple[str, ...] = ()
    rounds: tuple[Round, ...] = ()


class GroupResult(msgspec.Struct, frozen=True):
    """`places` by person; empty while the game is not over."""

    round: int
    table: str
    people: tuple[str, ...]
    places: dict[str, int] = {}
    scores: dict[str, int] = {}


class PersonStanding(msgspec.Struct, frozen=True):
    """`opponents` is the first tie-break: what one's opponents have won; then wins, then the sum of
    scores.
    """

    place: int
    person: str
    points: int
    opponents: int
    wins: int
    score: int
    played: int


def results(sheet: TournamentSheet, board: HallBoard) -> list[GroupResult]:
    """Of each group the first game of just these people that was finished at that table in the
    round; no game is used twice.
    """
    used: set[tuple[str, int]] = set()
    told = []
    for number, one in enumerate(sheet.rounds, 1):
        for group in one.groups:
            table = board.tables.get(group.table)
            found = _game_of(group, table.played if table else (), used)
            told.append(_result(number, group, found))
    return told


def _game_of(
    group: TableGroup, played: Sequence[GamePlayed], used: set[tuple[str, int]]
) -> GamePlayed | None:
    wanted = {_plain(name) for name in group.people}
    later = (game for game in played if game.number > group.after)
    for game in sorted(later, key=lambda one: one.number):
        names = {_plain(seat.name) for seat in game.seats}
        if names == wanted and (group.table, game.number) not in used:
            used.add((group.table, game.number))
            return game
    return None


def _result(number: int, group: TableGroup, game: GamePlayed | None) -> GroupResult:
    if game is None:
        return GroupResult(number, group.table, group.people)
    by_name = {_plain(seat.name): seat for seat in game.seats}
    scores = {name: by_name[_plain(name)].score or 0 for name in group.people}
    winners = {name for name in group.people if by_name[_plain(name)].id in game.outcome.winners}
    return GroupResult(
        number, group.table, group.people, _places(group.people, winners, scores), scores
    )


def _places(people: Iterable[str], winners: set[str], scores: dict[str, int]) -> dict[str, int]:
    """Winners first, the others by their scores; equals share a place."""
    rank = {name: (name in winners, 0 if name in winners else scores[name]) for name in people}
    return {name: 1 + sum(other > mine for other in rank.values()) for name, mine in rank.items()}


def standings(sheet: TournamentSheet, board: HallBoard) -> list[PersonStanding]:
    told = results(sheet, board)
    points, wins, score = Counter[str](), Counter[str](), Counter[str]()
    met = defaultdict[str, list[str]](list)
    for one in told:
        for name, place in one.places.items():
            points[name] += POINTS.get(place, 0)
            wins[name] += place == 1
            score[name] += one.scores[name]
            met[name] += [other for other in one.people if other != name]
    strength = {name: sum(points[other] for other in met[name]) for name in sheet.people}
    key = {name: (points[name], strength[name], wins[name], score[name]) for name in sheet.people}
    best_first = sorted(sheet.people, key=lambda name: key[name], reverse=True)
    return [
        PersonStanding(
            1 + sum(other > key[name] for other in key.values()),
            name,
            *key[name],
            sum(name in one.places for one in told),
        )
        for name in best_first
    ]


def next_round(
    sheet: TournamentSheet, board: HallBoard, tables: Sequence[str], began: str
) -> Round:
    """Groups by the standings, neighbours together, avoiding people who have met where it can; one
    group a table, sizes as even as they come.
    """
    order = [one.person for one in standings(sheet, board)]
    if not order or not tables:
        return Round((), began)
    count = min(len(tables), max(1, len(order) // 2))
    met = {
        frozenset((a, b))
        for one in sheet.rounds
        for group in one.groups
        for a in group.people
        for b in group.people
        if a != b
    }
    sizes = [len(order) // count + (at < len(order) % count) for at in range(count)]
    groups = []
    for table, size in zip(tables, sizes, strict=False):
        group = [order.pop(0)]
        while len(group) < size:
            fresh = [one for one in order if all(frozenset((one, x)) not in met for x in group)]
            chosen = (fresh or order)[0]
            order.remove(chosen)
            group.append(chosen)
        groups.append(TableGroup(table, tuple(group), last_over(board.tables.get(table))))
    return Round(tuple(groups), began)


def last_over(table: HallTable | None) -> int:
    """The number of the newest game that is over there."""
    if table is None:
        return 0
    numbers = [game.number for game in table.played]
    live = table.state.game if table.state else None
    if live is not None:
        numbers.append(live.number if live.outcome else live.number - 1)
    return max(numbers, default=0)


def as_csv(rows: Iterable[PersonStanding]) -> str:
    """For a spreadsheet; a name that begins like a formula is taken as text."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(PersonStanding.__struct_fields__)
    for row in rows:
        values = msgspec.structs.asdict(row)
        values["person"] = as_cell(row.person)
        writer.writerow(values.values())
    return out.getvalue()


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
