"""What people are told of a reading: why it asks, and where table and tracker differ."""

from companion.kit.asks import CardKnown, PieceWanted, Show
from companion.kit.pieces import Piece
from companion.service.reading_display import hints_of, sight_of
from companion.texts import sentence
from tests.service.test_seeing import TOKENS, X, card, own_sheet, read
from vision.reading import Decision, Reading, Why


def test_a_sure_reading_that_answers_nothing_says_so_and_a_question_notices_no_differences() -> (
    None
):
    ask = Show(id="a", say=X, zone="row", cards="rune", known=(CardKnown("sun", "Sun"),))
    assert sight_of(ask, read(card("frame")), "").why.key == "sight.not_asked"
    untaught = Reading("zone", "cards", (), Decision.ASK, Why("sight.nothing_taught"), 0.0)
    assert sight_of(ask, untaught, "").why.key == "sight.nothing_taught"
    assert hints_of(TOKENS, untaught, "tokens:1") == ()
    assert len(hints_of(TOKENS, read(), "tokens:1")) == 2


def test_a_difference_is_said_without_gaps_and_a_lone_place_needs_no_name() -> None:
    pool = own_sheet(
        "pool",
        ("pool",),
        PieceWanted("air"),
        PieceWanted("fire"),
        pool=(Piece("air", 2), Piece("fire", 1)),
    )
    (hint,) = hints_of(pool, read(), "pool:1")
    assert sentence(hint.say, "en", {}) == "The table shows nothing, I have 2 air, 1 fire: x"
