"""What a turn costs in taps does not grow unseen. `python -m tests.web.tap_table` prints it all."""

from statistics import median

import pytest

from companion.kit.asks import D6, Choose, DieWanted, Option, Roll
from companion.kit.intents import Chosen, Rolled
from companion.kit.pieces import Die
from companion.kit.say import say
from tests.web.tap_table import counted, taps

# Medians over a game by chance: a whole round of the table in the first two, one turn in the rest.
MOST = {
    "mechamancers": 80,
    "spell_from_the_future": 42,
    "runika": 28,
    "spell_saga": 7,
    "world_adventure": 9,
}
WORDS = say("x")


def test_dice_are_a_tap_each_and_one_of_a_few_is_one_tap() -> None:
    dice = Roll(id="r", say=WORDS, dice=(DieWanted(count=3),))
    assert taps(dice, Rolled(tuple(Die(face) for face in D6[:3]))) == 3
    options = (Option("a", WORDS), Option("b", WORDS))
    assert taps(Choose(id="c", say=WORDS, options=options), Chosen(("a",))) == 1
    several = Choose(id="c", say=WORDS, options=options, least=0, most=2)
    assert taps(several, Chosen(("a", "b"))) == 3


@pytest.mark.parametrize("game_id", MOST)
def test_a_turn_costs_no_more_taps_than_it_did(game_id: str) -> None:
    _, turns = counted(game_id, 0, 300)
    by_touch, with_camera, before = (median(one) for one in zip(*turns, strict=True))
    assert by_touch <= MOST[game_id]
    assert with_camera <= by_touch <= before
