"""A new day: what is cleared, what wakes; words, Beast, die, colours, the Mystic word."""

import pytest

from companion.kit.asks import Count, Show
from tests.games.spell_from_the_future.table import (
    THREE,
    adjust,
    asked,
    day,
    do,
    keys,
    refused,
    resolve,
    table,
    told,
    tracker,
)

MORNING = {"round": 2, "first_player": "red", "beast_deck_count": 6}


def leave(do_: str, n: int = 0, for_round: int = 2, **more: object) -> dict[str, object]:
    return {"effect": {"do": do_, "n": n, **more}, "beast": "Beast", "for_round": for_round}


@pytest.mark.rule(
    "SF-024", "SF-025", "SF-026", "SF-028", "SF-030", "SF-033", "SF-G18", "SF-G29", "SF-091"
)
def test_the_morning_clears_the_table() -> None:
    live = day(
        "P5.2", color_open=["yellow", "brown"], color_deck=8, word_cards_open=2, word_deck_count=34
    )
    resolve(live, {"red": {"A": {"white": 2}}, "blue": {"A": {"white": 1}}, "green": {}})
    do(live, "P5.5:all", "red")
    assert keys(asked(live, "P1").lines) == [
        "sf.day.pass",
        "sf.day.words",
        "sf.day.colours",
        "sf.day.minds",
        "sf.day.tokens",
        "sf.day.cubes",
        "sf.day.beast",
        "sf.day.effect",
    ]
    assert live.state.attack_total == 3
    do(live, "P1", "blue")
    state = live.state
    assert (state.first_player, state.current_beast, state.initiative, state.initiative_roll) == (
        "blue",
        None,
        "none",
        None,
    )
    assert (state.word_discard_count, state.word_cards_open, state.letters) == (2, 0, ())
    assert (state.color_discard, state.color_open, state.colors_discarded) == (
        2,
        (),
        ("yellow", "brown"),
    )
    assert (state.attack_total, state.defence_total, state.called) == (0, 0, ())
    assert (state.beast_defeated, state.attack_blocked) == ("unknown", "unknown")
    red = state.players["red"]
    assert (red.placement, red.mind_in_play, red.ready, red.hits_white) == (None, None, False, 0)
    assert (red.minds_used, red.white_vp) == (("twofold",), 2)
    assert live.game.where(state)["tokens:red"].key == "sf.where.tokens_home"


@pytest.mark.rule("SF-023")
def test_the_first_day_has_no_preparation() -> None:
    live = table(step="S4")
    do(live, "S4", choose=["red"])
    assert live.state.step == "P2.1"


@pytest.mark.rule("SF-024", "SF-E25")
def test_the_new_first_mage_confirms_the_morning() -> None:
    live = day("P1", **MORNING)
    assert asked(live, "P1").seats == ("blue",)
    assert refused(live, "P1", "red").code == "SF-E25"


@pytest.mark.rule("SF-031", "SF-032", "SF-059", "SF-113", "SF-125")
@pytest.mark.parametrize(
    ("effects", "words", "limit"),
    [
        ([], 2, 4),
        ([("token_limit", 1)], 2, 5),
        ([("token_limit", 1), ("token_limit", 1), ("token_limit", 1)], 2, 6),
        ([("token_limit", -5)], 2, 0),
        ([("word_cards", 1)], 3, 4),
        ([("word_cards", -1)], 1, 4),
        ([("word_cards", -3)], 0, 4),
        ([("word_cards", 1), ("token_limit", -1)], 3, 3),
    ],
)
def test_what_the_beast_left_holds_today(
    effects: list[tuple[str, int]], words: int, limit: int
) -> None:
    live = day("P1", **MORNING, pending_modifiers=[leave(do_, n) for do_, n in effects])
    do(live, "P1", "blue")
    assert (live.state.word_cards_this_round, live.state.token_limit) == (words, limit)
    assert len(live.state.pending_modifiers) == len(effects)


@pytest.mark.rule("SF-032")
def test_yesterdays_effect_is_gone_and_tomorrows_waits() -> None:
    old, new = leave("token_limit", 1, for_round=1), leave("token_limit", 1, for_round=3)
    live = day("P1", **MORNING, pending_modifiers=[old, new])
    do(live, "P1", "blue")
    assert live.state.token_limit == 4
    assert live.state.pending_modifiers == ()


@pytest.mark.rule("SF-G05")
def test_more_cards_than_slots_are_dropped_and_said() -> None:
    live = day("P1", **MORNING, pending_modifiers=[leave("word_cards", 2)])
    events = do(live, "P1", "blue")
    assert live.state.word_cards_this_round == 3
    why = told(events, "sf.log.no_more_slots").why
    assert why is not None
    assert (why.values["want"], why.values["have"]) == (4, 3)
    wider = day(
        "P1", pack={"generator_slots": 4}, **MORNING, pending_modifiers=[leave("word_cards", 2)]
    )
    do(wider, "P1", "blue")
    do(wider, "P2.1", "blue", count=4)
    assert wider.state.letters == tuple("ABCDEFGH")


@pytest.mark.rule("SF-G05", "SF-111")
def test_one_word_per_slot_gives_one_letter_each() -> None:
    live = table(pack={"words_per_slot": 1}, step="P2.1", first_player="red")
    do(live, "P2.1.words", "red", show=["W01", "W02"])
    assert live.state.words == {"A": "bee / lebah", "B": "river / sungai"}


@pytest.mark.rule("SF-031")
def test_an_effect_in_words_waits_until_the_table_has_set_its_numbers() -> None:
    live = day("P1", **MORNING, pending_modifiers=[leave("manual", text="Nobody speaks")])
    do(live, "P1", "blue")
    assert live.state.step == "P1.6"
    assert keys(asked(live, "P1.6").say.values["effects"]) == ["sf.effect.manual"]
    adjust(live, "token_limit", 3)
    adjust(live, "word_cards_this_round", 1)
    do(live, "P1.6", "blue")
    assert (live.state.step, live.state.token_limit, live.state.word_cards_this_round) == (
        "P2.1",
        3,
        1,
    )


@pytest.mark.rule("SF-034", "SF-E06", "SF-035", "SF-036")
def test_the_generator_takes_the_number_of_the_day() -> None:
    live = table(step="P2.1", first_player="red")
    ask = asked(live, "P2.1")
    assert isinstance(ask, Count)
    assert (ask.start, ask.most, ask.zone, ask.seats) == (2, 3, "generator", ("red",))
    assert ask.say.values["n"] == 2
    for wrong in (1, 3, 4):
        assert refused(live, "P2.1", "red", count=wrong).code == "SF-E06"
    assert refused(live, "P2.1.words", "red", show=["W01"]).code == "SF-E06"
    do(live, "P2.1.words", "red", show=["W01", "W02"])
    read = asked(live, "P2.2")
    assert [line.values["word"] for line in read.lines] == [
        "bee / lebah",
        "oil / minyak",
        "river / sungai",
        "lantern / lentera",
    ]
    assert [line.values["where"] for line in read.lines] == ["A", "B", "C", "D"]


@pytest.mark.rule("SF-G33")
def test_an_empty_word_deck_is_made_anew() -> None:
    live = table(step="P2.1", first_player="red", word_deck_count=1, word_discard_count=35)
    events = do(live, "P2.1", "red", count=2)
    assert told(events, "sf.log.words_reshuffled")
    assert (live.state.word_deck_count, live.state.word_discard_count) == (34, 0)
    enough = table(step="P2.1", first_player="red", word_deck_count=2, word_discard_count=34)
    do(enough, "P2.1", "red", count=2)
    assert (enough.state.word_deck_count, enough.state.word_discard_count) == (0, 34)


@pytest.mark.rule("SF-040", "SF-003", "SF-E07")
def test_one_beast_a_day_and_never_the_same_again() -> None:
    live = table(step="P3.1", first_player="red", beasts_met=["D01"], round=2, beast_deck_count=6)
    ask = asked(live, "P3.1")
    assert isinstance(ask, Show)
    assert ask.zone == "middle"
    assert "D01" not in [card.id for card in ask.known]
    refusal = refused(live, "P3.1", "red", show=["D01"])
    assert (refusal.code, refusal.say.values["day"]) == ("SF-E07", 1)
    assert refused(live, "P3.1", "red", show=["D02", "D03"]).code == "SF-E07"
    assert told(do(live, "P3.1", "red", show=["D02"]), "sf.log.beast_opened").sound == "beast"
    assert (live.state.beast_deck_count, live.state.beasts_met) == (5, ("D01", "D02"))
    assert tracker(live, "beast").cards[0].figures == (("health", 4), ("attack", 2), ("damage", 1))
    assert refused(live, "2:P3.1", "red", show=["D03"]).code == "SF-E07"


@pytest.mark.rule("SF-125", "SF-031")
@pytest.mark.parametrize(
    ("stat", "n", "expected"),
    [("health", 2, (9, 5, 1)), ("attack", -9, (7, 0, 1)), ("damage", 1, (7, 5, 2))],
)
def test_a_beast_can_strengthen_or_weaken_the_next(
    stat: str, n: int, expected: tuple[int, int, int]
) -> None:
    live = table(
        step="P3.1", first_player="red", pending_modifiers=[leave("beast_stat", n, 1, stat=stat)]
    )
    do(live, "P3.1", "red", show=["D13"])
    beast = live.state.current_beast
    assert (beast.health, beast.attack, beast.damage) == expected


@pytest.mark.rule("SF-E08", "SF-046", "SF-G02")
def test_an_unknown_beast_is_typed_in_once() -> None:
    live = table(pack="printed", step="P3.1", first_player="red")
    assert refused(live, "P3.1", "red", show=["Wolf"]).code == "SF-E08"
    facts = {"health": 4, "attack": 3, "if_defeated": "token", "if_not_defeated": "Hide the dice"}
    assert (
        refused(live, "P3.1", "red", show=[{"id": "Wolf", "facts": {**facts, "health": -1}}]).code
        == "SF-E08"
    )
    assert (
        refused(
            live, "P3.1", "red", show=[{"id": "Wolf", "facts": {**facts, "attack": "strong"}}]
        ).code
        == "SF-E08"
    )
    events = do(live, "P3.1", "red", show=[{"id": "Wolf", "facts": facts}])
    assert told(events, "sf.log.taught")
    beast = live.state.current_beast
    assert (beast.health, beast.attack, beast.damage, beast.mystic) == (4, 3, 1, False)
    card = next(card for card in live.state.pack.beasts if card.id == "Wolf")
    assert (card.source, card.verified, card.if_defeated[0].do, card.if_defeated[0].n) == (
        "owner",
        True,
        "token_limit",
        1,
    )
    assert (card.if_not_defeated[0].do, card.if_not_defeated[0].text) == ("manual", "Hide the dice")


@pytest.mark.rule("SF-E08", "SF-046")
def test_a_beast_without_the_column_of_this_table_asks_for_it() -> None:
    live = table((*THREE, "yellow"), pack="printed", step="P3.1", first_player="red")
    known = {card.id: card for card in asked(live, "P3.1").known}
    assert "health" in known["rulebook-example"].needs
    refusal = refused(live, "P3.1", "red", show=["rulebook-example"])
    assert (refusal.code, refusal.say.values["players"]) == ("SF-E08", 4)
    do(
        live,
        "P3.1",
        "red",
        show=[{"id": "rulebook-example", "facts": {"health": 10, "attack": 7, "damage": 2}}],
    )
    assert live.state.current_beast.health == 10
    card = next(card for card in live.state.pack.beasts if card.id == "rulebook-example")
    assert set(card.stats) == {"3", "4"}
    assert card.if_not_defeated[0].do == "word_cards"


@pytest.mark.rule("SF-G31")
@pytest.mark.parametrize(
    ("how", "stats", "expected"),
    [
        ("column_or_scaled", {"3": (7, 5, 1)}, (5, 4, 1)),
        ("column_or_scaled", {"2": (1, 2, 3), "3": (7, 5, 1)}, (1, 2, 3)),
        ("column_or_scaled", {"2": (1, 2, 3)}, (1, 2, 3)),
        ("column_or_scaled", {"3": (6, 3, 2)}, (4, 2, 2)),
        ("three_player_column", {"2": (1, 2, 3), "3": (7, 5, 1)}, (7, 5, 1)),
    ],
)
def test_two_players_meet_smaller_beasts(
    how: str, stats: dict[str, tuple[int, ...]], expected: tuple[int, ...]
) -> None:
    columns = {n: {"health": h, "attack": a, "damage": d} for n, (h, a, d) in stats.items()}
    pack = {"beasts": [{"id": "X", "stats": columns}]}
    live = table(
        THREE[:2],
        {"mode": "two_player", "two_player_stats": how},
        pack,
        step="P3.1",
        first_player="red",
    )
    do(live, "P3.1", "red", show=["X"])
    beast = live.state.current_beast
    assert (beast.health, beast.attack, beast.damage) == expected


@pytest.mark.rule("SF-015", "SF-020")
def test_a_beast_that_cannot_be_in_the_mix_is_taken_with_a_remark() -> None:
    live = table(options={"difficulty": "hard"}, step="P3.1", first_player="red")
    assert told(do(live, "P3.1", "red", show=["D01"]), "sf.log.odd_tier")
    fitting = table(options={"difficulty": "hard"}, step="P3.1", first_player="red")
    assert "sf.log.odd_tier" not in keys(do(fitting, "P3.1", "red", show=["D07"]))
    second = table(
        options={"difficulty": "hard"}, step="P3.1", first_player="red", beasts_met=["D07"]
    )
    assert "sf.log.odd_tier" in keys(do(second, "P3.1", "red", show=["D08"]))


@pytest.mark.rule("SF-041", "SF-120", "SF-E04", "SF-E05", "SF-G13")
def test_one_flat_die_is_read_once() -> None:
    live = day("P3.2", initiative_roll=None, initiative="none")
    ask = asked(live, "P3.2")
    assert (ask.zone, ask.seats) == ("tray", ("red",))
    for dice in ([0], [7], [1, 2], [], [{"face": "cocked"}]):
        assert refused(live, "P3.2", "red", roll=dice).code == "SF-E04"
    assert refused(live, "P3.2", "blue", roll=[3]).code == "SF-E25"
    do(live, "P3.2", "red", roll=[2])
    again = refused(live, "1:P3.2", "red", roll=[6])
    assert (again.code, again.say.key, again.say.values["face"]) == (
        "SF-E05",
        "sf.refused.roll_done",
        2,
    )
    early = refused(table(step="P2.1", first_player="red"), "1:P3.2", "red", roll=[6])
    assert (early.code, early.say.key) == ("SF-E05", "sf.refused.roll_later")


@pytest.mark.rule("SF-E25")
def test_only_the_first_mage_confirms_the_reading_aloud() -> None:
    live = table(step="P2.2", first_player="red", letters=["A", "B", "C", "D"])
    refusal = refused(live, "P2.2", "green")
    assert refusal.code == "SF-E25"
    assert refusal.say.values["name"].seat == "red"
