"""What the tablet draws, and what must always hold."""

from typing import Any

import pytest

from companion.games.mechamancers.invariants import broken
from companion.kit.position import arranged
from companion.kit.say import say
from companion.kit.story import RuleError
from companion.languages import SOURCE
from companion.texts import sentence
from tests.games.mechamancers.table import Table, event
from tests.games.tables import invariants_named

FULL: Any = {"ann": {2: ("twinblade", 1), 3: "wall"}, "ben": {2: ("citadel", 3)}}
ROLES: Any = {
    "ann": {"role": "quirk", "base_shield_now": 1, "shield_left": {"ben": 1}},
    "ben": {"role": "warlock", "base_shield_now": 2, "shield_left": {"ann": 1}},
}


@pytest.mark.rule("MM-130", "MM-132", "MM-006", "MM-009")
def test_mechs_are_drawn_as_they_lie_with_their_numbers() -> None:
    table = Table(field=FULL, players=ROLES)
    faces = {face.slot: face for face in table.tracker("field:ann").cards}
    assert (faces["2"].turn, faces["2"].figures) == (
        3,
        (("health", "1/2"), ("swords", "1/1"), ("damage", 1)),
    )
    assert (faces["3"].turn, faces["3"].glyph, faces["3"].figures) == (
        0,
        "shield",
        (("health", "2/2"),),
    )
    assert faces["3"].glyph_say.key == "mm.word.blocks"
    assert (faces["2"].glyph, faces["2"].badge, faces["1"].badge, faces["2"].handle) == (
        "sword",
        "A",
        "B",
        "d:ann:2",
    )
    assert table.tracker("field:ann").slots == 6
    assert table.tracker("field:ben").cards[1].turn == 1
    table.attack(2, "ben:1")
    assert table.tracker("field:ben").cards[0].mark.key == "mm.note.turn"


@pytest.mark.rule("MM-008")
def test_each_player_has_points_mana_hand_role_and_base() -> None:
    players: Any = {**ROLES, "ann": {**ROLES["ann"], "hand": {"attack": 6, "unique": 2}}}
    table = Table("T2", players=players)
    vp = table.tracker("vp:ann")
    assert (vp.value, vp.size, vp.counts) == (7, 2, True)
    hand = table.tracker("hand:ann").cards
    assert [card.mark is not None for card in hand] == [False] * 7 + [True]
    assert [card.colour for card in hand[5:7]] == ["red", "purple"]
    assert not any(card.face_up for card in hand)
    role = table.tracker("role:ann").cards[0]
    assert role.figures == (("order", 1), ("mana", 3), ("shield", 1))
    assert [line.key for line in role.lines] == ["mm.note.draws", "mm.privilege.event_peek"]
    draws = role.lines[0].values["what"]
    assert (draws.key, draws.values["n"], [kind.key for kind in draws.values["types"]]) == (
        "mm.draws",
        1,
        ["mm.type.attack", "mm.type.unique"],
    )
    anything = Table("T2", players={"ann": {"role": "cabalist"}}).tracker("role:ann").cards[0]
    assert (anything.lines[0].values["what"].key, anything.lines[0].values["what"].values) == (
        "mm.draws_any",
        {"n": 3},
    )
    against = table.tracker("base:ben")
    assert (against.value, against.most, against.handle, against.note.key) == (
        1,
        2,
        "shield:ben:ann",
        "mm.note.guarded",
    )
    own = table.tracker("base:ann")
    assert (own.value, own.handle) == (1, None)
    bare = Table(field={"ben": {1: "empty"}}, players=ROLES)
    assert bare.tracker("base:ben").note.key == "mm.note.open"


@pytest.mark.rule("MM-023", "MM-170")
def test_the_table_shows_round_events_order_and_direction() -> None:
    table = Table("P2", round=2, event_pile=5)
    rounds = table.tracker("rounds")
    assert [step.mark for step in rounds.steps] == [""] * 6 + [say("mm.word.last")]
    assert (rounds.at, rounds.steps[0].state, rounds.steps[1].state) == ("2", "done", "")
    assert table.tracker("events").count == 5
    assert [line.key for line in table.tracker("notes").lines] == ["mm.note.pledge_direction"]
    playing = Table(
        "T3",
        "ann",
        "ann ben cho",
        players={**ROLES, "cho": {"role": "ruler"}},
        acted=["cho"],
        turn_order=["cho", "ann", "ben"],
    )
    turns = playing.tracker("order").turns
    assert [(turn.seat, turn.state, turn.badge) for turn in turns] == [
        ("cho", "done", "3"),
        ("ann", "now", "1"),
        ("ben", "waiting", "5"),
    ]
    assert [card.faded for card in playing.tracker("roles").cards] == [True, True]
    last = Table("T3", round=7, event_pile=0, final_round=True, players=ROLES)
    assert last.tracker("rounds").steps[-1].id == "7"
    assert "mm.note.last_round" in [line.key for line in last.tracker("notes").lines]


def test_the_last_round_is_foreseen() -> None:
    resolved = Table("E1", pack={"events": [event({"do": "manual", "text": "-"})]})
    resolved.show("E1", "happening")
    assert len(resolved.tracker("rounds").steps) == 7
    short = Table("P2", round=1, event_pile=6, options={"end_timing": "at_once"})
    assert len(short.tracker("rounds").steps) == 6


@pytest.mark.rule("MM-053", "MM-018")
def test_private_moments_are_closed_to_the_camera() -> None:
    quirk = Table("T2", players={"ann": {"role": "quirk"}})
    assert quirk.live.game.view(quirk.state, None).closed == ("hand:ann", "hand:ben", "event")
    ruler = Table("T2", players={"ann": {"role": "ruler"}})
    assert ruler.live.game.view(ruler.state, None).closed == ("hand:ann", "hand:ben")


def test_at_the_end_the_course_of_points_is_shown() -> None:
    table = Table(
        "T4", round=7, event_pile=0, final_round=True, acted=["ben"], course=[[7, 7], [5, 9]]
    )
    table.choose("T4", "done")
    sheet = table.tracker("course")
    assert [[cell[0].count for cell in row.cells] for row in sheet.rows] == [[7, 7], [5, 9], [7, 7]]
    assert table.live.game.view(table.state, None).headline.key == "mm.head.G1"


@pytest.mark.rule("MM-C10")
def test_where_everything_should_be() -> None:
    table = Table(field=FULL, players=ROLES)
    where = table.live.game.where(table.state)
    assert (where["field:ann:2"].key, where["field:ann:2"].values["quarter"]) == (
        "mm.where.mech",
        1,
    )
    assert where["field:ann:4"].key == "mm.where.empty"
    assert (
        where["vp:ben"].values["n"],
        where["mana:ann"].values["n"],
        where["events"].values["n"],
    ) == (7, 2, 6)
    assert where["role:ann"].values["role"] == "The Quirk (The Foreseer)"
    assert where["hand:ann:attack"].values["n"] == 0
    assert "pile:attack" not in where


@pytest.mark.rule("MM-074")
def test_a_place_that_no_field_has_is_refused_by_its_name() -> None:
    table = Table("SU1")
    game, start = table.live.game, table.state
    position = {"players": {"ann": {"field": {"7": {"card": "wall"}}}}}
    with pytest.raises(RuleError) as refused:
        arranged(game, start.options, start.seats, start.pack, position)
    assert refused.value.say.values == {"path": "players.ann.field", "value": "7"}


@pytest.mark.rule("MM-074", "MM-142", "MM-111")
@pytest.mark.parametrize(
    ("position", "name"),
    [
        ({"vp_supply": 1}, "vp_sum"),
        ({"event_pile": -1}, "event_pile"),
        ({"event_pile": 100}, "event_pile"),
        ({"players": {"ann": {"role": "quirk"}, "ben": {"role": "quirk"}}}, "roles"),
        ({"players": {"ann": {"mana": -1}}}, "negative"),
        ({"players": {"ann": {"vp": -1}}, "vp_supply": 8}, "negative"),
        ({"players": {"ann": {"hand": {"attack": -1}}}}, "negative"),
        ({"players": {"ann": {"hand": {"attack": 8}}}}, "hand"),
        ({"players": {"ann": {"field": {"2": {"card": "wall", "d": 2}}}}}, "damage"),
        ({"players": {"ann": {"field": {"2": {"card": "wall", "d": -1}}}}}, "damage"),
        ({"players": {"ann": {"field": {"2": {"d": 1}}}}}, "damage"),
        ({"players": {"ann": {"base_shield_now": 1, "shield_left": {"ben": 2}}}}, "shield"),
        ({"players": {"ann": {"shield_left": {"ben": -1}}}}, "shield"),
        ({"players": {"ann": {"hand": {"bulwark": 1}}}}, "bulwarks"),
        ({"players": {"ann": {"field": {"2": {"card": "bulwark"}}}}}, "bulwarks"),
        ({"discard": {"attack": -1}}, "piles"),
        ({"step": "T3"}, "step"),
        ({"step": "T2", "current": "ann", "turn_order": ["ann", "ben"]}, "step"),
        ({"step": "P2", "first_picker": ""}, "step"),
    ],
)
def test_a_position_that_cannot_be_is_refused(position: dict[str, Any], name: str) -> None:
    table = Table("SU1")
    game, start = table.live.game, table.state
    with pytest.raises(RuleError) as refused:
        arranged(game, start.options, start.seats, start.pack, position)
    assert invariants_named(refused.value) == (name,)


def test_a_pledge_begins_with_the_first_picker_where_nobody_else_is_named() -> None:
    table = Table("SU1")
    game, start = table.live.game, table.state
    position = {"step": "P2", "first_picker": "ben"}
    state = arranged(game, start.options, start.seats, start.pack, position)
    assert state.picker == "ben"


def test_sound_positions_are_accepted() -> None:
    assert broken(Table(field=FULL, players=ROLES).state) == ()
    eight: Any = {"ann": {"role": "quirk", "hand": {"attack": 8}}}
    assert broken(Table("T2", players=eight).state) == ()
    due = [{"kind": "discard", "seat": "ann", "n": 1}]
    assert broken(Table("T3", players=eight, questions=due).state) == ()


@pytest.mark.parametrize(
    ("position", "path"),
    [
        ({"players": {"ann": {"role": "quirc"}}}, "players.ann.role"),
        ({"players": {"ann": {"field": {"2": {"card": "wal"}}}}}, "players.ann.field.2.card"),
        ({"step": "P2", "picker": "zoe"}, "picker"),
    ],
)
def test_a_position_that_names_what_does_not_exist_is_refused_with_its_place(
    position: dict[str, Any], path: str
) -> None:
    start = Table("SU1")
    with pytest.raises(RuleError) as refused:
        arranged(
            start.live.game, start.state.options, start.state.seats, start.state.pack, position
        )
    assert refused.value.say.values["path"] == path


def test_what_holds_for_a_while_is_noted_in_words_with_the_sign_of_its_number() -> None:
    lasting = [
        {"what": "pierce", "until": "next_attack", "part": "base_shield"},
        {"what": "cost", "until": "round", "n": -1, "part": "attack"},
        {"what": "skip", "until": "round", "part": "combat"},
        {"what": "shield", "until": "round", "n": 2},
    ]
    table = Table("T3", players={**ROLES, "ann": {**ROLES["ann"], "lasting": lasting}})
    notes = [sentence(line, SOURCE, {"ann": "Ann"}) for line in table.tracker("notes").lines]
    assert notes == [
        "Attacks of Ann pass by the base shield",
        "Mechs of type attack cost Ann -1 mana",
        "Ann passes over the combat phase",
        "Base shield of Ann: +2",
    ]
