"""Cards for the watch process: one zone's pixels and its order in, one reading out."""

from collections.abc import Generator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import cast
from urllib.parse import unquote

from vision.arrays import Pixels
from vision.cards.command import card_pictures
from vision.cards.deck_cache import learning
from vision.cards.reader import CardReading, read_cards
from vision.cards.references import Deck
from vision.errors import PictureError
from vision.memory import give_back
from vision.protocol import WatchOrder
from vision.reading import Decision, Finding, Likely, Reading, Why

State = tuple[int, float]
PICTURES_AT_ONCE = 3  # a fifth of a second each, on a slow device


@dataclass(slots=True)
class TaughtDecks:
    """Taught cards by folder; a folder is learned again when a card was taught into it, known
    pictures in no time.
    """

    kept: dict[str, tuple[State, Deck | None]] = field(default_factory=dict)
    under_way: dict[str, tuple[State, Generator[None, None, Deck]]] = field(default_factory=dict)
    progress: tuple[int, int] = (0, 0)  # of the folder under way

    def is_ready(self, folder: str | None, pictures: int = PICTURES_AT_ONCE) -> bool:
        """Learns a few pictures more; True when there is nothing left to learn. Several hundred
        take their time, and a worker that did not come round for so long would be taken for a dead
        one."""
        state = _state(folder)
        if folder is None or state is None or self._knows(folder, state):
            return True
        if folder not in self.under_way:
            self.under_way[folder] = state, learning(Path(folder))
            self.progress = 0, state[0]
        began, steps = self.under_way[folder]
        try:
            for _ in range(pictures):
                next(steps)
                self.progress = self.progress[0] + 1, began[0]
        except StopIteration as end:
            self.kept[folder] = began, cast(Deck, end.value)
        except PictureError:
            # every picture is damaged: as if nothing had been taught
            self.kept[folder] = (began, None)
        else:
            return False
        self.progress = 0, 0
        del self.under_way[folder]
        give_back()
        return self._knows(folder, state)

    def deck(self, folder: str | None) -> Deck | None:
        """All of it, however long it takes."""
        while not self.is_ready(folder):
            pass
        return self.kept[folder][1] if folder is not None and _state(folder) is not None else None

    def _knows(self, folder: str, state: State) -> bool:
        return folder in self.kept and self.kept[folder][0] == state


@cache
def taught_decks() -> TaughtDecks:
    """One for every reader of cards: what was taught is in memory once."""
    return TaughtDecks()


def _state(folder: str | None) -> State | None:
    """How many pictures there are and when the newest was taught; None without any."""
    pictures = card_pictures(Path(folder)) if folder is not None and Path(folder).is_dir() else []
    return (len(pictures), max(path.stat().st_mtime for path in pictures)) if pictures else None


class CardRecogniser:
    def __init__(self) -> None:
        self._decks = taught_decks()

    def is_ready(self, order: WatchOrder) -> bool:
        return self._decks.is_ready(order.taught, PICTURES_AT_ONCE if order.is_asked else 1)

    def learned(self) -> tuple[int, int]:
        return self._decks.progress

    def __call__(self, pixels: Pixels, order: WatchOrder) -> Reading:
        deck = self._decks.deck(order.taught)
        if deck is None:
            return Reading(order.zone, "cards", (), Decision.ASK, Why("sight.nothing_taught"), 0.0)
        cards = read_cards(pixels, deck)
        give_back()
        why = _doubt(cards, order.count)
        decision = Decision.ASK if why else Decision.ACCEPT
        return Reading(
            order.zone, "cards", tuple(map(finding, cards)), decision, why or Why("sight.sure"), 0.0
        )


def finding(card: CardReading) -> Finding:
    corners = tuple((float(x), float(y)) for x, y in card.corners)
    likely = tuple(
        Likely(unquote(name), card.confidence / (1 + place))
        for place, name in enumerate(card.likeliest)
    )
    name = None if card.id is None else unquote(card.id)
    turn = card.quarter_turns
    return Finding(
        "card", name, corners, card.confidence, likeliest=likely, turn=turn, sure=card.accept
    )


def _doubt(cards: list[CardReading], expected: int | None) -> Why | None:
    if not cards:
        return Why("sight.no_cards")
    unsure = [card for card in cards if not card.accept]
    if unsure:
        hidden = all(card.hidden for card in unsure)
        key = "sight.partly_hidden" if hidden else "sight.unknown_card"
        return Why(key, {"count": len(unsure), "total": len(cards)})
    if expected is not None and len(cards) != expected:
        return Why("sight.other_cards", {"seen": len(cards), "expected": expected})
    return None


def recogniser() -> CardRecogniser:
    return CardRecogniser()
