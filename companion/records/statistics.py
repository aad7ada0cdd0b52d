"""What can be said of people over many games. Read from the sums, so it takes the same time after
2,000 games as after two.
"""

from collections import Counter, defaultdict
from typing import Any

from companion import games
from companion.records.luck import luck
from companion.records.people import Person
from companion.records.records import Records
from companion.records.store import RecordStore, totals_of
from companion.records.sums import AHEAD, BEHIND, DIE, PLAYED, TOGETHER
from companion.table.statistics import wilson

CURVE_GAMES = 60
MOST_OPPONENTS = 12
BEST = 5


def everyone(records: Records) -> list[dict[str, Any]]:
    """Whoever is remembered, those who play most first."""
    plays: Counter[int] = Counter()
    wins: Counter[int] = Counter()
    sql = "SELECT person, what, SUM(n) FROM total WHERE what IN ('plays', 'wins') GROUP BY 1, 2"
    for person, what, n in records.store.rows(sql):
        (plays if what == "plays" else wins)[person] = n
    known = sorted(records.people.everyone(), key=lambda one: (-plays[one.id], one.name))
    return [{**one._asdict(), "plays": plays[one.id], "wins": wins[one.id]} for one in known]


def of_person(records: Records, number: int) -> dict[str, Any]:
    """All that is counted of one person, over all games and by each."""
    person = records.people.get(number)
    by_game: dict[str, Counter[str]] = defaultdict(Counter)
    for (_, game, what), n in totals_of(records.store, [number]).items():
        by_game[game][what] = n
    overall: Counter[str] = Counter()
    for counted in by_game.values():
        overall.update(counted)
    return {
        **person._asdict(),
        "overall": _figures(overall),
        "games": [
            {
                "game": game,
                "title": games.find(game).title if game in games.ids() else game,
                **_figures(counted),
                **_best(records.store, number, game),
                "curve": _scores(records.store, number, game),
            }
            for game, counted in sorted(by_game.items(), key=lambda one: -one[1]["plays"])
        ],
        "opponents": _opponents(records, overall),
        "dice": _dice(overall),
    }


def head_to_head(records: Records, one: int, other: int) -> dict[str, Any]:
    """Two people, game by game: who finished ahead how often."""
    people = [records.people.get(one), records.people.get(other)]
    by_game: dict[str, Counter[str]] = defaultdict(Counter)
    sql = "SELECT game, what, n FROM total WHERE person = ? AND what IN (?, ?, ?, ?)"
    keys = [f"{what}{other}" for what in (PLAYED, AHEAD, BEHIND, TOGETHER)]
    for game, what, n in records.store.rows(sql, one, *keys):
        by_game[game][what.partition(":")[0]] = n
    return {
        "people": [person._asdict() for person in people],
        "games": [
            {"game": game, "title": games.find(game).title, **_met(counted)}
            for game, counted in sorted(by_game.items(), key=lambda pair: -pair[1]["with"])
        ],
    }


def best_lists(store: RecordStore) -> list[dict[str, Any]]:
    """Per game and figure the best ever: furthest campaigns, longest sagas."""
    found = []
    for game, name in store.rows("SELECT DISTINCT game, name FROM figure ORDER BY 1, 2"):
        sql = (
            "SELECT number, value FROM figure WHERE game = ? AND name = ? "
            "ORDER BY rank DESC, number LIMIT ?"
        )
        rows = store.rows(sql, game, name, BEST)
        found.append({"game": game, "figure": name, "best": [list(row) for row in rows]})
    return found


def _figures(counted: Counter[str]) -> dict[str, Any]:
    plays, wins = counted["plays"], counted["wins"]
    return {
        "plays": plays,
        "wins": wins,
        "share": round(wins / plays, 4) if plays else None,
        "between": wilson(wins, plays) if plays else None,
        "average": round(counted["points"] / counted["scored"], 2) if counted["scored"] else None,
        "turns": counted["turns"],
        "turn_s": round(counted["thinking_ms"] / counted["turns"] / 1000, 1)
        if counted["turns"]
        else None,
        "lasted_s": counted["lasted_s"],
        "paper": counted["paper"],
    }


def _best(store: RecordStore, person: int, game: str) -> dict[str, Any]:
    sql = (
        "SELECT score, number FROM seat WHERE person = ? AND counts = 1 AND game = ? "
        "AND score IS NOT NULL ORDER BY score DESC, started LIMIT 1"
    )
    rows = store.rows(sql, person, game)
    return {"best": rows[0][0], "best_in": rows[0][1]} if rows else {"best": None, "best_in": None}


def _scores(store: RecordStore, person: int, game: str) -> list[dict[str, Any]]:
    """The newest games, oldest of them first: how the scores went over time."""
    sql = (
        "SELECT number, started, score, won FROM seat WHERE person = ? AND counts = 1 "
        "AND game = ? ORDER BY started DESC LIMIT ?"
    )
    rows = store.rows(sql, person, game, CURVE_GAMES)
    names = ("number", "started", "score", "won")
    return [dict(zip(names, row, strict=True)) for row in reversed(rows)]


def _met(counted: Counter[str]) -> dict[str, int]:
    return {
        "plays": counted["with"],
        "ahead": counted["ahead"],
        "behind": counted["behind"],
        "together": counted["together"],
    }


def _opponents(records: Records, overall: Counter[str]) -> list[dict[str, Any]]:
    """With whom one plays most."""
    met: dict[int, Counter[str]] = defaultdict(Counter)
    for what, n in overall.items():
        kind, _, other = what.partition(":")
        if f"{kind}:" in (PLAYED, AHEAD, BEHIND, TOGETHER):
            met[int(other)][kind] = n
    most = sorted(met.items(), key=lambda one: -one[1]["with"])[:MOST_OPPONENTS]
    known: dict[int, Person] = {one.id: one for one in records.people.everyone()}
    return [{**known[other]._asdict(), **_met(counted)} for other, counted in most]


def _dice(overall: Counter[str]) -> list[dict[str, Any]]:
    kinds: dict[str, dict[str, int]] = defaultdict(dict)
    for what, n in overall.items():
        if what.startswith(DIE):
            kind, _, face = what.removeprefix(DIE).rpartition(":")
            kinds[kind][face] = n
    return [luck(kind, faces) for kind, faces in sorted(kinds.items())]
