"""The host's end, against hand-made frames and against the panel made of nothing. Time is a number
here.
"""

from firmware_bridge.device import SimulatedDevice
from firmware_bridge.frames import Decoder, to_frame
from firmware_bridge.link import AWAY_AFTER_S, Link
from firmware_bridge.messages import (
    Ack,
    AskHello,
    Events,
    Hello,
    Kind,
    Lamp,
    Message,
    State,
    WireEvent,
    decode,
)
from firmware_bridge.panel import Condition, Desired, PanelEvent, Sound


def hello(boot: int = 7, oldest: int = 0, protocol: int = 1) -> Hello:
    return Hello(protocol, boot, 1, 0, 17, 16, 1, 20, 4, 15, 1, oldest)


def state(boot: int = 7, held: int = 0, next_seq: int = 0) -> State:
    return State(boot, 0, held, 0, next_seq, next_seq, 0, 0, 0, 0, 0, 0, 1, 0, (0, 0, 0, 0))


def press(first: int, *keys: int, boot: int = 7) -> Events:
    return Events(boot, first, tuple(WireEvent(Kind.PRESS, key, 0, 0) for key in keys))


def hear(link: Link, now_s: float, *said: Message) -> list[int]:
    return [
        event.key for event in link.receive(b"".join(to_frame(m.encode()) for m in said), now_s)
    ]


def answers(link: Link, now_s: float, kind: type) -> list[Message]:
    return [
        m for raw in Decoder().receive(link.to_send(now_s)) if isinstance(m := decode(raw), kind)
    ]


def opened() -> Link:
    link = Link()
    link.opened(0.0)
    hear(link, 0.0, hello())
    return link


def test_an_open_port_is_not_yet_a_panel() -> None:
    link = Link()
    link.opened(0.0)
    link.receive(b"some other Arduino\0\0 talking\0", 0.1)
    assert not link.is_connected(0.1)
    hear(link, 0.2, hello())
    assert link.is_connected(0.2)


def test_a_silent_panel_is_away_within_a_second() -> None:
    link = opened()
    assert link.is_connected(AWAY_AFTER_S - 0.01)
    assert not link.is_connected(AWAY_AFTER_S)
    assert AWAY_AFTER_S < 1.0
    assert link.health(1.0).condition is Condition.SILENT


def test_an_event_counts_once_however_often_it_is_repeated() -> None:
    link = opened()
    assert hear(link, 0.1, press(0, 3)) == [3]
    assert hear(link, 0.15, press(0, 3)) == []
    assert hear(link, 0.2, press(0, 3, 4)) == [4]
    assert link.health(0.2).duplicates == 2


def test_each_repeat_is_acknowledged_again() -> None:
    link = opened()
    for at_s in (0.1, 0.2):
        hear(link, at_s, press(0, 3))
        assert answers(link, at_s, Ack) == [Ack(7, 1)]


def test_events_from_the_future_wait_for_those_before_them() -> None:
    link = opened()
    assert hear(link, 0.1, press(5, 9)) == []
    assert hear(link, 0.2, press(0, 1, 2, 3)) == [1, 2, 3]


def test_sequence_numbers_go_round() -> None:
    link = Link()
    link.opened(0.0)
    hear(link, 0.0, hello(oldest=65535))
    assert hear(link, 0.1, press(65535, 1, 2)) == [1, 2]
    assert hear(link, 0.2, press(65535, 1, 2)) == []
    assert hear(link, 0.3, press(1, 3)) == [3]


def test_events_of_an_unknown_boot_wait_for_a_hello() -> None:
    link = opened()
    link.to_send(0.0)
    assert hear(link, 0.5, press(0, 3, boot=99)) == []
    assert hear(link, 0.6, hello(boot=99)) == []
    assert hear(link, 0.7, press(0, 3, boot=99)) == [3]
    assert link.health(0.7).resets == 1


def test_an_unknown_boot_is_asked_who_it_is() -> None:
    link = opened()
    link.to_send(0.0)
    hear(link, 1.0, state(boot=99))
    assert answers(link, 1.0, AskHello) == [AskHello()]


def test_a_false_hello_in_between_makes_nothing_count_twice() -> None:
    link = opened()
    assert hear(link, 0.1, press(0, 3)) == [3]
    hear(link, 0.2, hello(boot=1234))
    hear(link, 0.3, hello(boot=7))
    assert hear(link, 0.4, press(0, 3)) == []


def test_a_reopened_port_goes_on_where_it_was() -> None:
    link = opened()
    assert hear(link, 0.1, press(0, 3)) == [3]
    link.closed("pulled")
    assert not link.is_connected(0.2)
    link.opened(1.0)
    hear(link, 1.1, hello())
    assert hear(link, 1.2, press(0, 3, 4)) == [4]
    assert link.health(1.2).reconnects == 1


def test_a_release_that_was_never_reported_is_concluded_from_the_state() -> None:
    link = opened()
    hear(link, 0.1, press(0, 3))
    healed = link.receive(to_frame(state(held=0, next_seq=1).encode()), 0.3)
    assert healed == (PanelEvent(Kind.RELEASE, 3, 0, 0.3, 7, -1),)
    assert link.health(0.3).healed == 1


def test_the_state_concludes_nothing_while_events_are_on_their_way() -> None:
    link = opened()
    hear(link, 0.1, press(0, 3))
    assert hear(link, 0.3, state(held=0, next_seq=2)) == []


def test_a_held_key_in_the_state_is_never_a_press() -> None:
    assert hear(opened(), 0.3, state(held=1 << 5)) == []


def test_the_time_of_an_event_is_when_the_hand_did_it() -> None:
    link = opened()
    late = Events(7, 0, (WireEvent(Kind.PRESS, 1, 0, 1500),))
    assert link.receive(to_frame(late.encode()), 10.0)[0].at_s == 8.5


def test_a_newer_panel_works_and_says_what_to_do() -> None:
    link = Link()
    link.opened(0.0)
    hear(link, 0.0, hello(protocol=2))
    assert hear(link, 0.1, press(0, 3)) == [3]
    assert link.health(0.1).condition is Condition.NEWER


def test_nothing_is_sent_while_the_port_is_closed() -> None:
    link = opened()
    link.closed("pulled")
    assert link.to_send(5.0) == b""


def talk(
    link: Link, device: SimulatedDevice, seconds: float, now_s: float = 0.0
) -> list[PanelEvent]:
    """Both ends on a perfect wire, in steps of 5 ms."""
    events: list[PanelEvent] = []
    for step in range(int(seconds * 200)):
        at_s = now_s + step / 200
        events += link.receive(device.to_send(at_s), at_s)
        device.receive(link.to_send(at_s), at_s)
    return events


def test_what_has_arrived_is_not_sent_again() -> None:
    link, device = Link(), SimulatedDevice()
    link.opened(0.0)
    link.show(Desired(lamps=(Lamp.FAST,), rows=("hello",)))
    talk(link, device, 2.0)
    sent = Decoder().receive(b"".join(link.to_send(2.0 + at / 10) for at in range(4)))
    assert all(isinstance(decode(raw), Ack | AskHello) for raw in sent)


def test_whatever_is_lost_on_the_way_to_the_panel_is_sent_again() -> None:
    link, device = Link(), SimulatedDevice()
    link.opened(0.0)
    talk(link, device, 1.0)
    link.show(Desired(lamps=(Lamp.STEADY,) * 16, rows=("a", "b", "c", "d"), sound=Sound(serial=4)))
    link.to_send(1.0)  # into the void
    talk(link, device, 1.0, 1.05)
    assert device.lit(2.0) == (True,) * 16
    assert [row.strip() for row in device.display(2.0)] == [b"a", b"b", b"c", b"d"]
    assert len(device.sounds) == 1


def test_a_panel_that_starts_anew_is_told_everything_but_plays_no_old_sound() -> None:
    link, device = Link(), SimulatedDevice()
    link.opened(0.0)
    talk(link, device, 1.0)
    link.show(Desired(rows=("kept",), sound=Sound(serial=1)))
    talk(link, device, 1.0, 1.0)
    device.reset(boot=2)
    talk(link, device, 1.0, 2.0)
    assert device.display(3.0)[0].strip() == b"kept"
    assert len(device.sounds) == 1
