"""Cards for the watch process: one zone's pixels and its order in, one reading out."""

from pathlib import Path

from vision.cards.command import taught
from vision.cards.reader import Card, read_cards
from vision.cards.references import Deck
from vision.orders import WatchOrder
from vision.picture import Pixels
from vision.reading import Decision, Finding, Likely, Reading, Why


class CardRecogniser:
    """Keeps the decks it has learnt, by folder; a folder is read again when a card was taught into it."""

    def __init__(self) -> None:
        self._decks: dict[str, tuple[float, Deck]] = {}

    def __call__(self, pixels: Pixels, order: WatchOrder) -> Reading:
        if order.taught is None or not any(Path(order.taught).glob("*.*")):
            return Reading(order.zone, "cards", (), Decision.ASK, Why("sight.nothing_taught"), 0.0)
        cards = read_cards(pixels, self._deck(order.taught))
        findings = tuple(_finding(card) for card in cards)
        why = _doubt(cards, order.count)
        decision = Decision.ASK if why else Decision.ACCEPT
        return Reading(order.zone, "cards", findings, decision, why or Why("sight.sure"), 0.0)

    def _deck(self, folder: str) -> Deck:
        changed_s = Path(folder).stat().st_mtime
        if folder not in self._decks or self._decks[folder][0] != changed_s:
            self._decks[folder] = changed_s, taught(Path(folder))
        return self._decks[folder][1]


def _finding(card: Card) -> Finding:
    corners = tuple((float(x), float(y)) for x, y in card.corners)
    likely = tuple(Likely(name, card.confidence / (1 + place)) for place, name in enumerate(card.likeliest))
    return Finding("card", card.id, corners, card.confidence, likeliest=likely)


def _doubt(cards: list[Card], expected: int | None) -> Why | None:
    if not cards:
        return Why("sight.no_cards")
    unsure = sum(not card.accept for card in cards)
    if unsure or (expected is not None and len(cards) != expected):
        return Why("sight.unknown_card", {"count": max(unsure, 1), "total": len(cards)})
    return None


def recogniser() -> CardRecogniser:
    return CardRecogniser()
