"""Cards are named when they were taught and clearly seen; otherwise they are asked about."""

import argparse
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion import games
from vision.arrays import Pixels
from vision.cameras import open_camera
from vision.cameras.virtual import VirtualCamera
from vision.cards import command
from vision.cards.appearance import seen
from vision.cards.confidence import accepted
from vision.cards.cutout import own_outline
from vision.cards.match import OUTSETS, match
from vision.cards.outline import card_like, quads
from vision.cards.reader import CardReading, _by_frames, _Candidate, read_cards
from vision.cards.references import Deck, teach
from vision.cards.stickers import own_sticker, quarter_turns, stickers
from vision.errors import VisionSetupError
from vision.lab.scenes.poker import poker
from vision.lab.scenes.table import LaidCard, cards_on_table
from vision.mats.layout import mats_in
from vision.pipeline import VisionPipeline
from vision.protocol import Watch, WatchOrder
from vision.reading import Decision, Reading, Why
from vision.virtual.decks import deck
from vision.virtual.faces import sheet_face

TAUGHT = deck(3, 24)
STRANGE = {f"strange{name}": picture for name, picture in deck(4, 8).items()}


@cache
def taught() -> Deck:
    return teach(TAUGHT)


@cache
def scene(light: str, surface: str, seed: int) -> tuple[Pixels, list[LaidCard], list[CardReading]]:
    picture, laid = cards_on_table(np.random.default_rng(seed), TAUGHT, STRANGE, surface, light)
    return picture, laid, read_cards(picture, taught())


def at(true: LaidCard, cards: list[CardReading]) -> list[CardReading]:
    def inside(card: CardReading) -> bool:
        x, y = card.corners.mean(axis=0)
        return cv2.pointPolygonTest(true.corners, (float(x), float(y)), False) >= 0

    return [card for card in cards if inside(card)]


SCENES = [("lamp", "wood", 1), ("daylight", "paper", 2), ("two lamps", "felt", 3)]


@pytest.mark.parametrize(("light", "surface", "seed"), SCENES)
def test_a_taught_card_is_named_with_its_corners_and_its_turn(
    light: str, surface: str, seed: int
) -> None:
    _, laid, cards = scene(light, surface, seed)
    for true in (true for true in laid if true.taught):
        found = [card for card in at(true, cards) if card.accept]
        assert [card.id for card in found] == [true.id]
        assert np.abs(found[0].corners - true.corners).max() < 8
        assert found[0].quarter_turns == quarter_turns(true.corners)


@pytest.mark.parametrize(("light", "surface", "seed"), SCENES)
def test_a_card_nobody_taught_is_never_named(light: str, surface: str, seed: int) -> None:
    _, laid, cards = scene(light, surface, seed)
    strange = [true for true in laid if not true.taught]
    assert not any(card.accept for true in strange for card in at(true, cards))


def test_the_scenes_hold_both_taught_and_untaught_cards() -> None:
    laid = [true for light, surface, seed in SCENES for true in scene(light, surface, seed)[1]]
    assert {True, False} == {true.taught for true in laid}


def test_a_smeared_picture_is_asked_not_guessed() -> None:
    picture, _, _ = scene(*SCENES[0])
    smeared = np.asarray(cv2.GaussianBlur(picture, (0, 0), 9), dtype=np.uint8)
    assert not any(card.accept for card in read_cards(smeared, taught()))


def test_two_cards_that_differ_in_one_corner_are_told_apart_or_asked() -> None:
    first = TAUGHT["card001"].copy()
    second = first.copy()
    cv2.circle(second, (40, 60), 14, (0, 0, 255), cv2.FILLED)
    pair = teach({"plain": first, "dotted": second})
    for name, picture in (("plain", first), ("dotted", second)):
        table = np.full((480, 640, 3), 90, np.uint8)
        table[60:412, 190:442] = picture
        named = {card.id for card in read_cards(table, pair) if card.accept}
        assert named <= {name}


def test_nothing_on_the_table_reads_as_no_card() -> None:
    assert read_cards(np.full((480, 640, 3), 120, np.uint8), taught()) == []


def test_the_printed_frames_of_a_mat_are_no_cards() -> None:
    file = Path(games.__path__[0]) / "runika" / "mats.toml"
    mats = tuple(mat for mat in mats_in(file) if not mat.name.endswith((":3", ":4", ":5")))
    camera = open_camera("virtual:?fast=1&felt=wood&fps=15")
    assert isinstance(camera, VirtualCamera)
    camera.tell({"do": "mats", "file": str(file), "names": [mat.name for mat in mats]})
    found: list[list[CardReading]] = []

    def look(pixels: Pixels, order: WatchOrder) -> Reading:
        found.append(read_cards(pixels, taught()))
        return Reading(order.zone, "cards", (), Decision.ASK, Why("sight.no_cards"), 0.0)

    pipeline = VisionPipeline(lambda _: look)
    pipeline.watch(Watch((WatchOrder("a", "row", "cards"),), mats=mats))
    for _ in range(3):
        pipeline.look()
        for _ in range(10):
            frame = camera.frame()
            assert frame is not None
            pipeline.see(frame)
    assert len(found) > 4
    assert [card for cards in found for card in cards] == []


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_quarter_turns_count_clockwise_from_upright(turns: int) -> None:
    square = np.array([[0, 0], [10, 0], [10, 14], [0, 14]], dtype=np.float32)
    assert quarter_turns(np.roll(square, -turns, axis=0)) == turns


def test_an_outline_is_found_at_any_rotation() -> None:
    for angle in (0, 17, 45, 80):
        picture = np.full((400, 400, 3), 60, np.uint8)
        box = cv2.boxPoints(((200.0, 200.0), (126.0, 176.0), float(angle)))
        cv2.fillConvexPoly(picture, box.astype(np.int32), (230, 230, 230))
        best = min(quads(picture), key=lambda quad: abs(float(cv2.contourArea(quad)) - 126 * 176))
        assert abs(float(cv2.contourArea(best)) - 126 * 176) < 900


@pytest.mark.parametrize("off", [(12, 60), (318, 75), (60, -18)])
def test_the_outline_of_a_card_with_a_corner_beyond_the_picture_is_the_whole_cards(
    off: tuple[int, int],
) -> None:
    card = np.array([[20, 0], [110, 40], [55, 164], [-35, 124]], dtype=np.float32) + off
    picture = np.full((400, 400, 3), 60, np.uint8)
    cv2.fillConvexPoly(picture, card.astype(np.int32), (230, 230, 230))
    assert (
        min(
            float(np.abs(np.roll(quad, k, axis=0) - card).max())
            for quad in quads(picture)
            for k in range(4)
        )
        < 6
    )


def ace_on_table() -> tuple[Pixels, NDArray[np.float32]]:
    ace, corners = (
        poker()["AD"],
        np.array([[150, 90], [330, 120], [310, 370], [110, 340]], dtype=np.float32),
    )
    height, width = ace.shape[:2]
    own = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    table = np.full((460, 460, 3), (60, 90, 70), np.uint8)
    cv2.warpPerspective(
        ace,
        cv2.getPerspectiveTransform(own, corners),
        (460, 460),
        table,
        borderMode=cv2.BORDER_TRANSPARENT,
    )
    return np.asarray(cv2.GaussianBlur(table, (0, 0), 1.0), dtype=np.uint8), corners


def test_an_ace_comes_to_lie_well_from_a_bad_outline() -> None:
    """It has few points to follow, so it is laid from several starts."""
    picture, corners = ace_on_table()
    aces = teach({name: card for name, card in poker().items() if name.startswith("A")})
    random = np.random.default_rng(5)
    starts = [corners + random.uniform(-16, 16, (4, 2)).astype(np.float32) for _ in range(10)]
    found = match(seen(picture), starts[4], aces)
    assert found is not None
    assert (found.best.card.id, found.best.likeness > 0.8) == ("AD", True)


def dark_rimmed(name: str) -> tuple[Pixels, NDArray[np.float32]]:
    """A card on a table as dark as its rim, in dim light, and the only outline that shows: the
    frame printed on it.
    """
    table = np.full((500, 500, 3), (28, 26, 24), np.uint8)
    table[60:412, 120:372] = TAUGHT[name]
    small = cv2.resize(table, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    dim = np.clip(0.3 * small + np.random.default_rng(1).normal(0, 5, small.shape), 0, 255).astype(
        np.uint8
    )
    return dim, np.array([[71, 50], [175, 50], [175, 191], [71, 191]], dtype=np.float32)


@pytest.mark.parametrize("name", ["card001", "card006"])
def test_a_card_whose_dark_rim_is_lost_on_a_dark_table_is_named_by_its_printed_frame(
    name: str,
) -> None:
    picture, frame = dark_rimmed(name)
    (found,) = _by_frames(seen(picture), taught(), [_Candidate(frame, None)], [])
    assert found.match is not None
    assert (found.match.best.card.id, accepted(found.match)) == (name, True)
    assert np.abs(found.match.best.corners - [[60, 30], [186, 30], [186, 206], [60, 206]]).max() < 5


def test_beside_a_named_card_only_what_is_a_little_smaller_may_be_a_frame() -> None:
    picture, frame = dark_rimmed("card001")
    off, middle = np.array([400, 0], dtype=np.float32), frame.mean(axis=0)
    for larger, frames in ((1.1, 1), (2.0, 0)):
        named = _Candidate(frame, match(seen(picture), frame, taught(), OUTSETS))
        assert named.match is not None
        corners = np.asarray(
            off + middle + larger * (named.match.best.corners - middle), dtype=np.float32
        )
        beside = replace(
            named, match=replace(named.match, best=replace(named.match.best, corners=corners))
        )
        assert (
            len(_by_frames(seen(picture), taught(), [_Candidate(frame, None)], [beside])) == frames
        )


def test_a_sharp_splinter_is_no_card() -> None:
    assert not card_like(np.array([[0, 0], [200, 5], [205, 20], [0, 15]], dtype=np.float32))


def test_a_teaching_picture_may_show_table_around_the_card() -> None:
    table = np.full((500, 400, 3), 60, np.uint8)
    table[70:422, 80:332] = TAUGHT["card002"]
    corners = own_outline(table)
    assert np.abs(corners - np.array([[80, 70], [332, 70], [332, 422], [80, 422]])).max() < 6


def test_a_teaching_picture_that_is_all_card_is_taken_whole() -> None:
    height, width = TAUGHT["card002"].shape[:2]
    corners = own_outline(TAUGHT["card002"])
    assert (
        np.abs(corners - np.array([[0, 0], [width, 0], [width, height], [0, height]])).max() <= 12
    )


def test_the_command_says_what_is_missing(tmp_path: Path) -> None:
    for folder in (None, tmp_path / "nowhere", tmp_path):
        with pytest.raises(VisionSetupError):
            next(command.read(argparse.Namespace(teach=folder, images=["x.jpg"])))


def test_the_command_reads_a_picture_and_refuses_what_is_none(tmp_path: Path) -> None:
    folder = tmp_path / "teach"
    folder.mkdir()
    for name in ("card000", "card001"):
        cv2.imwrite(str(folder / f"{name}.png"), TAUGHT[name])
    table = np.full((480, 640, 3), 90, np.uint8)
    table[60:412, 190:442] = TAUGHT["card001"]
    cv2.imwrite(str(tmp_path / "table.png"), table)
    (tmp_path / "broken.jpg").write_bytes(b"no picture")
    images = [str(tmp_path / "table.png"), str(tmp_path / "broken.jpg")]
    good, bad = command.read(argparse.Namespace(teach=folder, images=images))
    assert [(card["id"], card["decision"], card["quarter_turns"]) for card in good["cards"]] == [
        ("card001", "accept", 0)
    ]
    assert "refused" in bad
    assert bad["cards"] == []


def test_a_taught_picture_that_cannot_be_read_is_named_and_the_others_serve(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "ref_card001.png"), TAUGHT["card001"])
    (tmp_path / "broken.jpg").write_bytes(b"no picture")
    table = np.full((480, 640, 3), 90, np.uint8)
    table[60:412, 190:442] = TAUGHT["card001"]
    cv2.imwrite(str(tmp_path / "table.bmp"), table)
    (tmp_path / "teach").mkdir()
    for name in ("ref_card001.png", "broken.jpg"):
        (tmp_path / name).rename(tmp_path / "teach" / name)
    (line,) = command.read(
        argparse.Namespace(teach=tmp_path / "teach", images=[str(tmp_path / "table.bmp")])
    )
    assert [card["id"] for card in line["cards"]] == ["card001"]
    assert "broken.jpg" in capsys.readouterr().err


def stickered(number: int, look: int) -> Pixels:
    """A plain card in one colour with a sticker: by its looks alone nobody could name it."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_1000)
    card = np.full((180, 140, 3), look, np.uint8)
    card[14:74, 14:74] = 250
    card[20:68, 20:68] = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, 48))[
        :, :, None
    ]
    return card


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_a_card_taught_with_a_sticker_is_told_by_it(turns: int) -> None:
    deck = teach({"lantern": stickered(77, 230), "rope": stickered(78, 230)})
    table = np.full((300, 300, 3), 90, np.uint8)
    turned = np.rot90(stickered(77, 230), -turns)
    table[50 : 50 + turned.shape[0], 50 : 50 + turned.shape[1]] = turned
    (seen,) = read_cards(table, deck)
    assert (seen.id, seen.quarter_turns, seen.accept) == ("lantern", turns, True)
    height, width = turned.shape[:2]
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]]) + 50
    assert np.abs(seen.corners - np.roll(whole, -turns, axis=0)).max() < 4, (
        "the card's own corners, not the sticker's"
    )


def test_a_sticker_stuck_on_turned_is_as_good() -> None:
    card = np.ascontiguousarray(np.rot90(stickered(77, 230)))
    deck = teach({"lantern": card})
    table = np.full((300, 300, 3), 90, np.uint8)
    table[50 : 50 + card.shape[0], 50 : 50 + card.shape[1]] = card
    (seen,) = read_cards(table, deck)
    assert (seen.id, seen.quarter_turns) == ("lantern", 0)
    assert np.abs(seen.corners[0] - 50).max() < 4


def test_one_sticker_on_two_cards_tells_neither() -> None:
    deck = teach(
        {"lantern": stickered(77, 230), "rope": stickered(77, 60), "key": stickered(79, 120)}
    )
    assert deck.stickered() == {79: ("key", 0)}


def test_the_marks_of_mats_are_no_stickers() -> None:
    assert own_sticker(stickered(7, 230)) is None


def test_a_line_of_print_that_reads_as_a_mark_is_no_sticker() -> None:
    card = np.full((180, 140, 3), 230, np.uint8)
    card[10:54, 5:135] = 250
    mark = cv2.resize(stickered(77, 230)[20:68, 20:68], (110, 32), interpolation=cv2.INTER_NEAREST)
    card[16:48, 15:125] = mark
    assert [number for number, _ in stickers(card)] == [77]
    assert own_sticker(card) is None


@pytest.mark.parametrize("name", ["focus", "wide", "twofold", "defensive"])
def test_a_sheet_that_fills_its_picture_is_not_cut_down_to_its_boxes(name: str) -> None:
    """The boxes of all sheets are alike: cut down to them, one was taken for another without a
    question.
    """
    sheet = sheet_face(name, f"Mind of {name}", tuple("ABCDEF"))
    height, width = sheet.shape[:2]
    assert (
        np.abs(own_outline(sheet) - [[0, 0], [width, 0], [width, height], [0, height]]).max()
        < 0.05 * width
    )
