"""Every word of the effect vocabulary, through abilities and events."""

from typing import Any

import pytest

from companion.kit.intents import Placed
from companion.kit.pieces import Piece
from tests.games.mechamancers.table import THREE, Table, code, gadget, happens, use, vps


def manas(table: Table) -> list[int]:
    return [player.mana for player in table.state.players.values()]


@pytest.mark.parametrize(
    ("effect", "mana"),
    [
        ({"do": "gain_mana", "n": 3}, [5, 2, 0]),
        ({"do": "lose_mana", "n": 1, "who": "each"}, [1, 1, 0]),
        ({"do": "lose_mana", "n": 5, "who": "each_foe"}, [2, 0, 0]),
        ({"do": "gain_mana", "n": 1, "who": "leader"}, [2, 3, 1]),
        ({"do": "gain_mana", "n": 1, "who": "last"}, [3, 2, 0]),
    ],
)
def test_mana_comes_from_and_goes_to_the_supply(effect: dict[str, Any], mana: list[int]) -> None:
    players = {"ann": {"vp": 5}, "ben": {"vp": 8}, "cho": {"vp": 8, "mana": 0}}
    table = use(effect, seats=THREE, players=players)
    assert manas(table) == mana
    assert sum(mana) + table.state.mana_supply == 4


@pytest.mark.parametrize(
    ("effect", "vp", "supply"),
    [
        ({"do": "gain_vp", "n": 2}, [7, 8, 8], -2),
        ({"do": "lose_vp", "n": 9, "who": "each"}, [0, 0, 0], 21),
        ({"do": "lose_vp", "n": 1, "who": "leader"}, [5, 7, 7], 2),
        ({"do": "steal_vp", "n": 2, "who": "each_foe"}, [9, 6, 6], 0),
        ({"do": "steal_vp", "n": 2, "who": "me", "to": "leader"}, [3, 10, 8], 0),
        ({"do": "steal_vp", "n": 2, "who": "me", "to": "me"}, [5, 8, 8], 0),
    ],
)
def test_victory_points_keep_their_sum(effect: dict[str, Any], vp: list[int], supply: int) -> None:
    table = use(effect, seats=THREE, players={"ann": {"vp": 5}, "ben": {"vp": 8}, "cho": {"vp": 8}})
    assert vps(table) == vp
    assert table.state.vp_supply == supply


@pytest.mark.rule("MM-151", "MM-158", "MM-159")
def test_damage_to_many_lands_together_and_uses_no_sword() -> None:
    field: Any = {"ann": {2: "lancer"}, "ben": {2: "wall", 3: "lancer"}, "cho": {2: ("rampart", 1)}}
    table = use({"do": "damage", "mechs": "foe_mech", "count": "all"}, field=field, seats=THREE)
    assert [table.mech("ben", 1).d, table.mech("ben", 2).d, table.mech("cho", 2).d] == [1, 1, 2]
    assert (
        table.mech("ben", 3).card,
        table.mech("ann", 2).attacks_made,
        table.mech("ann", 1).d,
    ) == ("empty", 0, 0)


def test_filters_narrow_down_the_targets() -> None:
    field: Any = {"ben": {2: ("wall", 1), 3: "lancer"}}
    typed = use(
        {"do": "damage", "mechs": "foe_mech", "count": "all", "type": "attack"}, field=field
    )
    assert (typed.mech("ben", 3).card, typed.mech("ben", 2).d, typed.mech("ben", 1).d) == (
        "empty",
        1,
        0,
    )
    hurt = use({"do": "destroy", "mechs": "any_mech", "count": "all", "damaged": True}, field=field)
    assert (hurt.mech("ben", 2).card, hurt.mech("ben", 1).card, hurt.mech("ben", 3).card) == (
        "empty",
        "bulwark",
        "lancer",
    )
    walls = use({"do": "damage", "mechs": "foe_mech", "count": "all", "blocker": True}, field=field)
    assert (walls.mech("ben", 1).d, walls.mech("ben", 2).card, walls.mech("ben", 3).card) == (
        1,
        "empty",
        "lancer",
    )


def test_a_choice_is_asked_only_where_there_is_one() -> None:
    field: Any = {"ben": {2: "wall", 3: "lancer"}}
    table = use({"do": "damage", "mechs": "foe_mech", "count": 2}, field=field)
    ask = table.ask("choice.mechs")
    assert (ask.least, ask.most, ask.seats) == (2, 2, ("ann",))
    assert table.options("choice.mechs") == ["ben:1", "ben:2", "ben:3"]
    assert code(table.choose, "choice.mechs", "ben:1", "ann:1") == "MM-E_TARGET"
    assert code(table.choose, "T4", "done") == "MM-E_PENDING"
    table.choose("choice.mechs", "ben:1", "ben:3")
    assert (table.mech("ben", 1).d, table.mech("ben", 2).d, table.mech("ben", 3).card) == (
        1,
        0,
        "empty",
    )
    exactly = use({"do": "damage", "mechs": "foe_mech", "count": 3}, field=field)
    assert (exactly.state.questions, exactly.mech("ben", 2).d) == ((), 1)


def test_self_is_the_mech_itself() -> None:
    table = use({"do": "destroy", "mechs": "self"})
    assert table.mech("ann", 6).card == "empty"


@pytest.mark.rule("MM-E_TARGET")
def test_an_ability_that_could_do_nothing_is_not_spent() -> None:
    pack = {"mechs": [gadget({"do": "damage", "mechs": "foe_mech", "type": "attack"})]}
    table = Table(pack=pack, field={"ann": {6: "gadget"}})
    assert code(table.choose, "T4", "ability:6") == "MM-E_TARGET"
    assert not table.mech("ann", 6).ability_used
    both = {
        "mechs": [
            gadget({"do": "damage", "mechs": "foe_mech", "type": "attack"}, {"do": "gain_mana"})
        ]
    }
    partly = Table(pack=both, field={"ann": {6: "gadget"}})
    partly.choose("T4", "ability:6")
    assert partly.player("ann").mana == 3


@pytest.mark.rule("MM-G29")
@pytest.mark.parametrize(("kind", "points"), [("physical", 0), ("magic", 2)])
def test_a_blow_of_an_ability_against_bases(kind: str, points: int) -> None:
    players: Any = {"ben": {"base_shield_now": 1, "shield_left": {"ann": 1, "cho": 1}}, "cho": {}}
    field: Any = {"cho": {1: "empty"}}
    effect = {"do": "damage_base", "n": 3, "who": "each_foe", "kind": kind}
    table = use(effect, seats=THREE, players=players, field=field)
    assert vps(table) == [7 + points + 3, 7 - points, 4]
    assert table.player("ben").shield_left["ann"] == (0 if points else 1)


def test_a_physical_blow_is_aimed_only_at_an_open_base() -> None:
    effect = {"do": "damage_base", "n": 2, "who": "chosen_foe"}
    aimed = use(effect, seats="ann ben cho dee", field={"ben": {1: "empty"}, "cho": {1: "empty"}})
    assert aimed.options("choice.foe") == ["ben", "cho"]
    aimed.choose("choice.foe", "cho")
    assert vps(aimed) == [9, 7, 5, 7]
    single = use(effect, seats=THREE, field={"cho": {1: "empty"}})
    assert vps(single) == [9, 7, 5]
    pack = {"mechs": [gadget(effect)]}
    blocked = Table(pack=pack, field={"ann": {6: "gadget"}}, seats=THREE)
    assert code(blocked.choose, "T4", "ability:6") == "MM-E_TARGET"


def test_one_opponent_is_chosen_for_the_whole_ability() -> None:
    lose, drain = ({"do": do, "who": "chosen_foe", "n": 1} for do in ("lose_vp", "lose_mana"))
    table = use(lose, drain, seats=THREE)
    table.choose("choice.foe", "cho")
    assert (vps(table), manas(table), table.state.questions) == ([7, 7, 6], [2, 2, 1], ())


@pytest.mark.rule("MM-057", "MM-140")
def test_repair_is_of_damaged_mechs_only() -> None:
    field: Any = {"ann": {2: ("citadel", 3), 3: ("rampart", 1)}}
    table = use({"do": "heal", "mechs": "own_mech", "count": "all", "n": 2}, field=field)
    assert [(table.mech("ann", slot).d, table.mech("ann", slot).turning) for slot in (1, 2, 3)] == [
        (0, 0),
        (1, -2),
        (0, -1),
    ]
    assert table.words("mm.log.healed")["n"] == 2
    assert [line.key for line in table.ask("ok").lines] == ["mm.pending.turn_back"] * 2


@pytest.mark.rule("MM-044")
def test_cards_drawn_by_an_effect_are_counted_at_once() -> None:
    table = use(
        {"do": "draw", "type": "attack", "n": 3, "who": "each"},
        players={"ben": {"hand": {"unique": 5}}},
    )
    assert (table.player("ann").hand["attack"], table.player("ben").hand["attack"]) == (3, 3)
    assert (table.state.questions[0].seat, table.state.questions[0].n) == ("ben", 1)
    table.choose("choice.discard", "discard:unique:1", seat="ben")
    assert table.state.questions == ()


def test_a_draw_without_a_type_asks_for_each_card() -> None:
    table = use({"do": "draw", "n": 2}, players={"ann": {"hand": {"unique": 6}}})
    assert table.options("choice.draw") == ["attack", "defense", "unique"]
    table.choose("choice.draw", "defense")
    table.choose("choice.draw", "attack")
    assert table.player("ann").hand == {"attack": 1, "defense": 1, "unique": 6, "bulwark": 0}
    assert table.state.questions[0].n == 1


def test_discards_due_are_never_more_than_the_hand() -> None:
    table = happens(
        {"do": "discard_hand", "who": "each", "n": 2}, players={"ann": {"hand": {"attack": 1}}}
    )
    assert [(q.seat, q.n) for q in table.state.questions] == [("ann", 1)]
    assert (
        code(table.choose, "choice.discard", "discard:attack:2", seat="ann")
        == "MM-E_DISCARD_NEEDLESS"
    )
    table.choose("choice.discard", "discard:attack:1")
    assert table.state.step == "P2"


def test_two_discards_at_once_never_ask_for_more_than_there_is() -> None:
    twice = {"do": "discard_hand", "who": "each", "n": 2}
    table = happens(twice, twice, players={"ann": {"hand": {"attack": 3}}})
    table.choose("choice.discard", "discard:attack:2")
    assert [(q.seat, q.n) for q in table.state.questions] == [("ann", 1)]


@pytest.mark.rule("MM-083", "MM-044")
def test_a_mech_sent_back_to_hand_is_whole_and_counted() -> None:
    field: Any = {"ben": {1: ("bulwark", 1), 2: ("wall", 1)}}
    table = use(
        {"do": "return_to_hand", "mechs": "foe_mech", "count": "all"},
        field=field,
        players={"ben": {"hand": {"attack": 6}}},
    )
    assert table.player("ben").hand == {"attack": 6, "defense": 1, "unique": 0, "bulwark": 1}
    assert [(gone.slot, gone.to) for gone in table.state.gone] == [("1", "hand"), ("2", "hand")]
    assert [line.key for line in table.ask("ok").lines] == ["mm.pending.to_hand"] * 2
    assert (table.state.questions[0].seat, table.state.questions[0].n) == ("ben", 1)
    assert table.state.discard["defense"] == 0


def test_events_can_be_looked_at_buried_and_discarded() -> None:
    peek = use({"do": "event_peek", "n": 3, "bury_max": 2})
    assert peek.options("choice.peek") == ["0", "1", "2"]
    assert "event" in peek.live.game.view(peek.state, None).closed
    peek.choose("choice.peek", "2")
    assert (
        peek.words("mm.log.peeked")["n"],
        peek.words("mm.log.peeked")["moved"],
        peek.state.event_pile,
    ) == (3, 2, 6)
    few = use({"do": "event_peek", "n": 3, "bury_max": 2}, event_pile=1)
    assert few.options("choice.peek") == ["0", "1"]
    none = use({"do": "event_peek", "n": 3, "bury_max": 2}, event_pile=0)
    assert none.state.questions == ()
    away = use({"do": "event_discard", "n": 2})
    assert away.state.event_pile == 4
    assert use({"do": "event_discard", "n": 9}, event_pile=2).state.event_pile == 0


def test_an_ability_may_turn_cards_into_mana() -> None:
    table = use({"do": "transmute", "n": 3}, players={"ann": {"hand": {"attack": 2}}})
    assert code(table.place, "choice.transmute", attack=3) == "MM-E_TRANSMUTE"
    table.answer("choice.transmute", Placed({"attack": (Piece("card", 2),)}))
    assert (
        table.player("ann").mana,
        table.player("ann").hand["attack"],
        table.state.questions,
    ) == (8, 0, ())
    assert use({"do": "transmute", "n": 3}).state.questions == ()


def test_an_effect_may_name_the_next_first_picker() -> None:
    table = use(
        {"do": "first_pick", "who": "last"},
        seats=THREE,
        players={"cho": {"vp": 6}},
        vp_supply=1,
        ruler_holder="ben",
        acted=["ben", "cho"],
    )
    assert table.state.first_next == "cho"
    table.choose("T4", "done")
    table.show("E1", "calm")
    assert (table.state.first_picker, table.state.first_next) == ("cho", "")
    assert "mm.log.first_by_effect" in table.said()


def test_whoever_has_nothing_to_lose_takes_nothing_and_is_told_so() -> None:
    table = use({"do": "lose_mana", "who": "each", "n": 1}, players={"ben": {"mana": 0}})
    assert "mm.log.no_mana_left" in table.said()
    assert "mm.log.mana_gained" not in table.said()
    table = use({"do": "lose_vp", "who": "last", "n": 1}, players={"ann": {"vp": 0}}, vp_supply=7)
    assert "mm.log.nothing_to_take" in table.said()
    assert "mm.log.vp_gained" not in table.said()
