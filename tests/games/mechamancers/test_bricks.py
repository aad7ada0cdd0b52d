"""Small parts by themselves, at their edges."""

import msgspec
import pytest

from companion.games.mechamancers import state
from companion.games.mechamancers.pack import cards
from companion.games.mechamancers.rules.damage import heal
from companion.games.mechamancers.rules.figures import in_pile
from companion.games.mechamancers.rules.goods import move_vp
from companion.kit.story import Story
from tests.games.mechamancers.table import Table


@pytest.mark.parametrize("module", [cards, state])
def test_everything_stored_is_frozen(module: object) -> None:
    kinds = [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    ]
    assert len(kinds) > 5
    assert all(kind.__struct_config__.frozen for kind in kinds)


def test_healing_what_is_whole_or_gone_tells_nothing() -> None:
    table = Table(field={"ann": {2: ("wall", 1)}})
    story = Story(table.state)
    heal(story, ["ann:1", "ann:5"], 1)
    assert (story.events, story.state) == ([], table.state)
    heal(story, ["ann:2"], 0)
    assert story.events == []


def test_what_can_be_drawn_counts_the_discard_only_if_it_is_shuffled_in() -> None:
    for rule, number in (("reshuffle", 5), ("skip", 2)):
        table = Table(options={"empty_pile": rule}, pile={"attack": 2}, discard={"attack": 3})
        assert in_pile(table.state, "attack") == number
        assert in_pile(table.state, "unique") is None


def test_what_is_left_out_is_nothing() -> None:
    assert (state.Proposal("turned", "ann"), state.Mech()) == (
        state.Proposal("turned", "ann", "", 0, 0, 0),
        state.Mech("empty", 0, 0, 0, False, False, ()),
    )
    assert state.Question("foe", "ann") == state.Question("foe", "ann", 1, (), "", "", "")
    assert state.Lasting("skip", "turn") == state.Lasting("skip", "turn", 0, "")
    assert state.Player(7, 2, {}, {}) == state.Player(
        7, 2, {}, {}, "", 0, 0, {}, {}, False, {}, (), "playing"
    )
    fresh = Table("SU1").state
    assert (fresh.round, fresh.final_round, fresh.unnamed_attacks, fresh.chain, fresh.asked) == (
        1,
        False,
        0,
        0,
        0,
    )


def test_points_do_not_move_to_oneself_or_out_of_nothing() -> None:
    table = Table(players={"ben": {"vp": 0}}, vp_supply=7)
    story = Story(table.state)
    assert (
        move_vp(story, "ann", "ann", 2),
        move_vp(story, "ben", "ann", 2),
        move_vp(story, "ann", "ben", 0),
    ) == (
        0,
        0,
        0,
    )
    assert story.events == []
    assert move_vp(story, "ann", "ben", 9) == 7
