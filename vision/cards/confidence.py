"""How sure a match is, and whether that is sure enough. The only place where the cards' thresholds
live.
"""

from math import exp

from vision.cards.match import CardMatch

# Bounds that hold apart from any single set of pictures: a true card agrees nearly everywhere with
# its taught picture, and lies clearly on its own side of what tells it from the next card. See
# vision/FIGURES.md for the measurements.
LEAST_LIKENESS = 0.55
LEAST_AGREEING = 0.8
LEAST_LEAD = 0.2
LEAST_SHARPNESS = 0.25
# In the places where twins differ: what the card may leave unexplained of what its twin leaves, or
# of what tells the two apart (faded ink makes a twin leave less, not the card more), and what its
# twin must leave; and what the card may leave of what any card leaves, and of what this one leaves
# elsewhere; more where no twin is doubted, or where the whole card agrees: photographs to teach
# from are cut out askew, and lie the worse. Chosen on seventeen wrong names among 2,160 cards of
# families: spades nobody taught, taken for clubs, were doubted by 0.043 and left 0.030 and more;
# fillings were wrong where twins left less than a fifth of the grain.
MOST_DOUBT, MOST_LEFT, DOUBTED = 0.05, 0.037, 0.115
LEAST_HEARD = 0.4
MOST_STRANGE, MOST_STRANGER = 2.9, 1.7
LEAD_OF_TWINS = 0.22
NO_DOUBT, STRANGER_STILL = 0.04, 0.8
ALL_AGREES, STRANGE_STILL = 0.92, 40.0
# of what any card leaves, in nearly all places; more where it is surely alike
MOST_UNEXPLAINED, ALIKE, UNEXPLAINED_STILL = 2.6, 0.7, 20.0
SURE = 0.62


def confidence(match: CardMatch) -> float:
    """0 to 1; the weakest of the measures decides, because each alone can unmask a
    wrong name.
    """
    room = (
        (match.best.likeness - LEAST_LIKENESS) / 0.12,
        (match.best.agreeing - LEAST_AGREEING) / 0.06,
        (match.lead - (LEAST_LEAD if match.twin.number is None else LEAD_OF_TWINS)) / 0.06,
        (match.sharpness - LEAST_SHARPNESS) / 0.06,
        max((MOST_DOUBT - match.twin.doubt) / 0.03, (MOST_LEFT - match.twin.left) / 0.02),
        (DOUBTED - match.twin.doubt) / 0.03,
        (match.twin.heard - LEAST_HEARD) / 0.2,
        (_most_unexplained(match.best.likeness) - match.unexplained) / 0.2,
        (_most_strange(match.best.agreeing) - match.twin.strange) / 0.2,
        (_most_stranger(match.twin.doubt) - match.twin.stranger) / 0.2,
    )
    return 1 / (1 + exp(-min(max(min(room), -20.0), 20.0)))


def _most_unexplained(likeness: float) -> float:
    return MOST_UNEXPLAINED + UNEXPLAINED_STILL * max(0.0, likeness - ALIKE)


def _most_strange(agreeing: float) -> float:
    return MOST_STRANGE + STRANGE_STILL * max(0.0, agreeing - ALL_AGREES)


def _most_stranger(doubt: float) -> float:
    return MOST_STRANGER + STRANGER_STILL * max(0.0, 1 - doubt / NO_DOUBT)


def accepted(match: CardMatch) -> bool:
    return confidence(match) >= SURE
