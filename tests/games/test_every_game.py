"""The exam every game takes, without exemptions. Games are found by walking the folder."""

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import games
from companion.kit.asks import Ready
from companion.kit.events import fold, to_plain
from companion.kit.intents import Adjust, Answer, Correct, Readied, Redo, Undo
from companion.kit.play import adjusted, answered, value_at
from companion.kit.position import arranged, position_of
from companion.kit.story import RuleError
from companion.kit.trackers import Abacus, Counter, Gauge
from companion.simulate import simulate
from companion.table.live_game import LiveGame, state_hash
from companion.table.number_history import number_told
from tests.games.played import TABLES, Played, one_game, played

every_table = pytest.mark.parametrize(("game_id", "players"), TABLES)
ENOUGH = 2500  # answers: a large game is played once, a small one several times
few = settings(max_examples=5)


@every_table
def test_a_game_played_by_chance_ends_and_keeps_every_invariant(game_id: str, players: int) -> None:
    answers = 0
    for seed in range(6):
        tally = simulate(games.find(game_id), 1, seed=seed, players=players, illegal=0.05)
        assert tally.broken == {}
        assert tally.finished == 1
        answers += tally.answers
        if answers > ENOUGH:
            break


@every_table
def test_replay_equals_play(game_id: str, players: int) -> None:
    told = one_game(game_id, players)
    back = told.read_back()
    assert state_hash(back.state) == state_hash(told.live.state)
    assert [line.seq for line in back.lines] == [line.seq for line in told.live.lines]


@every_table
def test_folding_events_one_by_one_gives_every_state_on_the_way(game_id: str, players: int) -> None:
    told = one_game(game_id, players)
    chance = random.Random(3)
    for at in sorted(chance.sample(range(len(told.rows)), min(40, len(told.rows)))):
        assert fold(told.states[at], told.live.lines[at].events) == told.states[at + 1]


def large_numbers(live: LiveGame, at: int) -> dict[str, int]:
    trackers = live.game.view(live.state_at(at), None).trackers
    return {
        one.id: one.value
        for one in trackers
        if isinstance(one, Counter | Gauge | Abacus) and one.size == 2
    }


@every_table
def test_every_large_number_tells_how_it_came_about(game_id: str, players: int) -> None:
    live = one_game(game_id, players).live
    at_first, numbers = (large_numbers(live, at) for at in (0, len(live.lines)))
    assert numbers
    for key, value in numbers.items():
        told = number_told(live, key)
        assert all(why for _, why, _ in told)
        if at_first.get(key, value) != value:
            assert told[-1][2] == value, key
        if told:
            assert number_told(live, key, told[-1][0]) == ()


@every_table
@given(st.randoms(use_true_random=False))
@few
def test_undo_to_any_line_restores_exactly_and_redo_returns(
    game_id: str, players: int, chance: Any
) -> None:
    told = one_game(game_id, players)
    live = told.read_back()
    line = chance.randrange(1, len(told.rows) + 1)
    _enter(live, Undo(id="undo", line=line))
    assert live.state == told.states[line - 1]
    _enter(live, Redo(id="redo", line=len(told.rows)))
    assert live.state == told.states[-1]


@every_table
@given(st.randoms(use_true_random=False))
@few
def test_correct_equals_having_answered_rightly(game_id: str, players: int, chance: Any) -> None:
    told = one_game(game_id, players)
    live = told.read_back()
    index = chance.randrange(max(0, len(told.rows) - 60), len(told.rows))
    line = live.lines[index]
    assert isinstance(line.intent, Answer)
    right = _another_answer(told, index, chance)
    _enter(live, Correct(id="correct", line=line.seq, answer=right, confirmed=True))
    assert live.state == _by_hand(told, index, right)
    _enter(live, Undo(id="undo"))
    assert live.state == told.states[-1]


def _another_answer(told: Played, index: int, chance: Any) -> Any:
    """A different legal answer to the same ask if one is found soon, else the same again."""
    intent, state = told.live.lines[index].intent, told.states[index]
    ask = next(ask for ask in told.game.asks(state) if ask.id == intent.ask)
    for _ in range(10):
        value = told.game.answer_like_a_player(state, ask, chance)
        try:
            answered(told.game, state, msgspec.structs.replace(intent, answer=value))
        except RuleError:
            continue
        if value != intent.answer:
            return value
    return intent.answer


def _by_hand(told: Played, index: int, right: Any) -> Any:
    """The same later answers one by one, as long as they are accepted; what only confirms is given
    or left out.
    """
    lines = told.live.lines
    state = answered(
        told.game, told.states[index], msgspec.structs.replace(lines[index].intent, answer=right)
    ).state
    for line in lines[index + 1 :]:
        reached = _press_on(told.game, state, line.intent.ask)
        if reached is None and isinstance(line.intent.answer, Readied):
            continue
        try:
            after = answered(
                told.game, reached or state, msgspec.structs.replace(line.intent, force="kept")
            )
        except RuleError:
            break
        state = after.state
    return state


def _press_on(game: Any, state: Any, wanted: str) -> Any:
    """The state in which that is asked, if only confirmations stand before it."""
    for _ in range(40):
        asks = game.asks(state)
        if wanted in [ask.id for ask in asks]:
            return state
        must = [ask for ask in asks if not ask.optional]
        if not must or any(not isinstance(ask, Ready) for ask in asks):
            return None
        seats = [seat for seat in must[0].seats if seat not in must[0].done]
        state = answered(
            game, state, Answer(id="p", ask=must[0].id, answer=Readied(), seat=(seats or [None])[0])
        ).state
    return None


def _enter(live: LiveGame, intent: Any) -> None:
    body, state = live.consider(intent)
    live.enter(live.seq + 1, body, state=state)


@every_table
def test_an_answered_ask_is_gone(game_id: str, players: int) -> None:
    told = one_game(game_id, players)
    for line, after in zip(told.live.lines, told.states[1:], strict=True):
        still = next((ask for ask in told.game.asks(after) if ask.id == line.intent.ask), None)
        assert still is None or isinstance(still, Ready), (
            f"{line.intent.ask} is still open after {line.intent.answer}"
        )


@every_table
def test_a_view_shows_nothing_that_its_seat_does_not_know(game_id: str, players: int) -> None:
    told = one_game(game_id, players)
    for state in told.states[:: max(1, len(told.states) // 25)]:
        for seat in [None, *(seat.id for seat in state.seats)]:
            known = told.game.known_to(state, seat)
            assert told.game.view(state, seat) == told.game.view(known, seat)


@every_table
def test_views_and_asks_are_plain_data_and_ids_are_unique(game_id: str, players: int) -> None:
    told = one_game(game_id, players)
    for state in told.states[:: max(1, len(told.states) // 25)]:
        view = told.game.view(state, state.seats[0].id)
        msgspec.json.encode(view)
        for ids in ([t.id for t in view.trackers], [ask.id for ask in told.game.asks(state)]):
            assert len(set(ids)) == len(ids), ids


@every_table
def test_every_tracker_can_be_adjusted_by_hand_or_says_why_not(game_id: str, players: int) -> None:
    told = one_game(game_id, players)
    for state in told.states[:: max(1, len(told.states) // 8)]:
        handles = {handle.id: handle for handle in told.game.handles(state)}
        named = {t.handle for t in told.game.view(state, None).trackers if t.handle is not None}
        assert named <= set(handles), f"no such handles: {named - set(handles)}"
        for handle in handles.values():
            same = Adjust(
                id="a",
                handle=handle.id,
                to=value_at(state, handle.path),
                reason="same",
                confirmed=True,
            )
            assert adjusted(told.game, state, same).state == state, handle.id


@every_table
def test_any_position_can_be_written_out_and_set_up_again(game_id: str, players: int) -> None:
    told = one_game(game_id, players)
    for state in told.states[:: max(1, len(told.states) // 12)]:
        position = msgspec.json.decode(msgspec.json.encode(position_of(told.game, state)))
        again = arranged(told.game, told.start.options, told.start.seats, state.pack, position)
        assert again == state
        for seat in (None, *(one.id for one in state.seats)):
            assert told.game.view(again, seat) == told.game.view(state, seat)
        assert told.game.asks(again) == told.game.asks(state)
        twice = position_of(told.game, again)
        assert msgspec.json.decode(msgspec.json.encode(twice)) == position


@every_table
def test_a_step_that_does_not_exist_is_refused_and_the_right_one_named(
    game_id: str, players: int
) -> None:
    told = one_game(game_id, players)
    start = told.start
    with pytest.raises(RuleError) as refusal:
        arranged(told.game, start.options, start.seats, start.pack, {"step": f"{start.step}x"})
    assert refusal.value.code == "bad_position"
    assert refusal.value.say.values["path"] == "step"
    assert refusal.value.hint is not None


@every_table
def test_an_unknown_word_in_a_position_is_refused(game_id: str, players: int) -> None:
    told = one_game(game_id, players)
    with pytest.raises(RuleError) as refusal:
        arranged(
            told.game, told.start.options, told.start.seats, told.start.pack, {"no such word": 1}
        )
    assert refusal.value.code == "bad_position"


@pytest.mark.parametrize("game_id", games.ids())
def test_a_misspelt_word_deep_in_a_position_is_refused_and_named(game_id: str) -> None:
    told = one_game(game_id, games.find(game_id).seats[0])
    inner = [
        name
        for name, value in to_plain(told.start).items()
        if _is_struct_map(getattr(told.start, name))
    ]
    for name in inner:
        seat = next(iter(getattr(told.start, name)))
        with pytest.raises(RuleError) as refusal:
            arranged(
                told.game,
                told.start.options,
                told.start.seats,
                told.start.pack,
                {name: {seat: {"misspelt": 1}}},
            )
        assert "misspelt" in str(refusal.value.say.values["what"])


def _is_struct_map(value: object) -> bool:
    return (
        isinstance(value, dict)
        and bool(value)
        and isinstance(next(iter(value.values())), msgspec.Struct)
    )


@every_table
def test_where_every_piece_should_be_can_always_be_told(game_id: str, players: int) -> None:
    told = one_game(game_id, players)
    assert all(told.game.where(state) for state in told.states[:: max(1, len(told.states) // 12)])


@pytest.mark.parametrize("game_id", games.ids())
def test_another_seed_is_another_game(game_id: str) -> None:
    players = games.find(game_id).seats[0]
    assert (
        played(game_id, players, 2, most=30).states[-1]
        != played(game_id, players, 3, most=30).states[-1]
    )
