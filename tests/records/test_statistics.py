"""What is said of people over many games, of their dice, and of an evening."""

import random
from pathlib import Path

import pytest

from companion import games
from companion.journal import Journal
from companion.records import filing
from companion.records.access import FileAccess
from companion.records.evening import evening_of, winners_of
from companion.records.games import PaperGame, PaperSeat, enter_paper_game
from companion.records.luck import luck
from companion.records.moments import known_scores, leader
from companion.records.records import Records
from companion.records.statistics import best_lists, everyone, head_to_head, of_person
from companion.records.store import RecordStore
from companion.records.telling import told_story
from tests.records.many_games import Clock

GAME = "runika"
D6 = "d6|1,2,3,4,5,6"


@pytest.fixture
def paper(tmp_path: Path) -> Records:
    """Five games of two people, an hour each and ten minutes apart, then one a day later."""
    journal = Journal(tmp_path / "journal.sqlite", Clock(1_700_000_000.0))
    records = Records(RecordStore(":memory:"), FileAccess(journal))
    scores = [(20, 10), (20, 15), (5, 20), (20, 20), (11, 20)]
    for at, (ana, budi) in enumerate(scores):
        enter(records, 1_600_000_000.0 + at * 4200, ana, budi)
    enter(records, 1_600_090_000.0, 7, 1)
    return records


def enter(records: Records, at: float, ana: int, budi: int) -> int:
    seats = (PaperSeat("Ana", score=ana), PaperSeat("Budi", score=budi))
    return enter_paper_game(records, PaperGame(GAME, at, seats, 3600))


def person(records: Records, name: str) -> int:
    found = records.people.called(name)
    assert found is not None
    return found


def test_plays_wins_average_best_and_curve_of_a_person(paper: Records) -> None:
    told = of_person(paper, person(paper, "Ana"))
    assert told["overall"]["plays"] == 6
    assert told["overall"]["wins"] == 4  # a shared win is one
    game = told["games"][0]
    assert game["average"] == round((20 + 20 + 5 + 20 + 11 + 7) / 6, 2)
    assert game["best"] == 20
    assert [one["score"] for one in game["curve"]] == [20, 20, 5, 20, 11, 7]
    low, high = game["between"]
    assert low < game["share"] < high


def test_two_people_head_to_head(paper: Records) -> None:
    told = head_to_head(paper, person(paper, "Ana"), person(paper, "Budi"))
    assert told["games"] == [
        {
            "game": GAME,
            "title": games.find(GAME).title,
            "plays": 6,
            "ahead": 3,
            "behind": 2,
            "together": 1,
        }
    ]
    opponents = of_person(paper, person(paper, "Budi"))["opponents"]
    assert [(one["name"], one["behind"]) for one in opponents] == [("Ana", 3)]


def test_an_evening_ends_with_a_long_break_and_has_a_winner(paper: Records) -> None:
    rows = evening_of(paper.store, 1_000_000_003)
    assert [row.number - 1_000_000_000 for row in rows] == [1, 2, 3, 4, 5]
    people = winners_of(paper, rows)
    # Three wins each with the shared one: who left more behind won the evening; here nobody did.
    assert [(one["name"], one["wins"], one["beaten"], one["won"]) for one in people] == [
        ("Ana", 3, 2, True),
        ("Budi", 3, 2, True),
    ]
    assert len(evening_of(paper.store, 1_000_000_006)) == 1


def test_everybody_is_listed_by_how_much_they_play(records: Records) -> None:
    found = everyone(records)
    assert [one["name"] for one in found] == ["Ana", "Budi", "Citra", "Dewi"]
    assert all(set(one) >= {"name", "colour", "shape", "plays", "wins"} for one in found)


def test_time_per_turn_and_dice_are_counted_of_real_games(records: Records) -> None:
    told = of_person(records, person(records, "Ana"))
    assert told["overall"]["turn_s"] > 1
    kinds = {one["kind"] for one in told["dice"]}
    assert "d6" in kinds
    assert "elemental" in kinds  # symbols
    assert all(one["thrown"] == sum(face["count"] for face in one["faces"]) for one in told["dice"])


def test_fair_dice_are_rarely_called_surprising_and_loaded_ones_are() -> None:
    chance = random.Random(3)
    odd = 0
    for _ in range(300):
        counts: dict[str, int] = {}
        for _ in range(200):
            face = str(chance.randrange(1, 7))
            counts[face] = counts.get(face, 0) + 1
        told = luck(D6, counts)
        low, high = told["between"]
        odd += not low <= told["mean"] <= high
    assert 3 <= odd <= 30  # a twentieth of them, as 95 % says
    loaded = luck(D6, {"6": 60, "1": 10, "2": 10, "3": 10, "4": 10, "5": 10})
    assert loaded["chance"] < 0.001
    assert loaded["pips_over"] > 50


def test_symbols_are_held_against_their_share_of_the_faces() -> None:
    kind = "elemental|points,points,energy,rotate"
    fair = luck(kind, {"points": 50, "energy": 25, "rotate": 25})
    assert fair["chance"] > 0.9
    assert luck(kind, {"points": 10, "energy": 80, "rotate": 10})["chance"] < 0.001
    assert [face["expected"] for face in fair["faces"]] == [0.5, 0.25, 0.25]


def test_few_throws_say_nothing_and_none_are_no_error() -> None:
    assert luck(D6, {"6": 3})["enough"] is False
    assert luck(D6, {})["thrown"] == 0


def test_the_story_tells_turning_points_with_their_lines(records: Records) -> None:
    told = told_story(records, 2, "en")
    lines = {line.seq for line in records.read(2).live.lines}
    assert told["moments"]
    for moment in told["moments"]:
        assert moment["seq"] in lines
        assert moment["says"]
        assert "{" not in moment["told"]
    decided = [moment for moment in told["moments"] if moment["kind"] == "decided"]
    assert [moment["seat"] for moment in decided] == told["winners"]
    assert told["text"].startswith("Ana, Budi played Runika")
    assert told["text"].endswith(told["result"])
    indonesian = told_story(records, 2, "id")
    assert indonesian["text"] != told["text"]


@pytest.mark.parametrize("number", range(1, 6))
def test_the_curve_ends_with_the_final_scores_and_turns_where_it_says(
    records: Records, number: int
) -> None:
    summary = filing.read_summary(filing.played_row(records.store, number))
    live = records.read(number).live
    for seat in summary.seats:
        assert seat.curve[-1] == known_scores(live.game, live.state)[seat.seat]
    for moment in summary.moments:
        count = next(at for at, line in enumerate(live.lines, 1) if line.seq == moment.seq)
        before = known_scores(live.game, live.state_at(count - 1))
        after = known_scores(live.game, live.state_at(count))
        assert after[moment.seat] - before[moment.seat] == moment.by
        if moment.kind == "decided":
            assert leader(after) == moment.seat


def test_the_best_campaigns_and_sagas_are_listed(records: Records) -> None:
    found = {(one["game"], one["figure"]): one["best"] for one in best_lists(records.store)}
    assert ("spell_saga", "story") in found
    assert ("spell_from_the_future", "days") in found
    assert all(len(best) <= 5 for best in found.values())
