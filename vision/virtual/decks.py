"""Invented cards: decks whose cards share frame, text box and symbols, as real ones do. Everything
is drawn here.
"""

import cv2
import numpy as np
from numpy.random import Generator

from vision.arrays import Pixels

CARD_PX = (252, 352)


def deck(seed: int, count: int) -> dict[str, Pixels]:
    """`count` cards of one game: four frame colours, own art, own title, shared text box and
    symbols.
    """
    return {
        f"card{number:03d}": card(np.random.default_rng((seed, number)), number)
        for number in range(count)
    }


def card(random: Generator, number: int) -> Pixels:
    width, height = CARD_PX
    frame = [(60, 60, 140), (130, 90, 40), (60, 110, 60), (70, 70, 75)][number % 4]
    flat = np.full((height, width, 3), (28, 26, 24), np.uint8)
    cv2.rectangle(flat, (10, 10), (width - 10, height - 10), frame, cv2.FILLED)
    flat[40:190, 22 : width - 22] = _art(random, 150, width - 44)
    cv2.rectangle(flat, (22, 205), (width - 22, height - 30), (205, 222, 228), cv2.FILLED)
    _text(flat, random, (26, 31), 0.55, (235, 235, 235), int(random.integers(5, 13)))
    for line in range(int(random.integers(2, 6))):
        _text(flat, random, (28, 226 + 18 * line), 0.4, (30, 30, 30), int(random.integers(14, 26)))
    for symbol in range(int(random.integers(1, 4))):
        centre = (width - 26 - 17 * symbol, 25)
        cv2.circle(
            flat,
            centre,
            7,
            [(60, 60, 220), (220, 160, 60), (90, 190, 90)][int(random.integers(3))],
            cv2.FILLED,
        )
    cv2.putText(
        flat,
        str(number % 10),
        (width - 38, height - 13),
        cv2.FONT_HERSHEY_DUPLEX,
        0.5,
        (240, 240, 240),
        1,
        cv2.LINE_AA,
    )
    return flat


def _art(random: Generator, height: int, width: int) -> Pixels:
    art = np.zeros((height, width, 3), np.float32)
    top, bottom = random.uniform(40, 230, 3), random.uniform(20, 200, 3)
    fade = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    art[:] = top * (1 - fade) + bottom * fade
    for _ in range(int(random.integers(6, 14))):
        colour = tuple(float(c) for c in random.uniform(0, 255, 3))
        centre = (int(random.integers(0, width)), int(random.integers(0, height)))
        if random.random() < 0.5:
            axes = (int(random.integers(6, 50)), int(random.integers(6, 40)))
            cv2.ellipse(
                art,
                centre,
                axes,
                float(random.uniform(0, 180)),
                0,
                360,
                colour,
                cv2.FILLED,
                cv2.LINE_AA,
            )
        else:
            points = (
                np.array(centre) + random.integers(-50, 50, (int(random.integers(3, 6)), 2))
            ).astype(np.int32)
            cv2.fillPoly(art, [points], colour, cv2.LINE_AA)
    return np.asarray(np.clip(art, 0, 255), dtype=np.uint8)


def _text(
    flat: Pixels,
    random: Generator,
    start: tuple[int, int],
    size: float,
    colour: tuple[int, int, int],
    letters: int,
) -> None:
    words = "".join(random.choice(list("abcdefghiklmnoprstuvw  "), letters))
    cv2.putText(flat, words.title(), start, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
