from companion.kit.asks import Count, Ready
from companion.kit.intents import Answer, Counted, Readied, Undo
from companion.kit.say import say
from companion.service.panel.actions import PanelScene
from companion.service.panel.controller import REFUSED_HZ, PanelController
from firmware_bridge.config import PanelConfig
from firmware_bridge.messages import Kind, Lamp
from firmware_bridge.panel import PanelEvent

CONFIG = PanelConfig()
GOLD = Count(id="g", say=say("How much?"), of="gold", start=3, zone="dock:red")


def press(role: str, at_s: float = 1.0, seq: int = 0, kind: Kind = Kind.PRESS) -> PanelEvent:
    return PanelEvent(kind, CONFIG.roles[role], 0, at_s, 1, seq)


def hands(
    *asks: Count | Ready, can_undo: bool = False, turn_line: int | None = None
) -> PanelController:
    found = PanelController(CONFIG)
    found.look_at(PanelScene(asks, ("red", "blue"), can_undo=can_undo, turn_line=turn_line))
    return found


def test_from_a_finger_to_an_intent() -> None:
    dialled = hands(GOLD)
    assert dialled.take(press("plus"), 1.0) == ()
    assert dialled.take(PanelEvent(Kind.TURN, 0, 2, 1.0, 1, 1), 1.0) == ()
    (intent,) = dialled.take(press("confirm", seq=2), 1.0)
    assert intent == Answer(id="panel-00000001-2", device="panel", ask="g", answer=Counted(6))


def test_a_seat_is_ready_with_one_press() -> None:
    (intent,) = hands(Ready(id="r", say=say("r"), seats=("red", "blue"))).take(press("seat2"), 1.0)
    assert isinstance(intent, Answer)
    assert (intent.answer, intent.seat) == (Readied(), "blue")


def test_a_long_undo_asks_and_confirm_does_it() -> None:
    undoing = hands(GOLD, can_undo=True, turn_line=9)
    assert undoing.take(press("undo"), 1.0) == ()
    assert undoing.tick(2.0) == ()
    assert undoing.desired().rows[0] == "panel.undo_turn"
    assert undoing.take(press("confirm", 2.5, 3), 2.5) == (
        Undo(id="panel-00000001-3", device="panel", line=9),
    )
    assert undoing.desired().rows[0] == "How much?"


def test_the_camera_is_asked_to_look() -> None:
    looking = hands(GOLD)
    looking.take(press("roll_taken"), 1.0)
    assert list(looking.wishes) == ["look"]


def test_a_press_that_does_nothing_is_told() -> None:
    idle = hands()
    assert idle.take(press("plus"), 1.0) == ()
    assert idle.missed == "plus"
    busy = hands(GOLD)
    busy.take(press("plus"), 1.0)
    assert busy.missed == ""


def test_what_is_shown_is_by_key_not_by_role() -> None:
    config = PanelConfig.of({"confirm": "15"}, {})
    moved = PanelController(config)
    moved.look_at(PanelScene((GOLD,), ("red",)))
    desired = moved.desired()
    assert desired.lamps[15] is Lamp.STEADY
    assert desired.lamps[6] is Lamp.OFF
    assert desired.settings.debounce_ms == 5


def test_a_refusal_sounds_different_and_silence_can_be_chosen() -> None:
    loud = hands(GOLD)
    loud.answered(is_accepted=False)
    assert (loud.desired().sound.serial, loud.desired().sound.hz) == (1, REFUSED_HZ)
    quiet = PanelController(PanelConfig(sounds=False))
    quiet.answered(is_accepted=True)
    assert quiet.desired().sound.serial == 0
