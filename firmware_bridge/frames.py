"""Frames: `COBS(message, CRC-16)` and a closing zero. Bytes in, messages out; never a port or a
clock.

Damage of any kind costs at most the frames it touches: the next zero is always a fresh start.
"""

from binascii import crc_hqx

from cobs import cobs

FRAME_MAX = 64
CRC_START = 0xFFFF  # not 0: a CRC that starts at 0 does not notice zeros put in front


def crc16(content: bytes) -> int:
    return crc_hqx(content, CRC_START)


def to_frame(message: bytes) -> bytes:
    frame: bytes = cobs.encode(message + crc16(message).to_bytes(2, "little")) + b"\0"
    if len(frame) > FRAME_MAX:
        raise ValueError(f"a frame of {len(frame)} bytes; the panel takes {FRAME_MAX}")
    return frame


def from_frame(frame: bytes) -> bytes | None:
    """The message inside a frame without its zero; None if anything about it is wrong."""
    if not 4 <= len(frame) < FRAME_MAX:
        return None
    try:
        content: bytes = cobs.decode(frame)
    except cobs.DecodeError:
        return None
    message, crc = content[:-2], content[-2:]
    return message if message and crc16(message) == int.from_bytes(crc, "little") else None


class Decoder:
    """Cuts a stream of bytes into messages, counting what is not one."""

    def __init__(self) -> None:
        self.bad_frames = 0
        self._rest = b""

    def receive(self, stream: bytes) -> list[bytes]:
        *frames, rest = (self._rest + stream).split(b"\0")
        # Past the longest frame only being too long matters: memory stays bounded on a line that
        # never sends zero.
        self._rest = rest[: FRAME_MAX + 1]
        return [message for frame in frames if frame and (message := self._open(frame)) is not None]

    def _open(self, frame: bytes) -> bytes | None:
        message = from_frame(frame)
        if message is None:
            self.bad_frames += 1
        return message
