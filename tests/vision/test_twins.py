"""Cards of one family differ in one small thing: they are told apart there, or asked about."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from vision.arrays import Pixels
from vision.cards.appearance import seen
from vision.cards.confidence import accepted
from vision.cards.differences import softened, telling_places
from vision.cards.match import CardMatch, match
from vision.cards.reader import read_cards
from vision.cards.references import Deck, teach
from vision.cards.twins import lies_upside_down
from vision.lab.scenes.families import KINDS, family, taught_and_strange
from vision.lab.scenes.poker import poker
from vision.virtual.decks import CARD_PX

NINES = {name: card for name, card in poker().items() if name in ("9S", "9C", "10S", "8S")}
LAMPS = {"daylight": (1.06, 1.0, 0.96), "evening": (0.66, 0.88, 1.08)}


@cache
def known(kind: str) -> Deck:
    """A family without its last member."""
    return teach(dict(list(family(kind, 1).items())[:-1]))


def photographed(card: Pixels, lamp: str, width_px: int = 150) -> Pixels:
    """As a camera sees it, small and out of focus, in coloured light that falls off over it."""
    size = (width_px, round(width_px * card.shape[0] / card.shape[1]))
    small = cv2.resize(card, size, interpolation=cv2.INTER_AREA)
    fall = np.linspace(1.0, 0.75, size[1])[:, None, None]
    lit = small * fall * np.array(LAMPS[lamp])
    grain = np.random.default_rng(1).normal(0, 2.5, lit.shape)
    soft = cv2.GaussianBlur(np.clip(lit + grain, 0, 255), (0, 0), 0.7)
    return np.asarray(soft, dtype=np.uint8)


def small(card: Pixels) -> Pixels:
    return np.asarray(cv2.resize(card, (160, 224), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def read(picture: Pixels, deck: Deck) -> CardMatch | None:
    height, width = picture.shape[:2]
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    return match(seen(picture), whole, deck)


@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_members_of_a_family_are_never_taken_for_each_other(kind: str, lamp: str) -> None:
    right = 0
    *taught, strange = family(kind, 1).items()
    for name, card in taught:
        found = read(photographed(card, lamp), known(kind))
        taken = found is not None and accepted(found)
        assert not taken or (found is not None and found.best.card.id == name)
        right += taken
    assert right >= len(taught) - 1
    found = read(photographed(strange[1], lamp), known(kind))
    assert found is None or not accepted(found), "the member that nobody taught"


def test_kings_that_differ_in_two_corner_signs_alone_are_named_by_these() -> None:
    hearts, diamonds = (family("corner", 1)[f"corner1 {suit}"] for suit in "HD")
    kings = teach({"hearts": hearts, "diamonds": diamonds})
    for name, card in (("hearts", hearts), ("diamonds", diamonds)):
        found = read(photographed(card, "daylight"), kings)
        assert found is not None
        assert (found.best.card.id, accepted(found)) == (name, True)


def test_signs_too_small_to_be_seen_are_asked_about_with_both_names() -> None:
    cards = family("corner", 1)
    kings = teach({name: cards[f"corner1 {name}"] for name in "HD"})
    found = read(photographed(cards["corner1 H"], "daylight", width_px=36), kings)
    assert found is not None
    assert not accepted(found)
    assert {found.best.card.id, found.second} == {"H", "D"}


def test_one_card_taught_under_two_names_is_asked_about() -> None:
    card = family("digit", 1).popitem()[1]
    found = read(photographed(card, "daylight"), teach({"one": card, "the other": card.copy()}))
    assert found is not None
    assert not accepted(found)


def test_a_six_that_upside_down_is_the_nine_is_asked_about() -> None:
    six = np.full((*CARD_PX[::-1], 3), 245, np.uint8)
    cv2.rectangle(six, (14, 14), (CARD_PX[0] - 14, CARD_PX[1] - 14), (40, 40, 180), 2)
    cv2.circle(six, (CARD_PX[0] // 2, 210), 44, (40, 40, 180), 14, cv2.LINE_AA)
    cv2.line(six, (90, 200), (140, 110), (40, 40, 180), 14, cv2.LINE_AA)
    pair = teach({"6": six, "9": np.ascontiguousarray(six[::-1, ::-1])})
    found = read(photographed(six, "daylight"), pair)
    assert found is not None
    assert not accepted(found)


def test_two_copies_of_a_card_beside_its_twin_are_both_named() -> None:
    cards = family("corner", 1)
    kings = teach(cards)
    table = np.full((520, 900, 3), (60, 95, 50), np.uint8)
    laid = ["corner1 H", "corner1 D", "corner1 H"]
    for place, name in enumerate(laid):
        left = 24 + place * 292
        table[84:436, left : left + CARD_PX[0]] = cards[name]
    found = sorted(read_cards(table, kings), key=lambda card: float(card.corners[:, 0].mean()))
    assert [card.id for card in found if card.accept] == laid


def test_places_that_tell_two_cards_apart_are_where_they_differ() -> None:
    plain = family("digit", 1).popitem()[1]
    dotted = plain.copy()
    cv2.circle(dotted, (60, 90), 9, (0, 0, 255), cv2.FILLED)
    one, two = (softened(cv2.resize(card, (160, 224))) for card in (plain, dotted))
    (place,) = telling_places(one, two)
    across, down = 60 * 160 / CARD_PX[0], 90 * 224 / CARD_PX[1]
    assert abs(place.col + 13 - across) < 9
    assert abs(place.row + 13 - down) < 9


def test_light_and_a_small_shift_are_no_differences() -> None:
    card = cv2.resize(family("colour", 1).popitem()[1], (160, 224))
    little = np.array([[1, 0, 0.25], [0, 1, 0.25]])
    dim = np.asarray(card * 0.8, dtype=np.uint8)
    shifted = cv2.warpAffine(dim, little, (160, 224), borderMode=cv2.BORDER_REPLICATE)
    assert telling_places(softened(card), softened(np.asarray(shifted, dtype=np.uint8))) == ()


def test_a_stain_on_a_taught_photograph_tells_nothing() -> None:
    one, two = (family("filling", 1)[f"filling1 {how}"] for how in ("striped", "dotted"))
    stain = np.zeros(one.shape[:2], dtype=np.float32)
    cv2.ellipse(stain, (130, 320), (70, 14), 0, 0, 360, 1.0, cv2.FILLED)
    stain = cv2.GaussianBlur(stain, (0, 0), 12)[..., None]
    stained = np.asarray(two * (1 - 0.6 * stain), dtype=np.uint8)
    places = telling_places(*(softened(small(card)) for card in (one, stained)))
    clean = telling_places(*(softened(small(card)) for card in (one, two)))
    assert places
    lowest = max(place.row for place in clean)
    assert all(place.row <= lowest for place in places)


def test_the_table_beyond_a_rounded_corner_tells_nothing() -> None:
    one, two = (family("filling", 1)[f"filling1 {how}"] for how in ("striped", "dotted"))
    cut = two.copy()
    corner = np.hypot(*(np.indices((36, 36)) + 1)) > 36
    cut[-36:, -36:][corner] = (40, 60, 90)
    places, clean = (
        telling_places(softened(small(one)), softened(small(other))) for other in (cut, two)
    )
    assert [(p.row, p.col) for p in places] == [(p.row, p.col) for p in clean]


@pytest.mark.parametrize(
    ("said", "taken"),
    [
        ({"doubt": 0.0}, True),
        ({"doubt": 0.08, "left": 0.01}, True),  # faded ink: the twin leaves little, the card less
        ({"doubt": 0.045, "left": 0.03}, False),  # a spade nobody taught, taken for a club
        ({"doubt": 0.12, "left": 0.01}, False),
        ({"doubt": 0.0, "heard": 0.2}, False),  # fillings blurred to one tint
    ],
)
def test_what_telling_places_say_decides(said: dict[str, float], taken: bool) -> None:
    found = read(photographed(family("corner", 1)["corner1 H"], "daylight"), known("corner"))
    assert found is not None
    told = replace(found, twin=replace(found.twin, **{"doubt": 0.0, "left": 0.0} | said))
    assert accepted(told) is taken


def test_what_leaves_a_tenth_of_a_card_unexplained_is_asked_about() -> None:
    """A nought that nobody taught, taken for an eight: frame and line agree."""
    found = read(photographed(family("turned", 1)["turned1 8"], "daylight"), known("turned"))
    assert found is not None
    hardly = replace(found, best=replace(found.best, likeness=0.7))
    assert accepted(replace(hardly, unexplained=1.5))
    assert not accepted(replace(hardly, unexplained=2.8))


def test_every_family_has_members_that_nobody_taught() -> None:
    taught, strange = taught_and_strange(3)
    kinds = [
        {name.removeprefix("strange ").split("3")[0] for name in pool} for pool in (taught, strange)
    ]
    assert kinds == [set(KINDS), set(KINDS)]


@pytest.mark.parametrize("lamp", sorted(LAMPS))
def test_one_pip_in_the_middle_of_a_nine_tells_which_way_it_lies(lamp: str) -> None:
    deck = teach(NINES)
    picture = photographed(NINES["9S"], lamp)
    height, width = picture.shape[:2]
    upright = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    nine = [card.id for card in deck.cards].index("9S")
    assert not lies_upside_down(seen(picture), upright, deck, nine)
    assert lies_upside_down(seen(picture), np.roll(upright, 2, axis=0), deck, nine)


def test_a_card_the_same_either_way_never_lies_upside_down() -> None:
    flat = NINES["8S"].copy()
    half = len(flat) // 2
    flat[-half:] = flat[:half][::-1, ::-1]
    deck = teach({"same": flat, "9S": NINES["9S"]})
    picture = photographed(flat, "daylight")
    height, width = picture.shape[:2]
    upright = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    number = [card.id for card in deck.cards].index("same")
    assert not lies_upside_down(seen(picture), upright, deck, number)
    assert not lies_upside_down(seen(picture), np.roll(upright, 2, axis=0), deck, number)
