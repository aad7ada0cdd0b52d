"""Mana, draws, the hand limit and the five privileges."""

from typing import Any

import pytest

from companion.games.mechamancers.pack import Allowance, Effect, RoleCard
from companion.games.mechamancers.rules.figures import draws_left, may_draw
from companion.games.mechamancers.state import Player
from companion.kit.asks import Place
from companion.kit.intents import Chosen, Placed
from companion.kit.pieces import Piece
from tests.games.mechamancers.table import Table, code, refusal


def resource(role: str, **more: Any) -> Table:
    players = more.pop("players", {})
    players = {**players, "ann": {"role": role, **players.get("ann", {})}}
    return Table("T2", players=players, **more)


@pytest.mark.rule("MM-040", "MM-064")
def test_mana_is_collected_once_on_entering_and_kept() -> None:
    table = Table("T4", players={"ann": {"mana": 40}, "ben": {"role": "ruler", "mana": 90}})
    table.choose("T4", "done")
    assert (table.state.step, table.player("ben").mana, table.player("ann").mana) == ("T2", 94, 40)
    assert table.state.mana_supply == -4
    assert table.words("mm.log.role_mana")["n"] == 4


@pytest.mark.rule("MM-041", "MM-042", "MM-E_DRAW_TYPE", "MM-E_DRAW_COUNT")
def test_draws_are_of_the_roles_types_and_at_most_its_number() -> None:
    table = resource("barricade")
    assert table.options("T2") == ["draw:defense:1", "draw:defense:2", "done"]
    assert code(table.choose, "T2", "draw:attack:1") == "MM-E_DRAW_TYPE"
    refused = refusal(table.choose, "T2", "draw:defense:3")
    assert (refused.code, refused.say.values["allowed"][0].values["n"]) == ("MM-E_DRAW_COUNT", 2)
    assert code(table.choose, "T2", "draw:defense:0") == "MM-E_DRAW_COUNT"
    table.choose("T2", "draw:defense:1")
    assert table.options("T2") == ["draw:defense:1", "done"]
    assert table.player("ann").drawn_this_turn == {"defense": 1}
    table.choose("T2", "draw:defense:1")
    assert table.options("T2") == ["done"]
    assert code(table.choose, "T2", "draw:defense:1") == "MM-E_DRAW_COUNT"
    assert table.player("ann").hand["defense"] == 2


@pytest.mark.rule("MM-041")
def test_several_allowances_are_shared_out_among_all_cards_drawn() -> None:
    draw = (Allowance(("attack",), 1), Allowance(("attack", "unique"), 1))
    role = RoleCard("r", {"en": "R"}, Effect("first_pick"), draw=draw)
    assert may_draw(role, {"attack": 2})
    assert may_draw(role, {"attack": 1, "unique": 1})
    assert not may_draw(role, {"unique": 2})
    assert not may_draw(role, {"attack": 2, "unique": 1})
    assert not may_draw(role, {"defense": 1})
    empty = Player(0, 0, {}, {})
    assert [draws_left(empty, role, kind) for kind in ("attack", "defense", "unique")] == [2, 0, 1]
    one = Player(0, 0, {}, {}, drawn_this_turn={"unique": 1})
    assert [draws_left(one, role, kind) for kind in ("attack", "unique")] == [1, 0]


@pytest.mark.rule("MM-G13", "MM-042")
def test_drawing_may_be_compulsory() -> None:
    assert resource("barricade").choose("T2", "done") is None
    table = resource("barricade", options={"draw_mode": "exact"})
    assert code(table.choose, "T2", "done") == "MM-E_DRAW_COUNT"
    table.choose("T2", "draw:defense:1")
    assert code(table.choose, "T2", "done") == "MM-E_DRAW_COUNT"
    table.choose("T2", "draw:defense:1")
    table.choose("T2", "done")
    assert table.state.step == "T3"


@pytest.mark.rule("MM-G13")
def test_compulsory_drawing_ends_where_piles_or_the_hand_do() -> None:
    walls = [_copied(card, copies=1) for card in ("wall", "rampart", "citadel")]
    empty = resource(
        "barricade", options={"draw_mode": "exact"}, pack={"mechs": walls}, pile={"defense": 0}
    )
    empty.choose("T2", "done")
    assert empty.state.step == "T3"
    both = {"draw_mode": "exact", "hand_limit": "stop_drawing"}
    full = resource("barricade", options=both, players={"ann": {"hand": {"attack": 7}}})
    full.choose("T2", "done")
    assert full.state.step == "T3"
    nearly = resource("barricade", options=both, players={"ann": {"hand": {"attack": 6}}})
    assert code(nearly.choose, "T2", "done") == "MM-E_DRAW_COUNT"


def _copied(card: str, copies: int) -> dict[str, Any]:
    stats = [{"health": 1}]
    return {
        "id": card,
        "name": {"en": card},
        "type": "defense",
        "cost": 1,
        "max_health": 1,
        "stats": stats,
        "copies": copies,
    }


@pytest.mark.rule("MM-G12", "MM-043", "MM-046")
def test_the_hand_limit_as_the_table_plays_it() -> None:
    seven = {"ann": {"hand": {"attack": 7}}}
    leisure = resource("cabalist", players=seven)
    leisure.choose("T2", "draw:attack:3")
    assert (leisure.player("ann").hand["attack"], leisure.state.questions) == (10, ())
    assert leisure.ask("T2").lines[0].values == {"n": 3}
    assert "discard:attack:3" in leisure.options("T2")
    assert "discard:attack:4" not in leisure.options("T2")
    at_once = resource("cabalist", players=seven, options={"hand_limit": "discard_at_once"})
    at_once.choose("T2", "draw:defense:1")
    assert at_once.options("choice.discard") == ["discard:attack:1", "discard:defense:1"]
    assert code(at_once.choose, "T2", "draw:attack:1") == "MM-E_PENDING"
    at_once.choose("choice.discard", "discard:defense:1")
    assert at_once.state.questions == ()
    stop = resource(
        "cabalist", players={"ann": {"hand": {"attack": 6}}}, options={"hand_limit": "stop_drawing"}
    )
    refused = refusal(stop.choose, "T2", "draw:attack:2")
    assert (refused.code, refused.say.values["n"]) == ("MM-E_HAND_LIMIT", 1)
    stop.choose("T2", "draw:attack:1")
    assert stop.player("ann").hand["attack"] == 7


@pytest.mark.rule("MM-E_HAND_LIMIT", "MM-044")
def test_leaving_with_too_many_is_refused_and_when_forced_makes_a_discard_due() -> None:
    table = resource("barricade", players={"ann": {"hand": {"attack": 9}}})
    refused = refusal(table.choose, "T2", "done")
    assert (refused.code, refused.may_force, refused.say.values) == (
        "MM-E_HAND_LIMIT",
        True,
        {"n": 2, "most": 7},
    )
    table.choose("T2", "done", force="nobody noticed")
    assert (table.state.step, table.state.questions[0].n) == ("T3", 2)
    table.choose("choice.discard", "discard:attack:1")
    assert table.state.questions[0].n == 1
    table.choose("choice.discard", "discard:attack:1")
    assert (table.player("ann").hand["attack"], table.state.questions) == (7, ())


def test_a_discard_names_cards_that_are_there() -> None:
    table = resource("barricade", players={"ann": {"hand": {"attack": 8}}})
    assert code(table.choose, "T2", "discard:unique:1") == "MM-E_NOT_IN_HAND"
    assert code(table.choose, "T2", "discard:attack:0") == "MM-E_NOT_IN_HAND"


@pytest.mark.rule("MM-050", "MM-053", "MM-065", "MM-G10", "MM-E_QUIRK")
def test_the_quirk_tells_only_how_many_events_were_moved() -> None:
    table = resource("quirk")
    assert [o for o in table.options("T2") if o.startswith("privilege")] == [
        "privilege:0",
        "privilege:1",
    ]
    refused = refusal(table.choose, "T2", "privilege:2")
    assert (refused.code, refused.say.values) == ("MM-E_QUIRK", {"n": 1})
    table.choose("T2", "privilege:0")
    words = table.words("mm.log.peeked")
    assert (words["n"], words["moved"]) == (2, 0)
    assert code(table.choose, "T2", "privilege:1") == "MM-E_PRIV_USED"
    assert [o for o in table.options("T2") if o.startswith("privilege")] == []
    free = resource("quirk", options={"quirk_return": "any_order"})
    assert free.ask("T2").options[1].detail is None
    assert free.ask("T2").options[2].detail.key == "mm.do.peek_any_order"
    free.choose("T2", "privilege:1")
    assert free.said() == ["mm.log.peeked_any_order"]


@pytest.mark.rule("MM-052", "MM-051")
def test_with_one_event_left_the_quirk_looks_at_one() -> None:
    table = resource("quirk", event_pile=1)
    table.choose("T2", "privilege:1")
    assert table.words("mm.log.peeked")["n"] == 1
    assert table.state.event_pile == 1


@pytest.mark.rule(
    "MM-054", "MM-055", "MM-G15", "MM-E_PRIV_TARGET", "MM-E_HEAL_FULL", "MM-E_PRIV_NONE"
)
def test_the_barricade_repairs_an_own_damaged_mech() -> None:
    field: Any = {"ann": {2: ("wall", 1), 3: ("rampart", 2)}, "ben": {2: ("wall", 1)}}
    table = resource("barricade", field=field)
    offered = [o for o in table.options("T2") if o.startswith("privilege")]
    assert offered == ["privilege:ann:2", "privilege:ann:3"]
    assert code(table.choose, "T2", "privilege:ben:2") == "MM-E_PRIV_TARGET"
    assert code(table.choose, "T2", "privilege:ann:5") == "MM-E_PRIV_TARGET"
    assert code(table.choose, "T2", "privilege:ann:1") == "MM-E_HEAL_FULL"
    table.choose("T2", "privilege:ann:3")
    assert (table.mech("ann", 3).d, table.mech("ann", 2).d) == (1, 1)
    anybody = resource("barricade", field=field, options={"barricade_target": "any"})
    anybody.choose("T2", "privilege:ben:2")
    assert anybody.mech("ben", 2).d == 0
    assert code(resource("barricade").choose, "T2", "privilege:ann:1") == "MM-E_PRIV_NONE"


@pytest.mark.rule("MM-E_HEAL_DEAD", "MM-057")
def test_a_destroyed_mech_cannot_be_repaired() -> None:
    gone = [{"seat": "ann", "slot": "3", "card": "wall"}]
    table = resource("barricade", field={"ann": {2: ("wall", 1)}}, gone=gone)
    assert code(table.choose, "T2", "privilege:ann:3") == "MM-E_HEAL_DEAD"
    assert code(table.choose, "T2", "privilege:ann:4") == "MM-E_PRIV_TARGET"


@pytest.mark.rule("MM-059", "MM-063", "MM-E_PRIV_NONE")
def test_the_ruler_has_nothing_to_press() -> None:
    table = resource("ruler")
    assert [o for o in table.options("T2") if o.startswith("privilege")] == []
    assert code(table.choose, "T2", "privilege:ann:1") == "MM-E_PRIV_NONE"
    assert "T2.transmute" not in table.topics()


@pytest.mark.rule("MM-060", "MM-065", "MM-E_TRANSMUTE", "MM-063")
def test_the_cabalist_turns_cards_into_mana_in_one_go() -> None:
    table = resource("cabalist", players={"ann": {"hand": {"attack": 2, "unique": 1}, "mana": 0}})
    ask = table.ask("T2.transmute")
    assert isinstance(ask, Place)
    assert [(cell.id, cell.most) for cell in ask.cells] == [("attack", 2), ("unique", 1)]
    assert (ask.most, ask.optional, ask.say.values) == (3, True, {"n": 2})
    assert code(table.place, "T2.transmute", attack=3) == "MM-E_TRANSMUTE"
    assert code(table.place, "T2.transmute", defense=1) == "MM-E_TRANSMUTE"
    assert (
        code(table.answer, "T2.transmute", Placed({"attack": (Piece("card", -1),)}))
        == "MM-E_TRANSMUTE"
    )
    table.place("T2.transmute", attack=2, unique=1)
    assert (table.player("ann").mana, sum(table.player("ann").hand.values())) == (6, 0)
    nothing = resource("cabalist", players={"ann": {"hand": {"attack": 1}}})
    nothing.answer("T2.transmute", Placed({}))
    assert (nothing.player("ann").mana, nothing.player("ann").privilege_used) == (2, True)
    assert code(resource("cabalist").place, "T2.transmute", attack=1) == "MM-E_PRIV_NONE"
    assert code(Table("T3").place, "T2.transmute", attack=1) == "MM-E_PHASE"


@pytest.mark.rule("MM-061", "MM-062", "MM-118")
def test_the_warlock_arms_only_own_mechs_with_a_sword() -> None:
    table = resource(
        "warlock", field={"ann": {2: "lancer", 3: "mender", 4: "wall"}, "ben": {2: "lancer"}}
    )
    assert [o for o in table.options("T2") if o.startswith("privilege")] == ["privilege:ann:2"]
    for target in ("ann:3", "ann:4", "ann:1", "ben:2"):
        assert code(table.choose, "T2", f"privilege:{target}") == "MM-E_PRIV_TARGET"
    table.choose("T2", "privilege:ann:2")
    assert [(b.what, b.n, b.until) for b in table.mech("ann", 2).boosts] == [("attacks", 1, "turn")]
    assert table.said() == ["mm.log.boost_attacks"]


@pytest.mark.rule("MM-G14")
def test_the_warlock_may_name_the_mech_in_combat() -> None:
    options = {"warlock_target": "name_in_combat"}
    table = resource(
        "warlock", options=options, players={"ann": {"mana": 9, "hand": {"attack": 1}}}
    )
    assert "privilege:announce" in table.options("T2")
    table.choose("T2", "privilege:announce")
    assert (table.state.unnamed_attacks, table.said()) == (1, ["mm.log.attack_announced"])
    assert "privilege:announce" not in table.options("T2")
    table.choose("T2", "done")
    table.show("T3.activate", "lancer")
    table.choose("T3", "done")
    assert table.options("T4") == ["attack:2", "name:2", "done"]
    assert code(table.choose, "T4", "name:1") == "MM-E_PRIV_TARGET"
    table.attack(2, "ben:1")
    table.choose("T4", "name:2")
    assert table.state.unnamed_attacks == 0
    assert table.options("T4") == ["attack:2", "done"]
    table.attack(2, "ben:base")
    assert table.player("ann").vp == 9
    assert code(table.choose, "T4", "attack:2") == "MM-E_NO_ATTACKS_LEFT"


@pytest.mark.rule("MM-G14")
def test_an_attack_announced_and_not_named_is_lost() -> None:
    table = Table("T4", unnamed_attacks=1, players={"ben": {"role": "quirk"}})
    table.choose("T4", "done")
    assert table.state.unnamed_attacks == 0


@pytest.mark.rule("MM-049", "MM-E_NOT_YOUR_TURN")
def test_only_the_current_player_uses_a_privilege() -> None:
    table = resource(
        "quirk", players={"ben": {"role": "barricade"}}, field={"ben": {1: ("bulwark", 1)}}
    )
    refused = refusal(table.choose, "T2", "privilege:ben:1", seat="ben")
    assert refused.code == "MM-E_NOT_YOUR_TURN"
    assert refused.say.values["seat"].seat == "ann"


@pytest.mark.rule("MM-047", "MM-G20")
def test_an_empty_pile_is_told_and_shuffled_anew() -> None:
    walls = [_copied(card, copies=2) for card in ("wall", "rampart", "citadel")]
    table = resource(
        "barricade", pack={"mechs": walls}, pile={"defense": 0}, discard={"defense": 1}
    )
    table.choose("T2", "draw:defense:2")
    assert table.said() == ["mm.log.reshuffle", "mm.log.drawn"]
    assert (table.player("ann").hand["defense"], table.state.pile["defense"]) == (1, 0)
    table.choose("T2", "draw:defense:1")
    assert table.said() == ["mm.log.none_to_draw"]
    assert table.player("ann").hand["defense"] == 1
    fresh = Table("SU1", pack={"mechs": walls})
    assert (fresh.state.pile["defense"], fresh.state.pile["attack"]) == (6, None)


def test_nonsense_is_refused_in_plain_words() -> None:
    table = resource("quirk")
    assert code(table.choose, "T2", "draw:attack") == "no_such_option"
    assert code(table.choose, "T2", "dance") == "no_such_option"
    assert code(table.answer, "T2", Chosen(())) == "wrong_number"
    assert code(table.choose, "T3", "done") == "MM-E_PHASE"
    assert code(table.choose, "T2", "attack:1") == "MM-E_PHASE"
    assert code(table.choose, "T2", "ability:1") == "MM-E_PHASE"
    assert code(table.choose, "T2", "replace:1") == "MM-E_PHASE"
    assert code(table.choose, "T2", "name:1") == "MM-E_PHASE"
    assert code(Table("T4").choose, "T4", "draw:attack:1") == "MM-E_PHASE"
    assert code(Table("T4").choose, "T4", "discard:attack:1") == "MM-E_PHASE"
