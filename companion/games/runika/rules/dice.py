"""Elemental dice as short codes: element letter, then face letter. "Ee" is an earth die showing
energy.

"E?" has not been rolled, ".." is an empty cell. Where a pack says that energy icons differ by face,
a third letter names the icon: "EeA" is pushed as earth and influences air. Nothing here knows the
grid or the course of play.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import product

from companion.games.runika.pack import ELEMENTS
from companion.games.runika.state import EMPTY
from companion.kit.say import Say, say

ELEMENT_WORDS = {"A": "air", "F": "fire", "E": "earth", "W": "water"}
ELEMENT_OF = {word: letter for letter, word in ELEMENT_WORDS.items()}
FACE_WORDS = {"p": "points", "e": "energy", "r": "rotate"}
FACE_OF = {word: letter for letter, word in FACE_WORDS.items()}
DICE_KIND = "elemental"

ELEMENT_SAY = {letter: say(f"rk.element.{letter}") for letter in ELEMENTS}
_FACE_SAY = {letter: say(f"rk.face.{letter}") for letter in "per"}
GRID_DICE = tuple(element + face for element, face in product(ELEMENTS, "pe"))
ROLLED_DICE = tuple(element + face for element, face in product(ELEMENTS, "per"))
ICON_DICE = tuple(a + "e" + b for a, b in product(ELEMENTS, ELEMENTS) if a != b)
UNROLLED_DICE = tuple(element + "?" for element in ELEMENTS)


def icon_of(die: str) -> str:
    """The element an energy die influences: its own, unless its face shows another."""
    return die[2] if len(die) > 2 else die[0]


def die_say(die: str) -> Say:
    if die == EMPTY:
        return say("rk.die.none")
    if die[1] == "?":
        return say("rk.die.unrolled", element=ELEMENT_SAY[die[0]])
    if len(die) > 2:
        return say("rk.die.icon", element=ELEMENT_SAY[die[0]], icon=ELEMENT_SAY[die[2]])
    return _DIE_SAY[die]


_DIE_SAY = {
    die: say("rk.die.rolled", element=ELEMENT_SAY[die[0]], face=_FACE_SAY[die[1]])
    for die in ROLLED_DICE
}


def dice_say(dice: tuple[str, ...]) -> tuple[Say, ...]:
    return tuple(die_say(die) for die in dice)


def face_words(icons: bool) -> tuple[str, ...]:
    """What a thrown die may show; with foreign icons, energy is told by its element."""
    return (
        ("points", "air", "fire", "earth", "water", "rotate")
        if icons
        else ("points", "energy", "rotate")
    )


def rolled(element: str, face: int | str) -> str:
    """The die of this element with the face just thrown."""
    word = str(face)
    if word in ELEMENT_OF:
        icon = ELEMENT_OF[word]
        return element + "e" if icon == element else element + "e" + icon
    return element + FACE_OF[word]


@lru_cache(maxsize=1024)  # few grids change between two looks at all of them
def count_elements(dice: tuple[str, ...]) -> Mapping[str, int]:
    counts = dict.fromkeys(ELEMENTS, 0)
    for die in dice:
        if die != EMPTY:
            counts[die[0]] += 1
    return counts
