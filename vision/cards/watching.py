"""Cards for the watch process: one zone's pixels and its order in, one reading out."""

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from companion.errors import SightError
from vision.cards.command import card_pictures
from vision.cards.kept import kept_deck
from vision.cards.reader import Card, read_cards
from vision.cards.references import Deck
from vision.orders import WatchOrder
from vision.picture import Pixels
from vision.reading import Decision, Finding, Likely, Reading, Why


@dataclass(slots=True)
class Decks:
    """Taught cards by folder; a folder is read again when a card was taught into it."""

    kept: dict[str, tuple[tuple[int, float], Deck | None]] = field(default_factory=dict)

    def deck(self, folder: str | None) -> Deck | None:
        if folder is None or not Path(folder).is_dir():
            return None
        pictures = card_pictures(Path(folder))
        if not pictures:
            return None
        state = len(pictures), max(path.stat().st_mtime for path in pictures)
        if folder not in self.kept or self.kept[folder][0] != state:
            self.kept[folder] = state, _read(Path(folder))
        return self.kept[folder][1]


def _read(folder: Path) -> Deck | None:
    """None where every picture is damaged: then it is as if nothing had been taught."""
    try:
        return kept_deck(folder)
    except SightError:
        return None


class CardRecogniser:
    def __init__(self) -> None:
        self._decks = Decks()

    def __call__(self, pixels: Pixels, order: WatchOrder) -> Reading:
        deck = self._decks.deck(order.taught)
        if deck is None:
            return Reading(order.zone, "cards", (), Decision.ASK, Why("sight.nothing_taught"), 0.0)
        cards = read_cards(pixels, deck)
        why = _doubt(cards, order.count)
        decision = Decision.ASK if why else Decision.ACCEPT
        return Reading(order.zone, "cards", tuple(map(finding, cards)), decision, why or Why("sight.sure"), 0.0)


def finding(card: Card) -> Finding:
    corners = tuple((float(x), float(y)) for x, y in card.corners)
    likely = tuple(Likely(unquote(name), card.confidence / (1 + place)) for place, name in enumerate(card.likeliest))
    name = None if card.id is None else unquote(card.id)
    turn = card.quarter_turns
    return Finding("card", name, corners, card.confidence, likeliest=likely, turn=turn, sure=card.accept)


def _doubt(cards: list[Card], expected: int | None) -> Why | None:
    if not cards:
        return Why("sight.no_cards")
    unsure = sum(not card.accept for card in cards)
    if unsure:
        return Why("sight.unknown_card", {"count": unsure, "total": len(cards)})
    if expected is not None and len(cards) != expected:
        return Why("sight.other_cards", {"seen": len(cards), "expected": expected})
    return None


def recogniser() -> CardRecogniser:
    return CardRecogniser()
