"""Setting up, drafting roles, the order of play, the end."""

import pytest

from companion.exam.vectors import start
from companion.games.mechamancers.views import known_to
from companion.kit.asks import Count, Ready, Show
from companion.kit.intents import Counted, Placed, Shown
from companion.kit.pieces import CardSeen, Piece
from companion.kit.story import RuleError
from tests.games.mechamancers.table import Table, code, refusal


@pytest.mark.rule("MM-001", "MM-002", "MM-E_PLAYERS", "MM-G19", "MM-G31")
@pytest.mark.parametrize(
    ("number", "fits"), [(1, False), (2, True), (3, True), (4, True), (5, False)]
)
def test_two_to_four_may_play(number: int, fits: bool) -> None:
    seats = [f"p{n}" for n in range(number)]
    if fits:
        assert len(start("mechamancers", seats).state.players) == number
        return
    with pytest.raises(RuleError) as refused:
        start("mechamancers", seats)
    assert refused.value.code == "MM-E_PLAYERS"
    assert refused.value.say.values == {"n": number}


@pytest.mark.rule("MM-E_YOUNGEST", "MM-022")
def test_the_youngest_is_one_of_the_players() -> None:
    table = Table(step="SU1")
    assert table.topics() == ["SU1"]
    assert table.options("SU1") == ["ann", "ben"]
    assert code(table.choose, "SU1", "nobody") == "MM-E_YOUNGEST"
    table.choose("SU1", "ben")
    assert (table.state.youngest, table.state.first_picker, table.state.step) == (
        "ben",
        "ben",
        "SU2",
    )


@pytest.mark.rule(
    "MM-E_EVENT_COUNT", "MM-011", "MM-012", "MM-013", "MM-014", "MM-015", "MM-G21", "MM-G25"
)
def test_the_piles_are_set_up_line_by_line_and_six_events_counted() -> None:
    table = Table(step="SU2")
    ask = table.ask("SU2")
    assert isinstance(ask, Count)
    keys = [line.key for line in ask.lines]
    assert keys == ["mm.setup.bulwarks", "mm.setup.piles_down", "mm.setup.events", "mm.setup.spare"]
    assert ask.start == 6
    assert ask.lines[2].values == {"n": 6}
    for wrong in (5, 7):
        refused = refusal(table.count, "SU2", wrong)
        assert refused.code == "MM-E_EVENT_COUNT"
        assert refused.say.values == {"n": 6, "have": wrong}
    table.count("SU2", 6)
    assert (table.state.step, table.state.event_pile) == ("SU3", 6)
    shown = Table(step="SU2", options={"piles_face": "up"}).ask("SU2")
    assert shown.lines[1].key == "mm.setup.piles_up"


def test_another_number_of_events_is_kept_if_the_table_insists() -> None:
    table = Table(step="SU2")
    table.answer("SU2", Counted(5), force="one is lost")
    assert table.state.event_pile == 5


@pytest.mark.rule("MM-016", "MM-019", "MM-E_SLOT")
def test_the_camera_ticks_off_each_bulwark_before_the_first_round() -> None:
    table = Table(step="SU3")
    ask = table.ask("SU3")
    assert isinstance(ask, Ready)
    assert [line.key for line in ask.lines] == ["mm.setup.hand_out"] * 2
    assert ask.lines[0].values["vp"] == 7
    assert ask.lines[0].values["mana"] == 2
    assert table.topics() == ["SU3", "field.ann", "field.ben"]
    assert code(table.see, "ann", {2: "bulwark"}) == "MM-E_SLOT"
    assert code(table.see, "ann", {1: "bulwark", 2: "wall"}) == "MM-E_SLOT"
    assert code(table.see, "ann", {1: "wall"}) == "MM-E_SLOT"
    assert code(table.see, "ann", {1: ("bulwark", 1)}) == "MM-E_ROT_UNEXPLAINED"
    table.see("ann", {1: "bulwark"})
    assert table.state.laid == ("ann",)
    assert table.topics() == ["SU3", "field.ben"]
    assert [line.key for line in table.ask("SU3").lines] == ["mm.setup.done", "mm.setup.hand_out"]
    table.ready("SU3")
    assert table.state.step == "P2"


@pytest.mark.rule("MM-005", "MM-024", "MM-020")
def test_each_picker_chooses_from_what_is_left() -> None:
    table = Table(step="P2", seats="ann ben cho dee")
    everything = ["quirk", "barricade", "ruler", "cabalist", "warlock"]
    for taken, seat in enumerate(["ann", "dee", "cho", "ben"]):
        ask = table.ask("P2")
        assert isinstance(ask, Show)
        assert ask.seats == (seat,)
        assert ask.zone == f"role:{seat}"
        assert [card.id for card in ask.known] == everything[taken:]
        assert [card.needs for card in ask.known] == [()] * len(ask.known)
        table.show("P2", everything[taken], seat)
    assert table.state.turn_order == ("ann", "dee", "cho", "ben")


@pytest.mark.rule("MM-E_ROLE_TWO", "MM-E_FOREIGN", "MM-E_PHASE")
def test_one_role_at_a_time_and_only_in_the_pledge() -> None:
    table = Table(step="P2")
    two = Shown((CardSeen("quirk"), CardSeen("ruler")))
    assert code(table.answer, "P2", two) == "MM-E_ROLE_TWO"
    assert code(table.show, "P2", "wall") == "MM-E_FOREIGN"
    assert code(Table(step="T3").show, "P2", "quirk") == "MM-E_PHASE"
    assert code(table.choose, "T3", "done") == "MM-E_PHASE"


@pytest.mark.rule("MM-028", "MM-G24")
def test_open_roles_are_seen_at_once_and_secret_ones_when_all_have_one() -> None:
    for face, seen in (("open", True), ("secret_until_all", False)):
        table = Table(step="P2", seats="ann ben cho", options={"roles_face": face})
        table.show("P2", "barricade")
        said = "mm.log.role_taken" if seen else "mm.log.role_taken_secretly"
        assert table.said() == [said]
        assert (table.tracker("role:ann", "ben") is not None) is seen
        assert (table.tracker("base:ann", None) is not None) is seen
        assert (table.tracker("roles", "ben") is not None) is seen
        assert table.tracker("role:ann", "ann") is not None
        assert table.tracker("roles", "cho") is not None
        handles = {handle.id for handle in table.live.game.handles(table.state)}
        assert ("role:ann" in handles) is seen
        assert ("shield:ann:ben" in handles) is seen
        table.show("P2", "ruler")
        table.show("P2", "quirk")
        assert table.tracker("role:ann", "ben") is not None


@pytest.mark.rule("MM-G24")
def test_while_roles_are_secret_nobody_knows_who_holds_which() -> None:
    table = Table(step="P2", seats="ann ben cho", options={"roles_face": "secret_until_all"})
    table.show("P2", "barricade")
    table.show("P2", "warlock")
    assert table.state.picker == "ben"
    for seat in (None, "ann", "ben", "cho"):
        known = known_to(table.state, seat)
        assert table.live.game.view(known, seat) == table.live.game.view(table.state, seat)
        assert known.players["ann"].base_shield_now == (3 if seat == "ann" else 0)
    assert known_to(table.state, "cho").players["ann"].role == ""
    assert known_to(table.state, "ben").players["cho"].role == "barricade"
    assert known_to(Table(step="P2").state, "ann").players["ann"].vp == 7


@pytest.mark.rule("MM-G03", "MM-037")
@pytest.mark.parametrize(
    ("reading", "order", "next_first"),
    [
        ("picks_first", ("cho", "ben", "ann", "dee"), "ben"),
        ("acts_first", ("dee", "cho", "ben", "ann"), "dee"),
        ("both", ("dee", "cho", "ben", "ann"), "ben"),
    ],
)
def test_what_the_ruler_gives(reading: str, order: tuple[str, ...], next_first: str) -> None:
    position = {"ruler_holder": "dee", "first_actor": "ann", "round": 2, "event_pile": 5}
    table = Table("P2", "dee", "ann ben cho dee", options={"ruler_privilege": reading}, **position)
    for role in ("warlock", "quirk", "barricade", "cabalist"):
        table.show("P2", role)
    assert table.state.turn_order == order
    assert table.state.first_actor == order[0]
    assert table.state.ruler_holder == ""
    ending = Table("E1", seats="dee ben", options={"ruler_privilege": reading}, ruler_holder="ben")
    ending.show("E1", "calm")
    assert ending.state.first_picker == next_first


@pytest.mark.rule("MM-G03")
def test_the_reason_for_the_first_picker_is_told() -> None:
    ruler = Table("E1", ruler_holder="ben")
    ruler.show("E1", "calm")
    assert "mm.log.first_ruler" in ruler.said()
    assert ruler.sounds() == ["event", "ruler"]
    acted = Table("E1")
    acted.show("E1", "calm")
    assert "mm.log.first_acted" in acted.said()
    assert acted.sounds() == ["event"]
    assert acted.words("mm.log.first_acted")["round"] == 2
    again = Table("E1", options={"fallback_first_picker": "first_to_pick"}, first_picker="ben")
    again.show("E1", "calm")
    assert "mm.log.first_picked" in again.said()


@pytest.mark.rule("MM-035", "MM-036", "MM-034", "MM-033", "MM-160", "MM-166")
def test_a_turn_is_three_phases_and_may_be_empty() -> None:
    table = Table("T2", players={"ann": {"role": "quirk"}, "ben": {"role": "warlock"}})
    for seat in ("ann", "ben"):
        for step in ("T2", "T3", "T4"):
            assert (table.state.step, table.state.current) == (step, seat)
            table.choose(step, "done")
            assert code(table.choose, step, "done") == "MM-E_PHASE" or table.state.current != seat
    assert (table.state.step, table.state.current, table.state.acted) == ("E1", "", ("ann", "ben"))
    assert code(table.choose, "T4", "done") == "MM-E_PHASE"
    ask = table.ask("E1")
    assert isinstance(ask, Show)
    assert ask.zone == "event"
    assert ask.say.values["seat"].seat == "ben"


@pytest.mark.rule("MM-166", "MM-170")
def test_without_an_event_left_the_last_round_simply_ends() -> None:
    table = Table(event_pile=0, round=7, final_round=True, acted=["ben"])
    table.choose("T4", "done")
    assert table.state.step == "G1"
    assert table.asks() == ()
    assert "mm.log.game_over" in table.said()
    assert table.sounds() == ["winner"]


@pytest.mark.rule("MM-171")
def test_a_pile_emptied_before_the_event_step_leaves_one_more_round() -> None:
    table = Table(event_pile=0, round=3, acted=["ben"])
    table.choose("T4", "done")
    assert (table.state.step, table.state.round, table.state.final_round) == ("P2", 4, True)
    assert "mm.log.last_round" in table.said()


@pytest.mark.rule("MM-E_OVER")
def test_after_the_end_everything_is_refused_but_undo() -> None:
    table = Table(event_pile=0, round=7, final_round=True, acted=["ben"])
    table.choose("T4", "done")
    assert code(table.choose, "T4", "done") == "MM-E_OVER"
    assert code(table.show, "E1", "calm") == "MM-E_OVER"
    table.undo()
    assert table.state.step == "T4"


@pytest.mark.rule("MM-G23", "MM-176", "MM-173")
@pytest.mark.parametrize(
    ("rule", "places", "why"),
    [
        ("shared", {"ann": 1, "ben": 1, "cho": 3, "dee": 4}, "mm.won.shared"),
        ("mana", {"ben": 1, "ann": 2, "cho": 3, "dee": 4}, "mm.won.mana"),
        ("field_health", {"ann": 1, "ben": 2, "cho": 3, "dee": 4}, "mm.won.field_health"),
    ],
)
def test_ties_are_broken_as_the_table_plays_it(rule: str, places: dict[str, int], why: str) -> None:
    players = {
        "ann": {"vp": 9, "mana": 2},
        "ben": {"vp": 9, "mana": 5},
        "cho": {"vp": 6},
        "dee": {"vp": 4},
    }
    more = {"event_pile": 0, "round": 7, "final_round": True, "acted": ["ben", "cho", "dee"]}
    field = {"ben": {1: ("bulwark", 1)}}
    table = Table("T4", "ann", "ann ben cho dee", field, players, {"tie_break": rule}, **more)
    table.choose("T4", "done")
    outcome = table.live.game.outcome(table.state)
    assert outcome is not None
    assert {one.seat: one.place for one in outcome.standings} == places
    assert outcome.why.key == why
    assert outcome.standings[0].score == 9


@pytest.mark.rule("MM-010", "MM-172", "MM-174")
def test_most_victory_points_win_whatever_else_there_is() -> None:
    players = {"ann": {"vp": 8}, "ben": {"vp": 6, "mana": 50, "hand": {"attack": 7}}}
    table = Table(players=players, event_pile=0, round=7, final_round=True, acted=["ben"])
    assert table.live.game.outcome(table.state) is None
    table.choose("T4", "done")
    outcome = table.live.game.outcome(table.state)
    assert outcome is not None
    assert (outcome.result, outcome.winners, outcome.why.key) == ("won", ("ann",), "mm.won.most")
    assert [one.place for one in outcome.standings] == [1, 2]
    assert outcome.why.values["n"] == 8


@pytest.mark.rule("MM-E_TOKENS", "MM-C08")
def test_tokens_counted_at_the_end_of_a_round_are_compared() -> None:
    first = Table("P2")
    assert [topic for topic in first.topics() if topic.startswith("tokens")] == []
    table = Table("P2", round=2, event_pile=5, players={"ann": {"mana": 0}})
    assert [topic for topic in table.topics() if topic.startswith("tokens")] == [
        "tokens.ann",
        "tokens.ben",
    ]
    ask = table.ask("tokens.ann")
    assert ask.now == {"vp": (Piece("token", 7),)}
    table.place("tokens.ann", vp=7)
    assert table.said() == ["mm.log.tokens_agree"]
    assert "tokens.ann" not in table.topics()
    table.place("tokens.ben", vp=9, mana=1)
    assert table.said() == ["mm.refused.tokens"]
    assert (table.player("ben").vp, table.player("ben").mana) == (7, 2)
    assert table.options("proposal.ben.tokens") == ["engine", "table"]
    words = table.ask("proposal.ben.tokens").say.values
    assert (words["vp_seen"], words["mana_seen"], words["vp"], words["mana"]) == (9, 1, 7, 2)
    table.choose("proposal.ben.tokens", "engine")
    assert (table.player("ben").vp, table.state.proposals) == (7, ())
    table.undo()
    table.choose("proposal.ben.tokens", "table")
    assert (table.player("ben").vp, table.player("ben").mana) == (9, 1)
    assert (table.state.vp_supply, table.state.mana_supply) == (-2, 1)
    assert table.state.proposals == ()


def test_no_tokens_at_all_can_be_seen() -> None:
    table = Table("P2", round=2, event_pile=5)
    table.answer("tokens.ann", Placed({}))
    proposal = table.state.proposals[0]
    assert (proposal.vp, proposal.mana, proposal.kind) == (0, 0, "tokens")
