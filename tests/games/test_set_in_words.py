"""What somebody sets by hand is told in the table's words: dice, cards and places by name."""

import pytest

from companion import games
from companion.kit.intents import Adjust
from companion.kit.play import adjusted
from companion.languages import LANGUAGES
from companion.simulate import set_up
from companion.texts import sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game_id", "handle", "to"),
    [
        ("runika", "red.grid.1,1", "Fp"),
        ("mechamancers", "card:red:2", "wall"),
        ("world_adventure", "monster_x:8", "china.5"),
    ],
)
def test_a_value_set_by_hand_is_told_in_words(
    game_id: str, handle: str, to: str, language: str
) -> None:
    game = games.find(game_id)
    adjust = Adjust(id="1", handle=handle, to=to, reason="seen", confirmed=True)
    story = adjusted(game, set_up(game, game.seats[0]), adjust)
    assert story.events[0].why is not None
    told = sentence(story.events[0].why, language, {})
    assert to not in told.replace(",", " ").split()
    assert ".." not in told
