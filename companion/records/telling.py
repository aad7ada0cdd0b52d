"""Games and their stories in the words of whoever looks: plain data for the page, the command line
and other programs.
"""

from typing import Any

import msgspec

from companion import games
from companion.kit.say import Say, name_of, say
from companion.records import bgstats, filing
from companion.records.moments import Moment
from companion.records.people import Person
from companion.records.records import Records
from companion.records.store import PAPER, PlayedRow
from companion.records.summary import GameSummary, SeatSummary
from companion.texts import sentence, spoken


def told_game(records: Records, row: PlayedRow, language: str) -> dict[str, Any]:
    """One line of the list: what was played, by whom, when, how long, and how it ended or
    stands.
    """
    summary = filing.read_summary(row)
    people = people_at(records, row.number)
    names = names_at(summary, people)
    result = summary.outcome.why if summary.outcome else summary.headline
    known = summary.game in games.ids()
    return {
        "number": row.number,
        "game": summary.game,
        "title": games.find(summary.game).title if known else summary.game,
        "state": _state(records, row, summary),
        "started": summary.started,
        "ended": summary.ended,
        "lasted_s": summary.lasted_s,
        "lines": summary.lines,
        "result": sentence(result, language, names) if result else "",
        "winners": list(summary.outcome.winners) if summary.outcome else [],
        "seats": [_seat(seat, people.get(seat.seat)) for seat in summary.seats],
        "paper": summary.paper,
        "hidden": bool(row.hidden),
        "deleted": row.deleted,
        "logged": bgstats.not_offered(summary) is None,
    }


def _state(records: Records, row: PlayedRow, summary: GameSummary) -> str:
    if summary.outcome is not None:
        return "finished"
    return "running" if row.number == records.journal.live() else "put_away"


def _seat(seat: SeatSummary, person: Person | None) -> dict[str, Any]:
    return {
        "id": seat.seat,
        "colour": seat.colour,
        "name": person.name if person else "",
        "person": person.id if person else None,
        "team": seat.team,
        "score": seat.score,
        "place": seat.place,
        "won": seat.won,
        "starts": seat.starts,
        "curve": seat.curve,
    }


def people_at(records: Records, number: int) -> dict[str, Person]:
    found = filing.people_of(records.store, number)
    return {seat: records.people.get(person) for seat, person in found.items()}


def names_at(summary: GameSummary, people: dict[str, Person]) -> dict[str, str]:
    return {seat.seat: people[seat.seat].name for seat in summary.seats if seat.seat in people}


def told_story(records: Records, number: int, language: str) -> dict[str, Any]:
    """The story of a game: how it began, where it turned, how it ended; with the lines of the log
    that tell so.
    """
    row = filing.played_row(records.store, number)
    summary = filing.read_summary(row)
    names = names_at(summary, people_at(records, number))
    moments = [
        {
            **msgspec.to_builtins(moment),
            "says": [sentence(one, language, names) for one in moment.says],
            "told": sentence(_moment_words(moment), language, names),
        }
        for moment in summary.moments
    ]
    game = told_game(records, row, language)
    told = {
        **game,
        "points": summary.points,
        "moments": moments,
        "figures": spoken(msgspec.to_builtins(summary.figures), language, names),
        "times": [_time(seat) for seat in summary.seats],
    }
    return told | {"text": _text(told, summary, language, names)}


def _moment_words(moment: Moment) -> Say:
    """A lead can also come about because the others fell back."""
    key = moment.kind if moment.by else "passed"
    who = name_of(moment.seat)
    return say(f"records.moment.{key}", seat=who, n=abs(moment.by), score=moment.score)


def _time(seat: SeatSummary) -> dict[str, Any]:
    turn_s = round(seat.thinking_ms / seat.turns / 1000, 1) if seat.turns else None
    return {"seat": seat.seat, "turns": seat.turns, "turn_s": turn_s}


def _text(told: dict[str, Any], summary: GameSummary, language: str, names: dict[str, str]) -> str:
    """The story to send to somebody: a few sentences."""
    who = tuple(name_of(seat.seat) for seat in summary.seats)
    minutes = max(1, round(summary.lasted_s / 60))
    opening = say("records.story.opening", names=who, game=told["title"], n=minutes)
    parts = [sentence(opening, language, names)]
    parts += [one["told"] for one in told["moments"]]
    parts.append(told["result"])
    return " ".join(part for part in parts if part)


def figure_words(records: Records, number: int, figure: str, language: str) -> str:
    """What a figure is called, as that game says it."""
    summary = filing.read_summary(filing.played_row(records.store, number))
    found = next(one for one in summary.figures if one.id == figure)
    return sentence(found.say, language, {})


def number_words(number: int) -> str:
    """How a game is called: by its number in the journal, or as one from paper."""
    return f"P{number - PAPER}" if number >= PAPER else str(number)
