"""The list of all games: newest first, paged, searched; hidden, deleted with a day to think better
of it; and games that were scored on paper.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from companion import games
from companion.kit.names import check_names
from companion.kit.outcome import Outcome, ranked
from companion.kit.say import name_of, say
from companion.kit.story import refuse
from companion.records import filing
from companion.records.records import Records
from companion.records.store import PAPER, PlayedRow, RecordStore
from companion.records.summary import GameSummary, SeatSummary

PAGE = 20
MOST_SECONDS = 24 * 3600
SHELVES = ("shown", "hidden", "deleted")


class Search(msgspec.Struct, frozen=True):
    """`words`: of the game or of people, all of them; `month`: 2026-11, in UTC."""

    words: str = ""
    game: str = ""
    person: int = 0
    month: str = ""
    state: str = ""  # finished, going
    shelf: str = "shown"


class GamesPage(NamedTuple):
    rows: list[PlayedRow]
    total: int
    pages: int


class PaperSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    colour: str = ""
    score: int | None = None
    won: bool | None = None


class PaperGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What people wrote down themselves. `played`: seconds since 1970, in UTC."""

    game: str
    played: float
    seats: tuple[PaperSeat, ...]
    lasted_s: int = 0


def page_of(store: RecordStore, search: Search, page: int = 1) -> GamesPage:
    where, values = _condition(search)
    total = store.rows(f"SELECT COUNT(*) FROM played WHERE {where}", *values)[0][0]
    pages = max(1, -(-total // PAGE))
    at = min(max(1, page), pages)
    sql = (
        f"SELECT {filing.COLUMNS} FROM played WHERE {where} "
        "ORDER BY started DESC, number DESC LIMIT ? OFFSET ?"
    )
    rows = store.rows(sql, *values, PAGE, (at - 1) * PAGE)
    return GamesPage([PlayedRow(*row) for row in rows], total, pages)


def _condition(search: Search) -> tuple[str, list[Any]]:
    shelves = {
        "shown": "deleted IS NULL AND hidden = 0",
        "hidden": "deleted IS NULL AND hidden = 1",
        "deleted": "deleted IS NOT NULL",
    }
    parts, values = [shelves.get(search.shelf, shelves["shown"])], list[Any]()
    if search.game:
        parts.append("game = ?")
        values.append(search.game)
    if search.person:
        parts.append("number IN (SELECT number FROM seat WHERE person = ?)")
        values.append(search.person)
    if search.month:
        parts.append("strftime('%Y-%m', started, 'unixepoch') = ?")
        values.append(search.month)
    if search.state in ("finished", "going"):
        parts.append(f"ended IS {'NOT ' if search.state == 'finished' else ''}NULL")
    for word in search.words.split():
        titled = [game.id for game in games.every() if word.casefold() in game.title.casefold()]
        named = (
            "number IN (SELECT number FROM seat JOIN person ON person.id = seat.person "
            "WHERE person.name LIKE ? ESCAPE '\\')"
        )
        parts.append(f"(game IN ({', '.join('?' * len(titled))}) OR {named})")
        values += [*titled, f"%{_plain(word)}%"]
    return " AND ".join(parts), values


def _plain(word: str) -> str:
    """What people type is looked for as it stands."""
    return word.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_")


def months(store: RecordStore) -> list[str]:
    sql = (
        "SELECT DISTINCT strftime('%Y-%m', started, 'unixepoch') FROM played "
        "WHERE deleted IS NULL ORDER BY 1 DESC"
    )
    return [row[0] for row in store.rows(sql)]


def to_go_on_with(store: RecordStore, most: int) -> list[PlayedRow]:
    """The newest games that are not finished."""
    sql = (
        f"SELECT {filing.COLUMNS} FROM played WHERE ended IS NULL AND deleted IS NULL "
        "AND hidden = 0 ORDER BY started DESC, number DESC LIMIT ?"
    )
    return [PlayedRow(*row) for row in store.rows(sql, most)]


# Changing the list


def hide(records: Records, number: int, *, hidden: bool) -> None:
    filing.played_row(records.store, number)
    with records.store.writing() as store:
        store.change("UPDATE played SET hidden = ? WHERE number = ?", hidden, number)


def delete(records: Records, number: int) -> None:
    """It no longer counts; for a day it can be brought back, then it goes for good."""
    if number == records.journal.live():
        raise refuse("game_is_live", "records.refused.game_is_live")
    row = filing.played_row(records.store, number)
    if row.deleted is not None:
        return
    now = records.journal.read(lambda journal: journal.clock())
    with records.store.writing() as store:
        filing.uncount(store, number)
        store.change("UPDATE played SET deleted = ? WHERE number = ?", now, number)


def bring_back(records: Records, number: int) -> None:
    filing.played_row(records.store, number)
    with records.store.writing() as store:
        filing.uncount(store, number)
        store.change("UPDATE played SET deleted = NULL WHERE number = ?", number)
        filing.count(store, number)


# Paper


def enter_paper_game(records: Records, paper: PaperGame) -> int:
    """A game of the past, by its final scores: it counts like any other and is marked."""
    summary = _summary(records, paper)
    with records.store.writing() as store:
        people = {
            seat.seat: person
            for seat, given in zip(summary.seats, paper.seats, strict=True)
            if (person := records.people.meet(given.name, given.colour or seat.seat))
        }
        number = max(PAPER, store.rows("SELECT MAX(number) FROM played")[0][0] or 0) + 1
        filing.file_game(store, number, summary, people, 0)
    return number


def _summary(records: Records, paper: PaperGame) -> GameSummary:
    game = games.find(paper.game)
    colours = _colours(game.colours, [seat.colour for seat in paper.seats])
    now = records.journal.read(lambda journal: journal.clock())
    if not game.seats[0] <= len(paper.seats) <= len(colours):
        least, most = game.seats
        raise refuse("seats", "records.refused.seats", game=game.title, least=least, most=most)
    if not 0 <= paper.played <= now or not 0 <= paper.lasted_s <= MOST_SECONDS:
        raise refuse("paper_date", "records.refused.paper_date")
    check_names(*(seat.name for seat in paper.seats))
    names = [" ".join(seat.name.split()).casefold() for seat in paper.seats]
    if len(set(names)) != len(names) or not all(names):
        raise refuse("paper_names", "records.refused.paper_names")
    scores = {
        colour: seat.score
        for colour, seat in zip(colours, paper.seats, strict=False)
        if seat.score is not None
    }
    outcome = _outcome(colours, paper.seats, scores)
    places = {one.seat: one.place for one in outcome.standings}
    seats = tuple(
        SeatSummary(
            seat=colour,
            colour=colour,
            place=places.get(colour, 1 if colour in outcome.winners else None),
            score=seat.score,
            won=colour in outcome.winners,
        )
        for colour, seat in zip(colours, paper.seats, strict=False)
    )
    return GameSummary(
        game=game.id,
        started=paper.played,
        seats=seats,
        ended=paper.played + paper.lasted_s,
        lasted_s=paper.lasted_s,
        outcome=outcome,
        paper=True,
    )


def _colours(known: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """A colour each, the wanted ones first."""
    taken = [colour if colour in known else "" for colour in wanted]
    taken = [colour if taken.index(colour) == at else "" for at, colour in enumerate(taken)]
    free = iter([colour for colour in known if colour not in taken])
    return [colour or next(free, f"seat{at}") for at, colour in enumerate(taken)]


def _outcome(colours: list[str], seats: Sequence[PaperSeat], scores: dict[str, int]) -> Outcome:
    """Who won as it was said, else whoever has the most points."""
    standings = ranked(scores)
    if any(seat.won is not None for seat in seats):
        pairs = zip(colours, seats, strict=False)
        winners = tuple(colour for colour, seat in pairs if seat.won)
    else:
        winners = tuple(one.seat for one in standings if one.place == 1)
    names = tuple(name_of(seat) for seat in winners)
    why = say("records.paper.won", names=names) if winners else say("records.paper.lost")
    return Outcome("paper", winners, why, standings)
