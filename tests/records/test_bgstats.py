"""A play for BG Stats holds every field others send, for each game and way of playing."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest
import segno

from companion import games
from companion.journal import Journal
from companion.kit.story import RuleError
from companion.records import bgstats, filing
from companion.records.access import FileAccess
from companion.records.games import PaperGame, PaperSeat, enter_paper_game
from companion.records.records import Records
from companion.records.store import RecordStore
from companion.records.summary import GameSummary
from tests.records.many_games import Clock, play_into, seats_for

SCHEMA = json.loads(Path(bgstats.__file__).with_name("bgstats.schema.json").read_text("utf-8"))
every_game = pytest.mark.parametrize("number", range(1, 6))


def check(play: dict[str, Any]) -> None:
    jsonschema.validate(play, SCHEMA)


def told(summary: GameSummary, people: dict[str, int], records: Records) -> dict[str, Any]:
    filing.file_game(records.store, 50, summary, people, 1)
    return bgstats.play(records, 50)


@every_game
def test_every_game_is_offered_with_all_fields(records: Records, number: int) -> None:
    play = bgstats.play(records, number)
    check(play)
    assert sum(one["startPlayer"] for one in play["players"]) == 1
    assert play["game"]["sourceGameId"] in games.ids()
    assert "bggId" not in play["game"]  # none is known, so none is sent
    assert play["playDate"].startswith("2023-11-1")
    assert play["durationMin"] > 0


def test_the_start_player_is_whoever_had_the_first_turn(records: Records) -> None:
    """In Spell from the Future the draw of the first morning decides it, not the seats."""
    live = records.read(3).live
    states = (live.state_at(count) for count in range(len(live.lines)))
    first = next(state.first_player for state in states if state.first_player)
    play = bgstats.play(records, 3)
    people = filing.people_of(records.store, 3)
    assert [one["name"] for one in play["players"] if one["startPlayer"]] == [
        records.people.get(people[first]).name
    ]


def test_solo_team_and_campaign_are_told_as_what_they_are(tmp_path: Path) -> None:
    clock = Clock()
    journal = Journal(tmp_path / "journal.sqlite", clock)
    records = Records(RecordStore(":memory:"), FileAccess(journal))
    wa, sf, ss = (
        games.find(f"{one}") for one in ("world_adventure", "spell_from_the_future", "spell_saga")
    )
    names = ("Ana", "Budi", "Citra", "Dewi")
    team = play_into(journal, clock, wa, seats_for(wa, names), 1, options={"mode": "coop18"})
    campaign = play_into(
        journal, clock, sf, seats_for(sf, names[:3]), 2, options={"mode": "campaign"}
    )
    solo = play_into(journal, clock, ss, seats_for(ss, names[:1]), 3)
    records.catch_up()
    teams = bgstats.play(records, team)
    check(teams)
    assert {one["team"] for one in teams["players"]} == {"A", "B"}
    assert len([one for one in teams["players"] if one["winner"]]) == 2
    whole = bgstats.play(records, campaign)
    check(whole)
    assert [
        figure.id
        for figure in filing.read_summary(filing.played_row(records.store, campaign)).figures
    ] == ["chapter", "lives"]
    alone = bgstats.play(records, solo)
    check(alone)
    assert alone["players"][0]["startPlayer"]
    assert "team" not in alone["players"][0]


def test_a_game_that_goes_on_or_has_hardly_begun_is_not_offered(records: Records) -> None:
    with pytest.raises(RuleError) as refused:
        bgstats.play(records, 7)
    assert refused.value.code == "unfinished"
    summary = filing.read_summary(filing.played_row(records.store, 1))
    short = GameSummary(
        game=summary.game,
        started=summary.started,
        seats=summary.seats,
        outcome=summary.outcome,
        lasted_s=30,
    )
    with pytest.raises(RuleError) as refused:
        told(short, {}, records)
    assert refused.value.code == "too_short"


def test_two_tables_never_give_the_same_id(records: Records, tmp_path: Path) -> None:
    other = Records(RecordStore(tmp_path / "other.sqlite"), records.journal)
    other.catch_up()
    ours, theirs = bgstats.play(records, 1), bgstats.play(other, 1)
    assert ours["sourcePlayId"] != theirs["sourcePlayId"]
    ids = {one["sourcePlayerId"] for one in ours["players"]}
    assert not ids & {one["sourcePlayerId"] for one in theirs["players"]}
    assert bgstats.play(records, 1) == ours  # and always the same one


def test_the_place_of_the_table_and_paper_games_are_told(records: Records) -> None:
    records.store.note("location", "Board Game Café, Bandung")
    seats = (PaperSeat("Ana", score=12), PaperSeat("Zoë", score=9))
    number = enter_paper_game(records, PaperGame("runika", 1_600_000_000.0, seats))
    play = bgstats.play(records, number)
    assert play["location"] == "Board Game Café, Bandung"
    assert [one["rank"] for one in play["players"]] == [1, 2]


def test_the_link_carries_the_play_and_fits_into_a_code(records: Records) -> None:
    """Five people with the longest names there can be."""
    summary = filing.read_summary(filing.played_row(records.store, 2))
    seat = summary.seats[0]
    fields = {"colour": seat.colour, "place": 1, "score": -120, "won": True, "starts": True}
    seats = tuple(type(seat)(f"seat{at}", **fields) for at in range(5))
    with records.store.writing():
        people = {
            one.seat: records.people.meet(f"Ä{at} {'Ö' * 21}", "red") or 0
            for at, one in enumerate(seats)
        }
    long = GameSummary(
        "spell_from_the_future", summary.started, seats, lasted_s=9999, outcome=summary.outcome
    )
    records.store.note("location", "é" * 60)
    play = told(long, people, records)
    link = bgstats.link(play)
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    assert json.loads(unquote(link.partition("data=")[2])) == play
    code = segno.make(link, error="l", micro=False)
    assert code.version is not None


def test_the_file_says_the_same_in_tables(records: Records) -> None:
    play = bgstats.play(records, 2)
    whole = json.loads(bgstats.play_file(play))
    assert whole["plays"][0]["uuid"] == play["sourcePlayId"]
    scores = whole["plays"][0]["playerScores"]
    assert [one["score"] for one in scores] == [one["score"] for one in play["players"]]
    assert [one["startPlayer"] for one in scores] == [one["startPlayer"] for one in play["players"]]
    assert len(whole["players"]) == len(scores)
