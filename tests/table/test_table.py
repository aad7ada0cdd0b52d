"""One owner, any number of devices: every intent accepted, refused with a reason, or known as a
repeat.
"""

import random
import sqlite3
import threading
from collections.abc import Callable

import pytest

from companion.kit.intents import Adjust, Answer, Chosen, Correct, Readied, Redo, Set, Undo
from companion.kit.seats import Seat
from companion.kit.story import RuleError
from companion.table.live_game import state_hash
from companion.table.number_history import value_told
from companion.table.table import Accepted, Duplicate, Refused, Table
from tests.table.playing import next_answer, play_on


def live_hash(table: Table) -> str:
    assert table.live is not None
    return state_hash(table.live.state)


def test_without_a_game_every_intent_is_refused_with_what_to_do(
    open_table: Callable[[], Table],
) -> None:
    reply = open_table().submit(Undo(id="1"))
    assert isinstance(reply, Refused)
    assert reply.code == "no_game"


def test_an_accepted_intent_is_in_the_journal(table: Table) -> None:
    (seq,) = play_on(table, 1)
    assert [row.seq for row in table.journals.held.journal.lines(table.journals.held.number)] == [
        seq
    ]


def test_the_same_intent_again_is_known_as_a_repeat(table: Table) -> None:
    answer = next_answer(table, random.Random(1), "once")
    first = table.submit(answer)
    assert isinstance(first, Accepted)
    assert table.submit(answer) == Duplicate(first.seq)
    assert len(list(table.journals.held.journal.lines(table.journals.held.number))) == 1


def test_a_refusal_changes_neither_state_nor_journal(table: Table) -> None:
    before, lines = (
        live_hash(table),
        len(list(table.journals.held.journal.lines(table.journals.held.number))),
    )
    reply = table.submit(Answer(id="1", ask="no such ask", answer=Readied()))
    assert isinstance(reply, Refused)
    assert (
        live_hash(table),
        len(list(table.journals.held.journal.lines(table.journals.held.number))),
    ) == (before, lines)


def test_the_game_goes_on_after_the_service_was_started_again(
    open_table: Callable[[], Table], table: Table
) -> None:
    play_on(table, 150)
    before = live_hash(table)
    table.stop()
    again = open_table()
    assert live_hash(again) == before
    play_on(again, 5, prefix="after")


def test_undo_and_redo_reach_over_a_restart(open_table: Callable[[], Table], table: Table) -> None:
    numbers = play_on(table, 40)
    assert table.live is not None
    at_ten = state_hash(table.live.state_at(10))
    end = live_hash(table)
    assert isinstance(table.submit(Undo(id="u", line=numbers[10])), Accepted)
    assert live_hash(table) == at_ten
    table.stop()
    again = open_table()
    assert live_hash(again) == at_ten
    assert isinstance(again.submit(Redo(id="r", line=numbers[-1])), Accepted)
    assert live_hash(again) == end


def test_undone_lines_stay_in_the_log_marked(table: Table) -> None:
    numbers = play_on(table, 4)
    table.submit(Undo(id="u", line=numbers[2]))
    assert table.live is not None
    assert [(line.seq, line.undone) for line in table.live.log()] == [
        (n, n >= numbers[2]) for n in numbers
    ]


def test_there_is_nothing_to_undo_at_the_start_and_nothing_to_redo_at_the_end(table: Table) -> None:
    undo, redo = table.submit(Undo(id="u")), table.submit(Redo(id="r"))
    assert isinstance(undo, Refused)
    assert isinstance(redo, Refused)
    assert (undo.code, redo.code) == ("nothing_to_undo", "nothing_to_redo")


def test_a_new_answer_after_an_undo_makes_redo_impossible(table: Table) -> None:
    play_on(table, 3)
    table.submit(Undo(id="u"))
    play_on(table, 1, seed=5, prefix="other")
    reply = table.submit(Redo(id="r"))
    assert isinstance(reply, Refused)


def test_correcting_and_undoing_the_correction(
    open_table: Callable[[], Table], table: Table
) -> None:
    numbers = play_on(table, 12)
    before = live_hash(table)
    assert table.live is not None
    index, line = next(
        (at, line)
        for at, line in enumerate(table.live.lines)
        if isinstance(line.intent, Answer) and isinstance(line.intent.answer, Chosen)
    )
    ask = next(
        ask for ask in table.live.game.asks(table.live.state_at(index)) if ask.id == line.intent.ask
    )
    other = next(
        o.id for o in ask.options if o.id not in line.intent.answer.options and o.why_not is None
    )
    correct = Correct(id="c", line=line.seq, answer=Chosen((other,)), confirmed=True)
    preview = table.reading(lambda live: live.preview(correct))
    assert live_hash(table) == before, "a preview changes nothing"
    assert isinstance(table.submit(correct), Accepted)
    corrected = live_hash(table)
    assert corrected != before
    assert preview.differences or preview.stops_at
    table.stop()
    again = open_table()
    assert live_hash(again) == corrected
    assert isinstance(again.submit(Undo(id="u")), Accepted)
    assert live_hash(again) == before
    assert numbers


def test_only_answers_can_be_corrected(table: Table) -> None:
    handle = table.reading(lambda live: next(h for h in live.handles() if not h["words"]))
    table.submit(Adjust(id="a", handle=handle["id"], to=handle["value"] + 1, reason="bumped"))
    reply = table.submit(Correct(id="c", line=table.last_seq, answer=Readied()))
    assert isinstance(reply, Refused)
    assert reply.code == "not_an_answer"


def test_a_tracker_set_by_hand_is_logged_with_its_reason_and_lists_the_pieces_to_move(
    table: Table,
) -> None:
    handle = table.reading(lambda live: next(h for h in live.handles() if "damage" in h["id"]))
    assert isinstance(
        table.submit(Adjust(id="a", handle=handle["id"], to=3, reason="knocked over")), Accepted
    )
    face = table.snapshot()
    assert face is not None
    assert face.log[-1].says[0].values["reason"] == "knocked over"
    assert len(face.moves) >= 1
    history = table.reading(lambda live: value_told(live, handle["id"]))
    assert history[-1][2] == 3


def test_an_option_can_be_set_and_a_wrong_one_is_refused(table: Table) -> None:
    wrong = table.submit(Set(id="s", option="no such option", to="x"))
    assert isinstance(wrong, Refused)
    spec = next(
        spec
        for spec in table.reading(lambda live: live.game.options)
        if spec.live and len(spec.values) > 1
    )
    assert isinstance(table.submit(Set(id="t", option=spec.name, to=spec.values[1])), Accepted)


def test_many_games_are_kept_and_one_is_live(open_table: Callable[[], Table], table: Table) -> None:
    play_on(table, 5)
    first, before = table.journals.held.number, live_hash(table)
    second = table.begin(
        "spell_from_the_future",
        tuple(Seat(c, colour=c) for c in ("red", "blue", "green", "yellow")),
    )
    play_on(table, 2, prefix="second")
    table.resume(first)
    assert (table.journals.held.number, live_hash(table)) == (first, before)
    assert [game["number"] for game in table.journals.own.kept()] == [second, first]
    table.leave()
    assert table.snapshot() is None
    table.stop()
    assert open_table().snapshot() is None


def test_a_wrong_start_leaves_the_game_before_on_the_table(table: Table) -> None:
    number = table.journals.held.number
    with pytest.raises(RuleError):
        table.begin("spell_from_the_future", (Seat("red", colour="red"),))
    assert table.journals.held.number == number
    play_on(table, 1)


def test_a_disk_that_cannot_be_written_refuses_and_loses_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_on(table, 3)
    before = live_hash(table)

    def full() -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(table.journals.held.journal, "writing", full)
        reply = table.submit(next_answer(table, random.Random(9), "during"))
    assert isinstance(reply, Refused)
    assert reply.code == "disk"
    assert live_hash(table) == before
    play_on(table, 3, prefix="after")


def test_intents_from_many_devices_are_neither_lost_nor_doubled(table: Table) -> None:
    accepted: dict[str, int] = {}
    lock = threading.Lock()

    def device(name: int) -> None:
        chance = random.Random(name)
        for number in range(60):
            state, outcome = table.reading(lambda live: (live.state, live.game.outcome(live.state)))
            if outcome is not None:
                table.submit(Undo(id=f"{name}:{number}:back"))
                continue
            answer = next_answer(table, chance, f"{name}:{number}", state)
            replies = [table.submit(answer) for _ in range(1 + (number % 3 == 0))]
            numbers = {reply.seq for reply in replies if isinstance(reply, Accepted | Duplicate)}
            assert len(numbers) <= 1
            with lock:
                accepted.update((answer.id, seq) for seq in numbers)

    devices = [threading.Thread(target=device, args=(name,)) for name in range(8)]
    for thread in devices:
        thread.start()
    for thread in devices:
        thread.join()
    lines = table.journals.held.journal.lines(table.journals.held.number)
    written = {row.intent: row.seq for row in lines if not row.intent.endswith("back")}
    assert written == accepted
    assert len(accepted) > 60


def test_a_tap_for_a_question_the_camera_has_just_answered_says_so_and_how_to_undo_it(
    table: Table,
) -> None:
    play_on(table, 3)
    live, chance = table.live, random.Random(5)
    assert live is not None
    for number in range(40):  # until an answer has left a word in the log
        seen = next_answer(table, chance, f"eye{number}")
        camera = Answer(
            id=seen.id, device="camera", ask=seen.ask, answer=seen.answer, seat=seen.seat
        )
        reply = table.submit(camera)
        if isinstance(reply, Accepted) and any(
            line.seq == reply.seq for line in live.log() if line.says
        ):
            break
    assert isinstance(reply, Accepted)
    before = live_hash(table)
    late = table.submit(Answer(id="finger", device="tablet", ask=seen.ask, answer=seen.answer))
    assert isinstance(late, Refused)
    assert (late.code, late.say.key) == ("not_asked", "kit.refused.was_first.camera")
    assert (late.line, live_hash(table)) == (reply.seq, before)
    again = table.submit(Answer(id="eye", device="camera", ask=seen.ask, answer=seen.answer))
    assert isinstance(again, Refused)
    assert again.say.key == "kit.refused.was_first.camera"
    assert isinstance(table.submit(Undo(id="back", line=late.line)), Accepted)
