"""What follows from a typed state alone: set-up, handles, trackers, scores, bounds, places."""

from typing import Annotated, Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.kit.asks import Ask, Choose, Option
from companion.kit.intents import Adjust, Answer, Chosen
from companion.kit.play import adjusted, what_must_hold
from companion.kit.position import arranged, position_of
from companion.kit.say import say
from companion.kit.seats import Seat, with_player
from companion.kit.steps import PlainStep, Reply, Step
from companion.kit.story import RuleError, Story
from companion.kit.trackers import Counter
from companion.kit.usual import TurnState, ask_id, next_turn, usual_game


class Sailor(msgspec.Struct, frozen=True):
    fish: int = 0
    boats: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1


class Sea(TurnState, frozen=True, kw_only=True):
    players: dict[str, Sailor]
    storm: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0


def ask(state: Sea, _step: PlainStep) -> tuple[Ask, ...]:
    options = (Option("fish", say("x.fish")), Option("pass", say("x.pass")))
    return (Choose(id=ask_id(state), say=say("x.ask"), seats=(state.turn,), options=options),)


def take(story: Story[Sea], _step: PlainStep, reply: Reply) -> None:
    state = story.state
    if reply.choice == "pass":
        return story.keep(next_turn(state, "sail"))
    caught = state.players[state.turn].fish + 1
    return story.keep(with_player(state, state.turn, fish=caught))


GAME = usual_game(
    id="sea",
    prefix="x",
    title="Sea",
    seats=(2, 3),
    state=Sea,
    steps={"sail": Step(ask, take)},
    is_over=lambda state: state.round > 2,
)
SEATS = (Seat("red", colour="red"), Seat("blue", colour="blue"))


def begun(position: dict[str, Any] | None = None) -> Sea:
    return arranged(GAME, {}, SEATS, None, position)


def after(state: Sea, *choices: str) -> Sea:
    for choice in choices:
        (asked,) = GAME.asks(state)
        answer = Answer(id="a", ask=asked.id, answer=Chosen((choice,)))
        state = GAME.decide(state, answer).state
    return state


def test_set_up_gives_everybody_a_player_and_the_first_seat_the_turn() -> None:
    state = begun()
    assert state.players == {"red": Sailor(), "blue": Sailor()}
    assert (state.turn, state.step, state.round) == ("red", "sail", 1)


def test_a_table_with_too_many_people_is_refused() -> None:
    with pytest.raises(RuleError) as refusal:
        GAME.setup({}, SEATS * 2, None)
    assert refusal.value.code == "wrong_seats"


def test_no_two_questions_have_the_same_id_and_a_later_turn_keeps_its_own() -> None:
    ids = [GAME.asks(after(begun(), *["fish"] * many))[0].id for many in range(3)]
    assert ids == ["1.red.0:sail", "1.red.1:sail", "1.red.2:sail"]
    one, two = (after(begun(), *["fish"] * many, "pass") for many in (0, 2))
    assert GAME.asks(one)[0].id == GAME.asks(two)[0].id == "1.blue.0:sail"


def test_after_the_last_seat_a_round_is_over() -> None:
    assert after(begun(), "pass", "pass").round == 2


def test_numbers_of_players_and_table_name_themselves() -> None:
    handles = {one.id: one for one in GAME.handles(begun())}
    assert set(handles) == {"storm", "fish:red", "boats:red", "fish:blue", "boats:blue"}
    assert (handles["boats:red"].least, handles["boats:red"].most) == (1, 3)
    assert handles["fish:red"].say == say("x.tracker.fish")
    trackers = {one.id: one for one in GAME.view(begun(), None).trackers}
    large = [one.id for one in trackers.values() if isinstance(one, Counter) and one.size == 2]
    assert large == ["fish:red", "fish:blue"]
    assert GAME.scores(after(begun(), "fish")) == {"red": 1, "blue": 0}


def test_a_number_is_set_by_hand_within_its_bounds() -> None:
    adjust = Adjust(id="a", handle="boats:red", to=3, reason="")
    assert adjusted(GAME, begun(), adjust).state.players["red"].boats == 3
    with pytest.raises(RuleError):
        adjusted(GAME, begun(), replace(adjust, to=4))


def test_a_number_out_of_its_bounds_does_not_hold() -> None:
    state = with_player(replace(begun(), storm=10), "blue", boats=0)
    assert GAME.broken(state) == ("number.storm", "number.boats:blue")
    said = what_must_hold(GAME, GAME.broken(state))
    assert [one.key for one in said] == ["kit.broken.number", "kit.broken.number_of"]


def test_a_position_names_what_differs_and_a_wrong_turn_is_refused() -> None:
    state = after(begun(), "fish", "pass")
    assert arranged(GAME, {}, SEATS, None, position_of(GAME, state)) == state
    with pytest.raises(RuleError) as refusal:
        begun({"turn": "bleu"})
    assert refusal.value.hint == say("kit.refused.did_you_mean", name="blue")


def test_most_of_the_first_number_wins_and_as_much_shares() -> None:
    ended = GAME.outcome(after(begun(), "fish", *["pass"] * 4))
    assert ended is not None
    assert (ended.result, ended.winners) == ("won", ("red",))
    shared = GAME.outcome(after(begun(), *["pass"] * 4))
    assert shared is not None
    assert (shared.result, shared.winners) == ("shared", ("red", "blue"))


def test_where_everything_stands_is_told_of_each_number() -> None:
    assert set(GAME.where(begun())) == {one.id for one in GAME.handles(begun())}


def test_a_state_without_players_says_what_it_needs() -> None:
    class Empty(TurnState, frozen=True, kw_only=True):
        players: dict[str, int]

    with pytest.raises(TypeError, match="players: dict"):
        usual_game(id="e", prefix="e", title="E", seats=(1, 1), state=Empty, steps={}, is_over=bool)
