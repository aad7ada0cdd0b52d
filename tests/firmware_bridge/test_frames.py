import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.frames import FRAME_MAX, Decoder, from_frame, to_frame

messages = st.binary(min_size=1, max_size=59)


@given(messages)
def test_a_message_survives_its_frame(message: bytes) -> None:
    frame = to_frame(message)
    assert frame[-1] == 0
    assert 0 not in frame[:-1]
    assert len(frame) <= FRAME_MAX
    assert from_frame(frame[:-1]) == message


@given(st.lists(messages), st.lists(st.integers(1, 40), min_size=1))
def test_messages_come_out_whatever_the_pieces_they_arrive_in(
    sent: list[bytes], cuts: list[int]
) -> None:
    stream = b"".join(map(to_frame, sent))
    decoder, arrived, at = Decoder(), [], 0
    while at < len(stream):
        cut = cuts[at % len(cuts)]
        arrived += decoder.receive(stream[at : at + cut])
        at += cut
    assert arrived == sent
    assert decoder.bad_frames == 0


@given(st.binary())
def test_any_bytes_are_taken_without_a_crash(noise: bytes) -> None:
    decoder = Decoder()
    decoder.receive(noise)
    assert decoder.receive(b"\0" + to_frame(b"after")) == [b"after"]


@given(messages, st.integers(0, 62), st.integers(1, 255))
def test_a_changed_byte_is_noticed(message: bytes, at: int, change: int) -> None:
    frame = bytearray(to_frame(message)[:-1])
    at %= len(frame)
    if frame[at] ^ change:
        frame[at] ^= change
        assert from_frame(bytes(frame)) is None


@given(messages, st.integers(0, 62))
def test_a_lost_byte_is_noticed(message: bytes, at: int) -> None:
    frame = to_frame(message)[:-1]
    at %= len(frame)
    shorter = frame[:at] + frame[at + 1 :]
    assert from_frame(shorter) in (None, message[:-1] if not any(message) else None)


def test_noise_between_frames_costs_no_more_than_the_frame_it_touches() -> None:
    decoder = Decoder()
    stream = to_frame(b"one") + b"\x05noise" + to_frame(b"hit") + to_frame(b"two")
    assert decoder.receive(stream) == [b"one", b"two"]
    assert decoder.bad_frames == 1


def test_a_line_that_never_says_zero_needs_no_memory() -> None:
    decoder = Decoder()
    for _ in range(100):
        assert decoder.receive(b"\x11" * 10_000) == []
    assert len(decoder._rest) <= FRAME_MAX + 1
    assert decoder.receive(b"\0" + to_frame(b"x")) == [b"x"]
    assert decoder.bad_frames == 1


def test_a_message_too_long_for_the_panel_is_refused_here() -> None:
    with pytest.raises(ValueError, match="the panel takes 64"):
        to_frame(bytes(70))


def test_random_bytes_are_hardly_ever_a_frame() -> None:
    decoder = Decoder()
    found = decoder.receive(random.Random(1).randbytes(2_000_000))
    assert len(found) <= 1
    assert decoder.bad_frames > 5_000
