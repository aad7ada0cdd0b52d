"""What the tablet shows and says, and that nothing hidden is in it."""

import pytest

from companion.kit.asks import Show
from companion.kit.trackers import Cards, Counter, Gauge
from tests.games.spell_from_the_future.table import (
    D13,
    THREE,
    asked,
    day,
    do,
    keys,
    open_asks,
    refused,
    resolve,
    table,
    tracker,
)


@pytest.mark.rule("SF-104", "SF-G23")
@pytest.mark.parametrize(
    ("white", "black", "counts"), [(3, 5, "white"), (5, 3, "black"), (4, 4, "white")]
)
def test_the_lower_of_both_scores_is_marked_all_game_long(
    white: int, black: int, counts: str
) -> None:
    live = day("P5.5", players={"red": {"white_vp": white, "black_vp": black}})
    shown = {colour: tracker(live, f"{colour}_vp:red") for colour in ("white", "black")}
    assert all(isinstance(one, Counter) and one.size == 2 for one in shown.values())
    assert (shown["white"].value, shown["black"].value) == (white, black)
    assert {colour: one.counts for colour, one in shown.items()} == {
        colour: colour == counts for colour in shown
    }
    assert (shown["white"].badge, shown["black"].badge) == ("○", "●")


def test_the_village_gauge_turns_amber_and_red() -> None:
    gauge = tracker(day("P5.5", village_damage=5), "village")
    assert isinstance(gauge, Gauge)
    assert (gauge.value, gauge.most, gauge.warn, gauge.alarm, gauge.handle) == (
        5,
        10,
        5,
        8,
        "village_damage",
    )


def test_the_duel_shows_totals_against_the_beast() -> None:
    live = day("P5.5", attack_total=3, defence_total=9)
    attack, defence = tracker(live, "attack"), tracker(live, "defence")
    assert (attack.value, attack.against, attack.most) == (3, 7, 7)
    assert (defence.value, defence.against, defence.most) == (9, 5, 9)
    assert tracker(table(), "attack") is None


@pytest.mark.rule("SF-040", "SF-092")
def test_the_beast_is_shown_with_both_aftermaths_and_its_source() -> None:
    card = tracker(day("P5.5"), "beast").cards[0]
    assert keys(card.lines) == ["sf.beast.if_defeated", "sf.beast.if_not_defeated"]
    assert (card.title, card.source, card.mark) == ("Example Beast", "demo", None)
    mystic = day("P4M.1", current_beast={**D13, "id": "D05", "mystic": True}, mystic_round=True)
    assert tracker(mystic, "beast").cards[0].mark.key == "sf.beast.mystic"
    assert [slot.id for slot in tracker(mystic, "columns").slots][:3] == ["yellow", "brown", "red"]
    assert tracker(mystic, "letters") is None


def test_days_past_show_how_they_went() -> None:
    past = [
        {"beast": "D01", "defeated": True, "blocked": "no_attack"},
        {"beast": "D02", "defeated": False, "blocked": "unblocked"},
    ]
    steps = tracker(day("P5.5", round=3, days_past=past), "days").steps
    assert [(step.state, step.mark) for step in steps] == [
        ("done", "✓"),
        ("done", "✗✸"),
        ("now", ""),
        *[("", "")] * 4,
    ]


@pytest.mark.rule("SF-009", "SF-029")
def test_used_mind_cards_are_struck_out() -> None:
    cards = tracker(day("P5.5", players={"red": {"minds_used": ["focus", "dark"]}}), "minds:red")
    assert isinstance(cards, Cards)
    assert [face.id for face in cards.cards if face.faded] == ["focus", "dark"]
    assert (cards.say.values["n"], cards.slots) == (6, 8)


@pytest.mark.rule("SF-059", "SF-064")
def test_the_limit_counts_a_mind_cards_part_only_when_screens_are_up() -> None:
    live = day("P5.2", token_limit=5)
    do(live, "P5.2.mind:red", "red", show=["wide"])
    assert (tracker(live, "limit:red").value, tracker(live, "limit:blue").value) == (6, 5)
    assert tracker(live, "minds:red").cards[3].badge == "▶"


def test_the_first_mage_and_who_is_ready_are_shown() -> None:
    live = day("P4.4", players={"blue": {"ready": True}})
    turns = {turn.seat: (turn.state, turn.badge) for turn in tracker(live, "order").turns}
    assert turns == {"red": ("now", "1st"), "blue": ("ready", ""), "green": ("", "")}


def test_the_board_has_both_markers_of_everyone() -> None:
    board = tracker(day("P5.5", players={"red": {"white_vp": 25, "black_vp": 2}}), "vp")
    red = [marker for marker in board.markers if marker.seat == "red"]
    assert [(marker.at, marker.counts) for marker in red] == [(25, False), (2, True)]
    assert (len(board.markers), board.most) == (6, 25)
    assert tracker(day("P5.5"), "vp").most == 20


@pytest.mark.rule("SF-031")
def test_effects_of_today_and_tomorrow_are_told_apart() -> None:
    queue = [
        {"effect": {"do": "token_limit", "n": 1}, "beast": "x", "for_round": 2},
        {"effect": {"do": "word_cards", "n": 1}, "beast": "y", "for_round": 3},
    ]
    lines = tracker(day("P5.5", round=2, pending_modifiers=queue), "effects").lines
    assert keys(lines) == ["sf.today", "sf.tomorrow"]
    assert lines[0].values["effect"].values["n"] == "+1"
    warned = tracker(day("P5.5", options={"damage_mode": "flat1"}), "effects").lines
    assert keys(warned) == ["sf.warn.flat1"]


def test_the_initiative_is_shown_once_rolled() -> None:
    shown = tracker(day("P4.4"), "initiative")
    assert (shown.value, shown.badge, shown.note.key) == (2, "M", "sf.initiative.mages")
    beast = tracker(day("P4.4", initiative_roll=4, initiative="beast"), "initiative")
    assert (beast.badge, beast.note.key) == ("B", "sf.initiative.beast")
    assert tracker(table(), "initiative") is None


@pytest.mark.rule("SF-081")
def test_the_grid_appears_with_the_lifted_screens() -> None:
    assert tracker(day("P4.4"), "grid") is None
    assert tracker(day("P5.1"), "grid") is None
    live = day("P5.2")
    assert tracker(live, "grid") is not None
    assert tracker(live, "hits_white:red").value == 0
    resolve(live, {})
    do(live, "P5.5:all", "red")
    assert tracker(live, "hits_white:red") is None


@pytest.mark.parametrize(
    ("step", "key"),
    [("P4.4", "sf.headline.day"), ("S2", "sf.headline.setup")],
)
def test_the_headline_says_where_we_are(step: str, key: str) -> None:
    live = table() if step == "S2" else day(step)
    headline = live.game.view(live.state, None).headline
    assert headline.key == key
    if step == "P4.4":
        assert (headline.values["day"], headline.values["days"], headline.values["phase"].key) == (
            1,
            7,
            "sf.phase.P4",
        )


def test_piles_can_be_counted_after() -> None:
    live = day("P5.5", color_deck=6, color_discard=4)
    counts = {
        name: tracker(live, name).count
        for name in ("color_deck", "color_discard", "beast_deck_count")
    }
    assert counts == {"color_deck": 6, "color_discard": 4, "beast_deck_count": 6}


@pytest.mark.rule("SF-022", "SF-047", "SF-048", "SF-068")
def test_a_whole_day_asks_for_everything_in_its_order() -> None:
    live = table(step="P2.1", first_player="red")
    seen = []

    def note(ask: str, seat: str, **value: object) -> None:
        seen.append(live.state.step)
        do(live, ask, seat, **value)

    note("P2.1", "red", count=2)
    note("P2.2", "red")
    note("P3.1", "red", show=["D13"])
    note("P3.2", "red", roll=[6])
    assert asked(live, "P4.1").say.values["left"].seat == "blue"
    note("P4.1", "red")
    ask = asked(live, "P4.2")
    assert isinstance(ask, Show)
    assert (ask.zone, len(ask.known)) == ("middle", 10)
    note("P4.2", "red", show=["yellow"])
    note("P4.3", "blue", show=["brown"])
    for seat in THREE:
        note("P4.4", seat)
    note("P5.1", "blue")
    resolve(live, {})
    for step in ("P5.5", "P5.6", "P5.7", "P5.8.confirm"):
        note(step, "red")
    order = list(dict.fromkeys(seen))
    assert order == [
        "P2.1",
        "P2.2",
        "P3.1",
        "P3.2",
        "P4.1",
        "P4.2",
        "P4.3",
        "P4.4",
        "P5.1",
        "P5.5",
        "P5.6",
        "P5.7",
        "P5.8",
    ]
    assert open_asks(live) == ["2:P1"]
    assert live.state.village_damage == 1


def test_what_can_be_left_out_is_marked_so() -> None:
    live = table(step="P2.1", first_player="red")
    words = asked(live, "P2.1.words")
    assert (words.optional, words.least, words.most, words.new, words.needs) == (
        True,
        2,
        2,
        True,
        ("words",),
    )
    assert not asked(live, "P2.1").optional
    beast = asked(table(step="P3.1", first_player="red"), "P3.1")
    assert (beast.optional, beast.new, beast.needs[0], beast.most) == (False, True, "mystic", 1)
    assert all(card.needs == () for card in beast.known)
    assert asked(day("P5.5"), "P5.5:all").optional
    assert not asked(day("P5.5"), "P5.5").optional
    private = asked(day("P4.4", options={"private_precheck": "on"}), "precheck:red")
    assert (private.optional, private.seats) == (True, ("red",))
    reading = day("P5.2")
    assert not asked(reading, "P5.2.mind:red").optional
    assert not asked(reading, "P5.2:red").optional
    do(reading, "P5.2.mind:red", "red", show=["dark"])
    assert asked(reading, "P5.2.mind:red").optional
    assert asked(reading, "P5.2.mind:red").id == "1:P5.2.mind:red:2"


def test_no_words_wanted_no_words_asked() -> None:
    live = table(step="P2.1", first_player="red", word_cards_this_round=0)
    assert open_asks(live) == ["1:P2.1"]
    do(live, "P2.1", "red", count=0)
    assert live.state.letters == ()


def test_all_called_leaves_one_confirmation() -> None:
    assert open_asks(day("P5.3", called=["A", "B", "C", "D"])) == ["1:P5.3:all"]


def test_the_beast_fades_when_it_is_defeated() -> None:
    assert tracker(day("P5.6", beast_defeated="yes"), "beast").cards[0].faded
    assert not tracker(day("P5.6", beast_defeated="no"), "beast").cards[0].faded


@pytest.mark.rule("SF-113", "SF-G36")
def test_the_limit_never_falls_below_zero_and_counts_what_a_card_was_said_to_allow() -> None:
    narrow = {"minds": [{"id": "N", "effects": [{"do": "token_limit", "n": -3}], "verified": True}]}
    live = day("P5.2", pack=narrow, token_limit=2)
    do(live, "P5.2.mind:red", "red", show=["N"])
    assert tracker(live, "limit:red").value == 0
    assert refused(live, "P5.2:red", "red", place={"A": {"white": 1}}).say.values["limit"] == 0
    do(live, "P5.2:red", "red", place={"A": {"white": 1}}, force="so it says")
    assert live.state.players["red"].extra_tokens == 1
    said = day("P5.2")
    do(said, "P5.2.mind:red", "red", show=["dark"])
    do(said, "P5.2:red", "red", place={"A": {"white": 3}, "B": {"black": 2}}, force="so it says")
    assert (tracker(said, "limit:red").value, tracker(said, "limit:blue").value) == (5, 4)
