"""A folder of taught cards is worked out once; only what is new or changed is looked at again."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.arrays import Pixels, Quad
from vision.camera import Frame
from vision.cards.cutout import own_outline
from vision.cards.deck_cache import KEPT, kept_deck, learning
from vision.cards.reader import read_cards
from vision.cards.recogniser import TaughtDecks
from vision.errors import PictureError
from vision.pipeline import Learner, VisionPipeline, learn_ahead
from vision.pipeline import learned as learned_of
from vision.protocol import Watch, WatchOrder
from vision.reading import Decision, Reading, Why
from vision.virtual.decks import deck
from vision.worker import recogniser

CARDS = deck(5, 7)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in list(CARDS)[:5]:
        cv2.imwrite(str(tmp_path / f"{name}.png"), CARDS[name])
    return tmp_path


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """Every teaching picture that is looked at, in order."""
    seen: list[tuple[int, ...]] = []

    def counted(picture: Pixels) -> Quad:
        seen.append(picture.shape)
        return own_outline(picture)

    monkeypatch.setattr("vision.cards.deck_cache.own_outline", counted)
    return seen


def test_the_second_time_nothing_is_looked_at_and_the_deck_is_the_same(
    folder: Path, looked_at: list[tuple[int, ...]]
) -> None:
    first = kept_deck(folder)
    assert len(looked_at) == 5
    again = kept_deck(folder)
    assert len(looked_at) == 5
    assert [card.id for card in again.cards] == [card.id for card in first.cards]
    assert np.array_equal(again.thumbs, first.thumbs)
    assert all(
        np.array_equal(a.marks, b.marks) for a, b in zip(first.cards, again.cards, strict=True)
    )


def test_one_more_card_costs_one_look_and_is_read(
    folder: Path, looked_at: list[tuple[int, ...]]
) -> None:
    kept_deck(folder)
    cv2.imwrite(str(folder / "card005.png"), CARDS["card005"])
    grown = kept_deck(folder)
    assert len(looked_at) == 6
    table = np.full((480, 640, 3), 90, np.uint8)
    table[60:412, 190:442] = CARDS["card005"]
    assert [card.id for card in read_cards(table, grown) if card.accept] == ["card005"]


def test_a_card_taught_again_or_taken_away_is_noticed(
    folder: Path, looked_at: list[tuple[int, ...]]
) -> None:
    before = kept_deck(folder)
    cv2.imwrite(str(folder / "card000.png"), CARDS["card006"])
    (folder / "card003.png").unlink()
    after = kept_deck(folder)
    assert len(looked_at) == 6
    assert [card.id for card in after.cards] == ["card000", "card001", "card002", "card004"]
    assert not np.array_equal(after.cards[0].flat, before.cards[0].flat)


def test_a_damaged_file_is_worked_out_anew(folder: Path) -> None:
    kept_deck(folder)
    (folder / KEPT).write_bytes(b"half a file")
    assert len(kept_deck(folder).cards) == 5


def test_a_card_may_have_several_pictures_and_is_no_rival_of_itself(folder: Path) -> None:
    darker = np.asarray(CARDS["card001"] * 0.6, dtype=np.uint8)
    cv2.imwrite(str(folder / "card001+2.png"), darker)
    taught = kept_deck(folder)
    assert [card.id for card in taught.cards].count("card001") == 2
    table = np.full((480, 640, 3), 90, np.uint8)
    table[60:412, 190:442] = CARDS["card001"]
    assert [(card.id, card.accept) for card in read_cards(table, taught)] == [("card001", True)]


def test_a_damaged_picture_costs_its_own_card_and_no_other(folder: Path) -> None:
    (folder / "card002.png").write_bytes(b"half a picture")
    assert [card.id for card in kept_deck(folder).cards] == [
        "card000",
        "card001",
        "card003",
        "card004",
    ]
    for path in folder.glob("*.png"):
        path.write_bytes(b"half a picture")
    with pytest.raises(PictureError):
        kept_deck(folder)


def test_several_cards_are_learned_a_few_at_a_time_and_nothing_learned_is_lost(
    folder: Path, looked_at: list[tuple[int, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.cards.deck_cache.PORTION", 2)
    monkeypatch.setattr("vision.cards.deck_cache.KEPT_AFTER", 4)
    steps = learning(folder)
    for _ in range(5):
        next(steps)
    steps.close()  # as when the device is switched off
    assert len(looked_at) == 5
    decks = TaughtDecks()
    while not decks.is_ready(str(folder)):
        pass
    assert len(looked_at) == 6, "the four that were written down are known"
    known = decks.deck(str(folder))
    assert known is not None
    assert [card.id for card in known.cards] == [f"card00{n}" for n in range(5)]


def test_an_eye_reads_nothing_while_it_learns_and_says_so(folder: Path) -> None:
    learned = [False, False, True, True]

    class Slow:
        def is_ready(self, order: WatchOrder) -> bool:
            return learned.pop(0)

        def learned(self) -> tuple[int, int]:
            return 1, 3

        def __call__(self, pixels: Pixels, order: WatchOrder) -> Reading:
            return Reading(order.zone, "cards", (), Decision.ASK, Why("sight.no_cards"), 0.0)

    pipeline = VisionPipeline(lambda _kind: Slow())
    pipeline.watch(Watch((WatchOrder("ask", "row", "cards"),)))
    states = []
    for number in range(3):
        pipeline.see(Frame(np.full((90, 120, 3), 90 + number, np.uint8), number / 10, number))
        states.append(pipeline.states()["row"])
    assert learned_of(pipeline) == (1, 3)
    assert states[:2] == ["learning", "learning"]
    assert states[2] != "learning"
    assert learned == [True], "once ready, it is not asked again"


def test_taught_cards_are_learned_before_anybody_asks_for_them(folder: Path) -> None:
    pipeline = VisionPipeline(recogniser)
    pipeline.watch(Watch(prepare=str(folder)))
    for number in range(60):
        pipeline.see(Frame(np.full((90, 120, 3), 90, np.uint8), number / 2, number + 1))
        learn_ahead(pipeline)
    order = WatchOrder("ask", "row", "cards", taught=str(folder))
    reader = pipeline.recogniser(order)
    assert isinstance(reader, Learner)
    assert reader.is_ready(order)
