"""Dice for the watch process: one zone's pixels and its order in, one reading out. Taught dice are
read by likeness.
"""

from pathlib import Path

from vision.arrays import Pixels
from vision.dice.album_cache import AlbumCache
from vision.dice.doubt import ExpectedDice
from vision.dice.reader import DiceReader
from vision.dice.symbols import read
from vision.protocol import WatchOrder
from vision.reading import Decision, Reading, Why


class DiceRecogniser:
    def __init__(self) -> None:
        self._reader: DiceReader | None = None  # symbol dice need no network
        self._albums = AlbumCache()

    def __call__(self, pixels: Pixels, order: WatchOrder) -> Reading:
        expected = ExpectedDice(order.count, order.colours)
        if order.taught is None:
            self._reader = self._reader or DiceReader()
            return self._reader.read(pixels, expected)
        album = self._albums.album(Path(order.taught))
        if not album.faces:
            return Reading(order.zone, "dice", (), Decision.ASK, Why("sight.no_faces_taught"), 0.0)
        return read(album, pixels, expected)


def recogniser() -> DiceRecogniser:
    return DiceRecogniser()
