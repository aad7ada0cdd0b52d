from firmware_bridge.config import PanelConfig
from firmware_bridge.gestures import Gesture, Gestures
from firmware_bridge.messages import Kind
from firmware_bridge.panel import PanelEvent

CONFIG = PanelConfig()
UNDO, CONFIRM = CONFIG.roles["undo"], CONFIG.roles["confirm"]


def event(kind: Kind, key: int, at_s: float, seq: int = 0, value: int = 0) -> PanelEvent:
    return PanelEvent(kind, key, value, at_s, 1, seq)


def test_most_keys_act_at_once() -> None:
    assert Gestures(CONFIG).take(event(Kind.PRESS, CONFIRM, 1.0), 1.0) == Gesture(
        "confirm", "00000001-0"
    )


def test_a_short_undo_is_a_tap_when_let_go() -> None:
    gestures = Gestures(CONFIG)
    assert gestures.take(event(Kind.PRESS, UNDO, 1.0, 5), 1.0) is None
    assert gestures.take(event(Kind.RELEASE, UNDO, 1.2, 6), 1.2) == Gesture("undo", "00000001-5")


def test_a_long_undo_acts_while_it_is_held_and_once() -> None:
    gestures = Gestures(CONFIG)
    gestures.take(event(Kind.PRESS, UNDO, 1.0, 5), 1.0)
    assert gestures.tick(1.7) == ()
    assert gestures.tick(1.8) == (Gesture("undo", "00000001-5", is_long=True),)
    assert gestures.tick(2.0) == ()
    assert gestures.take(event(Kind.RELEASE, UNDO, 2.0, 6), 2.0) is None


def test_how_long_it_was_is_measured_at_the_panel() -> None:
    """Both events arrive together after a disturbance; the hand was quick all the same."""
    gestures = Gestures(CONFIG)
    gestures.take(event(Kind.PRESS, UNDO, 1.0, 5), 3.0)
    assert gestures.take(event(Kind.RELEASE, UNDO, 1.1, 6), 3.0) == Gesture("undo", "00000001-5")


def test_a_press_from_long_ago_is_no_answer_any_more() -> None:
    assert Gestures(CONFIG).take(event(Kind.PRESS, CONFIRM, 1.0), 6.5) is None


def test_a_turn_belongs_to_the_encoder() -> None:
    assert Gestures(CONFIG).take(event(Kind.TURN, 0, 1.0, value=-3), 1.0) == Gesture(
        "encoder", "00000001-0", turn=-3
    )


def test_a_key_without_a_role_means_nothing() -> None:
    config = PanelConfig(roles={"confirm": 0})
    assert Gestures(config).take(event(Kind.PRESS, 9, 1.0), 1.0) is None


def test_releases_of_other_keys_mean_nothing() -> None:
    assert Gestures(CONFIG).take(event(Kind.RELEASE, CONFIRM, 1.0), 1.0) is None
