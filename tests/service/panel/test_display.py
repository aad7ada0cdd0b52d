from companion.kit.asks import Choose, Count, Option
from companion.kit.say import Say, say
from companion.kit.trackers import Counter, Gauge, Marker, Track
from companion.service.addresses import short_address
from companion.service.panel.actions import PanelFocus, PanelScene, settled
from companion.service.panel.display import figures, lines

NAMES = {"red": "Andi", "blue": "Budiman"}
ASK = Choose(
    id="a",
    say=say("Red: buy, sell or leave the market"),
    options=(Option("b", say("Buy")), Option("s", say("Sell"))),
)
GOLD = Count(id="g", say=say("How much gold?"), of="gold", start=3)


def speak(text: Say) -> str:
    return text.key


def shown(
    scene: PanelScene, focus: PanelFocus | None = None, columns: int = 20, rows: int = 4
) -> tuple[str, ...]:
    return lines(scene, settled(scene, focus or PanelFocus()), columns, rows)


def test_the_ask_the_dial_and_the_figures_share_the_display() -> None:
    scene = PanelScene((ASK,), ("red",), speak, ("Andi 14|9",))
    assert shown(scene) == ("Red: buy, sell or", "leave the market", ">Buy", "Andi 14|9")


def test_the_small_display_shows_the_ask_and_the_dial() -> None:
    scene = PanelScene((GOLD,), ("red",), speak, ("Andi 14|9",))
    assert shown(scene, columns=16, rows=2) == ("How much gold?", "     - 3 +")


def test_with_nothing_asked_the_figures_stay() -> None:
    assert shown(PanelScene((), ("red",), speak, ("Andi 14|9", "Day 3"))) == (
        "Andi 14|9",
        "Day 3",
        "",
        "",
    )


def test_several_asks_say_which_one_this_is() -> None:
    scene = PanelScene((GOLD, ASK), ("red",), speak)
    assert shown(scene)[0] == "How much gold?   1/2"


def test_the_question_back_fills_the_display() -> None:
    scene = PanelScene((GOLD,), ("red",), speak, can_undo=True, turn_line=3)
    assert shown(scene, PanelFocus("g", asks_undo_turn=True))[:2] == (
        "panel.undo_turn",
        "panel.undo_turn_how",
    )


def test_no_display_no_lines() -> None:
    assert shown(PanelScene((GOLD,), ("red",), speak), rows=0) == ()


def test_main_figures_are_packed_by_seat() -> None:
    trackers = (
        Counter(id="w", say=say("white"), seat="red", value=14, size=2),
        Counter(id="b", say=say("black"), seat="red", value=9, counts=True),
        Counter(id="q", say=say("quiet"), seat="red", value=77),
        Counter(id="w2", say=say("white"), seat="blue", value=12, size=2),
        Gauge(id="v", say=say("Village"), value=4, most=10, size=2),
    )
    assert figures(trackers, ("red", "blue"), NAMES, speak, 20) == (
        "Andi 14|9  Budi 12",
        "Village 4/10",
    )
    assert figures(trackers[:1], ("red", "blue"), NAMES, speak, 20) == ("Andi 14",)


def test_a_track_on_the_table_speaks_only_for_seats_without_a_number_of_their_own() -> None:
    road = Track(id="t", say=say("road"), most=20, markers=(Marker(3, "red"), Marker(5, "blue")))
    own = Counter(id="w", say=say("white"), seat="red", value=3, size=2)
    assert figures((own, road), ("red", "blue"), NAMES, speak, 20) == ("Andi 3  Budi 5",)


def test_a_table_at_rest_says_where_it_is_found() -> None:
    shown = short_address("http://192.168.1.20:8137")
    assert shown == ("Tableside", "192.168.1.20:8137")
    assert lines(PanelScene(figures=shown), PanelFocus(), 20, 4)[:2] == shown
    assert short_address("http://127.0.0.1:8137") == ()
