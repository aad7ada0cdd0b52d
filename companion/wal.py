"""What lies beside a journal: SQLite's write-ahead log, read without SQLite (which pages it holds,
and whether SQLite would pass over some of them), and a witness of the newest line.

SQLite silently stops at the first frame whose checksum fails. That is right for a frame torn by a
power cut, which nobody was told of, and wrong for one that was damaged since.
"""

import os
import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

HEAD_BYTES, FRAME_BYTES = 32, 24
BIG_ENDIAN = 0x377F0683  # the magic number whose checksums read words the big way round


class LogFrame(NamedTuple):
    """`commit`: the database's size in pages where this frame ends a transaction, else 0."""

    page: int
    commit: int
    salts: bytes
    sums: tuple[int, int]
    content: bytes


def committed_pages(log: Path, size: int) -> dict[int, bytes]:
    """The pages of every transaction that was written to its end, the newest of each."""
    done: dict[int, bytes] = {}
    waiting: dict[int, bytes] = {}
    for frame in _this_round(log, size):
        waiting[frame.page] = frame.content
        if frame.commit:
            done |= waiting
            waiting = {}
    return done


def has_lost_lines(log: Path, size: int) -> bool:
    """Whether a transaction that was written to its end lies behind a frame SQLite stops at."""
    data = log.read_bytes() if log.exists() else b""
    if len(data) < HEAD_BYTES:
        return False
    order, sums = _order(data), _head_sums(data)
    is_sound = _head_is_sound(data)
    for frame in _this_round(log, size):
        told = struct.pack(">II", frame.page, frame.commit)
        sums = _sums(order, frame.content, _sums(order, told, sums))
        is_sound = is_sound and sums == frame.sums
        if frame.commit and not is_sound:
            return True
    return False


def _this_round(log: Path, size: int) -> Iterator[LogFrame]:
    """Frames that belong together. Behind them lie those of an earlier round, with other salts."""
    data = log.read_bytes() if log.exists() else b""
    frames = list(_frames(data, size))
    if not frames:
        return
    salts = data[16:24] if _head_is_sound(data) else _commonest(frames)
    for frame in frames:
        if frame.salts != salts:
            return
        yield frame


def _frames(data: bytes, size: int) -> Iterator[LogFrame]:
    step = FRAME_BYTES + size
    for at in range(HEAD_BYTES, len(data) - step + 1, step):
        page, commit = struct.unpack_from(">II", data, at)
        sums = struct.unpack_from(">II", data, at + 16)
        content = data[at + FRAME_BYTES : at + step]
        yield LogFrame(page, commit, data[at + 8 : at + 16], (sums[0], sums[1]), content)


def _commonest(frames: list[LogFrame]) -> bytes:
    """A damaged head names no salts; the frames do."""
    return Counter(frame.salts for frame in frames).most_common(1)[0][0]


def _head_is_sound(data: bytes) -> bool:
    return _sums(_order(data), data[:24], (0, 0)) == _head_sums(data)


def _head_sums(data: bytes) -> tuple[int, int]:
    first, second = struct.unpack_from(">II", data, 24)
    return int(first), int(second)


def _order(data: bytes) -> str:
    return ">" if int.from_bytes(data[:4]) == BIG_ENDIAN else "<"


def _sums(order: str, data: bytes, before: tuple[int, int]) -> tuple[int, int]:
    """SQLite's running checksum, two words at a time."""
    first, second = before
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for one, other in zip(words, words, strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second


class LineWitness:
    """The newest line's number, beside the journal: a log cut off at a clean place looks whole.

    Written without waiting for the disk, so after a power cut it may be behind, never ahead.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f"{path.name}-last")
        self._file = -1  # stays open: it is written with every commit

    def note(self, seq: int) -> None:
        with suppress(OSError):  # what it guards is durable already
            if self._file < 0:
                self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o644)
            number = b"%d" % seq
            told = b"%s %08x" % (number, zlib.crc32(number))
            os.pwrite(self._file, told, 0)
            os.ftruncate(self._file, len(told))

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def told(self) -> int:
        with suppress(OSError, ValueError):
            number, _, crc = self._path.read_bytes().partition(b" ")
            if zlib.crc32(number) == int(crc, 16):
                return int(number)
        return 0
