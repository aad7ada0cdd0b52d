"""What is asked of every game at a table of so many players. Each check yields what is wrong, one
sentence each; none: it passes.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from companion import games
from companion.exam.played import Played, one_game, played
from companion.kit.asks import Ready
from companion.kit.events import fold, to_plain
from companion.kit.intents import Adjust, Answer, Correct, Readied, Redo, Undo
from companion.kit.play import adjusted, answered, value_at
from companion.kit.position import arranged, position_of
from companion.kit.story import RuleError
from companion.kit.trackers import Abacus, Counter, Gauge
from companion.play import submit
from companion.simulate import simulate
from companion.table.live_game import LiveGame, state_hash
from companion.table.number_history import number_told

ENOUGH = 2500  # answers: a large game is played once, a small one several times
TIMES = 5  # that something is tried at another moment
Findings = Iterator[str]
Check = Callable[[str, int], Findings]


def some_of(told: Played, many: int) -> list[Any]:
    """So many states of a whole game, from its start on."""
    return told.states[:: max(1, len(told.states) // many)]


def it_ends_and_keeps_every_invariant(game_id: str, players: int) -> Findings:
    answers = 0
    for seed in range(6):
        tally = simulate(games.find(game_id), 1, seed=seed, players=players, illegal=0.05)
        yield from (f"{name} does not hold after a random answer" for name in tally.broken)
        if tally.finished < 1:
            yield f"a game by chance (seed {seed}) does not end, or nobody can go on"
        answers += tally.answers
        if answers > ENOUGH:
            break


def replay_equals_play(game_id: str, players: int) -> Findings:
    told = one_game(game_id, players)
    back = told.read_back()
    if state_hash(back.state) != state_hash(told.live.state):
        yield "a game read back from its journal differs from the game played"
    if [line.seq for line in back.lines] != [line.seq for line in told.live.lines]:
        yield "a game read back from its journal has other lines"


def events_fold_to_every_state(game_id: str, players: int) -> Findings:
    told, chance = one_game(game_id, players), random.Random(3)
    for at in sorted(chance.sample(range(len(told.rows)), min(40, len(told.rows)))):
        if fold(told.states[at], told.live.lines[at].events) != told.states[at + 1]:
            yield f"the events of line {at + 1} do not lead to its state"


def large_numbers(live: LiveGame, at: int) -> dict[str, int]:
    trackers = live.game.view(live.state_at(at), None).trackers
    return {
        one.id: one.value
        for one in trackers
        if isinstance(one, Counter | Gauge | Abacus) and one.size == 2
    }


def every_large_number_tells_how_it_came_about(game_id: str, players: int) -> Findings:
    live = one_game(game_id, players).live
    at_first, numbers = (large_numbers(live, at) for at in (0, len(live.lines)))
    if not numbers:
        yield "no number is large (size=2): nothing can be read from across the room"
    for key, value in numbers.items():
        told = number_told(live, key)
        if not all(why for _, why, _ in told):
            yield f"a change of {key} has no reason"
        if at_first.get(key, value) != value and (not told or told[-1][2] != value):
            yield f"the history of {key} does not lead to what it is"
        if told and number_told(live, key, told[-1][0]) != ():
            yield f"the history of {key} tells a change twice"


def undo_restores_exactly_and_redo_returns(game_id: str, players: int) -> Findings:
    told = one_game(game_id, players)
    for seed in range(TIMES):
        live, chance = told.read_back(), random.Random(seed)
        line = chance.randrange(1, len(told.rows) + 1)
        submit(live, Undo(id="undo", line=line))
        if live.state != told.states[line - 1]:
            yield f"undoing line {line} does not restore the state before it"
        submit(live, Redo(id="redo", line=len(told.rows)))
        if live.state != told.states[-1]:
            yield f"redo after undoing line {line} does not return to the end"


def correct_equals_having_answered_rightly(game_id: str, players: int) -> Findings:
    told = one_game(game_id, players)
    for seed in range(TIMES):
        live, chance = told.read_back(), random.Random(seed)
        index = chance.randrange(max(0, len(told.rows) - 60), len(told.rows))
        line = live.lines[index]
        right = _another_answer(told, index, chance)
        submit(live, Correct(id="correct", line=line.seq, answer=right, confirmed=True))
        if live.state != _by_hand(told, index, right):
            yield f"correcting line {line.seq} is not as if it had been answered so"
        submit(live, Undo(id="undo"))
        if live.state != told.states[-1]:
            yield f"a corrected line {line.seq} cannot be taken back"


def _another_answer(told: Played, index: int, chance: random.Random) -> Any:
    """A different legal answer to the same ask if one is found soon, else the same again."""
    intent, state = told.live.lines[index].intent, told.states[index]
    assert isinstance(intent, Answer)
    ask = next(ask for ask in told.game.asks(state) if ask.id == intent.ask)
    for _ in range(10):
        value = told.game.answer_like_a_player(state, ask, chance)
        try:
            answered(told.game, state, replace(intent, answer=value))
        except RuleError:
            continue
        if value != intent.answer:
            return value
    return intent.answer


def _by_hand(told: Played, index: int, right: Any) -> Any:
    """The same later answers one by one, as long as they are accepted; what only confirms is given
    or left out.
    """
    first, *later = [line.intent for line in told.live.lines[index:]]
    assert isinstance(first, Answer)
    state = answered(told.game, told.states[index], replace(first, answer=right)).state
    for intent in later:
        assert isinstance(intent, Answer)
        reached = _press_on(told.game, state, intent.ask)
        if reached is None and isinstance(intent.answer, Readied):
            continue
        try:
            after = answered(told.game, reached or state, replace(intent, force="kept"))
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
        ready = Answer(id="p", ask=must[0].id, answer=Readied(), seat=(seats or [None])[0])
        state = answered(game, state, ready).state
    return None


def an_answered_ask_is_gone(game_id: str, players: int) -> Findings:
    told = one_game(game_id, players)
    for line, after in zip(told.live.lines, told.states[1:], strict=True):
        assert isinstance(line.intent, Answer)
        still = next((ask for ask in told.game.asks(after) if ask.id == line.intent.ask), None)
        if still is not None and not isinstance(still, Ready):
            yield f"{line.intent.ask} is still open after it was answered: its id must change"
            return


def a_view_shows_nothing_its_seat_does_not_know(game_id: str, players: int) -> Findings:
    told = one_game(game_id, players)
    for state in some_of(told, 25):
        for seat in (None, *(seat.id for seat in state.seats)):
            known = told.game.known_to(state, seat)
            if told.game.view(state, seat) != told.game.view(known, seat):
                yield f"the view of {seat or 'a spectator'} shows what it does not know"
                return


def views_are_plain_data_and_ids_are_unique(game_id: str, players: int) -> Findings:
    told = one_game(game_id, players)
    for state in some_of(told, 25):
        view = told.game.view(state, state.seats[0].id)
        msgspec.json.encode(view)
        for ids in ([t.id for t in view.trackers], [ask.id for ask in told.game.asks(state)]):
            if len(set(ids)) != len(ids):
                yield f"an id stands twice: {', '.join(ids)}"
                return


def every_tracker_can_be_adjusted(game_id: str, players: int) -> Findings:
    told = one_game(game_id, players)
    for state in some_of(told, 8):
        handles = {handle.id: handle for handle in told.game.handles(state)}
        named = {t.handle for t in told.game.view(state, None).trackers if t.handle is not None}
        yield from (f"no handle {one}, which a tracker names" for one in named - {*handles})
        for handle in handles.values():
            same = {"to": value_at(state, handle.path), "reason": "same", "confirmed": True}
            if adjusted(told.game, state, Adjust(id="a", handle=handle.id, **same)).state != state:
                yield f"setting {handle.id} to what it is changes something"


def any_position_can_be_set_up_again(game_id: str, players: int) -> Findings:
    told = one_game(game_id, players)
    for state in some_of(told, 12):
        yield from _set_up_again(told, state)


def _set_up_again(told: Played, state: Any) -> Findings:
    game, start = told.game, told.start
    position = msgspec.json.decode(msgspec.json.encode(position_of(game, state)))
    try:
        again = arranged(game, start.options, start.seats, start.pack, position)
    except RuleError as refusal:
        yield f"a position of the game itself is refused: {refusal} {refusal.say.values}"
        return
    viewers = (None, *(one.id for one in state.seats))
    if again != state or any(game.view(again, one) != game.view(state, one) for one in viewers):
        yield f"a position set up again differs: {', '.join(position)}"
    if game.asks(again) != game.asks(state):
        yield "a position set up again asks something else"
    if msgspec.json.decode(msgspec.json.encode(position_of(game, again))) != position:
        yield "a position set up again is written otherwise"


def a_wrong_position_is_refused_and_named(game_id: str, players: int) -> Findings:
    told = one_game(game_id, players)
    wrong = f"{told.start.step}x"
    refusal = _refusal(told, {"step": wrong})
    if refusal is None or refusal.say.values.get("path") != "step" or refusal.hint is None:
        yield f"a step {wrong!r} that does not exist is not refused by its name"
    refusal = _refusal(told, {"no such word": 1})
    if refusal is None or refusal.code != "bad_position":
        yield "a word that no position has is not refused"
    for name in _maps_of_structs(told.start):
        seat = next(iter(getattr(told.start, name)))
        refusal = _refusal(told, {name: {seat: {"misspelt": 1}}})
        if refusal is None or "misspelt" not in str(refusal.say.values.get("what")):
            yield f"a misspelt word in {name} is not refused by its name"


def _refusal(told: Played, position: dict[str, Any]) -> RuleError | None:
    start = told.start
    try:
        arranged(told.game, start.options, start.seats, start.pack, position)
    except RuleError as refusal:
        return refusal
    return None


def _maps_of_structs(state: Any) -> list[str]:
    held = {name: getattr(state, name) for name in to_plain(state)}
    maps = {name: value for name, value in held.items() if isinstance(value, dict) and value}
    return [
        name
        for name, value in maps.items()
        if isinstance(next(iter(value.values())), msgspec.Struct)
    ]


def where_every_piece_is_can_be_told(game_id: str, players: int) -> Findings:
    told = one_game(game_id, players)
    if not all(told.game.where(state) for state in some_of(told, 12)):
        yield "where the pieces should be is not told: nobody can set the table right after an undo"


def another_seed_is_another_game(game_id: str, players: int) -> Findings:
    one, other = (played(game_id, players, seed, most=30).states[-1] for seed in (2, 3))
    if one == other:
        yield "two games by different chance come out the same"


CHECKS: tuple[Check, ...] = (
    it_ends_and_keeps_every_invariant,
    replay_equals_play,
    events_fold_to_every_state,
    every_large_number_tells_how_it_came_about,
    undo_restores_exactly_and_redo_returns,
    correct_equals_having_answered_rightly,
    an_answered_ask_is_gone,
    a_view_shows_nothing_its_seat_does_not_know,
    views_are_plain_data_and_ids_are_unique,
    every_tracker_can_be_adjusted,
    any_position_can_be_set_up_again,
    a_wrong_position_is_refused_and_named,
    where_every_piece_is_can_be_told,
    another_seed_is_another_game,
)
