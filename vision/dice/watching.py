"""Dice for the watch process: one zone's pixels and its order in, one reading out."""

from vision.dice.reader import DiceReader, Expected
from vision.orders import WatchOrder
from vision.picture import Pixels
from vision.reading import Reading


class DiceRecogniser:
    def __init__(self) -> None:
        self._reader = DiceReader()

    def __call__(self, pixels: Pixels, order: WatchOrder) -> Reading:
        return self._reader.read(pixels, Expected(order.count, order.colours))


def recogniser() -> DiceRecogniser:
    return DiceRecogniser()
