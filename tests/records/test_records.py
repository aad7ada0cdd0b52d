"""The records follow the journal, and their sums equal what counting anew gives."""

import random
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import games
from companion.journal import Journal, trim
from companion.journal_edits import CHANGED
from companion.kit.intents import Undo
from companion.kit.story import RuleError
from companion.packs import Shelf
from companion.records import filing
from companion.records import games as game_list
from companion.records.access import FILE, FileAccess
from companion.records.forgetting import forget
from companion.records.games import PaperGame, PaperSeat, Search, enter_paper_game, page_of
from companion.records.importing import import_games, merge_people
from companion.records.records import KEEP_DELETED_S, Records
from companion.records.store import PAPER, RecordStore, totals_of
from companion.records.summary import summarised
from companion.records.telling import told_game
from companion.table.open_journal import OpenJournal
from tests.records.conftest import SMALL
from tests.records.many_games import BEGAN, Clock, evenings, fill, play_into, seats_for


def listed(records: Records, **search: object) -> list[int]:
    return [row.number for row in page_of(records.store, Search(**search)).rows]  # type: ignore[arg-type]


def holds(records: Records) -> None:
    """The property everything rests on."""
    assert totals_of(records.store) == filing.recounted(records.store)


def named(records: Records, name: str) -> int:
    person = records.people.called(name)
    assert person is not None
    return person


def test_every_game_is_listed_newest_first_and_told_in_one_line(records: Records) -> None:
    assert listed(records) == [7, 6, 5, 4, 3, 2, 1]
    row = page_of(records.store, Search()).rows[-1]
    told = told_game(records, row, "en")
    assert told["title"] == games.find(told["game"]).title
    assert [seat["name"] for seat in told["seats"]] == ["Ana", "Budi"]
    assert told["state"] == "finished"
    assert told["lasted_s"] > 60
    assert "{" not in told["result"]


def test_summaries_kept_equal_summaries_made_again_from_the_journal(records: Records) -> None:
    for row in page_of(records.store, Search()).rows:
        kept = records.read(row.number)
        assert filing.read_summary(row) == summarised(kept.live, kept.started)


def test_a_rebuilt_file_holds_the_same_sums(records: Records, tmp_path: Path) -> None:
    again = Records(RecordStore(tmp_path / "again.sqlite"), records.journal)
    assert again.catch_up() == 0
    assert len(totals_of(again.store)) > 50
    names = {one.id: one.name for one in records.people.everyone()}
    others = {one.id: one.name for one in again.people.everyone()}
    assert sorted(names.values()) == sorted(others.values())
    plain = {
        (names[person], game, what): n
        for (person, game, what), n in totals_of(records.store).items()
        if ":" not in what or what.startswith("die:")
    }
    assert plain == {
        (others[person], game, what): n
        for (person, game, what), n in totals_of(again.store).items()
        if ":" not in what or what.startswith("die:")
    }


STEPS = ("hide", "delete", "back", "paper", "merge", "forget", "rename", "refile")


@settings(max_examples=12, deadline=None)
@given(steps=st.lists(st.sampled_from(STEPS), max_size=10), seed=st.integers(0, 1000))
def test_sums_kept_equal_sums_recomputed_whatever_is_done(
    played_once: Path, steps: list[str], seed: int
) -> None:
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        data = shutil.copytree(played_once, Path(folder) / "data")
        journal = Journal(data / "journal.sqlite", Clock(1_800_000_000.0))
        records = Records(RecordStore(data / FILE), FileAccess(journal))
        for step in steps:
            with suppress(RuleError):
                _do(records, step, chance)
            holds(records)
        records.store.close()
        journal.close()


def _do(records: Records, step: str, chance: random.Random) -> None:
    numbers = [row[0] for row in records.store.rows("SELECT number FROM played")]
    people = [one.id for one in records.people.everyone()]
    number = chance.choice(numbers)
    if step == "hide":
        game_list.hide(records, number, hidden=chance.random() < 0.5)
    elif step == "delete":
        game_list.delete(records, number)
    elif step == "back":
        game_list.bring_back(records, number)
    elif step == "paper":
        names = chance.sample(("Ana", "Budi", "Zaki", "Yuni"), 2)
        seats = tuple(PaperSeat(name, score=chance.randrange(9)) for name in names)
        enter_paper_game(records, PaperGame(SMALL, 1_600_000_000.0, seats))
    elif step == "refile":
        records.store.note("seen", "0 0")
        with records.store.writing() as store:
            store.change("UPDATE played SET seq = -1 WHERE number = 6")
        records.catch_up()
    elif people and step == "merge":
        merge_people(records, chance.choice(people), chance.choice(people))
    elif people and step == "forget":
        forget(records, chance.choice(people))
    elif people and step == "rename":
        records.people.rename(chance.choice(people), f"N{chance.randrange(99)}")


def test_an_undo_through_the_end_takes_the_game_out_of_the_sums(
    records: Records, data: Path, clock: Clock
) -> None:
    before = totals_of(records.store)
    journal = Journal(data / "journal.sqlite", clock)
    held = OpenJournal(journal, Shelf(None))
    held.resume(6)
    held.write([Undo(id="u1")])
    records.catch_up()
    ana = named(records, "Budi")
    assert before[ana, SMALL, "plays"] == totals_of(records.store)[ana, SMALL, "plays"] + 1
    holds(records)
    assert 6 in listed(records, state="going")


def test_games_are_found_by_game_people_and_month(records: Records) -> None:
    assert listed(records, words="runika") == [2]
    assert listed(records, words="citra mecha") == [7, 6]
    assert listed(records, words="%") == []
    assert listed(records, game=SMALL) == [7, 6, 1]
    assert listed(records, month="2023-11") == [7, 6, 5, 4, 3, 2, 1]
    assert listed(records, month="2022-11") == []
    assert listed(records, person=named(records, "Dewi")) == [7]


def test_a_deleted_game_can_be_brought_back_for_a_day_and_then_is_gone(
    records: Records, clock: Clock
) -> None:
    game_list.delete(records, 6)
    assert listed(records) == [7, 5, 4, 3, 2, 1]
    assert listed(records, shelf="deleted") == [6]
    game_list.bring_back(records, 6)
    assert 6 in listed(records)
    game_list.delete(records, 6)
    clock.now += KEEP_DELETED_S - 1
    records.catch_up()
    assert listed(records, shelf="deleted") == [6]
    clock.now += 2
    records.catch_up()
    assert listed(records, shelf="deleted") == []
    numbers = records.journal.read(lambda journal: [row.id for row in journal.games()])
    assert 6 not in numbers
    holds(records)


def test_the_game_on_the_table_cannot_be_deleted(records: Records) -> None:
    records.journal.write(lambda journal: journal.make_live(7))
    with pytest.raises(RuleError) as refused:
        game_list.delete(records, 7)
    assert refused.value.code == "game_is_live"


def test_a_hidden_game_still_counts(records: Records) -> None:
    before = totals_of(records.store)
    game_list.hide(records, 1, hidden=True)
    assert 1 not in listed(records)
    assert listed(records, shelf="hidden") == [1]
    assert totals_of(records.store) == before


def test_a_game_the_journal_had_no_room_for_is_still_counted(records: Records) -> None:
    before = totals_of(records.store)
    assert records.journal.write(lambda journal: trim(journal, keep_bytes=1)) > 0
    records.catch_up()
    assert totals_of(records.store) == before
    assert 1 in listed(records)


def test_a_forgotten_person_is_in_no_file_any_more(
    open_records: Callable[[], Records], data: Path
) -> None:
    records = open_records()
    number = records.journal.read(
        lambda journal: play_into(
            journal,
            Clock(),
            games.find(SMALL),
            seats_for(games.find(SMALL), ("Wilhelmina", "Budi")),
            3,
        )
    )
    records.catch_up()
    person = named(records, "wilhelmina")
    forget(records, person)
    holds(records)
    assert records.people.called("Wilhelmina") is None
    assert number in listed(records)
    told = told_game(records, filing.played_row(records.store, number), "en")
    assert [seat["name"] for seat in told["seats"]] == ["", "Budi"]
    assert "Wilhelmina" not in told["result"]
    files = [file for file in data.iterdir() if file.name.startswith(("journal", "records"))]
    assert len(files) >= 2
    for file in files:
        assert b"ilhelmina" not in file.read_bytes(), file.name
    again = records.read(number)  # the game itself is whole
    assert again.live.game.outcome(again.live.state) is not None


def test_a_guest_leaves_no_trace(open_records: Callable[[], Records], data: Path) -> None:
    records, game = open_records(), games.find(SMALL)
    seats = seats_for(game, ("Xaverius", "Budi"))
    number = records.journal.write(
        lambda journal: play_into(journal, Clock(), game, seats, 3, lines=40)
    )
    records.mark_guests(number, (seats[0].id,))
    records.catch_up()
    assert records.people.called("Xaverius") is None
    assert records.read(number).names[seats[0].id] == "Xaverius"  # while it goes on
    whole = records.journal.write(lambda journal: play_into(journal, Clock(), game, seats, 3))
    records.mark_guests(whole, (seats[0].id,))
    records.catch_up()
    assert records.people.called("Xaverius") is None
    assert records.read(whole).names[seats[0].id] == ""
    holds(records)


def test_people_are_renamed_and_merged_with_all_they_played(records: Records) -> None:
    records.people.rename(named(records, "Ana"), "Anastasia")
    assert records.people.called("ana") == records.people.called("Anastasia")
    with pytest.raises(RuleError) as taken:
        records.people.rename(named(records, "Ana"), "Budi")
    assert taken.value.code == "name_taken"
    with pytest.raises(RuleError) as together:
        merge_people(records, named(records, "Ana"), named(records, "Budi"))
    assert together.value.code == "played_together"
    before = totals_of(records.store)
    ana, dewi = named(records, "Ana"), named(records, "Dewi")
    merge_people(records, dewi, ana)
    assert records.people.called("Dewi") == ana
    assert totals_of(records.store)[ana, SMALL, "plays"] == before[ana, SMALL, "plays"]
    holds(records)


def test_a_game_scored_on_paper_counts_and_is_marked(records: Records) -> None:
    seats = (PaperSeat("Ana", score=12), PaperSeat("Zaki", score=9))
    number = enter_paper_game(records, PaperGame(SMALL, 1_600_000_000.0, seats, 3600))
    assert number >= PAPER
    told = told_game(records, filing.played_row(records.store, number), "en")
    assert told["paper"]
    assert told["state"] == "finished"
    assert [seat["place"] for seat in told["seats"]] == [1, 2]
    assert told["result"] == "Ana won; scored on paper."
    assert totals_of(records.store)[named(records, "Zaki"), SMALL, "plays"] == 1
    holds(records)


@pytest.mark.parametrize(
    ("paper", "code"),
    [
        (PaperGame(SMALL, 1e12, (PaperSeat("A"), PaperSeat("B"))), "paper_date"),
        (PaperGame(SMALL, 1e9, (PaperSeat("A"),)), "seats"),
        (PaperGame(SMALL, 1e9, (PaperSeat("A"), PaperSeat("a "))), "paper_names"),
        (PaperGame(SMALL, 1e9, (PaperSeat("A"), PaperSeat(""))), "paper_names"),
    ],
)
def test_nonsense_on_paper_is_refused(records: Records, paper: PaperGame, code: str) -> None:
    before = listed(records)
    with pytest.raises(RuleError) as refused:
        enter_paper_game(records, paper)
    assert refused.value.code == code
    assert listed(records) == before


def test_games_of_a_backup_are_taken_in_once(records: Records, data: Path, tmp_path: Path) -> None:
    other = Journal(tmp_path / "other" / "journal.sqlite", Clock(1_800_000_000.0))
    game = games.find(SMALL)
    play_into(other, Clock(1_800_000_000.0), game, seats_for(game, ("Ana", "Zaki")), 5)
    held = OpenJournal(other, Shelf(None))
    held.resume(1)
    held.write([Undo(id="u1", line=other_line(other, 12))])
    state = held.live.state if held.live else None
    other.close()
    assert import_games(records, tmp_path / "other" / "journal.sqlite") == (1, 0, 0)
    assert import_games(records, tmp_path / "other" / "journal.sqlite") == (0, 1, 0)
    newest = listed(records)[0]
    assert records.read(newest).live.state == state  # the undo found its line under a new number
    assert records.people.called("Zaki") is not None
    holds(records)


def other_line(journal: Journal, at: int) -> int:
    return [line.seq for line in journal.lines(1)][at]


def test_an_old_backup_does_not_bring_a_forgotten_name_back(
    open_records: Callable[[], Records], data: Path, tmp_path: Path
) -> None:
    records = open_records()
    earlier = Clock(BEGAN - 5000)
    backup = Journal(tmp_path / "other" / "journal.sqlite", earlier)
    game = games.find(SMALL)
    play_into(backup, earlier, game, seats_for(game, ("Ana", "Zaki")), 5)
    backup.close()
    forget(records, named(records, "Ana"))
    import_games(records, tmp_path / "other" / "journal.sqlite")
    assert records.people.called("Ana") is None
    assert records.people.called("Zaki") is not None


def test_a_journal_saved_from_damage_is_counted_again(records: Records, tmp_path: Path) -> None:
    """Fewer lines than were seen before: everything is looked at again."""
    records.store.note("seen", "99999999 99")
    records.catch_up()
    assert records.store.fact("seen") != "99999999 99"
    holds(records)


def test_a_game_that_cannot_be_read_hides_no_other(records: Records) -> None:
    def damage(journal: Journal) -> None:
        number = journal.begin("mechamancers", 1, b"{}")
        assert number == 8

    records.journal.write(damage)
    records.catch_up()
    assert listed(records) == [8, 7, 6, 5, 4, 3, 2, 1]


def test_only_lines_that_are_new_are_looked_at(records: Records) -> None:
    """Else every page would take longer with every game ever played."""

    def plan(journal: Journal) -> str:
        rows = journal._db.execute(f"EXPLAIN QUERY PLAN {CHANGED}", (1, 1))
        return " ".join(str(row[-1]) for row in rows)

    told = records.journal.read(plan)
    assert "SEARCH line USING INTEGER PRIMARY KEY" in told
    assert "SCAN line" not in told.replace("SCAN lines", "")


def test_many_games_are_played_on_where_they_were_cut_off(tmp_path: Path) -> None:
    """The generator of the large journal."""
    fill(tmp_path, 1)
    journal = Journal(tmp_path / "journal.sqlite")
    game, seats, _ = next(evenings(1))
    half = OpenJournal(journal, Shelf(None)).begin(game.id, seats, {}, None, None)
    journal.close()
    fill(tmp_path, 2)
    after = Journal(tmp_path / "journal.sqlite")
    assert half not in [row.id for row in after.games()]
    assert [row.game for row in after.games()[::-1]] == [one.id for one, _, _ in evenings(2)]
    after.close()
