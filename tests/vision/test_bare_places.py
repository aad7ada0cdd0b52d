"""Where nothing lies, nothing is said; and nothing is taught."""

import cv2
import numpy as np
import pytest

from vision.arrays import Pixels
from vision.cards import reader
from vision.cards.reader import read_cards
from vision.cards.references import Deck, teach
from vision.lab.scenes.photo import developed, lit
from vision.lab.scenes.poker import poker
from vision.protocol import Teach
from vision.teaching import lesson
from vision.virtual.decks import deck


@pytest.fixture(scope="module")
def known() -> Deck:
    return teach(deck(3, 6))


def bare_row(light: str, seed: int) -> Pixels:
    """A mat's zone for a row of cards, cut out along its edges: five places between thin lines."""
    random = np.random.default_rng(seed)
    paper = np.full((157, 582, 3), (200, 205, 208), np.uint8)
    for place in range(1, 5):
        cv2.line(paper, (place * 116, 0), (place * 116, 157), (150, 155, 158), 1)
    cv2.rectangle(paper, (0, 0), (581, 156), (150, 155, 158), 2)
    return developed(random, lit(random, paper, light), light)


@pytest.mark.parametrize("light", ["lamp", "window glare", "hanging lamp"])
def test_a_bare_row_of_places_shows_no_card(known: Deck, light: str) -> None:
    assert [read_cards(bare_row(light, seed), known) for seed in range(6)] == [[]] * 6


def test_without_a_look_at_the_rim_bare_places_would_be_unknown_cards(
    known: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "is_bare_to_the_rim", lambda *_: False)
    lights = ("lamp", "window glare", "hanging lamp")
    assert any(read_cards(bare_row(light, seed), known) for light in lights for seed in range(6))


def jpeg(picture: Pixels) -> bytes:
    return cv2.imencode(".jpg", picture)[1].tobytes()


def test_a_picture_of_bare_paper_teaches_nothing() -> None:
    random = np.random.default_rng(1)
    paper = np.full((480, 340, 3), 215, np.uint8)
    picture = jpeg(developed(random, lit(random, paper, "lamp"), "lamp"))
    taught = lesson(Teach(1, "card", "", picture), lambda *_: None)
    assert taught.jpeg is None
    assert taught.why is not None
    assert taught.why.key == "sight.teach.no_card"


def test_an_ace_has_enough_on_it_to_be_taught() -> None:
    taught = lesson(Teach(1, "card", "", jpeg(poker()["AD"])), lambda *_: None)
    assert taught.jpeg is not None
