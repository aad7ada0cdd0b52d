"""Only what came after the question answers it, through the whole house with the virtual lens. The
long run is `python -m tests.service.arrival_games`; here a few short games, and the negative
control: with arrival switched off a card left from before is taken as drawn.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.kit.asks import Show
from companion.kit.intents import Redo, Shown, Undo
from companion.kit.seats import Seat
from companion.service.virtual.taught import teach
from tests.service.arrival_games import play, without_arrival
from tests.service.arrival_table import Figures, RandomTable

ENOUGH = 24  # frames: a card that has come is learned, read and taken within these


@pytest.fixture
def random_table(tmp_path: Path) -> Iterator[RandomTable]:
    made = RandomTable(tmp_path, Figures())
    yield made
    made.house.close()


def drawn_card(game: RandomTable) -> Show:
    """Spell Saga, up to where one card is to be drawn."""
    game.house.table.begin("spell_saga", (Seat("red", colour="red"),))
    for _ in range(200):
        answer = game.next_answer()
        assert answer is not None
        ask = game.open_ask(answer.ask)
        if isinstance(ask, Show) and ask.least == ask.most == 1 and game.can_lay(ask.id):
            return ask
        game.submit(answer)
    raise AssertionError("no card was to be drawn")


def legal_cards(game: RandomTable, ask: Show) -> tuple[str, str]:
    """Two different cards that the rules would let be drawn."""
    live, found = game.house.table.live, list[str]()
    assert live is not None
    while len(found) < 2:
        value = live.game.answer_like_a_player(live.state, ask, game.chance)
        assert isinstance(value, Shown)
        found += [card.id for card in value.cards if card.id not in found]
    return found[0], found[1]


def know_them(game: RandomTable, ask: Show, cards: tuple[str, ...]) -> None:
    """The eye has been taught these and a few more: a whole deck takes its time."""
    known = [card for card in ask.known if card.id in cards]
    few = msgspec.structs.replace(ask, known=(*known, *ask.known[:10]))
    teach(game.folder / "taught" / "spell_saga", (few,), {})


def spot(game: RandomTable, ask: Show) -> dict[str, float]:
    """Its place, whether it is asked for now or not."""
    stage = game.house.stand.surface.staged()
    place = stage.ground.place_of(ask)
    assert place is not None
    x, y, wide, high = stage.layout.areas()[place].box_mm
    ((right, down),) = stage.seen(((x + wide / 2, y + high / 2),))
    return {"x": right, "y": down}


def camera_answers(game: RandomTable) -> int:
    return game.figures.total("camera")


def leave_a_card_and_ask_for_one(game: RandomTable) -> Show:
    """One lies in the place when it is asked for, another beside the mats."""
    ask = drawn_card(game)
    left, other = legal_cards(game, ask)
    know_them(game, ask, (left, other))
    game.submit(Undo(id="back"))
    game.house.hear(do="put", kind="card", look=other, x=0.0, y=1.0)
    game.house.hear(do="put", kind="card", look=left, **spot(game, ask))
    game.turn(4)
    game.submit(Redo(id="on"))
    game.turn(ENOUGH)
    return ask


def test_a_card_that_lay_there_before_answers_nothing_and_one_that_comes_does(
    random_table: RandomTable,
) -> None:
    ask = leave_a_card_and_ask_for_one(random_table)
    assert camera_answers(random_table) == 0
    other = next(iter(random_table.house.stand.surface.pieces))
    random_table.house.hear(do="move", id=other, **spot(random_table, ask))
    random_table.turn(ENOUGH)
    assert (camera_answers(random_table), random_table.figures.wrong) == (1, [])


def test_with_arrival_switched_off_the_card_left_from_before_is_taken_as_drawn(
    random_table: RandomTable,
) -> None:
    with without_arrival():
        leave_a_card_and_ask_for_one(random_table)
    assert camera_answers(random_table) == 1
    assert len(random_table.figures.wrong) == 1


def test_in_a_short_random_game_no_answer_comes_from_nobody() -> None:
    figures = play(range(1, 2), names=("runika",), steps=1)
    assert (figures.total("games"), figures.wrong) == (1, [])
