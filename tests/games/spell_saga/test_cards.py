"""Cards and packs: what a card may be, what is asked when it is unknown, what the set-up wants."""

import msgspec
import pytest

from companion.games.spell_saga import GAME
from companion.games.spell_saga.pack import GLYPHS, TYPES, Card, check_pack
from companion.games.spell_saga.rules.reading import cost_of
from companion.games.spell_saga.state import hero_limit, item_limit, source_limit
from companion.kit.asks import Choose, Show
from companion.kit.intents import Answer, Chosen, Rolled, Shown
from companion.kit.pieces import CardSeen, Die
from companion.kit.play import answered
from companion.kit.position import arranged
from companion.kit.seats import Seat
from companion.kit.story import RuleError
from companion.packs import checked, shipped
from tests.games.spell_saga.table import (
    SEATS,
    answer,
    asked,
    at,
    choose,
    example_pack,
    options_of,
    ready_on,
    refusal,
    show,
    with_cards,
)


def _fresh(pack: str = "demo", **options: str) -> object:
    return arranged(GAME, options, SEATS, checked(GAME, shipped(GAME, pack), pack), None)


@pytest.mark.rule("SS-001")
def test_the_game_is_for_exactly_one_player() -> None:
    assert GAME.seats == (1, 1)
    with pytest.raises(RuleError) as refused:
        arranged(GAME, {}, (*SEATS, Seat("red")), example_pack(), None)
    assert refused.value.code == "SS-001"


@pytest.mark.rule("SS-002", "SS-045")
def test_one_token_stands_for_all_heroes() -> None:
    state = at("T1", heroes=[{"card": "HE0"}, {"card": "HE1"}], attached={"PL0": ["RM0"]})
    assert GAME.where(state)["token"].values["place"] == "Prairie Gate"
    moved = choose(state, "T1", "RM0")
    assert moved.token == "RM0"
    assert GAME.where(moved)["token"].values["place"] == "Gatehouse"


@pytest.mark.rule("SS-007", "SS-G50")
def test_an_outcome_is_a_reason_not_a_score() -> None:
    lost = at("LOST", result="LOST")
    outcome = GAME.outcome(lost)
    assert outcome is not None
    assert (outcome.result, outcome.standings, outcome.why.values) == (
        "lost",
        (),
        {"n": 1, "story": 1},
    )


@pytest.mark.rule("SS-008", "SS-012", "SS-013", "SS-011", "SS-G19")
def test_a_card_has_one_type_at_most_one_glyph_and_any_colours() -> None:
    assert len(TYPES) == 7
    assert GLYPHS == ("-", "EW", "SP", "SU", "AU", "NW")
    assert Card(id="x", type="item").harmonics == ""
    fits = {"id": "x", "type": "item"}
    for wrong in (
        {"type": "folk_hero"},
        {"glyph": "SP SU"},
        {"harmonics": "BVRYGB"},
        {"harmonics": "X"},
        {"cost": -1},
        {"cost": "icon"},
        {"rounds": 0},
        {"attack": -1},
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**fits, **wrong}, Card)
    for right in (
        {"harmonics": "BVRYG"},
        {"cost": 0},
        {"cost": "blank"},
        {"cost": "start"},
        {"rounds": 1},
    ):
        msgspec.convert({**fits, **right}, Card)


@pytest.mark.rule("SS-009", "SS-015", "SS-G62")
def test_the_demo_deck_is_complete_and_marked() -> None:
    pack = checked(GAME, shipped(GAME, "demo"), "demo")
    cards = {card.id: card for card in pack.cards}
    assert (pack.source, pack.verified, pack.deck_size, len(cards)) == ("demo", False, 42, 42)
    assert {card.source for card in pack.cards} == {"demo"}
    assert (cards["FO2"].type, cards["FO2"].folk_kind, cards["FO3"].subtypes) == (
        "folk",
        "hero",
        ("wanted",),
    )
    assert (cards["EN6"].attack, cards["EN6"].armor, cards["EN6"].rounds) == (3, 5, 2)
    assert (cards["HE0"].source_base, cards["HE0"].source_per_story, cards["HE0"].hero_limit) == (
        4,
        1,
        2,
    )
    assert (cards["HE1"].source_extra, cards["HE1"].item_limit) == (1, 2)


@pytest.mark.rule("SS-034", "SS-R32")
def test_a_pack_has_one_starting_card_of_each_kind() -> None:
    pack = example_pack()
    assert check_pack(pack) == ()
    without = msgspec.structs.replace(
        pack, cards=tuple(card for card in pack.cards if card.id != "RM0")
    )
    (problem,) = check_pack(without)
    assert problem.field == "cards"
    small = msgspec.structs.replace(pack, deck_size=1)
    assert len(check_pack(small)) == 1
    assert check_pack(msgspec.structs.replace(pack, deck_size=len(pack.cards))) == ()
    prize = Card(id="z", type="item", prize=({},))
    assert len(check_pack(msgspec.structs.replace(pack, cards=(*pack.cards, prize)))) == 1


@pytest.mark.rule("SS-G49", "SS-R07", "SS-021")
def test_printed_facts_leave_out_what_the_book_does_not_say_and_ask_for_it() -> None:
    state = _fresh("printed")
    cards = ("start-story", "start-hero", "start-item", "start-place", "start-room")
    assert state.deck_count is None
    assert refusal(state, "S2", Shown(tuple(CardSeen(card) for card in cards))) == "SS-R07"
    looks = {"glyph": "SP", "harmonics": "B"}
    seen = tuple(CardSeen(card, facts=looks) for card in cards)
    laid = answer(state, "S2", Shown(seen)).state
    assert (laid.step, laid.token, source_limit(laid)) == ("S3", "start-place", 5)
    assert (laid.cards["start-hero"].source, laid.cards["start-hero"].missing) == ("owner", ())
    assert (hero_limit(laid), item_limit(laid, 0)) == (None, None)


@pytest.mark.rule("SS-R08", "SS-R07")
def test_an_unknown_card_is_taught_with_its_facts_and_impossible_ones_are_refused() -> None:
    state = at("T4", hand_unknown=2)
    assert refusal(state, "T4", Shown((CardSeen("new"),))) == "SS-R07"
    facts = {"type": "item", "cost": 1, "glyph": "SP", "harmonics": "RX"}
    assert refusal(state, "T4", Shown((CardSeen("new", facts=facts),))) == "SS-R08"
    taught = show(state, "T4", CardSeen("new", facts={**facts, "harmonics": "R", "name": "New"}))
    assert taught.hand == ("new",)
    assert (taught.cards["new"].name, taught.cards["new"].source, taught.cards["new"].verified) == (
        "New",
        "owner",
        True,
    )


def test_starting_cards_nobody_knows_may_be_typed_in_at_set_up() -> None:
    state = _fresh()
    facts = {"type": "hero", "cost": "start", "name": "Own Hero", "glyph": "SP", "harmonics": "B"}
    others = tuple(CardSeen(card) for card in ("ST0", "IT0", "PL0", "RM0"))
    laid = answer(state, "S2", Shown((CardSeen("own", facts=facts), *others))).state
    assert (laid.step, laid.heroes[0].card, laid.cards["own"].name) == ("S3", "own", "Own Hero")


@pytest.mark.rule("SS-R32", "SS-039")
def test_set_up_wants_the_five_starting_cards_first() -> None:
    state = _fresh()
    assert refusal(state, "may", "luck") == "SS-R32"
    assert refusal(state, "T1", "RM0") == "SS-R32"
    four = tuple(CardSeen(card) for card in ("ST0", "HE0", "IT0", "PL0"))
    assert refusal(state, "S2", Shown(four)) == "SS-R32"
    wrong = Shown((*four, CardSeen("ST1")))
    assert refusal(state, "S2", wrong) == "SS-R32"
    laid = answer(state, "S2", Shown((*four, CardSeen("RM0")))).state
    assert asked(laid) == ["S3"]
    shuffled = ready_on(laid, "S3", "S4")
    hand = GAME.asks(show(shuffled, "S5", "ST1"))[0]
    assert isinstance(hand, Show)
    assert (hand.least, hand.most, hand.zone) == (5, 5, "hand")


@pytest.mark.rule("SS-R33")
def test_turned_cards_are_read_as_they_are_and_dice_answer_nothing() -> None:
    state = at("T4", hand_unknown=2)
    turned = show(state, "T4", CardSeen("i0", turn=3, face_up=False))
    assert turned.hand == ("i0",)
    assert refusal(state, "T4", Rolled((Die(3),))) == "wrong_kind"


@pytest.mark.rule("SS-014", "SS-G47", "SS-019")
def test_info_bar_and_text_have_no_effect() -> None:
    plain = options_of(show(at("T4", hand_unknown=3), "T4", "i0"), "may")
    noisy = {"id": "i0", "type": "item", "cost": 0, "info_bar": "???", "text": "Once upon a time."}
    told = options_of(show(with_cards(at("T4", hand_unknown=3), noisy), "T4", "i0"), "may")
    assert plain == told


@pytest.mark.rule("SS-010", "SS-091", "SS-033", "SS-023", "SS-030", "SS-088")
def test_the_type_decides_where_a_bought_card_goes() -> None:
    state = at("T8", story_unknown=5, hand=["s2", "HE1", "i0", "p1", "rm"], hand_unknown=9)
    state = choose(choose(state, "may", "buy:s2"), "pay", "unknown1", "unknown2")
    assert state.story == ("ST0", "s2")
    state = show(
        choose(choose(state, "may", "buy:HE1"), "pay", "unknown1", "unknown2"), "draw", "p2"
    )
    assert [hero.card for hero in state.heroes] == ["HE0", "HE1"]
    state = choose(state, "may", "buy:i0")
    assert options_of(state, "to") == {"HE0": "", "HE1": ""}
    state = choose(state, "to", "HE1")
    assert [item.card for item in state.heroes[1].items] == ["i0"]
    state = choose(choose(choose(state, "may", "buy:p1"), "to", "3"), "pay", "unknown1")
    assert state.places[2] == ("p1",)
    state = choose(state, "may", "buy:rm")
    assert options_of(state, "to") == {"PL0": "", "p1": ""}
    state = choose(choose(state, "to", "p1"), "pay", "unknown1")
    assert state.attached["p1"] == ("rm",)
    assert (state.hand, state.hand_unknown) == ((), 3)


@pytest.mark.rule("SS-063", "SS-G55", "SS-G44")
def test_a_native_room_only_attaches_to_a_top_the_current_one_first() -> None:
    state = at("T8", places=[["p1", "p2"], ["p3"], [], [], []], token="p3", hand=["rm", "i0"])
    state = choose(state, "may", "buy:rm")
    ask = GAME.asks(state)[0]
    assert isinstance(ask, Choose)
    assert [option.id for option in ask.options] == ["p3", "p1"]


@pytest.mark.rule("SS-R06")
def test_a_card_seen_in_two_places_is_a_question() -> None:
    state = at("T4", hand=["i0"], hand_unknown=2)
    assert refusal(state, "T4", Shown((CardSeen("i0"),))) == "SS-R06"
    moved = answered(
        GAME,
        at("T4", hand_unknown=2, heroes=[{"card": "HE0", "luck_stack": ["lSP", "i0"]}]),
        Answer(id="1", ask="1:T4.0:T4", answer=Shown((CardSeen("i0"),)), force="it was there"),
    ).state
    assert (moved.hand, moved.heroes[0].luck_stack, moved.deck_count) == (("i0",), ("lSP",), 40)


@pytest.mark.rule("SS-200")
def test_a_starting_card_has_no_cost_when_met_again() -> None:
    state = at("T8")
    assert cost_of(state, state.cards["IT0"]) is None
    assert cost_of(state, state.cards["PL5"]) is None
    assert cost_of(state, state.cards["IT3"]) == 2


def test_refusing_an_option_needs_a_real_option() -> None:
    assert refusal(at("T8"), "may", Chosen(("nonsense",))) == "no_such_option"
