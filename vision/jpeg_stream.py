"""Bytes in, whole JPEG pictures out: Motion-JPEG as a program writes it, one picture after another.
Pure; nothing is read or decoded here.
"""

from collections.abc import Iterator

BEGIN = b"\xff\xd8"
END_OF_PICTURE = 0xD9
START_OF_SCAN = 0xDA
ALONE = {0x01, *range(0xD0, 0xD8)}  # markers without a length
MOST_BYTES = 32 * 2**20  # larger than any picture of ours: the stream is not what it should be


class JpegStream:
    """`receive` takes any piece of the stream and gives the pictures that are whole now. What is no
    picture is passed over until the next one begins.
    """

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._at = 0  # up to here the picture at hand has been walked through

    def receive(self, piece: bytes) -> Iterator[bytes]:
        self._bytes += piece
        while self._begins():
            end = self._end()
            if end is None:
                if len(self._bytes) > MOST_BYTES:
                    self._drop(2)
                return
            if end < 0:  # not a picture after all
                self._drop(2)
                continue
            yield bytes(self._bytes[:end])
            self._drop(end)

    def _begins(self) -> bool:
        """Whether the bytes at hand begin with a picture; what lies before one is dropped."""
        start = self._bytes.find(BEGIN)
        if start < 0:
            del self._bytes[: max(0, len(self._bytes) - 1)]  # the last may be half of a beginning
            self._at = 0
            return False
        if start:
            self._drop(start)
        self._at = max(self._at, len(BEGIN))
        return True

    def _drop(self, count: int) -> None:
        del self._bytes[:count]
        self._at = 0

    def _end(self) -> int | None:
        """Where the picture ends; None: not here yet; -1: this is none."""
        held = self._bytes
        while self._at + 1 < len(held):
            if held[self._at] != 0xFF:
                return -1
            marker = held[self._at + 1]
            if marker == END_OF_PICTURE:
                return self._at + 2
            if marker in ALONE or marker == 0xFF:
                self._at += 1 if marker == 0xFF else 2
                continue
            if self._at + 3 >= len(held):
                return None
            after = self._at + 2 + int.from_bytes(held[self._at + 2 : self._at + 4], "big")
            if marker == START_OF_SCAN:
                after = self._after_scan(after)
            if after < 0 or after > len(held):
                return None
            self._at = after
        return None

    def _after_scan(self, at: int) -> int:
        """The next marker behind the coded picture, in which an FF is followed by a 0; -1: not here
        yet.
        """
        while True:
            at = self._bytes.find(b"\xff", at)
            if at < 0 or at + 1 >= len(self._bytes):
                return -1
            following = self._bytes[at + 1]
            if following and following not in ALONE:
                return at
            at += 2
